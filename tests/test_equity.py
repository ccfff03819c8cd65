"""Equities: exact ones against published counts, the rules, and each other; sampled ones against exact ones."""

import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from fivecard import CardTypeError, DuplicateCardError, FivecardError, HandError
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.engine import FOUR_WITH_AN_ACE
from fivecard.equity import Equity, Progress, equities, equity
from fivecard.equity.methods import ENUMERATION, METHODS, plan
from fivecard.equity.question import Question
from fivecard.games import GAMES, Game
from fivecard.players import strategy_of
from fivecard.ranges import Range
from fivecard.showdown import settle

A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c 7d Th"


# Facts


def test_aces_against_kings_win_as_often_as_everybody_knows() -> None:
    result = equity("AA", "KK")
    assert result.exact
    assert result.wins == (50_371_344, 10_986_372)
    assert result.ties == (285_228, 285_228)
    assert result.deals == 36 * comb(48, 5)
    assert result.shares == (50_371_344 + Fraction(285_228, 2), 10_986_372 + Fraction(285_228, 2))
    assert result.outcomes[0, 1] == 285_228 / result.deals


def test_a_royal_flush_on_the_board_is_shared_by_all() -> None:
    result = equity(*["random"] * 5, board="As Ks Qs Js Ts", exact=False, error=1, seed=1)
    assert result.tie == (1.0,) * 5
    assert result.share == pytest.approx((0.2,) * 5)
    assert result.standard_errors == pytest.approx((0,) * 5, abs=1e-9)


def test_two_random_hands_are_worth_the_same_to_the_last_count() -> None:
    result = equity("random", "random")
    assert result.wins is not None
    assert result.wins[0] == result.wins[1]
    assert result.deals == comb(52, 2) * comb(50, 2) * comb(48, 5)
    assert sum(result.shares or ()) == result.deals


@pytest.mark.exhaustive
def test_all_kinds_of_hands_against_all_kinds_add_up() -> None:
    """169 x 169 sums: what each kind is dealt and wins against all others is what it does against a random hand."""
    kinds = [f"{high}{low}{suited}" for number, high in enumerate("AKQJT98765432") for low in "AKQJT98765432"[number:]
             for suited in (("",) if high == low else ("s", "o"))]  # fmt: skip
    assert len(kinds) == 169
    for kind in kinds:
        deals = wins = 0
        for other in kinds:
            with suppress(HandError):  # two of the same pair with two cards in common
                found = equity(kind, other)
                deals += found.deals
                wins += (found.wins or (0,))[0]
        against_all = equity(kind, "random")
        assert deals == against_all.deals == len(Range(kind)) * comb(50, 2) * comb(48, 5)
        assert wins == (against_all.wins or (0,))[0]


def test_two_players_with_the_same_range_are_worth_the_same_to_the_last_count() -> None:
    result = equity(B, B, board=FLOP)
    assert result.wins is not None
    assert result.wins[0] == result.wins[1]
    assert result.share == (0.5, 0.5)


def test_weights_that_are_all_alike_do_not_count() -> None:
    assert equity("AA:0.3, KK:0.3", "QQ", board=FLOP).wins == equity("KK+", "QQ", board=FLOP).wins


def test_a_weight_counts_like_so_many_hands() -> None:
    """Aces at a third of the weight of kings: a quarter of the deals of both, hand by hand."""
    mixed = equity("AsAh:0.3, KsKh:0.9", "QdQc", board=FLOP)
    aces, kings = (equity(hand, "QdQc", board=FLOP) for hand in ("AsAh", "KsKh"))
    assert mixed.wins is not None
    assert aces.wins is not None
    assert kings.wins is not None
    assert mixed.wins[0] == aces.wins[0] + 3 * kings.wins[0]


# Every exact method against going through all deals


