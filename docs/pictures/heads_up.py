"""The figures and pictures of docs/heads-up.md: `python docs/pictures/heads_up.py` plays, draws and fills the page.

Everything is counted in hands that the solution plays against itself, so every number has an error. The page marks its
numbers, invisibly: <!-- played: opens -->20<!-- end -->; tests play again and compare.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from fivecard import Category, Rank, batch
from fivecard.rankings import HIGH
from fivecard.solvers.limit_draw import LimitDraw, Mean, Policy, load_policy

mpl.use("agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "heads-up.md"
GAME = LimitDraw(ante=1, small_bet=2, big_bet=4, cap=4, most_drawn=3)
MARK = re.compile(r"<!-- played: (\w+) -->(.*?)<!-- end -->")
PART, MILLIONS = 1_000_000, 20
FEWEST = 400
"""Of fewer hands a picture says nothing."""

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Table = NDArray[np.int64]

KINDS = (
    *("ten high or less", "jack high", "queen high", "king high", "ace high", "open straight", "four-flush"),
    *(2 * rank for rank in "23456789TJQKA"),
    *("two pair, to tens", "two pair, jacks up", "three of a kind", "straight or better"),
)
"""Of hands as they are dealt, each with what is worth drawing to: open straights and four-flushes have no pair."""
QUEEN_HIGH, ACE_HIGH, OPEN_STRAIGHT, FOUR_FLUSH, PAIR, TWO_PAIR, TRIPS, PAT = 2, 4, 5, 6, 7, 20, 22, 23
JACKS, KINGS, ACES = PAIR + 9, PAIR + 11, PAIR + 12
CHECK, BET = FOLD, CALL = 0, 1
RAISE = 2
SPOTS = {
    "": "the first\nopens",
    "check": "the second,\nafter a check",
    "bet": "the second,\nagainst a bet",
    "check bet": "the first, after\ncheck and bet",
}
"""What was done in a round of bets before somebody has to act, and who that is."""
SNOWS = {"check check": 0, "bet call": 0, "check bet call": 1, "bet raise call": 1, "check bet raise call": 0}
"""How the first round went, and who may then stand pat with nothing: the pots that come up most."""


def ranked(category: int, rank: int) -> int:
    """The number of a kind, draws aside, by the rank that decides first."""
    match category:
        case Category.HIGH_CARD:
            return max(0, rank - Rank.TEN)
        case Category.ONE_PAIR:
            return PAIR + rank
        case Category.TWO_PAIR:
            return TWO_PAIR + (rank > Rank.TEN)
        case Category.THREE_OF_A_KIND:
            return TRIPS
    return PAT


def kinds(hands: Bytes) -> Bytes:
    """The numbers of hands' kinds."""
    of_strength = [PAT, *(ranked(each.category, each.ranks[0]) for each in HIGH.classes[1:])]
    found = np.array(of_strength, np.uint8)[batch.strengths(hands)]
    nothing = found < OPEN_STRAIGHT
    ranks = np.sort(hands // 4, axis=1).astype(np.int8)
    for four in (ranks[:, :4], ranks[:, 1:]):
        found[nothing & (four[:, 3] - four[:, 0] == 3) & (four[:, 3] < Rank.ACE)] = OPEN_STRAIGHT
    of_suit = [(hands % 4 == suit).sum(axis=1) for suit in range(4)]
    found[nothing & (np.max(of_suit, axis=0) == 4)] = FOUR_FLUSH
    return found


def counted(here: Mask, *columns: tuple[NDArray[np.integer], int]) -> Table:
    """How many hands there are of each combination of some numbers, of which each has a size."""
    sizes = [size for _, size in columns]
    at = np.ravel_multi_index([column[here].astype(np.intp) for column, _ in columns], sizes)
    return np.bincount(at, minlength=int(np.prod(sizes))).reshape(sizes)


def played(strategy: Policy, start: int, seed: int) -> dict[str, Table]:
    """Play some hands, and count what was done, by what was held, or by how many cards were drawn."""
    cards, kept, moves, won = strategy.native.play(start, PART, seed)
    kind = [(kinds(np.ascontiguousarray(hands)), len(KINDS)) for hands in (cards[:, :5], cards[:, 5:10])]
    drawn = [(5 - np.bitwise_count(of_player), strategy.game.draws) for of_player in kept.T]

    def did(number: int, words: str) -> Mask:
        tree = (strategy.game.first, strategy.game.second)[number]
        actions = [tree.nodes[node].actions.index(action) for node, action in tree.steps(tuple(words.split()))]
        same: Mask = np.all(moves[:, number, : len(actions)] == actions, axis=1)
        return same

    found = {"won": np.array([PART, won.sum(), (won**2).sum()]).astype(np.int64)}
    for infoset in SPOTS:
        who, actions = len(infoset.split()) % 2, moves[:, :, len(infoset.split())]
        for number, name, held in ((0, "before", [kind[who]]), (1, "after", [drawn[who], drawn[1 - who]])):
            here = did(number, infoset) & (actions[:, number] >= 0)
            found[f"{name} {infoset}"] = counted(here, *held, (actions[:, number], 3))
    for words, who in SNOWS.items():
        here = did(0, words) & (drawn[who][0] == 0) & did(1, "check bet" if who else "bet")
        found[f"pat {words}"] = counted(here, kind[who])
    here = moves[:, 1, 0] >= 0
    return found | {"draws": counted(here, kind[0], drawn[0]), "answers": counted(here, drawn[0], kind[1], drawn[1])}


def counts(parts: int, seed: int) -> dict[str, Table]:
    """What is counted in so many million hands."""
    strategy = load_policy(GAME)
    all_parts = [played(strategy, part * PART, seed) for part in range(parts)]
    return {name: np.sum([each[name] for each in all_parts], axis=0) for name in all_parts[0]}


def percent(part: Table, of: Table) -> Mean:
    """How many of how many, with the error of that."""
    chance, hands = part.sum() / of.sum(), of.sum()
    return Mean(float(100 * chance), float(100 * (max(chance * (1 - chance), 1 / hands) / hands) ** 0.5))


def bluffs(found: dict[str, Table], words: str) -> Mean:
    """Of those who bet after standing pat, the part that has a pair or less."""
    return percent(found[f"pat {words}"][:TWO_PAIR], found[f"pat {words}"])


def pot_odds(words: str) -> float:
    """The part of bluffs that leaves somebody who can only beat a bluff with nothing to choose: B / (P + 2 B)."""
    return 100 * GAME.big_bet / (sum(GAME.paid(tuple(words.split()))) + 2 * GAME.big_bet)


def figures(found: dict[str, Table]) -> dict[str, Mean]:
    """The numbers of the page."""

    def before(infoset: str, action: int, held: slice | int = slice(None)) -> Mean:
        table = found[f"before {infoset}"][held]
        return percent(table[..., action], table)

    def after(infoset: str, action: int, own: int, other: int) -> Mean:
        table = found[f"after {infoset}"][own, other]
        return percent(table[action], table)

    def second_draws(number: int, first_drew: slice | int, held: slice | int) -> Mean:
        table = found["answers"][first_drew, held]
        return percent(table[..., number], table)

    hands, won, squares = found["won"]
    pairs = slice(PAIR, TWO_PAIR)
    return {
        "position": Mean(-won / hands, (squares / hands - (won / hands) ** 2) ** 0.5 / hands**0.5),
        "folded_early": percent(hands - found["after "].sum(), hands),
        "opens": before("", BET),
        "opens_aces": before("", BET, ACES),
        "check_raises_aces": before("check bet", RAISE, ACES),
        "check_raises_two_pair": before("check bet", RAISE, slice(TWO_PAIR, None)),
        "steals": before("check", BET),
        "steals_kings": before("check", BET, slice(KINGS, None)),
        "steals_king_high": before("check", BET, slice(QUEEN_HIGH, ACE_HIGH)),
        "steals_ace_high": before("check", BET, ACE_HIGH),
        "folds_to_open": before("bet", FOLD),
        "folds_ace_high": before("bet", FOLD, ACE_HIGH),
        "folds_king_high": before("bet", FOLD, slice(0, ACE_HIGH)),
        "folds_sevens": before("bet", FOLD, slice(PAIR, PAIR + 6)),
        "raises_jacks": before("bet", RAISE, JACKS),
        "raises_aces": before("bet", RAISE, ACES),
        "raises_four_flush": before("bet", RAISE, FOUR_FLUSH),
        "check_raises_four_flush": before("check bet", RAISE, FOUR_FLUSH),
        "folds_open_straight": before("bet", FOLD, OPEN_STRAIGHT),
        "two_pair_draws_one": second_draws(1, slice(None), slice(TWO_PAIR, TRIPS)),
        "trips_draw_one": second_draws(1, slice(None), TRIPS),
        "kicker_against_one": second_draws(2, 1, pairs),
        "kicker_against_three": second_draws(2, 3, pairs),
        "bets_pat_three": after("", BET, 0, 3),
        "bets_one_three": after("", BET, 1, 3),
        "bets_three_three": after("", BET, 3, 3),
        "bets_three_one": after("", BET, 3, 1),
        "folds_three_pat": after("bet", FOLD, 3, 0),
        "folds_three_one": after("bet", FOLD, 3, 1),
        "folds_three_three": after("bet", FOLD, 3, 3),
        **{f"snow_{words.replace(' ', '_')}": bluffs(found, words) for words in SNOWS},
        **{f"odds_{words.replace(' ', '_')}": Mean(pot_odds(words), 0) for words in [*SNOWS][::2]},  # one of each pot
    }


GREY, BLUE, RED = "#d4d7dc", "#86b3cf", "#b3262e"
SHADES = LinearSegmentedColormap.from_list("shades", ("#ffffff", BLUE, "#1d4e6b"))
DRAWN = {"stands pat": RED, "draws one": "#d98a5b", "two": BLUE, "three": GREY}


def stacked(axes: Axes, table: Table, colours: Sequence[str]) -> None:
    """A bar for each kind of hand, in parts."""
    parts = 100 * table / np.maximum(table.sum(axis=1, keepdims=True), 1)
    for part, left, colour in zip(parts.T, parts.cumsum(axis=1).T - parts.T, colours, strict=True):
        axes.barh(range(len(KINDS)), part, left=left, color=colour, height=0.82)
    axes.set(xlim=(0, 100), xticks=(0, 50, 100))
    axes.set(ylim=(-0.6, len(KINDS) - 0.4), yticks=range(len(KINDS)), yticklabels=KINDS)
    axes.tick_params(length=0)


def legend(figure: Figure, unit: str, words: dict[str, str]) -> None:
    """What bars count and what their colours mean, below them."""
    handles = [Rectangle((0, 0), 1, 1, color=colour, label=word) for word, colour in words.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(words), frameon=False, title=unit)


def before_the_draw(found: dict[str, Table]) -> Figure:
    """Who opens with what, and who stays against a bet."""
    figure, panels = plt.subplots(1, 4, figsize=(5.8, 5), sharey=True, layout="constrained")
    for axes, (infoset, title) in zip(panels, SPOTS.items(), strict=True):
        table, facing = found[f"before {infoset}"], "bet" in infoset
        stacked(axes, table if facing else table[:, :RAISE], (GREY, BLUE, RED) if facing else (BLUE, RED))
        axes.set_title(title)
    legend(figure, "% of hands", {"fold": GREY, "check or call": BLUE, "bet or raise": RED})
    return figure


def at_the_draw(found: dict[str, Table]) -> Figure:
    """How many cards are drawn to what."""
    tables = {"the first": found["draws"]}
    tables |= {f"the second, if\nthe first drew {drew}": found["answers"][drew] for drew in (1, 3)}
    figure, panels = plt.subplots(1, len(tables), figsize=(5.8, 5), sharey=True, layout="constrained")
    for axes, (title, table) in zip(panels, tables.items(), strict=True):
        stacked(axes, table, [*DRAWN.values()])
        axes.set_title(title)
    legend(figure, "% of hands", DRAWN)
    return figure


def snowing(found: dict[str, Table]) -> Figure:
    """Bluffs with a pat hand, and what pot odds say."""
    figure, axes = plt.subplots(figsize=(5.8, 2.5), layout="constrained")
    for row, words in enumerate(SNOWS):
        mean, error = bluffs(found, words)
        axes.barh(row, mean, xerr=2 * error, color=BLUE, height=0.62, error_kw={"lw": 1, "capsize": 3})
        axes.plot([pot_odds(words)] * 2, [row - 0.42, row + 0.42], color=RED, lw=2)
        axes.text(1, row, f"{mean:.1f} ± {2 * error:.1f}", va="center")
    labels = [f"the {('first', 'second')[who]}, after {words.replace(' ', ', ')}" for words, who in SNOWS.items()]
    axes.set(yticks=range(len(SNOWS)), yticklabels=labels, xlim=(0, 42))
    axes.invert_yaxis()
    axes.tick_params(length=0)
    legend(figure, "% of bets by who stood pat", {"bluffs, and two standard errors": BLUE, "bet / (pot + 2 bets)": RED})
    return figure


def after_the_draw(found: dict[str, Table]) -> Figure:
    """Who bets and who folds, by how many cards both drew."""
    titles = (
        "the first bets",
        "the second bets after a check",
        "the second folds to a bet",
        "the first folds to a bet",
    )
    figure, panels = plt.subplots(2, 2, figsize=(5.8, 5.6), layout="constrained")
    for axes, infoset, title in zip(panels.flat, SPOTS, titles, strict=True):
        table = found[f"after {infoset}"]
        hands = table.sum(axis=2)
        action = FOLD if "bet" in infoset else BET
        parts = np.where(hands < FEWEST, np.nan, 100 * table[..., action] / np.maximum(hands, 1))
        axes.imshow(parts, cmap=SHADES, vmin=0, vmax=100)
        for (own, other), part in np.ndenumerate(parts):
            told, colour = ("–", "black") if np.isnan(part) else (f"{part:.0f}", "white" if part > 60 else "black")
            axes.text(other, own, told, ha="center", va="center", color=colour)
        axes.set(title=f"{title}, %", ylabel="own cards drawn", xlabel="cards the other drew")
        axes.set(xticks=range(len(parts)), yticks=range(len(parts)))
        axes.tick_params(length=0)
        axes.spines[:].set(visible=True, color=GREY)
    return figure


def filled(page: str, numbers: dict[str, Mean]) -> str:
    """A page with its numbers as they were played, with as many places as they had."""

    def number(mark: re.Match[str]) -> str:
        places = len(mark[2].partition(".")[2])
        return f"<!-- played: {mark[1]} -->{numbers[mark[1]].mean:.{places}f}<!-- end -->"

    return MARK.sub(number, page)


if __name__ == "__main__":
    mpl.rcParams |= {"font.size": 9, "axes.titlesize": 9, "svg.hashsalt": "fivecard", "axes.spines.top": False}
    mpl.rcParams |= {"axes.spines.right": False, "axes.spines.left": False, "axes.spines.bottom": False}
    total = counts(MILLIONS, seed=1)
    for draw in (before_the_draw, at_the_draw, snowing, after_the_draw):
        draw(total).savefig(FOLDER / f"heads-up-{draw.__name__.replace('_', '-')}.svg", metadata={"Date": None})
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), figures(total)), encoding="utf-8")
