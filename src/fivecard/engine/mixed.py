"""Mixed games: several games in turn, so many hands of each."""

from dataclasses import dataclass

from fivecard.engine.defaults import default_stakes
from fivecard.engine.rules import VARIANTS, Rules
from fivecard.engine.stakes import Limit, Stakes
from fivecard.errors import ArgumentError, RulesError, quoted


@dataclass(frozen=True)
class MixedGame:
    """A rotation of games, each with its limit and stakes.

    >>> mixed = MixedGame("mine", ((VARIANTS["razz"], Stakes(ante=1, bring_in=2, small_bet=4)),), hands=6)
    >>> mixed.game(17)[0].name
    'razz'
    """

    name: str
    games: tuple[tuple[Rules, Stakes], ...]
    hands: int = 8
    """How many hands are played of each game before the next."""

    def __post_init__(self) -> None:
        if type(self.hands) is not int or self.hands < 1:
            raise RulesError(f"a game is played for one hand or more, not {quoted(self.hands)}")
        if not isinstance(self.games, tuple) or not self.games:
            raise RulesError(f"a mixed game is a tuple of games, not {quoted(self.games)}")
        for game in self.games:
            match game:
                case (Rules(), Stakes()):
                    continue
            raise RulesError(f"each of the games is a tuple of Rules and Stakes, not {quoted(game)}")

    def game(self, hand: int) -> tuple[Rules, Stakes]:
        """The game and the stakes of a hand, counted from 0.

        >>> [horse(4).game(hand)[0].name for hand in (0, 7, 8, 16, 24, 32, 40)]
        ['holdem', 'holdem', 'omaha-hi-lo', 'razz', 'seven-card-stud', 'stud-hi-lo', 'holdem']
        """
        if type(hand) is not int or hand < 0:
            raise ArgumentError(f"hands are counted from 0, not {quoted(hand)}")
        return self.games[hand // self.hands % len(self.games)]

    @property
    def most_players(self) -> int:
        """How many can play all of the games."""
        return min(rules.most_players for rules, _ in self.games)


def horse(bet: int, *, hands: int = 8) -> MixedGame:
    """Hold'em, Omaha high-low, razz, stud and "eight or better", all with fixed limit and this small bet.

    Args:
        bet: The small bet.
        hands: How many of each game are played before the next.
    """
    names = ("holdem", "omaha-hi-lo", "razz", "seven-card-stud", "stud-hi-lo")
    return MixedGame("HORSE", tuple([_game(name, Limit.FIXED_LIMIT, bet) for name in names]), hands)


def eight_game(bet: int, *, hands: int = 6) -> MixedGame:
    """Deuce-to-seven triple draw and the games of HORSE with fixed limit, no-limit hold'em and pot-limit Omaha.

    They come in the usual order; the blinds of the last two games are half of the others'.

    Args:
        bet: The small bet of fixed limit.
        hands: How many of each game are played before the next.

    >>> [(rules.name, rules.limit.name, stakes.blinds) for rules, stakes in eight_game(8).games[-2:]]
    [('holdem', 'NO_LIMIT', (2, 4)), ('omaha', 'POT_LIMIT', (2, 4))]
    """
    last = (_game("holdem", Limit.NO_LIMIT, bet), _game("omaha", Limit.POT_LIMIT, bet))
    first = _game("deuce-to-seven-triple", Limit.FIXED_LIMIT, bet)
    return MixedGame("8-game", (first, *horse(bet).games, *last), hands)


def _game(name: str, limit: Limit, bet: int) -> tuple[Rules, Stakes]:
    """A game for stakes as usual, given the small bet of fixed limit."""
    if type(bet) is not int or bet < 4 or bet % 4:
        raise RulesError(f"the small bet of a mixed game is a multiple of 4 chips, not {quoted(bet)}")
    rules = VARIANTS[name].with_limit(limit)
    if rules.has_bring_in:
        return rules, default_stakes(rules, ante=bet // 4)
    big = bet if limit is Limit.FIXED_LIMIT else bet // 2
    return rules, default_stakes(rules, blinds=(big // 2, big))
