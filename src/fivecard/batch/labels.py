"""Texts of which a few stand in many rows: each is kept once, and a row has its number."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, cast, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from fivecard._util.machine import pieces
from fivecard.errors import FormatError, MissingDependencyError, install

Codes: TypeAlias = NDArray[np.int8] | NDArray[np.int16]


@dataclass(frozen=True, eq=False, repr=False)
class Labels:
    """A column of texts, dictionary-encoded: row `i` says `names[codes[i]]`. Names stand from weakest to strongest.

    This is what pandas calls a categorical, polars an enum and Arrow a dictionary. It offers Arrow's interface (pyarrow
    does the work), and is an array of Python's strings where one is asked for. Missing rows are masked in `codes`; -1
    stands under the mask, which is what pandas takes for missing.

    >>> labels = Labels(np.array([1, 0, 1], dtype=np.int8), ("high card", "one pair"))
    >>> labels[2], list(labels)
    ('one pair', ['one pair', 'high card', 'one pair'])
    >>> labels
    <Labels: 3 rows of 2 names, 'one pair', 'high card', 'one pair'>
    >>> np.asarray(labels) == "one pair"
    array([ True, False,  True])
    """

    codes: Codes
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, row: int) -> str | None: ...

    @overload
    def __getitem__(self, row: slice | list[int] | NDArray[np.bool_]) -> "Labels": ...

    def __getitem__(self, row: Any) -> "str | Labels | None":
        codes = cast("Codes", self.codes[row])
        if codes.ndim:  # several rows, or one of an array of rows
            return Labels(codes, self.names)
        code = int(np.asarray(self.codes)[row])
        return self.names[code] if code >= 0 else None

    def __iter__(self) -> Iterator[str | None]:
        return iter(self.tolist())

    def __repr__(self) -> str:
        codes = np.asarray(self.codes)
        few = [repr(text) for text in Labels(cast("Codes", codes.reshape(-1)[:3]), self.names)]
        dots = ["..."] if codes.size > len(few) else []
        rows = f"{len(codes)} rows" if codes.ndim == 1 else f"{list(codes.shape)}"
        return f"<Labels: {', '.join([f'{rows} of {len(self.names)} names', *few, *dots])}>"

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[np.object_]:
        if copy is False:
            raise ValueError("texts that are kept once cannot be an array without a copy")
        texts = np.array([*self.names, None], dtype=object)
        found: NDArray[np.object_] = np.asarray(texts[np.asarray(self.codes)], dtype=object)  # -1: the last
        return found if dtype is None else found.astype(dtype)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        if self.codes.ndim != 1:
            raise FormatError(f"a column has one dimension, these labels have {self.codes.ndim}")
        try:
            import pyarrow as pa
        except ImportError:
            raise MissingDependencyError(f"giving Arrow data needs pyarrow: {install('data')}") from None
        mask = np.ma.getmaskarray(self.codes) if isinstance(self.codes, np.ma.MaskedArray) else None
        codes, names = pa.array(np.asarray(self.codes), mask=mask), pa.array(self.names)
        dictionary = pa.DictionaryArray.from_arrays(codes, names, ordered=True)
        return dictionary.__arrow_c_array__(requested_schema)  # type: ignore[no-any-return]

    def tolist(self) -> list[str | None]:
        """Write the texts out, row by row; `None` where one is missing."""
        if self.codes.ndim != 1:
            return self.__array__().tolist()  # type: ignore[no-any-return]
        codes, texts = np.asarray(self.codes), list[str | None]()
        for piece in pieces(len(codes)):
            texts += Labels(cast("Codes", codes[piece]), self.names).__array__().tolist()
        return texts