def random_range(random: Random, game: Game, hole: int, size: int) -> Range:
    deck = game.rankings[0].deck
    hands = {tuple(sorted(random.sample(deck, hole))) for _ in range(size)}
    weights = [1.0] * len(hands) if random.random() < 0.5 else [random.randint(1, 10_000) / 10_000 for _ in hands]
    return Range.from_hands(list(hands), weights, game, hole)


def random_question(random: Random, name: str, *, players: int, board: int, size: int) -> Question:
    """A question with cards dealt and dead, drawn until it makes sense: players may exclude each other."""
    game = GAMES[name]
    hole = random.choice(game.hole)
    deck = list(game.rankings[0].deck)
    while True:
        random.shuffle(deck)
        table, dead = deck[:board], deck[board : board + random.choice([0, 0, 1, 3])]
        ranges = [random_range(random, game, hole, size) for _ in range(players)]
        with suppress(HandError):
            return Question(ranges, table, dead, game)


def compare_methods(question: Question) -> int:
    """Hold all methods that take a question to the general one; give how many did."""
    native = question.groups[0].native
    if question.unknown:
        compare_with_the_whole(question)
    others = [method for method in METHODS if method is not ENUMERATION and method.cost(native) < 60]
    if not others:
        return 0
    truth = ENUMERATION.answer(native, 2, lambda _: None)
    for method in others:
        answer = method.answer(native, 2, lambda _: None)
        told = f"{method.name}: {[each.text for each in question.players]}, {question.board}, {question.dead}"
        for player in range(len(question.players)):
            assert (answer.hands(player) == truth.hands(player)).all(), told
        assert (answer.outcomes() == truth.outcomes()).all(), told
    return len(others)


def compare_with_the_whole(question: Question) -> None:
    """Hold methods that take a random hand as a whole to the general one, which takes its hands one by one."""
    assert question.unknown is not None
    native = question.unknown.native
    truth = ENUMERATION.answer(question.groups[0].native, 2, lambda _: None)
    for method in METHODS:
        if method.cost(native) < 60:
            answer = method.answer(native, 2, lambda _: None)
            for player in range(len(question.players)):
                assert (answer.total(player) == truth.total(player)).all(), method.name


@pytest.mark.parametrize(("hole", "board", "dead"), [(4, 5, 1), (4, 4, 1), (4, 3, 20), (5, 5, 12), (6, 5, 20)])
def test_omaha_hands_against_a_random_one(hole: int, board: int, dead: int) -> None:
    random = Random(hole * board)
    for _ in range(3):
        cards = random.sample(ALL_CARDS, 2 * hole + board + dead)
        hands = Range.from_hands([cards[:hole], cards[hole : 2 * hole]], [0.7, 1.0], "omaha", hole)
        table, gone = cards[2 * hole : 2 * hole + board], cards[2 * hole + board :]
        question = Question([hands, "random"], table, gone, "omaha")
        assert question.unknown is not None
        compare_with_the_whole(question)


@pytest.mark.parametrize(
    ("name", "players", "board", "size", "questions"),
    [
        ("holdem", 2, 0, 2, 3),
        ("holdem", 2, 3, 60, 20),
        ("holdem", 2, 4, 300, 20),
        ("holdem", 2, 5, 600, 20),
        ("holdem", 3, 3, 8, 20),
        ("holdem", 3, 4, 30, 20),
        ("holdem", 3, 5, 60, 20),
        ("short-deck", 2, 0, 2, 3),
        ("short-deck", 2, 3, 60, 15),
        ("short-deck-trips", 2, 3, 60, 15),
        ("omaha", 2, 0, 1, 3),
        ("omaha", 2, 3, 2, 15),
        ("omaha", 2, 4, 10, 15),
    ],
)
def test_every_exact_method_agrees_with_going_through_all_deals(
    name: str, players: int, board: int, size: int, questions: int, kernel: str
) -> None:
    random = Random(f"{name} {players} {board}")
    for _ in range(questions):
        compare_methods(random_question(random, name, players=players, board=board, size=size))


