"""Names at a table: seen by others, and nobody else's."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.table.core import Request, TableError
from fivecard.table.core.commands import Sit
from fivecard.table.core.seating import clean_name
from tables import table_of


@given(st.text(max_size=40))
def test_names_are_short_and_control_nothing(name: str) -> None:
    with contextlib.suppress(TableError):
        cleaned = clean_name(name)
        assert 1 <= len(cleaned) <= 20
        assert cleaned.isprintable()


WRONG_NAMES = {
    "1 to 20 characters": ["", " ", "\u3000", "a" * 21, "\ufe0f"],
    "control or direction": ["a\u202eb", "a\x00", "\u200b", "\ud800", "A\u200dnn", "A\U000e0041nn", "A\u00adnn"],
    "cannot be seen": ["\u3164", "\u115f", "Ann\uffa0", "\u2800", "A\u034fnn", "Ann\ufe00", "A\U000e0100nn"],
    "without a letter": ["\u0301", "Ann \u0301", "\u20dd"],
    "at most 3 marks": ["Z" + 4 * "\u0327\u0335", "A\u20dd\u20dd\u20dd\u20ddnn"],
    "does not say computer": [
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
    "no brackets": ["Ann (you)", "Ann （you）", "Ann [away]", "Ann \u2768you\u2769", "Ann ⁽you⁾"],
    "calls something else": ["Dealer", "dealer 2", "SERVER", "Fivecard", "You", "seat 10", "Nоbody", "Séat ３"],
}
"""What is said, and the names that it is said of."""


@pytest.mark.parametrize(("said", "name"), [(said, name) for said, names in WRONG_NAMES.items() for name in names])
def test_names_that_are_invisible_stacked_or_pretend_are_refused(said: str, name: str) -> None:
    with pytest.raises(TableError, match=re.escape(said)):
        clean_name(name)


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
    with pytest.raises(
        TableError, match=f"somebody here is called 'Ann' already, and '{re.escape(name)}' looks like it"
    ):
        live.do(alike)
    assert live.do(Request(Sit(seq=2, seat=1, name="Anne"), "token", 0.0))
