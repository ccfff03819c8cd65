"""Every public value goes to other processes and comes back: by pickle, by cloudpickle, copied and deep-copied.

What is public is read from the reference and from what packages offer: a class that is new there needs an example here.
"""

import copy
import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from multiprocessing import get_context
from random import Random
from typing import Any, Final

import cloudpickle
import numpy as np
import pyarrow as pa
import pytest

import fivecard
from fivecard import (
    DEUCE_TO_SEVEN,
    HIGH,
    PLAIN,
    RANKINGS,
    CardSet,
    Deck,
    Evaluation,
    Hand,
    Order,
    Pile,
    Range,
    Rank,
    Suit,
    batch,
    compare,
    errors,
    evaluate,
    explain,
)
from fivecard._util.sampling import StoppingRule
from fivecard.batch._input import Hands, Sizes
from fivecard.draw import video_poker
from fivecard.draw.odds import draw_odds, final_distribution, hold_values
from fivecard.draw.strategy import Solution, solved
from fivecard.draw.training import Choice, Exercise, Kind, MachineLesson, TableLesson
from fivecard.draw.training import Record as TrainingRecord
from fivecard.draw.video_poker.holdings import Holding
from fivecard.engine import (
    RULES,
    VARIANTS,
    Action,
    Deal,
    KillButton,
    Rake,
    Raked,
    Seating,
    Stakes,
    Standing,
    State,
    apply,
    horse,
    legal,
    pots_of,
    start,
    view_for,
)
from fivecard.equities import equities, equity
from fivecard.equities.question import Question
from fivecard.games import Game
from fivecard.handouts import HandoutDeck
from fivecard.handouts.complex import Complex, ComplexError, DivisionError
from fivecard.handouts.julia import julia
from fivecard.handouts.palettes import PictureError
from fivecard.histories import FORMATS, History, Record, action_rows, loads, statistics_of
from fivecard.histories.formats import writer_of
from fivecard.integrations.arrow import EvaluateHands, SettleDeals
from fivecard.players import PLAYERS
from fivecard.players.chips import ChipsResult, PlayerResult
from fivecard.players.exploiting import Exploited
from fivecard.players.simulation import compare as compare_players
from fivecard.players.simulation import simulate
from fivecard.rankings import BadugiCategory, Category, FiveCardRanking
from fivecard.showdown import Settling, Tally, settle
from fivecard.solvers.limit_draw import InfoSet, LimitDraw, advise, load_policy
from fivecard.solvers.limit_draw.best_response import ExploitabilityEstimate, Mean
from fivecard.solvers.postflop import Estimate, Flop, Grid, HandRow, Spot, Table
from fivecard.words.hands import KINDS
from fivecard.words.narrating import Narrator
from tests.effort import effort
from tests.engine.random_play import choose
from tests.paths import GOLDEN, ROOT

pytestmark = pytest.mark.timeout(300)

PACKAGES: Final = (
    "batch", "batch._input", "engine", "equities", "histories", "players", "ranges", "showdown",
    "solvers.limit_draw",
)  # fmt: skip
NOT_VALUES: Final = {
    "RandomSource": "a protocol",
    "ArrowArrayLike": "a protocol",
    "ArrowStreamLike": "a protocol",
    "ToNumpy": "a protocol",
    "Source": "a protocol",
    "Target": "a protocol",
    "Progress": "a protocol",
    "Ranking": "abstract",
    "Visitor": "what is done with hands, not a value",
    "PokerExpr": "a name space of polars, made where an expression is",
    "PokerSeries": "a name space of polars, made where a series is",
    "Training": "work that goes on: its strategy is the value",
    "BestResponse": "work that goes on: its exploitation is the value",
    "Batch": "hands that go on being played",
    "Observations": "arrays that a batch writes into",
    "Setting": "part of an environment",
    "Menu": "part of an environment",
    "Features": "part of an environment",
    "ExtensiveGame": "what goes on being played",
    "ExtensiveState": "what goes on being played",
    "Texture": "arrays side by side",
    "HandStrengths": "arrays side by side",
    "IcmSample": "arrays side by side",
    "PushFold": "strategies as arrays side by side",
    "Solution": "that of a spot is work that goes on: files keep it",
    "Place": "what is looked up in a solution as it is asked for",
}


