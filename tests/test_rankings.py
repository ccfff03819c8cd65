"""Rankings: what beats what, proven against published totals and against pokerkit, class by class."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, pairwise
from operator import eq, ge, gt, le, lt, ne
from random import Random
from typing import Any

import numpy as np
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    RANKINGS,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    BadugiCategory,
    Card,
    Category,
    Evaluation,
    HandError,
    Rank,
    Ranking,
    RankingError,
    Suit,
    UnknownNameError,
    batch,
    compare,
    evaluate,
    explain,
    parse_cards,
    reference,
    strength,
)
from fivecard.cards import ALL_CARDS
from fivecard.rankings import FiveCardRanking
from tests.effort import effort

FIVE_CARD = [ranking for ranking in RANKINGS.values() if isinstance(ranking, FiveCardRanking)]


def by_name(ranking: Ranking) -> str:
    return ranking.name


@pytest.mark.parametrize(
    ("ranking", "classes"),
    [
        (HIGH, 7462),
        (DEUCE_TO_SEVEN, 7462),
        (ACE_TO_FIVE, 6175),
        (ACE_TO_SIX, 7462),
        (EIGHT_OR_BETTER, 56),
        (SHORT_DECK, 1404),
        (SHORT_DECK_TRIPS, 1404),
        (BADUGI, 715 + 286 + 78 + 13),
    ],
    ids=str,
)
def test_a_ladder_has_as_many_rungs_as_there_are_classes(ranking: Ranking, classes: int) -> None:
    assert ranking.strongest == classes
    assert len(set(ranking.classes)) == classes + 1


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=by_name)
def test_the_strengths_of_a_category_stand_next_to_each_other(ranking: Ranking) -> None:
    categories = list(dict.fromkeys(hand_class.category for hand_class in ranking.classes[1:]))
    assert [s for category in categories for s in ranking.strengths_of(category)] == [*range(1, ranking.strongest + 1)]
    for category in categories:
        assert {ranking.category(strength) for strength in ranking.strengths_of(category)} == {category}


def suited_and_unsuited_hands(ranking: FiveCardRanking) -> Iterator[tuple[Card, ...]]:
    """One hand for every choice of five ranks, and one of a single suit where they are different."""
    for ranks in ranking.five_ranks():
        seen: dict[Rank, int] = dict.fromkeys(Rank, -1)
        hand = []
        for place, rank in enumerate(ranks):
            seen[rank] += 1
            hand.append(Card(rank, Suit((seen[rank] + (place == 4 and len(set(ranks)) == 5)) % 4)))
        yield tuple(hand)
        if len(set(ranks)) == 5:
            yield tuple(Card(rank, Suit.HEARTS) for rank in ranks)


def order_is(ranking: Ranking, hands: Iterable[tuple[Card, ...]], theirs: Callable[[str], int | None]) -> None:
    """Check that another library has the same classes in the same order; what it refuses does not qualify."""
    pairs: list[tuple[int, int, tuple[Card, ...]]] = []
    for hand in hands:
        strength = reference.evaluate(hand, ranking=ranking).strength
        entry = theirs("".join(map(str, hand)))
        assert (entry is None) == (strength == 0), hand
        if entry is not None:
            pairs.append((entry, strength, hand))
    pairs.sort(key=lambda pair: pair[:2])
    for (index, strength, hand), (next_index, next_strength, next_hand) in pairwise(pairs):
        same, stronger = next_strength == strength, next_strength > strength
        assert same if next_index == index else stronger, f"{ranking.name}: {hand} and {next_hand}"


PEERS: dict[Ranking, Any] = {
    HIGH: pokerkit.StandardHighHand,
    DEUCE_TO_SEVEN: pokerkit.StandardLowHand,
    ACE_TO_FIVE: pokerkit.RegularLowHand,
    EIGHT_OR_BETTER: pokerkit.EightOrBetterLowHand,
    SHORT_DECK: pokerkit.ShortDeckHoldemHand,
}
with_a_peer = pytest.mark.parametrize("ranking", PEERS, ids=str)


def pokerkits_worth(ranking: Ranking, make: Callable[[str], Any], text: str) -> int | None:
    """What pokerkit makes of a hand, more being stronger; nothing if it refuses."""
    try:
        index: int = make(text).entry.index
    except ValueError:
        return None
    return -index if ranking.low else index


@with_a_peer
def test_all_classes_stand_in_pokerkits_order(ranking: FiveCardRanking) -> None:
    order_is(ranking, suited_and_unsuited_hands(ranking), partial(pokerkits_worth, ranking, PEERS[ranking]))


def test_badugi_hands_stand_in_pokerkits_order() -> None:
    source = Random(14)
    hands = [tuple(source.sample(ALL_CARDS, 4)) for _ in range(3000)]
    order_is(BADUGI, hands, partial(pokerkits_worth, BADUGI, pokerkit.BadugiHand.from_game))


# Arrays against pokerkit: of two hands the same one wins, or both tie. Those that do not qualify are below all others.

WORTHLESS = -(10**6)


def winners_of_pairs(worth: NDArray[Any]) -> NDArray[np.int64]:
    difference: NDArray[np.int64] = worth[::2].astype(np.int64) - worth[1::2]
    return np.sign(difference)


@cache
def pokerkits_worths(ranking: Ranking, cards: int, hands: int) -> NDArray[np.int64]:
    peer = pokerkit.BadugiHand if ranking is BADUGI else PEERS[ranking]
    texts = ("".join(line.split()) for line in batch.format(batch.random_hands(hands, cards, seed=14, ranking=ranking)))
    worths = (pokerkits_worth(ranking, peer.from_game, text) for text in texts)
    return np.array([WORTHLESS if worth is None else worth for worth in worths])


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("pairs", [effort(400, 1_500), pytest.param(50_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("ranking", [*PEERS, BADUGI], ids=str)
def test_of_two_random_hands_the_same_wins_in_pokerkit(ranking: Ranking, pairs: int) -> None:
    cards = ranking.largest_hand
    found = batch.strengths(batch.random_hands(2 * pairs, cards, seed=14, ranking=ranking), ranking=ranking)
    expected = pokerkits_worths(ranking, cards, 2 * pairs)
    np.testing.assert_array_equal(winners_of_pairs(found), winners_of_pairs(expected))
    assert np.count_nonzero(found == 0) == np.count_nonzero(expected == WORTHLESS)


def rank_key(ranks: NDArray[Any], suited: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A number for five ranks in any order, and whether they are of one suit."""
    key: NDArray[np.int64] = (np.int64(1) << 3 * ranks.astype(np.int64)).sum(axis=1) * 2 + suited
    return key


