"""What leaves the server: nobody is sent a card or a secret that they may not know, by content or by size."""

import json
import random
from typing import Any

import msgspec
import pytest

from fivecard.engine import VARIANTS, Check, Deal, Discard, apply, legal, start, view_for
from fivecard.engine.defaults import default_stakes
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.table.core import Request
from fivecard.table.core.showing import may_show
from fivecard.table.protocol.view import PADDED, own_hand, table_view
from tests.effort import effort, some
from tests.table.tables import CARD, NONCES, LiveTable, as_json, come_round, dealt_table, table_for

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve")


def may_know(live: LiveTable, viewer: int | None) -> set[str]:
    playing = live.table.round
    if playing is None or playing.state is None:
        return set()
    state = playing.state
    mine = [n for n, player in enumerate(playing.players) if player.seat == viewer and player.level is None]
    known = [
        *state.board,
        *(card for cards in (*state.boards, *state.up, *state.shown, *playing.showed) for card in cards),
    ]
    return {str(card) for card in [*known, *(card for number in mine for card in state.hands[number])]}


def leaks(live: LiveTable, viewer: int | None) -> set[str]:
    """The cards and secrets in what a viewer is sent that the viewer may not know."""
    text = msgspec.json.encode(table_view(live.table, viewer, {0}, 0.0)).decode()
    seeds = (live.table.seed_for(number) for number in (live.table.rounds_begun, live.table.rounds_begun + 1))
    secrets = (*NONCES, live.table.secret.hex(), *(seed.hex() for seed in seeds))
    found = {secret for secret in secrets if secret in text} | ({"token"} if "token of" in text else set())
    return (set(CARD.findall(text)) - may_know(live, viewer)) | found


def search_for_leaks(
    hands: int, rules: str, *, people: int = 4, fill: str = "nobody", limit: str | None = None, **wishes: Any
) -> LiveTable:
    """Look at what everybody is sent after everything that happens, also while some are ready and others are not."""
    source = random.Random(3)
    live = table_for(*NAMES[:people], rules=rules, seats=5, fill=fill, limit=limit, **wishes)
    looks = folds = mucks = 0

    def watch() -> None:
        nonlocal looks
        for viewer in (None, *range(5)):
            looks += 1
            assert leaks(live, viewer) == set()

    for number in range(hands):
        if people > 1:
            live.ready(0, set(range(people)), 1000.0 * live.table.seq)
            watch()
        live.play_round(source, watch, skip=0.02)
        for player in range(len(live.table.playing.players)):
            if (
                source.random() < 0.5
                and (cards := may_show(live.table, player))
                and live.table.player_of(player) == player
            ):
                live.show(player, tuple(source.sample(cards, source.randint(1, len(cards)))))
                watch()
        state = live.table.game
        folds += len(state.folded)
        mucks += sum(not hand for hand in state.shown) - len(state.folded) if state.shown else 0
        if number % 10 == 9 and people == 4 and live.table.seats[3]:
            live.leave(3)
        come_round(live)
    assert looks > hands * 18
    assert not live.table.chips or folds > hands / 3
    assert mucks > hands / 30 or limit != "fixed"  # where somebody is all in, every hand is tabled
    return live


@pytest.mark.parametrize("limit", some(1, ["fixed", None]))
@pytest.mark.parametrize("rules", ["five-card-draw", "badugi", "holdem", "omaha-hi-lo", "seven-card-stud", "razz"])
def test_folded_and_mucked_hands_are_never_sent_to_others(rules: str, limit: str | None) -> None:
    search_for_leaks(effort(10, 30), rules, limit=limit)


@pytest.mark.parametrize("rules", ["holdem", "omaha-hi-lo"])
def test_no_card_is_sent_while_people_are_asked_to_run_it_twice(rules: str) -> None:
    live = search_for_leaks(effort(20, 100), rules, limit="no", people=3, twice=True, stack=20)
    assert {record.get("runs", 1) for record in live.records} == {1, 2}
    assert any("showed" in record for record in live.records)


@pytest.mark.parametrize(("people", "fill"), [(2, "sharp"), (1, "classic"), (5, "nobody")])
@pytest.mark.parametrize("rules", RULES_BY_LETTER)
def test_nobody_is_sent_what_they_may_not_know_without_chips(rules: str, people: int, fill: str) -> None:
    search_for_leaks(effort(15, 500), rules, people=people, fill=fill)


@pytest.mark.exhaustive
@pytest.mark.parametrize("limit", ["fixed", None])
@pytest.mark.parametrize("rules", VARIANTS)
def test_nobody_is_sent_what_they_may_not_know_in_thousands_of_hands(rules: str, limit: str | None) -> None:
    search_for_leaks(100, rules, limit=limit)


@pytest.mark.parametrize("rules", ["C", "five-card-draw"])
def test_a_hand_that_is_known_is_there_to_be_found(rules: str) -> None:
    """The search for leaks finds cards: it would see one."""
    live = table_for("Ann", "Bob", seats=2, rules=rules)
    live.deal()
    text = msgspec.json.encode(table_view(live.table, 0, {0}, 0.0)).decode()
    assert set(CARD.findall(text)) == {str(card) for card in live.table.game.hands[0]}


def test_who_sits_down_in_a_round_sees_nothing_of_it_and_wins_nothing_by_it() -> None:
    live = dealt_table(seats=3)
    live.do(Request(live.to_sit(2, "Cy"), "token of Cy", 0.0))
    assert leaks(live, 2) == set()
    view = as_json(table_view(live.table, 2, {2}, 0.0))
    assert (view["you"], view["round"]["me"], view["round"]["hand"]) == (2, None, [])
    for player in (0, 1):
        live.discard(player)
    live.tick()
    assert live.records[-1]["names"] == ["Ann", "Bob", "Carl"]
    assert [standing.rounds for standing in live.table.standings] == [1, 1, 0]


# Sizes


@pytest.mark.parametrize("rules", ["C", "five-card-draw"])
def test_states_are_of_the_same_size_whatever_is_dealt(rules: str) -> None:
    sizes, words = set(), set()
    for number in range(40):
        live = table_for("Ann", "Bob", seats=2, secret=f"{number:064x}", rules=rules)
        live.deal()
        state = table_view(live.table, 0, {0}, 0.0)
        sizes.add(len(msgspec.json.encode(state)))
        words.add(state.round and state.round.made)
    assert len(words) > 10
    assert len(sizes) == 1


@pytest.mark.parametrize("rules", VARIANTS)
def test_the_padding_is_long_enough_for_every_hand(rules: str) -> None:
    """What a player alone may know is of some length, which the size of a state must not tell."""
    source = random.Random(1)
    longest = 0
    for _ in range(effort(60, 150)):
        variant = VARIANTS[rules]
        state, _ = apply(
            start(variant, 2, stakes=default_stakes(variant), stacks=500), Deal.shuffled(source, cards=variant.deck)
        )
        while state.turn is not None:
            now = legal(view_for(state, state.turn))
            assert now
            longest = max(longest, *(len(json.dumps(own_hand(view_for(state, seat)))) for seat in (0, 1)))
            passive = Discard(state.turn) if now.draw else None
            state, _ = apply(state, passive or (Check(state.turn) if now.check else now.sample(source)))
    assert 20 < longest <= PADDED
