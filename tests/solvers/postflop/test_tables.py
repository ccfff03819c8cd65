"""What is read of a solution: grids, tables, next cards, best answers, comparisons."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from fivecard.cards import CardSet
from fivecard.errors import ArgumentError, IllegalActionError, RangeError
from fivecard.ranges import Range
from fivecard.solvers.postflop import Solution, Spot, compare, load, save, solve, strategy_table
from fivecard.solvers.postflop.spot import PLAYERS

SPOT = Spot("Td 9d 6h Qc", ("TT, AKs, 87s:0.5", "QQ, A5s, KQs"), 10, 30, {"turn": "50%", "river": "75%"}, "a")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(SPOT, target=0, iterations=60, threads=2)


def test_a_grid_sums_hands_up(solution: Solution) -> None:
    place = solution.at()
    grid = place.grid()
    suited = [place.chance(hand, "bet 5") for hand in ("AcKc", "AdKd", "AhKh", "AsKs")]
    weights = [float(place.weights[0][place.hands[0] == mask][0]) for mask in _masks("AcKc", "AdKd", "AhKh", "AsKs")]
    assert grid.cell("AKs")["bet 5"] == pytest.approx(np.average(suited, weights=weights))
    assert [float(grid.cell(kind)["reach"]) for kind in ("AKs", "87s")] == [1, 0.5]
    assert grid.cell("AKo")["reach"] == 0
    assert np.isnan(grid.cell("AKo")["ev"])
    assert set(grid.as_dict()) == {"AKs", "TT", "87s"}
    sums = np.nansum(grid.frequencies, axis=0)
    assert sums[grid.reach > 0] == pytest.approx(1)
    html = place._repr_html_()
    assert html.count("<td") == 169
    assert "AKs" in html
    assert "check" in html
    other = place.grid("ip")
    assert other.actions == ()
    assert other.cell("QQ")["ev"] == pytest.approx(_mean_of(solution, "QQ"))
    with pytest.raises(RangeError, match="'AK' is no kind of hand"):
        grid.cell("AK")


def _masks(*hands: str) -> list[int]:
    return [CardSet(hand).mask for hand in hands]


def _mean_of(solution: Solution, kind: str) -> float:
    place = solution.at()
    inside = np.isin(place.hands[1], Range(kind).hands)
    return float(np.nansum((place.evs[1] * place.weights[1])[inside]) / place.weights[1][inside].sum())


def test_next_cards_add_up_to_the_place_before(solution: Solution) -> None:
    place = solution.at("check", "check")
    table = place.next_cards()
    rows = list(table)
    assert len({row["card"] for row in rows}) == len(rows) == 48
    assert sum(float(row["chance"] or 0) for row in rows) == pytest.approx(1)
    for player, evs in zip(PLAYERS, place.evs, strict=True):
        mean = sum(float(row["chance"] or 0) * float(row[f"{player} ev"] or 0) for row in rows)
        assert mean == pytest.approx(place.mean(player, evs), abs=1e-9)
    [two] = [row for row in rows if row["card"] == "2c"]
    there = solution.at("check", "check", "2c")
    assert [two["check"], two["oop ev"]] == pytest.approx([there.frequency("check"), there.mean("oop", there.evs[0])])
    with pytest.raises(IllegalActionError, match="after the deal no card comes: somebody acts"):
        solution.at().next_cards()


def test_cards_that_are_alike_are_those_that_look_alike() -> None:
    """Each card's own numbers are the same as those of the card that it is said to be like."""
    solution = solve(Spot("Td 9d 6d Qc", ("AKs, JJ", "KQs, 88"), 10, 20, bets="50%"), target=0, iterations=20)
    rows = {str(row["card"]): row for row in solution.at("check", "check").next_cards()}
    assert (rows["2s"]["like"], rows["2c"]["like"]) in {("2h", "2c"), ("2s", "2c")}
    assert rows["2s"]["like"] == rows["2h"]["like"]
    for card in ("2s", "2c", "2d", "2h"):
        there = solution.at("check", "check", card)
        assert rows[card]["oop ev"] == pytest.approx(there.mean("oop", there.evs[0]), abs=1e-9)
        assert rows[card]["oop equity"] == pytest.approx(there.mean("oop", there.equities[0]), abs=1e-9)


