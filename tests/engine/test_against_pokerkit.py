"""Random hands of every game, played action by action beside pokerkit: the same may be done, the same chips move.

Before every action both must name the same seat and allow it the same things; after every action everybody's stack and
bet must be the same, and at the end the same chips won. Both are dealt the same cards. pokerkit is run as at a cash
table, where a player may fold without need.
"""

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pokerkit
import pytest
from pokerkit import Automation, Opening

from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import (
    VARIANTS,
    Action,
    BoardDealt,
    BringIn,
    Call,
    Check,
    Deal,
    Dealt,
    Discard,
    Drew,
    Event,
    Fold,
    LegalActions,
    Limit,
    Pot,
    Raise,
    Rules,
    Stakes,
    apply,
    legal,
    pots_of,
    start,
    view_for,
)
from fivecard.engine import streets as ours
from fivecard.showdown import hand_strengths
from tests.effort import effort
from tests.engine.random_play import choose, random_stacks, random_stakes

STRUCTURES = {
    Limit.FIXED_LIMIT: pokerkit.BettingStructure.FIXED_LIMIT,
    Limit.POT_LIMIT: pokerkit.BettingStructure.POT_LIMIT,
    Limit.NO_LIMIT: pokerkit.BettingStructure.NO_LIMIT,
}
OPENINGS = {
    ours.Opening.POSITION: Opening.POSITION,
    ours.Opening.LOW_CARD: Opening.LOW_CARD,
    ours.Opening.HIGH_CARD: Opening.HIGH_CARD,
    ours.Opening.HIGH_HAND: Opening.HIGH_HAND,
    ours.Opening.LOW_HAND: Opening.LOW_HAND,
}
HANDS = {
    "five-card-draw": (pokerkit.StandardHighHand,),
    "deuce-to-seven": (pokerkit.StandardLowHand,),
    "ace-to-five": (pokerkit.RegularLowHand,),
    "badugi": (pokerkit.BadugiHand,),
    "holdem": (pokerkit.StandardHighHand,),
    "short-deck": (pokerkit.ShortDeckHoldemHand,),
    "omaha": (pokerkit.OmahaHoldemHand,),
    "omaha-hi-lo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "seven-card-stud": (pokerkit.StandardHighHand,),
    "stud-hi-lo": (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    "razz": (pokerkit.RegularLowHand,),
}


class Remembered:
    """A kind of hand that evaluates the same cards once: pokerkit asks for everybody's hand for every player."""

    def __init__(self, kind: Any) -> None:
        self.evaluate = cache(lambda hole, board: kind.from_game_or_none(hole, board))

    def from_game(self, hole: Iterable[Any], board: Iterable[Any]) -> Any:
        if (hand := self.evaluate(tuple(hole), tuple(board))) is None:
            raise ValueError("no such hand")
        return hand


class NoMuck(list[Any]):
    """Keeps no folded hands: pokerkit would deal them again before it lays a card of stud on the table for all."""

    def extend(self, cards: Iterable[Any]) -> None:
        pass


KNOWN_TO_BOTH = [name for name, rules in VARIANTS.items() if rules.game.name in HANDS]
THEIR_CARDS = {card: next(iter(pokerkit.Card.parse(str(card)))) for card in ALL_CARDS}
BY_ITSELF = (
    Automation.ANTE_POSTING,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.BET_COLLECTION,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def their_streets(rules: Rules, stakes: Stakes) -> Iterator[Any]:
    """A street of pokerkit's is all that comes before a round of betting, and the bets; without burnt cards."""
    hole: list[bool] = []
    board, draw = 0, False
    for number, street in enumerate(rules.streets):
        match street:
            case ours.DealHole(cards, up):
                hole += [up] * cards
            case ours.DealBoard(cards):
                board += cards
            case ours.DrawRound():
                draw = True
            case ours.BettingRound(big, opening):
                bet = stakes.bet(big=big)
                if rules.limit is not Limit.FIXED_LIMIT and number == rules.first_bet:
                    bet = max(bet, *stakes.blinds, 0)  # a straddle sets the smallest raise
                cap = rules.cap_of(number) if rules.limit is Limit.FIXED_LIMIT else None
                if cap and number == rules.first_bet:
                    cap -= stakes.bets_in_blinds  # which it does not count
                yield pokerkit.Street(False, tuple(hole), board, draw, OPENINGS[opening], bet, cap)
                hole, board, draw = [], 0, False


def by_position(amounts: tuple[int, ...], players: int) -> tuple[int, ...]:
    return (*amounts, *[0] * (players - len(amounts)))


class Beside:
    """A hand in both engines. pokerkit's players are counted from the left of the button, ours by seat."""

    def __init__(self, rules: Rules, stakes: Stakes, stacks: tuple[int, ...], button: int, deal: Deal) -> None:
        players = len(stacks)
        begun = start(rules, players, stakes=stakes, stacks=stacks, button=button)
        self.order, self.stacks, self.stakes = begun.order, stacks, stakes
        self.waiting: list[tuple[int, tuple[Card, ...]]] = []
        self.counted: list[int] = []
        self.short = False
        self.theirs = pokerkit.State(
            BY_ITSELF,
            pokerkit.Deck.SHORT_DECK_HOLDEM if rules.deck_size == 36 else pokerkit.Deck.STANDARD,
            tuple(map(Remembered, HANDS[rules.game.name])),
            tuple(their_streets(rules, stakes)),
            STRUCTURES[rules.limit],
            stakes.trim_antes,
            by_position(stakes.ante, players) if isinstance(stakes.ante, tuple) else stakes.ante,
            by_position(stakes.blinds, players),
            stakes.bring_in,
            [stacks[seat] for seat in begun.order],
            players,
            mode=pokerkit.Mode.CASH_GAME,
        )
        if rules.has_bring_in:
            self.theirs.mucked_cards = NoMuck()
        self.state, events = apply(begun, deal)
        self._repeat(events)

    def decide(self, random: Random) -> Action:
        """Compare what may be done, and choose something."""
        turn = self.state.turn
        assert turn is not None
        now = legal(view_for(self.state, turn))
        assert now is not None
        theirs, position = self.theirs, self.order.index(turn)
        if now.draw is not None:
            assert theirs.stand_patter_or_discarder_index == position
            return choose(random, now)
        assert theirs.actor_index == position
        lowest = theirs.min_completion_betting_or_raising_to_amount or 0
        highest = theirs.max_completion_betting_or_raising_to_amount or 0
        passing = theirs.checking_or_calling_amount
        found = LegalActions(
            turn,
            fold=theirs.can_fold(),
            check=passing == 0,
            call_amount=passing or 0,
            bring_in=theirs.effective_bring_in_amount or 0,
            min_raise_to=lowest,
            max_raise_to=highest,
        )
        if self.state.rules.limit is Limit.FIXED_LIMIT and now.has_two_amounts:
            assert self._shows_a_pair()
            now = now._replace(max_raise_to=now.min_raise_to, raise_step=1)
        if self.state.rules.limit is Limit.FIXED_LIMIT and self.short:
            assert lowest in (0, self._at_most(now, max(self.state.bets) + self._fixed_bet()))
            assert now.min_raise_to == self._after_a_short_bet(now)
            if now.min_raise_to != lowest:
                now, found = (each._replace(min_raise_to=0, max_raise_to=0) for each in (now, found))
        elif lowest and not now.min_raise_to:
            assert self._the_bring_in_takes_all(now) or self._less_than_the_smallest_bet_was_raised(now)
            found = found._replace(min_raise_to=0, max_raise_to=0)
        elif now.min_raise_to and not lowest:
            assert self._only_the_last_short_raises_were_counted(now)
            now = now._replace(min_raise_to=0, max_raise_to=0)
        if now.bring_in and now.fold:  # pokerkit lets nobody fold before it
            assert not self.state.stacks[self.state.last_aggressor]
            now = now._replace(fold=False)
        if self.state.rules.limit is Limit.POT_LIMIT and now.min_raise_to and (missing := self._missing_blinds()):
            whole = self._at_most(now, 2 * max(self.state.bets) - self.state.bets[turn] + self.state.pot + missing)
            assert now.max_raise_to == max(now.min_raise_to, whole)
            now = now._replace(max_raise_to=found.max_raise_to)
        assert now == found
        return choose(random, now if self._others_play_for_all_of(turn) else now._replace(fold=False))

    def _others_play_for_all_of(self, turn: int) -> bool:
        """Whether somebody else is in the hand who has bet as much as this seat.

        If the last such player folds (without need), pokerkit takes the chips that nobody is left to play for off the
        table, or fails. With us, they are part of the last pot.
        """
        state = self.state
        antes = dict.fromkeys(self.order, 0)
        if not self.stakes.trim_antes:
            antes = dict(zip(self.order, self.stakes.antes(state.players), strict=True))
        bet = {seat: max(0, state.committed[seat] - antes[seat]) for seat in self.order}
        return any(bet[seat] >= bet[turn] for seat in self.order if seat != turn and seat not in state.folded)

    def act(self, action: Action) -> None:
        """Do the same in both, and compare what everybody has then."""
        match action:
            case Fold():
                self.theirs.fold()
            case Check() | Call():
                self.theirs.check_or_call()
            case BringIn():
                self.theirs.post_bring_in()
            case Raise(_, to):
                self.theirs.complete_bet_or_raise_to(to)
            case Discard(_, cards):
                self.theirs.stand_pat_or_discard([THEIR_CARDS[card] for card in cards])
        if isinstance(action, Raise) and self.state.rules.limit is Limit.FIXED_LIMIT:
            self._note_bet(action.to)
        before, (self.state, events) = self.state, apply(self.state, action)
        if self.state.street != before.street:
            self.counted, self.short = [], False
        while not isinstance(action, Discard) and self._still_asks(before.street):
            assert self.theirs.checking_or_calling_amount == 0
            assert self.theirs.min_completion_betting_or_raising_to_amount is None
            self.theirs.check_or_call()
        self._repeat(events)

    def _still_asks(self, street: int) -> bool:
        """Whether pokerkit waits for somebody who can neither win nor lose more, whom we do not ask."""
        actor = self.theirs.actor_index
        return actor is not None and (self.state.street != street or self.order[actor] != self.state.turn)

    def _repeat(self, events: tuple[Event, ...]) -> None:
        """Deal the same cards in pokerkit, which replaces discards when all have been made."""
        theirs = self.theirs
        for event in events:
            self._show_all()
            match event:
                case Dealt(hands):
                    for position, seat in enumerate(self.order):
                        if hands[seat]:
                            theirs.deal_hole([THEIR_CARDS[card] for card in hands[seat] if card], position)
                case BoardDealt(cards):
                    theirs.deal_board([THEIR_CARDS[card] for card in cards])
                case Drew(seat, _, drawn) if drawn:
                    self.waiting.append((self.order.index(seat), tuple(card for card in drawn if card)))
            if theirs.stand_patter_or_discarder_index is None:
                for position, new in self.waiting:
                    theirs.deal_hole([THEIR_CARDS[card] for card in new], position)
                self.waiting = []
        self._show_all()
        if not self.state.is_over:
            assert [self.state.stacks[seat] for seat in self.order] == theirs.stacks
            assert [self.state.bets[seat] for seat in self.order] == theirs.bets
            assert self.state.pot == theirs.total_pot_amount
        else:
            assert not theirs.status
            self._compare_the_end()

    def _show_all(self) -> None:
        while self.theirs.showdown_indices:
            self.theirs.show_or_muck_hole_cards(True)

    def _missing_blinds(self) -> int:
        """What players were short of for their blinds; here, not in pokerkit, it counts for the pot."""
        if self.state.street != self.state.rules.first_bet:
            return 0
        blinds = zip(self.order, self.stakes.posted_blinds(self.state.players), strict=True)
        return sum(max(0, blind - self.state.bets[seat]) for seat, blind in blinds)

    def _shows_a_pair(self) -> bool:
        """Whether fourth street allows the big bet too, which pokerkit does not know; see test_fixed_limit.py."""
        pairs = [cards for cards in self.state.up if len(cards) == 2 and cards[0].rank is cards[1].rank]
        return bool(pairs) and self.state.rules.name == "seven-card-stud"

    def _fixed_bet(self) -> int:
        street = self.state.rules.streets[self.state.street]
        assert isinstance(street, ours.BettingRound)
        return self.stakes.bet(street.big)

    def _forced(self) -> tuple[int, int]:
        """The largest blind and the bring-in, where they count."""
        first = self.state.street == self.state.rules.first_bet
        return (max(self.stakes.blinds, default=0), self.stakes.bring_in) if first else (0, 0)

    def _note_bet(self, to: int) -> None:
        """Note which bets and raises of fixed limit count, and whether any is all in for less than a whole one."""
        bet, (blind, bring_in) = self._fixed_bet(), self._forced()
        below = self.counted[-1] if self.counted else max(blind, bring_in)
        whole = (self.counted[-1] if self.counted else blind) + bet - below
        self.short = self.short or to - below < whole
        if 2 * (to - below) >= whole:
            self.counted.append(to)

    def _at_most(self, now: LegalActions, to: int) -> int:
        return min(to, self.state.stacks[now.seat] + self.state.bets[now.seat])

    def _after_a_short_bet(self, now: LegalActions) -> int:
        """What a raise goes to after such an all-in; pokerkit adds a whole bet to any. See test_fixed_limit.py."""
        state, bet, largest = self.state, self._fixed_bet(), max(self.state.bets)
        blind, bring_in = self._forced()
        if largest == state.bets[now.seat] + now.call_amount and state.stacks[now.seat] > now.call_amount:
            more = largest - state.bets[now.seat]
            acted = now.seat in state.acted
            closed = acted and 2 * more < bet - (bring_in if state.bets[now.seat] <= bring_in else 0)
            made = len(self.counted) + (self.stakes.bets_in_blinds if blind else 0)
            answered = any(
                stack + put > largest
                for seat, (stack, put) in enumerate(zip(state.stacks, state.bets, strict=True))
                if seat not in (now.seat, *state.folded)
            )
            if not closed and made < state.rules.cap_of(state.street) and answered:
                return self._at_most(now, (self.counted[-1] if self.counted else blind) + bet)
        return 0

    def _the_bring_in_takes_all(self, now: LegalActions) -> bool:
        """Whether the seat, or all others, have no more than the bring-in; pokerkit has it completed all the same."""
        state = self.state
        others = [stack for seat, stack in enumerate(state.stacks) if seat != now.seat and seat not in state.folded]
        return now.bring_in > 0 and now.bring_in >= min(state.stacks[now.seat], max(others))

    @property
    def is_brought_in_short(self) -> bool:
        """Whether somebody was all in for less than the bring-in; pokerkit lets others call what there is of it."""
        state = self.state
        first = state.street == state.rules.first_bet and not state.raises
        return first and 0 < max(state.bets) < self.stakes.bring_in

    def _less_than_the_smallest_bet_was_raised(self, now: LegalActions) -> bool:
        """To pokerkit, the first raise on a street is a full one, however short; see test_betting.py for the rule."""
        to_call = max(self.state.bets) - self.state.bets[now.seat]
        smallest = self.theirs.street.min_completion_betting_or_raising_amount
        return now.seat in self.state.acted and self.state.largest_raise <= to_call < smallest

    def _only_the_last_short_raises_were_counted(self, now: LegalActions) -> bool:
        """All-in raises that together make a full one re-open the betting; pokerkit then forgets them.

        One more that is short closes it again there, for players who face more than a full raise.
        """
        short, full = (
            sum(self.theirs.consecutive_short_all_in_amounts),
            self.theirs.completion_betting_or_raising_amount,
        )
        return now.seat in self.state.acted and 0 < short < full <= max(self.state.bets) - self.state.bets[now.seat]

    def _compare_the_end(self) -> None:
        state = self.state
        assert sum(state.stacks) == sum(self.stacks)
        found = {seat: self.theirs.stacks[position] for position, seat in enumerate(self.order)}
        if state.stacks == tuple(found[seat] for seat in range(state.players)):
            return
        put_in = [stack - (end - won) for stack, end, won in zip(self.stacks, state.stacks, state.won, strict=True)]
        pots = pots_of(state._replace(committed=tuple(put_in)))
        theirs = self._as_pokerkit_divides(pots)
        assert {seat: found[seat] - self.stacks[seat] + put_in[seat] for seat in found} == theirs

    def _as_pokerkit_divides(self, pots: tuple[Pot, ...]) -> dict[int, int]:
        """Where it differs from us.

        Pots that the same players can still win are thrown together, once the hands that win nothing are gone: that
        moves odd chips. (Rule 21 of the Tournament Directors Association: side pots are split separately.) And a low
        hand anywhere at the table makes all pots shared; in one where nobody has it, its part goes to all. All odd
        chips between equal hands go to the first left of the button, in stud too.
        """
        game, folded = self.state.rules.game, self.state.folded
        strengths = [
            [0 if seat in folded else hand_strengths([hand], self.state.board, game, ranking)[0]
             for seat, hand in enumerate(self.state.hands)]
            for ranking in game.rankings
        ]  # fmt: skip
        best = [(pot, worth, max(worth[seat] for seat in pot.seats)) for pot in pots for worth in strengths]
        alive = {seat for pot, worth, most in best for seat in pot.seats if worth[seat] == most > 0}
        together: dict[tuple[int, ...], int] = {}
        for pot in pots:
            seats = tuple(seat for seat in pot.seats if seat in alive)
            together[seats] = together.get(seats, 0) + pot.amount
        sharing = [worth for worth in strengths if any(worth[seat] for seat in alive)]
        won, odd_chips = dict.fromkeys(range(self.state.players), 0), []
        for seats, amount in together.items():
            for number, worth in enumerate(sharing):
                part = amount // len(sharing) + (amount % len(sharing) if number == 0 else 0)
                winners = [seat for seat in seats if worth[seat] == max(worth[other] for other in seats)]
                for seat in winners:
                    won[seat] += part // len(winners)
                won[winners[0]] += part % len(winners)
                odd_chips.append(part % len(winners))
        by_card = self.state.rules.has_open_cards and any(odd_chips)
        assert len(together) < len(pots) or len(sharing) > 1 or max(odd_chips) > 1 or by_card
        return won


def random_hand(random: Random, rules: Rules) -> Beside:
    players = random.randint(2, rules.most_players)
    stakes = random_stakes(random, rules, players)
    stacks = random_stacks(random, players)
    if players == 2 and len(stakes.blinds) == 2 and len({*stakes.blinds}) == 1:
        stakes = replace(stakes, blinds=(0, stakes.blinds[1]))  # else the button would not act first in pokerkit
    if stakes.trim_antes and sorted(stacks)[-2] < max(stakes.antes(players)):
        # The longest stack has some of its ante back. It may be short of the blind now, for which pokerkit does not
        # let it use what it got back.
        stakes = replace(stakes, trim_antes=False)
    deal, button = Deal.shuffled(random, cards=sorted(rules.deck)), random.randrange(players)
    return Beside(rules, stakes, _with_the_largest_blind(stakes, stacks, button), button, deal)


def _with_the_largest_blind(stakes: Stakes, stacks: tuple[int, ...], button: int) -> tuple[int, ...]:
    """Have the largest blind posted whole: pokerkit lets others call what there is of it; see test_betting.py."""
    players, whole = len(stacks), [*stacks]
    for position, (ante, blind) in enumerate(zip(stakes.antes(players), stakes.posted_blinds(players), strict=True)):
        if blind and blind == max(stakes.blinds):
            seat = (button + 1 + position) % players
            whole[seat] = max(whole[seat], ante + blind)
    return tuple(whole)


def play(name: str, hands: range) -> None:
    """Play hands of a game by their numbers, each limit in turn."""
    limits = [*STRUCTURES]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pokerkit warns of free folds, and of cards that came back
        for number in hands:
            random = Random(f"{name} {number}")
            beside = random_hand(random, VARIANTS[name].with_limit(limits[number % len(limits)]))
            while not beside.state.is_over and not beside.is_brought_in_short:
                beside.act(beside.decide(random))


@pytest.mark.parametrize("name", KNOWN_TO_BOTH)
def test_hands_are_played_as_pokerkit_plays_them(name: str) -> None:
    play(name, range(effort(10, 100) if "omaha" in name else effort(30, 300)))  # pokerkit takes long over an Omaha hand


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", KNOWN_TO_BOTH)
def test_a_thousand_hands_are_played_as_pokerkit_plays_them(name: str) -> None:
    play(name, range(1000, 2000))


@pytest.mark.parametrize(
    ("name", "limit", "theirs", "amounts"),
    [
        ("holdem", Limit.FIXED_LIMIT, pokerkit.FixedLimitTexasHoldem, (2, 4)),
        ("holdem", Limit.NO_LIMIT, pokerkit.NoLimitTexasHoldem, (2,)),
        ("short-deck", Limit.NO_LIMIT, pokerkit.NoLimitShortDeckHoldem, (2,)),
        ("omaha", Limit.POT_LIMIT, pokerkit.PotLimitOmahaHoldem, (2,)),
        # called fixed limit there, but bet by the pot
        ("omaha-hi-lo", Limit.POT_LIMIT, pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, (2, 4)),
        ("deuce-to-seven", Limit.NO_LIMIT, pokerkit.NoLimitDeuceToSevenLowballSingleDraw, (2,)),
        ("deuce-to-seven-triple", Limit.FIXED_LIMIT, pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, (2, 4)),
        ("badugi", Limit.FIXED_LIMIT, pokerkit.FixedLimitBadugi, (2, 4)),
        ("seven-card-stud", Limit.FIXED_LIMIT, pokerkit.FixedLimitSevenCardStud, (2, 4)),
        ("stud-hi-lo", Limit.FIXED_LIMIT, pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter, (2, 4)),
        ("razz", Limit.FIXED_LIMIT, pokerkit.FixedLimitRazz, (2, 4)),
    ],
)
def test_streets_are_those_of_pokerkits_own_games(
    name: str, limit: Limit, theirs: Any, amounts: tuple[int, ...]
) -> None:
    rules = VARIANTS[name].with_limit(limit)
    game = theirs(BY_ITSELF, False, 1, *([1] if rules.has_bring_in else [(1, 2)]), *amounts)
    stakes = Stakes(small_bet=amounts[0], big_bet=amounts[-1])
    assert [*their_streets(rules, stakes)] == [replace(street, card_burning_status=False) for street in game.streets]
    assert game.hand_types == HANDS[rules.game.name]
    assert game.betting_structure is STRUCTURES[limit]
