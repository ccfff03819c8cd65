"""Hands in the memory of a GPU, against the same hands elsewhere. `make test-gpu` runs this where there is one."""

import importlib
import importlib.util
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fivecard import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, SHORT_DECK, batch
from fivecard.batch._gpu.arrays import in_gpu_memory
from fivecard.equities import equity
from fivecard.errors import (
    ArgumentError,
    CardError,
    DuplicateCardError,
    FivecardError,
    FormatError,
    HandError,
    RankingError,
)
from fivecard.rankings import BADUGI, SHORT_DECK_TRIPS, Ranking
from tests.needs import gpus

if not gpus():  # said once, not by every test
    pytest.skip("NO GPU: CuPy finds none here, so nothing on it is tested", allow_module_level=True)

RANKINGS = (HIGH, SHORT_DECK, SHORT_DECK_TRIPS, ACE_TO_FIVE, EIGHT_OR_BETTER, DEUCE_TO_SEVEN)


@pytest.fixture
def cp() -> Any:
    return importlib.import_module("cupy")


def to_torch(array: np.ndarray[Any, Any]) -> Any:
    return pytest.importorskip("torch").from_numpy(array).cuda()


def to_jax(array: np.ndarray[Any, Any]) -> Any:
    return pytest.importorskip("jax").numpy.asarray(array)


def to_cupy(array: np.ndarray[Any, Any]) -> Any:
    return importlib.import_module("cupy").asarray(array)


def to_host(array: Any) -> np.ndarray[Any, Any]:
    return np.asarray(array.cpu() if hasattr(array, "cpu") else array.get() if hasattr(array, "get") else array)


LIBRARIES = [to_cupy, to_torch, to_jax]


@pytest.mark.parametrize("to_gpu", LIBRARIES)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_strengths_are_those_of_the_processor(to_gpu: Callable[[Any], Any], cards: int) -> None:
    hands = batch.random_hands(1_000_003, cards, seed=cards)
    there = to_gpu(hands)
    assert in_gpu_memory(there)
    found = batch.strengths(there)
    assert type(found) is type(there)
    assert (to_host(found) == batch.strengths(hands)).all()


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_ranking_is_known(ranking: Ranking, cards: int) -> None:
    hands = batch.random_hands(2_000_003, cards, seed=1, ranking=ranking)
    assert (to_host(batch.strengths(to_cupy(hands), ranking=ranking)) == batch.strengths(hands, ranking=ranking)).all()


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_all_hands_of_five_and_six(cp: Any, ranking: Ranking) -> None:
    for cards in (5, 6):
        hands = all_hands(cp, cards, ranking.deck[0].id)
        counts = cp.bincount(batch.strengths(hands, ranking=ranking).astype(cp.int32), minlength=ranking.strongest + 1)
        assert (counts.get() == batch.census(cards, ranking=ranking)).all()


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_all_hands_of_seven(cp: Any, ranking: Ranking) -> None:
    found = batch.strengths(all_hands(cp, 7, ranking.deck[0].id), ranking=ranking)
    counts = sum(
        cp.bincount(part.astype(cp.int32), minlength=ranking.strongest + 1) for part in cp.array_split(found, 8)
    )
    assert (counts.get() == batch.census(7, ranking=ranking)).all()


def all_hands(cp: Any, cards: int, first: int) -> Any:
    """All hands of a deck that begins with a card, in rising order, made on the GPU."""
    rows = cp.arange(first, 52, dtype=cp.uint8)[:, None]
    for _ in range(cards - 1):
        last = rows[:, -1].astype(cp.int64)
        more = 51 - last
        start = cp.cumsum(more) - more
        of = _repeated(cp, more)
        added = cp.arange(len(of)) - start[of] + last[of] + 1
        rows = cp.concatenate([rows[of], added[:, None].astype(cp.uint8)], axis=1)
    return rows


def _repeated(cp: Any, counts: Any) -> Any:
    """Each number from 0 on as often as a count says."""
    ends = cp.cumsum(counts)
    return cp.searchsorted(ends, cp.arange(int(ends[-1])), side="right")


@pytest.mark.parametrize("rows", [0, 1, 31, 127, 128, 129, 4095, 4096, 4097, 135_169])
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_any_number_of_rows_from_anywhere(rows: int, cards: int) -> None:
    hands = batch.random_hands(rows + 3, cards, seed=9)
    there = to_cupy(hands)
    for part in (slice(0, rows), slice(1, rows + 1), slice(3, rows + 3)):  # where 16 bytes stand, and elsewhere
        assert (to_host(batch.strengths(there[part])) == batch.strengths(hands[part])).all()


