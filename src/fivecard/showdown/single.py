"""Who wins one showdown, and why."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from fivecard import _core
from fivecard.cards import Card
from fivecard.evaluation import Evaluation, evaluate, strength
from fivecard.games import Game
from fivecard.rankings import HIGH, Ranking
from fivecard.showdown.phrases import phrase

if TYPE_CHECKING:
    from fractions import Fraction


class ShownHand(NamedTuple):
    """What a player makes of the cards under one ranking."""

    evaluation: Evaluation
    hole: tuple[Card, ...]
    """The player's own cards that play."""
    board: tuple[Card, ...]
    """The cards of the board that play."""


class Part(NamedTuple):
    """A part of the pot: what every player has for it, and who wins it; nobody does if nobody qualifies."""

    ranking: Ranking
    hands: tuple[ShownHand, ...]
    winners: tuple[int, ...]


class Showdown(NamedTuple):
    """A settled showdown. Players are counted from 0; `str` tells the result as the command does, from 1."""

    parts: tuple[Part, ...]
    """One for each ranking that shares the pot, the high hands first."""

    @property
    def hands(self) -> tuple[ShownHand, ...]:
        """What every player has, under the first ranking."""
        return self.parts[0].hands

    @property
    def winners(self) -> tuple[int, ...]:
        """All who win something."""
        return tuple(sorted({seat for part in self.parts for seat in part.winners}))

    @property
    def shares(self) -> tuple["Fraction", ...]:
        """How much of the pot everyone gets, exactly. Odd chips are for those who play with chips.

        >>> from fivecard.showdown import settle
        >>> shown = settle(["As 2d Kc Qc", "Ah 2h Jd Jc"], "3c 4d 8s Ks 9h", game="omaha-hi-lo")
        >>> [str(share) for share in shown.shares]
        ['3/4', '1/4']
        """
        return shares_of([[hand.evaluation.strength for hand in part.hands] for part in self.parts])

    def __str__(self) -> str:
        evaluations = [[hand.evaluation for hand in part.hands] for part in self.parts]
        strengths = [[each.strength for each in part] for part in evaluations]
        return _core.tell_result(strengths, [[_phrase(each) for each in part] for part in evaluations])


def shares_of(strengths: Sequence[Sequence[int]]) -> tuple["Fraction", ...]:
    """Divide a pot, given everyone's strength under each ranking that shares it; 0 does not qualify.

    >>> [str(share) for share in shares_of([[7, 7, 3], [0, 5, 2]])]
    ['1/4', '3/4', '0']
    """
    from fractions import Fraction  # takes longer to load than most showdowns to settle

    won = [[strength == max(part) for strength in part] for part in strengths if max(part)]
    shares = [[Fraction(wins, len(won) * sum(part)) for wins in part] for part in won]
    return tuple(sum(of_one, Fraction()) for of_one in zip(*shares, strict=True))


def part_of(hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], game: Game, ranking: Ranking) -> Part:
    """Settle the part of the pot that goes by one ranking."""
    shown = tuple(best_hand(hand, board, game, ranking) for hand in hands)
    best = max(hand.evaluation for hand in shown)
    winners = (seat for seat, hand in enumerate(shown) if best.strength and hand.evaluation == best)
    return Part(ranking, shown, tuple(winners))


def hand_strengths(
    hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], game: Game, ranking: Ranking
) -> list[int]:
    """The strengths alone of players' cards with a board; 0 for those that do not qualify.

    Args:
        hands: The hole cards of each player.
        board: The cards for all.
        game: How cards make a hand.
        ranking: One of the game's: where high and low share the pot, there are two.

    >>> from fivecard.cards import parse_cards
    >>> from fivecard.games import Game
    >>> hand_strengths([parse_cards("8h As 3s 3h")], parse_cards("2c 9s Jh 4d 5s"), Game.find("omaha"), HIGH)
    [5854]
    """
    own = game.from_hole
    if own is None:
        return [strength(hand + board, ranking=ranking) for hand in hands]
    return [
        max([strength(cards, ranking=ranking) for cards in _choices(hand, board, own, ranking=ranking)])
        for hand in hands
    ]


def _choices(
    hand: tuple[Card, ...], board: tuple[Card, ...], from_hole: int, ranking: Ranking
) -> Iterator[tuple[Card, ...]]:
    """The hands that so many of a player's own cards make with the board."""
    tables = list(combinations(board, ranking.hand_size - from_hole))
    return (own + table for own in combinations(hand, from_hole) for table in tables)


def best_hand(hand: tuple[Card, ...], board: tuple[Card, ...], game: Game, ranking: Ranking) -> ShownHand:
    """What a player's cards make with a board, and which of them play; the board may have cards to come.

    Args:
        hand: The player's cards.
        board: The cards for all.
        game: How cards make a hand.
        ranking: One of the game's.

    >>> from fivecard.cards import parse_cards
    >>> from fivecard.games import Game
    >>> print(best_hand(parse_cards("8h As 3s 3h"), parse_cards("2c 9s Jh"), Game.find("omaha"), HIGH).evaluation)
    one pair, Threes, Jack Nine Two kickers
    """
    if game.from_hole is not None:
        choices = _choices(hand, board, game.from_hole, ranking)
        evaluation = max(evaluate(cards, ranking=ranking) for cards in choices)
    else:
        evaluation = evaluate(hand + board, ranking=ranking)
    playing = evaluation.cards if evaluation.strength else ()
    own = tuple(card for card in playing if card in hand)
    return ShownHand(evaluation, own, tuple(card for card in playing if card in board))


def _phrase(evaluation: Evaluation) -> str:
    """A hand in the words of a result: high hands in the manner of handout E, whose program this was first."""
    return phrase(evaluation) if evaluation.ranking is HIGH else evaluation.describe()


@cache
def phrases(ranking: Ranking) -> list[str]:
    """Describe every strength of a ranking, from 0 on."""
    return [_phrase(Evaluation(strength, ranking=ranking)) for strength in range(ranking.strongest + 1)]
