"""Shares of the pot where opponents have said how many cards they drew: counted out, dealt, and summed up again."""

import random
from collections import defaultdict
from itertools import chain, combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import ArgumentError, HandError, _core, batch  # noqa: TID251
from fivecard._util.machine import threads_for
from fivecard.cards import ALL_CARDS, Card, Rank, card_id, parse_cards
from fivecard.draw.odds import ANNOUNCED_MARGINS, win_odds
from fivecard.draw.strategy import Strategy, ids_of, in_order, opponent_who_drew, solved, table_against
from fivecard.engine import FOUR_WITH_AN_ACE, THREE_CARD_DRAW, Deal, Discard, View, apply, start
from fivecard.errors import FivecardError
from fivecard.players import PLAYERS, play_out, strategy_of
from tests.effort import effort, some

NINES = parse_cards("9c 9d Ah 6s 2c")
HANDS = [NINES, *map(parse_cards, ("Ks Kd Kh 3s 7d", "Ac Ad 5h 5s 2c", "4c 5d 6h 7s Ac", "Jh 8h 7h 2h 2c"))]


def share(
    hand: tuple[Card, ...], kept: tuple[Card, ...], opponents: int, strategy: Strategy, *drew: int | None
) -> float:
    [choice] = win_odds(hand, opponents, strategy=strategy, hold=kept, drew=drew)
    assert choice.share is not None
    return choice.share


def sets_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return sets


def others_hands(hand: tuple[Card, ...]) -> NDArray[np.uint8]:
    others = [card_id(card) for card in ALL_CARDS if card not in hand]
    return np.fromiter(chain.from_iterable(combinations(others, 5)), dtype=np.uint8).reshape(-1, 5)


def announcements(hand: tuple[Card, ...], strategy: Strategy) -> NDArray[np.float64]:
    """How often an opponent draws 0 to 5 cards, counted over all the hands it may have."""
    hands = sets_of(others_hands(hand))
    drew = 5 - np.bitwise_count(strategy.kept_of(hands))
    return np.bincount(drew, minlength=6) / len(hands)


def test_a_pair_of_nines_is_no_hand_against_one_who_stood_pat() -> None:
    """Every draw to the nines against every hand that stands pat, as long as they have no card in common."""
    strategy = solved(FOUR_WITH_AN_ACE, 2)
    theirs = others_hands(NINES)
    sets = sets_of(theirs)
    pat = strategy.kept_of(sets) == sets
    theirs, sets = theirs[pat], sets[pat]
    strengths = batch.strengths(theirs)
    nines = NINES[:2]
    drawn = combinations([card_id(card) for card in ALL_CARDS if card not in NINES], 3)
    mine = np.array([[*map(card_id, nines), *cards] for cards in drawn], dtype=np.uint8)
    own, ours = batch.strengths(mine), sets_of(mine)
    won = deals = 0.0
    for strength, cards in zip(own.tolist(), ours.tolist(), strict=True):
        apart = sets & np.uint64(cards) == 0
        won += np.count_nonzero(apart & (strengths < strength)) + np.count_nonzero(apart & (strengths == strength)) / 2
        deals += np.count_nonzero(apart)
    assert share(NINES, nines, 1, strategy) > 0.55
    assert share(NINES, nines, 1, strategy, 0) == pytest.approx(won / deals, abs=5e-4)
    assert won / deals < 0.02


@pytest.mark.parametrize(
    "hand",
    [HANDS[0], *(pytest.param(hand, marks=pytest.mark.exhaustive) for hand in HANDS[1:])],
    ids=lambda hand: " ".join(map(str, hand)),
)
def test_announcements_together_are_what_is_known_without_them(hand: tuple[Card, ...]) -> None:
    for strategy in (solved(FOUR_WITH_AN_ACE, 2), strategy_of("classic", FOUR_WITH_AN_ACE, 2))[: effort(1, 2)]:
        how_often = announcements(hand, strategy)
        for choice in win_odds(hand, 1, strategy=strategy)[: effort(1, 3)]:
            shares = [share(hand, choice.kept, 1, strategy, drew) for drew in range(5)]
            assert shares @ how_often[:5] == pytest.approx(choice.share, abs=1e-3)
            two = [share(hand, choice.kept, 2, strategy, None, drew) for drew in range(5)]
            assert two @ how_often[:5] == pytest.approx(share(hand, choice.kept, 2, strategy), abs=2e-3)