def public() -> set[type]:
    """The classes of the reference, and those that `fivecard` and its packages offer; the table's travel as JSON."""
    found = [getattr(fivecard, name) for name in fivecard.__all__]
    for name in PACKAGES:
        found += [value for word, value in vars(import_module(f"fivecard.{name}")).items() if word[0] != "_"]
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        for module, name in re.findall(r"autoclass:: (\S+)\.(\w+)\n", page.read_text(encoding="utf-8")):
            if not module.startswith("fivecard.table"):
                found.append(getattr(import_module(module), name))
    return {each for each in found if inspect.isclass(each) and each.__module__.startswith("fivecard.")}


def chosen(state: State, random: Random) -> Action:
    now = legal(view_for(state, state.to_act[0]))
    assert now
    return choose(random, now)


def played(name: str, seed: int) -> Iterator[object]:
    """Everything that a hand of a game shows: states, views, what is legal, actions and events."""
    random, rules = Random(seed), (VARIANTS | RULES)[name]
    if rules.first_bet < 0:
        state = start(rules, 3)
    else:
        stakes = Stakes(ante=1, small_bet=2, big_bet=4)
        posts = replace(stakes, bring_in=1) if rules.has_bring_in else replace(stakes, blinds=(1, 2))
        state = start(rules, 3, stakes=posts, stacks=(30, 30, 12))
    action: Action = Deal.shuffled(random, cards=sorted(rules.deck), reserve=rules.first_bet < 0)
    while True:
        yield from (state, action, *pots_of(state))
        state, events = apply(state, action)
        yield from events
        if state.is_over:
            break
        view = view_for(state, state.to_act[0])
        yield from (view, legal(view))
        action = chosen(state, random)
    yield from (state, rules, rules.game, state.stakes, rules.limit)


