"""Columns in Arrow's layout, from whatever holds them (pyarrow, polars, duckdb), as NumPy arrays, and back.

Anything that offers the Arrow PyCapsule interface is taken. Rows of cards are lists of `uint8`, all of one length;
sets of cards are `uint64`; texts are strings. The data is not copied where its layout allows. A null, or a row of
another length, is refused with its number. pyarrow does the work: it comes with `pip install fivecard[data]`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from fivecard.errors import FivecardError, HandError

if TYPE_CHECKING:
    import pyarrow


def is_arrow(value: object) -> TypeGuard[Any]:
    """Whether a value offers Arrow data.

    >>> is_arrow([1, 2])
    False
    """
    return hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__")


def rows_or_sets(column: Any) -> NDArray[np.uint8] | NDArray[np.uint64]:  # noqa: ANN401
    """Read a column of cards into an array: two dimensions for rows of ids, one for sets."""
    types = _pyarrow().types
    array = _one_array(column)
    if types.is_uint64(array.type):
        return array.to_numpy(zero_copy_only=True)  # type: ignore[no-any-return]
    fixed = types.is_fixed_size_list(array.type)
    if not (fixed or types.is_list(array.type) or types.is_large_list(array.type)):
        raise HandError(f"cards are a column of uint8 lists or of uint64 sets, not of {array.type}")
    if not types.is_uint8(array.type.value_type):
        raise HandError(f"cards are a column of uint8 lists, not of {array.type}")
    if not fixed:
        lengths = np.diff(array.offsets.to_numpy(zero_copy_only=True))
        if lengths.size and (lengths != lengths[0]).any():
            row = int(np.argmax(lengths != lengths[0]))
            raise HandError(f"{lengths[row]} cards where the rows before have {lengths[0]} (row {row})")
    values = array.flatten()
    width = array.type.list_size if fixed else len(values) // max(len(array), 1)
    if values.null_count:
        raise HandError(f"a card is missing (row {_first_null(values) // width})")
    return values.to_numpy(zero_copy_only=True).reshape(len(array), width)  # type: ignore[no-any-return]


def texts(column: Any) -> list[str]:  # noqa: ANN401
    """Read a column of strings into a list."""
    return _one_array(column).to_pylist()  # type: ignore[no-any-return]


def dictionary(
    codes: NDArray[np.int8] | NDArray[np.int16], names: Sequence[str], requested_schema: object = None
) -> tuple[object, object]:
    """Give codes and names, which stand in order, as a dictionary array: the capsules of a schema and an array.

    What is masked is null.
    """
    pa = _pyarrow()
    mask = np.ma.getmaskarray(codes) if isinstance(codes, np.ma.MaskedArray) else None
    array = pa.DictionaryArray.from_arrays(pa.array(np.asarray(codes), mask=mask), pa.array(names), ordered=True)
    return array.__arrow_c_array__(requested_schema)  # type: ignore[no-any-return]


def _pyarrow() -> Any:  # noqa: ANN401
    try:
        import pyarrow
    except ImportError:
        raise FivecardError("reading Arrow data needs pyarrow: pip install 'fivecard[data]'") from None
    return pyarrow


def _one_array(column: Any) -> "pyarrow.Array":  # noqa: ANN401
    """Combine a column's chunks into one array; a table of one column is taken for it."""
    pa = _pyarrow()
    if hasattr(column, "__arrow_c_array__"):
        array = pa.array(column)
    else:
        chunks = pa.chunked_array(column)
        array = chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()
    if pa.types.is_struct(array.type):
        if array.type.num_fields != 1:
            raise HandError(f"expected one column of cards, this table has {array.type.num_fields}")
        array = array.flatten()[0]  # with the nulls of the table, which its field has not
    if array.null_count:
        raise HandError(f"there is no hand in row {_first_null(array)}")
    return array


def _first_null(array: "pyarrow.Array") -> int:
    return int(np.argmax(array.is_null().to_numpy(zero_copy_only=False)))
