"""What practice and jacks or better add to tables, and every game at its fullest table."""

import asyncio
import random
import re
from typing import Any

import msgspec
import pytest

from fivecard.cards import parse_cards
from fivecard.draw.odds import ANNOUNCED_MARGINS, win_odds
from fivecard.engine import FOUR_WITH_AN_ACE, VARIANTS, Deal, Discard, State, View, apply, legal, start, view_for
from fivecard.engine.defaults import default_stakes
from fivecard.errors import FivecardError
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.players import PLAYERS
from fivecard.showdown import best_hand
from fivecard.table.client import Person
from fivecard.table.core import Table, replay
from fivecard.table.core.commands import Hint
from fivecard.table.core.events import decode, encode
from fivecard.table.core.game import fitting
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.messages import Hints, read_wishes
from fivecard.table.protocol.view import table_view
from fivecard.table.runtime.background import Background
from fivecard.table.runtime.hints import hints_for
from fivecard.table.web.app import _hints
from fivecard.table.web.hand_history import Past
from tests.effort import effort, some
from tests.table.server import Server, choose, get, open_table, run
from tests.table.tables import come_round, dealt_table_for, dealt_to_ann, disproved, refused, table_for, table_of

# Hints


def views(rules: str, seed: int) -> list[View]:
    """What everybody saw on their turns in a hand between computers."""
    source, variant = random.Random(seed), VARIANTS[rules]
    state, _ = apply(
        start(variant, 3, stakes=default_stakes(variant), stacks=300, button=0), fitting(variant, Deal.shuffled(source))
    )
    found = []
    while state.turn is not None:
        found.append(view_for(state, state.turn))
        state, _ = apply(state, PLAYERS["solid"](found[-1], source))
    return found


WORDS = re.compile(
    r"(Fold|Check|Call|Bring it in|(?:Bet|Raise to|Complete to) (?P<to>[0-9,]+)): judging by bets( and draws)?, "
    r"you can expect [0-9]+\xa0% of the pot(, [^.]+)?\."
)


@pytest.mark.parametrize("rules", some(7, VARIANTS))
def test_there_are_hints_in_every_game_and_all_can_be_followed(rules: str) -> None:
    for view in views(rules, seed=2)[:: effort(4, 2)]:
        now, found = legal(view), hints_for(view)
        assert now
        assert found == hints_for(view)  # the same question has the same answer
        if now.draw:
            assert not found.words
            assert [each.share or 0 for each in found.choices] == sorted(c.share or 0 for c in found.choices)[::-1]
            for each in found.choices:
                kept = parse_cards(" ".join(each.keep)) if each.keep else ()
                assert now.may_discard(tuple(card for card in view.hand if card not in kept))
                assert (each.better is not None) == (rules == "five-card-draw")
            continue
        told = WORDS.fullmatch(found.words)
        assert told, found.words
        allowed = {"Fold": now.fold, "Check": now.check, "Call": now.call_amount, "Bring it in": now.bring_in}
        if told["to"]:
            assert now.min_raise_to <= int(told["to"].replace(",", "")) <= now.max_raise_to
        else:
            assert allowed[told[1]]


def test_a_hint_names_the_price_of_a_call() -> None:
    view = next(view for view in views("holdem", seed=2) if (now := legal(view)) and now.call_amount)
    assert len(re.findall(r"[0-9]+\xa0%", hints_for(view).words)) == 2  # what to expect, and what it takes


def swapped(state: State, me: int) -> State:
    """The same hand with other cards wherever one player cannot see."""
    hidden = [*(card for seat, hand in enumerate(state.hands) if seat != me for card in hand), *state.stub]
    hands = [hand if seat == me else tuple(hidden.pop() for _ in hand) for seat, hand in enumerate(state.hands)]
    return state._replace(hands=tuple(hands), stub=tuple(hidden))


@pytest.mark.parametrize("rules", ["C", "five-card-draw", "holdem"])
def test_hints_are_made_of_what_a_seat_sees_alone(rules: str) -> None:
    practice = {"seats": 3, "practice": True}
    live = table_for("Ann", rules=rules, **practice) if rules in VARIANTS else table_of("Ann", seats=3)
    table = msgspec.structs.replace(dealt_to_ann(live), practice=True)
    player = table.player_of(0)
    assert player is not None
    other = swapped(table.game, player)
    assert other.hands != table.game.hands
    playing = msgspec.structs.replace(table.playing, state=other)

    async def asked(table: Table) -> Hints:
        return await _hints(table, "token of Ann", Background())

    found = run(asked(table))
    assert found.words or found.choices
    assert found == run(asked(msgspec.structs.replace(table, round=playing)))


def test_a_table_goes_on_while_somebody_waits_for_a_hint() -> None:
    table = dealt_to_ann(table_for("Ann", seats=3, practice=True))
    turns = 0

    async def go_on() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def work() -> None:
        others = asyncio.create_task(go_on())
        await _hints(table, "token of Ann", Background())
        others.cancel()

    run(work())
    assert turns > 10  # one or two, were it thought about in between


def test_hints_without_chips_know_what_the_others_announced() -> None:
    hand = parse_cards("9c 9d Ah 6s 2c")
    rest = [card for card in FOUR_WITH_AN_ACE.deck if card not in hand]
    first = parse_cards("Kc Kd Th 7s 3c")
    deck = [card for pair in zip(first, hand, strict=True) for card in pair]
    state, _ = apply(start(FOUR_WITH_AN_ACE, 2), Deal((*deck, *(card for card in rest if card not in first))))
    said = {}
    for thrown in ((), first[2:]):
        view = view_for(apply(state, Discard(0, thrown))[0], 1)
        found = said[len(thrown)] = hints_for(view)
        assert found.margin == ANNOUNCED_MARGINS[1]
        assert found.choices[0].share == win_odds(view.hand, 1, rules=FOUR_WITH_AN_ACE, drew=[len(thrown)])[0].share
    assert (said[0].choices[0].share or 0) < (said[3].choices[0].share or 0)  # who stands pat has a good hand


