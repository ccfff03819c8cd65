"""What is asked: who may hold what, what lies on the board, what is out of the game. Mistakes are named here."""

from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations, product
from math import comb, factorial, gcd, perm
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.cards import PLAIN, Card, CardSet, CardsLike, first_repeated, set_of_cards, to_cards
from fivecard.draw.strategy import Strategy
from fivecard.engine.rules import FOUR_WITH_AN_ACE, HAND_SIZE
from fivecard.errors import ArgumentError, CardError, DuplicateCardError, FivecardError, HandError, quoted
from fivecard.games import Game
from fivecard.players import PLAYERS, strategy_of
from fivecard.ranges import Range
from fivecard.ranges.weighted import Weighted

if TYPE_CHECKING:
    from fivecard._core import Question as NativeQuestion

MOST_PLAYERS: Final = 10
_WORDS: Final = ("random", "*")
_FEW_WEIGHTS: Final = 4
_ONCE: Final = np.ones(1, np.uint32)
_NOTHING: Final = np.zeros(1, np.uint64)
_FIRST: Final = np.arange(1)
_NATIVE: Final = {"whole", "with_unknown", "unknown", "groups"}
"""What a question keeps of the compiled module."""

PlayerLike: TypeAlias = CardsLike | Range
"""What a player may hold: a range as text, a `Range`, or cards."""
HoldLike: TypeAlias = CardsLike | Strategy | None
"""What a player keeps in a draw: cards of the one hand, a strategy or a computer player's name; None for all."""
Sets: TypeAlias = NDArray[np.uint64]


class Holdings(NamedTuple):
    """What one player may hold: cards, how likely each compared with others, and what is thrown away in the draw."""

    seat: int
    text: str
    dealt: Sets
    """The cards of each hand before the draw."""
    cards: Sets
    """Those of them that stay; fewer than the game's cards where others are to come."""
    weights: NDArray[np.uint32]

    @property
    def name(self) -> str:
        """`player 1`, as messages have it."""
        return f"player {self.seat + 1}"

    @property
    def thrown(self) -> Sets:
        """What is out of the game."""
        if self.cards is self.dealt:
            return _NOTHING if len(self.dealt) == 1 else np.zeros(len(self.dealt), np.uint64)
        return self.dealt & ~self.cards

    @property
    def most_thrown(self) -> int:
        """How many cards of a hand are, at most."""
        return 0 if self.cards is self.dealt else int(_sizes(self.thrown).max())

    def without(self, gone: int) -> "Holdings":
        """Those that are left when some cards are gone."""
        if not gone or (len(self.dealt) == 1 and not int(self.dealt[0]) & gone):
            return self
        return self.chosen((self.dealt & np.uint64(gone)) == 0)

    def chosen(self, which: NDArray[np.bool_]) -> "Holdings":
        """Those at some places."""
        return self._replace(dealt=self.dealt[which], cards=self.cards[which], weights=self.weights[which])


class Group(NamedTuple):
    """A part of a question in which each player has a certain number of cards to come."""

    native: "NativeQuestion"
    factor: int
    """How often each of its deals counts, so that all hands stay as likely as their weights say."""
    places: tuple[NDArray[np.intp] | None, ...]
    """Where the holdings of each player stand in the whole question; None if all of them are one."""


