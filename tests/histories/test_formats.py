"""One way to read and to write hands, whatever their format."""

import io
from collections.abc import Iterable
from dataclasses import replace

import pytest

from fivecard.errors import HistoryError, UnknownNameError
from fivecard.histories import History, dump, dump_all, dumps, load, load_all, loads
from tests.paths import GOLDEN

FILES = sorted((GOLDEN / "histories").glob("wsop-*-NT.phh"))[:3]


def hands() -> list[History]:
    return [loads(file.read_text()) for file in FILES]


def whole(found: Iterable[object]) -> list[History]:
    return [each for each in found if isinstance(each, History)]


@pytest.mark.parametrize("form", ["phh", "pokerstars"])
def test_what_is_dumped_is_loaded_again(form: str) -> None:
    for history in hands():
        file = io.StringIO()
        dump(history, file, form)
        assert file.getvalue() == dumps(history, form)
        for again in (loads(file.getvalue()), load(io.StringIO(file.getvalue()))):
            assert (again.actions, again.check().stacks) == (history.actions, history.check().stacks)


@pytest.mark.parametrize("form", ["phh", "pokerstars"])
def test_many_hands_are_dumped_and_loaded_in_turn(form: str) -> None:
    text = "".join(dump_all(hands(), form))
    assert [each.actions for each in whole(load_all(text))] == [each.actions for each in hands()]
    with pytest.raises(HistoryError, match=r"^there is more than one hand in it: load_all reads them$"):
        loads(text)


def test_hands_without_a_number_are_numbered_in_turn() -> None:
    text = "".join(dump_all([replace(hands()[0], details={})] * 3, "pokerstars", first=7))
    assert [line.partition(":")[0] for line in text.splitlines() if "Hand #" in line] == [
        f"PokerStars Hand #{number}" for number in (7, 8, 9)
    ]


def test_no_hand_is_no_history() -> None:
    with pytest.raises(HistoryError, match=r"^there is no hand in it$"):
        loads("\n\n")


@pytest.mark.parametrize("form", ["record", "toml"])
def test_formats_that_are_not_written_are_refused_by_name(form: str) -> None:
    with pytest.raises(UnknownNameError, match=f"^there is no format '{form}' to write: they are pokerstars, phh$"):
        dumps(hands()[0], form)
