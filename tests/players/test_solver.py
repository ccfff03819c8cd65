"""The player and the coach of heads-up no-limit hold'em, who solve the spot: questions, ranges, advice, hands."""

from itertools import pairwise
from random import Random
from time import perf_counter

import numpy as np
import pytest

from fivecard.cards import CardSet
from fivecard.engine import (
    VARIANTS,
    Call,
    Check,
    Deal,
    Fold,
    Limit,
    Raise,
    State,
    apply,
    legal,
    start,
)
from fivecard.players import PLAYERS, play_out, players_for
from fivecard.players.solver.advice import ROUGH, SELDOM, TARGET, action_for, option_name, solved_advice
from fivecard.players.solver.coaching import advice_for, why_not
from fivecard.players.solver.preflop import SHORT, push_fold_advice
from fivecard.players.solver.question import MOST_NUMBERS, question_for
from fivecard.players.solver.ranges import Given, assumed, preflop_ranges
from fivecard.players.solver.review import Review, Verdict, ranges_in_words
from fivecard.ranges import Range
from fivecard.ranges.vectors import HANDS_OF_KIND, KINDS
from fivecard.solvers.postflop import solve
from fivecard.table.core.game import fills
from fivecard.tournaments import push_fold
from tests.effort import effort
from tests.players.spots import CHECKED, HOLDEM, STAKES, TO_RIVER, after

CHART = Given()
NARROW = Given(Range("QQ-99, AQs"), Range("AA, KK, AKs, 76s"))
SPOTS = {
    "river, first": TO_RIVER,
    "river, after a check": (*TO_RIVER, "check"),
    "river, a bet": (*TO_RIVER, "9"),
    "river, a bet after a check": (*TO_RIVER, "check", "7"),
    "river, a raise": (*TO_RIVER, "9", "31"),
    "river, a raise after a check": (*TO_RIVER, "check", "5", "23"),
    "river, raised twice": (*TO_RIVER, "9", "31", "90"),
    "turn, first": CHECKED,
    "turn, all in": (*CHECKED, "194"),
}


@pytest.mark.parametrize("does", SPOTS.values(), ids=SPOTS)
def test_advice_is_what_the_solver_says_of_the_same_spot(does: tuple[str, ...]) -> None:
    view = after(*does)
    advice = solved_advice(view, NARROW)
    assert advice is not None
    asked = question_for(view, assumed(view, NARROW), silent=SELDOM in advice.notes)
    assert asked is not None
    spot = asked.spot
    assert (spot.cards, spot.pot, spot.effective_stack) == (view.board, 12, 194)
    node = spot.tree.at(*asked.path)
    assert [node.money.street[asked.player], node.money.street[1 - asked.player]] == [
        view.bets[view.seat or 0],
        max(view.bets),
    ]
    row = solve(spot, target=TARGET, iterations=asked.iterations).at(*asked.path).row("".join(map(str, view.hand)))
    assert row.evs is not None
    assert {each.action: each.value for each in advice.options} == pytest.approx(row.evs)
    assert {each.action: each.chance for each in advice.options} == pytest.approx(row.chances)


@pytest.mark.parametrize("does", SPOTS.values(), ids=SPOTS)
def test_every_kind_of_action_is_told_and_can_be_done(does: tuple[str, ...]) -> None:
    view = after(*does)
    now, advice = legal(view), solved_advice(view, NARROW)
    assert now is not None
    assert advice is not None
    told = {option.action.split()[0] for option in advice.options}
    assert ("check" in told) is now.check
    assert ("fold" in told) is not now.check
    assert ("call" in told) is bool(now.call_amount)
    assert bool(told & {"bet", "raise"}) is bool(now.min_raise_to)
    for option in advice.options:
        action = action_for(option.action, view)
        assert now.allows(action)
        assert option_name(action, view) == option.action
    assert sum(option.chance for option in advice.options) == pytest.approx(1)
    assert advice.best.behind == 0
    assert all(one.behind <= other.behind for one, other in pairwise(advice.options))
    if "fold" in told:
        assert advice.option("fold").value == pytest.approx(0, abs=1e-6)


def test_a_sum_of_ones_own_is_solved_for_its_verdict() -> None:
    view = after(*TO_RIVER)
    mine = Raise(view.seat or 0, 61)
    plain, asked = solved_advice(view, NARROW), solved_advice(view, NARROW, mine)
    assert plain is not None
    assert asked is not None
    assert not plain.knows("bet 61")
    verdict = Verdict.of(asked, mine, view)
    assert verdict.option.action == "bet 61"
    assert verdict.cost >= 0
    review = Review().after(verdict)
    assert (review.decisions, review.cost) == (1, verdict.cost)


