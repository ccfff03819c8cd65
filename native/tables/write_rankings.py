"""Write every five-card ranking as a list of numbers: all that make_tables.cpp needs to know of poker.

    python write_rankings.py OUTPUT

For each ranking: its name, what a flush does to a hand and the number of its classes; the ranks of its deck as a set
of 13 bits; the strength of each choice of five ranks without a flush, in the order of their counts (twos first); and
of each suited one, in the order of their sets. 0 is no hand.
"""

import sys
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
sys.dont_write_bytecode = True

from fivecard.cards import Rank  # noqa: E402
from fivecard.rankings import RANKINGS, FiveCardRanking, Ranks  # noqa: E402


def _counts(ranks: Ranks) -> tuple[int, ...]:
    return tuple(ranks.count(rank) for rank in Rank)


def _set(ranks: Ranks) -> int:
    return sum(1 << rank for rank in ranks)


def _strength(ranking: FiveCardRanking, ranks: Ranks, *, suited: bool) -> int:
    if not set(ranks) <= set(ranking.ranks):
        return 0
    hand_class = ranking.classify(ranks, suited=suited)
    return ranking.strength(*hand_class) if ranking.qualifies(hand_class) else 0


def _lines(ranking: FiveCardRanking, all_ranks: list[Ranks], suited: list[Ranks]) -> list[str]:
    flush = "ignored" if not ranking.suits_matter else "lower" if ranking.low else "higher"
    return [
        f"ranking {ranking.name} {flush} {ranking.strongest}",
        f"deck {_set(ranking.ranks)}",
        "ranks " + " ".join(str(_strength(ranking, ranks, suited=False)) for ranks in all_ranks),
        "suited " + " ".join(str(_strength(ranking, ranks, suited=True)) for ranks in suited),
    ]


def main() -> None:
    """Write all rankings into the file that the command line names."""
    five_card = [ranking for ranking in RANKINGS.values() if isinstance(ranking, FiveCardRanking)]
    all_ranks = sorted(five_card[0].five_ranks(), key=_counts)
    suited = sorted(combinations(Rank, 5), key=_set)
    lines = [line for ranking in five_card for line in _lines(ranking, all_ranks, suited)]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
