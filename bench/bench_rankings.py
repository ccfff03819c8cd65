"""Every ranking on every path against high hands, badugi, Omaha high-low, peers: bench/run.sh bench/bench_rankings.py.

One thread, every hand checked. poker-equity reads each hand from text, which is the only way in that it has.
"""

from functools import partial
from typing import Any

import numpy as np
import poker_equity
import pokerkit

from fivecard import BADUGI, EIGHT_OR_BETTER, HIGH, RANKINGS, Ranking, batch
from fivecard.rankings import FiveCardRanking
from harness import Contender, Work, measure, report
from paths import KERNELS, on

ROWS = 2_000_000
ROUNDS = 41
FEW = 20_000
PEERS: dict[str, tuple[Any, str | None]] = {
    "high": (pokerkit.StandardHighHand, "high"),
    "deuce-to-seven": (pokerkit.StandardLowHand, "deuce_seven"),
    "ace-to-five": (pokerkit.RegularLowHand, "low_a5"),
    "eight-or-better": (pokerkit.EightOrBetterLowHand, None),
    "short-deck": (pokerkit.ShortDeckHoldemHand, "short_deck"),
    "badugi": (pokerkit.BadugiHand, "badugi"),
}


def judge(ranking: Ranking, cards: int) -> Work:
    hands = batch.random_hands(ROWS, cards, seed=1, ranking=ranking)
    out = np.empty(ROWS, dtype=np.uint16)
    return lambda: batch.strengths(hands, ranking=ranking, threads=1, out=out)


def table_of_rankings(cards: int) -> None:
    rankings = [ranking for ranking in RANKINGS.values() if isinstance(ranking, FiveCardRanking)]
    works = {ranking: judge(ranking, cards) for ranking in rankings}
    found = measure(
        [
            Contender(f"{kernel} {ranking.name}", on(kernel, works[ranking]), ROWS)
            for kernel in KERNELS
            for ranking in rankings
        ],
        rounds=ROUNDS,
    )
    print(f"\n{cards} cards, {ROWS:,} rows: million a second, and the part of high hands' speed\n")
    print(f"  {'':<18}" + "".join(f"{kernel:>18}" for kernel in KERNELS))
    for ranking in rankings:
        line = f"  {ranking.name:<18}"
        for kernel in KERNELS:
            seconds, high = found[f"{kernel} {ranking.name}"], found[f"{kernel} {HIGH.name}"]
            line += f"{1e-6 / seconds:10.0f}{high / seconds:8.2f}"
        print(line)


def on_every_kernel(name: str, work: Work, items: int) -> list[Contender]:
    return [Contender(f"{name}, {kernel}", on(kernel, work), items) for kernel in KERNELS]


def badugi_contenders() -> list[Contender]:
    hands = batch.random_hands(ROWS, 4, seed=1)
    sets = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    out = np.empty(ROWS, dtype=np.uint16)
    return [
        *on_every_kernel("rows", lambda: batch.strengths(hands, ranking=BADUGI, threads=1, out=out), ROWS),
        *on_every_kernel("sets", lambda: batch.strengths(sets, ranking=BADUGI, threads=1, out=out), ROWS),
    ]


def omaha_contenders() -> list[Contender]:
    deals = batch.random_deals(ROWS // 4, seed=2, hole=4)
    hole, board = np.ascontiguousarray(deals[:, :4]), np.ascontiguousarray(deals[:, 8:])
    few = deals[:40].tolist()
    texts = ["".join(line.split()) for line in batch.format(deals[:40])]

    def with_pokerkit() -> object:
        found = []
        for text in texts:
            for hand in (text[:8], text[8:16]):
                found.append(pokerkit.OmahaHoldemHand.from_game(hand, text[16:]))
                found.append(pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(hand, text[16:]))
        return found

    def lows() -> object:
        return batch.omaha_strengths(hole, board, ranking=EIGHT_OR_BETTER, threads=1)

    return [
        *on_every_kernel(
            "both halves, two players", lambda: batch.omaha_high_low_quarters(deals, threads=1), len(deals)
        ),
        *on_every_kernel("high alone, two players", lambda: batch.omaha_winners(deals, threads=1), len(deals)),
        *on_every_kernel("low of one hand", lows, len(deals)),
        Contender("pokerkit, both halves", with_pokerkit, len(few)),
    ]


def others() -> list[Contender]:
    """From text, each library as it likes it: poker-equity a list of hands, pokerkit one hand after the other."""
    found: list[Contender] = []
    for name, (peer, kernel) in PEERS.items():
        ranking = RANKINGS[name]
        lines = batch.format(batch.random_hands(FEW, ranking.largest_hand, seed=3, ranking=ranking))
        found += [
            Contender(f"{name}: fivecard", from_text(ranking, "\n".join(lines)), FEW),
            Contender(f"{name}: pokerkit", one_by_one(peer, lines[:100]), 100),
        ]
        if kernel:
            texts = ["".join(line.split()) for line in lines]
            found.append(Contender(f"{name}: poker-equity", partial(poker_equity.score_batch, kernel, texts), FEW))
    return found


def from_text(ranking: Ranking, text: str) -> Work:
    return on(KERNELS[0], lambda: batch.strengths(batch.parse(text), ranking=ranking, threads=1))


def one_by_one(peer: Any, lines: list[str]) -> Work:  # noqa: ANN401
    texts = ["".join(line.split()) for line in lines]
    return lambda: [peer.from_game_or_none(text) for text in texts]


if __name__ == "__main__":
    table_of_rankings(5)
    table_of_rankings(7)
    report("Badugi, rows and sets of four", badugi_contenders(), rounds=ROUNDS)
    report("Omaha high-low", omaha_contenders(), unit="showdowns", rounds=ROUNDS)
    report("Seven cards (badugi: four) from text", others(), rounds=ROUNDS)
