"""The round as the engine plays it: the one module of the table that steps the engine and asks computer players."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from fivecard.cards import Card, parse_cards
from fivecard.engine import Deal, Discard, Record, State, apply, start, view_for
from fivecard.engine.rules import FOUR_WITH_AN_ACE, RULES, Rules
from fivecard.errors import IllegalActionError, quoted
from fivecard.evaluator import evaluate
from fivecard.explanation import compare
from fivecard.players import PLAYERS, players_for

NOBODY: Final = "nobody"


def fills() -> dict[str, str]:
    """What may play empty seats, by name, in words: one of the computer players, or nobody."""
    players = players_for(FOUR_WITH_AN_ACE)  # there are no bets at these tables
    return {name: f"{name} computers, who play {player.plays}" for name, player in players.items()} | {NOBODY: NOBODY}


def dealt(rules: Rules, players: int, deal: Deal) -> State:
    """Deal a round."""
    return apply(start(rules, players), deal)[0]


def drawn(state: State, player: int, cards: tuple[Card, ...]) -> State:
    """Throw cards away and draw; what the rules do not allow raises."""
    return apply(state, Discard(player, cards))[0]


def replayed(rules: Rules, players: int, deal: Deal, discards: Iterable[tuple[Card, ...]]) -> State:
    """Play a round again, everybody in turn."""
    state = dealt(rules, players, deal)
    for player, cards in enumerate(discards):
        state = drawn(state, player, cards)
    return state


def computer_discards(level: str, state: State, player: int) -> tuple[Card, ...]:
    """Ask a computer what it throws away: there are no bets at these tables."""
    action = PLAYERS[level](view_for(state, player), Random(0))
    if not isinstance(action, Discard):
        raise IllegalActionError(f"{level} was asked what to discard, and answered {quoted(action)}")
    return action.cards


def drew(state: State) -> tuple[int | None, ...]:
    """How many cards each player drew; None for those who have not yet."""
    return tuple(drawn[0] if drawn else None for drawn in state.drawn)


def outcome(names: Sequence[str], state: State) -> dict[str, Any]:
    """Describe a showdown: the hands that are shown, what they are worth in words, and who won and why."""
    return {
        "hands": [[str(card) for card in hand] for hand in state.hands],
        "made": [evaluate(hand).describe(royal=True) for hand in state.hands],
        "winners": list(state.winners),
        "reason": reason(names, state),
    }


def reason(names: Sequence[str], state: State) -> str:
    """Say in words what decided."""
    hands, winners = state.hands, state.winners
    best = evaluate(hands[winners[0]]).describe(royal=True)
    if len(winners) > 1:
        return f"{' and '.join(names[seat] for seat in winners)} tie with {best}."
    others = [hand for seat, hand in enumerate(hands) if seat not in winners]
    decided = compare(hands[winners[0]], max(others, key=evaluate)).steps[-1]
    return f"{names[winners[0]]} wins with {best}. {decided}"


def as_text(record: Mapping[str, Any]) -> str:
    """Write the record of a played round as the engine's text, which plays it again."""
    deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
    draws = [Discard(seat, parse_cards(" ".join(cards))) for seat, cards in enumerate(record["discards"])]
    return Record.of(start(RULES[record["rules"]], record["players"]), [Deal(deck, reserve), *draws]).to_text()
