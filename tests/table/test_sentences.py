"""Every sentence with which a table refuses, finds, notes and answers: in one file, so that tests ask for codes.

Who changes the English of one writes the file anew with `python -m tests.table.test_sentences`, and no test.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fivecard.table
from fivecard.cards import parse_cards
from fivecard.table.core import Request, TableError
from fivecard.table.core.commands import Begin, ChangeStakes
from fivecard.table.core.seating import clean_name
from fivecard.table.protocol.messages import read_wishes
from tests.paths import GOLDEN
from tests.table.tables import NONCES, LiveTable, dealt_table, table_for, table_of
from tests.table.wrong_names import WRONG_NAMES

SENTENCES = GOLDEN / "table" / "sentences.json"
PACKAGE = Path(fivecard.table.__file__).parent
CODED = {
    "TableError": "refused",
    "Refusal": "refused",
    "AuditError": "disproved",
    "HTTPException": "answered",
    "_answer": "answered",
    "close": "closed",
}
"""Where a code stands before a sentence, and what the sentence is then."""
SPACES = 3
"""What has fewer is no sentence."""

Sentences = dict[str, dict[str, list[str]]]


def text_of(node: ast.expr | None) -> str | None:
    """What an expression says, with {} for what only a run knows; None where it says nothing."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(text_of(part) or "{}" for part in parts)
    return None


def is_sentence(node: ast.expr | None) -> bool:
    text = text_of(node) or ""
    return text.count(" ") >= SPACES and not re.match(r"(SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|LOCK|HTTP|<!--)", text)


def said_by(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """The sentences of a module: what kind each is of, its code, if it has one, and its words."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *rest]):
                code = first.value if isinstance(first, ast.Constant) else None
                if name == "__init__" and len(rest) == 1:  # of a kind of TableError
                    yield "refused", str(code), text_of(rest[0]) or "{}"
                elif name in CODED and rest:
                    yield CODED[name], str(code or "variable"), text_of(rest[-1]) or "{}"
                elif name in {"append", "write"} and is_sentence(first):
                    yield "noted", "", text_of(first) or ""
                elif name.endswith("Error") and is_sentence(first):
                    yield "raised", "", text_of(first) or ""
            case ast.Return(value=said) | ast.Assign(value=said) | ast.AnnAssign(value=said) if is_sentence(said):
                yield "said", "", text_of(said) or ""


def written() -> Sentences:
    """All sentences in the table's modules, by kind and code; by module where there is none."""
    found: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for file in sorted(PACKAGE.rglob("*.py")):
        module = file.relative_to(PACKAGE).with_suffix("").as_posix()
        for kind, code, text in said_by(ast.parse(file.read_text("utf-8"))):
            found[kind][code or module].add(text)
    return {kind: {code: sorted(texts) for code, texts in sorted(codes.items())} for kind, codes in found.items()}


# What is put together elsewhere, as somebody is told it


def sit(name: str, seat: int = 1) -> None:
    live = table_of("Ann")
    live.do(Request(live.to_sit(seat, name), "token of Eve", 0.0))


def ready_with_another_nonce() -> None:
    live = table_of("Ann")
    live.ask(0, Begin(live.table.seq, NONCES[5], live.commitment(0)))


def ready_too_late() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    live.do(Request(live.to_sit(2, "Cy"), "token of Cy", 0.0))
    live.ready(2, {0, 1, 2})


def stakes(**wanted: Any) -> Callable[[], object]:
    return lambda: table_for("Ann", rules="razz", limit="fixed").ask(0, ChangeStakes(**wanted))


def turn_of(live: LiveTable) -> int:
    assert live.table.game.turn is not None
    return live.table.game.turn


def draw_twice() -> None:
    live = dealt_table()
    card = live.table.game.hands[turn_of(live)][:1]
    live.discard(turn_of(live), card * 2)


def draw_of_others() -> None:
    live = dealt_table()
    live.discard(turn_of(live), live.table.game.hands[1 - turn_of(live)][:1])


def bet(do: str, **more: Any) -> Callable[[], object]:
    def asked() -> None:
        live = table_for("Ann", "Bob", seats=2)
        live.deal()
        live.act(turn_of(live), do, **more)

    return asked


TOLD: dict[str, list[Callable[[], object]]] = {
    "name": [partial(clean_name, names[0]) for names in WRONG_NAMES.values()],
    "name-taken": [lambda: sit("Ann"), lambda: sit("ann")],
    "stakes": [
        stakes(ante=0, bring_in=0),
        stakes(bring_in=0),
        stakes(bring_in=4, small_bet=4),
        stakes(ante=1, small_bet=4, big_bet=2),
        stakes(blinds=(2, 1)),
    ],
    "illegal": [
        draw_twice,
        draw_of_others,
        bet("raise", to=999_999),
        bet("call"),
        bet("raise"),
        bet("bringin"),
        bet("discard", cards=parse_cards("As")),
    ],
    "not-yet": [ready_too_late],
    "wrong-nonce": [ready_with_another_nonce],
    "malformed": [
        lambda: read_wishes(b'{"openers": true}', "holdem"),
        lambda: read_wishes(b'{"fill": "x"}', "holdem"),
        lambda: read_wishes(b'{"limit": "pot"}', "C"),
        lambda: read_wishes(b'{"stack": 1}', "holdem"),
    ],
    "no-seat": [lambda: sit("Eve", seat=5)],
}
"""By its code, how each comes about."""


def told() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for code, ways in TOLD.items():
        for way in ways:
            with pytest.raises(TableError) as refusal:
                way()
            assert refusal.value.code == code, refusal.value
            found.setdefault(code, []).append(str(refusal.value))
    return found


def all_sentences() -> dict[str, Any]:
    return written() | {"told": told()}


def test_the_sentences_are_those_of_the_file() -> None:
    """If they were meant to change: `python -m tests.table.test_sentences` writes the file anew."""
    assert all_sentences() == json.loads(SENTENCES.read_text("utf-8"))


def test_what_is_put_together_elsewhere_is_told_once_at_least() -> None:
    composed = {code for code, texts in written()["refused"].items() if "{}" in texts}
    assert composed - {"variable"} <= TOLD.keys()


def test_what_is_told_is_what_is_written() -> None:
    refused = written()["refused"]
    for code, sentences in told().items():
        forms = [re.escape(text).replace(r"\{\}", ".*") for text in refused[code]]
        for sentence in sentences:
            assert any(re.fullmatch(form, sentence, re.DOTALL) for form in forms), sentence


def rewrite() -> None:
    text = json.dumps(all_sentences(), indent=1, sort_keys=True, ensure_ascii=False)
    SENTENCES.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    rewrite()