def test_hand_against_hand_before_the_flop_is_not_left_to_the_general_method() -> None:
    """The comparison above would hold nothing to anything if methods refused all questions."""
    for name in ("holdem", "short-deck", "omaha"):
        assert compare_methods(random_question(Random(5), name, players=2, board=0, size=1)) >= 1


def test_a_question_in_which_everything_is_symmetric() -> None:
    """Whole kinds of hands: methods that make use of suits being alike must notice, and be right."""
    for players, board in ((("AK", "QQ"), ""), ((A, "TT-88"), FLOP), (("AKs", "QJs:0.25"), "Ah Kh 2h")):
        assert compare_methods(Question(players, board, "", "holdem")) >= 1


# Against the rules, deal by deal


def by_settling(question: Question) -> tuple[list[Fraction], list[int], int]:
    """Shares, pots won whole, and deals, by `settle` for each deal: complete hands, at most two cards to come."""
    shares, wins, deals = [Fraction()] * len(question.players), [0] * len(question.players), 0
    deck = [card for card in question.game.rankings[0].deck if card not in {*question.board, *question.dead}]
    for hands in product(*([cards_of(int(hand)) for hand in each.dealt] for each in question.players)):
        taken = {card for hand in hands for card in hand}
        if len(taken) < sum(map(len, hands)):
            continue
        weight = 1
        for each, hand in zip(question.players, hands, strict=True):
            weight *= int(each.weights[[cards_of(int(other)) for other in each.dealt].index(hand)])
        for more in combinations(
            [card for card in deck if card not in taken], question.game.board - len(question.board)
        ):
            shown = settle(hands, (*question.board, *more), game=question.game)
            deals += weight
            for player, share in enumerate(shown.shares):
                shares[player] += weight * share
                wins[player] += weight * (share == 1)
    return shares, wins, deals


def cards_of(hand: int) -> tuple[Card, ...]:
    return tuple(card for card in ALL_CARDS if hand >> card.id & 1)


@pytest.mark.parametrize("name", GAMES)
def test_in_every_game_the_pot_goes_where_settling_each_deal_sends_it(name: str) -> None:
    random, game = Random(name), GAMES[name]
    for _ in range(4):
        board = game.board and (5 if game.from_hole else random.choice([4, 5]))  # Omaha's choices take long to try
        question = random_question(random, name, players=random.choice([2, 3]), board=board, size=2 if board else 1)
        players = [
            Range.from_hands(
                [cards_of(hand) for hand in each.dealt.tolist()], each.weights / 10_000, game, question.hole
            )
            for each in question.players
        ]
        result = equity(*players, board=question.board, dead=question.dead, game=game, exact=True)
        shares, wins, deals = by_settling(question)
        assert result.share == pytest.approx([float(share / deals) for share in shares], abs=1e-12)
        assert result.win == pytest.approx([won / deals for won in wins], abs=1e-12)
        assert sum(result.shares or ()) == result.deals


# Cards to come


def test_stud_deals_what_is_not_known() -> None:
    """With one card each to come, by going through them."""
    one, two = "As Ad Kd Kh 2c 7s", "Qc Qd Qh 3s 4c 9h"
    unseen = [card for card in ALL_CARDS if card not in parse_cards(f"{one} {two}")]
    won = sum(
        settle([f"{one} {mine}", f"{two} {theirs}"], game="seven-card-stud").shares[0]
        for mine in unseen
        for theirs in unseen
        if mine is not theirs
    )
    result = equity(one, two, game="seven-card-stud")
    assert result.deals == 40 * 39
    assert result.shares is not None
    assert result.shares[0] == won


def test_in_a_draw_what_is_thrown_away_does_not_come_back() -> None:
    one, two = parse_cards("As Ah 5d 6c 9c"), parse_cards("Kc Kd 2h 3h 4s")
    unseen = [card for card in ALL_CARDS if card not in {*one, *two}]
    won = sum(
        settle([(*one[:4], mine), (*two[:4], theirs)], game="five-card-draw").shares[0]
        for mine in unseen
        for theirs in unseen
        if mine is not theirs
    )
    result = equity(one, two, game="five-card-draw", holds=[one[:4], two[:4]])
    assert result.deals == 42 * 41
    assert result.shares is not None
    assert result.shares[0] == won