def test_rows_that_are_not_contiguous() -> None:
    hands = batch.random_hands(10_000, 7, seed=3)
    there = to_cupy(hands)
    assert (to_host(batch.strengths(there[::3, ::-1])) == batch.strengths(hands[::3, ::-1])).all()
    assert (to_host(batch.strengths(there[:, 1:6])) == batch.strengths(hands[:, 1:6])).all()


@pytest.mark.parametrize("ranking", [HIGH, SHORT_DECK], ids=lambda ranking: ranking.name)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_wrong_card_in_every_place_is_found(cp: Any, cards: int, ranking: Ranking) -> None:
    good = to_cupy(batch.random_hands(cards * 256, cards, seed=2, ranking=ranking))
    hands = good.copy()
    places, values = np.divmod(np.arange(cards * 256), 256)
    hands[np.arange(len(hands)), places] = cp.asarray(values.astype(np.uint8))
    expected = batch.bad_rows(hands.get(), ranking=ranking)
    expected |= (hands.get() == batch.NO_CARD).any(axis=1)  # there, rows have one size
    found = batch.strengths(hands, ranking=ranking, errors="null").get()
    assert ((found == 0) == expected).all()
    right = ~expected
    assert (found[right] == batch.strengths(hands.get()[right], ranking=ranking)).all()


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_repeated_card_is_found(cp: Any, cards: int) -> None:
    hands = batch.random_hands(1000 * cards * cards, cards, seed=4)
    rows = np.arange(len(hands))
    here, there = rows % cards, rows // cards % cards
    hands[rows, here] = hands[rows, there]
    found = batch.strengths(cp.asarray(hands), errors="null").get()
    assert ((found == 0) == (here != there)).all()


def test_the_first_bad_row_is_named() -> None:
    hands = batch.random_hands(1_000_000, 7, seed=5)
    hands[777_777, 3], hands[999_999] = 60, 0
    with pytest.raises(CardError, match=r"card id 60 is not below 52 in .* \(row 777777\)"):
        batch.strengths(to_cupy(hands))
    hands[777_777, 3] = hands[777_777, 0]
    with pytest.raises(DuplicateCardError, match=r"\(row 777777\)"):
        batch.strengths(to_cupy(hands))


def test_a_smaller_hand_is_refused_with_its_row() -> None:
    hands = batch.random_hands(1000, 7, seed=5)
    hands[500, 6] = batch.NO_CARD
    with pytest.raises(HandError, match=r"all hands of an array have one size: card id 255 is no card \(row 500\)"):
        batch.strengths(to_cupy(hands))


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (np.zeros((3, 4), np.uint8), HandError, "hands have 5 to 7 columns, this array has 4"),
        (np.zeros((3, 7), np.int64), FormatError, r"uint8 array with a row for each, not int64\[3, 7\]"),
        (np.zeros(7, np.uint8), FormatError, r"not uint8\[7\]"),
    ],
)
def test_other_arrays_are_refused(wrong: np.ndarray[Any, Any], kind: type[FivecardError], message: str) -> None:
    with pytest.raises(kind, match=message):
        batch.strengths(to_cupy(wrong))


def test_badugi_is_refused() -> None:
    with pytest.raises(RankingError, match="badugi"):
        batch.strengths(to_cupy(np.zeros((3, 4), np.uint8)), ranking=BADUGI)


@pytest.mark.parametrize("to_gpu", LIBRARIES)
@pytest.mark.parametrize("ranking", [HIGH, EIGHT_OR_BETTER], ids=lambda ranking: ranking.name)
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_strengths_are_those_of_the_processor(to_gpu: Callable[[Any], Any], ranking: Ranking, hole: int) -> None:
    deals = batch.random_hands(500_001, hole + 5, seed=hole)
    holes, boards = np.ascontiguousarray(deals[:, :hole]), np.ascontiguousarray(deals[:, hole:])
    found = batch.omaha_strengths(to_gpu(holes), to_gpu(boards), ranking=ranking)
    assert (to_host(found) == batch.omaha_strengths(holes, boards, ranking=ranking)).all()


def test_omaha_with_one_board_for_all() -> None:
    deals = batch.random_hands(200_000, 9, seed=7)
    board = deals[0, 4:]
    apart = ~np.isin(deals[:, :4], board).any(axis=1)
    holes = np.ascontiguousarray(deals[apart, :4])
    assert (to_host(batch.omaha_strengths(to_cupy(holes), to_cupy(board))) == batch.omaha_strengths(holes, board)).all()


def test_omaha_flushes_and_straight_flushes() -> None:
    """All ways to take two of four suited cards with boards of three to five suited ones."""
    holes, boards = [], []
    for board in list(combinations(range(13), 5))[::7]:
        for hole in list(combinations([rank for rank in range(13) if rank not in board], 4))[::11]:
            holes.append([4 * rank for rank in hole])
            boards.append([4 * rank for rank in board])
    hole_rows, board_rows = np.array(holes, np.uint8), np.array(boards, np.uint8)
    for offset in (0, 1):  # then two of the board are of another suit
        board_rows[:, :2] += offset
        found = batch.omaha_strengths(to_cupy(hole_rows), to_cupy(board_rows))
        assert (to_host(found) == batch.omaha_strengths(hole_rows, board_rows)).all()


