"""Writes the page's types from the server's: run it after changing a message or a view (`test_page_types.py` tells)."""

from collections.abc import Iterator
from typing import get_args

from msgspec import inspect

from fivecard.table.core import Message
from fivecard.table.protocol.messages import Beat, Done, Enter, Hints, Judged, Locked, Refusal, SeatLink, Wishes
from fivecard.table.protocol.types import Guide, Steps, TableView
from tests.paths import ROOT

FILE = ROOT / "src" / "fivecard" / "table" / "page" / "lib" / "types.d.ts"
HEAD = "// What the server and the page say to each other. Made from the server's types by tests/table/page_types.py."
LONGEST_LINE = 120
"""As biome.json has it."""
UNIONS = {
    "Told": (TableView, Done, Refusal, Hints, Judged, SeatLink, Locked, Beat),
    "Message": (*get_args(Message), Enter),
}
"""What the server says, and what the page sends."""


def types_of_the_page() -> str:
    """All types, as TypeScript; those inside others first."""
    kinds: dict[str, inspect.StructType] = {}
    for kind in inspect.multi_type_info([*(each for union in UNIONS.values() for each in union), Wishes, Steps, Guide]):
        kinds |= {struct.cls.__name__: struct for struct in _structs(kind)}
    unions = [_union(name, [kind.__name__ for kind in union]) for name, union in UNIONS.items()]
    return "\n\n".join([HEAD, *map(_interface, kinds.values()), *unions]) + "\n"


def _union(name: str, kinds: list[str]) -> str:
    line = f"export type {name} = {' | '.join(kinds)};"
    return line if len(line) <= LONGEST_LINE else f"export type {name} =\n  | " + "\n  | ".join(kinds) + ";"


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from _structs(field.type)
            yield kind
        case inspect.UnionType(types=types):
            for each in types:
                yield from _structs(each)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from _structs(item)


def _interface(kind: inspect.StructType) -> str:
    lines = [f'  type: "{kind.tag}";'] if kind.tag else []
    lines += [
        _field(f"{field.encode_name}{'' if field.required else '?'}", _words(field.type)) for field in kind.fields
    ]
    return "\n".join([f"/** {kind.cls.__doc__} */", f"export interface {kind.cls.__name__} {{", *lines, "}"])


def _field(name: str, words: str) -> str:
    line = f"  {name}: {words};"
    return line if len(line) <= LONGEST_LINE else "\n    | ".join([f"  {name}:", *words.split(" | ")]) + ";"


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.UnionType(types=types):
            return " | ".join(map(_words, types))
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"{_words(item)}[]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{_words(key)}, {_words(value)}>"
        case inspect.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.StrType() | inspect.CustomType():  # the latter is a card, which is sent as its name
            return "string"
    raise TypeError(f"there is no TypeScript for {kind} yet")


if __name__ == "__main__":
    FILE.write_text(types_of_the_page(), encoding="utf-8")
