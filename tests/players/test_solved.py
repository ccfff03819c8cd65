"""The player that plays heads-up limit draw by a strategy: what it does, how often, and when it plays like solid."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.engine import (
    RULES,
    VARIANTS,
    Action,
    Deal,
    Discard,
    Limit,
    Raise,
    Rules,
    Stakes,
    State,
    View,
    apply,
    start,
    view_for,
)
from fivecard.engine.streets import DrawRound
from fivecard.errors import FivecardError
from fivecard.players import PLAYERS, play_out, players_for
from fivecard.solvers.limit_draw import InfoSet, LimitDraw, Policy, has_policy, load_policy
from fivecard.solvers.limit_draw.infoset import ActionProbabilities, Choice
from fivecard.table.client import Person
from fivecard.table.core.game import fills
from fivecard.table.fairness.verify import COMPUTERS_HONEST, follow, verify
from fivecard.table.protocol.view import table_view
from tests.cli.terminal import evening
from tests.effort import effort
from tests.table.server import First, Server, fetch, get, open_table, play_hands, run
from tests.table.tables import table_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SOLVED, SOLID = PLAYERS["solved"], PLAYERS["solid"]
FIVE = VARIANTS["five-card-draw"]
THREE = replace(
    FIVE,
    streets=tuple(replace(each, most_discards=3) if isinstance(each, DrawRound) else each for each in FIVE.streets),
)
STAKES = Stakes(ante=1, small_bet=2, big_bet=4)
OWN = "Solved plays its own strategy here, which is close to an equilibrium."
LIKE_SOLID = "Solved plays like solid here: its own strategy is for "


def dealt(source: Random, rules: Rules = FIVE, stakes: Stakes = STAKES, stacks: tuple[int, ...] = (200, 200)) -> State:
    before = start(rules, len(stacks), stakes=stakes, stacks=stacks, button=source.randrange(len(stacks)))
    return apply(before, Deal.shuffled(source))[0]


def views(rules: Rules, hands: int, seed: int = 1) -> Iterator[View]:
    """Where it has to decide while it plays against itself."""
    source = Random(seed)
    for _ in range(hands):
        state = dealt(source, rules)
        while state.turn is not None:
            view = view_for(state, state.turn)
            yield view
            state, _ = apply(state, SOLVED(view, source))


def chances_at(view: View) -> ActionProbabilities:
    infoset = InfoSet.of(view)
    assert infoset is not None
    strategy = load_policy(infoset.game)
    return strategy.action_probabilities(infoset)


def choice_of(action: Action, view: View) -> Choice:
    """An action as strategies name it."""
    if isinstance(action, Discard):
        return tuple(sorted((card for card in view.hand if card not in action.cards), key=str))
    if isinstance(action, Raise):
        return "raise" if max(view.bets) else "bet"
    return type(action).__name__.lower()


def sorted_cards(chances: ActionProbabilities) -> dict[Choice, float]:
    return {key if isinstance(key, str) else tuple(sorted(key, key=str)): chance for key, chance in chances.items()}


# The strategies that come with fivecard


@pytest.mark.parametrize("most", [3, 5])
def test_a_strategy_comes_with_fivecard_for_any_number_of_chips(most: int) -> None:
    game = LimitDraw(most_drawn=most)
    strategy = load_policy(game)
    assert isinstance(strategy, Policy)
    assert strategy.game == game
    assert load_policy(replace(game, ante=50, small_bet=100, big_bet=200)) is strategy
    assert (files("fivecard.solvers.limit_draw") / "data" / f"heads-up-{most}.strategy").is_file()


@pytest.mark.parametrize(
    "other", [LimitDraw(cap=3), LimitDraw(most_drawn=4), LimitDraw(big_bet=2), LimitDraw(ante=0, blinds=(1, 2))]
)
def test_there_is_none_for_other_games(other: LimitDraw) -> None:
    assert not has_policy(other)
    with pytest.raises(FivecardError, match="no solution of this game comes with fivecard"):
        load_policy(other)


# What it does


@pytest.mark.parametrize("rules", [FIVE, THREE], ids=["up to five", "up to three"])
@pytest.mark.parametrize("opponent", [SOLVED, SOLID], ids=lambda player: str(player.name))
def test_it_does_nothing_that_its_strategy_does_not(rules: Rules, opponent: object) -> None:
    """In both seats, against itself and others; the engine refuses what is not legal."""
    source, seen, drawn = Random(11), Counter[tuple[int, str]](), Counter[int]()
    for hand in range(effort(80, 150)):
        state = dealt(source, rules)
        players = [SOLVED, SOLVED if opponent is SOLVED else SOLID][:: 1 if hand % 2 else -1]
        while (seat := state.turn) is not None:
            view = view_for(state, seat)
            action = players[seat](view, source)
            if players[seat] is SOLVED:
                assert sorted_cards(chances_at(view))[choice_of(action, view)] > 0
                infoset = InfoSet.of(view)
                assert infoset is not None
                seen[infoset.player, infoset.stage] += 1
                drawn[len(action.cards) if isinstance(action, Discard) else -1] += 1
            state, _ = apply(state, action)
        assert sum(state.stacks) == 400
    assert all(seen[player, stage] > 10 for player in (0, 1) for stage in ("first", "draw", "second"))
    assert max(drawn) <= rules.draw.most_discards
    assert {1, 3} <= {*drawn}


def test_it_mixes_as_its_strategy_says() -> None:
    """Within five standard errors of many tries, at infosets of every kind where it does two things."""
    tries, left = effort(400, 3000), {(player, stage): 2 for player in (0, 1) for stage in ("first", "draw", "second")}
    for view in views(FIVE, 2000, seed=5):
        infoset = InfoSet.of(view)
        assert infoset is not None
        if not left.get((infoset.player, infoset.stage)) or max(chances_at(view).values()) > 0.85:
            continue
        left[infoset.player, infoset.stage] -= 1
        found = Counter(choice_of(SOLVED(view, Random(seed)), view) for seed in range(tries))
        assert {*found} <= {*sorted_cards(chances_at(view))}
        for choice, chance in sorted_cards(chances_at(view)).items():
            assert abs(found[choice] / tries - chance) <= 5 * sqrt(chance * (1 - chance) / tries) + 1e-9
        if not any(left.values()):
            break
    assert not any(left.values())


def test_the_same_chance_gives_the_same_hand() -> None:
    for seed in range(20):
        state = dealt(Random(seed))
        played = [play_out(state, [SOLVED] * 2, Random(seed)) for _ in range(2)]
        assert played[0] == played[1]


def test_it_plays_the_same_for_any_number_of_chips() -> None:
    times = 5
    scaled = Stakes(ante=times, small_bet=2 * times, big_bet=4 * times)
    for seed in range(60):
        small, _ = play_out(dealt(Random(seed)), [SOLVED] * 2, Random(seed))
        large, _ = play_out(dealt(Random(seed), FIVE, scaled, (200 * times,) * 2), [SOLVED] * 2, Random(seed))
        assert large.stacks == tuple(times * stack for stack in small.stacks)
        assert large.drawn == small.drawn
    assert SOLVED.says(FIVE, scaled, (25 * times,) * 2) == OWN
    said = SOLVED.says(FIVE, scaled, (25 * times - 1,) * 2) or ""
    assert said.startswith(LIKE_SOLID)
    assert str(25 * times) in said


# Where it plays like solid


@pytest.mark.parametrize(
    ("rules", "stakes", "stacks", "needs"),
    [
        (FIVE, STAKES, (200, 200, 200), "two players"),
        (FIVE, STAKES, (200, 24), "stacks of 25 chips or more"),
        (FIVE.with_openers(), STAKES, (200, 200), "a game that any hand may open"),
        (FIVE, Stakes(ante=1, small_bet=2, big_bet=2), (200, 200), "an ante, no blinds, and bets of twice and four"),
        (FIVE, Stakes(blinds=(1, 2), small_bet=2, big_bet=4), (200, 200), "an ante, no blinds, and bets of twice"),
    ],
    ids=["three players", "short stacks", "openers", "other bets", "blinds"],
)
def test_where_its_strategy_is_not_for_the_table_it_plays_like_solid_and_says_so(
    rules: Rules, stakes: Stakes, stacks: tuple[int, ...], needs: str
) -> None:
    said = SOLVED.says(rules, stakes, stacks)
    assert said is not None
    assert said.startswith(LIKE_SOLID + needs)
    for seed in range(5):
        state = dealt(Random(seed), rules, stakes, stacks)
        both = [play_out(state, [player] * len(stacks), Random(seed)) for player in (SOLVED, SOLID)]
        assert both[0] == both[1]


def test_its_own_way_is_not_that_of_solid() -> None:
    """Or the test above would say nothing."""
    assert SOLVED.says(FIVE, STAKES, (25, 25)) == OWN
    both = [
        [play_out(dealt(Random(seed)), [player] * 2, Random(seed))[1] for seed in range(20)]
        for player in (SOLVED, SOLID)
    ]
    assert both[0] != both[1]


def test_it_is_offered_for_five_card_draw_with_fixed_limit_alone() -> None:
    for rules in (*VARIANTS.values(), *RULES.values()):
        limits = [Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT] if rules.name in VARIANTS else [Limit.NO_BETS]
        for limit in limits:
            varied = rules if limit is Limit.NO_BETS else rules.with_limit(limit)
            expected = rules.name == "five-card-draw" and limit is Limit.FIXED_LIMIT
            assert ("solved" in players_for(varied)) is expected
            assert ("solved" in fills(varied)) is expected
    assert next(iter(players_for(FIVE))) == "solid"  # who plays where nobody is named
    assert all(PLAYERS[name].says(FIVE, STAKES, (200, 200)) is None for name in PLAYERS if name != "solved")


# At the terminal


def test_play_says_how_it_plays_before_the_first_hand_and_when_that_changes() -> None:
    typed = "\nc\n" * 400
    shown = evening(
        "five-card-draw", "--level", "solved", "--opponents", "1", "--rounds", "3", "--seed", "1", typed=typed
    )
    assert shown.count(OWN) == 1
    assert shown.index(OWN) < shown.index("Hand 1")
    assert LIKE_SOLID not in shown
    three = ("--opponents", "3", "--rounds", "1", "--seed", "1")
    shown = evening("five-card-draw", "--level", "solved", *three, typed=typed)
    assert f"{LIKE_SOLID}two players." in shown
    short = ("--stack", "26", "--rounds", "8", "--seed", "1")
    shown = evening("five-card-draw", "--level", "solved", "--opponents", "1", *short, typed=typed)
    assert shown.index(OWN) < shown.index("Hand 1") < shown.index(LIKE_SOLID)


# At the table


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"seats": 2}, OWN),
        ({"seats": 3}, f"{LIKE_SOLID}two players."),
        ({"seats": 2, "openers": True}, f"{LIKE_SOLID}a game that any hand may open."),
        ({"seats": 2, "stack": 20}, f"{LIKE_SOLID}stacks of 25 chips or more."),
        ({"seats": 2, "fill": "solid"}, ""),
        ({"seats": 2, "fill": "nobody"}, ""),
    ],
)
def test_a_table_says_how_its_computers_play(wishes: dict[str, Any], said: str) -> None:
    live = table_for("Ann", **{"fill": "solved", **wishes})
    assert table_view(live.table, 0, {0}, 0.0).computers == said
    if wishes.get("fill") != "nobody":
        live.play_round(random.Random(1))
        assert table_view(live.table, 0, {0}, 0.0).computers == said


def test_a_table_without_a_computer_says_nothing_of_it() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="solved")
    assert table_view(live.table, 0, {0, 1}, 0.0).computers == ""


def test_the_lobby_offers_it_with_its_sentence_where_it_plays(server: Server, browser: "Browser") -> None:
    page = browser.new_page()
    page.goto(server.base)
    page.wait_for_selector("select[name=rules] option[value=five-card-draw]", state="attached")
    page.select_option("select[name=rules]", "five-card-draw")
    page.click("#words")
    page.select_option("select[name=fill]", "solved")
    assert SOLVED.plays in page.inner_text("#fill-words")
    page.check("input[name=limit][value=pot]", force=True)
    assert page.locator("select[name=fill] option").all_inner_texts() == ["Solid computers", "Nobody"]
    page.check("input[name=limit][value=fixed]", force=True)
    page.select_option("select[name=fill]", "solved")
    page.check("input[name=seats][value='3']", force=True)
    page.click('button:has-text("Open a table")')
    page.wait_for_url("**/t/*")
    page.wait_for_selector(f"#middle :text('{LIKE_SOLID}two players.')")
    page.click("#open-menu")
    assert f"{LIKE_SOLID}two players." in page.inner_text("#menu")
    page.close()


def test_it_takes_a_seat_at_a_server_and_its_hands_can_be_verified(server: Server) -> None:
    offered = fetch(f"{server.base}/choices").json()["games"]
    fill = next(game["fill"] for game in offered if game["name"] == "five-card-draw")
    assert fill["fixed"]["solved"].endswith(SOLVED.plays)
    assert "solved" not in fill["pot"] | fill["no"]

    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2, fill="solved", limit="fixed")
        async with ann:
            assert (await ann.sit(0, "Ann"))["type"] == "done"
            await play_hands(ann, 4, First())  # so that the computer acts in every hand
            state = await ann.until(lambda state: state["phase"] == "shown")
            assert state["computers"] == OWN
            await ann.ask("end")
            await ann.ask("agree")  # to show what was folded: every deck can then be checked
            await ann.until(lambda state: state["ended"] and not state["sealed"])
            records = [get(server, f"/t/{table}/rounds/{number}.json").json() for number in (1, 2, 3, 4)]
        for record in records:
            assert record["levels"] == [None, "solved"]
            assert COMPUTERS_HONEST in verify(record)
        follow(records)

    run(work())
