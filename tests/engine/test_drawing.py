"""The draw engine: its rules, what it hides, and that it never loses a card."""

from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import CardTypeError, DuplicateCardError, FivecardError, IllegalActionError, Order, RulesError, strength
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.draw.strategy import in_order, legal_holds
from fivecard.engine import (
    FOUR_WITH_AN_ACE,
    HAND_SIZE,
    RULES,
    THREE_CARD_DRAW,
    Action,
    Deal,
    Dealt,
    Discard,
    Drew,
    Event,
    Rules,
    Showed,
    State,
    View,
    apply,
    start,
    view_for,
)
from fivecard.engine.rules import without_bets
from fivecard.engine.streets import DrawRound
from fivecard.histories import Record

IN_ORDER = Deal(ALL_CARDS)


def dealt(players: int = 2, rules: Rules = FOUR_WITH_AN_ACE, deal: Deal = IN_ORDER) -> State:
    return apply(start(rules, players), deal)[0]


def random_round(random: Random, rules: Rules, players: int) -> tuple[list[State], list[Action], tuple[Event, ...]]:
    """Play a round with any legal discards, and keep everything."""
    actions: list[Action] = [Deal.shuffled(random)]
    states = [start(rules, players)]
    state, events = apply(states[0], actions[0])
    while state.turn is not None:
        states.append(state)
        view = view_for(state, state.turn)
        count = random.randint(0, view.most_discards)
        cards = random.sample(view.hand, count)
        if count > rules.draw.most_discards:  # the card kept must be an ace
            ace = next(card for card in view.hand if card.rank.letter == "A")
            cards = [card for card in view.hand if card is not ace]
        actions.append(Discard(state.turn, tuple(cards)))
        state, more = apply(state, actions[-1])
        events += more
    return [*states, state], actions, events


rounds = st.tuples(
    st.randoms(use_true_random=False), st.sampled_from([THREE_CARD_DRAW, FOUR_WITH_AN_ACE]), st.integers(2, 10)
).map(lambda args: random_round(args[0], args[1], min(args[2], args[1].most_players)))


@given(rounds)
def test_cards_are_conserved_at_every_moment(played: tuple[list[State], list[Action], tuple[Event, ...]]) -> None:
    for state in played[0][1:]:
        cards = [*(card for hand in state.hands for card in hand), *state.stub, *state.discards]
        assert sorted(cards) == list(ALL_CARDS)
        assert all(len(hand) == HAND_SIZE for hand in state.hands)


@given(rounds)
def test_the_strongest_hands_win(played: tuple[list[State], list[Action], tuple[Event, ...]]) -> None:
    end, shown = played[0][-1], played[2][-1]
    assert isinstance(shown, Showed)
    assert shown.strengths == tuple(strength(hand) for hand in end.hands)
    assert set(end.winners) == {s for s, value in enumerate(shown.strengths) if value == max(shown.strengths)}
    assert end.is_over
    assert end.turn is None


@given(rounds)
def test_a_round_is_written_down_and_replayed_to_the_same_events(
    played: tuple[list[State], list[Action], tuple[Event, ...]],
) -> None:
    states, actions, events = played
    record = Record.from_text(Record.of(states[0], actions).to_text())
    assert record.replay() == (states[-1], events)


@given(rounds)
def test_a_seat_learns_only_what_it_may_see(played: tuple[list[State], list[Action], tuple[Event, ...]]) -> None:
    states, _, events = played
    for seat in [*range(states[0].players), None]:
        own: set[Card] = set()
        for event in events:
            if isinstance(event, Dealt) and seat is not None:
                own.update(card for card in event.hands[seat] if card)
            if isinstance(event, Drew) and event.seat == seat:
                own.update(card for card in event.drawn if card)
        for event in events[:-1]:
            seen = event.seen_by(seat)
            assert _cards_in(seen) <= own
        for state in states[:-1]:
            assert _cards_in(view_for(state, seat)) <= own
        assert _cards_in(view_for(states[-1], seat)) == {card for hand in states[-1].hands for card in hand}


def _cards_in(value: object) -> set[Card]:
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple):
        return set().union(*map(_cards_in, value)) if value else set()
    if is_dataclass(value) and not isinstance(value, Rules):
        return _cards_in(tuple(getattr(value, field.name) for field in fields(value)))
    return set()


def test_cards_go_round_the_table_one_at_a_time() -> None:
    rules = replace(FOUR_WITH_AN_ACE, order=Order.ACE_HIGH)
    state = dealt(3, rules)
    assert state.hands[0] == tuple(ALL_CARDS[0:15:3])
    assert state.hands[1] == tuple(ALL_CARDS[1:15:3])
    assert state.hands[2] == tuple(ALL_CARDS[2:15:3])
    assert state.stub == ALL_CARDS[15:]