@cache
def examples() -> list[object]:
    """Values of every public class: the more of them, the better."""
    hand = Hand("Ah Kh Qh Jh Th")
    hand.sort(Order.MATCHED_FIRST)
    exact = equity("AsKs", "QQ, JJ@50", board="2s 7s 9d")
    sampled = equity("AA", "KK", "QQ", exact=False, seed=1, error=0.01)
    history = loads((GOLDEN / "pokerstars" / "cash.txt").read_text(encoding="utf-8"))
    strategy = solved(players=2)
    solver_game = LimitDraw()
    policy = load_policy(solver_game)
    assert policy.native  # what the compiled module made of it stays behind
    own = FiveCardRanking("my own", Rank, (Category.HIGH_CARD, Category.ONE_PAIR), low=True)
    spot = InfoSet(solver_game, 0, Hand("Kh Kd 9s 4c 2d")[:], ("check", "bet"))
    shown = settle(["Ah Ac", "7d 2s"], "Qc 3h Ts 8h Jd", game="holdem")
    hands = [state for name in VARIANTS | RULES for seed in range(3) for state in played(name, seed)]
    advice = advise(policy, spot, deals=200)
    seating = Seating.of(6, players=(0, 2, 5), button=2).sit(1, post=True)
    after_flop = Spot("Td 9d 6h Qc 2s", ("AA", "KK"), 10, 20, "50%").without_action("check", "bet 5")
    after_flop = after_flop.locked("check", chances=[1])
    assert after_flop.tree.nodes  # what the compiled module made of it stays behind
    line = PlayerResult("solid", 1.5, 0.5, 3)
    stopping, score = StoppingRule(0.1, None), Tally([0, 0])
    return [
        *Rank, *Suit, *Category, *BadugiCategory, *Order,
        *Deck(), *RANKINGS.values(), own, *HIGH.classes[1:3], PLAIN, PLAIN.with_symbols(), Pile("2c"), Deck(), hand,
        evaluate("Ah Kh Qh Jh Th"), evaluate("Ah Kh Qh Jh Th", ranking=DEUCE_TO_SEVEN), Evaluation(9, ranking=own),
        compare("Ah Kh Qh Jh Th", "2c 2d 3h 4s 5c"), explain("Ah Kh Qh Jh Th"),
        *fivecard.games.GAMES.values(), Game("own", "our own", (2,), 5, (own,)),
        Range("AA, AKs@50"), Range("AAds", "omaha"), Range("22+", Game("own", "our own", (2,), 5, (HIGH,))),
        exact, exact.by_hand(1), next(iter(exact.by_hand(1))), sampled, equities("AA", "KK", board="2s 7s 9d"),
        Question(["AA", "KK"], (), (), "holdem"), stopping,
        batch.category_names([7462, 1]), Hands(np.zeros((2, 5), np.uint8)), Sizes(5, 5, ""),
        EvaluateHands("hand"), SettleDeals(), SettleDeals(Settling("omaha-hi-lo", players=3)),
        score,
        CardSet("As 2d"), Settling(), Settling("omaha", 3, 5, columns=["deal"], errors="null"),
        shown, *shown.parts, *shown.parts[0].hands,
        *Standing, *seating.next_hand(), *seating.seats[:2], KillButton(3, 2), horse(4),
        Rake(Fraction(1, 20)), Raked(3, 7, 9),
        *hands, Record("draw-3", 2, Deck()[:11], (), (Deck()[6:7], ())), Narrator(("Ann", "Ben")), *KINDS.values(),
        *PLAYERS.values(), *FORMATS.values(), writer_of("phh"),
        history, *statistics_of([history]), *action_rows(history),
        *draw_odds("Ah Kh Qh Jh 2c"), final_distribution(strategy), hold_values(np.arange(7463.0)), strategy,
        Solution(strategy, 0.5, (1, 0)), simulate(["sharp", "sharp"], 10), *draw_games(),
        solver_game, solver_game.first, policy, spot, advice, *advice.options, Mean(1.0, 0.1),
        ExploitabilityEstimate(Mean(1.0, 0.1), (Mean(1.0, 0.1),) * 2, Mean(0.0, 0.1), 0.0),
        after_flop, after_flop.tree, after_flop.tree.at(), *after_flop.edits, *after_flop.locks,
        line, ChipsResult((line,), 1, 1, 2),
        HandRow("AsAh", 1.0, 0.5, 0.5, {"check": 1.0}, {"check": 0.5}),
        Estimate(12, 10**6, 100, 1.5, 0.7, 3.0), Flop("Ah Kd 2c", 24), Table({"ev": "double"}, [[0.5], [None]]),
        Grid("oop", "AK", ("check",), np.ones((2, 2)), np.ones((1, 2, 2)), np.zeros((2, 2)), np.zeros((2, 2))),
        Complex(1, 2), julia(8, 1j), HandoutDeck(), ComplexError("no"), DivisionError("no"), PictureError("no"),
        *[kind("no") for kind in vars(errors).values() if inspect.isclass(kind) and issubclass(kind, Exception)],
    ]  # fmt: skip


def draw_games() -> list[object]:
    """What has to do with draw poker machines, training and gains."""
    machine = video_poker.game("jacks or better")
    option, solution = video_poker.options(machine, "Ah Kh Qh Jh 2c")[0], video_poker.solve(machine)
    mistake = video_poker.Mistake("one", "other", 0.1, (0, 1, 2, 3, 4))
    chart = video_poker.Chart(machine, (Holding("pair", "high"),), solution.mean, solution.mean, (mistake,))
    choice, lesson = Choice(frozenset({1, 2}), 0.5), MachineLesson(machine)
    gain = compare_players(["sharp", "sharp"], "classic", 10)
    return [
        Kind(1, 0), machine, machine.lines[0], option, solution, solution.outcomes[0],
        video_poker.Play(machine, solution.holds),
        mistake, chart, choice, lesson, TableLesson(), Exercise((0, 1, 2, 3, 4), (choice,), "pair", 1.0),
        TrainingRecord(1, 1, 0.0, 1.0, {"pair": Kind(1, 0)}), gain, Exploited(solved(), gain, 0.0, 0),
    ]  # fmt: skip


