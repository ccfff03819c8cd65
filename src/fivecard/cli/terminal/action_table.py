"""Tables of actions, as `fivecard history --to` writes them: a hand is written as soon as it has been replayed."""

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final, TypeAlias

from fivecard.errors import MissingDependencyError, install
from fivecard.histories import History
from fivecard.histories.actions import COLUMNS, action_rows

Hands: TypeAlias = Iterable[tuple[str, int, History]]
"""Hands with the file and the number by which they are found there."""
Cell: TypeAlias = int | str | None

PARQUET: Final = b"PAR1"
"""What every Parquet file begins with."""
_CHIPS: Final = {"amount", "to", "pot", "stack"}
_NUMBERS: Final = {"hand", "players", "street", "seat"}
_BATCH: Final = 1 << 16  # rows that are written to Parquet together


def _rows(hands: Hands) -> Iterator[list[Cell]]:
    """Amounts are texts, as exact as the file has them."""
    for name, number, history in hands:
        file = name.encode(errors="backslashreplace").decode()  # the bytes of a name need not be UTF-8
        whole = history.unit == 1
        for street, seat, action, amount, to, cards, pot, stack in action_rows(history):
            chips: list[Cell] = [amount, to, pot, stack]
            if not whole:
                chips = [None if each is None else history.amount(each) for each in (amount, to, pot, stack)]
            player = None if seat is None else history.name(seat - 1)
            yield [
                file, number, history.rules.name, history.players, player, street, seat, action, *chips[:2], cards,
                *chips[2:],
            ]  # fmt: skip


def _write_csv(hands: Hands, target: BinaryIO) -> None:
    import csv
    import io

    text = io.TextIOWrapper(target, encoding="utf-8", newline="", write_through=False)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_rows(hands))
    finally:
        text.detach()  # writes what is left


def _write_json(hands: Hands, target: BinaryIO) -> None:
    import json

    starts = [f'{"{" if not number else ", "}"{name}": ' for number, name in enumerate(COLUMNS)]
    as_they_are = [name in _CHIPS | _NUMBERS for name in COLUMNS]
    for row in _rows(hands):
        cells = [
            "null" if cell is None else str(cell) if plain else json.dumps(cell, ensure_ascii=False)
            for cell, plain in zip(row, as_they_are, strict=True)
        ]
        target.write("".join([*(start + cell for start, cell in zip(starts, cells, strict=True)), "}\n"]).encode())


def _write_parquet(hands: Hands, target: BinaryIO) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError(f"--to parquet needs pyarrow: {install('data')}") from None
    from itertools import islice

    def kind(name: str) -> pa.DataType:
        return pa.float64() if name in _CHIPS else pa.int32() if name in _NUMBERS else pa.string()

    schema = pa.schema([(name, kind(name)) for name in COLUMNS])
    rows = _rows(hands)
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        while some := list(islice(rows, _BATCH)):
            columns = [
                [None if cell is None else float(cell) for cell in column] if name in _CHIPS else column
                for name, column in zip(COLUMNS, zip(*some, strict=True), strict=True)
            ]
            arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


TABLES: Final[dict[str, Callable[[Hands, BinaryIO], None]]] = {
    "csv": _write_csv,
    "json": _write_json,
    "parquet": _write_parquet,
}
"""What writes each format."""
