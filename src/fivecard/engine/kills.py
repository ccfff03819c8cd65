"""Who has to kill the next pot: who has won two in a row. (Robert's Rules of Poker, kill pots.)"""

from collections.abc import Sequence
from dataclasses import dataclass

from fivecard.engine.stakes import Stakes
from fivecard.engine.state import State


@dataclass(frozen=True)
class KillButton:
    """The marker of who won the last pot, and how many in a row; nobody has it in a new game.

    A seat is one of the table's, so that it stays the same from hand to hand. If its player quits the game, go on with
    a new button.

    >>> stakes = Stakes(blinds=(2, 4), small_bet=4, big_bet=8)
    >>> KillButton(seat=5, legs=1).stakes(stakes, players=(2, 3, 5)) == stakes
    True
    >>> KillButton(seat=5, legs=2).stakes(stakes, players=(2, 3, 5)).posts
    (0, 0, 8)
    """

    seat: int | None = None
    legs: int = 0

    @property
    def killer(self) -> int | None:
        """Who has to kill the next pot."""
        return self.seat if self.legs > 1 else None

    def stakes(self, usual: Stakes, players: Sequence[int], *, half: bool = False) -> Stakes:
        """What the next hand is played for, by these seats from the left of the button.

        Args:
            usual: The stakes of a pot that nobody kills.
            players: The seats that play, from the left of the button.
            half: A kill makes it one and a half times as much, not twice.
        """
        if self.killer not in players:
            return usual
        return usual.killed(players.index(self.killer), len(players), half=half)

    def after(self, begun: State, over: State, players: Sequence[int] | None = None) -> "KillButton":
        """Who has it after a hand.

        One who wins all of it has a leg, and another for the next in a row, if that brings a full bet beyond what the
        others had to put in. Who has the button and splits a pot keeps it as it is; else a split pot takes it away.

        Args:
            begun: The state before the deal.
            over: The state after the end.
            players: The table's seats of the hand's; None if they are the same.
        """
        winners = [players[seat] if players else seat for seat in over.winners]
        if not winners:
            return self
        if len(winners) > 1:
            return self if self.seat in winners else KillButton()
        if winners[0] != self.seat:
            return KillButton(winners[0], 1)
        return KillButton(self.seat, max(self.legs, 1 + _won_a_bet(begun, over)))


def _won_a_bet(begun: State, over: State) -> bool:
    [winner], stakes, count = over.winners, begun.stakes, len(begun.order)
    if stakes is None:
        return False
    forced = zip(begun.order, stakes.antes(count), stakes.dead_blinds(count), stakes.posted_blinds(count), strict=True)
    due = sum([min(begun.stacks[seat], sum(amounts)) for seat, *amounts in forced if seat != winner])
    return over.stacks[winner] - begun.stacks[winner] >= due + stakes.small_bet
