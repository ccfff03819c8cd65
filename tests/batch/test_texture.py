"""What boards are like, against descriptions of single boards written apart."""

from itertools import combinations

import numpy as np
import pytest

from fivecard.batch import strengths
from fivecard.batch.canonical import canonical_sets
from fivecard.batch.texture import board_textures
from fivecard.cards import ALL_CARDS, CardSet
from fivecard.errors import FormatError
from fivecard.rankings import HIGH


def test_flops_are_of_the_sorts_that_are_published() -> None:
    flops, weights = canonical_sets(3)
    found = board_textures(flops)
    of_suits = {suits: int(weights[found.suits == suits].sum()) for suits in (1, 2, 3)}
    assert of_suits == {1: 1144, 2: 12168, 3: 8788}  # monotone, two-tone, rainbow of 22,100
    of_ranks = {ranks: int(weights[found.ranks == ranks].sum()) for ranks in (1, 2, 3)}
    assert of_ranks == {1: 52, 2: 3744, 3: 18304}
    assert np.array_equal(found.flush_possible, found.suits == 1)


def test_straights_and_flushes_are_possible_where_two_cards_make_them() -> None:
    source = np.random.default_rng(3)
    for size in (3, 4, 5):
        for _ in range(8):
            board = CardSet([ALL_CARDS[card] for card in source.choice(52, size, replace=False)])
            left = [card for card in ALL_CARDS if card not in board]
            hands = [CardSet([*board, *pair]).mask for pair in combinations(left, 2)]
            made = {HIGH.category(int(each)).name for each in strengths(np.array(hands, np.uint64))}
            found = board_textures(np.array([board.mask], np.uint64))
            assert found.flush_possible[0] == bool({"FLUSH", "STRAIGHT_FLUSH"} & made)
            if not {"FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND"} & made:
                assert bool(found.straights[0]) == ("STRAIGHT" in made)


def test_a_board_is_described() -> None:
    found = board_textures(np.array([CardSet("As 2d 3d 3c 4d").mask], np.uint64))
    assert [column.tolist() for column in found] == [[12], [4], [2], [3], [3], [True], [2], [13]]
    with pytest.raises(FormatError, match="a set of cards, and no empty one"):
        board_textures(np.zeros(1, np.uint64))
    with pytest.raises(FormatError, match="uint64 array"):
        board_textures(np.zeros(1))  # type: ignore[arg-type]
