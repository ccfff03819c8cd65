"""Names at a table: seen by others, and nobody else's."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.table.core import Request, TableError
from fivecard.table.core.commands import Sit
from fivecard.table.core.seating import clean_name
from tests.table.tables import refused, table_of


@given(st.text(max_size=40))
def test_names_are_short_and_control_nothing(name: str) -> None:
    with contextlib.suppress(TableError):
        cleaned = clean_name(name)
        assert 1 <= len(cleaned) <= 20
        assert cleaned.isprintable()


WRONG_NAMES = {
    "length": ["", " ", "\u3000", "a" * 21, "\ufe0f"],
    "control": ["a\u202eb", "a\x00", "\u200b", "\ud800", "A\u200dnn", "A\U000e0041nn", "A\u00adnn"],
    "unseen": ["\u3164", "\u115f", "Ann\uffa0", "\u2800", "A\u034fnn", "Ann\ufe00", "A\U000e0100nn"],
    "no letter": ["\u0301", "Ann \u0301", "\u20dd"],
    "marks": ["Z" + 4 * "\u0327\u0335", "A\u20dd\u20dd\u20dd\u20ddnn"],
    "computer": [
        "Computer 3",
        "computer",
        "COMPUTER3",
        "ｃomputer",
        "Соmputеr 1",
        "C o m p u t e r",
        "\u03f2omputer",
        "ᴄᴏᴍᴘᴜᴛᴇʀ 3",
        "🅲omputer",
        "Ꮯomputer",
        "ꓚomputer",
    ],
    "brackets": ["Ann (you)", "Ann （you）", "Ann [away]", "Ann \u2768you\u2769", "Ann ⁽you⁾"],
    "pretending": ["Dealer", "dealer 2", "SERVER", "Fivecard", "You", "seat 10", "Nоbody", "Séat ３"],
}
"""What is wrong, and the names that it is wrong with."""


def why_refused(name: str) -> str:
    """What is said of a name, whatever the name is."""
    with pytest.raises(TableError) as refusal:
        clean_name(name)
    assert refusal.value.code == "name"
    return re.sub("'.*'", "NAME", str(refusal.value))


@pytest.mark.parametrize(("wrong", "name"), [(wrong, name) for wrong, names in WRONG_NAMES.items() for name in names])
def test_names_that_are_invisible_stacked_or_pretend_are_refused(wrong: str, name: str) -> None:
    assert why_refused(name) == why_refused(WRONG_NAMES[wrong][0])


def test_what_is_wrong_with_a_name_is_said() -> None:
    assert len({why_refused(names[0]) for names in WRONG_NAMES.values()}) == len(WRONG_NAMES)


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "Jean-Luc O'Neill", "Nguyễn Văn A", "李小龍", "रवि", "فاطمة", "🂡", "Ann ❤", "Youssef"],
)
def test_names_of_the_world_are_taken(name: str) -> None:
    assert clean_name(name) == name


def test_phones_may_put_a_colour_behind_a_symbol() -> None:
    assert clean_name("Ann \u2764\ufe0f") == "Ann \u2764"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ánn", "Аnn", "Ａnn", "A nn", "Ann.", "An\u0336n", "🅰nn", "ᴀnn"])
def test_names_that_look_alike_are_one_name_at_a_table(name: str) -> None:
    live = table_of("Ann")
    alike = Request(Sit(seq=2, seat=1, name=name), "token", 0.0)
    with refused("name-taken", repr("Ann"), repr(name)):
        live.do(alike)
    assert live.do(Request(Sit(seq=2, seat=1, name="Anne"), "token", 0.0))
