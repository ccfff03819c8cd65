"""The games that a table can have, for people who choose one or sit at it: in a sentence, with the usual stakes."""

from functools import lru_cache
from typing import Any, Final

from msgspec import to_builtins

from fivecard.engine import VARIANTS, Limit, Rules, Stakes
from fivecard.engine.defaults import LIMITS, default_stakes
from fivecard.engine.streets import DealBoard, DealHole, DrawRound
from fivecard.handouts.letters import RULES_BY_LETTER, letter_or_name
from fivecard.rankings import Category
from fivecard.table.core.commands import MOST_SEATS
from fivecard.table.core.game import fills
from fivecard.table.protocol.types import Amounts, Example, GameView, Guide
from fivecard.words.english import capital, ordinal
from fivecard.words.stakes import stakes_in_words

_ABOUT: Final = {
    "A": "Five cards, one draw of up to three, no bets: the best hand wins.",
    "C": "Five cards, one draw of up to three, or four if you keep an ace, no bets: the best hand wins.",
    "five-card-draw": "Five cards, a round of bets, throw away what you do not like, bet again.",
    "deuce-to-seven": "Five cards, one draw, and the worst hand wins: 7-5-4-3-2 is the best of the worst.",
    "deuce-to-seven-triple": "Five cards, three draws, and the worst hand wins: 7-5-4-3-2 is the best of the worst.",
    "ace-to-five": "Five cards, one draw, the lowest wins; straights and flushes do not count, aces are low.",
    "ace-to-five-triple": "Five cards, three draws, the lowest wins; straights and flushes do not count.",
    "badugi": "Four cards, three draws: get four low cards of four suits.",
    "holdem": "Two cards of your own, five for all on the table: the best five of the seven win.",
    "short-deck": "Hold'em without twos to fives: a flush beats a full house.",
    "short-deck-trips": "Hold'em without twos to fives: a flush beats a full house, three of a kind a straight.",
    "omaha": "Four cards of your own, five for all: play exactly two of yours and three from the table.",
    "omaha-5": "Omaha with five cards of your own: play exactly two of them.",
    "omaha-6": "Omaha with six cards of your own: play exactly two of them.",
    "omaha-hi-lo": "Omaha in which the best high hand and the best low one, eight or better, share the pot.",
    "omaha-hi-lo-5": "Omaha high-low with five cards of your own: play exactly two of them.",
    "omaha-hi-lo-6": "Omaha high-low with six cards of your own: play exactly two of them.",
    "seven-card-stud": "Seven cards each, four of them open for all to see: the best five win.",
    "stud-hi-lo": "Seven-card stud in which the best high hand and the best low one share the pot.",
    "razz": "Seven-card stud for the lowest hand: straights and flushes do not count, aces are low.",
}
_OPENERS: Final = (
    "The first bet takes a pair of jacks or better. If nobody has that and bets, everybody gets the chips back."
)
assert _ABOUT.keys() == RULES_BY_LETTER.keys() | VARIANTS.keys()
_EXAMPLES: Final = {
    Category.HIGH_CARD: "Kd Js 8c 7h 6s",
    Category.ONE_PAIR: "Ac Ad Js 8h 6d",
    Category.TWO_PAIR: "Kc Kd 9h 9s 6c",
    Category.THREE_OF_A_KIND: "7c 7d 7s Kh 9d",
    Category.STRAIGHT: "Ts 9d 8c 7h 6s",
    Category.FLUSH: "Ad Jd 9d 8d 6d",
    Category.FULL_HOUSE: "Qc Qd Qs 8h 8c",
    Category.FOUR_OF_A_KIND: "9c 9d 9h 9s Kd",
    Category.STRAIGHT_FLUSH: "Jh Th 9h 8h 7h",
}
"""A hand of each kind, with the cards of a short deck."""
_LOWEST: Final = {
    "deuce-to-seven": (
        "The lowest hand wins. Aces are high, and straights and flushes count against you.",
        "7d 5c 4h 3s 2c",
    ),
    "ace-to-five": (
        "The lowest five cards win. Aces are low, and straights and flushes do not count.",
        "5d 4c 3h 2s Ac",
    ),
    "badugi": (
        "Four low cards of four ranks and four suits win, and those that share one do not count. Aces are low.",
        "4c 3d 2h As",
    ),
    "eight-or-better": ("The lowest five cards, eight or lower, take half of the pot.", "5d 4c 3h 2s Ac"),
}
"""By its ranking: what the lowest hand is, and the best of them."""
_BOARDS: Final = {3: "on the flop", 4: "on the turn", 5: "on the river"}


