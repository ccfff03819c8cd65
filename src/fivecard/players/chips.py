"""Computer players who play each other for chips, in any game with bets: who wins how much, and how sure that is.

Every deal is played once from each place: the same cards, and everybody one seat further. Luck of the cards and of the
position is then the same for all, and far fewer hands tell two players apart.

>>> from fivecard.engine import VARIANTS
>>> result = play_for_chips(["solid", "solid"], 20, rules=VARIANTS["five-card-draw"], seed=1)
>>> result.hands, [line.name for line in result.players], sum(line.rate for line in result.players)
(40, ['solid', 'solid'], 0.0)
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from random import Random
from typing import Final, NamedTuple

from fivecard._util.sampling import SURE, checked_seed
from fivecard.engine import Deal, Rules, Stakes, apply, start
from fivecard.engine.defaults import default_stakes
from fivecard.engine.stakes import to_stacks
from fivecard.errors import ArgumentError, RulesError, UnknownNameError, expect, expect_progress, quoted
from fivecard.players import PLAYERS, play_out, players_for
from fivecard.players.player import Player

DEEP: Final = 100
"""Big blinds, or small bets where there are no blinds: what everybody usually begins each hand with."""


class PlayerResult(NamedTuple):
    """The winnings of one player."""

    name: str
    rate: float
    """Big blinds, or small bets where there are no blinds, that it won in a hundred hands."""
    error: float
    """The standard error of the rate, over deals."""
    chips: int
    """What it won in all hands together."""

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval around the rate."""
        return SURE * self.error


class ChipsResult(NamedTuple):
    """The result of hands played for chips."""

    players: tuple[PlayerResult, ...]
    """In the order in which they were named."""
    deals: int
    hands: int
    """One for each deal and place."""
    unit: int
    """The big blind, or the small bet where there are no blinds, in chips."""


def player_for(player: str | Player, rules: Rules, players: int) -> Player:
    """Find a computer player that plays a game with so many players.

    Args:
        player: A player, or the name of one.
        rules: The game.
        players: How many play.

    >>> from fivecard.engine import VARIANTS
    >>> player_for("solved", VARIANTS["holdem"], 2)
    Traceback (most recent call last):
    fivecard.errors.UnknownNameError: solved does not play Texas hold'em, no limit: solid, solver do
    """
    expect(rules, Rules, "Rules")
    fitting = players_for(rules)
    if isinstance(player, str):
        if player not in PLAYERS:
            raise UnknownNameError(f"there is no player {quoted(player)}: they are {', '.join(PLAYERS)}")
        player = PLAYERS[player]
    expect(player, Player, "a Player or the name of one")
    if not player.fits(rules):
        others = f"{', '.join(fitting)} {'do' if len(fitting) > 1 else 'does'}" if fitting else "nobody does"
        raise UnknownNameError(f"{player.name} does not play {rules.title}, {rules.limit.value}: {others}")
    if player.opponents not in (None, players - 1):
        raise RulesError(f"{player.name} plays {player.opponents + 1} at a table, not {players}")
    if not player.prepare(rules):
        raise RulesError(f"{player.name} lacks what it needs for {rules.title}")
    return player


def play_for_chips(
    players: Sequence[str | Player],
    deals: int,
    *,
    rules: Rules,
    stakes: Stakes | None = None,
    stacks: int | None = None,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> ChipsResult:
    """Play every deal once from each place, and count.

    Args:
        players: Who plays: computer players, or their names.
        deals: How many deals are played, each as often as there are players.
        rules: The game.
        stakes: What is played for; None for what is usual.
        stacks: What everybody has at the beginning of each hand; None for 100 big blinds, or small bets where there are
            no blinds.
        seed: What the cards and the players' chances come from.
        progress: Told after each deal how many have been played.
    """
    expect(rules, Rules, "Rules")
    expect_progress(progress)
    rules.check_players(len(players))
    if not isinstance(deals, int) or isinstance(deals, bool) or deals < 1:
        raise ArgumentError(f"there must be at least one deal, not {quoted(deals)}")
    seated = [player_for(player, rules, len(players)) for player in players]
    stakes = stakes or default_stakes(rules)
    unit = stakes.largest_blind or stakes.small_bet
    chips = to_stacks(DEEP * unit if stacks is None else stacks, len(players))
    table = start(rules, len(players), stakes=stakes, stacks=chips)
    checked_seed(seed)
    places = range(len(players))
    won, squares = [0] * len(players), [0] * len(players)
    for number in range(deals):
        random = Random(seed << 64 | number)
        deal = Deal.shuffled(random, cards=sorted(rules.deck))
        gains = [0] * len(players)
        for turn in places:
            seats = [(place + turn) % len(players) for place in places]  # where each player sits
            at_seats = [seated[(seat - turn) % len(players)] for seat in places]
            dealt, _ = apply(table, deal)
            state, _ = play_out(dealt, at_seats, random)
            for player, seat in enumerate(seats):
                gains[player] += state.stacks[seat] - chips[seat]
        won = [total + gain for total, gain in zip(won, gains, strict=True)]
        squares = [total + gain**2 for total, gain in zip(squares, gains, strict=True)]
        if progress:
            progress(number + 1)
    hands, per_hundred = deals * len(players), 100 / unit / len(players)
    lines = []
    for one, total, squared in zip(seated, won, squares, strict=True):
        variance = (squared - total**2 / deals) / (deals - 1) if deals > 1 else inf
        lines.append(PlayerResult(one.name, per_hundred * total / deals, per_hundred * sqrt(variance / deals), total))
    return ChipsResult(tuple(lines), deals, hands, unit)
