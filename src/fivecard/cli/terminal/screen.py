"""What a person at a table with chips sees: the table, the hand in words, the price of a call, what happens."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fivecard.cards import Card
from fivecard.cli.terminal.style import NO_BREAK, Look
from fivecard.engine import Dealt, Drew, Event, Showed, State, View, view_for
from fivecard.engine.pots import pot_for, settled_pots
from fivecard.words.comparing import what_decided
from fivecard.words.english import YOU, listed, percent
from fivecard.words.narrating import Narrator, in_words, made_hand


@dataclass(frozen=True)
class Screen:
    """One seat's look at a hand."""

    names: Sequence[str]
    """By seat; the person's own is `YOU`."""
    rows: Sequence[int]
    """The seats in the order in which they are listed, the same in every hand of an evening."""
    look: Look

    @property
    def you(self) -> int:
        """The person's seat."""
        return self.names.index(YOU)

    # What happens

    def tell(self, events: Sequence[Event], state: State) -> list[str]:
        """Tell what one action led to, as far as the person may see it."""
        view = view_for(state, self.you)
        narrator = Narrator(self.names, self.look.cards)
        told: list[str] = []
        others: list[Event] = []
        for event in [event.seen_by(self.you) for event in events]:
            own = self._own_sentence(event, view)
            if own is None:
                others.append(event)
                continue
            told += narrator.tell(others, view)
            others = []
            told += [own] * bool(own)
        return told + narrator.tell(others, view) + self._what_decided(events, view)

    def _own_sentence(self, event: Event, view: View) -> str | None:
        """What is told in fewer words, or with more about the person's hand, than to everybody; None for the rest."""
        match event:
            case Dealt(hands, up=True):
                cards = [(seat, hand) for seat, hand in enumerate(hands) if hand]
                shown = [f"{self._name(seat)}{NO_BREAK}{self._known(hand)}" for seat, hand in cards]
                return f"Face up: {', '.join(shown)}."
            case Dealt(hands):
                return f"You get {self._known(hands[self.you])}." if hands[self.you] else ""
            case Drew(seat) if seat == self.you:
                return ""  # the dialogue has said it
        return None

    def _known(self, cards: Iterable[Card | None]) -> str:
        return self.look.cards([card for card in cards if card is not None])

    def _what_decided(self, events: Iterable[Event], view: View) -> list[str]:
        """`Your kings beat Bob's nines.`, for each ranking that shares the pot."""
        shown = next((event.hands for event in events if isinstance(event, Showed)), ())
        seats = [seat for seat, hand in enumerate(shown) if hand]
        you = seats.index(self.you) if self.you in seats else None
        names = [self.names[seat] for seat in seats]
        told = []
        rankings = view.rules.game.rankings
        for ranking in rankings:
            found = [made_hand(view, shown[seat], ranking) for seat in seats]
            hands = [evaluation for evaluation in found if evaluation and evaluation.strength]
            if len(hands) == len(seats) > 1 and (decided := what_decided(hands, names, you=you)):
                label = f"{'Low' if ranking.low else 'High'}: " if len(rankings) > 1 else ""
                told.append(label + decided)
        return told

    # What there is

    def table(self, state: State) -> list[str]:
        """Show who has how many chips, what lies before them, and what everybody knows about them."""
        width = max(map(len, self.names))
        chips = max(len("chips"), *(len(f"{stack:,}") for stack in state.stacks))
        bets = max(len("bet"), *(len(f"{bet:,}") for bet in state.bets))
        lines = [self.look.faint(f"  {NO_BREAK * (width + 2)}{'chips':{NO_BREAK}>{chips}}  {'bet':>{bets}}")]
        for seat in self.rows:
            bet = f"{state.bets[seat]:,}" if state.bets[seat] else ""
            row = f"  {self.names[seat]:{width}}  {state.stacks[seat]:>{chips},}  {bet:>{bets}}"
            notes = ", ".join(note.replace(" ", NO_BREAK) for note in self._notes(state, seat))
            lines.append(f"{row}  {notes}".rstrip())
        return lines

    def _notes(self, state: State, seat: int) -> Iterator[str]:
        if seat in state.folded:
            yield "folded"
        elif state.up and state.up[seat]:
            yield self.look.cards(state.up[seat])
        if seat not in state.folded and not state.stacks[seat]:
            yield "all in"
        if drawn := state.drawn[seat]:
            yield f"drew {', '.join(map(str, drawn))}" if any(drawn) else "stood pat"
        if seat == state.button and not state.rules.has_bring_in:
            yield "button"

    def pot(self, state: State) -> str:
        """Say what is in the pot, and in side pots if somebody is all in."""
        pots = settled_pots(state)
        if len(pots) < 2:
            return f"Pot: {state.pot:,}."
        parts = [f"{pot.amount:,} for {listed([self._name(seat) for seat in pot.seats])}" for pot in pots]
        return f"Pot: {state.pot:,}, of which {', '.join(parts)}."

    def price(self, state: State, call: int) -> str:
        """Say what a call costs, what it can win, and how often it has to."""
        whole = pot_for(state, self.you, call)
        return f"Call {call:,} to win {whole - call:,}: you need {percent(call / whole)}."

    def hand(self, view: View, *, numbered: bool = False) -> str:
        """Show the board and the person's cards, and what they make."""
        made = [made_hand(view, view.hand, ranking) for ranking in view.rules.game.rankings]
        marked = made[0].made_of if made[0] else ()
        board = f"Board: {self.look.cards(view.board, marked=marked)}\n" if view.board else ""
        shown = [self.look.card(card, marked=card in marked) for card in view.hand]
        if numbered:
            shown = [f"{number}){NO_BREAK}{card} " for number, card in enumerate(shown, 1)]
        words = in_words(view)
        return f"{board}You have {' '.join(shown).rstrip()}{f': {words}' if words else ''}."

    def _name(self, seat: int) -> str:
        return "you" if seat == self.you else self.names[seat]
