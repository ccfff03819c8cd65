"""Finds the deck behind a hand that others played: what came out in which order, known or not.

Every card that comes out has a place, in the order in which the engine deals. Files tell the face of a place at once,
later (a hand that is shown) or never; then some other card stands for it. Where discards came back there are more
places than cards: which of them are the same card is found at the end, by trial.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from fivecard.cards import ALL_CARDS, PLAIN, Card
from fivecard.engine import Deal, Rules
from fivecard.engine.events import Cards
from fivecard.engine.streets import DealHole
from fivecard.errors import HistoryError

Face = Card | None
"""A card, or one that nobody saw."""

_GUESSES: Final = 2000
"""How often to guess which discards came back to whom, where some of them were seen again later."""


class Found(NamedTuple):
    """What must have been dealt."""

    deal: Deal
    discards: list[Cards]
    """What was thrown away at each draw, in turn."""
    drawn: list[Cards]
    """What came then, as far as it was seen."""
    hidden: list[Cards]
    """The cards of every seat that lie face down and are known."""


class _Move(NamedTuple):
    """Cards leave a seat, all of them (None) or some, and places come: as many in a draw, more in a deal."""

    seat: int
    thrown: Sequence[Face] | None
    came: Sequence[int] = ()


class Dealer:
    """Deals places of the deck, and is told their faces."""

    def __init__(self, rules: Rules, players: int, runs: int = 1) -> None:
        self._runs = runs
        self.due = 0
        """How many places wait to be told of."""
        self._waiting: list[list[int]] = [[] for _ in range(players)]  # those, by seat
        self._hands: list[list[int]] = [[] for _ in range(players)]
        self._folded: set[int] = set()
        self._shown: dict[int, Cards] = {}
        self._rules = rules
        self._rounds = _dealing_rounds(rules)
        self._faces: list[Face] = []
        self._open: set[int] = set()  # places that lie face up
        self._of: dict[Card, int] = {}  # the place where a card came out
        self._end = rules.deck_size  # from this place on discards come back
        self._moves: list[_Move] = []
        self._gone: list[list[int]] = []  # the places thrown away at each draw
        self._drawn: list[list[int]] = []  # those that came then
        self._thrown: list[int] = []  # places on the discard pile
        self._thrown_when: dict[int, int] = {}  # how many of them there were when a replacement was drawn
        self._laid = 0

    @property
    def out(self) -> int:
        """How many cards have come out."""
        return len(self._faces)

    def faces(self, seat: int) -> list[Face]:
        """What is known of a seat's hand."""
        return [self._faces[place] for place in self._hands[seat]]

    def check_dealt(self) -> None:
        """Refuse to go on while a seat waits for cards."""
        if self.due:
            seat = next(seat for seat, places in enumerate(self._waiting) if places)
            raise HistoryError(f"p{seat + 1} has not got all cards yet")

    def deal(self, seat: int, faces: Sequence[Face]) -> None:
        """Tell of cards that a seat waits for; if nobody waits, everybody who is in the hand gets the next."""
        if seat in self._folded:
            raise HistoryError("who has folded gets no cards")
        if not self.due:
            for each, places in self.deal_round().items():
                self._waiting[each] = places
                self.due += len(places)
        if len(faces) > len(self._waiting[seat]):
            raise HistoryError(f"{len(self._waiting[seat])} cards are due, not {len(faces)}")
        self.due -= len(faces)
        for face in faces:
            self._tell(self._waiting[seat].pop(0), face)

    def deal_round(self) -> dict[int, list[int]]:
        """Give everybody who is in the hand their next places, one card at a time round the table."""
        if not self._rounds:
            raise HistoryError("no cards are due")
        if not self._is_enough():
            raise HistoryError("there are too few cards for everybody")
        came: dict[int, list[int]] = {seat: [] for seat in self._in_hand()}
        for street in self._rounds.pop(0):
            for _ in range(street.cards):
                for places in came.values():
                    places.append(self._new_place())
                    if street.up:
                        self._open.add(places[-1])
        for seat, places in came.items():
            self._hands[seat] += places
            self._moves.append(_Move(seat, (), (*places,)))
        return came

    def lay(self, faces: Sequence[Face]) -> None:
        """Lay cards on the board; in stud, where too few are left for all, instead of the last card of each."""
        self._laid += len(faces)
        if self._rules.board and self._laid > self._rules.board * self._runs:
            raise HistoryError(f"the board has {self._rules.board} cards, not {self._laid}")
        if not self._rules.board:
            if not self._rounds:
                raise HistoryError(f"there is no board in {self._rules.title}")
            if self._is_enough():
                raise HistoryError("there are enough cards for everybody: none is laid on the table")
            self._rounds.pop(0)
        for face in faces:
            self._tell(self._new_place(), face)

    def fold(self, seat: int) -> None:
        """Take a seat's cards away."""
        self._folded.add(seat)
        self._thrown += self._hands[seat]
        self._moves.append(_Move(seat, None))

    def discard(self, seat: int, faces: Sequence[Face]) -> None:
        """Throw cards away and draw as many."""
        hand = self._hands[seat]
        gone = [self._find(hand, face) for face in faces]
        fresh = [self._new_place() for _ in gone]
        self._thrown_when |= dict.fromkeys(fresh, len(self._thrown))
        self._thrown += gone
        self._gone.append(gone)
        self._drawn.append(fresh)
        self._moves.append(_Move(seat, faces, fresh))
        self._waiting[seat] = [*fresh]
        self.due += len(fresh)
        hand += fresh

    def show(self, seat: int, faces: Sequence[Face]) -> None:
        """Learn what a seat holds in the end, or some of it."""
        if shown := tuple([face for face in faces if face]):
            self._shown[seat] = shown
        self.see(seat, faces)

    def see(self, seat: int, faces: Sequence[Face]) -> None:
        """Learn what a seat holds, or some of it."""
        held = [*self._hands[seat]]
        if len(faces) > len(held):
            raise HistoryError(f"there are {len(held)} cards to show, not {len(faces)}")
        told = [face for face in faces if face]  # a card that stays hidden may be one that was seen before
        for face in sorted(told, key=lambda face: face not in self._of):  # what is known is not one of the unknown
            self._find(held, face)

    def show_newest(self, seat: int, face: Card) -> None:
        """Learn the card that a seat got last."""
        self._find(self._hands[seat][-1:], face)

    def finish(self) -> Found:
        """Give the deal, and what the cards were that moved."""
        if not self._is_reshuffled:
            cards = {place: face for place, face in enumerate(self._faces) if face}
            return self._found(cards, (), self._gone, self._hands)
        failed = HistoryError()
        for number in range(_GUESSES):
            guess = _Guess(self._faces, self._end, len(self._hands), self._shown, Random(number) if number else None)
            try:
                gone = guess.play(self._moves)
            except HistoryError as error:
                if not guess.has_guessed:
                    raise
                failed = error
            else:
                return self._found(guess.cards, guess.reserve, gone, guess.hands)
        raise HistoryError(f"{failed}; discards came back before, and no deck was found that fits all cards seen")

    def _found(
        self, cards: dict[int, Card], reserve: Sequence[int], gone: list[list[int]], hands: list[list[int]]
    ) -> Found:
        """Let cards that nobody saw stand where places are still empty."""
        seen = {*cards.values()}
        unseen = [card for card in ALL_CARDS if card in self._rules.deck and card not in seen]
        rest = iter(unseen)
        deck = tuple([cards.get(place) or next(rest) for place in range(self._end)])
        return Found(
            Deal(deck, tuple([deck[place] for place in reserve]), frozenset(unseen)),
            [tuple([deck[place] for place in places]) for places in gone],
            [tuple([face for place in places if (face := self._faces[place])]) for places in self._drawn],
            [tuple([cards[place] for place in hand if place in cards and place not in self._open]) for hand in hands],
        )

    @property
    def _is_reshuffled(self) -> bool:
        """Whether discards have come back; what is told then is noted, and who had which card is found at the end."""
        return len(self._faces) > self._end

    def _is_enough(self) -> bool:
        """Whether everybody can get the cards of the next round."""
        needed = sum([street.cards for street in self._rounds[0]]) * len(self._in_hand())
        return self.out + needed <= self._rules.deck_size

    def _in_hand(self) -> list[int]:
        return [seat for seat in range(len(self._hands)) if seat not in self._folded]

    def _new_place(self) -> int:
        self._faces.append(None)
        return len(self._faces) - 1

    def _find(self, places: list[int], face: Face) -> int:
        """Take a card out of some places; a card not known to be there is one of the unknown."""
        found = next((place for place in places if self._faces[place] == face), None)
        if found is None:
            unknown = [place for place in places if self._faces[place] is None]
            if self._is_reshuffled and places:
                found = (unknown or places)[0]
            elif unknown:
                found = unknown[-1 if face in self._of else 0]  # a card that came back came late
                self._tell(found, face)
            else:
                known = PLAIN.join([card for place in places if (card := self._faces[place])])
                raise HistoryError(
                    f"'{face or '??'}' is not in the hand" + (f": '{known}' is left of it" if known else "")
                )
        places.remove(found)
        return found

    def _tell(self, place: int, face: Face) -> None:
        if face is None:
            return
        if face not in self._rules.deck:
            raise HistoryError(f"'{face}' is not a card of {self._rules.title}")
        if (before := self._of.get(face)) is not None:
            if before in self._thrown[: self._thrown_when.get(place, 0)]:
                self._end = min(self._end, place)
            elif not self._is_reshuffled:
                raise HistoryError(f"'{face}' has been dealt before")
        self._of[face] = place
        self._faces[place] = face


