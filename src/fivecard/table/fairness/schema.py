"""Records as types, for those who check them: what the table would not have written so is none of its records."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from fivecard.table.core.commitments import PROTOCOL

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_Player: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9]\Z")]
_Cards: TypeAlias = tuple[Annotated[str, Meta(pattern=r"\A[2-9TJQKA][cdhs]\Z")], ...]


class _Played(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record has."""

    protocol: Literal[1]
    table: str
    round: _Count
    previous: _Hash
    names: tuple[str, ...]
    rules: str
    players: _Count
    levels: tuple[str | None, ...]
    seats: tuple[Annotated[str, Meta(pattern=r"\A[0-9]:[a-z][a-z0-9-]*\Z")], ...]
    nonces: dict[_Player, _Hash]
    server_seed: _Hash
    next_commitment: _Hash
    deck: _Cards
    reserve: _Cards
    hands: tuple[_Cards, ...]
    made: tuple[str, ...]
    winners: tuple[_Count, ...]
    computers: str | UnsetType = UNSET


assert PROTOCOL == 1  # of which these are the records


class _Draws(_Played, frozen=True, kw_only=True):
    """A round without chips."""

    discards: tuple[_Cards, ...]
    by: tuple[str, ...]
    reason: str


class _Hand(_Played, frozen=True, kw_only=True):
    """A hand with chips."""

    limit: str
    openers: Literal[True] | UnsetType = UNSET
    stakes: dict[str, Any]
    stacks: tuple[_Count, ...]
    button: _Count
    at: int
    actions: tuple[dict[str, Any], ...]
    finishing_stacks: tuple[_Count, ...]
    made_of: tuple[_Cards, ...]
    won: tuple[_Count, ...]
    returned: tuple[_Count, ...]
    lines: tuple[str, ...]


def check_written(record: Mapping[str, Any]) -> None:
    """Raise what is not written as the table writes it: another field or kind of value, a card in another spelling.

    What a browser adds as its witness is not part of a record.
    """
    kind = _Hand if "stakes" in record else _Draws
    convert({name: value for name, value in record.items() if name != "witness"}, kind)
