"""Questions: trees that sizes make, and what is no question."""

from typing import Any

import pytest

from fivecard.errors import FivecardError, HandError, IllegalActionError, RangeError, RulesError
from fivecard.ranges import Range
from fivecard.solvers.postflop import Spot
from fivecard.solvers.postflop.tree import Node

OOP = "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s"
IP = "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+"


def spot(board: str = "Td 9d 6h Qc 2s", pot: float = 100, stack: Any = 400, **options: Any) -> Spot:
    return Spot(board, options.pop("ranges", ("AA", "KK")), pot, stack, **options)


@pytest.mark.parametrize(
    ("board", "bets", "raises", "nodes"),
    [
        ("Td 9d 6h Qc 2s", "60%, a", "2.5x", 12),
        ("Td 9d 6h Qc", "60%, a", "2.5x", 2_700),
        ("Td 9d 6h", "60%", "2.5x, a", 204_876),
    ],
)
def test_trees_have_neither_roundings_nor_sizes_of_their_own(board: str, bets: str, raises: str, nodes: int) -> None:
    assert Spot(board, (OOP, IP), 200, 900, bets=bets, raises=raises).tree.nodes == nodes


@pytest.mark.parametrize(
    ("bets", "names"),
    [
        ("", ()),
        ("33%, 120", ("bet 33", "bet 120")),
        ("a", ("bet 400",)),
        ("400%, a, 500", ("bet 400",)),
        ("50%, 50, .5%", ("bet 0.5", "bet 50")),
        ("e", ("bet 400",)),
        ("2e", ("bet 100",)),
    ],
)
def test_sizes_of_bets(bets: str, names: tuple[str, ...]) -> None:
    assert spot(bets=bets).tree.at().names == ("check", *names)


def test_geometric_bets_are_all_in_on_the_river() -> None:
    tree = spot("Td 9d 6h", bets="e").tree
    line: tuple[str, ...] = ()
    parts = []
    for _ in range(3):
        node = tree.at(*line)
        pot = 100 + sum(node.money.all)
        name = node.names[1]
        parts.append(float(name.removeprefix("bet ")) / pot)
        line = (*line, name, "call")
    assert parts == pytest.approx([parts[0]] * 3)
    assert node.money.all[0] + float(name.removeprefix("bet ")) == pytest.approx(400)


@pytest.mark.parametrize(
    ("raises", "names"),
    [
        ("2.5x", ("raise 125",)),
        ("50%, a", ("raise 150", "raise 400")),
        ("130", ("raise 130",)),
        ("60", ("raise 100",)),  # at least as much again
        ("20x", ("raise 400",)),
    ],
)
def test_sizes_of_raises(raises: str, names: tuple[str, ...]) -> None:
    assert spot(bets="50", raises=raises).tree.at("bet 50").names == ("fold", "call", *names)


def test_sizes_are_given_by_street_and_player() -> None:
    tree = spot("Td 9d 6h Qc", bets={"turn": "50%", "ip turn": "75%", "oop": "25%", "": "10%"}).tree
    assert tree.at().names == ("check", "bet 50")  # a street is closer than a player
    assert tree.at("check").names == ("check", "bet 75")
    assert tree.at("check", "check").names == ("check", "bet 25")
    assert tree.at("check", "check", "check").names == ("check", "bet 10")


def test_leading_into_who_bet_last_has_sizes_of_its_own() -> None:
    tree = spot("Td 9d 6h Qc", bets="50%", donks="20%").tree
    assert tree.at("check", "bet 50", "call").names == ("check", "bet 40")
    assert tree.at("check", "check").names == ("check", "bet 50")
    assert tree.at("bet 50", "call").names == ("check", "bet 100")
    assert spot("Td 9d 6h Qc", bets="50%", donks="").tree.at("check", "bet 50", "call").names == ("check",)


def test_thresholds_add_force_and_merge() -> None:
    assert spot(stack=140, bets="50%", add_all_in=1.5).tree.at().names == ("check", "bet 50", "bet 140")
    assert spot(stack=160, bets="50%", add_all_in=1.5).tree.at().names == ("check", "bet 50")
    assert spot(stack=120, bets="100%", force_all_in=0.1).tree.at().names == ("check", "bet 120")
    assert spot(stack=140, bets="100%", force_all_in=0.1).tree.at().names == ("check", "bet 100")
    assert spot(bets="70%, 75%, 150%", merge=0.1).tree.at().names == ("check", "bet 75", "bet 150")
    assert spot(bets="70%, 75%, 150%", merge=0.01).tree.at().names == ("check", "bet 70", "bet 75", "bet 150")


def test_the_smaller_stack_counts() -> None:
    assert spot(stack=(300, 700), bets="a").tree.at().names == ("check", "bet 300")


def test_all_in_no_more_is_bet() -> None:
    tree = spot("Td 9d 6h", bets="a").tree
    assert [len(street.nodes) for street in tree.streets] == [4, 4, 4]
    assert not isinstance(tree.follow(("bet 400", "call")), Node)


def test_lines_are_taken_away_and_put_in() -> None:
    whole = spot("Td 9d 6h Qc", bets="50%", raises="3x")
    less = whole.without_action("check", "bet 50")
    assert less.tree.at("check").names == ("check",)
    assert less.tree.nodes < whole.tree.nodes
    more = less.with_action("check", "bet 30").with_action("check", "bet 30", "raise 400")
    assert more.tree.at("check").names == ("check", "bet 30")
    assert more.tree.at("check", "bet 30").names == ("fold", "call", "raise 90", "raise 400")
    assert more.with_action("all-in").tree.at().names == ("check", "bet 50", "bet 400")


