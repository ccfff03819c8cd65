"""Push or fold: published charts, pots held to the engine's, and what can be gained held to plain sums."""

import random

import numpy as np
import pytest

from fivecard.engine import VARIANTS, Stakes, start
from fivecard.engine.pots import divide, pots_of
from fivecard.equities import equity
from fivecard.errors import ArgumentError
from fivecard.ranges.vectors import HANDS_OF_KIND, KINDS
from fivecard.tournaments import PushFold, icm, push_fold
from fivecard.tournaments.push_fold import _deals_of, _Game, heads_up_shares


def heads_up(stack: float) -> PushFold:
    return push_fold([stack, stack])


def test_equities_of_kinds_are_those_that_are_counted() -> None:
    shares = heads_up_shares()
    assert np.array_equal(shares + shares.T, np.ones((169, 169)))
    source = random.Random(4)
    for one, two in [("AA", "KK"), ("AKs", "22"), *(source.sample(KINDS, 2) for _ in range(12))]:
        exact = equity(one, two, exact=True)
        assert shares[KINDS.index(one), KINDS.index(two)] == pytest.approx(exact.share[0], abs=1e-12)


def test_published_charts_of_heads_up_play_are_met() -> None:
    """Of the well-known chart of Nash equilibria, by effective stacks in big blinds, without antes."""
    at_ten = heads_up(10)
    assert at_ten.frequency(0) == pytest.approx(0.583, abs=0.005)
    assert at_ten.frequency(1, pushed=[0]) == pytest.approx(0.374, abs=0.005)

    def pushes(kind: str, stack: float) -> bool:
        return bool(heads_up(stack).strategy(0)[KINDS.index(kind)] > 0.5)

    def calls(kind: str, stack: float) -> bool:
        return bool(heads_up(stack).strategy(1, pushed=[0])[KINDS.index(kind)] > 0.5)

    assert (pushes("K2o", 11), pushes("K2o", 12.5)) == (True, False)  # up to 11.6
    assert (pushes("J2o", 4.3), pushes("J2o", 5)) == (True, False)  # 4.6
    assert (calls("22", 14.5), calls("22", 15.5)) == (True, False)  # 15
    at_twenty = heads_up(20)
    always = [kind for kind in KINDS if kind[0] == "A" or len(kind) == 2]
    assert all(at_twenty.strategy(0)[KINDS.index(kind)] > 0.9 for kind in always)


def test_what_can_be_gained_is_what_plain_sums_say() -> None:
    found = push_fold([8, 12], iterations=3)  # far from an equilibrium
    assert found.iterations == 3
    push, call = found.strategy(0), found.strategy(1, pushed=[0])
    weights = _deals_of(2, 0, 0).weights.reshape(169, 169)
    shares = heads_up_shares()
    pushed, called_ = np.zeros(169), np.zeros(169)
    for one in range(169):
        for two in range(169):
            lost_or_won = 16 * shares[one, two]
            pushed[one] += weights[one, two] * (call[two] * lost_or_won + (1 - call[two]) * 9)
            called_[two] += weights[one, two] * push[one] * (20 - lost_or_won)
    folded, gave_up = 7.5 * weights.sum(axis=1), 11 * (weights.T @ push)
    value = (push * pushed + (1 - push) * folded).sum()
    assert found.values == pytest.approx((value, 20 - value))
    assert found.gains[0] == pytest.approx(np.maximum(pushed, folded).sum() - value)
    answered = (call * called_ + (1 - call) * gave_up).sum()
    assert found.gains[1] == pytest.approx(np.maximum(called_, gave_up).sum() - answered)
    assert found.exploitability > 0.01 > push_fold([8, 12]).exploitability


