"""All flops, some that stand for them, and many solved alike."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import combinations, permutations
from multiprocessing import get_context
from pathlib import Path

import polars as pl
import pytest

from fivecard.cards import Card, Rank, to_cards
from fivecard.errors import ArgumentError, FormatError, RulesError
from fivecard.ranges import Range
from fivecard.solvers.postflop import Flop, Spot, all_flops, means, report, solve, subset
from fivecard.solvers.postflop.flops import SUBSETS
from fivecard.solvers.postflop.reports import Row, solve_flop

SPOT = Spot("2c 2d 2h", ("AA, QQ, 76s", "KK, JTs"), pot=100, stack=100, bets={"oop flop": "a", "ip flop": "50%"})
FLOPS = [Flop("Ah 7d 2c", 24), Flop("Kh Qh Th", 4), Flop("7h 7d 2c", 12)]


def alike(flop: str) -> set[frozenset[Card]]:
    """All flops that are this one but for suits, found by renaming suits."""
    found = set()
    for suits in permutations("cdhs"):
        renamed = flop.translate(str.maketrans("cdhs", "".join(suits)))
        found.add(frozenset(to_cards(renamed)))
    return found


def _deck() -> list[Card]:
    return [Card(f"{rank.letter}{suit}") for rank in Rank for suit in "cdhs"]


def test_every_flop_is_like_one_that_is_listed() -> None:
    flops = all_flops()
    for flop in flops[::97]:
        assert len(alike(flop.board)) == flop.weight
    seen = set().union(*(alike(flop.board) for flop in flops if flop.board.startswith("A")))
    assert seen == {frozenset(each) for each in combinations(_deck(), 3) if any(card.rank is Rank.ACE for card in each)}


def test_ranges_with_suits_of_their_own_keep_flops_apart() -> None:
    assert len(all_flops([Range("AKs:0.5, QQ"), "T9o"])) == 1755
    found = all_flops(["AsKs, QQ"])
    assert sum(flop.weight for flop in found) == 22100
    boards = {flop.board for flop in found}
    assert len(boards & {"Ks 8s 2s", "Kh 8h 2h", "Kd 8d 2d", "Kc 8c 2c"}) == 2  # spades, and one for the others


def test_hearts_and_diamonds_of_a_weight_are_alike() -> None:
    assert len(all_flops(["AhKh:0.5, AdKd:0.5, AcKc, AsKs"])) < len(all_flops(["AhKh:0.5, AdKd:0.25, AcKc, AsKs"]))


@pytest.mark.parametrize("size", SUBSETS)
def test_a_subset_is_of_flops_that_differ(size: int) -> None:
    found = subset(size)
    assert len(found) == len({flop.board for flop in found}) == size
    assert sum(flop.weight for flop in found) == pytest.approx(22100, abs=1)
    assert min(flop.weight for flop in found) > 0
    assert {flop.board for flop in found} <= {flop.board for flop in all_flops()}


def shares(flops: Sequence[Flop]) -> list[float]:
    """What part of flops has one suit, two suits, a pair, an ace, a broadway card, three cards for a straight."""
    signs: list[Callable[[tuple[Card, ...]], bool]] = [
        lambda cards: len({card.suit for card in cards}) == 1,
        lambda cards: len({card.suit for card in cards}) == 2,
        lambda cards: len({card.rank for card in cards}) == 2,
        lambda cards: any(card.rank.letter == "A" for card in cards),
        lambda cards: any(card.rank.letter in "TJQKA" for card in cards),
        lambda cards: len({c.rank for c in cards}) == 3 and max(c.rank for c in cards) - min(c.rank for c in cards) < 5,
    ]
    total = sum(flop.weight for flop in flops)
    return [sum(flop.weight for flop in flops if sign(to_cards(flop.board))) / total for sign in signs]


@pytest.mark.parametrize(("size", "off"), [(25, 0.06), (49, 0.06), (85, 0.04), (184, 0.02)])
def test_a_subset_has_the_textures_of_all(size: int, off: float) -> None:
    assert shares(subset(size)) == pytest.approx(shares(all_flops()), abs=off)


def test_subsets_have_the_sizes_that_there_are() -> None:
    with pytest.raises(ArgumentError, match="subsets of the flops have 25, 49, 85, 184 of them, not 30"):
        subset(30)


def test_a_report_says_of_each_flop_what_its_solution_says() -> None:
    table = report(SPOT, FLOPS, target=0.2, threads=1)
    assert table.columns["flop"] == [flop.board for flop in FLOPS]
    row = list(table)[1]
    solution = solve(Spot("Kh Qh Th", SPOT.ranges, 100, 100, SPOT.bets), target=0.2)
    assert [row["oop ev"], row["ip ev"]] == pytest.approx(solution.values)
    assert row["bet 100"] == pytest.approx(solution.at().frequency("bet 100"))
    assert row["check, bet 50"] == pytest.approx(solution.at("check").frequency("bet 50"))
    plain = solve(Spot("Kh Qh Th", SPOT.ranges, 100, 100), target=0.2)
    assert row["oop equity"] == pytest.approx(plain.values[0] / 100, abs=1e-6)
    chances = [float(each["chance"] or 0) for each in table]
    assert sum(chances) == pytest.approx(1)
    assert means(table)["oop ev"] == pytest.approx(
        sum(chance * float(each["oop ev"] or 0) for chance, each in zip(chances, table, strict=True))
    )


def test_any_way_to_map_gives_the_same(tmp_path: Path) -> None:
    alone = report(SPOT, FLOPS, target=0.5, threads=1)
    with ThreadPoolExecutor(2) as threads:
        assert report(SPOT, FLOPS, target=0.5, threads=1, mapper=threads.map) == alone
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        assert report(SPOT, FLOPS, target=0.5, threads=1, mapper=workers.map) == alone

    def backwards(work: Callable[[Flop], Row], flops: Sequence[Flop]) -> Iterable[Row]:
        return [work(flop) for flop in reversed(flops)]

    file = tmp_path / "report.parquet"
    assert report(SPOT, FLOPS, target=0.5, threads=1, mapper=backwards, file=file) == alone
    assert pl.read_parquet(file).to_dict(as_series=False) == alone.columns


def test_a_report_that_was_stopped_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "report.parquet"
    solved: list[str] = []

    def stopped(work: Callable[[Flop], Row], flops: Sequence[Flop]) -> Iterable[Row]:
        for flop in flops:
            if len(solved) == 2:
                raise KeyboardInterrupt
            solved.append(flop.board)
            yield work(flop)

    with pytest.raises(KeyboardInterrupt):
        report(SPOT, FLOPS, file=file, threads=1, mapper=stopped)
    assert not file.exists()
    journal = tmp_path / "report.parquet.rows"
    journal.write_bytes(journal.read_bytes() + b'{"flop": "half a li')
    told: list[tuple[int, int]] = []
    table = report(SPOT, FLOPS, file=file, threads=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(3, 3)]  # one was left
    assert table == report(SPOT, FLOPS, threads=1)
    assert (file.exists(), journal.exists()) == (True, False)


def test_a_report_of_another_question_is_not_gone_on_with(tmp_path: Path) -> None:
    file, journal = tmp_path / "report.csv", tmp_path / "report.csv.rows"

    def fails(work: Callable[[Flop], Row], flops: Sequence[Flop]) -> Iterable[Row]:
        yield work(flops[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report(SPOT, FLOPS, file=file, threads=1, mapper=fails)
    with pytest.raises(FormatError, match="is of another question or target"):
        report(SPOT, FLOPS, file=file, threads=1, target=0.1)
    journal.write_text("nonsense\n")
    with pytest.raises(FormatError, match="is not what a report left behind"):
        report(SPOT, FLOPS, file=file, threads=1)


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="expected flops"):
        report(SPOT, [])
    with pytest.raises(ArgumentError, match="expected flops"):
        report(SPOT, ["Ah 7d 2c"])  # type: ignore[list-item]
    with pytest.raises(RulesError, match="a report is of flops: a board of 3 cards"):
        solve_flop(SPOT, Flop("Ah 7d 2c 2d", 1))
    with pytest.raises(ArgumentError, match="tables are written as csv, json, parquet"):
        report(SPOT, FLOPS, file=tmp_path / "report.xlsx")