@pytest.mark.exhaustive
@pytest.mark.usefixtures("kernel")
@with_a_peer
def test_of_a_million_pairs_of_seven_cards_the_same_wins_by_pokerkits_five(ranking: FiveCardRanking) -> None:
    kinds = list(suited_and_unsuited_hands(ranking))
    rows = np.array([[card.id for card in hand] for hand in kinds])
    keys = rank_key(rows >> 2, (rows & 3 == rows[:, :1] & 3).all(axis=1))
    worths = [pokerkits_worth(ranking, PEERS[ranking], "".join(map(str, hand))) for hand in kinds]
    order = np.argsort(keys)
    keys, worth = keys[order], np.array([WORTHLESS if each is None else each for each in worths])[order]
    hands = batch.random_hands(2_000_000, 7, seed=15, ranking=ranking)
    best = np.full(len(hands), WORTHLESS)
    for choice in combinations(range(7), 5):
        five = hands[:, choice]
        key = rank_key(five >> 2, (five & 3 == five[:, :1] & 3).all(axis=1))
        np.maximum(best, worth[np.searchsorted(keys, key)], out=best)
    found = batch.strengths(hands, ranking=ranking)
    np.testing.assert_array_equal(winners_of_pairs(found), winners_of_pairs(best))


@pytest.mark.exhaustive
def test_every_badugi_hand_stands_in_pokerkits_order() -> None:
    hands = [tuple(hand) for hand in combinations(ALL_CARDS, 4)]
    order_is(BADUGI, hands, partial(pokerkits_worth, BADUGI, pokerkit.BadugiHand.from_game))


def test_three_of_a_kind_beats_a_straight_in_one_kind_of_short_deck_only() -> None:
    trips, straight = "7c 7d 7h 9s Kc", "6c 7d 8h 9s Tc"
    assert evaluate(trips, ranking=SHORT_DECK) < evaluate(straight, ranking=SHORT_DECK)
    assert evaluate(trips, ranking=SHORT_DECK_TRIPS) > evaluate(straight, ranking=SHORT_DECK_TRIPS)
    usual = [each for each in SHORT_DECK.classes if each.category not in (Category.STRAIGHT, Category.THREE_OF_A_KIND)]
    other = [each for each in SHORT_DECK_TRIPS.classes if each in set(usual)]
    assert usual == other