def test_replacements_come_together_off_the_top_in_the_order_given() -> None:
    state = dealt(2)
    thrown = (state.hands[0][4], state.hands[0][0])
    after, (drew,) = apply(state, Discard(0, thrown))
    assert drew == Drew(0, thrown, ALL_CARDS[10:12], 1)
    assert after.discards == thrown
    assert after.stub == ALL_CARDS[12:]
    assert after.turn == 1
    assert after.drawn == ((2,), ())


def test_a_replacement_takes_the_place_of_its_discard_before_the_hand_is_sorted() -> None:
    deck = parse_cards("As Kc 3s Qc 4s Jc Qh 9c Kd 8c  2d Qs")  # as player 3 of handout A's third run
    state = dealt(2, THREE_CARD_DRAW, Deal(deck))
    after, _ = apply(state, Discard(0, parse_cards("3s 4s")))
    assert " ".join(map(str, after.hands[0])) == "As 2d Qs Qh Kd"


def test_standing_pat_changes_nothing_but_the_turn() -> None:
    state = dealt(2)
    after, events = apply(state, Discard(0))
    assert after == state._replace(to_act=(1,), drawn=((0,), ()))
    assert events == (Drew(0, (), (), 1),)


def test_equal_hands_tie() -> None:
    deck = parse_cards("2c 2d 4c 4d 6c 6d 8c 8d Th Ts")
    state = dealt(2, THREE_CARD_DRAW, Deal(deck))
    state, _ = apply(state, Discard(0))
    state, events = apply(state, Discard(1))
    assert state.winners == (0, 1)
    assert isinstance(events[-1], Showed)


# What is refused


@pytest.mark.parametrize(
    ("rules", "players", "fine"),
    [(THREE_CARD_DRAW, 2, True), (THREE_CARD_DRAW, 6, True), (THREE_CARD_DRAW, 1, False), (THREE_CARD_DRAW, 7, False),
     (FOUR_WITH_AN_ACE, 10, True), (FOUR_WITH_AN_ACE, 11, False), (FOUR_WITH_AN_ACE, 0, False)],
)  # fmt: skip
def test_rules_say_how_many_may_play(rules: Rules, players: int, fine: bool) -> None:
    if fine:
        assert start(rules, players).players == players
    else:
        with pytest.raises(RulesError, match=f"not {players}"):
            start(rules, players)


def refused(state: State, action: object) -> str:
    with pytest.raises(FivecardError) as caught:
        apply(state, action)  # type: ignore[arg-type]
    return str(caught.value)


def test_turns_are_kept() -> None:
    state = dealt(2)
    assert refused(state, Discard(1)) == "it is seat 0's turn, not seat 1's"
    assert refused(start(THREE_CARD_DRAW, 2), Discard(0)) == "the cards have not been dealt yet"
    assert refused(start(THREE_CARD_DRAW, 2), Discard(None)) == "the cards have not been dealt yet"  # type: ignore[arg-type]
    assert refused(state, IN_ORDER) == "the cards have been dealt already"
    over, _ = apply(apply(state, Discard(0))[0], Discard(1))
    assert refused(over, Discard(0)) == "the round is over"
    assert refused(state, "deal") == "not something that can be done at the table: 'deal'"


def test_only_cards_of_the_hand_are_discarded_once_each() -> None:
    state = dealt(2)  # seat 0 holds 4c 3h 3c 2h 2c
    assert refused(state, Discard(0, parse_cards("As"))) == "'As' is not in seat 0's hand '4c 3h 3c 2h 2c'"
    assert refused(state, Discard(0, parse_cards("4c 4c"))) == "'4c' is discarded twice"
    assert refused(state, Discard(0, ("4c",))) == "cards to discard are a tuple of Card, not ('4c',)"  # type: ignore[arg-type]
    assert "expected a Card" in refused(state, Discard(0, ([],)))  # type: ignore[arg-type]
    assert "expected cards, got 5" in refused(state, Discard(0, 5))  # type: ignore[arg-type]


def test_at_most_three_cards_go() -> None:
    state = dealt(2, THREE_CARD_DRAW)
    assert refused(state, Discard(0, state.hands[0][:4])) == "at most 3 cards may be discarded, not 4"
    assert refused(state, Discard(0, state.hands[0])) == "at most 3 cards may be discarded, not 5"


