"""Columns and frames of pandas, 2 and 3, without importing it; and who offers Arrow's data.

A column whose values NumPy holds is taken from there. The others are Arrow's or can become so, with pyarrow; where that
is not installed, their values are taken one by one.
"""

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from fivecard.batch._input.types import ArrowArrayLike, ArrowStreamLike
from fivecard.errors import FormatError, quoted


def is_frame(value: object) -> TypeGuard[Any]:
    """Whether a value is a data frame of pandas."""
    return hasattr(value, "iloc") and hasattr(value, "columns") and hasattr(value, "to_numpy")


def only_column(frame: Any) -> Any | None:  # noqa: ANN401
    """The column of a frame that has but one."""
    return frame.iloc[:, 0] if frame.shape[1] == 1 else None


def is_plain(value: Any) -> bool:  # noqa: ANN401
    """Whether NumPy holds the values of a column of pandas, or of all columns of a frame."""
    dtypes: list[Any] = list(value.dtypes) if is_frame(value) else [getattr(value, "dtype", None)]
    if not dtypes or not all(isinstance(dtype, np.dtype) for dtype in dtypes):
        return False
    numbers = all(dtype.kind in "ui" for dtype in dtypes)
    return not numbers or np.result_type(*dtypes).kind in "ui"  # some of int64 and uint64 together would become floats


def arrow_of(value: Any) -> ArrowArrayLike | ArrowStreamLike | None:  # noqa: ANN401
    """Find Arrow's data of a value, if it offers any that pyarrow can make. An index is no column of cards."""
    try:
        if is_frame(value):
            value = value.reset_index(drop=True)
            if not isinstance(value, ArrowStreamLike):
                return None
            import pyarrow

            return pyarrow.Table.from_pandas(value, preserve_index=False)  # type: ignore[no-any-return]
        if hasattr(value, "array") and hasattr(value.array, "__arrow_array__"):  # an extension array in a column
            found = value.array.__arrow_array__()
            return found if isinstance(found, (ArrowArrayLike, ArrowStreamLike)) else None
        if hasattr(value, "__arrow_array__") and not isinstance(value, (ArrowArrayLike, ArrowStreamLike)):
            found = value.__arrow_array__()
            return found if isinstance(found, (ArrowArrayLike, ArrowStreamLike)) else None
        if hasattr(value, "iloc"):  # pandas 3 would ask pyarrow too, only later
            import pyarrow

            return pyarrow.Array.from_pandas(value)  # type: ignore[no-any-return]
    except (ImportError, ValueError, TypeError):  # no pyarrow, or objects that are nothing to it
        return None
    return value if isinstance(value, (ArrowArrayLike, ArrowStreamLike)) else None


def array_capsules(column: ArrowArrayLike) -> tuple[object, object]:
    """Ask for an array and its schema, of a producer that may be wrong."""
    found: object = column.__arrow_c_array__()
    if not (isinstance(found, tuple) and len(found) == 2 and all(map(_is_capsule, found))):
        raise FormatError(f"expected two capsules from __arrow_c_array__, got {quoted(found)}")
    return found


def stream_capsule(column: ArrowStreamLike) -> object:
    """Ask for a stream, of a producer that may be wrong."""
    if not _is_capsule(found := column.__arrow_c_stream__()):
        raise FormatError(f"expected a capsule from __arrow_c_stream__, got {quoted(found)}")
    return found


def _is_capsule(value: object) -> bool:
    return type(value).__name__ == "PyCapsule"


def objects_of(value: Any) -> NDArray[np.generic]:  # noqa: ANN401
    """The values of a column or frame one by one."""
    return np.asarray(value, dtype=object)
