"""Loaded twice, by a reload, a purge of `sys.modules` or a subinterpreter: it works, or says in a sentence why not."""

import subprocess
import sys
from textwrap import dedent

import pytest

from fivecard import CardTypeError
from fivecard.cards import to_cards

pytestmark = pytest.mark.sanitized

ONCE = ["errors", "cards", "piles", "rankings"]
"""The modules whose objects or classes all others hold."""
USE = """
import gc, importlib, pickle, sys

def use():
    import fivecard
    from fivecard import Card, Category, Deck, Hand, evaluate, strength
    from fivecard import _core, batch
    assert strength("Ah Kh Qh Jh Th") == 7462
    hand = Hand(Card(text) for text in ("As", "Ks", "Qs", "Js", "Ts", "2c"))
    assert evaluate(hand).cards == tuple(hand)[:5], evaluate(hand).cards
    assert evaluate(hand).category is Category.STRAIGHT_FLUSH
    Hand().take(Deck(), 5)
    assert pickle.loads(pickle.dumps(hand[0])) is hand[0]
    assert batch.strengths(batch.parse("Ah Kh Qh Jh Th 2c 2d")).tolist() == [7462]
    task = _core.Showdowns(["high"], 2, 5, 0, 0, False, None, "text").settle(b"AH KH QH JH TH 2C 2D 2H 3C 3D\\n")
    assert bytes(task.result()[0]) == b"Player 1 wins\\n"
    for ask in (strength, evaluate):
        try:
            ask("Ah Ah Kh Qh Jh")
        except fivecard.DuplicateCardError as error:
            assert str(error) == "duplicate card 'Ah' in 'Ah Ah Kh Qh Jh'"
        else:
            raise AssertionError("no error")

def purge():
    for name in [name for name in sys.modules if name.split(".")[0] == "fivecard"]:
        del sys.modules[name]
"""


def run(script: str) -> str:
    """Run a script in a process of its own, in which a warning is an error; give what it prints."""
    command = [sys.executable, "-W", "error", "-c", USE + dedent(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_a_purged_import_gets_a_working_library_each_time() -> None:
    run("""
        for _ in range(6):
            use()
            purge()
            gc.collect()
        use()
    """)


def test_what_was_imported_before_a_purge_goes_on_working() -> None:
    run("""
        from fivecard import evaluate, parse_cards, strength
        old = parse_cards("Ah Kh Qh Jh Th 2c")
        assert strength(old) == 7462
        purge()
        use()
        assert strength(old) == 7462
        assert evaluate(old).cards == old[:5]
    """)


def test_cards_of_another_import_are_evaluated_and_otherwise_refused_in_a_sentence() -> None:
    printed = run("""
        from fivecard import parse_cards
        old = parse_cards("Ah Kh Qh Jh Th")
        purge()
        import fivecard
        assert fivecard.strength(old) == 7462
        assert fivecard.evaluate(iter(old)).cards == old
        try:
            fivecard.Hand(old)
        except fivecard.CardTypeError as error:
            print(error)
    """)
    assert printed == "expected a Card at position 0, got Card('Ah') from another import of fivecard\n"


@pytest.mark.parametrize("name", ONCE)
def test_a_module_whose_objects_exist_once_says_that_it_cannot_be_reloaded(name: str) -> None:
    printed = run(f"""
        use()
        try:
            importlib.reload(importlib.import_module("fivecard.{name}"))
        except ImportError as error:
            print(error)
        use()
    """)
    [sentence] = printed.splitlines()
    assert sentence.startswith(f"fivecard.{name} cannot be loaded again")


def test_every_other_module_can_be_reloaded() -> None:
    run(f"""
        import fivecard, pkgutil
        from fivecard.errors import MissingDependencyError
        for module in pkgutil.walk_packages(fivecard.__path__, "fivecard."):
            if module.name.split(".")[1] not in {{"__main__", "table", "cli", *{ONCE}}}:
                try:
                    importlib.reload(importlib.import_module(module.name))
                except MissingDependencyError:  # what it is for is not installed
                    continue
                use()
        importlib.reload(fivecard)
        use()
    """)


def test_a_subinterpreter_is_refused_in_a_sentence_and_the_main_one_goes_on() -> None:
    printed = run("""
        import warnings
        warnings.simplefilter("ignore")
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        use()
        for _ in range(3):
            other = interpreters.create()
            script = "import fivecard\\ntry: fivecard.strength('Ah Kh Qh Jh Th')\\nexcept ImportError as e: print(e)"
            interpreters.run_string(other, script + "\\nsys = __import__('sys'); sys.stdout.flush()")
            interpreters.destroy(other)
            gc.collect()
            use()
    """)
    sentences = printed.splitlines()
    assert ["subinterpreter" in sentence for sentence in sentences] == [True] * 3


@pytest.mark.sanitized(False)  # there, nanobind tells of everything that outlives Python
def test_python_ends_without_a_word_while_a_thread_is_at_work() -> None:
    run("""
        import threading
        from fivecard import _core
        held, end = threading.Event(), threading.Event()

        def work():
            showdowns = _core.Showdowns(["high"], 2, 5, 0, 0, False, None, "text")
            held.set()
            end.wait()

        threading.Thread(target=work, daemon=True).start()
        held.wait()
    """)


def test_only_cards_of_ours_are_said_to_be_from_another_import() -> None:
    their_card = type("Card", (), {"__repr__": lambda self: "their card"})()  # as other libraries have one
    with pytest.raises(CardTypeError, match=r"^expected a Card at position 0, got their card$"):
        to_cards([their_card])


def test_what_is_asked_whether_it_is_a_card_may_empty_the_hand() -> None:
    run("""
        from fivecard import CardTypeError, strength
        hand = []

        class Emptying(type):
            def __getattribute__(cls, name):
                hand.clear()
                return super().__getattribute__(name)

        class Odd(metaclass=Emptying):
            def __init__(self):
                self.name = "odd"
            def __repr__(self):
                return self.name

        hand.append(Odd())
        try:
            strength(hand)
        except CardTypeError as error:
            assert str(error) == "expected a Card at position 0, got odd", error
    """)


def test_no_class_that_only_looks_like_a_card_is_taken_for_one() -> None:
    run("""
        from fivecard import CardTypeError, strength
        class Card:
            id = 3
        class Odd:
            id = 999
        Odd.__qualname__, Odd.__module__ = "Card", "fivecard.cards"
        for impostor in (Card(), Odd(), Card, object()):
            try:
                strength([impostor] * 5)
            except CardTypeError:
                continue
            raise AssertionError(impostor)
    """)