def test_every_hand_is_as_likely_however_many_cards_it_draws() -> None:
    """A strategy keeps two cards of one hand and four of another: neither counts more."""
    one, two, other = "As Ah 5d 6c 9c", "Ts Th 5c 5s 2d", "Kc Kd 2h 3h 4s"
    both = Range.from_hands([one, two], 1.0, "five-card-draw")
    kept = [5 - len(strategy_of("sharp", FOUR_WITH_AN_ACE, 2).discards(hand)) for hand in (one, two)]
    assert kept == [2, 4]
    asked: dict[str, Any] = {"game": "five-card-draw", "holds": ["sharp", "Kc Kd 2h 3h"]}
    apart = [equity(hand, other, **asked) for hand in (one, two)]
    together = equity(both, other, **asked)
    exact = [Fraction(each.shares[0], each.deals) for each in (*apart, together) if each.shares is not None]
    assert exact[2] == (exact[0] + exact[1]) / 2
    assert sorted(together.by_hand(0).share) == pytest.approx(sorted(each.share[0] for each in apart))
    sampled = equity(both, other, **asked, exact=False, error=2e-3, seed=4)
    assert abs(sampled.share[0] - together.share[0]) < 4.5 * sampled.standard_errors[0]


# What a result tells


def test_hands_run_outs_and_outcomes_add_up_to_the_whole() -> None:
    result = equity(A, "TT-88, KQs:0.5", board=FLOP, dead="As")
    for player in (0, 1):
        hands = result.by_hand(player)
        assert np.nansum(hands.share * hands.deals) / hands.deals.sum() == pytest.approx(result.share[player])
        shares, chances = result.distribution(player)
        assert (shares[1:] >= shares[:-1]).all()
        assert chances.sum() == pytest.approx(1)
        assert shares @ chances == pytest.approx(result.share[player])
    turns = result.runouts(0)
    assert turns.shape == (52, 52)
    assert np.array_equal(turns, turns.T, equal_nan=True)
    for card in parse_cards(f"{FLOP} As"):
        assert np.isnan(turns[card.id]).all()
    assert sum(result.outcomes.values()) == pytest.approx(1)
    river = equity(A, "TT-88", board=f"{FLOP} 9h").runouts(1)
    with_ace = equity(A, "TT-88", board=f"{FLOP} 9h As").share[1]
    assert river[parse_cards("As")[0].id] == pytest.approx(with_ace)


def test_random_hands_have_their_equities_too() -> None:
    """A random hand is taken as a whole where that is quicker; asked for each of its hands, it is not."""
    for game, hand, board in (("omaha", "AsAhKsKh", f"{FLOP} 9h"), ("holdem", "AsKs", FLOP)):
        result = equity(hand, "random", board=board, game=game, exact=True)
        hands = result.by_hand(1)
        assert len(hands) == comb(52 - len(parse_cards(board)), 4 if game == "omaha" else 2)
        assert np.nansum(hands.share * hands.deals) / hands.deals.sum() == pytest.approx(result.share[1])


def test_a_hand_that_cannot_be_has_no_equity() -> None:
    hands = equity("AsAh, KsKh", "AsAd, AcAd", board=FLOP, exact=True).by_hand(0)
    assert np.isfinite(hands.share).all()
    hands = equity("AsAh, KsKh", "AsAd, AhAd", board=FLOP, exact=True).by_hand(0)
    assert np.isnan(hands.share).tolist() == [False, True]
    assert hands["KsKh"].share == pytest.approx(equity("KsKh", "AsAd, AhAd", board=FLOP).share[0])


