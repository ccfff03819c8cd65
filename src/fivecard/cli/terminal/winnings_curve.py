"""The picture of what a player won, hand by hand, and how much of that may be luck."""

from array import array
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from fivecard.cli.terminal.plot import pyplot, save
from fivecard.equities.all_in import expected_net
from fivecard.errors import HistoryError, quoted
from fivecard.histories import History

CONFIDENCE: Final = 1.96
"""How many standard deviations about 95 of 100 curves lie within."""


class Curve:
    """Winnings in big blinds, and what could be expected of all-ins.

    Args:
        player: Whose.
    """

    def __init__(self, player: str) -> None:
        pyplot()  # whoever has no matplotlib is told before all hands are read
        self._player = player
        self._net, self._expected = array("d"), array("d")

    def following(self, histories: Iterable[History]) -> Iterator[History]:
        """Pass hands on, and note what the player won in each of them."""
        for history in histories:
            if self._player in history.names and history.stacks:
                seat = history.names.index(self._player)
                bb = history.stakes.big_blind or history.stakes.small_bet
                self._net.append(history.net[seat] / bb)
                self._expected.append(float(expected_net(history)[seat] / bb))
            yield history

    def band(self) -> tuple["np.ndarray[tuple[int], np.dtype[np.float64]]", ...]:
        """What the player had won after each hand, what could be expected, and the ends of the band around the mean."""
        net, expected = np.array(self._net), np.array(self._expected)
        played = np.arange(1, len(net) + 1)
        spread = CONFIDENCE * (net.std(ddof=1) if len(net) > 1 else 0.0) * np.sqrt(played)
        middle = net.mean() * played
        return np.cumsum(net), np.cumsum(expected), middle - spread, middle + spread

    def save(self, file: str) -> None:
        """Draw the curve, in the format that the file's name says."""
        if not len(self._net):
            raise HistoryError(f"{quoted(self._player)} has played none of these hands")
        net, expected, low, high = self.band()
        hands = np.arange(1, len(net) + 1)
        plt = pyplot()
        figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
        axes.fill_between(hands, low, high, alpha=0.15, label="95 % of players who win as much a hand")
        axes.plot(hands, net, label="won")
        axes.plot(hands, expected, "--", label="all-in EV")
        axes.axhline(0, color="0.6", linewidth=0.8)
        axes.set(xlabel="hands", ylabel="big blinds", title=self._player)
        axes.legend(loc="upper left", frameon=False)
        save(figure, file)
