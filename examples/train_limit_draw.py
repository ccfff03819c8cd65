"""Train a small agent for limit five-card draw with NumPy alone, then measure by how much it can be exploited.

    python examples/train_limit_draw.py [steps]

The agent is a table: for each situation (its hand in sixteen classes, the round, the bets, its seat, how many cards the
other drew) what folding, passing and betting have been worth on average. It plays 4,096 hands at a time against itself,
and prefers what has been worth more. Its draws are fixed. Then it meets a player who always calls, and a rock.

The second part freezes it and trains another such table against it alone: what that one wins is a lower bound of what
a perfect opponent would win.
"""

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fivecard import Category, batch
from fivecard.environments import FOLD, LEAST, PASS, Batch, Observations

ROWS, CLASSES, RAISES, DRAWN, ACTIONS = 4096, 16, 5, 6, 3
SITUATIONS = 2 * 2 * RAISES * DRAWN * CLASSES
DECISIONS = 12  # of a seat in a hand, at most
Policy = Callable[[Observations, NDArray[np.int64], np.random.Generator], NDArray[np.int64]]


def discards(hole: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Keep what pairs, a straight or better, four of a suit, or else the two highest cards; the rest goes."""
    rank, suit = hole // 4, hole % 4
    paired = (rank[:, :, None] == rank[:, None, :]).sum(2) > 1
    flushing = (suit[:, :, None] == suit[:, None, :]).sum(2) >= 4
    keep = np.where(flushing.any(1, keepdims=True), flushing, np.arange(5) < 2)
    keep = np.where(paired.any(1, keepdims=True), paired, keep)
    keep |= (batch.categories(batch.strengths(hole)) >= Category.STRAIGHT)[:, None]
    return (~keep << np.arange(5)).sum(1)


class Situations:
    """Numbers situations: hands go into classes that are equally frequent in each round."""

    def __init__(self) -> None:
        hands = Batch("five-card-draw", 20_000, seed=99)
        seen, parts = hands.observations, np.linspace(0, 1, CLASSES + 1)[1:-1]
        self.edges = [np.quantile(batch.strengths(seen.hole), parts)]
        while seen.street[0] <= DRAW_STREET:  # both pass, and both draw
            hands.step(discards(seen.hole) if seen.is_draw[0] else np.full(hands.hands, PASS))
        self.edges.append(np.quantile(batch.strengths(seen.hole), parts))

    def of(self, seen: Observations) -> NDArray[np.int64]:
        """The number of each situation."""
        late = (seen.street > DRAW_STREET).astype(np.int64)
        strength = batch.strengths(seen.hole)
        classes = np.where(late, *[np.searchsorted(self.edges[part], strength) for part in (1, 0)])
        raises = np.minimum(seen.raises, RAISES - 1)
        return (((late * 2 + seen.turn) * RAISES + raises) * DRAWN + seen.drawn[:, 1, 0]) * CLASSES + classes


class Agent:
    """What each action has been worth in each situation, and a policy that prefers what was worth more."""

    def __init__(self, temperature: float) -> None:
        self.temperature = temperature
        self.total = np.zeros(SITUATIONS * ACTIONS)
        self.count = np.full(SITUATIONS * ACTIONS, 1e-3)

    def __call__(self, seen: Observations, at: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
        """Choose actions; a fold only where there is something to call."""
        worth = (self.total / self.count).reshape(-1, ACTIONS)[at] / self.temperature
        worth[(seen.legal & 1 << LEAST) == 0, LEAST] = -np.inf
        worth[seen.call == 0, FOLD] = -np.inf
        return (worth + random.gumbel(size=worth.shape)).argmax(1)

    def learn(self, taken: NDArray[np.int64], won: NDArray[np.int32], fade: float = 0.9995) -> None:
        """Add what came of actions; what is long ago fades."""
        for sums, more in ((self.total, won), (self.count, np.ones(len(won)))):
            sums *= fade
            sums += np.bincount(taken, more, len(sums))


def station(seen: Observations, at: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
    """Always call."""
    return np.full(len(at), PASS)


def rock(seen: Observations, at: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
    """Bet and raise the best three eighths of hands, and give up the rest."""
    good, may_bet = at % CLASSES >= CLASSES * 5 // 8, (seen.legal & 1 << LEAST) > 0
    return np.where(good & may_bet, LEAST, np.where(good | (seen.call == 0), PASS, FOLD))


def play(
    agent: Agent, others: list[Policy], steps: int, *, seed: int, learns: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Let an agent play a seat of every row; give what it won against each of the others a hand, and the errors."""
    hands, random = Batch("five-card-draw", ROWS, seed=seed), np.random.default_rng(seed)
    seen, rows = hands.observations, np.arange(ROWS)
    own, against = rows % 2, rows // 2 % len(others)
    taken = np.zeros((ROWS, DECISIONS), np.int64)
    length = np.zeros(ROWS, np.int64)
    sums = np.zeros((3, len(others)))
    for _ in range(steps):
        at, mine, drawing = SITUATION.of(seen), seen.turn == own, seen.is_draw
        actions = agent(seen, at, random)
        for number, other in enumerate(others):
            theirs = ~mine & (against == number)
            actions[theirs] = other(seen.of_rows(theirs), at[theirs], random)
        noted = np.flatnonzero(mine & ~drawing)
        taken[noted, length[noted]] = at[noted] * ACTIONS + actions[noted]
        length[noted] += 1
        actions[drawing] = discards(seen.hole[drawing])
        _, rewards, done = hands.step(actions)
        won = rewards[rows, own]
        if learns:
            there = (np.arange(DECISIONS) < length[:, None]) & done[:, None]
            agent.learn(taken[there], np.broadcast_to(won[:, None], there.shape)[there])
        length[done] = 0
        for line, more in zip(sums, (done, won, won.astype(float) ** 2), strict=True):
            line += np.bincount(against, more * done, len(others))
    played, total, squares = sums
    return total / played, np.sqrt((squares / played - (total / played) ** 2) / played)


def per_hundred(mean: float, error: float) -> str:
    """Say what was won, in small bets in a hundred hands, with the standard error."""
    return f"{mean * 100 / SMALL_BET:+.1f} +- {error * 100 / SMALL_BET:.1f} small bets in 100 hands"


def main(steps: int) -> None:
    """Train, measure, and look for what beats it."""
    agent = Agent(temperature=0.3)
    play(agent, [agent], steps, seed=1, learns=True)
    means, errors = play(agent, [station, rock], steps // 2, seed=2, learns=False)
    for name, mean, error in zip(("one who always calls", "a rock"), means, errors, strict=True):
        print(f"against {name}: {per_hundred(mean, error)}")
    responder = Agent(temperature=0.2)
    play(responder, [agent], steps, seed=3, learns=True)
    responder.temperature = 1e-9  # from now on, the best that it knows
    (mean,), (error,) = play(responder, [agent], steps // 2, seed=4, learns=False)
    print(f"exploited by at least {per_hundred(mean, error)}")


SMALL_BET = 2
DRAW_STREET = 3
SITUATION = Situations()

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_500)