@pytest.mark.parametrize("opponents", some(3, range(1, 6)))
def test_who_announces_nothing_is_as_at_a_table_of_silence(opponents: int) -> None:
    """Two ways to find the same: for all hands at once, and for one."""
    strategy = solved(FOUR_WITH_AN_ACE, opponents + 1)
    silent = _core.AnnouncedDraws([opponent_who_drew(strategy, None)] * opponents)
    for hand in HANDS[: effort(2, None)]:
        ids, holds = ids_of(in_order(hand)), list(range(1, 32))
        shares = silent.shares(ids, holds, threads_for(None))
        assert shares == pytest.approx(table_against(strategy, opponents).shares(ids)[1:], abs=5e-4)


def dealt_with(hand: tuple[Card, ...], players: int, deck: list[Card]) -> list[Card]:
    """A deck that deals a hand to the last seat."""
    others = iter(card for card in deck if card not in hand)
    mine = iter(hand)
    return [next(mine if place < 5 * players and place % players == players - 1 else others) for place in range(52)]


def test_rounds_at_the_table_end_as_announcements_tell() -> None:
    """Dealt and played by the engine: of the rounds with the same announcements, the part of the pot that was won."""
    source, hand, kept, opponents = random.Random(17), NINES, NINES[:2], 2
    won = defaultdict[tuple[int, ...], list[float]](list)

    def draw_three(view: View, random: random.Random) -> Discard:
        return view.discard(tuple(card for card in view.hand if card not in kept))

    for _ in range(effort(4_000, 12_000)):
        deck = dealt_with(hand, opponents + 1, source.sample(ALL_CARDS, 52))
        state, _ = apply(start(FOUR_WITH_AN_ACE, opponents + 1), Deal(tuple(deck), ALL_CARDS))
        state, _ = play_out(state, [PLAYERS["classic"]] * opponents + [draw_three], source)
        won[tuple(draws[-1] for draws in state.drawn[:opponents])].append(
            (opponents in state.winners) / len(state.winners)
        )
    often = {drew: parts for drew, parts in won.items() if len(parts) >= effort(150, 300)}
    assert len(often) >= 5
    strategy = strategy_of("classic", FOUR_WITH_AN_ACE, opponents + 1)
    for drew, parts in often.items():
        luck = np.std(parts) / len(parts) ** 0.5
        assert share(hand, kept, opponents, strategy, *drew) == pytest.approx(np.mean(parts), abs=3.5 * luck + 0.003), (
            drew
        )


def share_errors(opponents: int, hand: tuple[Card, ...], rounds: int, fewest: int) -> list[tuple[float, float, int]]:
    """Replay random deals of a hand: for each announcement the share's error, the standard error, and the rounds."""
    theirs = solved(FOUR_WITH_AN_ACE, opponents + 1)
    best = win_odds(hand, opponents)[0]
    number, positions = _core.class_of_hand(ids_of(in_order(hand)))
    held = sum((best.hold >> card & 1) << position for card, position in enumerate(positions))
    mine = theirs.holds[:number] + bytes([held]) + theirs.holds[number + 1 :]
    players = opponents + 1
    seats = [*[0] * opponents, 1]
    generator = np.random.default_rng(opponents)
    others = np.array([card_id(card) for card in ALL_CARDS if card not in hand], dtype=np.uint8)
    own = np.arange(players - 1, 5 * players, players)
    decks = np.empty((rounds, 52), dtype=np.uint8)
    decks[:, own] = [card_id(card) for card in hand]
    decks[:, np.setdiff1d(np.arange(52), own)] = generator.permuted(np.broadcast_to(others, (rounds, 47)), axis=1)
    reserves = np.ascontiguousarray(np.broadcast_to(np.arange(52, dtype=np.uint8), (rounds, 52)))
    _, thrown, parts = _core.Rounds([theirs.holds, mine]).replay(seats, decks, reserves)
    drew = np.sort(np.bitwise_count(thrown[:, :opponents]), axis=1)
    found = []
    for announced in product(range(5), repeat=opponents):
        if sorted(announced) != list(announced):
            continue
        won = parts[(drew == announced).all(axis=1), opponents] / _core.POT_PARTS
        if len(won) >= fewest:
            error = share(hand, best.kept, opponents, theirs, *announced) - float(won.mean())
            found.append((error, float(won.std()) / len(won) ** 0.5, len(won)))
    return found


