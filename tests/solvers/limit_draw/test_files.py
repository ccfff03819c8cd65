"""Training that is stopped and goes on, strategies in files, and the commands for both."""

import lzma
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from fivecard import _core
from fivecard._util.sampling import chunks
from fivecard.cards import ALL_CARDS, Card, card_id
from fivecard.cli.main import main
from fivecard.engine import VARIANTS, Stakes
from fivecard.errors import FivecardError, IllegalActionError, RulesError
from fivecard.evaluation import strength
from fivecard.solvers.limit_draw import BestResponse, LimitDraw, Policy, Training, load_policy
from fivecard.solvers.limit_draw.best_response import _gains
from fivecard.solvers.limit_draw.game import Child
from fivecard.solvers.limit_draw.policy import _filled, _learnt
from tests.effort import effort

GAME = LimitDraw(cap=1, most_drawn=1)  # as small as it gets with a whole deck


@pytest.fixture(scope="module")
def training() -> Training:
    made = Training(GAME, threads=2, seed=7)
    for _ in range(3):
        made.iterate()
    return made


@pytest.fixture(scope="module")
def strategy(training: Training) -> Policy:
    return Policy.of(training)


def test_training_that_was_stopped_goes_on_as_if_it_had_not_been(training: Training, tmp_path: Path) -> None:
    again = Training(GAME, threads=2, seed=7)
    for _ in range(2):
        again.iterate()
    again.save(tmp_path / "kept")
    resumed = Training.load(tmp_path / "kept")
    resumed.iterate()
    assert resumed.iterations == training.iterations
    for one, other in zip(resumed.regrets() + resumed.average(), training.regrets() + training.average(), strict=True):
        assert np.array_equal(one, other)


def test_files_may_be_named_by_texts(training: Training, strategy: Policy, tmp_path: Path) -> None:
    kept, made = str(tmp_path / "kept"), str(tmp_path / "made")
    training.save(kept)
    assert Training.load(kept).iterations == training.iterations
    strategy.save(made)
    assert Policy.load(made).numbers == strategy.numbers


def test_all_kernels_learn_the_same(training: Training) -> None:
    """Up to rounding: sums are taken in another order."""
    fastest = _core.kernel()
    try:
        for kernel in ("avx2", "portable"):
            try:
                _core.use_kernel(kernel)
            except FivecardError:
                continue
            again = Training(GAME, threads=2, seed=7)
            for _ in range(3):
                again.iterate()
            for one, other in zip(again.average(), training.average(), strict=True):
                assert np.allclose(one, other, rtol=1e-2, atol=1e-3)
    finally:
        _core.use_kernel(fastest)


def test_a_strategy_is_read_as_it_was_written(strategy: Policy, tmp_path: Path) -> None:
    strategy.save(tmp_path / "some.strategy")
    read = Policy.load(tmp_path / "some.strategy")
    assert read == strategy
    assert read.about == {"iterations": 3, "threads": 2, "seed": 7}
    whole = (tmp_path / "some.strategy").read_bytes()
    head, _ = whole.split(b"\n", 1)
    for damaged in (whole[:-1], head + b"\n" + lzma.compress(bytes(10**8))):
        (tmp_path / "some.strategy").write_bytes(damaged)
        with pytest.raises(FivecardError, match="is no strategy"):
            Policy.load(tmp_path / "some.strategy")


def test_a_policy_is_what_was_learnt(training: Training) -> None:
    """Before it is shortened."""
    strategy = Policy(GAME, {}, _learnt(training))
    random = Random(1)
    first, *draws, second = training.average()
    for _ in range(200):
        hand = sorted(random.sample(ALL_CARDS, 5), key=card_id)
        kind, places = GAME.native.kind([card_id(card) for card in hand])
        for node, about in enumerate(GAME.first.nodes):
            numbers = first[kind, node, : len(about.actions)]
            if numbers.sum() > 0:
                assert strategy.first(hand, node) == pytest.approx(numbers / numbers.sum(), abs=0.005)
        for player, lanes in ((0, 3), (1, 6)):
            lane = random.randrange(lanes)
            played = draws[player][kind, :, lane]
            found = strategy.draw(hand, player, lane)
            assert sum(found.values()) == pytest.approx(1)
            if played.sum() > 0:
                held, _ = GAME.native.holds[int(played.argmax())]
                best = tuple(hand[place] for bit, place in enumerate(places) if held >> bit & 1)
                assert best in found or sorted(best) in map(sorted, found)
        path, node = random.randrange(12), random.randrange(len(GAME.second.nodes))
        numbers = second[path, node, : len(GAME.second.nodes[node].actions), GAME.native.group([*map(card_id, hand)])]
        if numbers.sum() > 0:
            assert strategy.second(hand, path, node) == pytest.approx(numbers / numbers.sum(), abs=0.005)


