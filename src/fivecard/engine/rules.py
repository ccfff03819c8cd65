"""The games that are played, as data: streets, limit and seats, and what is shown down at the end.

>>> VARIANTS["holdem"].streets[:4]
(Post(), DealHole(cards=2, up=False), BettingRound(big=False, opening=<Opening.POSITION: ...>, ...), DealBoard(cards=3))
>>> FOUR_WITH_AN_ACE.draw.words
'up to three cards, four if an ace is kept'
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from fivecard.cards import Card, Rank
from fivecard.engine.stakes import Limit
from fivecard.engine.streets import BettingRound, DealBoard, DealHole, DrawRound, Opening, Post, Showdown, Street
from fivecard.errors import RulesError, UnknownNameError, quoted
from fivecard.games import Game
from fivecard.piles import Order
from fivecard.rankings import HIGH, Category

HAND_SIZE: Final = 5
"""The cards of a hand of five-card draw."""


@dataclass(frozen=True)
class Rules:
    """The rules of a game, without the amounts of its stakes."""

    name: str
    title: str
    game: Game
    """What is shown down: the rankings that share the pot, the deck, and how cards become hands."""
    streets: tuple[Street, ...]
    most_players: int
    fewest_players: int = 2
    limit: Limit = Limit.NO_BETS
    cap: int | tuple[int, ...] = 4
    """How many bets there may be in a round of fixed limit, raises and the big blind included: the same in all rounds,
    or one number for each."""
    order: Order | None = None
    """How players hold their cards; None: as they come. Replacements take the places of the discards, then the hand is
    put in order."""

    def __post_init__(self) -> None:
        """Refuse streets that are no game."""
        if not self.streets or not isinstance(self.streets[-1], Showdown):
            raise RulesError(f"a game ends with a show, {self.title} does not")
        if sum(isinstance(street, Showdown) for street in self.streets) > 1:
            raise RulesError(f"a game has one show, {self.title} has several")
        if self.hole < 1:
            raise RulesError(f"nobody gets any cards in {self.title}")
        if (self.limit is Limit.NO_BETS) != (self.first_bet < 0):
            raise RulesError(f"{self.title} needs bets and a limit, or neither")
        rounds = sum(isinstance(street, BettingRound) for street in self.streets)
        caps = self.cap if isinstance(self.cap, tuple) else (self.cap,) * rounds
        if len(caps) != rounds or not all(type(cap) is int and cap > 0 for cap in caps):
            raise RulesError(f"the cap is a number of bets, or one for each round of them, not {quoted(self.cap)}")

    @cached_property
    def has_open_cards(self) -> bool:
        """Whether cards are dealt for all to see."""
        return any(isinstance(street, DealHole) and street.up for street in self.streets)

    @cached_property
    def draw(self) -> DrawRound:
        """The first draw: what may be discarded."""
        for street in self.streets:
            if isinstance(street, DrawRound):
                return street
        raise RulesError(f"there is no draw in {self.title}")

    @cached_property
    def hole(self) -> int:
        """How many cards everybody gets of their own."""
        return sum(street.cards for street in self.streets if isinstance(street, DealHole))

    @cached_property
    def deck(self) -> frozenset[Card]:
        """The cards it is played with."""
        return frozenset(self.game.deck)

    def is_deck(self, cards: tuple[Card, ...]) -> bool:
        """Whether these are cards of the game, each once."""
        try:
            different = set(cards)
        except TypeError:  # a list, say, among the cards
            return False
        return len(different) == len(cards) and different <= self.deck

    @cached_property
    def board(self) -> int:
        """How many cards are laid on the table for all."""
        return sum(street.cards for street in self.streets if isinstance(street, DealBoard))

    @cached_property
    def deck_size(self) -> int:
        """How many cards it is played with."""
        return self.game.deck_size

    def needed_cards(self, players: int, boards: int = 1) -> int:
        """How many cards a deck must have at least; a last card that is too few for all is laid on the table.

        Args:
            players: How many play.
            boards: How many boards are dealt.
        """
        most = self.hole * players + self.board * boards
        return most if boards > 1 else min(most, self.deck_size)

    @cached_property
    def first_bet(self) -> int:
        """The number of the first street with bets; -1 if there is none."""
        return next((number for number, street in enumerate(self.streets) if isinstance(street, BettingRound)), -1)

    def cap_of(self, street: int) -> int:
        """How many bets there may be on a street of fixed limit.

        >>> VARIANTS["holdem"].cap_of(2), replace(VARIANTS["holdem"], cap=(3, 4, 4, 5)).cap_of(2)
        (4, 3)
        """
        if not isinstance(self.cap, tuple):
            return self.cap
        return self.cap[sum(isinstance(earlier, BettingRound) for earlier in self.streets[:street])]

    @cached_property
    def has_bring_in(self) -> bool:
        """Whether betting begins with a bring-in."""
        street = self.streets[self.first_bet]
        return isinstance(street, BettingRound) and street.opening in {Opening.LOW_CARD, Opening.HIGH_CARD}

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules do not provide for."""
        if not isinstance(players, int) or not self.fewest_players <= players <= self.most_players:
            raise RulesError(
                f"{self._called} are for {self.fewest_players} to {self.most_players} players, not {quoted(players)}"
            )

    @property
    def _called(self) -> str:
        return f"rules {self.name}" if self.limit is Limit.NO_BETS else f"the rules of {self.title}"

    def with_limit(self, limit: Limit) -> "Rules":
        """The same game with another limit."""
        if not isinstance(limit, Limit):
            raise RulesError(f"there is no limit {quoted(limit)}: they are {', '.join(map(str, Limit))}")
        if limit is Limit.NO_BETS or self.limit is Limit.NO_BETS:
            raise RulesError(f"{self.title} cannot be played with {limit.value}")
        return replace(self, limit=limit)

    @cached_property
    def is_bomb_pot(self) -> bool:
        """Whether nobody bets before the flop."""
        before = self.streets[: max(self.first_bet, 0)]
        return sum(street.cards for street in before if isinstance(street, DealBoard)) >= 3

    def as_bomb_pot(self) -> "Rules":
        """The same game without bets before the flop, for which everybody pays an ante.

        >>> VARIANTS["omaha"].as_bomb_pot().streets[:4]
        (Post(), DealHole(cards=4, up=False), DealBoard(cards=3), BettingRound(big=False, ...))
        """
        if not self.board or self.is_bomb_pot:
            raise RulesError(f"there are no bets before a flop in {self.title}")
        streets = (*self.streets[: self.first_bet], *self.streets[self.first_bet + 1 :])
        cap = self.cap[1:] if isinstance(self.cap, tuple) else self.cap
        return replace(self, name=f"{self.name}-bomb-pot", title=f"{self.title}, bomb pot", streets=streets, cap=cap)

    @cached_property
    def may_run_again(self) -> bool:
        """Whether the rest of the board can be dealt more than once: nothing else is dealt after it has begun."""
        laid = [number for number, street in enumerate(self.streets) if isinstance(street, DealBoard)]
        return bool(laid) and not any(isinstance(street, DealHole | DrawRound) for street in self.streets[laid[0] :])

    @property
    def may_have_openers(self) -> bool:
        """Whether the first bet may take a certain hand."""
        return self.first_bet >= 0 and self.game.rankings == (HIGH,) and self.hole == HAND_SIZE and not self.board

    @property
    def has_openers(self) -> bool:
        """Whether the first bet takes a certain hand."""
        return any(isinstance(street, BettingRound) and street.opening_strength for street in self.streets)

    def with_openers(self, rank: Rank = Rank.JACK) -> "Rules":
        """The same game, but the first bet takes a pair of this rank or better."""
        street = self.streets[self.first_bet]
        if not isinstance(street, BettingRound) or not self.may_have_openers:
            raise RulesError(f"nobody needs openers in {self.title}")
        if not isinstance(rank, Rank):
            raise RulesError(f"openers are a pair of some rank, not {quoted(rank)}")
        others = [other for other in (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO) if other is not rank]
        weakest = HIGH.strength(Category.ONE_PAIR, (rank, *others[-3:]))
        streets = [*self.streets]
        streets[self.first_bet] = replace(street, opening_strength=weakest)
        return replace(self, streets=tuple(streets))


