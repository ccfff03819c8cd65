"""The seats of a table between hands: who is dealt in, where the blinds are, and what is due from those who sat out.

The rules are those of Robert's Rules of Poker, button and blind use, with the dead button, which the Tournament
Directors Association has too. The big blind moves on to the next player; the small blind and the button follow it from
seat to seat, even to one where nobody sits any more. Who has missed blinds waits for the big blind or posts what was
missed: the big blind is a bet, the small blind is dead. A new player waits for the big blind or posts it. Nobody posts
from the button to the big blind. So nobody plays between two passings of the big blind without having paid it.

>>> seating = Seating.of(4, players=(0, 1, 2, 3), button=0)
>>> seating, places = seating.next_hand()
>>> places.players, places.button, places.small_blind, places.big_blind
((1, 2, 3, 0), 0, 1, 2)
>>> seating, places = seating.sit_out(3).next_hand()  # who would have been the big blind
>>> places.players, places.button, places.small_blind, places.big_blind
((2, 0, 1), 1, 2, 0)
>>> seating, places = seating.come_back(3, post=True).next_hand()  # too early: the button has yet to pass
>>> places.players, places.button, places.small_blind, places.big_blind
((0, 1, 2), 2, 0, 1)
>>> seating, places = seating.next_hand()
>>> places.players, places.button, places.posting, places.posting_dead
((1, 2, 3, 0), 0, (3,), (3,))
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile

from fivecard.engine.stakes import Stakes
from fivecard.errors import IllegalActionError, RulesError, quoted


class Standing(Enum):
    """What a seated player will do next."""

    PLAYING = "is dealt in"
    OUT = "sits out"
    WAITING = "waits for the big blind"
    POSTING = "posts what is due, as soon as that is allowed"


@dataclass(frozen=True)
class Player:
    """Somebody who has a seat."""

    standing: Standing = Standing.PLAYING
    owes_big: bool = False
    """Whether the big blind has passed since the player was last dealt in, or the player is new."""
    owes_small: bool = False
    """Whether the small blind has."""


@dataclass(frozen=True)
class Places:
    """Who plays a hand, and who pays what before it."""

    players: tuple[int, ...]
    """The seats that are dealt in, from the left of the button: what `start` counts from 0, the button last."""
    button: int
    """The seat where the button lies, also if nobody is dealt in there."""
    small_blind: int | None
    """Who pays the small blind; None if it is dead."""
    big_blind: int
    posting: tuple[int, ...] = ()
    """Who posts a big blind elsewhere, as a bet."""
    posting_dead: tuple[int, ...] = ()
    """Who posts a small blind that is dead."""

    def stakes(self, usual: Stakes) -> Stakes:
        """What this hand is played for.

        >>> places = Places((4, 0, 1, 2), 3, None, 4, posting=(2,), posting_dead=(2,))
        >>> stakes = places.stakes(Stakes(blinds=(1, 2), small_bet=2))
        >>> stakes.blinds, stakes.posts, stakes.dead
        ((2,), (0, 0, 0, 2), (0, 0, 0, 1))
        """
        if len(usual.blinds) < 2:
            raise RulesError(f"there are a small and a big blind to pay, not {quoted(usual.blinds)}")
        small, big = usual.blinds[:2]
        listed = self.players[::-1] if len(self.players) == 2 else self.players
        dead = int(self.small_blind is None)
        paid = slice(dead, dead + len(listed))
        return replace(
            usual,
            ante=usual.ante[paid] if isinstance(usual.ante, tuple) else usual.ante,
            blinds=usual.blinds[paid],
            no_small_blind=bool(dead) and len(usual.blinds[paid]) > 1,
            unpaid_blind=small * dead,
            posts=_amounts(big, self.posting, listed),
            dead=_amounts(small, self.posting_dead, listed),
        )


@dataclass(frozen=True)
class Seating:
    """The seats of a table, counted from 0 clockwise."""

    seats: tuple[Player | None, ...]
    small: int
    """Where the small blind lay in the hand before, also if nobody paid it."""
    big: int
    """Where the big blind was."""

    @classmethod
    def of(cls, count: int, *, players: Iterable[int], button: int) -> "Seating":
        """Begin a game in which nobody owes anything.

        Args:
            count: How many seats there are.
            players: The seats that are taken.
            button: The seat with the button of the first hand.
        """
        seated = {*players}
        if len(seated) < 2 or not seated <= {*range(count)} or button not in seated:
            raise RulesError(f"a game begins with a button and two players or more on {quoted(count)} seats")
        seats = tuple([Player() if number in seated else None for number in range(count)])
        following = next(number for number in _clockwise(button, count) if number in seated)
        return cls(seats, small=button, big=button if len(seated) == 2 else following)

    def sit(self, number: int, *, post: bool = False) -> "Seating":
        """Give somebody new a seat, who waits for the big blind, or with `post` pays as much to be dealt in at once.

        Args:
            number: The seat.
            post: Pay as much as the big blind to be dealt in at once; else wait for it.
        """
        if not 0 <= number < len(self.seats) or self.seats[number] is not None:
            raise IllegalActionError(f"there is no free seat {quoted(number)}")
        return self._with(number, Player(Standing.POSTING if post else Standing.WAITING, owes_big=True))

    def leave(self, number: int) -> "Seating":
        """Empty a seat."""
        self._player(number)
        return self._with(number, None)

    def sit_out(self, number: int) -> "Seating":
        """Do not deal somebody in until he or she comes back."""
        return self._with(number, replace(self._player(number), standing=Standing.OUT))

    def come_back(self, number: int, *, post: bool = False) -> "Seating":
        """Deal somebody in again: at once, if nothing is due; else with a post of what is, or as the big blind.

        Args:
            number: The seat.
            post: Pay what is due to be dealt in at once; else wait for the big blind.
        """
        player = self._player(number)
        due = player.owes_big or player.owes_small
        standing = Standing.PLAYING if not due else Standing.POSTING if post else Standing.WAITING
        return self._with(number, replace(player, standing=standing))

    def next_hand(self) -> tuple["Seating", Places]:
        """Move the blinds on, and say who plays; what the others owe is in the seating after it."""
        ready = self._ready()
        big = next(number for number in self._from(self.big) if number in ready)
        dealt = self._dealt(ready, big)
        small = self.big
        players = tuple([number for number in self._from(small - 1) if number in dealt])
        payer, button = small if small in dealt else None, self._button(big)
        if len(players) == 2:  # the small blind is on the button
            other = next(number for number in players if number != big)
            players, payer, button = (big, other), other, other
        debts = {number: player for number, player in enumerate(self.seats) if player and number in dealt}
        places = Places(
            players,
            players[-1] if button is None else button,
            payer,
            big,
            tuple([number for number, player in debts.items() if player.owes_big and number != big]),
            tuple([number for number, player in debts.items() if player.owes_small and number != big]),
        )
        return replace(self, seats=self._after(dealt, big), small=small, big=big), places

    def without_blinds(self) -> tuple[int, ...]:
        """Who plays a hand without blinds: all who do not sit out, from the left of the button.

        In a mixed game the button stays during stud where it would be in the next hand with blinds, and is there when
        such a hand comes (Tournament Directors Association, mixed games). What is owed stays owed.

        >>> seating, places = Seating.of(4, players=(0, 1, 2, 3), button=0).next_hand()
        >>> seating.without_blinds()
        (2, 3, 0, 1)
        """
        ready = self._ready()
        return tuple([number for number in self._from(self.big if len(ready) == 2 else self.small) if number in ready])

    def _ready(self) -> set[int]:
        ready = {number for number, player in enumerate(self.seats) if player and player.standing is not Standing.OUT}
        if len(ready) < 2:
            raise IllegalActionError("a hand takes two players who are ready")
        return ready

    def _dealt(self, ready: set[int], big: int) -> set[int]:
        """Who plays: nobody comes back from the button to the big blind, unless too few would be left for a hand."""
        button = self._button(big)
        first = self.big if button is None else button
        closed = {first, *takewhile(lambda number: number != big, self._from(first))}
        playing = {big}
        for number in ready:
            player = self._player(number)
            posts = player.standing is Standing.POSTING and number not in closed
            if player.standing is Standing.PLAYING or posts:
                playing.add(number)
        return playing if len(playing) > 1 else ready

    def _button(self, big: int) -> int | None:
        """Where the button lies: where the small blind was; None if the big blind has come round to it since."""
        passed = {self.big, *self._passed(big), big}
        return None if self.small in passed else self.small

    def _after(self, dealt: set[int], big: int) -> tuple[Player | None, ...]:
        """Note who has paid, and whom the blinds have passed."""
        seats = [Player() if number in dealt else player for number, player in enumerate(self.seats)]
        if (absent := seats[self.big]) and self.big not in dealt:
            seats[self.big] = replace(absent, owes_small=True)
        for number in self._passed(big):
            if passed := seats[number]:
                seats[number] = replace(passed, owes_big=True, owes_small=True)
        return tuple(seats)

    def _passed(self, big: int) -> Iterator[int]:
        """The seats that the big blind skips on its way."""
        return takewhile(lambda number: number != big, self._from(self.big))

    def _from(self, number: int) -> Iterator[int]:
        return _clockwise(number, len(self.seats))

    def _player(self, number: int) -> Player:
        player = self.seats[number] if 0 <= number < len(self.seats) else None
        if player is None:
            raise IllegalActionError(f"nobody sits on seat {quoted(number)}")
        return player

    def _with(self, number: int, player: Player | None) -> "Seating":
        return replace(self, seats=(*self.seats[:number], player, *self.seats[number + 1 :]))


def _clockwise(number: int, count: int) -> Iterator[int]:
    """All other seats, in turn, and then the seat itself."""
    return ((number + step) % count for step in range(1, count + 1))


def _amounts(chips: int, seats: tuple[int, ...], listed: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([chips if seat in seats else 0 for seat in listed]) if seats else ()
