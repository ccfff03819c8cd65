"""The deck of a hand of which only some cards were seen, and those late: places first, cards as they become known."""

from collections.abc import Iterable, Sequence
from random import Random

from fivecard.cards import PLAIN, Card
from fivecard.engine import Deal, Rules
from fivecard.engine.events import Cards
from fivecard.errors import HistoryError


class Dealing:
    """Deal places of the deck as the engine would deal cards, and find out which card was in which place."""

    def __init__(
        self, rules: Rules, players: int, final: dict[int, Cards], drawn: Iterable[Card], random: Random | None = None
    ) -> None:
        """Begin with a deck; `final` are the hands that were seen at the end, `drawn` all cards seen being drawn.

        If discards come back, it takes guesses who drew which: what looks best, or with a source of random numbers
        what looks good.
        """
        self._random = random
        self.has_guessed = False
        self._guesses: set[int] = set()
        self._rules = rules
        self._stock = list(range(rules.deck_size))
        self._cards: dict[int, Card] = {}
        self._places: dict[Card, int] = {}
        self._hands: list[list[int]] = [[] for _ in range(players)]
        self._board: list[int] = []
        self._final = final
        self._needed = {*drawn, *(card for hand in final.values() for card in hand)}
        self._discards: list[int] = []
        self._returned: list[int] = []
        """Discards that came back and have not been drawn yet; their order is free."""
        self._reserve: list[int] = []
        """Places in the order in which they came back."""
        self._last = -1
        """Where in the reserve the card is that came back last, since the discards were last taken up."""

    def deal(self, count: int) -> None:
        """Deal so many cards to everybody in the hand, or where they are too few, one to the table."""
        seats = [seat for seat, hand in enumerate(self._hands) if hand] or range(len(self._hands))
        if len(self._stock) < count * len(seats):
            self._board.append(self._next())
            return
        for _ in range(count):
            for seat in seats:
                self._hands[seat].append(self._next())

    def see(self, seat: int, cards: Cards, *, newest: int | None = None) -> None:
        """Cards of a seat become known: those of the hand that were not yet, or of its newest cards."""
        hand = self._hands[seat]
        places = hand if newest is None else hand[len(hand) - newest :]
        fresh = [card for card in cards if self._places.get(card) not in hand]
        empty = [place for place in places if place not in self._cards]
        if len(fresh) > len(empty):
            held = PLAIN.join([self._cards[place] for place in hand if place in self._cards])
            raise HistoryError(f"'{PLAIN.join(cards)}' cannot be the hand: '{held}' was in it")
        for place, card in zip(empty, fresh, strict=False):
            self._put(card, place)

    def lay(self, cards: Cards) -> None:
        """Lay these cards on the table."""
        for card in cards:
            self._put(card, self._next())

    def lay_dealt(self, cards: Cards) -> None:
        """The card that was laid on the table, because there were too few for all, becomes known."""
        if len(cards) > len(self._board):
            raise HistoryError("there are enough cards for everybody: none is laid on the table")
        for place, card in zip(self._board, cards, strict=False):
            self._put(card, place)

    def fold(self, seat: int) -> None:
        """Take the hand away."""
        self.see(seat, self._final.get(seat, ()))
        self._discards += self._hands[seat]
        self._hands[seat] = []

    def draw(self, seat: int, count: int, thrown: Cards, drawn: Cards) -> tuple[int, ...]:
        """Let a seat draw, and give the places of what it threw away; no cards given: nobody saw which."""
        hand = self._hands[seat]
        if thrown:
            self.see(seat, thrown)
            out = [self._places[card] for card in thrown]
        else:
            wanted = self._final.get(seat, ())
            fixed = [(self._cards.get(place) in wanted, self._doubt(place in self._cards)) for place in hand]
            out = [place for _, place in sorted(zip(fixed, hand, strict=True))][:count]
        came = self._stock[:count]
        self._stock = self._stock[len(came) :]
        for place, card in zip(came, drawn, strict=False):
            self._put(card, place)
        returning: Sequence[Card | None] = drawn[len(came) :] or (None,) * (count - len(came))
        came += [self._come_back(seat, card) for card in returning]
        if len(out) != count or len(came) != count:
            raise HistoryError(f"{count} cards cannot be drawn")
        self._hands[seat] = [place for place in hand if place not in out] + came
        self._discards += out
        return tuple(out)

    def finish(self) -> Deal:
        """Give the whole deck: cards that nobody saw stand where the places are still empty."""
        for seat, hand in enumerate(self._hands):
            if seat in self._final:
                self.see(seat, self._final[seat] if hand else ())
            elif not self._guesses.isdisjoint(hand) and all(place in self._cards for place in hand):
                raise HistoryError("a hand that nobody saw is made of cards that were seen")
        unseen = [card for card in sorted(self._rules.deck) if card not in self._places]
        rest = iter(unseen)
        deck = tuple([self._cards.get(place) or next(rest) for place in range(self._rules.deck_size)])
        self._cards = dict(enumerate(deck))
        return Deal(deck, tuple([deck[place] for place in self._reserve]), frozenset(unseen))

    def cards(self, places: Sequence[int]) -> Cards:
        """The cards in these places, after the end."""
        return tuple([self._cards[place] for place in places])

    def _next(self) -> int:
        if not self._stock:
            raise HistoryError("the deck has no more cards")
        return self._stock.pop(0)

    def _put(self, card: Card, place: int) -> None:
        if card in self._places:
            raise HistoryError(f"'{card}' is in two places")
        if card not in self._rules.deck:
            raise HistoryError(f"'{card}' is not a card of {self._rules.title}")
        self._cards[place] = card
        self._places[card] = place

    def _come_back(self, seat: int, card: Card | None) -> int:
        """Draw one of the discards that became the draw pile: this card, or one that fits what was seen later."""
        if not self._returned:
            self._returned, self._discards, self._last = self._discards, [], -1
        # One order holds for every time that discards come back: of those that did before, the next one is given.
        before = [place for place in self._reserve if place in self._returned]
        choice = [place for place in self._returned if place not in self._reserve] + before[:1]
        if card in self._places:
            choice = [place for place in choice if place == self._places[card]]
        elif card is not None:
            choice = [place for place in choice if place not in self._cards]
        else:
            choice.sort(key=lambda place: self._doubt(self._fitness(seat, place)))
        if not choice:
            raise HistoryError(f"'{card}' cannot have been drawn" if card else "there is nothing left to draw")
        place = choice[0]
        if card is None:
            self.has_guessed = True
            self._guesses.add(place)
        else:
            self._guesses.discard(place)
            if place not in self._cards:
                self._put(card, place)
        if place not in self._reserve:
            self._reserve.insert(self._last + 1, place)
        self._last = self._reserve.index(place)
        self._returned.remove(place)
        return place

    def _doubt(self, worth: float) -> float:
        return worth if self._random is None else worth + 4 * self._random.random()

    def _fitness(self, seat: int, place: int) -> int:
        """How well a place fits a draw that nobody saw: first what the seat showed later, last what others did."""
        card = self._cards.get(place)
        final = self._final.get(seat)
        if card is None:
            return 2
        if final is not None:
            return 0 if card in final else 4
        return 3 if card in self._needed else 1
