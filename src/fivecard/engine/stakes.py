"""What is played for: the betting limit of a game, and the amounts that a table agrees on. Chips are whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property

from fivecard.errors import RulesError, quoted


class Limit(Enum):
    """How much may be bet."""

    NO_BETS = "no bets"
    FIXED_LIMIT = "fixed limit"
    POT_LIMIT = "pot limit"
    NO_LIMIT = "no limit"


@dataclass(frozen=True)
class Rake:
    """What the house takes of each pot before it is divided, in whole chips; a bet that nobody called is in no pot.

    No rule book says how much: the parameters are those that card rooms publish. PokerStars, for one, has a part, a cap
    for the hand, and takes nothing of hands that end on the first round of betting.

    >>> rake = Rake(Fraction(5, 100), cap=3)
    >>> rake.of(39), rake.of(200), rake.of(200, taken=2)
    (1, 3, 1)
    """

    part: Fraction
    """Which part of a pot; what is left of a chip stays in the pot."""
    cap: int | None = None
    """The most that is taken of all pots of a hand together."""
    no_flop_no_drop: bool = True
    """Whether nothing is taken where the hand ends before a card lies on the table; in games without a board, on the
    first round of betting."""

    def __post_init__(self) -> None:
        if not isinstance(self.part, Fraction) or not 0 < self.part < 1:
            raise RulesError(f"the rake is a Fraction between 0 and 1, not {quoted(self.part)}")
        if self.cap is not None and not _is_count(self.cap):
            raise RulesError(f"the cap of the rake is a whole number of chips, not {quoted(self.cap)}")
        if not isinstance(self.no_flop_no_drop, bool):
            raise RulesError(f"no flop, no drop, or not: {quoted(self.no_flop_no_drop)} is neither True nor False")

    def of(self, pot: int, *, taken: int = 0) -> int:
        """What is taken of a pot, if so much was taken of other pots of the hand.

        Args:
            pot: The chips of the pot.
            taken: What was taken of other pots of the hand.
        """
        part = int(pot * self.part)
        return part if self.cap is None else min(part, self.cap - taken)


@dataclass(frozen=True)
class Stakes:
    """The amounts of the stakes. Antes and blinds go by position: the first is left of the button.

    With two players the one who has the button is the small blind: antes and blinds are listed as ever, small blind
    first, and the first goes to the button.

    >>> Stakes(ante=1, small_bet=2, big_bet=4).antes(3)
    (1, 1, 1)
    >>> Stakes(blinds=(1, 2), small_bet=2).posted_blinds(3), Stakes(blinds=(1, 2), small_bet=2).posted_blinds(2)
    ((1, 2, 0), (2, 1))
    """

    ante: int | tuple[int, ...] = 0
    """The same for everybody, or one for each position."""
    blinds: tuple[int, ...] = ()
    """Small blind, big blind, and straddles if there are any."""
    bring_in: int = 0
    """What the player with the worst card that lies open has to put in, in stud."""
    small_bet: int = 1
    """The bet of fixed limit on the early streets; elsewhere the smallest bet there is."""
    big_bet: int | None = None
    """The bet of fixed limit on the later streets; if None, as on the early ones."""
    trim_antes: bool = False
    """Whether a player too short for the full ante wins, from each other player, only as much as he put in himself;
    otherwise all antes are one pot that everybody plays for."""
    posts: tuple[int, ...] = ()
    """Other live bets before the deal, by position: of those who come back after blinds that they missed, or of who
    kills the pot. Unlike straddles, they leave the first turn to who is left of the blinds."""
    dead: tuple[int, ...] = ()
    """Blinds that are dead, by position: they go into the pot as antes do, and are no part of the bet."""
    rake: Rake | None = None
    """What the house takes of each pot, if anything."""
    no_small_blind: bool = False
    """Whether blinds and straddles begin with the big blind, as the small blind is dead."""
    unpaid_blind: int = 0
    """The small blind where it is dead and nobody pays it: for pot limit it counts before the flop all the same.
    (Tournament Directors Association, pot-limit bets.)"""

    def __post_init__(self) -> None:
        antes = self.ante if isinstance(self.ante, tuple) else (self.ante,)
        if not isinstance(self.blinds, tuple):
            raise RulesError(f"the blinds are a tuple of chips, small blind first, not {quoted(self.blinds)}")
        for posted in (self.posts, self.dead):
            if not isinstance(posted, tuple):
                raise RulesError(f"posts are a tuple of chips, one for each position, not {quoted(posted)}")
        for what, amounts in (
            ("ante", antes),
            ("blind", (*self.blinds, *self.posts, *self.dead, self.unpaid_blind)),
            ("bring-in", (self.bring_in,)),
        ):
            for amount in amounts:
                if not _is_count(amount):
                    raise RulesError(f"the {what} is a whole number of chips, not {quoted(amount)}")
        if not isinstance(self.trim_antes, bool):
            raise RulesError(f"antes are trimmed or not: {quoted(self.trim_antes)} is neither True nor False")
        if self.rake is not None and not isinstance(self.rake, Rake):
            raise RulesError(f"not a Rake: {quoted(self.rake)}")
        if not isinstance(self.no_small_blind, bool):
            raise RulesError(f"there is a small blind or not: {quoted(self.no_small_blind)} is neither True nor False")
        for bet in (self.small_bet,) if self.big_bet is None else (self.small_bet, self.big_bet):
            if not _is_count(bet) or bet < 1:
                raise RulesError(f"a bet is a whole number of chips above 0, not {quoted(bet)}")
        self._check_order()

    def _check_order(self) -> None:
        """Refuse amounts that each are fine, but do not go together."""
        if self.trim_antes and any(self.dead):
            raise RulesError("antes are not trimmed where dead blinds are posted")
        if self.no_small_blind and len(self.blinds) < 2:  # nothing tells one big blind from a small one
            raise RulesError(f"without a small blind there are a big blind and straddles, not {quoted(self.blinds)}")
        small, big = (*(0,) * self.no_small_blind, *self.blinds, 0, 0)[:2]
        if 0 < big < small:
            raise RulesError(f"the small blind comes first: {small} is more than {big}")
        if self.small_bet < self.big_blind:
            raise RulesError(f"no bet is smaller than the big blind of {self.big_blind}, not {self.small_bet}")
        if self.big_bet is not None and self.big_bet < self.small_bet:
            raise RulesError(f"bets of late streets are not smaller: {self.big_bet} is less than {self.small_bet}")

    def antes(self, players: int) -> tuple[int, ...]:
        """The ante of each position."""
        if isinstance(self.ante, int):
            return (self.ante,) * players
        return _by_position(self.ante, players)

    def blinds_in_turn(self, players: int) -> tuple[int, ...]:
        """The blind or straddle of each position, which decide who acts first."""
        return _by_position(self.blinds, players)

    def posted_blinds(self, players: int) -> tuple[int, ...]:
        """The blind, straddle or live post of each position: who has two of them puts in the larger."""
        blinds = self.blinds_in_turn(players)
        return tuple(map(max, blinds, _by_position(self.posts, players))) if self.posts else blinds

    def dead_blinds(self, players: int) -> tuple[int, ...]:
        """The dead blind of each position."""
        return _by_position(self.dead, players)

    @property
    def big_blind(self) -> int:
        """The blind that is a bet; the only one, if there is one. Straddles are more.

        >>> Stakes(blinds=(1, 2, 4), small_bet=2).big_blind
        2
        >>> Stakes(blinds=(2, 4), small_bet=2, no_small_blind=True).big_blind
        2
        """
        return max(self.blinds[: 1 if self.no_small_blind else 2], default=0)

    @cached_property
    def largest_blind(self) -> int:
        """What has to be called before the first raise."""
        return max(0, *self.blinds, *self.posts) if self.blinds or self.posts else 0

    def killed(self, position: int, players: int, *, half: bool = False) -> "Stakes":
        """What a pot is played for that the player in this position kills; 0 is left of the button.

        The killer posts twice the big blind (of a half kill, one and a half times), or the small bet where there are no
        blinds, and acts in turn; the bets go up as much. (Robert's Rules of Poker, kill pots.)

        Args:
            position: Where the player is that kills it; 0 is left of the button.
            players: How many play.
            half: One and a half times as much, not twice.

        >>> stakes = Stakes(blinds=(2, 4), small_bet=4, big_bet=8).killed(3, players=6)
        >>> stakes.posts, stakes.small_bet, stakes.big_bet
        ((0, 0, 0, 8, 0, 0), 8, 16)
        """
        if type(position) is not int or not 0 <= position < players:
            raise RulesError(f"{players} players have no position {quoted(position)}")
        big = self.big_blind or self.small_bet
        amounts = [big, self.small_bet, self.bet(big=True)]
        if half and any(amount % 2 for amount in amounts):
            odd = next(amount for amount in amounts if amount % 2)
            raise RulesError(f"one and a half times {odd} is no whole number of chips")
        post, small, large = [amount * 3 // 2 if half else amount * 2 for amount in amounts]
        listed = 1 - position if players == 2 else position
        posts = [*self.posts, *[0] * (players - len(self.posts))]
        posts[listed] = max(posts[listed], post)
        return replace(self, posts=tuple(posts), small_bet=small, big_bet=None if self.big_bet is None else large)

    def bet(self, big: bool) -> int:
        """The bet of fixed limit on a street; elsewhere the smallest bet."""
        return self.big_bet if big and self.big_bet is not None else self.small_bet

    @property
    def bets_in_blinds(self) -> int:
        """How many bets of fixed limit the blinds are: the big blind is one, a straddle of twice as much the second."""
        return -(-self.largest_blind // self.small_bet)

    def check(self, players: int, game: str, *, has_bring_in: bool) -> None:
        """Refuse amounts for more positions than there are, and such as the game does not have.

        Args:
            players: How many play.
            game: What messages call the game.
            has_bring_in: Whether its betting begins with a bring-in.
        """
        if has_bring_in and any((*self.blinds, *self.posts, *self.dead, self.unpaid_blind)):
            raise RulesError(f"there are no blinds in {game}, where the first bet is the bring-in")
        if self.bring_in and not has_bring_in:
            raise RulesError(f"there is no bring-in in {game}")
        if self.bring_in >= self.small_bet and has_bring_in:
            raise RulesError(f"a bring-in is less than the small bet of {self.small_bet}, not {self.bring_in}")
        by_position = (self.blinds, self.posts, self.dead, self.ante if isinstance(self.ante, tuple) else ())
        given = max(map(len, by_position))
        if given > players:
            raise RulesError(f"there are {players} players, but antes or blinds for {given}")


def to_stacks(chips: int | Sequence[int], players: int) -> tuple[int, ...]:
    """Give everybody's chips by seat: one number for each, or the same for all."""
    if isinstance(chips, int):
        chips = (chips,) * players
    elif not isinstance(chips, Sequence):
        raise RulesError(f"stacks are whole numbers of chips, one for each seat, not {quoted(chips)}")
    if len(chips) != players:
        raise RulesError(f"{players} players have {players} stacks, not {len(chips)}")
    for seat, stack in enumerate(chips):
        if not _is_count(stack) or not stack:
            raise RulesError(f"{{seat}}'s stack is a whole number of chips above 0, not {quoted(stack)}", seat=seat)
    return tuple(chips)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _by_position(amounts: tuple[int, ...], players: int) -> tuple[int, ...]:
    padded = amounts + (0,) * (players - len(amounts))
    return padded[::-1] if players == 2 else padded