def test_what_is_left_out_of_a_file_never_comes_up(training: Training, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are played to the same ends by the same chance, and less is to be written down."""
    monkeypatch.setattr("fivecard.solvers.limit_draw.shortening.STEP", 1)  # without rounding
    learnt = Policy(GAME, {}, _learnt(training))
    shortened = learnt.shortened()
    assert len(lzma.compress(shortened.numbers)) < len(lzma.compress(learnt.numbers))
    played, again = learnt.native.play(0, 20_000, 5), shortened.native.play(0, 20_000, 5)
    assert [np.asarray(each).tolist() for each in played] == [np.asarray(each).tolist() for each in again]


def test_what_is_shortened_is_rounded_once(training: Training, strategy: Policy) -> None:
    assert strategy.shortened() == strategy
    learnt = Policy(GAME, {}, _learnt(training))
    random = Random(4)
    for _ in range(200):
        hand = random.sample(ALL_CARDS, 5)
        found = strategy.first(hand, 0)  # every hand gets there
        assert found == pytest.approx(learnt.first(hand, 0), abs=0.51 / 85)
        assert [85 * chance for chance in found] == pytest.approx([round(85 * chance) for chance in found], abs=1e-4)


@pytest.mark.parametrize("most", [3, 5])
def test_the_files_that_come_with_fivecard_are_short(most: int) -> None:
    policy = load_policy(LimitDraw(most_drawn=most))
    assert policy.shortened() == policy


def ranks_of(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted(card_id(card) // 4 for card in cards))


def test_who_sees_more_hands_plays_the_same_strategy(strategy: Policy) -> None:
    seen = replace(GAME, merged=False)
    first, *draws, second = strategy.tables(seen)
    random = Random(2)
    for _ in range(300):
        hand = sorted(random.sample(ALL_CARDS, 5), key=card_id)
        kind, places = seen.native.kind([card_id(card) for card in hand])
        node = random.randrange(len(GAME.first.nodes))
        chances = strategy.first(hand, node)
        assert first[kind, node, : len(chances)] == pytest.approx(chances, abs=1e-6)
        for player, lane in ((0, random.randrange(3)), (1, random.randrange(6))):
            by_ranks: defaultdict[tuple[int, ...], float] = defaultdict(float)  # of equal cards it may keep any
            for number, (held, _) in enumerate(seen.native.holds):
                kept = [hand[place] for bit, place in enumerate(places) if held >> bit & 1]
                by_ranks[ranks_of(kept)] += draws[player][kind, number, lane]
            for some, chance in strategy.draw(hand, player, lane).items():
                by_ranks[ranks_of(some)] -= chance
            assert max(map(abs, by_ranks.values())) < 1e-6
        group = seen.native.group([card_id(card) for card in hand])
        assert group == strength(hand) - 1
        path, node = random.randrange(12), random.randrange(len(GAME.second.nodes))
        chances = strategy.second(hand, path, node)
        assert second[path, node, : len(chances), group] == pytest.approx(chances, abs=1e-6)


def test_the_tables_of_a_strategy_are_made_in_parts_between_which_signals_are_heard(
    strategy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = strategy.tables(GAME)
    monkeypatch.setattr("fivecard.solvers.limit_draw.policy._KINDS_AT_ONCE", 1000)
    for whole, in_parts in zip(tables, strategy.tables(GAME), strict=True):
        assert np.array_equal(whole, in_parts)


def test_hands_are_of_one_kind_only_if_they_are_alike() -> None:
    """Suits change nothing but where four or five cards share one, and groups rise with the strength."""
    native = LimitDraw().native
    assert (native.kinds, native.groups) == (16_757, 1_501)
    kinds: dict[int, tuple[tuple[int, ...], tuple[bool, ...]]] = {}
    by_group: dict[int, set[int]] = {}
    random = Random(3)
    for _ in range(20_000):
        hand = random.sample(ALL_CARDS, 5)
        ids = sorted(card_id(card) for card in hand)
        kind, places = native.kind(ids)
        cards = [ALL_CARDS[ids[place]] for place in places]
        suits = [card.suit for card in cards]
        long = [suit for suit in suits if suits.count(suit) >= 4]
        looks = tuple(card_id(card) // 4 for card in cards), tuple(bool(long) and suit == long[0] for suit in suits)
        assert kinds.setdefault(kind, looks) == looks
        by_group.setdefault(native.group(ids), set()).add(strength(hand))
    ordered = [by_group[group] for group in sorted(by_group)]
    assert all(max(weaker) < min(stronger) for weaker, stronger in pairwise(ordered))


def test_a_responder_gains_from_one_who_has_learnt_little(strategy: Policy) -> None:
    responder = BestResponse(strategy, merged=True, threads=2)
    responder.learn(effort(10, 30))
    found = responder.measure(effort(6, 10))
    assert found.gain.mean > 4 * found.gain.error > 0
    assert abs(found.sum_of_values) < 1e-4


@pytest.mark.exhaustive
def test_the_real_game_is_measured_on_the_same_decks(strategy: Policy) -> None:
    """So what it is off by is known far better than what is gained: it adds nothing to the error of other decks."""
    responder = BestResponse(strategy, merged=True, threads=2)
    responder.learn(effort(10, 30))
    # So many decks, and then others.
    found, merged = responder.measure_in_full(*effort((5, 3), (10, 6))), responder.measure(effort(8, 16))
    assert found.gain.mean == pytest.approx(merged.gain.mean, abs=4 * merged.gain.error)
    apart = responder._answering(replace(GAME, merged=False)).measure(responder._learnt, 3)
    together = responder._response.measure(responder._learnt, 3)
    of_gains, of_differences = _gains(together)[0].std(), _gains(apart - together)[0].std()
    assert of_differences < 0.1 * of_gains


@pytest.mark.exhaustive
def test_portions_of_decks_are_measured_as_a_whole(strategy: Policy) -> None:
    responder = BestResponse(strategy, merged=True, threads=2)
    responder.learn(effort(9, 20))
    start, pairs = responder._learnt, effort(5, 10)
    whole = responder._response.measure(start, pairs)
    portions = [responder._response.measure(start + at, count) for at, count in chunks(pairs, 3)]
    assert (np.concatenate(portions) == whole).all()


def test_who_never_draws_has_a_strategy_too() -> None:
    training = Training(LimitDraw(cap=1, most_drawn=0), threads=1)
    training.iterate()
    hand = ALL_CARDS[:5]
    assert Policy.of(training).draw(hand, 0, 0) == {tuple(GAME.kept(hand)[0]): 1.0}


def test_the_engines_game_is_known() -> None:
    rules = VARIANTS["five-card-draw"]
    assert LimitDraw.of(rules, Stakes(ante=1, small_bet=2, big_bet=4)) == LimitDraw(most_drawn=5)
    assert LimitDraw.of(VARIANTS["badugi"], Stakes(blinds=(1, 2), small_bet=2)) is None
    assert LimitDraw.of(rules.with_openers(), Stakes(ante=1, small_bet=2)) is None


def test_blinds_are_posted_and_may_be_raised() -> None:
    game = LimitDraw(ante=0, blinds=(1, 2), small_bet=2, big_bet=4)
    assert [node.player for node in game.first.nodes[:2]] == [1, 0]  # the button acts first, then the big blind
    assert game.first.nodes[0].actions == ("fold", "call", "raise")
    assert game.first.nodes[game.first.at("call")].actions == ("check", "raise")
    assert game.first.folds[0] == (1, 0.5)
    assert game.first.calls[0] == 1.0
    assert game.second.nodes[0].player == 0


@pytest.mark.parametrize("cap", range(1, 6))
def test_the_big_blind_is_the_first_bet_before_the_draw(cap: int) -> None:
    game = LimitDraw(ante=0, blinds=(1, 2), small_bet=2, big_bet=4, cap=cap)
    made = [max(tree.raises(Child("call", number))[1] for number in range(len(tree.calls)))
            for tree in (game.first, game.second)]  # fmt: skip
    assert made == [cap - 1, cap]
    assert game.deepest == 2 + 2 * (cap - 1) + 4 * cap


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"cap": 0}, "the cap is from 1 to 5 bets, not 0"),
        ({"most_drawn": 6}, "up to 0 to 5 cards are drawn, not 6"),
        ({"ante": 0}, "nothing to play for"),
        ({"ante": -1}, "whole number of chips, not -1"),
        ({"blinds": (2, 1)}, "the small blind comes first: 2 is more than 1"),
        ({"ante": (1, 2)}, r"ante and big bet are whole numbers, not \(1, 2\) and 4"),
        ({"big_bet": None}, "ante and big bet are whole numbers, not 1 and None"),
        ({"merged": "x"}, "hands are merged or not, not 'x'"),
    ],
)
def test_what_is_no_game_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        LimitDraw(**wrong)  # type: ignore[arg-type]


def test_what_cannot_be_said_here_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="'raise' is not possible here: check or bet is"):
        GAME.first.at("raise")
    with pytest.raises(IllegalActionError, match="the betting is over before 'bet'"):
        GAME.first.at("check check bet")
    with pytest.raises(IllegalActionError, match="nobody has to act after 'check check'"):
        GAME.first.at("check check")


def test_other_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    for content in (
        b"Dear Ann,\nI am well.\n",
        b"",
        b"{}\n",
        b'{"made by": "fivecard strategy 1"}\nx',
        b"5\n",
        b"[" * 200_000 + b"\n",
    ):
        file.write_bytes(content)
        with pytest.raises(FivecardError, match="is no strategy"):
            Policy.load(file)
        with pytest.raises(FivecardError, match="is no training"):
            Training.load(file)


def test_the_commands_solve_stop_go_on_and_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.strategy"
    solve = ["solve", "-o", str(file), "--cap", "1", "--most", "1", "--threads", "1"]
    assert main([*solve, "--iterations", "2"]) == 0
    assert "after 2 iterations" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    kept = Training(GAME, threads=1)
    kept.iterate()
    kept.save(tmp_path / "some.strategy.training")
    whole = file.read_bytes()
    assert main([*solve, "--iterations", "2"]) == 0
    assert "going on after 1 iterations" in capsys.readouterr().err
    assert file.read_bytes() == whole
    assert main(["exploit", str(file), "--decks", "4", "--test-decks", "4", "--merged", "--threads", "1"]) == 0
    assert "this is a lower bound" in capsys.readouterr().out
    assert main([*solve, "--minutes", "0"]) == 2
    assert main(["exploit", str(tmp_path / "nothing"), "--merged"]) == 1
    assert "nothing" in capsys.readouterr().err


def test_where_play_hardly_gets_to_the_regrets_are_asked() -> None:
    """What the first iterations left there is as good as chance; regrets are learnt wherever the other may get to."""
    average = np.array([[900.0, 100.0], [0.02, 0.03], [0.02, 0.03], [0.0, 0.0]], np.float32)
    regrets = np.array([[-5.0, 7.0], [7.0, -5.0], [-7.0, -5.0], [2.0, 2.0]], np.float32)
    filled = _filled(average, regrets, 1, 0.1)
    assert filled.tolist() == [[900, 100], [7, 0], average[2].tolist(), [2, 2]]


def test_a_run_goes_on_as_it_began_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.strategy"
    made = Training(GAME, threads=2, seed=1)
    made.iterate()
    made.save(tmp_path / "some.strategy.training")
    solve = ["solve", "-o", str(file), "--cap", "1", "--most", "1", "--iterations", "2"]
    assert main([*solve, "--threads", "1"]) == 2
    assert "goes on with 2 threads" in capsys.readouterr().err
    assert main([*solve, "--seed", "2"]) == 2
    assert main(solve) == 0
    assert main(["exploit", str(file), "--seed", "1"]) == 2
    assert "has the decks from which the strategy was learnt" in capsys.readouterr().err


def test_however_short_the_time_something_is_learnt(tmp_path: Path) -> None:
    file = tmp_path / "some.strategy"
    assert main(["solve", "-o", str(file), "--cap", "1", "--most", "1", "--minutes", "1e-9"]) == 0
    assert Policy.load(file).about["iterations"] == 1


def test_what_cannot_be_written_is_known_before_the_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    solve = ["solve", "--cap", "1", "--most", "1", "--threads", "1", "--iterations", "1000000"]
    assert main([*solve, "-o", str(tmp_path / "nowhere" / "some.strategy")]) == 1
    assert main([*solve, "-o", str(tmp_path)]) == 2
    assert main([*solve, "-o", str(tmp_path / "some.strategy"), "--seed", "-1"]) == 2
    assert "a seed is a whole number" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_nothing_is_lost_where_the_strategy_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Policy, "save", full)
    file = tmp_path / "some.strategy"
    assert main(["solve", "-o", str(file), "--cap", "1", "--most", "1", "--threads", "1", "--iterations", "2"]) == 1
    assert Training.load(tmp_path / "some.strategy.training").iterations == 2
