"""What computer players win from simple ones, and how long they think: bench/run.sh bench/bench_players.py."""

import os
from collections.abc import Iterable, Mapping
from random import Random
from time import process_time

from duels import GAMES, SIMPLE, STACK, duel
from fivecard.engine import Action, Rules, Stakes, View
from fivecard.players import PLAYERS, Decide, Player

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


def tell(title: str, player: Player, rules: Rules, stakes: Stakes, others: Mapping[str, Decide]) -> None:
    """Print what a player wins from others in a game, and how long it thinks."""
    clock = Clock(player)
    duel(rules, stakes, player, player, deals=2)  # fills its tables
    found = [duel(rules, stakes, clock, other, deals=DEALS, seed=SEED) for other in others.values()]
    cells = "".join(f"{result.mean:>+12.2f} +- {result.error:.2f}"[-19:] for result in found)
    times = sorted(clock.milliseconds)
    print(f"  {title:<34}{cells}{sum(times) / len(times):>19.2f}{times[-1 - len(times) // 1000]:>19.2f}")


def head(others: Iterable[str]) -> None:
    print(f"\n  {'':<34}{''.join(f'{name:>19}' for name in others)}{'ms a decision':>19}{'one in a thousand':>19}")


def tell_streets(player: Player, other: Decide, hands: int = 30) -> None:
    """Print how long a player thinks on each street of hands in which everybody stays that calls."""
    rules, stakes = GAMES["hold'em, no limit"]
    times: dict[int, list[float]] = {}

    def timed(view: View, random: Random) -> Action:
        begun = process_time()
        action = player(view, random)
        times.setdefault(len(view.board), []).append(process_time() - begun)
        return action

    duel(rules, stakes, timed, other, deals=hands, seed=SEED)
    print(f"\n  {player.name}, seconds of the processor a decision{'middle':>12}{'longest':>12}{'decisions':>12}")
    for cards, title in ((0, "before the flop"), (3, "flop"), (4, "turn"), (5, "river")):
        if found := sorted(times.get(cards, [])):
            print(f"  {title:<46}{found[len(found) // 2]:>12.2f}{found[-1]:>12.2f}{len(found):>12}")


if __name__ == "__main__":
    print(f"\nWhat computer players win, in chips a hand: {DEALS} deals of two players, both ways, stacks of {STACK}")
    print("(bets 2 and 4, blinds 1 and 2 or antes 1; stud: bets 4 and 8), and the time that they think")
    head(SIMPLE)
    for title, (rules, stakes) in GAMES.items():
        tell(title, PLAYERS["solid"], rules, stakes, SIMPLE)
    everybody: dict[str, Decide] = {**SIMPLE, "solid": PLAYERS["solid"]}
    head(everybody)
    tell("solved, five-card draw, limit", PLAYERS["solved"], *GAMES["five-card draw, limit"], everybody)
    tell_streets(PLAYERS["solver"], SIMPLE["always calls"])
