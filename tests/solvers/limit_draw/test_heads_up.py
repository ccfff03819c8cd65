"""What docs/heads-up.md says of how the solution plays, held against hands that it plays."""

import re
from random import Random

import numpy as np
import pytest
from heads_up import GAME, KINDS, MARK, MILLIONS, PAGE, SNOWS, SPOTS, bluffs, counts, figures, filled, kinds, pot_odds
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import ALL_CARDS
from fivecard.solvers.limit_draw import InfoSet, Mean, load_policy
from tests.effort import effort

Counts = dict[str, NDArray[np.int64]]


@pytest.fixture(scope="module")
def found() -> Counts:
    """Other hands than those that the page is about."""
    return counts(effort(1, 2), seed=2)


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("Tc 8d 6h 3s 2c", "ten high or less"),
        ("Jc 8d 6h 3s 2c", "jack high"),
        ("Ac Kd Qh Js 9c", "ace high"),  # open at one end only
        ("Ac 2d 3h 4s 9c", "ace high"),
        ("Kc Qd Jh Ts 2c", "open straight"),
        ("5c 4d 3h 2s Kc", "open straight"),
        ("Kc Qc Jc Tc 2d", "four-flush"),
        ("Kc Kd Jc Tc 2c", "KK"),  # a pair, whatever else
        ("2c 2d Qh Js Ts", "22"),
        ("Tc Td 9h 9s Ac", "two pair, to tens"),
        ("Jc Jd 2h 2s Ac", "two pair, jacks up"),
        ("2c 2d 2h As Kc", "three of a kind"),
        ("Ac 2d 3h 4s 5c", "straight or better"),
        ("2c 3c 4c 5c 7c", "straight or better"),
    ],
)
def test_hands_are_of_a_kind(hand: str, kind: str) -> None:
    assert KINDS[kinds(batch.parse([hand]))[0]] == kind


def test_kinds_are_dealt_as_often_as_they_are_in_the_deck(found: Counts) -> None:
    dealt = found["before "].sum(axis=1)
    pairs, above = dealt[KINDS.index("22") :][:13], dealt[KINDS.index("AA") + 1 :]
    ways = [*[84_480] * 13, 123_552, 54_912, 19_716]
    seen = [*pairs, above[0] + above[1], above[2], above[3]]
    for kind, (way, count) in enumerate(zip(ways, seen, strict=True)):
        expected = dealt.sum() * way / 2_598_960
        assert abs(count - expected) < 4.5 * expected**0.5, kind


def test_whoever_acts_leads_to_where_the_other_has_to(found: Counts) -> None:
    for when in ("before", "after"):
        opened, checked, bet, answered = (found[f"{when} {infoset}"] for infoset in SPOTS)
        assert [checked.sum(), bet.sum()] == opened[..., :2].reshape(-1, 2).sum(axis=0).tolist()
        assert answered.sum() == checked[..., 1].sum()
    first = found["after "].sum(axis=2)
    assert (found["after check"] + found["after bet"]).sum(axis=2).T.tolist() == first.tolist()
    assert found["draws"].sum(axis=0).tolist() == first.sum(axis=1).tolist()
    assert found["answers"].sum(axis=1).tolist() == first.tolist()


def test_hands_are_opened_as_often_as_the_file_says(found: Counts) -> None:
    strategy = load_policy(GAME)
    random, deck = Random(3), list(ALL_CARDS)
    infosets = [InfoSet(GAME, 0, tuple(random.sample(deck, 5))) for _ in range(20_000)]
    chances = [strategy.action_probabilities(infoset)["bet"] for infoset in infosets]
    mean, error = figures(found)["opens"]
    assert abs(100 * np.mean(chances) - mean) < 4 * (error + 100 * np.std(chances) / len(chances) ** 0.5)


def test_every_number_of_the_page_is_what_is_played(found: Counts) -> None:
    """Up to rounding and 4.2 standard errors, of which the page's own hands, ten times as many, have a twentieth."""
    numbers = figures(found)
    page = PAGE.read_text(encoding="utf-8")
    marks = MARK.findall(page)
    assert {name for name, _ in marks} == numbers.keys()
    assert f"{MILLIONS} million hands" in page.replace("\n", " ")
    for name, told in marks:
        half = 0.5 * 10.0 ** -len(told.partition(".")[2])
        assert abs(numbers[name].mean - float(told)) <= half + 4.2 * numbers[name].error, name


def test_every_percentage_of_the_page_is_one_of_these() -> None:
    assert "%" in PAGE.read_text(encoding="utf-8")
    assert not re.findall(r"[\d.]+\s*%", PAGE.read_text(encoding="utf-8"))


def test_a_page_is_filled_with_as_many_places_as_it_had() -> None:
    page = "a <!-- played: one -->7<!-- end --> % b\n<!-- played: two -->0.0<!-- end --> %"
    told = "a <!-- played: one -->12<!-- end --> % b\n<!-- played: two -->3.5<!-- end --> %"
    assert filled(page, {"one": Mean(12.3, 1), "two": Mean(3.46, 1)}) == told


@pytest.mark.parametrize("words", SNOWS)
def test_pat_hands_bluff_about_as_often_as_pot_odds_say(words: str, found: Counts) -> None:
    mean, error = bluffs(found, words)
    assert abs(mean - pot_odds(words)) < 1.5 + 4 * error


def test_pot_odds_of_the_usual_pots() -> None:
    """A bet of 4 into 2, 6 and 10."""
    assert [round(pot_odds(words), 1) for words in SNOWS] == [40.0, 28.6, 28.6, 22.2, 22.2]