def test_what_the_house_takes_has_a_cap() -> None:
    payoffs = spot(rake=0.05, rake_cap=7, bets="50%").tree.payoffs
    assert payoffs[0].win == pytest.approx(0.5 - 0.05)  # checked down
    assert payoffs[0].tie == pytest.approx(-0.025)
    assert min(payoff.win - payoff.loss for payoff in payoffs) == pytest.approx(-0.07)


@pytest.mark.parametrize("game", ["short-deck", "short-deck-trips"])
def test_short_decks_are_played_too(game: str) -> None:
    found = Spot("Td 9d 6h 7c", ("AA, KQs", "A9o, JJ"), 10, 20, bets="50%", game=game)
    assert found.tree.game.boards == 1 + 32
    with pytest.raises(HandError, match="'2c' on the board is not in the deck of short-deck hold'em"):
        Spot("Td 9d 2c", ("AA", "KK"), 10, 20, game=game)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"board": "Td 9d"}, HandError, "a board after the flop has 3 to 5 cards, not 2"),
        ({"board": "Td 9d 6h 6c 6s 6d"}, HandError, "a board after the flop has 3 to 5 cards, not 6"),
        ({"board": "Td 9d Td"}, HandError, "duplicate card 'Td' on the board|the same card"),
        ({"board": "Td 9d Zz"}, FivecardError, "Zz"),
        ({"ranges": ("TdTh", "KK")}, RangeError, "the range oop has no hand that the board .* leaves possible"),
        ({"ranges": ("AA", "none")}, RangeError, "the range ip has no hand"),
        ({"ranges": "AA"}, RangeError, "expected two ranges"),
        ({"ranges": ("AA", Range("AAKK", "omaha"))}, RangeError, "expected a range of holdem"),
        ({"pot": 0}, RulesError, "the pot is a number of chips above 0, not 0"),
        ({"pot": float("nan")}, RulesError, "the pot is a number of chips above 0, not nan"),
        ({"stack": -5}, RulesError, "the stack is a number of chips above 0, not -5"),
        ({"stack": (1, 2, 3)}, RulesError, "a stack is a number of chips, or two"),
        ({"bets": "2.5x"}, RulesError, "'2.5x' is no size of a bet: write a part of the pot"),
        ({"bets": "half"}, RulesError, "'half' is no size of a bet"),
        ({"bets": "0%"}, RulesError, "'0%' is no size of a bet"),
        ({"raises": "-3x"}, RulesError, "'-3x' is no size of a raise"),
        ({"bets": {"preflop": "50%"}}, RulesError, "bets are for a street, a player, or both .* not for 'preflop'"),
        ({"bets": 5}, RulesError, "bets are a text, or texts by street and player, not 5"),
        ({"rake": 1}, RulesError, "the rake is a part of the pot"),
        ({"rake_cap": -1}, RulesError, "the cap of the rake is a number of chips"),
        ({"merge": -1}, RulesError, "merge is a number of pots from 0 up"),
        ({"game": "omaha"}, RulesError, "after the flop the games are holdem, short-deck"),
    ],
)
def test_what_is_no_question_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    given: dict[str, Any] = {"board": "Td 9d 6h", "ranges": ("AA", "KK"), "pot": 100, "stack": 400} | changes
    with pytest.raises(error, match=message):
        Spot(**given)


def test_ranges_that_cannot_meet_are_refused() -> None:
    with pytest.raises(RangeError, match="no two hands of the ranges can be dealt together on this board"):
        _ = spot(ranges=("AhAd", "AhAd")).tree.game


@pytest.mark.parametrize(
    ("edited", "message"),
    [
        (lambda one: one.without_action("bet 60"), "'bet 60' is none of the actions after the deal: check, bet 50"),
        (lambda one: one.without_action("bet 60", "call"), "there is no line 'bet 60' to edit"),
        (
            lambda one: one.with_action("bet 900"),
            "'bet 900' cannot be put in after the deal: write bet and to how many chips",
        ),
        (lambda one: one.with_action("raise 90"), "'raise 90' cannot be put in after the deal"),
        (lambda one: one.with_action("bet 50", "raise 60"), "write raise and to how many chips, 100 to 400"),
        (lambda one: one.without_action("check").without_action("bet 50"), "there are 0 actions: a node has 1 to 16"),
        (lambda one: one.locked("check", chances=[1]), "after check there are 2 actions .*, not 1"),
        (lambda one: one.locked("check", chances=[1, 2]), "an action is done from 0 to 1 of the time, not 2"),
        (lambda one: one.locked("check", chances=[1, "KK"]), "expected how often an action is done, or the range"),
        (lambda one: one.locked("check", "check", chances=[1]), "nobody acts: there is nothing to lock"),
    ],
)
def test_edits_of_what_is_not_there_are_refused(edited: Any, message: str) -> None:
    with pytest.raises(FivecardError, match=message):
        _ = edited(spot(bets="50%")).tree.game


def test_sizes_that_make_a_billion_nodes_are_refused_at_once() -> None:
    many = ", ".join(f"{part}%" for part in range(10, 150, 10))
    with pytest.raises(RulesError, match="these sizes make more than"):
        _ = Spot("Td 9d 6h", (OOP, IP), 10, 10_000, bets=many, raises="2x, 3x, 4x, a").tree


def test_raises_that_hardly_end_are_refused() -> None:
    with pytest.raises(RulesError, match="these sizes make lines of more than 100 actions: allow larger raises"):
        _ = spot(pot=1, stack=10_000, bets="1", raises="1").tree


def test_after_the_end_nobody_acts() -> None:
    with pytest.raises(IllegalActionError, match="after check, check nobody acts: it is over"):
        spot(bets="50%").tree.at("check", "check")
    with pytest.raises(IllegalActionError, match="'fold' comes after the end of the betting"):
        spot(bets="50%").tree.at("check", "check", "fold")
