"""Errors say where what is wrong stands, to people and to programs alike."""

import copy
import pickle
import re
import sys
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import fivecard
from fivecard import batch, errors
from fivecard._util.bad_rows import check_errors
from fivecard.cli import usage
from fivecard.engine import THREE_CARD_DRAW, Deal, Discard, Stakes, apply, start
from fivecard.equities import equity
from fivecard.equities.methods import OutOfTimeError
from fivecard.errors import (
    ArgumentError,
    CardError,
    DuplicateCardError,
    FivecardError,
    FormatError,
    HandError,
    IllegalActionError,
    MissingDependencyError,
    RulesError,
    UnknownNameError,
)
from fivecard.games import Game
from fivecard.handouts import complex, palettes  # noqa: A004  (a module)
from fivecard.histories import Record
from fivecard.players import strategy_of
from fivecard.showdown import Settling
from fivecard.showdown.deal_formats import columns_of_deals
from fivecard.table.core.commands import TableError

EVERY = sorted(
    {
        kind
        for module in (errors, complex, palettes, usage)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, FivecardError)
    },
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", EVERY)
def test_errors_survive_pickling_and_copying(kind: type[FivecardError]) -> None:
    error = kind("no {seat}", row=3, line=4, column="hand", seat=1, source="deals.csv")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error), error.at()):
        assert type(other) is kind
        assert (str(other), vars(other)) == (str(error), vars(error))


@pytest.mark.parametrize("error", [OutOfTimeError(), TableError("stakes", "no hand can begin")])
def test_errors_with_arguments_of_their_own_survive_too(error: FivecardError) -> None:
    other = pickle.loads(pickle.dumps(error.at(row=2)))
    assert (type(other), str(other), other.row) == (type(error), f"{error} (row 2)", 2)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (HandError("bad"), "bad"),
        (HandError("bad", row=0), "bad (row 0)"),
        (HandError("bad", row=0, source="a batch"), "bad (row 0 of a batch)"),
        (HandError("bad", line=5), "line 5: bad"),
        (HandError("bad", line=5, column=7), "line 5, column 7: bad"),
        (HandError("bad", column="hand"), "column hand: bad"),
        (HandError("bad", line=5, source="deals.txt"), "deals.txt: line 5: bad"),
        (HandError("bad", source="the board").within("deals.txt"), "deals.txt: the board: bad"),
        (HandError("it is {seat}'s turn", seat=2), "it is seat 2's turn"),
        (HandError("it is {seat}'s turn", seat=0).naming(["{seat}"].__getitem__), "it is {seat}'s turn"),
        (HandError("{seat}", seat=(0, 2)).naming("abc".__getitem__).at(seat=1), "seat 1"),
        (HandError("the hands of {seat}", seat=(0, 1, 2)), "the hands of seats 0, 1 and 2"),
        (HandError("{seat}", seat=(0, 1, 2)).naming("abc".__getitem__), "a, b and c"),
        (HandError("the value is '{seat}'"), "the value is '{seat}'"),
    ],
)
def test_the_place_is_shown(error: FivecardError, said: str) -> None:
    assert str(error) == said


def test_a_place_is_replaced_in_a_copy() -> None:
    error = DuplicateCardError("twice", row=1)
    assert (str(error.at(row=7)), str(error.at(row=None)), str(error)) == ("twice (row 7)", "twice", "twice (row 1)")
    with pytest.raises(TypeError, match="a place has row, line, column, seat, source, not rows"):
        error.at(rows=1)


def test_errors_of_arrays_know_the_row() -> None:
    hands = np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]], np.uint8)
    with pytest.raises(DuplicateCardError, match=r"\(row 1\)$") as caught:
        batch.strengths(hands)
    assert caught.value.row == 1
    assert "row" not in caught.value.message
    with pytest.raises(CardError) as caught_text:
        batch.strengths(["Ah Kh Qh Jh Th", "Ah Kh Qh Jh Xh"])
    assert caught_text.value.row == 1


def test_errors_of_texts_know_the_line() -> None:
    with pytest.raises(FivecardError, match=r"^line 2: ") as caught:
        Record.from_text(Record("draw-3", 2, (), (), ()).to_text().replace("rules: draw-3", "rules: B"))
    assert caught.value.line == 2


def test_errors_of_equities_know_the_player() -> None:
    with pytest.raises(FivecardError, match=r"^player 2: ") as caught:
        equity("AA", "ZZ")
    assert caught.value.source == "player 2"


def test_errors_of_the_engine_know_the_seat() -> None:
    state, _ = apply(start(THREE_CARD_DRAW, 3), Deal.shuffled(Random(1)))
    with pytest.raises(IllegalActionError, match=r"^it is seat 0's turn, not seat 2's$") as caught:
        apply(state, Discard(2, ()))
    assert caught.value.seat == 0
    assert str(caught.value.naming(["Ann", "Bob", "Cleo"].__getitem__)).startswith("it is Ann's turn")


@pytest.mark.parametrize(
    ("wrong", "kind", "builtin"),
    [
        (lambda: batch.strengths(["Ah Kh Qh Jh Th"], threads=0), ArgumentError, ValueError),
        (lambda: check_errors("ignore"), ArgumentError, ValueError),
        (lambda: batch.random_hands(1, 5, seed=-1), ArgumentError, ValueError),
        (lambda: Game.find("whist"), UnknownNameError, LookupError),
        (lambda: strategy_of("nobody", THREE_CARD_DRAW, 2), UnknownNameError, LookupError),
        (lambda: Stakes(ante=-1), RulesError, ValueError),
        (lambda: columns_of_deals(["hand"], Settling("omaha")), FormatError, ValueError),
    ],
)
def test_a_mistake_has_the_class_of_its_kind(
    wrong: Callable[[], object], kind: type[FivecardError], builtin: type[Exception]
) -> None:
    with pytest.raises(kind) as caught:
        wrong()
    assert type(caught.value) is kind
    assert isinstance(caught.value, builtin)


def test_a_missing_package_is_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="giving Arrow data needs pyarrow: pip install") as caught:
        batch.words([1]).__arrow_c_array__()
    assert type(caught.value) is MissingDependencyError


def test_a_value_that_is_shown_on_several_lines_is_quoted_on_one() -> None:
    assert errors.quoted(np.eye(3)) == "array([[1., 0., 0.], [0., 1., 0.], [0., ..."


def test_every_class_of_the_tree_can_be_imported_from_fivecard() -> None:
    tree = re.findall(r"── (\w+Error)", errors.__doc__ or "")
    assert len(tree) > 12
    assert set(tree) <= set(fivecard.__all__)
