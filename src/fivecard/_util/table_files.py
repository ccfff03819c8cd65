"""Tables for other programs, row by row: csv, json (a line each) and Parquet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import BinaryIO, Final, TypeAlias

from fivecard.errors import MissingDependencyError, install

Cell: TypeAlias = int | float | str | None
"""A text in a column of numbers is one that is written as it stands: an amount with its decimals."""
Columns: TypeAlias = Mapping[str, str]
"""The type of each column by its name, in Arrow's words: `string`, `int32`, `int64` or `double`."""
Rows: TypeAlias = Iterable[Sequence[Cell]]

_BATCH: Final = 1 << 16  # rows that are written to Parquet together


def _write_csv(columns: Columns, rows: Rows, target: BinaryIO) -> None:
    import csv
    import io

    text = io.TextIOWrapper(target, encoding="utf-8", newline="", write_through=False)
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
    finally:
        text.detach()  # writes what is left


def _write_json(columns: Columns, rows: Rows, target: BinaryIO) -> None:
    import json

    starts = [f'{", " if number else "{"}"{name}": ' for number, name in enumerate(columns)]
    as_they_are = [kind != "string" for kind in columns.values()]
    for row in rows:
        cells = [
            "null" if cell is None else str(cell) if plain else json.dumps(cell, ensure_ascii=False)
            for cell, plain in zip(row, as_they_are, strict=True)
        ]
        target.write("".join([*(start + cell for start, cell in zip(starts, cells, strict=True)), "}\n"]).encode())


def _write_parquet(columns: Columns, rows: Rows, target: BinaryIO) -> None:
    refuse_without("parquet")
    from itertools import islice

    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])
    remaining = iter(rows)
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        while some := list(islice(remaining, _BATCH)):
            arrays = []
            for cells, field in zip(zip(*some, strict=True), schema, strict=True):
                column = [None if cell is None else float(cell) for cell in cells] if field.type == "double" else cells
                arrays.append(pa.array(column, field.type))
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def refuse_without(form: str) -> None:
    """Refuse a format whose package is not installed, before there is anything to write.

    Args:
        form: One of `TABLES`.
    """
    if form != "parquet":
        return
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise MissingDependencyError(f"Parquet needs pyarrow: {install('data')}") from None


TABLES: Final[dict[str, Callable[[Columns, Rows, BinaryIO], None]]] = {
    "csv": _write_csv,
    "json": _write_json,
    "parquet": _write_parquet,
}
"""What writes each format."""