def test_equities_of_a_range_are_those_of_its_hands() -> None:
    found = equities("AsKs, 7c2d", B, board=FLOP)
    for hand in ("AsKs", "7c2d"):
        assert found[hand].share == pytest.approx(equity(hand, B, board=FLOP).share[0])
    with pytest.raises(FivecardError, match="'AhKh' is not among the 2 hands"):
        found["AhKh"]
    with pytest.raises(FivecardError, match="a number of hands is a whole number from 0 on, not 'x'"):
        found.best("x")  # type: ignore[arg-type]


def test_a_result_says_whether_it_is_exact() -> None:
    exact, sampled = equity("AsKs", "QhQd"), equity("AsKs", "QhQd", exact=False, error=1, seed=9)
    assert exact.certainty == "exact: 1,712,304 deals"
    assert sampled.certainty.startswith("sampled: standard error of the equity ")
    assert sampled.certainty.endswith("seed 9")
    for result in (exact, sampled):
        assert result.certainty in str(result)
        assert result.certainty in result._repr_html_()
    assert sampled.wins is sampled.ties is sampled.shares is None
    with pytest.raises(FivecardError, match="known only of an exact answer"):
        sampled.by_hand(0)
    with pytest.raises(FrozenInstanceError):
        exact.win = (1.0, 0.0)  # type: ignore[misc]
    assert "<script>" not in equity("AA", "KK", board=FLOP)._repr_html_()


@pytest.mark.parametrize("duplicate", [copy, deepcopy, lambda result: pickle.loads(pickle.dumps(result))])
def test_a_result_can_be_copied_and_sent_to_another_process(duplicate: Callable[[Equity], Equity]) -> None:
    exact = equity("QQ+", "random", board=FLOP)
    for result in (exact, equity(A, B, board=FLOP, exact=False, error=1, seed=1)):
        result.runouts(0)
        found = duplicate(result)
        assert (found, str(found)) == (result, str(result))
        np.testing.assert_array_equal(found.runouts(0), result.runouts(0))
    assert [hand.share for hand in duplicate(exact).by_hand(0)] == [hand.share for hand in exact.by_hand(0)]


# Sampling


def test_a_sample_depends_on_its_seed_alone() -> None:
    one, two, other = (
        equity(A, B, "random", exact=False, error=1, seed=seed, threads=threads)
        for seed, threads in ((7, 1), (7, 3), (8, 2))
    )
    assert (one.win, one.tie, one.share, one.outcomes) == (two.win, two.tie, two.share, two.outcomes)
    assert one.share != other.share
    assert equity("AA", "KK", exact=False, error=1).seed != equity("AA", "KK", exact=False, error=1).seed


SAMPLED: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("AKs:0.5, QQ", "JJ-99"), {"board": FLOP, "dead": "As"}),
    (("AsKs", "QhQd"), {}),
    (("AA", "KK", "QQ"), {"board": FLOP}),
    (("AsAhKsKh", "JdTd9c8c"), {"game": "omaha", "board": "2c 7d Th"}),
    (("AsAh2s3h", "JdTd9c8c", "KdQd5c4c"), {"game": "omaha-hi-lo", "board": "2c 7d Th"}),
    (("As Ah Kd Kh 2c 9s", "Qd Qh 3s 3d 4c 8h"), {"game": "seven-card-stud"}),
    (("As 2h 3d 7d 9c Kc", "2d 3c 4s 8h Td Ts"), {"game": "razz"}),
    (("AKs, TT", "QQ"), {"game": "short-deck", "board": "Ah 7d 6s"}),
    (("As 2h 3d", "Ad Qh 3s 5c"), {"game": "badugi"}),
    (("random", "AsKs, 7c7d:0.3", "random"), {"board": f"{FLOP} 9h", "dead": "2d"}),
]