_EARLY, _LATE = BettingRound(), BettingRound(big=True)
_FLOPS: Final = (_EARLY, DealBoard(3), _EARLY, DealBoard(1), _LATE, DealBoard(1), _LATE, Showdown())


def without_bets(name: str, most_players: int, draw: DrawRound, order: Order = Order.DESCENDING) -> Rules:
    """Five-card draw as the handouts play it: a deal, a draw, and all hands are shown."""
    streets = (DealHole(HAND_SIZE), draw, Showdown(everybody=True))
    return Rules(name, f"five-card draw, {draw.words}", Game.find("five-card-draw"), streets, most_players, order=order)


def _flop_game(name: str, hole: int, most_players: int, limit: Limit) -> Rules:
    game = Game.find(name)
    varied = hole != game.hole[0]
    title = f"{game.title} with {hole} cards" if varied else game.title
    streets = (Post(), DealHole(hole), *_FLOPS)
    return Rules(f"{name}-{hole}" if varied else name, title, game, streets, most_players, limit=limit)


def _stud(name: str, bring_in: Opening, later: Opening, *, open_pair: bool = False) -> Rules:
    fourth = BettingRound(opening=later, open_pair=open_pair)
    opened = (Post(), DealHole(2), DealHole(1, up=True), BettingRound(opening=bring_in), DealHole(1, up=True), fourth)
    big = BettingRound(big=True, opening=later)
    streets = (*opened, DealHole(1, up=True), big, DealHole(1, up=True), big, DealHole(1), big, Showdown())
    game = Game.find(name)
    return Rules(name, game.title, game, streets, most_players=8, limit=Limit.FIXED_LIMIT)


