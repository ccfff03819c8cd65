"""Hands that others wrote down: read, replayed to the last chip, written, and read by others."""

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from fivecard.engine import Call, Check, Deal, Fold, Rules, Stakes, apply, legal, start, view_for
from fivecard.engine.stakes import Limit
from fivecard.histories import History
from fivecard.histories.phh import read_phh, write_phh
from fivecard.histories.phh.codes import CODES

GOLDEN = Path(__file__).parent / "golden" / "histories"
HANDS = sorted(GOLDEN.glob("*.phh"))
ENDINGS = {  # of the hands that do not say how they end: their accounts elsewhere do
    "alice-carol-wikipedia": (196, 220, 200, 184),
    "antonius-blom-2009": (193792375, 0),
    "arieh-yockey-2019": (0, 4190000, 5910000, 12095000),
    "dwan-ivey-2009": (572100, 1997500, 1109500),
    "phua-xuan-2019": (489000, 226000, 684000, 400000, 0, 198000),
}


def played(rules: Rules, players: int, source: random.Random) -> History:
    """A hand of random legal actions."""
    stakes = Stakes(
        ante=source.choice((0, 1)),
        blinds=() if rules.has_bring_in else (1, 2),
        bring_in=1 if rules.has_bring_in else 0,
        small_bet=2,
        big_bet=4 if rules.limit is Limit.FIXED else None,
    )
    stacks = tuple(source.randint(4, 60) for _ in range(players))
    deal = Deal.shuffled(source, cards=sorted(rules.deck))
    state, _ = apply(start(rules, players, stakes=stakes, stacks=stacks), deal)
    actions = []
    while state.turn is not None:
        now = legal(view_for(state, state.turn))
        assert now is not None
        action = now.sample(source)
        if isinstance(action, Fold) and source.random() < 0.7:  # most hands should go far
            action = Check(now.seat) if now.check else Call(now.seat)
        state, _ = apply(state, action)
        actions.append(action)
    return History(rules, stakes, stacks, deal, tuple(actions), finishing_stacks=state.stacks)


def hands_of_every_code(count: int) -> list[Any]:
    return [
        pytest.param(code, players, seed, id=f"{code}-{players}-{seed}")
        for code in CODES
        for seed, players in enumerate([2, 3, 6] * count)
    ]


def phh(actions: list[str], code: str = "NT", **fields: object) -> str:
    """A hand for two with these actions."""
    bets = "small_bet = 2\nbig_bet = 4" if code.startswith("F") else "min_bet = 2"
    rest = "".join(f"{name} = {value}\n" for name, value in fields.items())
    return (
        f"variant = '{code}'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n{bets}\n"
        f"starting_stacks = [100, 100]\nactions = {actions!r}\n{rest}"
    )


DEALT = ["d dh p1 AsAd", "d dh p2 KsKd"]
BOARD = "2c7d9hJsQc"


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_real_hands_end_as_they_did(file: Path) -> None:
    history = read_phh(file.read_text())
    state = history.check()
    assert state.is_over
    assert state.stacks == (history.finishing_stacks or ENDINGS[file.stem])


def test_there_are_forty_seven_real_hands_of_eleven_games() -> None:
    assert len(HANDS) == 47
    codes = {read_phh(file.read_text()).rules for file in HANDS}
    assert codes == {rules for code, rules in CODES.items() if not code.endswith("5D")}


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_what_is_written_is_read_as_the_same_history(file: Path) -> None:
    history = read_phh(file.read_text())
    assert read_phh(write_phh(history)) == history


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_another_library_replays_what_is_written(file: Path) -> None:
    history = read_phh(file.read_text())
    *_, last = pokerkit.HandHistory.loads(write_phh(history))
    assert tuple(stack / history.unit for stack in map(Fraction, last.stacks)) == history.replay().stacks


@pytest.mark.parametrize(("code", "players", "seed"), hands_of_every_code(2))
def test_hands_of_ours_are_written_and_read(code: str, players: int, seed: int) -> None:
    source = random.Random(f"{code} {players} {seed}")
    for _ in range(10):
        history = played(CODES[code], players, source)
        text = write_phh(history)
        again = read_phh(text)
        assert again.check().stacks == history.finishing_stacks
        assert again.actions == history.actions
        assert write_phh(again) == text
        assert read_phh(write_phh(again)) == again


@pytest.mark.filterwarnings("ignore:.*:UserWarning:pokerkit")  # it wonders at strange folds
@pytest.mark.parametrize(("code", "players", "seed"), [p for p in hands_of_every_code(1) if "5D" not in p.values[0]])
def test_another_library_ends_hands_of_ours_alike(code: str, players: int, seed: int) -> None:
    source = random.Random(f"{code} {players} {seed}")
    for _ in range(5):
        history = played(CODES[code], players, source)
        *_, last = pokerkit.HandHistory.loads(write_phh(history))
        assert tuple(last.stacks) == history.finishing_stacks


def hide(history: History, seats: set[int]) -> str:
    """Write a hand down as somebody would who did not see the cards of some seats."""
    text = write_phh(history)
    lines = []
    for line in text.splitlines():
        words = line.strip(" ',").split()
        player = next((word for word in words if word[0] == "p" and word[1:].isdecimal()), "p0")
        if len(words) > 2 and int(player[1:]) - 1 in seats and words[-1] != player and words[1] in {"dh", "sd"}:
            cards = words[-1]
            line = line.replace(cards, "??" * (len(cards) // 2))
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("code", CODES)
def test_hands_without_the_cards_of_those_who_folded_end_alike(code: str) -> None:
    source = random.Random(f"unseen {code}")
    for _ in range(30):
        history = played(CODES[code], 5, source)
        if history.rules.has_bring_in:  # who acts first depends on what lies open
            continue
        folded = {action.seat for action in history.actions if isinstance(action, Fold)}
        again = read_phh(hide(history, folded))
        assert again.check().stacks == history.finishing_stacks
        once_more = read_phh(write_phh(again))
        assert once_more.check().stacks == history.finishing_stacks
        assert once_more == again or again.deal.reserve  # which unseen discards came back is anybody's guess


@pytest.mark.parametrize("code", CODES)
def test_what_is_shown_fills_what_was_not_seen(code: str) -> None:
    source = random.Random(f"shown {code}")
    for _ in range(30):
        history = played(CODES[code], 3, source)
        if history.rules.has_bring_in:
            continue
        again = read_phh(hide(history, {0, 1, 2}))
        assert again.check().stacks == history.finishing_stacks
        assert read_phh(write_phh(again)) == again
