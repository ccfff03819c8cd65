"""Hints for practice, made of nothing but what a seat sees: odds of discards, the solution, or what `solid` does."""

from collections.abc import Iterable
from typing import Final

import msgspec

from fivecard.cards import Card
from fivecard.draw.odds import draw_odds, heard, win_odds
from fivecard.draw.strategy import solved
from fivecard.engine import HAND_SIZE, Limit, View, legal
from fivecard.errors import HandError
from fivecard.players.solver import is_coached
from fivecard.rankings import HIGH
from fivecard.solvers.limit_draw.advice import Advice
from fivecard.solvers.limit_draw.review import advice_for, in_words
from fivecard.table.protocol.messages import Choice, Hints, Worth
from fivecard.words.english import capital

MOST_CHOICES: Final = 5
DEALS: Final = 20_000
"""Fewer than elsewhere: all tables of a server wait for each other."""


def hints_for(view: View, thrown: tuple[Card, ...] = ()) -> Hints:
    """Think about a hand whose turn it is, and that threw cards away before; it takes a while."""
    if view.rules.limit is Limit.NO_BETS:
        return _odds(view)
    if advice := advice_for(view, thrown, DEALS):
        return _solution(advice)
    return _spot(view) if is_coached(view) else _advice(view)


def _odds(view: View) -> Hints:
    """The odds of discards where there are no bets, against what the others have announced."""
    others = view.players - 1
    strategy = solved(view.rules, view.players)
    drew = [drawn[-1] if drawn else None for seat, drawn in enumerate(view.drawn) if seat != view.seat]
    try:
        choices = win_odds(view.hand, others, rules=view.rules, drew=heard(view.hand, strategy, drew))
    except HandError:  # what they drew is too unlikely to say anything
        choices = win_odds(view.hand, others, rules=view.rules)
    shown = [Choice(_texts(each.kept), each.share, each.improves) for each in choices[:MOST_CHOICES]]
    return Hints(choices[0].share_margin, shown)


def _advice(view: View) -> Hints:
    """What the solid player would do where there are bets, and why."""
    from fivecard.players.solid.advice import advice  # NumPy, for which the server does not wait at its start

    now, found = legal(view), advice(view)
    if now is None or not now.draw:
        words = found.words(as_text)
        return Hints(None, [], capital(words))
    kept = {tuple(card for card in view.hand if card not in thrown): share for thrown, share in found.discards.items()}
    return Hints(None, [Choice(_texts(keep), kept[keep], _improves(view, keep)) for keep in [*kept][:MOST_CHOICES]])


def _solution(advice: Advice) -> Hints:
    """What the solution does, and what everything is worth, of draws the best and what is played."""
    options = []
    for option in advice.options[:MOST_CHOICES]:
        kept = () if isinstance(option.choice, str) else option.choice
        do = option.choice if isinstance(option.choice, str) else "keep"
        keep = _texts(card for card in advice.infoset.cards if card in kept)
        options.append(Worth(do, keep, option.chance, *option.value))
    return Hints(None, [], in_words(advice, as_text), options, advice.infoset.game.units)


def _spot(view: View) -> Hints:
    """What a solution of the very spot does in heads-up no-limit hold'em, with which ranges; or why there is none."""
    from fivecard.players.solver import coaching, review  # NumPy, for which the server does not wait at its start
    from fivecard.players.solver.ranges import Given

    if (advice := coaching.advice_for(view, Given(), threads=1)) is None:
        why, thoughts = coaching.why_not(view, Given()), _advice(view)
        return msgspec.structs.replace(thoughts, words=f"{why} {thoughts.words}")
    options = [Worth(each.action, [], each.chance, each.value, 0.0) for each in advice.options]
    words = " ".join([review.in_words(advice), *review.ranges_in_words(advice, view)])
    return Hints(None, [], words, options, review.UNITS)


def _improves(view: View, keep: tuple[Card, ...]) -> float | None:
    """How many draws make a better hand, in the game for which that is counted."""
    if view.rules.game.rankings != (HIGH,) or len(view.hand) != HAND_SIZE:
        return None
    return draw_odds(view.hand, keep, rules=None)[0].improves


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def as_text(cards: Iterable[Card]) -> str:
    """Write cards in sentences."""
    return " ".join(_texts(cards))
