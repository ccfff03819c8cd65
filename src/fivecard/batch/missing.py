"""Rows that are missing: what is masked on the way in is masked on the way out.

An array with missing rows is a `numpy.ma.MaskedArray`, which is what most libraries for data make of their nulls. What
stands under a mask is never looked at.
"""

from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)
Masked: TypeAlias = np.ma.MaskedArray[tuple[int, ...], np.dtype[Number]]
"""What `errors="null"` gives, whether something is masked or not."""


def mask_of(array: NDArray[Number]) -> NDArray[np.bool_] | None:
    """Which places of an array are missing; none at all is no mask, as of arrays that cannot have any.

    >>> mask_of(np.ma.masked_equal([5, 0], 0)), mask_of(np.array([5, 0]))
    (array([False,  True]), None)
    """
    if not isinstance(array, np.ma.MaskedArray):
        return None
    mask: NDArray[np.bool_] = np.ma.getmaskarray(array).copy()  # the caller's may change
    return mask


def with_mask(found: NDArray[Number], mask: NDArray[np.bool_] | None, fill: float) -> NDArray[Number]:
    """Mask what was found for missing places; `fill` stands there for whoever ignores the mask.

    >>> with_mask(np.array([5, 7]), np.array([False, True]), fill=-1)
    masked_array(data=[5, --],
                 mask=[False,  True],
           fill_value=-1)
    """
    if mask is None:
        return found
    found = np.asarray(found)  # one number may be no array
    found[mask] = fill
    masked: NDArray[Number] = np.ma.MaskedArray(found, mask=mask, fill_value=fill)
    return masked
