"""A game and its stakes, stated as numbers for the native engine: what it cannot play is refused here, by name."""

from typing import Final

from fivecard import _core
from fivecard.cards import ALL_CARDS, Rank, ace_low
from fivecard.engine.rules import Rules
from fivecard.engine.stakes import Limit, Stakes
from fivecard.engine.streets import BettingRound, DealBoard, DealHole, DrawRound, Opening, Post, Showdown, Street
from fivecard.errors import RulesError, quoted
from fivecard.piles import Order

MOST_CHIPS: Final = 1 << 29
"""So many the native engine counts: those of all seats together, and of each amount that is agreed on."""

_KINDS: Final = (Post, DealHole, DealBoard, BettingRound, DrawRound, Showdown)
_OPENINGS: Final = (Opening.POSITION, Opening.LOW_CARD, Opening.HIGH_CARD, Opening.HIGH_HAND, Opening.LOW_HAND)
_LIMITS: Final = (Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT)
_HELD: Final = {  # the place of a card among all others in the order in which hands are held
    Order.ACE_LOW: tuple([ace_low(card) for card in ALL_CARDS]),
    Order.ACE_HIGH: tuple(range(len(ALL_CARDS))),
    Order.DESCENDING: tuple(reversed(range(len(ALL_CARDS)))),
}


def native_rules(rules: Rules, stakes: Stakes, players: int) -> _core.EngineRules:
    """State a game for the native engine.

    Args:
        rules: The game: one of `VARIANTS`, or your own.
        stakes: What it is played for.
        players: How many play.

    >>> from fivecard.engine import RULES, VARIANTS
    >>> native_rules(VARIANTS["holdem"], Stakes(blinds=(1, 2), small_bet=2), 3)
    <fivecard._core.EngineRules object at ...>
    >>> native_rules(RULES["draw-3"], Stakes(), 3)
    Traceback (most recent call last):
    fivecard.errors.RulesError: the native engine does not play five-card draw, up to three cards: a game has bets
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"not the rules of a game: {quoted(rules)} (VARIANTS has them by name)")
    if not isinstance(stakes, Stakes):
        raise RulesError(f"{rules.title} is played for stakes, not {quoted(stakes)}")
    rules.check_players(players)
    if rules.limit is Limit.NO_BETS:
        raise _unplayable(rules, "a game has bets")
    stakes.check(players, rules.title, has_bring_in=rules.has_bring_in)
    if rules.is_bomb_pot and any((*stakes.blinds, *stakes.posts, *stakes.dead, stakes.unpaid_blind)):
        raise RulesError(f"there are no blinds in {rules.title}, where everybody pays an ante")
    if rules.order is not None and rules.order not in _HELD:
        raise _unplayable(rules, f"hands are not held in the order {rules.order.label!r}")
    rake = stakes.rake
    part = (rake.part.numerator, rake.part.denominator) if rake else (0, 1)
    amounts = (stakes.largest_blind, stakes.unpaid_blind, stakes.bring_in, stakes.bet(big=False), stakes.bet(big=True))
    try:
        return _core.EngineRules(
            players=players,
            limit=_LIMITS.index(rules.limit),
            streets=[_numbers(rules, number) for number in range(len(rules.streets))],
            antes=stakes.antes(players),
            dead=stakes.dead_blinds(players),
            blinds=stakes.blinds_in_turn(players),
            posted=stakes.posted_blinds(players),
            amounts=amounts,
            trim_antes=stakes.trim_antes,
            rake=part,
            rake_cap=rake.cap if rake else None,
            no_flop_no_drop=rake.no_flop_no_drop if rake else True,
            rankings=[ranking.name for ranking in rules.game.rankings],
            from_hole=rules.game.from_hole or 0,
            heights=[
                [ranking.height(rank) if rank in ranking.ranks else 0 for rank in Rank]
                for ranking in rules.game.rankings
            ],
            held=_HELD[rules.order] if rules.order else None,
        )
    except RulesError as error:
        raise _unplayable(rules, str(error)) from None
    except TypeError:
        raise _unplayable(rules, f"some amount is too large in {quoted(stakes)}") from None


def _unplayable(rules: Rules, why: str) -> RulesError:
    return RulesError(f"the native engine does not play {rules.title}: {why}")


def _numbers(rules: Rules, number: int) -> tuple[int, ...]:
    """A street as numbers, in the order of `StatedStreet` in native/bindings/engine.cpp."""
    street: Street = rules.streets[number]
    cards = up = big = opening = open_pair = strength = cap = discards = with_ace = 0
    match street:
        case DealHole():
            cards, up = street.cards, street.up
        case DealBoard():
            cards = street.cards
        case BettingRound():
            big, open_pair, strength = street.big, street.open_pair, street.opening_strength
            opening, cap = _OPENINGS.index(street.opening), min(rules.cap_of(number), MOST_CHIPS)
        case DrawRound():
            cards, discards, with_ace = street.hand, street.most_discards, street.four_with_ace
        case _:
            pass
    kind = _KINDS.index(type(street))
    return (kind, cards, int(up), int(big), opening, int(open_pair), strength, cap, discards, int(with_ace))
