from itertools import pairwise

import pytest

from fivecard import evaluate
from fivecard.evaluation import Evaluation
from fivecard.rankings import BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, RANKINGS, Ranking
from fivecard.words.comparing import verdict, what_decided
from fivecard.words.english import listed

NAMES = ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("Ac Kd Qh Js 9c", "Kc Qd Jh 9s 8c", "Ann's ace high beats Bob's king high."),
        ("Ac Kd Qh Js 9c", "Ad Kc Th 9s 8c", "Ann and Bob both have ace high: Ann's queen beats Bob's ten."),
        ("9c 9d Ah 4s 3c", "Kc Kd 8h 5s 2c", "Bob's kings beat Ann's nines."),
        ("6c 6d Ah 4s 3c", "6h 6s Ac 5s 2c", "Bob and Ann both have a pair of sixes: Bob's five beats Ann's four."),
        ("9c 9d Ah 4s 3c", "Ac Kd Qh Js 9h", "Ann's pair of nines beats Bob's ace high."),
        ("JH JS TS TD 8S", "JC JD 9H 9C AS", "Ann's jacks and tens beat Bob's jacks and nines."),
        ("JH JS TS TD 8S", "JC JD TH TC 7S", "Ann and Bob both have jacks and tens: Ann's eight beats Bob's seven."),
        ("9c 9d 9h 4s 3c", "Kc Kd 8h 8s 2c", "Ann's three nines beat Bob's kings and eights."),
        ("Ah 2d 3h 4c 5s", "2c 3c 4d 5d 6s", "Bob's six-high straight beats Ann's five-high straight."),
        ("Ah Kh 9h 4h 2h", "As Ks 9s 4s 3s", "Bob and Ann both have an ace-high flush: Bob's three beats Ann's two."),
        ("7h 6h 5h 3h 2h", "7s 6s 5s 4s 2s", "Bob and Ann both have a seven-high flush: Bob's four beats Ann's three."),
        ("3H 3S 9C 9S 9H", "JH JS 8H 8D 8C",
         "Ann's full house of nines over threes beats Bob's full house of eights over jacks."),
        ("4c 4d 4h 4s Td", "3c 3d 3h 3s Ad", "Ann's four fours beat Bob's four threes."),
        ("Th Jh Qh Kh Ah", "9s Ts Js Qs Ks", "Ann's royal flush beats Bob's king-high straight flush."),
        ("Th Jh Qh Kh Ah", "Ts Js Qs Ks As", ""),
    ],
)  # fmt: skip
def test_what_decided_is_told_in_a_sentence(first: str, second: str, sentence: str) -> None:
    assert what_decided([evaluate(first), evaluate(second)], NAMES[:2]) == sentence


def test_the_reader_is_spoken_to() -> None:
    hands = [evaluate("9c 9d Ah 4s 3c"), evaluate("Kc Kd 8h 5s 2c"), evaluate("Kh Ks 8d 5c 2d")]
    assert verdict(hands[:2], NAMES, you=1) == (
        "You win with one pair, Kings, Eight Five Two kickers. Your kings beat Ann's nines."
    )
    assert what_decided(hands[:2], NAMES, you=0) == "Bob's kings beat your nines."
    assert verdict(hands, NAMES, you=2) == "You and Bob tie with one pair, Kings, Eight Five Two kickers."
    assert verdict(hands, NAMES) == "Bob and Cy tie with one pair, Kings, Eight Five Two kickers."
    both = [evaluate("Kc Kd 8h 5s 2c"), evaluate("Kh Ks 9d 5c 2d")]
    assert what_decided(both, NAMES, you=0) == "You and Bob both have a pair of kings: Bob's nine beats your eight."


def test_the_winner_is_told_against_the_best_of_the_others() -> None:
    hands = [evaluate("Ac Kd Qh Js 9c"), evaluate("Kc Kh 8h 5s 2c"), evaluate("Qc Qd 8d 5c 2d")]
    assert what_decided(hands, NAMES) == "Bob's kings beat Cy's queens."
    assert verdict(hands[:1], NAMES) == "Ann wins with high card, Ace King Queen Jack Nine."


@pytest.mark.parametrize(
    ("ranking", "first", "second", "sentence"),
    [
        (DEUCE_TO_SEVEN, "7h 5d 4c 3s 2h", "8h 6d 4h 3d 2c", "Ann's 7-5-4-3-2 beats Bob's 8-6-4-3-2."),
        (DEUCE_TO_SEVEN, "2h 2d 4c 3s 5h", "6h 5d 4h 3d 2c", "Ann's pair of twos beats Bob's six-high straight."),
        (EIGHT_OR_BETTER, "8h 5d 4c 3s 2h", "9h 6d 4h 3d 2c", "No other hand qualifies."),
        (BADUGI, "As 2h 3d 3c", "Kc Qd Jh Ts", "Bob's K-Q-J-T beats Ann's 3-2-A."),
    ],
)
def test_low_hands_are_called_by_their_ranks(ranking: Ranking, first: str, second: str, sentence: str) -> None:
    hands = [evaluate(first, ranking=ranking), evaluate(second, ranking=ranking)]
    assert what_decided(hands, NAMES) == sentence


def test_where_no_hand_qualifies_nobody_wins() -> None:
    hands = [evaluate(hand, ranking=EIGHT_OR_BETTER) for hand in ("9h 5d 4c 3s 2h", "Kh 6d 4h 3d 2c")]
    assert verdict(hands, NAMES) == "No hand qualifies."


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
def test_neighbours_in_every_ranking_are_told_apart(ranking: Ranking) -> None:
    classes = [Evaluation.from_strength(strength, ranking=ranking) for strength in range(1, ranking.strongest + 1)]
    for worse, better in pairwise(classes):
        sentence = what_decided([worse, better], NAMES)
        winning, losing = sentence.rpartition(": ")[2].removesuffix(".").replace("beats", "beat").split(" beat ")
        assert winning.startswith("Bob's ")
        assert losing.startswith("Ann's ")
        assert winning.removeprefix("Bob's ") != losing.removeprefix("Ann's ")


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
def test_a_hand_is_described_without_its_kickers(ranking: Ranking) -> None:
    for strength in range(ranking.strongest + 1):
        evaluation = Evaluation.from_strength(strength, ranking=ranking)
        short = evaluation.describe(kickers=False)
        rest = evaluation.describe().removeprefix(short)
        assert "kicker" not in short
        assert not rest or rest.endswith(("kicker", "kickers"))


def test_names_stand_together_as_they_are_said() -> None:
    assert [listed(NAMES[:count]) for count in (1, 2, 3)] == ["Ann", "Ann and Bob", "Ann, Bob and Cy"]
    assert evaluate("Th Jh Qh Kh Ah").describe(kickers=False) == "royal flush"
    assert HIGH.describe(0) == "no cards"