def test_places_side_by_side_are_those_one_by_one(solution: Solution) -> None:
    paths = [("check", "check", card) for card in ("2c", "Ah", "Jd")]
    together = solution.at_all(paths)
    fresh = solve(SPOT, target=0, iterations=60, threads=1)
    for path, place in zip(paths, together, strict=True):
        alone = fresh.at(*path)
        assert (alone.strategy == place.strategy).all()
        assert np.array_equal(alone.evs[0], place.evs[0], equal_nan=True)


def test_the_best_answer_by_hand_adds_up_to_what_it_wins(solution: Solution) -> None:
    root = solution.at()
    for player, name in enumerate(PLAYERS):
        best = solution.best_response(name)
        assert root.mean(name, best.evs) == pytest.approx(best.value, abs=1e-9)
        assert best.gain == pytest.approx(solution.gains[player])
        assert best.value - solution.values[player] == pytest.approx(best.gain * SPOT.pot / 100, abs=1e-9)
        there = ~np.isnan(best.evs)
        assert (best.evs[there] >= root.evs[player][there] - 1e-9).all()
    with pytest.raises(ArgumentError, match="the players are oop and ip, not 'utg'"):
        solution.best_response("utg")


def test_the_best_answer_to_a_bad_lock_gains_what_it_gives_away() -> None:
    """Who always folds to a bet gives the pot away."""
    folds = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), 100, 100, bets={"oop": "a"}).locked("bet 100", chances=[1, 0])
    best = solve(folds, target=0.001).best_response("oop")
    assert best.value == pytest.approx(100)
    assert best.evs == pytest.approx(np.full(12, 100.0))


def test_tables_are_frames_and_files(solution: Solution, tmp_path: Path) -> None:
    place = solution.at()
    table = place.table()
    frame = pl.DataFrame(table.columns)
    assert frame.shape == (len(place.rows()), len(table.types))
    assert frame["check"].to_list() == pytest.approx([(row.chances or {})["check"] for row in place.rows()])
    for name in ("street.parquet", "street.json", "street.csv"):
        strategy_table(solution).write(tmp_path / name)
    read = pl.read_parquet(tmp_path / "street.parquet")
    assert read.columns == list(strategy_table(solution).types)
    assert set(read["line"]) == {"", "check", "bet 5", "bet 5, raise 30", "check, bet 5", "check, bet 5, raise 30"}
    sums = read.group_by("line", "hand").agg(pl.col("chance").sum())["chance"]
    assert sums.to_list() == pytest.approx([1.0] * len(sums))
    lines = (tmp_path / "street.json").read_text().splitlines()
    assert len(lines) == len(read) == len(pl.read_csv(tmp_path / "street.csv"))
    assert json.loads(lines[0])["action"] == "check"
    assert "<table>" in table._repr_html_()
    with pytest.raises(ArgumentError, match=r"written as csv, json, parquet: the name 'x\.xlsx' ends in"):
        table.write(tmp_path / "x.xlsx")
    with pytest.raises(IllegalActionError, match="after check, check nobody acts"):
        strategy_table(solution, "check", "check")


def test_a_solution_is_like_itself_and_unlike_another(solution: Solution, tmp_path: Path) -> None:
    save(solution, tmp_path / "kept")
    for row in compare(solution, load(tmp_path / "kept")):
        assert (row["difference"], row["moved"], row["reached_first"]) == (0, 0, row["reached_second"])
    rough = solve(SPOT, target=0, iterations=2)
    rows = list(compare(rough, solution))
    [bet] = [row for row in rows if row["line"] == "" and row["action"] == "bet 5"]
    shares = [each.at().frequency("bet 5") for each in (rough, solution)]
    assert [bet["first"], bet["second"]] == pytest.approx(shares)
    assert bet["difference"] == pytest.approx(shares[1] - shares[0])
    assert float(bet["moved"] or 0) >= abs(shares[1] - shares[0]) - 1e-9
    assert [bet["reached_first"], bet["oop ev second"]] == pytest.approx([1, solution.values[0]])
    other = solve(SPOT.with_action("bet 7"), target=0, iterations=2)
    with pytest.raises(ArgumentError, match="of different trees"):
        compare(solution, other)
    elsewhere = solve(Spot("Td 9d 6h Qs", SPOT.ranges, 10, 30, SPOT.bets, SPOT.raises), target=0, iterations=1)
    with pytest.raises(ArgumentError, match="on the same board"):
        compare(solution, elsewhere)
