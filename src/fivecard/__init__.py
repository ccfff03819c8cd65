"""Rank poker hands, find equities, settle showdowns, play and solve poker.

The names below are all there is to import for everyday work; each is loaded when it is first used, and so are the
packages, so that `import fivecard` costs nothing:

>>> import fivecard
>>> fivecard.equity("AA", "KK").wins
(50371344, 10986372)
>>> fivecard.batch.strengths(["Ah Kh Qh Jh Th"]).tolist()
[7462]
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # known to type checkers by its name; importing `typing` would double the time to start
if TYPE_CHECKING:
    from fivecard import batch as batch
    from fivecard import cards as cards
    from fivecard import draw as draw
    from fivecard import engine as engine
    from fivecard import environments as environments
    from fivecard import equities as equities
    from fivecard import errors as errors
    from fivecard import handouts as handouts
    from fivecard import histories as histories
    from fivecard import players as players
    from fivecard import ranges as ranges
    from fivecard import rankings as rankings
    from fivecard import showdown as showdown
    from fivecard import solvers as solvers
    from fivecard import tournaments as tournaments
    from fivecard.cards import CAPITALS as CAPITALS
    from fivecard.cards import PLAIN as PLAIN
    from fivecard.cards import SYMBOLS as SYMBOLS
    from fivecard.cards import TEN_AS_NUMBER as TEN_AS_NUMBER
    from fivecard.cards import Card as Card
    from fivecard.cards import CardSet as CardSet
    from fivecard.cards import Notation as Notation
    from fivecard.cards import Rank as Rank
    from fivecard.cards import Suit as Suit
    from fivecard.cards import ace_low as ace_low
    from fivecard.cards import by_rank as by_rank
    from fivecard.cards import parse_cards as parse_cards
    from fivecard.equities import equity as equity
    from fivecard.errors import ArgumentError as ArgumentError
    from fivecard.errors import CardError as CardError
    from fivecard.errors import CardTypeError as CardTypeError
    from fivecard.errors import DuplicateCardError as DuplicateCardError
    from fivecard.errors import FivecardError as FivecardError
    from fivecard.errors import FormatError as FormatError
    from fivecard.errors import HandError as HandError
    from fivecard.errors import HistoryError as HistoryError
    from fivecard.errors import IllegalActionError as IllegalActionError
    from fivecard.errors import MemoryLimitError as MemoryLimitError
    from fivecard.errors import MissingDependencyError as MissingDependencyError
    from fivecard.errors import PileError as PileError
    from fivecard.errors import RangeError as RangeError
    from fivecard.errors import RankingError as RankingError
    from fivecard.errors import RulesError as RulesError
    from fivecard.errors import UnknownNameError as UnknownNameError
    from fivecard.evaluation import Evaluation as Evaluation
    from fivecard.evaluation import evaluate as evaluate
    from fivecard.evaluation import strength as strength
    from fivecard.games import GAMES as GAMES
    from fivecard.games import Game as Game
    from fivecard.piles import Deck as Deck
    from fivecard.piles import Hand as Hand
    from fivecard.piles import Order as Order
    from fivecard.piles import Pile as Pile
    from fivecard.piles import deal_hands as deal_hands
    from fivecard.ranges import Range as Range
    from fivecard.rankings import ACE_TO_FIVE as ACE_TO_FIVE
    from fivecard.rankings import ACE_TO_SIX as ACE_TO_SIX
    from fivecard.rankings import BADUGI as BADUGI
    from fivecard.rankings import DEUCE_TO_SEVEN as DEUCE_TO_SEVEN
    from fivecard.rankings import EIGHT_OR_BETTER as EIGHT_OR_BETTER
    from fivecard.rankings import HIGH as HIGH
    from fivecard.rankings import RANKINGS as RANKINGS
    from fivecard.rankings import SHORT_DECK as SHORT_DECK
    from fivecard.rankings import SHORT_DECK_TRIPS as SHORT_DECK_TRIPS
    from fivecard.rankings import BadugiCategory as BadugiCategory
    from fivecard.rankings import Category as Category
    from fivecard.rankings import Ranking as Ranking
    from fivecard.showdown import settle as settle
    from fivecard.words.comparing import Comparison as Comparison
    from fivecard.words.comparing import compare as compare
    from fivecard.words.explaining import Explanation as Explanation
    from fivecard.words.explaining import explain as explain

_HOMES = {
    "cards": "CAPITALS PLAIN SYMBOLS TEN_AS_NUMBER Card CardSet Notation Rank Suit ace_low by_rank parse_cards",
    "errors": "ArgumentError CardError CardTypeError DuplicateCardError FivecardError FormatError "
    "HandError HistoryError IllegalActionError MemoryLimitError MissingDependencyError PileError RangeError "
    "RankingError RulesError UnknownNameError",
    "equities": "equity",
    "evaluation": "Evaluation evaluate strength",
    "games": "GAMES Game",
    "piles": "Deck Hand Order Pile deal_hands",
    "ranges": "Range",
    "rankings": "ACE_TO_FIVE ACE_TO_SIX BADUGI DEUCE_TO_SEVEN EIGHT_OR_BETTER HIGH RANKINGS SHORT_DECK "
    "SHORT_DECK_TRIPS BadugiCategory Category Ranking",
    "showdown": "settle",
    "words.comparing": "Comparison compare",
    "words.explaining": "Explanation explain",
}
_PACKAGES = (
    *(
        "batch",
        "cards",
        "draw",
        "engine",
        "environments",
        "equities",
        "errors",
        "handouts",
        "histories",
        "players",
        "ranges",
        "rankings",
    ),
    *("showdown", "solvers", "tournaments"),
)
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)

if not TYPE_CHECKING:  # a type checker must go on noticing misspelt names

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF and name not in _PACKAGES:
            raise AttributeError(f"module 'fivecard' has no attribute {name!r}")
        from importlib import import_module

        if name in _PACKAGES:
            return import_module(f"fivecard.{name}")
        value = getattr(import_module(f"fivecard.{_HOME_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF, *_PACKAGES})