class Question:
    """A question that has an answer."""

    def __init__(
        self,
        players: Sequence[PlayerLike],
        board: CardsLike,
        dead: CardsLike,
        game: str | Game,
        holds: Sequence[HoldLike] | None = None,
        hole: int | None = None,
    ) -> None:
        self.game = Game.find(game)
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise ArgumentError(f"an equity is for 2 to {MOST_PLAYERS} players, not {len(players)}")
        self._deck = self.game.deck_set
        self.board, self.board_set = self._cards(board, "the board")
        self.dead, self.dead_set = self._cards(dead, "dead cards")
        self._check_board()
        self.hole = self._hole(hole, players)
        """How many cards everyone has in the end."""
        whole = self._read_players(players)
        self._check_named(whole)
        left = [self._left(holdings) for holdings in whole]
        self.players = self._drawn(left, holds)
        self._check_room()
        self._check_exclusion()

    def __getstate__(self) -> dict[str, object]:
        """All but what the compiled module has of it, which is made again where it is needed."""
        return {name: value for name, value in vars(self).items() if name not in _NATIVE}

    # Reading

    def _cards(self, cards: CardsLike, place: str | None = None) -> tuple[tuple[Card, ...], CardSet]:
        try:
            found, known = _read(cards) if isinstance(cards, str) else _with_set(to_cards(cards))
        except CardError as error:
            raise error.within(place) from None
        if len(known) < len(found):
            twice = first_repeated(found)
            raise DuplicateCardError(f"duplicate card '{twice}' in {quoted(PLAIN.join(found))}", source=place)
        if not known <= self._deck:
            strange = next(iter(known - self._deck))
            raise HandError(f"'{strange}' is not in the deck of {self.game.title}", source=place)
        return found, known

    def _hole(self, hole: int | None, players: Sequence[PlayerLike]) -> int:
        return self.game.hole_size(next(filter(None, map(self._size, players)), None) if hole is None else hole)

    def _size(self, player: PlayerLike) -> int | None:
        """How many cards a hand has, where the game lets that differ and a player's says it."""
        if len(self.game.hole) == 1:
            return self.game.hole[0]
        if isinstance(player, Range):
            return player.hole if player.game == self.game else None
        try:
            count = len(to_cards(player))
        except CardError:
            return None
        return count if count in self.game.hole else None

    def _read_players(self, players: Sequence[PlayerLike]) -> list[Holdings]:
        found: list[Holdings] = []
        texts: dict[str, Holdings] = {}  # a range of millions of hands may be that of several players
        for seat, player in enumerate(players):
            if isinstance(player, str) and (known := texts.get(player)) is not None:
                found.append(known._replace(seat=seat))
                continue
            try:
                holdings = self._player(seat, player)
            except FivecardError as error:
                raise error.within(f"player {seat + 1}").at(seat=seat) from None
            found.append(holdings)
            if isinstance(player, str):
                texts[player] = holdings
        return found

    def _player(self, seat: int, player: PlayerLike) -> Holdings:
        if isinstance(player, Range):
            if (player.game, player.hole) != (self.game, self.hole):
                wrong = f"{player.hole} cards for {player.game.title}"
                raise HandError(f"a range of {wrong}, but here are {self.hole} for {self.game.title}")
            return _of_range(seat, _text_of(player), player)
        if self.game.board == 0 and (cards := self._known_cards(player)) is not None:
            known = np.array([CardSet(cards).mask], np.uint64)
            text = PLAIN.join(cards, separator="") or "random"
            return Holdings(seat, text, known, known, np.ones(1, np.uint32))
        if not isinstance(player, str):
            player = PLAIN.join(self._cards(player)[0], separator="")
        if (hand := self._one_hand(player)) is not None:
            return Holdings(seat, player.strip(), hand, hand, _ONCE)
        return _of_range(seat, player.strip(), Range(player, self.game, self.hole))

    def _one_hand(self, text: str) -> Sets | None:
        """The one hand that a text names card by card, which a range would be found to mean ten times as slowly."""
        if "," in text:  # which stands between hands
            return None
        try:
            cards, known = _read(text)
        except CardError:
            return None
        whole = len(cards) == self.hole == len(known) and known <= self._deck
        return np.array([known.mask], np.uint64) if whole else None

    def _known_cards(self, player: CardsLike) -> tuple[Card, ...] | None:
        """The cards of a hand of which others may be to come; none at all if it is random. None if it is a range."""
        if isinstance(player, str):
            if player.strip().lower() in _WORDS:
                return ()
            try:
                if len(to_cards(player)) > self.hole:  # several hands
                    return None
            except CardError:
                return None
        cards, _ = self._cards(player)
        if not cards:
            raise HandError("no cards; what is not known is random")
        if len(cards) > self.hole:
            shown = quoted(PLAIN.join(cards))
            raise HandError(f"{shown} has {len(cards)} cards, in {self.game.title} there are {self.hole}")
        return cards

    # Checking

    def _check_board(self) -> None:
        full = self.game.board
        allowed = (0, *range(3, full + 1)) if full else (0,)
        if len(self.board) not in allowed:
            shown = quoted(PLAIN.join(self.board))
            if not full:
                raise HandError(f"there is no board in {self.game.title}: {shown}")
            *fewer, last = map(str, allowed)
            raise HandError(f"the board has {', '.join(fewer)} or {last} cards, not {len(self.board)}: {shown}")

    def _check_named(self, players: Sequence[Holdings]) -> None:
        """A card that is named in one place cannot be in another. A range leaves out what is gone; a hand cannot."""
        named = [
            self.board_set.mask,
            self.dead_set.mask,
            *[int(each.dealt[0]) for each in players if len(each.dealt) == 1],
        ]
        if sum(named) == reduce(or_, named):  # no card twice
            return
        places = dict.fromkeys(self.board, "on the board")
        for card in self.dead:
            if card in places:
                raise DuplicateCardError(f"'{card}' is {places[card]} and dead")
            places[card] = "dead"
        for holdings in players:
            if len(holdings.dealt) != 1:
                continue
            for card in CardSet(int(holdings.dealt[0])):
                if card in places:
                    raise DuplicateCardError(f"'{card}' is {places[card]} and in the hand of {holdings.name}")
                places[card] = f"in the hand of {holdings.name}"

    def _left(self, holdings: Holdings) -> Holdings:
        if not len(holdings.dealt):
            raise HandError("there is no hand in the range", source=holdings.name, seat=holdings.seat)
        left = holdings.without(self.board_set.mask | self.dead_set.mask)
        if not len(left.dealt):
            gone = "the board" if not self.dead else "the board and dead cards" if self.board else "dead cards"
            raise HandError(
                f"every hand of {quoted(holdings.text)} has a card of {gone}", source=holdings.name, seat=holdings.seat
            )
        return left

    def _check_room(self) -> None:
        in_play = sum(self.hole + each.most_thrown for each in self.players)
        needed = in_play + self.game.board + len(self.dead)
        if needed > self.game.deck_size:
            deck = f"the deck of {self.game.title} has {self.game.deck_size}"
            raise HandError(f"{len(self.players)} players need {needed} cards, dead ones included: {deck}")

    def _check_exclusion(self) -> None:
        if self.whole.possible():
            return
        for one, two in combinations(self.players, 2):
            if not self.native([one, two]).possible():
                raise HandError(
                    f"{one.name} and {two.name} exclude each other: every hand of {quoted(one.text)} "
                    f"has a card of every hand of {quoted(two.text)}"
                )
        hands = ", ".join(f"{quoted(each.text)} ({each.name})" for each in self.players)
        raise HandError(f"the players cannot all have a hand at once: {hands}")

    # The draw

    def _drawn(self, players: Sequence[Holdings], holds: Sequence[HoldLike] | None) -> list[Holdings]:
        if holds is None:
            return list(players)
        if self.game.board or self.hole > HAND_SIZE:
            raise ArgumentError(f"nothing is drawn in {self.game.title}: there are no holds")
        if isinstance(holds, str) or not isinstance(holds, Sequence):
            raise ArgumentError(f"holds are a list of what each player keeps, not {quoted(holds)}")
        if len(holds) != len(players):
            raise ArgumentError(f"there are {len(players)} players and {len(holds)} holds")
        kept = []
        for each, hold in zip(players, holds, strict=True):
            try:
                kept.append(self._kept(each, hold, len(players)))
            except FivecardError as error:
                raise error.at(seat=each.seat) from None
        return kept

    def _kept(self, holdings: Holdings, hold: HoldLike, players: int) -> Holdings:
        if hold is None:
            return holdings
        if (_sizes(holdings.dealt) != self.hole).any():
            raise HandError(f"{quoted(holdings.text)} is no hand of {self.hole} cards to draw to", source=holdings.name)
        if isinstance(hold, str) and hold in PLAYERS:
            hold = strategy_of(hold, FOUR_WITH_AN_ACE, players)
        if isinstance(hold, Strategy):
            if self.game.name != "five-card-draw":
                raise ArgumentError(
                    f"strategies are for five-card draw, not for {self.game.title}", source=holdings.name
                )
            return holdings._replace(cards=hold.kept_of(holdings.dealt))
        kept = np.uint64(self._cards(hold, f"what {holdings.name} holds")[1].mask)
        if ((holdings.dealt & kept) != kept).any():
            raise HandError(
                f"{holdings.name} holds {quoted(PLAIN.join(to_cards(hold)))}, which is not in {quoted(holdings.text)}"
            )
        return holdings._replace(cards=holdings.dealt & kept)

    # For the compiled module

    def native(self, players: Sequence[Holdings], board: Sequence[Card] | None = None) -> "NativeQuestion":
        """The question as the compiled module takes it, for some of the players."""
        columns = [(each.cards, each.weights, each.thrown) for each in players]
        names = [ranking.name for ranking in self.game.rankings]
        table = self.board_set if board is None else CardSet(board)
        return _core.Question(
            names, self.hole, self.game.board, self.game.from_hole or 0, columns, table.mask, self.dead_set.mask
        )

    @cached_property
    def whole(self) -> "NativeQuestion":
        """The question as the compiled module takes it, for all players."""
        return self.native(self.players)

    @cached_property
    def with_unknown(self) -> list[Holdings]:
        """What players may hold, with hands that may be anything as cards to come: none of theirs is known."""
        unseen = self.game.deck_size - len(self.board) - len(self.dead)
        nothing = np.zeros(1, np.uint64)
        return [
            each._replace(dealt=nothing, cards=nothing, weights=np.ones(1, np.uint32))
            if _is_random(each, unseen, self.hole)
            else each
            for each in self.players
        ]

    @cached_property
    def unknown(self) -> Group | None:
        """The question with hands that may be anything as cards to come, where there are such hands."""
        if {len(each.cards) for each in self.players} == {1}:
            return None
        players = self.with_unknown
        same = [one is two for one, two in zip(players, self.players, strict=True)]
        if all(same):
            return None
        places = (np.arange(len(each.cards)) if known else None for each, known in zip(players, same, strict=True))
        return Group(self.native(players), 1, tuple(places))

    @cached_property
    def groups(self) -> list[Group]:
        """The question in parts, each with certain numbers of cards to come; mostly there is one."""
        if self.game.board:  # and no cards to come to anybody
            return [Group(self.whole, 1, tuple([_places(len(each.cards)) for each in self.players]))]
        numbers = [self.hole - _sizes(each.cards) for each in self.players]
        kinds = [np.unique(each).tolist() for each in numbers]
        unseen = self.game.deck_size - len(self.dead) - sum(int(each.dealt[0]).bit_count() for each in self.players)
        most = sum(max(each) for each in kinds)
        groups = []
        for to_come in product(*kinds):
            places = tuple(np.flatnonzero(each == count) for each, count in zip(numbers, to_come, strict=True))
            chosen = [each.chosen(numbers[index] == to_come[index]) for index, each in enumerate(self.players)]
            # A choice of hands has unseen! / (product of to_come! times (unseen - sum)!) deals: all are brought to the
            # same number, that of ways to deal `most` cards in order.
            factor = 1
            if any(len(each) > 1 for each in kinds):
                factor = perm(unseen - sum(to_come), most - sum(to_come))
                for count in to_come:
                    factor *= factorial(count)
            groups.append(Group(self.native(chosen), factor, places))
        return groups