@pytest.mark.parametrize(
    ("ranking", "hands"),
    [
        (DEUCE_TO_SEVEN, "AhKhQhJhTh 2c2d2h2s3c 2c3d4h5s6c 2c2d3h4s5c Ac2d3h4s5c Kc2d3h4s5c 8c6d4h3s2c 7c5d4h3s2c"),
        (ACE_TO_SIX, "2h3h4h5h6h Ac2d3h4s5c AcAd2h3s4c KcQdJhTsAc 6c5d4h3sAc 6c4d3h2sAc"),
        (ACE_TO_FIVE, "KcKdKhKsQc AcAd2h3s4c KcQdJhTs9c 6h5h4h3h2h Ah2h3h4h5h"),
        (SHORT_DECK, "AcKdQhJs9c Ac6d7h8s9c 6c7d8h9sTc AcAdAhKcKd 6c7c8c9cJc 6c6d6h6s7c Ac6c7c8c9c"),
        (BADUGI, "KsKhKdKc AsAhAdAc AsKsKhAh As2s3s4h 2s2hAsAd KsQhJdJc As2h3d3c KsQhJdTc As2h3d5c As2h3d4c"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)  # fmt: skip
def test_hands_that_books_name_stand_in_their_order(ranking: Ranking, hands: str) -> None:
    strengths = [evaluate(hand, ranking=ranking).strength for hand in hands.split()]
    assert strengths == sorted(set(strengths))


def test_equal_low_hands_tie_whatever_their_suits() -> None:
    assert evaluate("8c 6d 4h 3s 2c", ranking=DEUCE_TO_SEVEN) == evaluate("8s 6s 4s 3s 2d", ranking=DEUCE_TO_SEVEN)
    assert evaluate("8c 6c 4c 3c 2c", ranking=ACE_TO_FIVE) == evaluate("8s 6d 4h 3s 2d", ranking=ACE_TO_FIVE)
    assert evaluate("Ac Ad 2d 3h", ranking=BADUGI) == evaluate("As Ah 2d 3c", ranking=BADUGI)


@pytest.mark.parametrize(
    ("ranking", "hand", "words"),
    [
        (DEUCE_TO_SEVEN, "8h 6d 4c 3s 2h", "eight-six low, 8-6-4-3-2"),
        (DEUCE_TO_SEVEN, "Ah 2d 3c 4s 5h", "ace-five low, A-5-4-3-2"),
        (DEUCE_TO_SEVEN, "2h 3h 4h 5h 6h", "straight flush, Six high"),
        (ACE_TO_FIVE, "Ah 2h 3h 4h 5h", "five-four low, 5-4-3-2-A"),
        (ACE_TO_FIVE, "Ah As 3h 4h 5h", "one pair, Aces, Five Four Three kickers"),
        (EIGHT_OR_BETTER, "Ah 2d 3c 4s 9h", "no low"),
        (SHORT_DECK, "Ac 6d 7h 8s 9c", "straight, Nine high"),
        (BADUGI, "As 2h 3d 4c", "four-high badugi, 4-3-2-A"),
        (BADUGI, "As 2h 3d 3c", "three-card hand, 3-2-A"),
    ],
    ids=str,
)
def test_every_ranking_describes_its_hands(ranking: Ranking, hand: str, words: str) -> None:
    assert str(evaluate(hand, ranking=ranking)) == words


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=by_name)
def test_every_rung_has_words_of_its_own(ranking: Ranking) -> None:
    assert len({ranking.describe(strength) for strength in range(ranking.strongest + 1)}) == ranking.strongest + 1


def test_the_best_low_hands_are_numbered() -> None:
    assert evaluate("7h 5d 4c 3s 2h", ranking=DEUCE_TO_SEVEN).nickname == "number one"
    assert evaluate("6h 4d 3c 2s Ah", ranking=ACE_TO_FIVE).nickname == "number two"
    assert evaluate("Kh Qd Jc 9s 2h", ranking=ACE_TO_FIVE).nickname == ""
    assert "number one" in str(explain("As 2h 3d 4c", ranking=BADUGI))


def test_hands_of_different_rankings_cannot_be_compared() -> None:
    high, low = evaluate("8c 6d 4h 3s 2c"), evaluate("8c 6d 4h 3s 2c", ranking=ACE_TO_FIVE)
    for ask in (lt, le, gt, ge, eq, ne):
        with pytest.raises(RankingError, match="high cannot be compared with one of ace-to-five"):
            ask(high, low)


def test_a_flush_is_avoided_where_it_counts_against_you() -> None:
    best = evaluate("2h 3h 4h 5h 7h Kd Kc", ranking=DEUCE_TO_SEVEN)
    assert best.describe() == "king-five low, K-5-4-3-2"
    assert len({card.suit for card in best.cards}) > 1


@pytest.mark.parametrize(
    ("ranking", "hand", "message"),
    [
        (SHORT_DECK, "Ac 6d 7h 8s 2c", "'2c' is not in the deck of short-deck"),
        (BADUGI, "Ac 6d 7h", "a hand has 4 cards, this one has 3"),
        (BADUGI, "Ac 6d 7h 8h 9h", "a hand has 4 cards, this one has 5"),
        (ACE_TO_FIVE, "Ac Ac 7h 8s 2c", "duplicate card 'Ac'"),
        (ACE_TO_FIVE, "Ac 7h 8s 2c", "a hand has 5 to 7 cards, this one has 4"),
    ],
    ids=str,
)
def test_what_is_no_hand_of_a_ranking_is_refused(ranking: Ranking, hand: str, message: str) -> None:
    for judge in (partial(evaluate, ranking=ranking), partial(reference.evaluate, ranking=ranking)):
        with pytest.raises(HandError, match=message):
            judge(hand)


def test_no_hand_is_below_every_hand_in_every_ranking() -> None:
    for ranking in RANKINGS.values():
        nothing = evaluate([], ranking=ranking)
        assert nothing < Evaluation.from_strength(1, ranking=ranking)
        assert nothing.ranking is ranking


def test_two_hands_that_do_not_qualify_tie() -> None:
    assert compare("Ah Kd Qc 4s 9h", "Kh Qd Jc 4s 9h", ranking=EIGHT_OR_BETTER).winners == (0, 1)
    assert compare("Ah 2d 3c 4s 9h", "8h 2d 3c 4s 5h", ranking=EIGHT_OR_BETTER).winners == (1,)


@given(st.data())
def test_what_decides_between_two_low_hands_is_the_first_rank_that_differs(data: st.DataObject) -> None:
    ranking = data.draw(st.sampled_from(FIVE_CARD))
    first, second = (
        tuple(data.draw(st.lists(st.sampled_from(ranking.deck), min_size=5, max_size=5, unique=True))) for _ in range(2)
    )
    one, two = evaluate(first, ranking=ranking), evaluate(second, ranking=ranking)
    comparison = compare(first, second, ranking=ranking)
    assert comparison.winners == ((0, 1) if one == two else (0,) if one > two else (1,))


def test_an_evaluation_shows_its_ranking() -> None:
    shown = repr(evaluate("As 2h 3d 3c", ranking=BADUGI))
    assert eval(shown, {"Evaluation": Evaluation, "parse_cards": parse_cards, "BADUGI": BADUGI}) == evaluate(
        "As 2h 3d 3c", ranking=BADUGI
    )
    assert evaluate("As 2h 3d 3c", ranking=BADUGI).category is BadugiCategory.THREE_CARDS


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
def test_a_ranking_is_named_or_given_wherever_one_is_taken(ranking: Ranking) -> None:
    hand = ["Ac", "Kd", "9h", "8s", "7c"][: ranking.hand_size]
    found = batch.strengths([hand], ranking=ranking)
    asked: list[Callable[[Ranking | str], object]] = [
        lambda by: evaluate(hand, ranking=by),
        lambda by: strength(hand, ranking=by),
        lambda by: str(explain(hand, ranking=by)),
        lambda by: compare(hand, hand, ranking=by),
        lambda by: Evaluation.from_strength(1, ranking=by),
        lambda by: batch.strengths([hand], ranking=by).tolist(),
        lambda by: batch.best_cards([hand], ranking=by).tolist(),
        lambda by: batch.bad_rows([hand], ranking=by).tolist(),
        lambda by: batch.categories(found, ranking=by).tolist(),
        lambda by: batch.category_names(found, ranking=by).tolist(),
        lambda by: batch.words(found, ranking=by).tolist(),
        lambda by: batch.percentiles(found, cards=len(hand), ranking=by).tolist(),
        lambda by: batch.census(len(hand), ranking=by).tolist(),
        lambda by: batch.random_hands(2, 4, seed=1, ranking=by).tolist(),
    ]
    for ask in asked:
        assert ask(ranking) == ask(ranking.name)
        with pytest.raises(UnknownNameError, match="there is no ranking 'low': there are high, deuce-to-seven"):
            ask("low")
        with pytest.raises(RankingError, match="expected a Ranking or its name, got 5"):
            ask(5)  # type: ignore[arg-type]


def test_the_low_half_in_omaha_is_named_or_given() -> None:
    deal = "As Ad 2c 7h", "8s 4s 3s Ts Kh"
    low = batch.omaha_strengths(*deal, ranking="eight-or-better")
    assert low == batch.omaha_strengths(*deal, ranking=EIGHT_OR_BETTER)
    with pytest.raises(RankingError, match="not for badugi"):
        batch.omaha_strengths(*deal, ranking="badugi")