class _Guess:
    """Plays with a deck from which discards came back, and guesses what nobody saw.

    Who draws a discard gets its place again. Without a source of random numbers it guesses what looks best, with one
    what looks good.
    """

    def __init__(
        self, faces: Sequence[Face], end: int, players: int, shown: Mapping[int, Cards], random: Random | None
    ) -> None:
        self.cards: dict[int, Card] = {}
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.has_guessed = False
        self._guesses: set[int] = set()  # places that came back to somebody who may have drawn others
        self._places: dict[Card, int] = {}
        self._faces = faces
        self._end = end
        self._shown = shown
        self._needed = {*faces[end:], *(card for hand in shown.values() for card in hand)}
        self._told: set[tuple[int, Face]] = set()  # what a seat was seen to draw
        self._random = random
        self._discards: list[int] = []
        self._returned: list[int] = []  # discards that came back and have not been drawn yet
        self._after: dict[int, set[int]] = {}  # of places that came back: all that stand behind them in the reserve

    def play(self, moves: Sequence[_Move]) -> list[list[int]]:
        """Play the hand; give the places thrown away at each draw."""
        self._told = {(seat, self._faces[place]) for seat, _, came in moves for place in came}
        for place, face in enumerate(self._faces[: self._end]):
            if face:
                self._put(face, place)
        gone: list[list[int]] = []
        for seat, thrown, came in moves:
            if thrown is None:
                self._see(seat, self._shown.get(seat, ()))
                self._discards += self.hands[seat]
                self.hands[seat] = []
            elif len(thrown) < len(came):
                self.hands[seat] += came
            else:
                gone.append(self._draw(seat, thrown, came))
        for seat, hand in enumerate(self.hands):
            if seat in self._shown:
                self._see(seat, self._shown[seat] if hand else ())
            elif not self._guesses.isdisjoint(hand) and all(place in self.cards for place in hand):
                raise HistoryError("a hand that nobody saw is made of cards that were seen")
        return gone

    def _see(self, seat: int, cards: Cards) -> None:
        """Cards of a seat become known."""
        hand = self.hands[seat]
        fresh = [card for card in cards if self._places.get(card) not in hand]
        empty = [place for place in hand if place not in self.cards]
        if len(fresh) > len(empty):
            raise HistoryError(f"'{PLAIN.join(cards)}' cannot have been in one hand")
        for place, card in zip(empty, fresh, strict=False):
            self._put(card, place)

    def _put(self, card: Card, place: int) -> None:
        if card in self._places:
            raise HistoryError(f"'{card}' is in two places")
        self.cards[place] = card
        self._places[card] = place

    def _draw(self, seat: int, thrown: Sequence[Face], came: Sequence[int]) -> list[int]:
        """Let a seat draw, and give the places of what it threw away."""
        known = [card for card in thrown if card]
        self._see(seat, tuple(known))
        wanted, hand = self._shown.get(seat, ()), self.hands[seat]
        free = [place for place in hand if self.cards.get(place) not in known]
        worth = {place: (self.cards.get(place) in wanted, self._doubt(place in self.cards)) for place in free}
        unseen = iter(sorted(free, key=worth.__getitem__))
        out = [self._places[card] if card else next(unseen) for card in thrown]
        drawn = [place if place < self._end else self._come_back(seat, self._faces[place]) for place in came]
        self.hands[seat] = [place for place in hand if place not in out] + drawn
        self._discards += out
        return out

    def _come_back(self, seat: int, card: Face) -> int:
        """Draw one of the discards that became the draw pile: this card, or one that fits what was seen later."""
        if not self._returned:
            self._returned, self._discards = self._discards, []
        # One order holds for every time that discards come back: those that are known to stand further back must wait.
        later = set[int]().union(*[self._after.get(place, ()) for place in self._returned])
        choice = [place for place in self._returned if place not in later]
        if card in self._places:
            choice = [place for place in choice if place == self._places[card]]
        elif card is not None:
            choice = [place for place in choice if place not in self.cards]
        else:
            choice.sort(key=lambda place: self._doubt(self._fitness(seat, place)))
        if not choice and card in self._places and self._places[card] in self._returned:
            raise HistoryError(f"'{card}' cannot come yet: discards came back in another order before")
        if not choice:
            raise HistoryError(f"'{card}' cannot have been drawn" if card else "there is nothing left to draw")
        place = choice[0]
        if card is None:
            self.has_guessed = True
            self._guesses.add(place)
        else:
            self._guesses.discard(place)
            if place not in self.cards:
                self._put(card, place)
        self._returned.remove(place)
        self._stands_before(place, self._returned)
        return place

    def _stands_before(self, place: int, others: Sequence[int]) -> None:
        behind = self._after.setdefault(place, set())
        behind.update(others, *[self._after.get(other, ()) for other in others])
        for more in self._after.values():
            if place in more:
                more |= behind

    @property
    def reserve(self) -> list[int]:
        """Places that came back, in an order that explains every time that some did."""
        return sorted(self._after, key=lambda place: -len(self._after[place]))  # who stands before has more behind

    def _doubt(self, worth: float) -> float:
        return worth if self._random is None else worth + 20 * self._random.random()

    def _fitness(self, seat: int, place: int) -> int:
        """How well a place fits a draw that nobody saw: first what the seat showed later, last what others did."""
        card = self.cards.get(place)
        if card is None:
            return 2
        if seat in self._shown:
            return 0 if card in self._shown[seat] and (seat, card) not in self._told else 4
        return 3 if card in self._needed else 1


def _dealing_rounds(rules: Rules) -> list[list[DealHole]]:
    """The streets that deal to players; those without anything between are one round."""
    rounds: list[list[DealHole]] = []
    for before, street in zip(chain([None], rules.streets), rules.streets):  # noqa: B905  (one longer)
        if isinstance(street, DealHole):
            if isinstance(before, DealHole):
                rounds[-1].append(street)
            else:
                rounds.append([street])
    return rounds