def _places(number: int) -> NDArray[np.intp]:
    """The places of all of so many hands."""
    return _FIRST if number == 1 else np.arange(number)


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[tuple[Card, ...], CardSet]:
    """Cards from a text, and as a set; hands and boards are asked about again and again."""
    return _with_set(to_cards(text))


def _with_set(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], CardSet]:
    return cards, set_of_cards(cards)


def _text_of(hands: Range) -> str:
    """A range in few words. To find its shortest text takes a while, unless hands have two cards and few weights."""
    if len(hands) == 1:
        return str(CardSet(int(hands.hands[0])))
    quick = hands.hole == 2 and len(np.unique(hands.units)) <= _FEW_WEIGHTS
    return str(hands) if quick else f"{len(hands):,} hands"


def _is_random(holdings: Holdings, unseen: int, hole: int) -> bool:
    every_hand = len(holdings.cards) == comb(unseen, hole) and bool((holdings.weights == holdings.weights[0]).all())
    return every_hand and not holdings.most_thrown


def _of_range(seat: int, text: str, found: Range) -> Holdings:
    common = gcd(*Weighted(found.hands, found.units).weights_there())
    weights = np.floor_divide(found.units, common, dtype=np.uint32)
    return Holdings(seat, text, found.hands, found.hands, weights)


def _sizes(sets: Sets) -> NDArray[np.int8]:
    """How many cards there are in each set."""
    return np.bitwise_count(sets).view(np.int8)
