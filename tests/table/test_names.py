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
from tests.table.wrong_names import WRONG_NAMES

JOINER = "\u200d"


@given(st.text(max_size=40))
def test_names_are_short_and_control_nothing(name: str) -> None:
    with contextlib.suppress(TableError):
        cleaned = clean_name(name)
        assert 1 <= len(cleaned) <= 20
        assert cleaned.replace(JOINER, "").isprintable()


def why_refused(name: str) -> str:
    """What is said of a name, whatever the name is."""
    with pytest.raises(TableError) as refusal:
        clean_name(name)
    assert refusal.value.code == "name"
    return re.sub("'[^']*'", "NAME", str(refusal.value))


@pytest.mark.parametrize(("wrong", "name"), [(wrong, name) for wrong, names in WRONG_NAMES.items() for name in names])
def test_names_that_are_invisible_stacked_or_pretend_are_refused(wrong: str, name: str) -> None:
    assert why_refused(name) == why_refused(WRONG_NAMES[wrong][0])


def test_what_is_wrong_with_a_name_is_said() -> None:
    assert len({why_refused(names[0]) for names in WRONG_NAMES.values()}) == len(WRONG_NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Jean-Luc O'Neill",
        "Nguyễn Văn A",
        "李小龍",
        "रवि",
        "فاطمة",
        "🂡",
        "Ann ❤",
        "Youssef",
        "\U0001f469\u200d\U0001f9b0 Ann",
    ],
)
def test_names_of_the_world_are_taken(name: str) -> None:
    assert clean_name(name) == name


def test_phones_may_put_a_colour_behind_a_symbol() -> None:
    assert clean_name("Ann \u2764\ufe0f") == "Ann \u2764"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ánn", "Аnn", "Ａnn", "A nn", "Ann.", "An\u0336n", "🅰nn", "ᴀnn"])
def test_names_that_look_alike_are_one_name_at_a_table(name: str) -> None:
    live = table_of("Ann")
    alike = Request(Sit(seq=2, seat=1, name=name, commitment="c0" * 32), "token", 0.0)
    with refused("name-taken", repr("Ann"), repr(name)):
        live.do(alike)
    assert live.do(Request(Sit(seq=2, seat=1, name="Anne", commitment="c0" * 32), "token", 0.0))


def test_a_joiner_that_some_screens_do_not_show_makes_no_other_name() -> None:
    live = table_of("\U0001f469\U0001f525 A")
    with refused("name-taken"):
        live.do(Request(Sit(seq=2, seat=1, name="\U0001f469\u200d\U0001f525 A", commitment="c0" * 32), "token", 0.0))


@pytest.mark.parametrize("name", ["\u200dAnn", "Ann\u200d", "A\u200d\U0001f525", "\U0001f525\u200d\u200d\U0001f525"])
def test_a_joiner_is_refused_where_it_joins_no_pictures(name: str) -> None:
    assert "hidden" in why_refused(name)
