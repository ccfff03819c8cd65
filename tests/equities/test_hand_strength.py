"""EHS and its like against equities and against counting every hand, nut ranks and outs against trying all."""

from itertools import combinations

import numpy as np
import pytest

from fivecard.cards import ALL_CARDS, CardSet, parse_cards
from fivecard.equities import equities
from fivecard.equities.hand_strength import hand_strengths_on, nut_rank, outs
from fivecard.errors import ArgumentError, DuplicateCardError
from fivecard.evaluation import strength


@pytest.mark.parametrize("board", ["Ts 9s 2h", "7c 7d 2h Ks", "Ah Kh Qh 7c 2d"])
def test_expected_hand_strength_is_the_equity_against_any_hand(board: str) -> None:
    found = hand_strengths_on(board)
    expected = equities("random", "random", board=board)
    assert np.array_equal(found.hands, np.sort(expected.hands))
    shares = expected.share[np.argsort(expected.hands)]
    assert np.allclose(found.ehs, shares, atol=2e-7)
    assert (found.ehs2 >= found.ehs**2 - 1e-7).all()


def test_hand_strength_on_a_river_is_that_of_counting_all_hands() -> None:
    board = parse_cards("Qs Jd 7c 7h 2s")
    found = hand_strengths_on(board)
    left = [card for card in ALL_CARDS if card not in board]
    for number in (0, 100, 555, 1080):
        own = CardSet(int(found.hands[number]))
        mine = strength([*own, *board])
        others = [strength([*pair, *board]) for pair in combinations([card for card in left if card not in own], 2)]
        beaten = sum(mine > other for other in others) + sum(mine == other for other in others) / 2
        assert found.ehs[number] == pytest.approx(beaten / len(others), abs=1e-7)


def test_the_square_tells_draws_from_made_hands() -> None:
    found = hand_strengths_on("Kh 8h 3c 2d")
    at = {cards: int(np.searchsorted(found.hands, np.uint64(CardSet(cards).mask))) for cards in ("Qh Jh", "8c 7c")}
    spread = found.ehs2 - found.ehs**2
    assert spread[at["Qh Jh"]] > 3 * spread[at["8c 7c"]]
    histograms = found.histograms(5)
    assert histograms.shape == (1128, 5)
    assert np.allclose(histograms.sum(axis=1), 1)
    outs_of_44 = sum(1 for card in ALL_CARDS if card.suit.name == "HEARTS") - 4
    assert round(float(histograms[at["Qh Jh"], 4]) * 46) >= outs_of_44
    with pytest.raises(ArgumentError, match="whole number of bins above 0, not 0"):
        found.histograms(0)


def test_nut_ranks_count_what_is_better() -> None:
    assert [nut_rank(hand, "Qs Js Ts 2d 3c") for hand in ("As Ks", "Ks 9s", "9s 8s", "As 9s")] == [1, 2, 3, 4]
    assert nut_rank("Kc Kd", "Ks Kh 7d") == 1


def test_outs_are_the_cards_that_bring_a_hand_ahead() -> None:
    assert len(outs("Ah Kh", "Qs Qd", "Th 7h 2c")) == 15
    assert len(outs("6c 5d", "As Ah", "7h 8s Kd Kc")) == 8
    assert len(outs("Qs Qd", "Ah Kh", "Th 7h 2c")) == 0
    assert str(outs("2c 2d", "As Ah", "Kd Kc Ts 9h")) == "2s2h"
    with pytest.raises(DuplicateCardError, match="duplicate card 'Ah'"):
        outs("Ah Kh", "Ah Qd", "Th 7h 2c")
    with pytest.raises(ArgumentError, match="3 to 4 cards here, not 5"):
        outs("Ah Kh", "Qs Qd", "Th 7h 2c 3c 4c")
    with pytest.raises(ArgumentError, match="two cards, not 3"):
        nut_rank("Ah Kh Qh", "Th 7h 2c")