@pytest.mark.parametrize(("players", "options"), SAMPLED)
def test_samples_are_as_near_to_the_truth_as_they_say(players: tuple[str, ...], options: dict[str, Any]) -> None:
    truth = equity(*players, **options, exact=True)
    for seed in range(3):
        sampled = equity(*players, **options, exact=False, error=1, seed=seed)
        for ours, right, errors in (
            (sampled.share, truth.share, sampled.standard_errors),
            (sampled.win, truth.win, sampled.win_errors),
            (sampled.tie, truth.tie, sampled.tie_errors),
        ):
            assert max(errors) < 1e-3
            for one, two, error in zip(ours, right, errors, strict=True):
                assert abs(one - two) <= 4.5 * error + 1e-12
        assert sum(sampled.share) == pytest.approx(1)
        chances = [sampled.outcomes.get(winners, 0) - chance for winners, chance in truth.outcomes.items()]
        assert max(map(abs, chances)) < 2e-3


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("players", "board"),
    [
        ((A, B, "TT-88:0.3, KQs"), FLOP),
        (("AsKs", "random", "random"), FLOP),
        (("AKs:0.3, QQ", "random", "random"), f"{FLOP} 9h"),
    ],
)
def test_nineteen_of_twenty_samples_are_within_their_margins(players: tuple[str, ...], board: str) -> None:
    """Over hundreds of seeds; the number that are not is binomial."""
    seeds, outside = 400, 0
    truth = equity(*players, board=board, exact=True).share[0]
    for seed in range(seeds):
        sampled = equity(*players, board=board, exact=False, error=1, seed=seed)
        outside += abs(sampled.share[0] - truth) > 1.96 * sampled.standard_errors[0]
    assert abs(outside - 0.05 * seeds) < 4 * sqrt(seeds * 0.05 * 0.95)


def test_a_hand_against_random_ones_has_hardly_any_error() -> None:
    """What is left to chance is how pairs of unseen cards go together."""
    result = equity("AsKs", *["random"] * 5, seed=1, error=2e-5)
    assert result.method == "pairing the unseen cards"
    assert max(result.standard_errors) <= 2e-5
    assert result.share[0] == pytest.approx(0.311, abs=1e-3)
    assert len(set(result.share[1:])) == 1
    assert sum(result.share) == pytest.approx(1)


def test_random_players_are_worth_the_same_in_every_number() -> None:
    result = equity("random", "AsKs", "random", board=FLOP, exact=False, seed=7, error=1e-3)
    assert result.method == "pairing the unseen cards"
    for numbers in (result.win, result.tie, result.share, result.win_errors, result.tie_errors):
        assert numbers[0] == numbers[2]
    assert [result.outcomes[(player,)] for player in range(3)] == pytest.approx(result.win)
    assert [result.outcome_errors[(player,)] for player in range(3)] == pytest.approx(result.win_errors)
    for player, tie in enumerate(result.tie):
        shared = (chance for each, chance in result.outcomes.items() if player in each and len(each) > 1)
        assert sum(shared) == pytest.approx(tie)
    assert sum(result.outcomes.values()) == pytest.approx(1)


@pytest.mark.parametrize("players", [("AsKs", "random", "random"), (A, B, "JTs")])
def test_outcomes_are_as_near_to_the_truth_as_they_say(players: tuple[str, ...]) -> None:
    exact = equity(*players, board=FLOP, exact=True)
    assert set(exact.outcome_errors.values()) == {0}
    sampled = equity(*players, board=FLOP, exact=False, error=1e-3, seed=3)
    assert set(sampled.outcomes) == set(sampled.outcome_errors) == set(exact.outcomes)
    for winners, chance in sampled.outcomes.items():
        assert abs(chance - exact.outcomes[winners]) <= 5 * sampled.outcome_errors[winners] < 0.02


def test_sampling_stops_at_the_error_or_when_time_is_up() -> None:
    fine = equity("AsKs", "QhQd", exact=False, error=2e-4, seed=1)
    assert max(fine.standard_errors) <= 2e-4
    quick = equity("AsKs", "QhQd", exact=False, error=1e-9, seconds=0.01, seed=1)
    assert max(quick.standard_errors) > 1e-9
    assert quick.deals < fine.deals


