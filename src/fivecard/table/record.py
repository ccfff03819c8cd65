"""Records of rounds, played and void: what everybody may have of them at their end, enough to check it all."""

from collections.abc import Mapping, Sequence
from typing import Any

from fivecard.engine import Deal, Discard, State
from fivecard.evaluator import evaluate
from fivecard.explanation import compare
from fivecard.table.fair import PROTOCOL
from fivecard.table.round import Round


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


def void_record(table: str, playing: Round, after: int, previous: str, why: str) -> dict[str, Any]:
    """Write down a deal that came to nothing. `after` is the last round that was played, `previous` the hash before."""
    return {
        "protocol": PROTOCOL,
        "table": table,
        "round": playing.number,
        "after": after,
        "previous": previous,
        "void": why,
        "players": playing.seats(),
        "names": playing.names(),
        "puzzles": _by_number(playing.puzzles),
    }


def played_record(
    table: str, playing: Round, after: int, voids: Sequence[dict[str, Any]], end: State, last: Discard, by: str
) -> dict[str, Any]:
    """Write down a round that its last draw ends. `voids` are the void deals since the round `after`."""
    deal = next(action for action in playing.actions if isinstance(action, Deal))
    draws = [action for action in (*playing.actions, last) if isinstance(action, Discard)]
    shuffle: dict[str, Any] = {"commitments": _by_number(playing.hashes)}
    if not playing.hashes:
        shuffle = {
            "protocol": PROTOCOL,
            "after": after,
            "previous": playing.previous,
            "voids": list(voids),
            "puzzles": _by_number(playing.puzzles),
            "openings": _by_number(playing.openings),
        }
    return {
        **shuffle,
        "table": table,
        "round": playing.number,
        "rules": end.rules.name,
        "players": len(playing.players),
        "names": playing.names(),
        "levels": [player.level for player in playing.players],
        "agreed": playing.agreed,
        "server_commitment": playing.server_commitment,
        "seeds": _by_number({player: seed.hex() for player, seed in playing.seeds.items()}),
        "server_seed": playing.server_seed.hex(),
        "deck": [str(card) for card in deal.deck],
        "reserve": [str(card) for card in deal.reserve],
        "discards": [[str(card) for card in draw.cards] for draw in draws],
        "by": [*playing.by, by],
        **outcome(playing.names(), end),
    }


def _by_number(values: Mapping[int, Any]) -> dict[str, Any]:
    """Write what players have as JSON has it, in their order."""
    return {str(player): value for player, value in sorted(values.items())}
