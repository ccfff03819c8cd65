"""Hints for practice, made of nothing but what a seat sees: odds of discards, and what the solid player would do."""

from typing import Final

from fivecard.cards import Card
from fivecard.engine import HAND_SIZE, Limit, View, legal
from fivecard.errors import HandError
from fivecard.odds import draw_odds, heard, win_odds
from fivecard.rankings import HIGH
from fivecard.strategy import solved
from fivecard.table.protocol import Choice, Hints

MOST_CHOICES: Final = 5


def hints_for(view: View) -> Hints:
    """Think about a hand whose turn it is; it takes a while."""
    return _odds(view) if view.rules.limit is Limit.NONE else _advice(view)


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
        words = found.words(lambda cards: " ".join(map(str, cards)))
        return Hints(None, [], words[0].upper() + words[1:])
    kept = {tuple(card for card in view.hand if card not in thrown): share for thrown, share in found.discards.items()}
    return Hints(None, [Choice(_texts(keep), kept[keep], _improves(view, keep)) for keep in [*kept][:MOST_CHOICES]])


def _improves(view: View, keep: tuple[Card, ...]) -> float | None:
    """How many draws make a better hand, in the game for which that is counted."""
    if view.rules.game.rankings != (HIGH,) or len(view.hand) != HAND_SIZE:
        return None
    return draw_odds(view.hand, keep, rules=None)[0].improves


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