def test_folding_the_best_hand_costs_the_pot_and_calling_with_it_nothing() -> None:
    """Kings full against a range that this beats."""
    view = after(*TO_RIVER, "check", "12", deck="Kh 9c Kd 9d 2s 2h 2c 4s 3d")
    advice = solved_advice(view, Given(Range("KK"), Range("99")))
    assert advice is not None
    fold = Verdict.of(advice, Fold(view.seat or 0), view)
    assert fold.cost >= 24
    assert fold.mistake
    assert fold.words().startswith(f"That cost {fold.cost:,.0f} chips: ")
    lessons = Review().after(fold).words(lambda cards: " ".join(map(str, cards)))
    assert lessons[1].startswith("The worst: folding on the river with Kh Kd cost ")


def test_what_one_wins_the_other_loses() -> None:
    view = after(*TO_RIVER)
    asked = question_for(view, assumed(view, CHART))
    assert asked is not None
    solution = solve(asked.spot, target=TARGET)
    assert sum(solution.values) == pytest.approx(asked.spot.pot)


def test_where_the_solution_never_goes_its_advice_says_so() -> None:
    """Queens full never raise all in against aces full: the other range has nothing else."""
    given = Given(Range("AA"), Range("QQ"))
    view = after(*TO_RIVER, "2", "194", deck="Ah Qc Ad Qd 2s 2h 7c 4s 3d")
    advice = solved_advice(view, given)
    assert advice is not None
    assert {SELDOM, ROUGH} & {*advice.notes}
    assert all(np.isfinite(option.value) for option in advice.options)


# Ranges


def test_ranges_leave_out_what_is_known_and_have_the_hand_that_is_held() -> None:
    view = after("6", "call", "8", "call", "check", "check")  # a bet on the flop, called
    ranges = assumed(view, CHART)
    board, me = np.uint64(CardSet(view.board).mask), view.order.index(view.seat or 0)
    for range_ in ranges.now:
        assert not (range_.hands & board).any()
    assert CardSet(view.hand).mask in ranges.now[me].hands.tolist()
    seen = [hand for hand in ranges.now[1 - me] if not {*hand} & {*view.hand}]
    assert ranges.left(1 - me, known=view.hand) == len(seen)
    assert len(seen) < len(ranges.now[1 - me])
    told = ranges_in_words(solved_advice(view, CHART) or pytest.fail("no advice"), view)
    assert f"{len(seen)} hands possible now" in told[1]
    assert "our chart, no equilibrium" in told[0]
    assert "who bet keeps the best 60%" in told[2]


def test_who_bet_has_more_of_the_better_hands() -> None:
    before, now = (assumed(after(*does), CHART) for does in (TO_RIVER, ("6", "call", "8", "call", "check", "check")))
    for player in (0, 1):
        assert now.now[player].weights.min() < before.now[player].weights.max() == 1
    [quads] = Range("9s9d").hands.tolist()
    trash = Range("6d5d").hands[0]
    first = now.now[0]
    weights = dict(zip(first.hands.tolist(), first.weights.tolist(), strict=True))
    assert weights.get(quads, 1.0) == 1.0
    assert weights.get(int(trash), 0.0) < 1


@pytest.mark.parametrize(("raises", "by_button"), [(0, False), (1, True), (1, False), (2, True), (2, False), (5, True)])
def test_every_way_to_the_flop_has_ranges(raises: int, by_button: bool) -> None:
    for text in preflop_ranges(raises=raises, last_by_button=by_button):
        assert len(Range(text)) > 50


def test_given_ranges_count_and_impossible_ones_are_told() -> None:
    view = after(*TO_RIVER)
    ranges = assumed(view, NARROW)
    assert ranges.flop[view.order.index(view.seat or 0)] == NARROW.mine
    assert ranges.given == (True, True)
    gone = Given(theirs=Range("KhQh"))  # the seat holds that king
    assert advice_for(view, gone) is None
    assert "has no hand that the cards in sight leave possible" in why_not(view, gone)


# Before the flop


def test_short_stacks_push_as_the_equilibrium_does() -> None:
    view = after(deck="Kh Ac Kd Ad 2s", stacks=(20, 20))
    advice = push_fold_advice(view)
    assert advice is not None
    assert advice.best.action == "raise 20"
    assert advice.best.chance > 0.99
    found = push_fold([20, 20], blinds=(1, 2))
    seven = push_fold_advice(after(deck="Kh 7c Kd 2d 2s", stacks=(20, 20)))
    assert seven is not None
    assert seven.best.action == "fold"
    assert seven.best.chance == pytest.approx(1 - found.strategy(0)[KINDS.index("72o")], abs=1e-9)
    called = push_fold_advice(after("20", deck="7h Ac 2d Ad 2s", stacks=(20, 20)))
    assert called is not None
    assert called.best.action == "fold"
    assert called.option("call").value < 0