def test_four_cards_go_only_if_an_ace_is_kept() -> None:
    deck = parse_cards("Ac 2d 3c 4d 5c 6d 7c 8d 9c Td") + parse_cards("Js Qs Ks As")
    state = dealt(2, FOUR_WITH_AN_ACE, Deal(deck))
    others = tuple(card for card in state.hands[0] if str(card) != "Ac")
    after, _ = apply(state, Discard(0, others))
    assert set(after.hands[0]) == set(parse_cards("Ac Js Qs Ks As"))
    not_the_ace = tuple(card for card in state.hands[0] if str(card) != "9c")
    assert refused(state, Discard(0, not_the_ace)) == "four cards may be discarded only if an ace is kept, not '9c'"
    assert refused(state, Discard(0, state.hands[0])) == "at most 3 cards may be discarded, not 5"
    assert view_for(state, 0).most_discards == 4
    assert view_for(state, 1).most_discards == 0
    assert refused(dealt(2, THREE_CARD_DRAW, Deal(deck)), Discard(0, others)).startswith("at most 3")


def test_what_may_be_kept_is_asked_of_the_rules_alone() -> None:
    """The engine, the views and the legal holds of a strategy agree with `Rules.may_keep` on every choice."""
    for rules in (
        THREE_CARD_DRAW,
        FOUR_WITH_AN_ACE,
        without_bets("five", 6, DrawRound()),
        without_bets("one", 10, DrawRound(most_discards=1, four_with_ace=True)),
    ):
        state = dealt(2, rules, Deal(parse_cards("Ac 2d Ad 4d 5c 6d 7c 8d 9c Td Js Qs Ks As 2s")))
        hand, allowed = state.hands[0], []
        for hold in range(32):
            kept = [card for position, card in enumerate(in_order(hand)) if hold >> position & 1]
            try:
                apply(state, Discard(0, tuple(card for card in hand if card not in kept)))
            except IllegalActionError:
                assert not rules.draw.may_keep(kept)
                continue
            assert rules.draw.may_keep(kept)
            allowed.append(hold)
        assert sorted(legal_holds(hand, rules)) == allowed
        assert view_for(state, 0).most_discards == 5 - min(map(int.bit_count, allowed))


def test_what_a_player_is_allowed_of_its_wishes_is_legal() -> None:
    """Whatever a computer player would throw away, `View.allowed` makes it something that the engine takes."""
    for rules in (
        THREE_CARD_DRAW,
        FOUR_WITH_AN_ACE,
        without_bets("five", 6, DrawRound()),
        without_bets("one", 10, DrawRound(most_discards=1, four_with_ace=True)),
    ):
        for pile in ("", "Js", "Js Qs Ks As 2s"):
            state = dealt(2, rules, Deal(parse_cards(f"Ac 2d Ad 4d 5c 6d 7c 8d 9c Td {pile}")))
            view = view_for(state, 0)
            for wish in range(32):
                unwanted = tuple(card for position, card in enumerate(view.hand) if wish >> position & 1)
                thrown = view.discard(unwanted).cards
                assert set(thrown) <= set(unwanted)
                apply(state, Discard(0, thrown))


def test_a_deck_must_have_enough_different_cards() -> None:
    table = start(THREE_CARD_DRAW, 3)
    assert refused(table, Deal(ALL_CARDS[:14])) == "3 players need 15 cards, the deck has 14"
    with pytest.raises(DuplicateCardError, match="duplicate card '2c' in the deck"):
        apply(table, Deal((*ALL_CARDS, ALL_CARDS[0])))
    with pytest.raises(CardTypeError, match="position 15, got 51"):
        apply(table, Deal((*ALL_CARDS[:15], 51)))  # type: ignore[arg-type]
    with pytest.raises(CardTypeError, match="expected cards, got None"):
        apply(table, Deal(None))  # type: ignore[arg-type]
    with pytest.raises(CardTypeError, match="expected a Card at position 0"):
        apply(table, Deal(ALL_CARDS, ([],)))  # type: ignore[arg-type]


def test_there_is_no_view_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(IllegalActionError, match="no seat 2 at a table of 2"):
        view_for(dealt(2), 2)
    with pytest.raises(IllegalActionError, match="no seat 'x'"):
        view_for(dealt(2), "x")  # type: ignore[arg-type]


# When the draw pile runs short


def aces_kept_by_all() -> State:
    """Six players who all throw four cards: more than the 22 left. (The ace rule is widened to let them.)"""
    return dealt(
        6,
        without_bets("four", 10, DrawRound(most_discards=4, four_with_ace=True)),
        Deal(ALL_CARDS, tuple(reversed(ALL_CARDS))),
    )


def test_earlier_discards_become_the_draw_pile_in_the_order_of_the_reserve() -> None:
    state = aces_kept_by_all()
    for seat in range(5):
        state, _ = apply(state, Discard(seat, state.hands[seat][:4]))
    assert (len(state.stub), len(state.discards)) == (2, 20)
    before = state.discards
    state, (drew, _) = apply(state, Discard(5, state.hands[5][:4]))
    assert isinstance(drew, Drew)
    assert drew.drawn == (*ALL_CARDS[50:], *sorted(before, reverse=True)[:2])
    assert drew.replenished == 20
    assert len(state.discards) == 4
    assert not set(drew.discarded) & set(drew.drawn)  # nobody gets back what they threw


