"""Results as a Parquet file: columns from the compiled core, wrapped as they are, and written by pyarrow."""

from typing import TYPE_CHECKING, Final

from fivecard.errors import MissingDependencyError, install
from fivecard.showdown.pipeline import FileWork
from fivecard.showdown.reading import Source
from fivecard.showdown.result_columns import names_of_columns
from fivecard.showdown.settling import Tally, Target

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

_ROW_GROUP: Final = 1 << 20  # rows that are written together: what a reader with several threads parts a file by
_STEP: Final = 64  # bytes at a multiple of which every column begins
_NOTHING: Final = 255  # in place of a winner or a category


def write_parquet(work: FileWork, source: Source, target: Target) -> Tally:
    """Settle a file, and write the records to a Parquet file."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError(f"writing Parquet needs pyarrow: {install('data')}") from None
    pieces = work.through(source)
    first = next(pieces, None)
    form = _Columns(work)
    with pq.ParquetWriter(target, form.schema, **form.writing) as writer:
        waiting: list[pyarrow.RecordBatch] = []
        rows = 0
        piece = first
        while piece is not None:
            waiting.append(form.batch(piece))
            rows += len(waiting[-1])
            if rows >= _ROW_GROUP:
                writer.write_table(pa.Table.from_batches(waiting))
                waiting, rows = [], 0
            piece = next(pieces, None)
        if waiting:
            writer.write_table(pa.Table.from_batches(waiting))
    return work.tally


class _Columns:
    """What the core's columns are to Arrow."""

    def __init__(self, work: FileWork) -> None:
        import pyarrow as pa

        self._names = names_of_columns(work.settling)
        self._work = work
        self._before = 0
        shares = pa.array(work.showdowns.shares(), pa.string())
        self._dictionaries = {
            "category": pa.array(work.showdowns.categories()[0], pa.string()),
            "low_category": pa.array(work.showdowns.categories()[-1], pa.string()),
            "share": shares,
        }
        kinds = {"line": pa.int64(), "winner": pa.uint8(), "strength": pa.uint16(), "low_strength": pa.uint16()}
        words = pa.dictionary(pa.int8(), pa.string())  # pandas has no unsigned ones
        self.schema = pa.schema([(name, kinds.get(_kind(name), words)) for name in self._names])
        # Dictionaries leave nothing that compression would be worth its time for, and every group has strengths of all
        # kinds, which makes statistics of them useless: bench/bench_formats.py has the figures.
        self.writing = {
            "use_dictionary": [name for name in self._names if name != "line"],
            "column_encoding": {"line": "DELTA_BINARY_PACKED"},
            "compression": "none",
            "write_statistics": ["line"],
        }

    def batch(self, piece: memoryview) -> "pyarrow.RecordBatch":
        """Wrap a piece."""
        import numpy as np
        import pyarrow as pa

        tally = self._work.tally
        rows = tally.lines - self._before
        lines = pa.array(np.arange(self._before, tally.lines) + self._work.first)
        self._before = tally.lines
        data = pa.py_buffer(piece)
        winners = np.frombuffer(piece, np.uint8, rows)
        valid = _bits(winners != _NOTHING) if tally.invalid else None
        arrays = [lines]
        start = 0
        for field in [*self.schema][1:]:
            kind = _kind(field.name)
            number = field.type.index_type if kind in self._dictionaries else field.type
            size = rows * number.bit_width // 8
            there = valid
            if kind == "low_category":
                there = _bits(np.frombuffer(piece, np.uint8, rows, start) != _NOTHING)
            array = pa.Array.from_buffers(number, rows, [there, data.slice(start, size)])
            if kind in self._dictionaries:
                array = pa.DictionaryArray.from_arrays(array, self._dictionaries[kind], safe=False)
            arrays.append(array)
            start += -(-size // _STEP) * _STEP
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _kind(name: str) -> str:
    return name.rpartition("_")[0] or name


def _bits(flags: "NDArray[np.bool_]") -> "pyarrow.Buffer":
    """Flags as Arrow has them: eight in a byte."""
    import numpy as np
    import pyarrow as pa

    return pa.py_buffer(np.packbits(flags, bitorder="little"))
