"""Finds the deck behind a hand that others played: what came out in which order, known or not.

Every card that comes out has a place in the deck, in the order in which the engine deals. Files tell the face of a
place at once, later (a hand that is shown) or never; then some other card stands for it.
"""

from collections.abc import Sequence
from itertools import chain

from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import Deal, Rules
from fivecard.engine.streets import Deal as DealStreet
from fivecard.errors import HistoryError

Face = Card | None
"""A card, or one that nobody saw."""


class Dealer:
    """Deals places of the deck, and is told their faces."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.hands: list[list[int]] = [[] for _ in range(players)]
        """The places of the cards that every seat holds."""
        self.waiting: list[list[int]] = [[] for _ in range(players)]
        """The places that a seat has got and that no face has been told of."""
        self.due = 0
        """How many places wait."""
        self.folded: set[int] = set()
        self._rules = rules
        self._rounds = _dealing_rounds(rules)
        self._faces: list[Face] = []
        self._open: set[int] = set()  # places that lie face up
        self._of: dict[Card, int] = {}  # the place where a card came out
        self._thrown: list[int] = []  # places on the discard pile
        self._thrown_when: dict[int, int] = {}  # how many of them there were when a replacement was drawn
        self._returned: set[int] = set()  # places of cards that came out again
        self._laid = 0

    @property
    def out(self) -> int:
        """How many cards have come out."""
        return len(self._faces)

    def check_dealt(self) -> None:
        """Refuse to go on while a seat waits for cards."""
        if self.due:
            seat = next(seat for seat, places in enumerate(self.waiting) if places)
            raise HistoryError(f"p{seat + 1} has not got all cards yet")

    def deal(self, seat: int, faces: Sequence[Face]) -> None:
        """Give a seat cards that lie before it, or begin to deal to everybody who is in the hand."""
        if seat in self.folded:
            raise HistoryError("who has folded gets no cards")
        if not self.due:
            self._begin_round()
        if len(faces) > len(self.waiting[seat]):
            raise HistoryError(f"{len(self.waiting[seat])} cards are due, not {len(faces)}")
        self.due -= len(faces)
        for face in faces:
            self._tell(self.waiting[seat].pop(0), face)

    def lay(self, faces: Sequence[Face]) -> None:
        """Lay cards on the board; in stud, where too few are left for all, instead of the last card of each."""
        self._laid += len(faces)
        if self._rules.board and self._laid > self._rules.board:
            raise HistoryError(f"the board has {self._rules.board} cards, not {self._laid}")
        if not self._rules.board:
            if not self._rounds:
                raise HistoryError(f"there is no board in {self._rules.title}")
            self._rounds.pop(0)
        for face in faces:
            self._tell(self._new_place(), face)

    def fold(self, seat: int) -> None:
        """Take a seat's cards away."""
        self.folded.add(seat)
        self._thrown += self.hands[seat]

    def discard(self, seat: int, faces: Sequence[Face]) -> list[int]:
        """Throw cards away and draw as many; give the places of those thrown."""
        hand = self.hands[seat]
        gone = [self._find(hand, face) for face in faces]
        for _ in gone:
            fresh = self._new_place()
            self._thrown_when[fresh] = len(self._thrown)
            hand.append(fresh)
            self.waiting[seat].append(fresh)
        self.due += len(gone)
        self._thrown += gone
        return gone

    def show(self, seat: int, faces: Sequence[Face]) -> None:
        """Learn what a seat holds."""
        held = [*self.hands[seat]]
        if len(faces) > len(held):
            raise HistoryError(f"there are {len(held)} cards to show, not {len(faces)}")
        for face in sorted(faces, key=lambda face: face not in self._of):  # what is known is not one of the unknown
            self._find(held, face)

    def hidden(self, seat: int) -> list[int]:
        """The places of a seat's cards that lie face down and are known."""
        return [place for place in self.hands[seat] if place not in self._open and self._faces[place] is not None]

    def finish(self) -> tuple[Deal, list[Card]]:
        """Give the deal, and the card at every place."""
        faces = self._faces
        end = min([len(faces), self._rules.deck_size, *self._returned])  # from here on discards come back
        for place in range(end, len(faces)):
            if faces[place] is not None and place not in self._returned:  # thrown away unseen, then
                unseen = [before for before in self._thrown_before(end) if faces[before] is None]
                if not unseen:
                    raise HistoryError(f"'{faces[place]}' is drawn after the deck has run out and was not discarded")
                faces[unseen[0]] = faces[place]
        known = {*faces}
        free = (card for card in ALL_CARDS if card in self._rules.deck and card not in known)
        unknown: set[Card] = set()
        cards: list[Card] = []
        for face in faces[:end]:
            if face is None:
                unknown.add(face := next(free))
            cards.append(face)
        again = {*faces[end:]}
        for place in range(end, len(faces)):
            face = faces[place]
            if face is None:
                thrown = [cards[before] for before in self._thrown_before(place)]
                first = len(self._thrown_before(end))  # these came back when the deck ran out, the others later
                left = [card for card in thrown[:first] if card not in again]
                left = left or [card for card in thrown if card not in again]
                if not left:
                    raise HistoryError("more cards are drawn than were left and discarded")
                face = next((card for card in left if card in unknown), left[0])
                unknown.add(face)
                again.add(face)
            cards.append(face)
        rest = tuple(free) if end == len(faces) else ()
        return Deal((*cards[:end], *rest), tuple(dict.fromkeys(cards[end:])), frozenset({*unknown, *rest})), cards

    def _begin_round(self) -> None:
        """Give everybody their next places, one card at a time round the table."""
        if not self._rounds:
            raise HistoryError("no cards are due")
        seats = [seat for seat in range(len(self.hands)) if seat not in self.folded]
        for street in self._rounds.pop(0):
            self.due += street.cards * len(seats)
            for _ in range(street.cards):
                for seat in seats:
                    place = self._new_place()
                    self.hands[seat].append(place)
                    self.waiting[seat].append(place)
                    if street.up:
                        self._open.add(place)

    def _new_place(self) -> int:
        self._faces.append(None)
        return len(self._faces) - 1

    def _find(self, places: list[int], face: Face) -> int:
        """Take a card out of some places; a card not known to be there is one of the unknown."""
        found = next((place for place in places if self._faces[place] == face), None)
        if found is None:
            found = next((place for place in places if self._faces[place] is None), None)
            if found is None:
                raise HistoryError(f"'{face or '??'}' is not in the hand")
            self._tell(found, face)
        places.remove(found)
        return found

    def _tell(self, place: int, face: Face) -> None:
        if face is None:
            return
        if face not in self._rules.deck:
            raise HistoryError(f"'{face}' is not a card of {self._rules.title}")
        if (before := self._of.get(face)) is not None:
            if before not in self._thrown_before(place):
                raise HistoryError(f"'{face}' has been dealt before")
            self._returned.add(place)
        self._of[face] = place
        self._faces[place] = face

    def _thrown_before(self, place: int) -> list[int]:
        """The discard pile when the card at a place was drawn."""
        return self._thrown[: self._thrown_when.get(place, 0)]


def _dealing_rounds(rules: Rules) -> list[list[DealStreet]]:
    """The streets that deal to players; those without anything between are one round."""
    rounds: list[list[DealStreet]] = []
    for before, street in zip(chain([None], rules.streets), rules.streets):  # noqa: B905  (one longer)
        if isinstance(street, DealStreet):
            if isinstance(before, DealStreet):
                rounds[-1].append(street)
            else:
                rounds.append([street])
    return rounds
