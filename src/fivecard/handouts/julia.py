"""Julia sets as handout F draws them, pixel for pixel.

>>> picture = julia(4, Complex(-0.8, 0.156), iterations=100)
>>> [list(row) for row in picture.rows()]
[[0, 0, 0, 0], [0, 25, 36, 25], [25, 0, 0, 0], [0, 25, 36, 25]]
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import inf, isfinite, nextafter, pow, sqrt  # noqa: A004  (the C library's, as the handout has it)
from typing import Final, NamedTuple

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.errors import expect_progress, quoted
from fivecard.handouts.complex import Complex, Number
from fivecard.handouts.palettes import PictureError

VALUES: Final = (
    Complex(-0.52, 0.57), Complex(0.295, 0.55), Complex(-0.624, 0.435), Complex(0, 1), Complex(-1.25),
    Complex(0.285, 0.01), Complex(-0.70176, -0.3842), Complex(-0.835, -0.2321), Complex(-0.8, 0.156), Complex(0, -0.8),
)  # fmt: skip
"""The values of c that the handout suggests."""
LARGEST: Final = 30_000
MOST_ITERATIONS: Final = 1_000_000


class Picture(NamedTuple):
    """A picture of grey levels, from the top row down."""

    width: int
    height: int
    levels: bytes

    def rows(self) -> Iterator[bytes]:
        """Iterate over the levels, row by row."""
        for start in range(0, len(self.levels), self.width):
            yield self.levels[start : start + self.width]


def julia(
    size: int | tuple[int, int],
    c: Number,
    *,
    iterations: int = 1000,
    border: float = 0.5,
    exponent: float = 0.5,
    bailout: float = 4.0,
    zoom: float = 1.0,
    centre: Number = 0,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Picture:
    """Draw the Julia set of c: the points from which z -> z^2 + c never leaves the bailout radius are black.

    Those that leave after n steps get lighter with n, by `exponent`, and are white when n is beyond `border` times the
    iterations. The picture shows -2 to 2 in both directions, divided by `zoom`, around `centre`.

    >>> max(julia(40, -0.8 + 0.156j, iterations=50).levels)
    255
    """
    expect_progress(progress)
    width, height = size if isinstance(size, tuple) else (size, size)
    for side in (width, height):
        if not isinstance(side, int) or not 1 <= side <= LARGEST:
            raise PictureError(f"the size of a picture is from 1 to {LARGEST:,} pixels, not {quoted(side)}")
    if not isinstance(iterations, int) or not 1 <= iterations <= MOST_ITERATIONS:
        raise PictureError(f"there may be 1 to {MOST_ITERATIONS:,} iterations, not {quoted(iterations)}")
    if not bailout > 0 or not isfinite(bailout):
        raise PictureError(f"the bailout radius is above 0, not {quoted(bailout)}")
    if not zoom > 0 or not isfinite(zoom):
        raise PictureError(f"the zoom is above 0, not {quoted(zoom)}")
    value, middle = Complex.of(c), Complex.of(centre)
    if not all(map(isfinite, (value.real, value.imag, middle.real, middle.imag))):
        raise PictureError("c and the centre have finite parts")
    levels, workers = _levels(iterations, border, exponent), threads_for(threads)
    view = (width, height, value.real, value.imag, _limit(bailout), zoom, middle.real, middle.imag, levels)
    tell = progress or (lambda _: None)
    drawn = _core.julia(*view, 0, height, workers, lambda done, total: tell(done / total))
    tell(1)
    return Picture(width, height, drawn)


@lru_cache(maxsize=4)
def _levels(iterations: int, border: float, exponent: float) -> bytes:
    """The grey level for each number of steps before the escape; the last is for those that stay."""
    if not 0 <= border <= 1:
        raise PictureError(f"the border ratio is from 0 to 1, not {quoted(border)}")
    if not 0 <= exponent <= 1:
        raise PictureError(f"the colour exponent is from 0 to 1, not {quoted(exponent)}")
    levels = [255 if n > iterations * border else int(pow(n / iterations, exponent) * 255) for n in range(iterations)]
    return bytes([*levels, 0])


def _limit(bailout: float) -> float:
    """Find the least number whose square root is beyond the bailout radius."""
    square = bailout * bailout
    while sqrt(square) > bailout:
        square = nextafter(square, 0.0)
    while not sqrt(square) > bailout:
        square = nextafter(square, inf)
    return square