def _draw_game(name: str, title: str, game: str, draws: int, most_players: int, limit: Limit) -> Rules:
    """Betting, and a draw and betting as often as it says; the bets are big from the middle on."""
    hand = Game.find(game).hole[0]
    streets: list[Street] = [Post(), DealHole(hand), BettingRound()]
    for number in range(1, draws + 1):
        streets += DrawRound(hand, hand), BettingRound(big=2 * number > draws)
    streets.append(Showdown())
    return Rules(name, title, Game.find(game), tuple(streets), most_players, limit=limit, order=Order.DESCENDING)


THREE_CARD_DRAW: Final = without_bets("draw-3", 6, DrawRound(HAND_SIZE, 3), Order.ACE_LOW)
"""Two to six people, at most three cards each."""
FOUR_WITH_AN_ACE: Final = without_bets("draw-3-ace", 10, DrawRound(HAND_SIZE, 3, four_with_ace=True))
"""Up to ten players, at most three cards each, four if an ace is kept."""
RULES: Final = {rules.name: rules for rules in (THREE_CARD_DRAW, FOUR_WITH_AN_ACE)}
"""The games without bets, by name."""

VARIANTS: Final = {
    rules.name: rules
    for rules in (
        _draw_game("five-card-draw", "five-card draw", "five-card-draw", 1, 8, Limit.FIXED_LIMIT),
        _draw_game("deuce-to-seven", "deuce-to-seven single draw", "deuce-to-seven", 1, 8, Limit.NO_LIMIT),
        _draw_game("deuce-to-seven-triple", "deuce-to-seven triple draw", "deuce-to-seven", 3, 6, Limit.FIXED_LIMIT),
        _draw_game("ace-to-five", "ace-to-five single draw", "ace-to-five", 1, 8, Limit.FIXED_LIMIT),
        _draw_game("ace-to-five-triple", "ace-to-five triple draw", "ace-to-five", 3, 6, Limit.FIXED_LIMIT),
        _draw_game("badugi", "badugi", "badugi", 3, 8, Limit.FIXED_LIMIT),
        _flop_game("holdem", 2, 10, Limit.NO_LIMIT),
        _flop_game("short-deck", 2, 10, Limit.NO_LIMIT),
        _flop_game("short-deck-trips", 2, 10, Limit.NO_LIMIT),
        *(_flop_game("omaha", hole, 10 if hole == 4 else 7, Limit.POT_LIMIT) for hole in (4, 5, 6)),
        *(_flop_game("omaha-hi-lo", hole, 10 if hole == 4 else 7, Limit.FIXED_LIMIT) for hole in (4, 5, 6)),
        _stud("seven-card-stud", Opening.LOW_CARD, Opening.HIGH_HAND, open_pair=True),
        _stud("stud-hi-lo", Opening.LOW_CARD, Opening.HIGH_HAND),
        _stud("razz", Opening.HIGH_CARD, Opening.LOW_HAND),
    )
}
"""The games with bets, by name, each with its usual limit."""


def find_variant(name: str) -> Rules:
    """Find a game with bets by its name.

    >>> find_variant("whist")
    Traceback (most recent call last):
    fivecard.errors.UnknownNameError: there is no game 'whist': they are five-card-draw, deuce-to-seven, ...
    """
    if not isinstance(name, str) or name not in VARIANTS:
        raise UnknownNameError(f"there is no game {quoted(name)}: they are {', '.join(VARIANTS)}")
    return VARIANTS[name]
