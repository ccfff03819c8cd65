"""What the solid player wins from simple ones, and how long it thinks: bench/run.sh bench/bench_players.py."""

import os
from random import Random
from time import process_time

from duels import GAMES, SIMPLE, STACK, duel
from fivecard.engine import Action, View
from fivecard.players import PLAYERS, Decide

DEALS = int(os.environ.get("DEALS", "250"))
SEED = 2  # not the deals by which its constants were chosen


class Clock:
    """Times each decision of a player."""

    def __init__(self, player: Decide) -> None:
        self._player = player
        self.milliseconds: list[float] = []

    def __call__(self, view: View, random: Random) -> Action:
        begun = process_time()
        action = self._player(view, random)
        self.milliseconds.append(1000 * (process_time() - begun))
        return action


if __name__ == "__main__":
    print(f"\nWhat the solid player wins, in chips a hand: {DEALS} deals of two players, both ways, stacks of {STACK}")
    print("(bets 2 and 4, blinds 1 and 2 or antes 1; stud: bets 4 and 8), and the time that it thinks\n")
    head = "".join(f"{name:>19}" for name in SIMPLE)
    print(f"  {'':<34}{head}{'ms a decision':>19}{'one in a thousand':>19}")
    for title, (rules, stakes) in GAMES.items():
        solid = Clock(PLAYERS["solid"])
        duel(rules, stakes, PLAYERS["solid"], PLAYERS["solid"], deals=2)  # fills its tables
        found = [duel(rules, stakes, solid, player, deals=DEALS, seed=SEED) for player in SIMPLE.values()]
        cells = "".join(f"{result.mean:>+12.2f} +- {result.error:.2f}"[-19:] for result in found)
        times = sorted(solid.milliseconds)
        print(f"  {title:<34}{cells}{sum(times) / len(times):>19.2f}{times[-1 - len(times) // 1000]:>19.2f}")