def test_what_pushing_wins_is_what_the_equilibrium_is_worth() -> None:
    """Over all hands, weighed by how often they come: an all-in or a fold, whichever the equilibrium does."""
    found = push_fold([20, 20], blinds=(1, 2))
    total = 0.0
    for kind, hands in zip(KINDS, HANDS_OF_KIND.tolist(), strict=True):
        hand = next(iter(Range(kind)))
        rest = [card for card in sorted(HOLDEM.deck) if card not in hand]
        deck = f"{rest[0]} {hand[0]} {rest[1]} {hand[1]}"
        advice = push_fold_advice(after(deck=deck, stacks=(20, 20)))
        assert advice is not None
        total += hands / 1326 * sum(option.chance * option.value for option in advice.options)
    assert total + 19 == pytest.approx(found.values[0], abs=1e-6)  # a fold leaves 19 of 20


def test_without_an_answer_it_says_why() -> None:
    deep, limped = after(), after("call", stacks=(20, 20))
    assert push_fold_advice(deep) is None
    assert why_not(deep, CHART).endswith(f"up to {SHORT} big blinds, and the smaller stack has 100.")
    assert "no limps" in why_not(limped, CHART)
    flop = after("6", "call")
    assert advice_for(flop, CHART) is None
    assert "this flop takes too long" in why_not(flop, CHART)


def test_a_small_flop_is_solved() -> None:
    advice = advice_for(after("60", "call"), Given(Range("AA, KK"), Range("99, AKs")))
    assert advice is not None
    assert advice.where == "flop"


# The player


def hands(count: int, seed: int) -> list[State]:
    source, found = Random(seed), []
    for number in range(count):
        stacks = (60, 60) if number % 2 else (200, 90)
        before = start(HOLDEM, 2, stakes=STAKES, stacks=stacks, button=number % 2)
        found.append(apply(before, Deal.shuffled(source))[0])
    return found


def to_the_turn(state: State) -> State:
    """Raise, call, and check the flop."""
    seats = (state.button, 1 - state.button)
    for action in (Raise(seats[0], 6), Call(seats[1]), Check(seats[1]), Check(seats[0])):
        state, _ = apply(state, action)
    return state


def test_two_of_them_play_hands_to_the_end_with_all_chips() -> None:
    solver, rivers = PLAYERS["solver"], 0
    dealt = hands(effort(6, 40), 5)
    for number, state in enumerate([*dealt, *map(to_the_turn, dealt)]):
        total = sum(state.stacks) + sum(state.committed)
        final, _ = play_out(state, [solver] * 2, Random(number))
        assert final.is_over
        assert sum(final.stacks) == total
        rivers += len(final.board) == 5
    assert rivers


def test_it_plays_the_same_with_the_same_chance() -> None:
    [*states] = hands(3, 11)
    for state in states:
        first, second = (play_out(state, [PLAYERS["solver"], PLAYERS["solid"]], Random(4)) for _ in range(2))
        assert first == second


def test_its_work_is_bounded_however_much_may_be_bet() -> None:
    """Deep stacks, wide ranges: a question is never larger than it may be, and solved in seconds on a busy machine."""
    view = after("call", "check", "check", "check", stacks=(200, 200))
    asked = question_for(view, assumed(view, Given(Range("100%"), Range("100%"))))
    assert asked is not None
    assert asked.numbers <= MOST_NUMBERS
    began = perf_counter()
    PLAYERS["solver"](view, Random(1))
    assert perf_counter() - began < 30


def test_it_decides_by_nothing_but_its_view() -> None:
    """Other hidden cards, same decision."""
    decks = [f"Kh {first} Kd {second} 2s 9h 7c 4s 3d" for first, second in (("9c", "9d"), ("Ac", "Qd"))]
    one, other = (after(*TO_RIVER, deck=deck) for deck in decks)
    assert one == other
    assert [PLAYERS["solver"](view, Random(7)) for view in (one, one)] == [PLAYERS["solver"](other, Random(7))] * 2


def test_it_is_offered_for_no_limit_holdem_alone_and_not_at_tables() -> None:
    assert [*players_for(HOLDEM)] == ["solid", "solver"]
    assert "solver" not in players_for(HOLDEM.with_limit(Limit.FIXED_LIMIT))
    assert "solver" not in players_for(VARIANTS["omaha"])
    assert "solver" not in fills(HOLDEM)  # all tables of a server would wait for it
    says = PLAYERS["solver"].says
    assert (says(HOLDEM, STAKES, (200, 200)) or "").startswith("Solver solves its spots from the turn on")
    assert "like solid" in (says(HOLDEM, STAKES, (200, 200, 200)) or "")