def test_a_bad_deal_of_omaha_is_named() -> None:
    deals = batch.random_hands(10_000, 9, seed=1)
    deals[5000, 8] = deals[5000, 1]
    with pytest.raises(DuplicateCardError, match=r"\(row 5000\)"):
        batch.omaha_strengths(to_cupy(deals[:, :4]), to_cupy(deals[:, 4:]))
    with pytest.raises(HandError, match="there are 3 boards for 10000 hands"):
        batch.omaha_strengths(to_cupy(deals[:, :4]), to_cupy(deals[:3, 4:]))


def test_nothing_is_waited_for_or_copied_where_errors_are_nulls(cp: Any) -> None:
    """A stream that is being captured refuses both."""
    hands = to_cupy(batch.random_hands(100_000, 7, seed=8))
    expected = batch.strengths(hands).get()
    batch.strengths(hands, errors="null")  # compiled, and its memory in the pool
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        batch.strengths(hands, errors="null")
        stream.synchronize()
        stream.begin_capture()
        found = batch.strengths(hands, errors="null")
        graph = stream.end_capture()
        found[:] = 0
        graph.launch(stream)
        stream.synchronize()
    assert (found.get() == expected).all()


def test_work_is_done_on_the_callers_stream() -> None:
    torch = pytest.importorskip("torch")
    hands = batch.random_hands(2_000_000, 7, seed=6)
    source = torch.from_numpy(hands).pin_memory()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(200_000_000)  # the hands come late: whoever works elsewhere reads zeros
        there = source.cuda(non_blocking=True)
        found = batch.strengths(there, errors="null")
        strongest = found.to(torch.int32).max()
    stream.synchronize()
    assert int(strongest) == int(batch.strengths(hands).max())
    assert (to_host(found) == batch.strengths(hands)).all()


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (("AsKs", "QhQd"), {}),
        (("AA, KK:0.5", "QQ+, AKs"), {"board": "Td 9s 2h"}),
        (("AsKs", "random", "TT+"), {"dead": "Ah"}),
        (("AsKsQh7d", "JcTc9h8h"), {"game": "omaha"}),
        (("AsKs", "QhQd"), {"game": "short-deck"}),
        (("As Kh Td Tc 6s", "9c 9d 9h 2s 4d"), {"game": "five-card-draw", "holds": ["Td Tc", "9c 9d 9h"]}),
    ],
)
def test_sampled_equities_are_near_the_exact_ones(players: tuple[str, ...], settings: dict[str, Any]) -> None:
    exact = equity(*players, exact=True, **settings)
    found = equity(*players, exact=False, gpu=True, error=2e-5, seed=1, **settings)
    assert found.method == "random deals on the GPU"
    for one, two, error in zip(found.share, exact.share, found.standard_errors, strict=True):
        assert error <= 2e-5
        assert abs(one - two) < 5 * error
    for one, two, error in zip(found.win, exact.win, found.win_errors, strict=True):
        assert abs(one - two) < 5 * error


def test_ten_players_of_whom_nothing_is_known() -> None:
    found = equity(*["random"] * 10, exact=False, gpu=True, error=1e-5, seed=1)
    assert all(abs(share - 0.1) < 5 * error for share, error in zip(found.share, found.standard_errors, strict=True))
    assert sum(found.share) == pytest.approx(1)


def test_a_seed_gives_the_same_answer() -> None:
    first, again, other = (equity("AA", "KK", exact=False, gpu=True, seed=seed) for seed in (7, 7, 8))
    assert first == again != other


def test_what_is_not_sampled_there_is_refused() -> None:
    with pytest.raises(ArgumentError, match="Omaha high-low, eight or better is not sampled on the GPU"):
        equity("AsKsQh7d", "JcTc9h8h", game="omaha-hi-lo", exact=False, gpu=True)
    with pytest.raises(FivecardError, match="'raise' or 'null', not 'zero'"):
        batch.strengths(to_cupy(np.zeros((1, 7), np.uint8)), errors="zero")  # type: ignore[call-overload]


def test_many_tight_ranges_are_sampled_as_elsewhere() -> None:
    """Ten players whose hands take each other's cards: few deals that are drawn at random fit."""
    pairs = ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "66", "55"]
    there, here = (equity(*pairs, exact=False, error=1e-3, seed=1, gpu=gpu) for gpu in (True, False))
    for one, two, first, second in zip(
        there.share, here.share, there.standard_errors, here.standard_errors, strict=True
    ):
        assert abs(one - two) < 5 * (first**2 + second**2) ** 0.5