@lru_cache(1024)
def game_view(rules: Rules, stakes: Stakes | None) -> GameView:
    """A game and what it is played for."""
    name = letter_or_name(rules)
    return GameView(
        name=name,
        title=rules.title,
        about=_ABOUT[name] + (f" {_OPENERS}" if rules.has_openers else ""),
        limit="" if rules.limit is Limit.NO_BETS else rules.limit.value,
        stakes=", ".join(stakes_in_words(rules, stakes)) if stakes else "",
        chips=stakes is not None,
        hand=rules.hole,
        draws=sum(isinstance(street, DrawRound) for street in rules.streets),
        board=rules.board > 0,
    )


def guide_to(rules: Rules) -> list[Guide]:
    """What beats what in a game, for each ranking that shares the pot."""
    guides = []
    for ranking in rules.game.rankings:
        if ranking.low:
            about, best = _LOWEST[ranking.name]
            guides.append(Guide(about, [Example("", best.split())]))
        else:
            kinds = dict.fromkeys([each.category for each in reversed(ranking.classes)])
            examples = [Example(capital(kind.words), _EXAMPLES[Category(kind)].split()) for kind in kinds]
            guides.append(Guide("What beats what, best first:", examples))
    return guides


def amounts_of(rules: Rules, stakes: Stakes) -> Amounts:
    """The amounts of a game, each of which a host may change."""
    assert isinstance(stakes.ante, int)  # at a table everybody pays the same
    small, big = (0, 0, *stakes.blinds)[-2:]
    fixed = rules.limit is Limit.FIXED_LIMIT
    return Amounts(
        ante=stakes.ante,
        blinds=None if rules.has_bring_in else (small, big),
        bring_in=stakes.bring_in if rules.has_bring_in else None,
        small_bet=stakes.bet(big=False) if fixed else None,
        big_bet=stakes.bet(big=True) if fixed else None,
    )


@lru_cache(1024)
def street_words(rules: Rules, street: int) -> str:
    """Where a hand is, in words.

    >>> [street_words(VARIANTS["five-card-draw"], street) for street in (2, 3, 4)]
    ['before the draw', 'the draw', 'after the draw']
    >>> street_words(VARIANTS["holdem"], 4), street_words(VARIANTS["badugi"], 4), street_words(VARIANTS["razz"], 5)
    ('on the flop', 'after the first draw', 'on fourth street')
    """
    passed = rules.streets[: street + 1]
    if rules.board:
        return _BOARDS.get(sum(each.cards for each in passed if isinstance(each, DealBoard)), "before the flop")
    if rules.has_bring_in:
        return f"on {ordinal(max(3, sum(each.cards for each in passed if isinstance(each, DealHole))))} street"
    draws, done = (sum(isinstance(each, DrawRound) for each in streets) for streets in (rules.streets, passed))
    number = f"{ordinal(max(1, done))} " if draws > 1 else ""
    if not done:
        return f"before the {number}draw"
    return f"{'the' if isinstance(passed[-1], DrawRound) else 'after the'} {number}draw"


def offered() -> dict[str, Any]:
    """What the lobby offers: every game in a sentence, its limits and usual stakes, and who may play empty seats."""
    games = []
    for rules in (*VARIANTS.values(), *RULES_BY_LETTER.values()):
        limits = {name: limit.value for name, limit in LIMITS.items()} if rules.limit is not Limit.NO_BETS else {}
        usual = {name: default_stakes(rules.with_limit(LIMITS[name])) for name in limits}
        games.append(
            {
                **to_builtins(game_view(rules, None)),
                "chips": bool(limits),
                "limit": next((name for name in limits if LIMITS[name] is rules.limit), None),
                "limits": limits,
                "stakes": to_builtins(usual),
                "words": {name: ", ".join(stakes_in_words(rules, stakes)) for name, stakes in usual.items()},
                "stack": {name: 100 * stakes.small_bet for name, stakes in usual.items()},
                "most_seats": min(MOST_SEATS, rules.most_players),
                "fill": {name: fills(rules.with_limit(LIMITS[name])) for name in limits} or {"": fills(rules)},
                "openers": rules.may_have_openers,
                "twice": rules.may_run_again,
                "guides": to_builtins(guide_to(rules)),
            }
        )
    return {"games": games}
