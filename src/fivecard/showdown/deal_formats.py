"""Where deals are read from: lines of text, or the columns of a table (csv, lines of JSON, Parquet)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, assert_never

from fivecard.errors import ArgumentError, FormatError, MissingDependencyError, install, quoted
from fivecard.showdown.file_formats import FileFormat, expect_format
from fivecard.showdown.reading import Piece, Rows, Source
from fivecard.showdown.settling import Settling

if TYPE_CHECKING:
    import pyarrow

_BATCH: Final = 1 << 15  # rows of Parquet at a time, about as many as a piece of a text has
_BUFFER: Final = 1 << 20  # bytes of a column that are read at a time: a row group may be as large as the file


class Pieces(Protocol):
    """Rows of deals, some at a time."""

    read: int
    """How many bytes have been read."""

    def __iter__(self) -> Iterator[Piece]:
        """Give one piece after the other."""

    def give_back(self, piece: Piece) -> None:
        """Let the memory of a piece be used again."""


class Deals:
    """The deals of a file: their texts, and where on a row their cards stand."""

    def __init__(
        self,
        source: Source,
        form: FileFormat,
        settling: Settling,
        *,
        counted: bool = False,
        row_groups: range | None = None,
    ) -> None:
        self.unit = "line" if form in {"text", "json"} else "row"
        """What is counted."""
        self.first = 1
        """The number of the first of them."""
        self.csv_slots: list[int] | None = None
        self.json_keys: list[str] | None = None
        self.own_cells: list[tuple[str, int]] = []
        """Where each player has a column: their names, and how many cards a cell has."""
        self.pieces: Pieces
        chosen: list[str] = []
        columns = settling.columns
        if row_groups is not None and form != "parquet":
            raise ArgumentError(f"only Parquet has row groups, {quoted(form)} has none")
        expect_format(form, "deals are read")
        if form == "text":
            if columns:
                raise FormatError(f"a text has no column {quoted(columns[0])}: only tables have")
            self.pieces = Rows(source, counted=counted)
        elif form == "csv":
            self.pieces = rows = Rows(source, quoted=True)
            if header := rows.first(take=True):
                there = _header_of(header)
                chosen = columns_of_deals(there, settling)
                self.csv_slots = [chosen.index(name) if name in chosen else -1 for name in there]
        elif form == "json":
            self.pieces = rows = Rows(source, counted=counted)
            self.json_keys = chosen = _keys(rows.first(take=False), settling)
        elif form == "parquet":
            self.pieces = table = _ParquetRows(source, settling, row_groups)
            self.first, chosen = table.first, table.columns
        else:
            assert_never(form)
        if not columns and chosen == [*settling.cells]:
            self.own_cells = [*settling.cells.items()]


def columns_of_deals(there: Sequence[str], settling: Settling) -> list[str]:
    """Choose the columns whose cells, side by side, are a deal: those that are wanted, or those named as is usual.

    A column `deal` has all cards; else there is one for each player and one for the board.

    >>> columns_of_deals(["id", "deal"], Settling())
    ['deal']
    >>> columns_of_deals(["board", "player_2", "player_1"], Settling())
    ['player_1', 'player_2', 'board']
    >>> columns_of_deals(["hand"], Settling("badugi"))
    Traceback (most recent call last):
    fivecard.errors.FormatError: there is no column 'deal', nor 'player_1' and 'player_2': the columns are 'hand'
    """
    wanted, apart = settling.columns, [*settling.cells]
    chosen = [*wanted] or (["deal"] if "deal" in there else apart)
    missing = [name for name in chosen if name not in there]
    names = ", ".join(map(quoted, there)) or "none"
    if missing and not wanted:
        *others, last = map(repr, apart)
        raise FormatError(f"there is no column 'deal', nor {', '.join(others)} and {last}: the columns are {names}")
    if missing:
        raise FormatError(f"there is no column {quoted(missing[0])}: the columns are {names}")
    for name in chosen:
        if list(there).count(name) > 1:
            raise FormatError(f"there are {list(there).count(name)} columns {quoted(name)}: the columns are {names}")
        if chosen.count(name) > 1:
            raise FormatError(f"column {quoted(name)} is wanted twice")
    if chosen == apart:
        for name, what in ((f"player_{settling.players + 1}", f"{settling.players} players"), ("board", "no board")):
            if name in there and name not in chosen:
                raise FormatError(f"there is a column '{name}', but {settling.game.name} is settled for {what} here")
    return chosen


def _header_of(row: bytes) -> list[str]:
    import csv

    try:
        (names,) = csv.reader([row.decode()], strict=True)
    except (UnicodeDecodeError, csv.Error, ValueError):
        raise FormatError(f"the header is not csv: {quoted(row.decode(errors='backslashreplace').strip())}") from None
    for separator, word in ((";", "semicolons"), ("\t", "tabs")):
        if len(names) == 1 and separator in names[0]:
            raise FormatError(f"the columns are parted by {word}: csv is read with commas")
    return [name.strip() for name in names]


def _keys(row: bytes, settling: Settling) -> list[str]:
    """The keys that are wanted, or else those of the first object; the reader of rows refuses what is no object."""
    import json

    if row.lstrip().startswith(b"["):
        raise FormatError("this is a JSON array: an object a line is read, as jq -c '.[]' FILE writes them")
    if settling.columns:
        return [*settling.columns]
    try:
        first = json.loads(row)
    except ValueError:
        first = None
    return columns_of_deals([*first], settling) if isinstance(first, dict) else ["deal"]


class _ParquetRows:
    """The rows of a Parquet file: the texts of each batch are read where pyarrow has put them."""

    def __init__(self, source: Source, settling: Settling, row_groups: range | None) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise MissingDependencyError(f"reading Parquet needs pyarrow: {install('data')}") from None
        self.read = 0
        if not getattr(source, "seekable", lambda: True)():
            raise FormatError("Parquet is read from a file, not from a pipe: its end says where everything is")
        try:
            self._file = pq.ParquetFile(source, pre_buffer=False, buffer_size=_BUFFER)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise FormatError(f"this is no Parquet file: {_first_line(error)}") from None
        schema = self._file.schema_arrow
        self.columns = columns_of_deals(schema.names, settling)
        for name in self.columns:
            _check_text(name, schema.field(name).type)
        groups = range(self._file.num_row_groups)
        self._groups = groups if row_groups is None else row_groups
        if not set(self._groups) <= set(groups):
            raise ArgumentError(f"there are {len(groups)} row groups, not {quoted(row_groups)}")
        self.first = 1 + sum(self._file.metadata.row_group(number).num_rows for number in groups[: self._groups.start])

    def give_back(self, piece: Piece) -> None:
        """Leave the memory to pyarrow."""

    def __iter__(self) -> Iterator[Piece]:
        import pyarrow as pa

        groups = [self._file.metadata.row_group(number) for number in self._groups]
        size, rows = sum(group.total_byte_size for group in groups), max(sum(group.num_rows for group in groups), 1)
        done = 0
        try:
            for batch in self._file.iter_batches(_BATCH, row_groups=list(self._groups), columns=self.columns):
                if len(batch):
                    done += len(batch)
                    self.read = size * done // rows
                    yield Piece([_texts(batch[name]) for name in self.columns], len(batch), False)
        except (pa.ArrowException, OSError) as error:
            raise FormatError(f"cannot be read: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _check_text(name: str, kind: "pyarrow.DataType") -> None:
    import pyarrow.types as types

    inner = kind.value_type if types.is_dictionary(kind) or types.is_list(kind) or types.is_large_list(kind) else kind
    texts = (types.is_string, types.is_large_string, types.is_string_view)
    if not any(is_text(inner) for is_text in texts):
        raise FormatError(f"column {quoted(name)} holds {kind}: cards are texts, or lists of texts")


def _texts(column: Any) -> tuple[memoryview, memoryview]:  # noqa: ANN401
    """Where the texts of a column stand, a list of texts as one; a null is none."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if types.is_list(column.type) or types.is_large_list(column.type):
        column = pc.binary_join(column, " ")
    column = column.cast(pa.large_string())
    if column.null_count:
        column = pc.fill_null(column, "")
    _, offsets, data = column.buffers()
    width = pa.int64().byte_width
    there = memoryview(offsets)[column.offset * width : (column.offset + len(column) + 1) * width]
    return there, memoryview(data if data is not None else b"")