def test_pots_are_those_of_the_engine() -> None:
    source = random.Random(2)
    for _ in range(60):
        players = source.randint(2, 5)
        stacks = [source.randint(1, 20) * 720 for _ in range(players)]
        stakes = Stakes(ante=720, blinds=(1440, 2160), small_bet=2160)
        game = _Game(stacks, (1440, 2160), 720, None, (), _deals_of(2, 0, 0)) if players == 2 else None
        game = game or _Game(stacks, (1440, 2160), 720, None, (), _deals_of(players, 100, 1))
        pushed = tuple(sorted(source.sample(range(players), source.randint(2, players))))
        ranks = tuple(source.randint(0, len(pushed) - 1) for _ in pushed)
        order = [
            (seat - 2) % players for seat in range(players)
        ]  # ours, of the engine's seats: blinds come first there
        if players == 2:
            order = [1, 0]
        state = start(VARIANTS["holdem"], players, stakes=stakes, stacks=[stacks[each] for each in order])
        antes = np.minimum(stacks, 720)
        posted = antes + np.minimum(np.array(stacks) - antes, [*[0] * (players - 2), 1440, 2160])
        put = [stacks[player] if player in pushed else int(posted[player]) for player in range(players)]
        most = sorted(put)[-2]
        put = [min(each, most) for each in put]
        folded = tuple(seat for seat in range(players) if order[seat] not in pushed)
        state = state._replace(committed=tuple(put[each] for each in order), folded=folded)
        strength = [9 - ranks[pushed.index(each)] if each in pushed else 0 for each in order]
        after = [stack - part for stack, part in zip(stacks, put, strict=True)]
        for pot in pots_of(state):
            for seat, amount, _ in divide(pot, [strength]):
                after[order[seat]] += amount
        assert game._after(pushed, ranks).tolist() == pytest.approx(after, abs=3)  # odd chips are shared here


def test_three_players_play_for_what_there_is() -> None:
    found = push_fold([10, 10, 10], payouts=[50, 30, 20], deals=20_000, seed=1)
    assert sum(found.values) == pytest.approx(100)
    assert found.exploitability <= 1e-4 * 100
    assert found.deals == 20_000
    again = push_fold([10, 10, 10], payouts=[50, 30, 20], deals=20_000, seed=1)
    assert again.values == found.values
    assert set(found.strategies) == {(0, ()), (1, ()), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1))}
    assert found.strategy(0)[KINDS.index("AA")] > 0.99
    assert found.frequency(2, pushed=[0]) < push_fold([10, 10, 10], deals=20_000, seed=1).frequency(2, pushed=[0])
    with pytest.raises(ArgumentError, match="player 2 does not act after all-ins of"):
        found.strategy(2)


def test_three_players_meet_two_where_one_has_next_to_nothing_to_do() -> None:
    """Random deals of three, of whom one has hardly a chip, against the exact game of two."""
    exact, dealt = heads_up(8), push_fold([1e-9, 8, 8], deals=60_000, seed=2)
    assert dealt.frequency(1) == pytest.approx(exact.frequency(0), abs=0.04)
    assert dealt.values[1] == pytest.approx(exact.values[0], abs=0.03)


def test_others_at_the_table_make_chips_worth_less_risk() -> None:
    alone = push_fold([10, 10])
    on_the_bubble = push_fold([10, 10], payouts=[50, 50], others=[1.0])
    assert on_the_bubble.frequency(1, pushed=[0]) < alone.frequency(1, pushed=[0]) / 3
    unrisked = icm([10.0, 10.0, 1.0], [50, 50])[:2]
    assert sum(on_the_bubble.values) == pytest.approx(unrisked.sum(), abs=4)  # the rest goes to who looks on


def test_a_strategy_is_a_range() -> None:
    found = heads_up(10)
    range_ = found.range(1, pushed=[0])
    assert (len(range_) / 1326) == pytest.approx(found.frequency(1, pushed=[0]), abs=0.01)
    assert found.strategy(0) @ HANDS_OF_KIND / 1326 == pytest.approx(found.frequency(0))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"stacks": [10]}, "2 to 5 players push or fold here, not 1"),
        ({"stacks": [10] * 6}, "2 to 5 players push or fold here, not 6"),
        ({"stacks": [10, 0]}, "stacks are above 0"),
        ({"stacks": [10, 10], "blinds": (2, 1)}, "the small blind first"),
        ({"stacks": [10, 10], "others": [5]}, "other players matter where there are payouts"),
        ({"stacks": [10, 10], "iterations": 0}, "iterations are a whole number above 0"),
        ({"stacks": [10, 10, 10], "deals": 5}, "the game is that of 100 to 10,000,000 deals, not of 5"),
        ({"stacks": [10, float("inf")]}, "stacks are above 0"),
    ],
)
def test_what_makes_no_sense_is_refused(words: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        push_fold(**words)  # type: ignore[arg-type]