@pytest.mark.parametrize("opponents", [1, 2, *(pytest.param(many, marks=pytest.mark.exhaustive) for many in (3, 5))])
def test_shares_after_announcements_are_right_within_their_margins(opponents: int) -> None:
    source, rounds = random.Random(opponents), effort(50_000, 200_000)
    found = [
        error
        for _ in range(effort(4, 8))
        for error in share_errors(opponents, tuple(source.sample(ALL_CARDS, 5)), rounds=rounds, fewest=rounds // 100)
    ]
    errors, luck, played = np.array(found).T
    within = np.abs(errors) < ANNOUNCED_MARGINS[opponents] + 2 * luck
    assert (within * played).sum() / played.sum() >= 0.9
    assert (np.abs(errors) < 3 * ANNOUNCED_MARGINS[opponents] + 3 * luck).all()


def test_the_order_of_announcements_makes_no_difference() -> None:
    strategy = solved(FOUR_WITH_AN_ACE, 4)
    one, *others = [share(NINES, NINES[:2], 3, strategy, *drew) for drew in ((0, 1, None), (1, 0), (None, 0, 1))]
    assert others == [one, one]


def test_who_has_all_aces_knows_that_nobody_kept_one() -> None:
    strategy = strategy_of("classic", FOUR_WITH_AN_ACE, 2)
    assert strategy.may_draw(4, without="Ac Ad Ah Kc Ks")
    with pytest.raises(
        HandError, match=r"opponent 2 cannot have drawn 4: .* 'classic' never does, against 'Ac Ad Ah As"
    ):
        win_odds("Ac Ad Ah As Kc", 2, strategy=strategy, drew=(3, 4))


def test_announcements_that_leave_no_chance_for_each_other_are_refused() -> None:
    def throw_the_fifth(hand: tuple[Card, ...]) -> list[Card]:
        others = [card for card in hand if card.rank is not Rank.ACE]
        return others if len(others) == 1 else []

    strategy = Strategy.of("four aces draw one", throw_the_fifth)
    assert share(NINES[:2] + parse_cards("Kh 6s 2c"), NINES[:2], 2, strategy, 1) < 0.01
    with pytest.raises(HandError, match=r"draws of 1, 1 are too unlikely against '9c 9d Kh 6s 2c': no share is known"):
        win_odds("9c 9d Kh 6s 2c", 2, strategy=strategy, drew=(1, 1))


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("drew", "error", "message"),
    [
        ((0, 1, 2), ArgumentError, "3 draws are announced, more than there are opponents: 2"),
        ((0, 5), ArgumentError, "opponent 2 may have drawn 0 to 4 cards, not 5"),
        ((-1,), ArgumentError, "opponent 1 may have drawn 0 to 4 cards, not -1"),
        (("3",), ArgumentError, "opponent 1 may have drawn 0 to 4 cards, not '3'"),
        (
            (1, 4),
            HandError,
            "opponent 2 cannot have drawn 4: the strategy 'solved for 3 players, rules draw-3' never does",
        ),
    ],
)
def test_what_nobody_can_have_drawn_is_refused(drew: tuple[int, ...], error: type[FivecardError], message: str) -> None:
    with pytest.raises(error, match=message):
        win_odds(NINES, 2, rules=THREE_CARD_DRAW, drew=drew)


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.DrawOpponent(bytes(134459), None, 1), "hold 0 of suit class 0 is not from 1 to 31"),
        (lambda: _core.DrawOpponent(bytes([31]) * 134459, 5, 1), "an opponent draws 0 to 4 cards, not 5"),
        (lambda: _core.AnnouncedDraws([]), "there are 1 to 5 opponents, not 0"),
        (lambda: _core.may_draw(b"", 0, [0, 1, 2, 3, 4]), "a strategy has 134459 holds, not 0"),
        (lambda: _core.may_draw(bytes([31]) * 134459, -1, [0, 1, 2, 3, 4]), "an opponent draws 0 to 4 cards, not -1"),
    ],
)
def test_what_makes_no_sense_is_refused(call: "object", message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        call()  # type: ignore[operator]