def test_hints_are_for_practice_and_for_ones_turn() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.deal()
    turn = live.table.game.turn
    assert turn is not None
    with refused("no-hints"):
        live.ask(turn, Hint(live.table.seq))
    live = table_for("Ann", "Bob", seats=2, practice=True)
    live.deal()
    live.ask(turn, Hint(live.table.seq))
    with refused("not-your-turn"):
        live.ask(1 - turn, Hint(live.table.seq))


# Jacks or better


def test_a_table_may_take_jacks_to_open_and_its_records_hold() -> None:
    source = random.Random(5)
    live = table_for("Ann", "Bob", "Cy", seats=4, openers=True)
    passed = 0
    for _ in range(25):
        record = live.play_round(source)
        assert record["openers"] is True
        passed += record["lines"] == ["Nobody wins."]
        assert Past(record, 0).public()["openers"] is True
        with pytest.raises(FivecardError, match="PHH"):
            Past(record, 0).phh()
        assert "Ann" in Past(record, 0).text() or "You" in Past(record, 0).text()
        come_round(live)
    assert 0 < passed < 25
    for record in live.records:
        assert verify(record)
    follow(live.records)
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table
    record = next(record for record in live.records if record["lines"] == ["Nobody wins."])
    lie = {name: value for name, value in record.items() if name != "openers"}
    with disproved("unfinished"):
        verify(lie)


def test_records_of_other_tables_say_nothing_of_openers() -> None:
    live = table_for("Ann", "Bob", seats=2)
    record = live.play_round(random.Random(1))
    assert "openers" not in record
    with disproved("illegal"):  # the first bet was made without a pair of jacks
        verify(record | {"openers": True})


def test_only_five_card_draw_has_openers() -> None:
    assert read_wishes(b'{"openers": true}', "five-card-draw").game.has_openers
    for rules in {*RULES_BY_LETTER, *VARIANTS} - {"five-card-draw"}:
        with refused("malformed", "openers"):
            read_wishes(b'{"openers": true}', rules)


def test_the_page_says_that_it_takes_jacks_to_open() -> None:
    game = table_view(table_for("Ann", openers=True).table, 0, {0}, 0.0).game
    usual = table_view(table_for("Ann").table, 0, {0}, 0.0).game
    assert game.stakes.endswith(usual.stakes)
    assert "jacks" in game.stakes
    assert game.about.startswith(f"{usual.about} ")
    assert "jacks" in game.about.removeprefix(usual.about)


def test_states_do_not_tell_by_their_size_who_may_open() -> None:
    sizes, able = set(), set()
    for number in range(40):
        live = dealt_table_for(number, openers=True)
        turn = live.table.game.turn
        state = table_view(live.table, turn, {0}, 0.0)
        assert state.round
        assert state.round.legal
        sizes.add(len(msgspec.json.encode(state)))
        able.add(state.round.legal.lowest_raise > 0)
    assert able == {False, True}
    assert len(sizes) == 1


# What an evening brought


@pytest.mark.parametrize("rules", ["five-card-draw", "razz", "C"])
def test_the_best_hand_of_an_evening_is_one_that_was_shown(rules: str) -> None:
    source = random.Random(8)
    people = ("Ann", "Bob", "Cy")
    live = table_for(*people, rules=rules, seats=3) if rules in VARIANTS else table_of(*people, seats=3)
    best = dict.fromkeys(people, (0, ""))
    for _ in range(12):
        live.play_round(source)
        state = live.table.game
        first = state.rules.game.rankings[0]
        for player, hand in enumerate(state.shown):
            if hand:
                name = live.table.playing.players[player].name
                made = best_hand(tuple(hand), (), state.rules.game, first).evaluation
                best[name] = max(best[name], (made.strength, made.describe(kickers=False)))
        if live.table.chips:
            come_round(live)
    seats = table_view(live.table, None, {0}, 0.0).seats
    assert {seat.name: seat.best for seat in seats} == {name: words for name, (_, words) in best.items()}
    assert all(words for _, words in best.values())


# Every game


@pytest.mark.parametrize("rules", some(8, [*VARIANTS, *RULES_BY_LETTER]))
def test_every_game_is_played_at_a_full_table(server: Server, rules: str) -> None:
    """One person and as many computers as the lobby seats; the record holds."""
    offers: dict[str, dict[str, Any]] = {game["name"]: game for game in get(server, "/choices").json()["games"]}
    seats = offers[rules]["most_seats"]
    source = random.Random(4)

    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, rules=rules, seats=seats)
        async with ann:
            assert (await ann.sit(0, "Ann"))["type"] == "done"
            await ann.begin()
            while True:
                state = await ann.until(lambda state: ann.may_act(state) or is_over(state))
                if is_over(state):
                    break
                answer = await ann.act(**choose(state, source))
                assert answer["type"] == "done", answer
            assert len(state["round"]["players"]) == seats
            if rules in VARIANTS:
                await ann.ask("end")
                await ann.ask("agree")
                await ann.until(lambda state: not state["sealed"])
            assert verify(get(server, f"/t/{table}/rounds/1.json").json())

    run(work())


def is_over(state: dict[str, Any]) -> bool:
    """Whether the first hand has been played."""
    return bool(state["phase"] == "shown" and state["round"]["number"] == 1)