def test_what_is_quick_is_exact_and_what_is_not_is_sampled() -> None:
    assert equity("AsKs", "QhQd").exact
    assert equity(A, B, board=FLOP).exact
    assert not equity(*[B] * 6, error=1, seed=1).exact
    assert not equity("As Ah", "Kd", game="seven-card-stud", error=1, seed=1).exact
    with pytest.raises(FivecardError, match="too many hands, or weights, for exact counts"):
        equity("As Ah", "Kd", game="seven-card-stud", exact=True)


def test_what_would_not_fit_into_exact_counts_is_sampled() -> None:
    deck = [str(card) for card in ALL_CARDS]
    odd = [f"{deck[4 * n]}{deck[4 * n + 1]}:0.9999, {deck[4 * n + 2]}{deck[4 * n + 3]}:0.9997" for n in range(10)]
    board = "".join(deck[40:45])
    result = equity(*odd, board=board, error=1, seed=1)
    assert not result.exact
    assert sum(result.share) == pytest.approx(1)
    with pytest.raises(FivecardError, match="for exact counts"):
        equity(*odd, board=board, exact=True)
    assert equity(*odd[:3], board=board).exact


def test_a_random_hand_is_drawn_to_like_any_other() -> None:
    pat = "As Ah Kd 7c 2h"
    drawn = equity("100%", pat, game="five-card-draw", holds=["sharp", None], exact=False, error=2e-3, seed=1)
    pat_too = equity("100%", pat, game="five-card-draw", exact=False, error=2e-3, seed=1)
    assert drawn.share[0] > pat_too.share[0] + 0.1


def test_progress_goes_up_and_has_what_there_is_so_far() -> None:
    told: list[Progress] = []
    result = equity("AsKs", "QhQd", exact=False, error=1, seed=1, progress=told.append)
    assert len(told) > 1
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].done == 1
    assert told[-1].result == result
    assert isinstance(told[0].result, Equity)
    told.clear()
    equity(A, B, "TT", board=FLOP, exact=True, progress=told.append)
    assert told[-1] == Progress(1, None)


