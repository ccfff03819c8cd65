"""Sampled equities: against exact ones, and their error bars against many seeds; and what is sampled at all."""

import sys
from math import sqrt
from typing import Any

import pytest

from fivecard import FivecardError
from fivecard.cards import ALL_CARDS
from fivecard.cli.main import main
from fivecard.cli.terminal.style import ProgressBar
from fivecard.equities import Equity, Progress, equity
from fivecard.equities.methods import ENUMERATION, plan
from fivecard.equities.question import Question
from tests.effort import effort

A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c 7d Th"


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
    for seed in range(effort(1, 3)):
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
    seeds, outside = 200, 0
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


def test_players_who_have_every_card_of_their_ranges_are_sampled_as_quickly() -> None:
    """Of 25 million deals drawn by weights alone one is possible."""
    broadway = "TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"
    found = equity(*[broadway] * 10, seconds=0.1, seed=1)
    assert max(found.standard_errors) < 1e-2
    assert found.share == pytest.approx([0.1] * 10, abs=4.5 * max(found.standard_errors))


def test_what_is_quick_is_exact_and_what_is_not_is_sampled() -> None:
    assert equity("AsKs", "QhQd").exact
    assert equity(A, B, board=FLOP).exact
    assert not equity(*[B] * 6, error=1, seed=1).exact
    assert not equity("As Ah", "Kd", game="seven-card-stud", error=1, seed=1).exact
    with pytest.raises(FivecardError, match="GB of memory, more than"):
        equity("As", "Kd", game="seven-card-stud", exact=True)


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
    pat, error = "As Ah Kd 7c 2h", effort(1e-2, 2e-3)
    drawn = equity("100%", pat, game="five-card-draw", holds=["sharp", None], exact=False, error=error, seed=1)
    pat_too = equity("100%", pat, game="five-card-draw", exact=False, error=error, seed=1)
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


def test_a_long_exact_question_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def show(bar: ProgressBar, done: float, note: str) -> None:
        shown.append(done)
        bar.show_before(done, note)  # type: ignore[attr-defined]
        if 0 < done < 1:
            raise KeyboardInterrupt

    shown: list[float] = []
    monkeypatch.setattr(ProgressBar, "show_before", ProgressBar.show, raising=False)
    monkeypatch.setattr(ProgressBar, "show", show)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["equity", "100%", "100%", "100%", "--dead", "2c 3d", "--exact"]) == 130
    assert 0 < shown[-1] < 1
    assert "%" in capsys.readouterr().err


def test_a_long_exact_answer_can_be_stopped_soon() -> None:
    def stop(progress: Progress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    told: list[Progress] = []
    players = ["22+, A2s+"] * 4
    with pytest.raises(KeyboardInterrupt):
        equity(*players, exact=True, threads=1, progress=stop)
    seconds, [(_, method, *_)] = plan(Question(players, "", "", "holdem"))
    assert method is ENUMERATION
    assert seconds > 100_000
    assert 0 < told[0].done < 1e-4


def test_without_an_end_in_sight_ranges_are_sampled_until_the_error_is_small() -> None:
    found = equity("TT+, ATs+", "QQ", "TT+, ATs+", exact=False, error=1e-2, seconds=float("inf"), seed=1)
    assert found.method == "random walk"
