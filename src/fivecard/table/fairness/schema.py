"""Records as types, for those who check them: what the table would not have written so is none of its records."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from fivecard.table.core.commitments import PROTOCOL

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_Player: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9]\Z")]
_Cards: TypeAlias = tuple[Annotated[str, Meta(pattern=r"\A[2-9TJQKA][cdhs]\Z")], ...]


class _Hand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand; without chips there are no stakes, no stacks and no button."""

    protocol: Literal[1]
    table: str
    previous: _Hash
    round: _Count
    at: int
    rules: str
    limit: str
    openers: Literal[True] | UnsetType = UNSET
    locked: Literal[True] | UnsetType = UNSET
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    seats: tuple[Annotated[str, Meta(pattern=r"\A[0-9]:[a-z][a-z0-9-]*\Z")], ...]
    nonces: dict[_Player, _Hash]
    anew: _Count
    anew_by: tuple[tuple[str, ...], ...]
    server_seed: _Hash
    next_commitment: _Hash
    deck: _Cards
    reserve: _Cards
    stakes: dict[str, Any] | None
    stacks: tuple[_Count, ...]
    button: _Count | None
    actions: tuple[dict[str, Any], ...]
    computers: str | UnsetType = UNSET
    finishing_stacks: tuple[_Count, ...]
    dealt: tuple[int, ...]
    hands: tuple[_Cards, ...]
    made: tuple[str, ...]
    made_of: tuple[_Cards, ...]
    winners: tuple[_Count, ...]
    won: tuple[_Count, ...]
    returned: tuple[_Count, ...]
    lines: tuple[str, ...]
    runs: Literal[2] | UnsetType = UNSET
    showed: tuple[_Cards, ...] | UnsetType = UNSET


assert PROTOCOL == 1  # of which these are the records


def check_written(record: Mapping[str, Any]) -> None:
    """Raise what is not written as the table writes it: another field or kind of value, a card in another spelling.

    What a browser adds as its witness is not part of a record.
    """
    convert({name: value for name, value in record.items() if name != "witness"}, _Hand)