def test_a_long_exact_answer_can_be_stopped_soon() -> None:
    def stop(progress: Progress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    told: list[Progress] = []
    players = ["22+, A2s+"] * 4
    with pytest.raises(KeyboardInterrupt):
        equity(*players, exact=True, threads=1, progress=stop)
    seconds, [(_, method)] = plan(Question(players, "", "", "holdem"))
    assert method is ENUMERATION
    assert 0 < told[0].done * seconds < 2  # of hundreds of hours


# Mistakes


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (["AA"], {}, HandError, "an equity is for 2 to 10 players, not 1"),
        (["AA"] * 11, {}, HandError, "an equity is for 2 to 10 players, not 11"),
        (["AA", "KZ"], {}, FivecardError, "player 2: 'KZ' is not a range (column 1)"),
        (["AA", ""], {}, FivecardError, "player 2: "),
        (["AA", 5], {}, CardTypeError, "player 2: expected cards, got 5"),
        (["AA", [1]], {}, CardTypeError, "player 2: expected a Card at position 0, got 1"),
        (["AsKs", "AsQs"], {}, DuplicateCardError, "'As' is in the hand of player 1 and in the hand of player 2"),
        (["AsKs", "QQ"], {"board": "As 2c 3d"}, DuplicateCardError, "'As' is on the board and in the hand of player 1"),
        (["AsKs", "QQ"], {"dead": "Ks"}, DuplicateCardError, "'Ks' is dead and in the hand of player 1"),
        (["AA", "QQ"], {"board": FLOP, "dead": "Th"}, DuplicateCardError, "'Th' is on the board and dead"),
        (["AA", "QQ"], {"board": "2c 7d 2c"}, DuplicateCardError, "the board: duplicate card '2c' in '2c 7d 2c'"),
        (["AA", "QQ"], {"dead": "2c 2c"}, DuplicateCardError, "dead cards: duplicate card '2c' in '2c 2c'"),
        (["AA", "QQ"], {"board": "2c"}, HandError, "the board has 0, 3, 4 or 5 cards, not 1: '2c'"),
        (["AA", "QQ"], {"board": "2c 3d"}, HandError, "the board has 0, 3, 4 or 5 cards, not 2: '2c 3d'"),
        (["AA", "QQ"], {"board": "2c 3d 4d 5d 6d 7d"}, HandError, "the board has 0, 3, 4 or 5 cards, not 6"),
        (["AA", "QQ"], {"board": "2c 3x 4d"}, FivecardError, "the board: '3x' is not a card (column 4)"),
        (["AA", "QQ"], {"game": "whist"}, HandError, "there is no game 'whist'"),
        (["AA", "QQ"], {"game": "short-deck", "dead": "2c"}, HandError, "dead cards: '2c' is not in the deck"),
        (["AsKs", "As*"], {}, HandError, "player 1 and player 2 exclude each other: every hand of 'AsKs' has a card"),
        (["AsAh", "AdAc", "AA"], {}, HandError, "at once: 'AsAh' (player 1), 'AdAc' (player 2), 'AA'"),
        (["QQ", "AK"], {"board": "As Ah Ad", "dead": "Ac"}, HandError, "player 2: every hand of 'AK' has a card of"),
        (["random"] * 8, {"game": "razz"}, HandError, "8 players need 56 cards, dead ones included: the"),
        (["As Kd", "Qd Qh"], {"game": "razz", "board": "2c 3c 4c"}, HandError, "there is no board in razz: '2c 3c 4c'"),
        (["AA", Range("JT98ds", "omaha")], {}, HandError, "player 2: a range of 4 cards for Omaha, but here are 2"),
        (["AA", "KK"], {"holds": ["As", None]}, HandError, "nothing is drawn in Texas hold'em"),
        (["AA", "KK"], {"error": 0}, FivecardError, "error must be a number above 0, not 0"),
        (["AA", "KK"], {"seconds": -1}, FivecardError, "seconds must be a number above 0, not -1"),
        (["AA", "KK"], {"seed": -1}, FivecardError, "a seed is a whole number from 0 to 2^64 - 1, not -1"),
        (["AA", "KK"], {"threads": 0}, FivecardError, "threads are a whole number from 1 to 1024, not 0"),
        (["AA", "KK"], {"hole": 3}, HandError, "in Texas hold'em a player has 2 cards, not 3"),
        (["AA", "KK"], {"hole": 0}, HandError, "in Texas hold'em a player has 2 cards, not 0"),
        (["AA", "KK"], {"hole": 2.0}, HandError, "in Texas hold'em a player has 2 cards, not 2.0"),
        (["AA", "KK"], {"exact": "no"}, FivecardError, "exact is True, False or None, not 'no'"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(
    players: Sequence[Any], options: dict[str, Any], error: type[FivecardError], message: str
) -> None:
    with pytest.raises(error) as caught:
        equity(*players, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("holds", "message"),
    [
        (5, "holds are a list of what each player keeps, not 5"),
        ("Td", "holds are a list of what each player keeps, not 'Td'"),
        (["Td Tc"], "there are 2 players and 1 holds"),
        (["Td Tc", "9s"], "player 2 holds '9s', which is not in '9c9d9h2s4d'"),
        (["Td Tc", "nobody"], "what player 2 holds: 'nobody' is not a card"),
    ],
)
def test_a_wrong_hold_is_named(holds: Any, message: str) -> None:
    with pytest.raises(FivecardError) as caught:
        equity("As Kh Td Tc 6s", "9c 9d 9h 2s 4d", game="five-card-draw", holds=holds)
    assert message in str(caught.value)