def facts(value: object) -> object:
    """What two values that have no equality of their own are compared by."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.tolist()
    if isinstance(value, BaseException):
        return type(value), value.args
    if isinstance(value, Narrator):  # methods of equal objects are not equal
        return value.names, value.cards(Deck()[:2]), value.chips(1234)
    if isinstance(value, Enum):
        return id(value)
    if isinstance(value, tuple | list):
        return type(value), [facts(each) for each in value]
    if type(value).__eq__ is object.__eq__ and hasattr(value, "__dict__"):
        kept = {name: each for name, each in vars(value).items() if "fivecard._core" not in type(each).__module__}
        return type(value), {name: facts(each) for name, each in kept.items()}
    return value


WAYS: Final[dict[str, Callable[[Any], Any]]] = {
    **{
        f"pickle {n}": partial(lambda n, value: pickle.loads(pickle.dumps(value, n)), n) for n in effort((5,), range(6))
    },
    "cloudpickle": lambda value: pickle.loads(cloudpickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def test_every_public_class_has_an_example() -> None:
    there = {kind for each in examples() for kind in type(each).__mro__}
    lacking = {kind.__name__ for kind in public() - there if kind.__name__ not in NOT_VALUES}
    assert not lacking, f"an example in examples(), or a reason in NOT_VALUES: {sorted(lacking)}"


@pytest.mark.parametrize("way", WAYS)
def test_every_public_value_survives(way: str) -> None:
    for value in examples():
        again = WAYS[way](value)
        assert type(again) is type(value)
        assert facts(again) == facts(value), value


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_ranking_is_the_same_ranking(way: str) -> None:
    for ranking in RANKINGS.values():
        assert WAYS[way](ranking) is ranking
        assert (
            WAYS[way](evaluate("Ac 2d 3h 4s" if ranking.hand_size == 4 else "Ah Kh Qh Jh Th", ranking=ranking)).ranking
            is ranking
        )
    assert batch.strengths("Ah Kh Qh Jh Th", ranking=WAYS[way](DEUCE_TO_SEVEN)) == batch.strengths(
        "Ah Kh Qh Jh Th", ranking=DEUCE_TO_SEVEN
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", ["holdem", "stud-hi-lo", "draw-3-ace"])
def test_a_copied_state_plays_on_as_the_state_does(way: str, game: str) -> None:
    def end(state: State) -> State:
        random = Random(5)
        while not state.is_over:
            state, _ = apply(state, chosen(state, random))
        return state

    for state in (each for each in played(game, 4) if isinstance(each, State) and each.to_act):
        assert end(WAYS[way](state)) == end(state)


def test_a_copied_history_can_be_checked() -> None:
    [history] = (each for each in examples() if isinstance(each, History))
    for way in WAYS.values():
        way(history).check()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_process_pool_evaluates(method: str) -> None:
    hands = [Hand("Ah Kh Qh Jh Th"), Hand("2c 2d 3h 4s 5c")]
    low = partial(evaluate, ranking=DEUCE_TO_SEVEN)
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        assert max(pool.map(evaluate, hands)) == evaluate(hands[0])
        assert max(pool.map(low, hands)) == low(hands[1])
        [strengths] = pool.map(partial(batch.strengths, ranking=DEUCE_TO_SEVEN), [[str(hand) for hand in hands]])
    assert strengths.tolist() == [low(hand).strength for hand in hands]


def test_a_settler_that_was_sent_settles() -> None:
    deals = pa.table({"player_1": ["AH AC"], "player_2": ["KH KC"], "board": ["QC 3H TS 8H JD"]})
    settler = SettleDeals()
    assert pickle.loads(cloudpickle.dumps(settler.batch))(deals) == settler.batch(deals)
