"""Kuhn's poker as fivecard states it: three hands of five cards, an ante, and one bet."""

from itertools import permutations

from fivecard.cards import parse_cards
from fivecard.engine import Deal, Limit, Rules, Stakes
from fivecard.engine.streets import BettingRound, DealHole, Post, Showdown
from fivecard.environments.extensive import ExtensiveGame
from fivecard.games import Game
from fivecard.rankings import HIGH

HANDS = ("Jc Jd 4h 3h 2h", "Qc Qd 7h 6h 5h", "Kc Kd Th 9h 8h")
RULES = Rules(
    "one-bet",
    "five cards and one bet",
    Game("one-bet", "five cards and one bet", hole=(5,), board=0, rankings=(HIGH,)),
    streets=(Post(), DealHole(5), BettingRound(), Showdown()),
    most_players=2,
    limit=Limit.FIXED_LIMIT,
    cap=1,
)


def kuhn() -> ExtensiveGame:
    """Each seat gets one of the three hands; a fold where nothing was bet is legal too, and never right."""
    deals = []
    for pair in permutations(map(parse_cards, HANDS), 2):
        dealt = [card for cards in zip(*pair, strict=True) for card in cards]
        deals.append((Deal((*dealt, *sorted(RULES.deck.difference(dealt)))), 1 / 6))
    return ExtensiveGame(RULES, stakes=Stakes(ante=1, small_bet=1), stacks=10, deals=deals)