def test_without_a_reserve_discards_come_back_in_the_order_they_were_thrown() -> None:
    state = dealt(10)
    state, _ = apply(state, Discard(0, state.hands[0][:2]))
    thrown = state.discards
    state, (drew,) = apply(state, Discard(1, state.hands[1][:2]))
    assert isinstance(drew, Drew)
    assert (drew.drawn, drew.replenished) == (thrown, 2)


def test_nobody_may_discard_more_than_can_be_replaced() -> None:
    state = dealt(10)
    assert view_for(state, 0).most_discards == 2
    assert refused(state, Discard(0, state.hands[0][:3])) == "3 cards cannot be replaced: 2 left to draw"


# Records


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected 'fivecard round', found ''"),
        ("something else", "line 1: expected 'fivecard round', found 'something else'"),
        ("fivecard round\nplayers: 3", "line 2: expected 'rules: ...', found 'players: 3'"),
        ("fivecard round\nrules: draw-3", "not a whole record: players, deck, reserve missing"),
        ("fivecard round\nrules: Z", "line 2: there are no rules 'Z': they are draw-3 and draw-3-ace"),
        ("fivecard round\nrules: draw-3\nplayers: two", "line 3: 'two' is not a number of players"),
        ("fivecard round\nrules: draw-3\nplayers: 2\ndeck: 2x\nreserve: -", "line 4, column 1: '2x' is not a card"),
    ],
)
def test_a_bad_record_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FivecardError) as caught:
        Record.from_text(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("actions", [[], [Discard(0)]])
def test_a_record_begins_with_a_deal(actions: list[Action]) -> None:
    with pytest.raises(IllegalActionError, match="begins with a deal"):
        Record.of(start(THREE_CARD_DRAW, 2), actions)


def test_a_record_leaves_no_action_out() -> None:
    """What cannot be written down is refused: a record without it would be of another round."""
    table = start(THREE_CARD_DRAW, 2)
    with pytest.raises(IllegalActionError, match=r"action 2 after the deal is no discard .*: Deal\("):
        Record.of(table, [IN_ORDER, Discard(0), IN_ORDER, Discard(1)])
    with pytest.raises(IllegalActionError, match=r"action 1 after the deal is no discard .*: 'fold'"):
        Record.of(table, [IN_ORDER, "fold"])  # type: ignore[list-item]
    with pytest.raises(IllegalActionError, match=r"action 1 after the deal is no discard .*: 'x{40}...'$"):
        Record.of(table, [IN_ORDER, "x" * 5000])  # type: ignore[list-item]
    with pytest.raises(IllegalActionError, match="action 1 after the deal is seat 0's, not seat 1's"):
        Record.of(table, [IN_ORDER, Discard(1)])
    with pytest.raises(IllegalActionError, match="3 discards, but only 2 players"):
        Record.of(table, [IN_ORDER, Discard(0), Discard(1), Discard(2)])


def test_only_known_rules_can_be_written_down() -> None:
    with pytest.raises(RulesError, match="only rules draw-3 and draw-3-ace can be written down"):
        Record.of(start(without_bets("four", 10, DrawRound(most_discards=4, four_with_ace=True)), 2), [IN_ORDER])


def test_rules_are_found_by_name() -> None:
    assert RULES == {"draw-3": THREE_CARD_DRAW, "draw-3-ace": FOUR_WITH_AN_ACE}


def test_a_seed_repeats_a_deal() -> None:
    assert Deal.shuffled(Random(4)) == Deal.shuffled(Random(4)) != Deal.shuffled(Random(5))
    deal = Deal.shuffled(Random(4))
    assert sorted(deal.deck) == sorted(deal.reserve) == list(ALL_CARDS)
    assert deal.deck != deal.reserve


def test_shuffling_is_even() -> None:
    """Each card stands on top equally often: chi-squared with 51 degrees of freedom stays below its 99.99 % point."""
    random, rounds_dealt = Random(2026), 26_000
    tops = [0] * 52
    for _ in range(rounds_dealt):
        tops[Deal.shuffled(random, reserve=False).deck[0].id] += 1
    expected = rounds_dealt / 52
    assert sum((count - expected) ** 2 / expected for count in tops) < 97.0


def test_a_view_shows_of_a_state_what_it_lists_and_nothing_else() -> None:
    state, _ = apply(start(THREE_CARD_DRAW, 3), IN_ORDER)
    view = view_for(state, 1)
    listed = [name for name in View._fields if name in State._fields]
    assert all(getattr(view, name) is getattr(state, name) for name in listed)
    assert {*State._fields} - {*listed} == {"reserve", "unknown", "hands", "stub", "discards"}
    assert {*View._fields} - {*listed} == {"seat", "hand", "replaceable"}
