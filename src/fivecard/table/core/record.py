"""Records of hands: what everybody may have of them at their end, enough to check it all."""

from collections.abc import Sequence
from typing import Final

from msgspec import to_builtins

from fivecard import __version__
from fivecard.engine import Rules
from fivecard.handouts.letters import letter_or_name
from fivecard.table.core.commitments import PROTOCOL
from fivecard.table.core.game import places, prepare_computers, read, settled
from fivecard.table.core.state import Record, Round, Table

COMPUTERS: Final = f"fivecard {__version__}"
"""Whose computers play, in the records of rounds in which one decided something: they learn from version to version."""


def computers_of(levels: Sequence[str | None], rules: Rules) -> str:
    """Whose computers play here; where what they play by cannot be read, they are not what they are elsewhere."""
    lacks = sorted({str(level) for level in levels if not prepare_computers(level, rules)})
    return f"{COMPUTERS} without the solution of {' and '.join(lacks)}" if lacks else COMPUTERS


def played_record(before: Table, playing: Round) -> Record:
    """Write down a hand that is over; `before` is the table without its end."""
    deal, state = playing.deal, playing.state
    assert deal is not None
    assert state is not None
    levels = [*playing.levels] or [player.level for player in playing.players]
    by_computers = any(move.by == "computer" for move in playing.moves)
    actions = [read(move.player, move.do, move.to, move.cards) for move in playing.moves]
    return {
        "protocol": PROTOCOL,
        "table": before.id,
        "previous": playing.previous,
        "round": playing.number,
        "at": playing.at,
        "rules": letter_or_name(before.rules),
        "limit": before.rules.limit.value,
        **({"openers": True} if before.rules.has_openers else {}),
        **({"locked": True} if before.terms.password else {}),
        "names": playing.names(),
        "levels": levels,
        "seats": playing.seats(),
        "nonces": {str(player): nonce for player, nonce in playing.nonces.items()},
        "anew": playing.anew,
        "anew_by": [list(names) for names in playing.anew_by],
        "server_seed": playing.server_seed.hex(),
        "next_commitment": before.commitment_for(playing.number + 1),
        "deck": [str(card) for card in deal.deck],
        "reserve": [str(card) for card in deal.reserve],
        "stakes": to_builtins(playing.stakes),
        "stacks": list(playing.stacks),
        "button": playing.button,
        "actions": to_builtins(playing.moves),
        **({"runs": state.runs} if state.boards else {}),
        **({"computers": computers_of(levels, before.rules)} if by_computers else {}),
        "finishing_stacks": list(state.stacks),
        "dealt": places(deal.deck, state, actions),
        **settled(playing.names(), state, playing.steps),
        **({"showed": [[str(card) for card in cards] for cards in playing.showed]} if playing.showed else {}),
    }


def record_between(before: Table, after: Table) -> Record | None:
    """The record of the round that ended between two states of a table, or in which somebody showed cards, if any."""
    if after.head[0] != before.head[0]:  # also of a hand that is over with its deal
        return played_record(before, after.playing)
    if after.round and before.round and after.round.showed and after.round.showed != before.round.showed:
        return played_record(before, after.round)  # once more, with what was shown
    return None
