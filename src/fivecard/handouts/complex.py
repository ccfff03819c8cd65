"""The complex numbers of handout F.

>>> z, x = Complex(5, -8), Complex(3, 7)
>>> print(z + x, z - 4, 4 / z, z ^ 2, sep=", ")
8 - 1i, 1 - 8i, 0.224719 + 0.359551i, -39 - 80i
>>> print(Complex.parse("2 -7"), abs(complex(Complex(3, 4))))
2 - 7i 5.0
"""

from math import frexp, sqrt
from typing import TypeAlias, TypeGuard, Union

from fivecard.errors import FivecardError, expect, quoted

Number: TypeAlias = Union["Complex", complex, float, int]
"""What takes part in arithmetic beside a `Complex`."""


class ComplexError(FivecardError):
    """Something is not a complex number, or not an exponent for one."""


class DivisionError(ComplexError, ZeroDivisionError):
    """A complex number was to be divided by zero."""


class Complex:
    """A complex number: two parts that can be read and set. Arithmetic gives new numbers and leaves the old alone."""

    __slots__ = ("_imag", "_real")

    def __init__(self, real: float = 0.0, imag: float = 0.0) -> None:
        self.set(real, imag)

    def set(self, real: float, imag: float) -> None:
        """Set both parts."""
        self._real, self._imag = _part(real), _part(imag)

    def __reduce__(self) -> tuple[type["Complex"], tuple[float, float]]:
        return type(self), (self._real, self._imag)

    @property
    def real(self) -> float:
        """The real part."""
        return self._real

    @real.setter
    def real(self, part: float) -> None:
        self._real = _part(part)

    @property
    def imag(self) -> float:
        """The imaginary part: the number before the i."""
        return self._imag

    @imag.setter
    def imag(self, part: float) -> None:
        self._imag = _part(part)

    @classmethod
    def of(cls, value: Number) -> "Complex":
        """Make one of any number, Python's `complex` included.

        >>> Complex.of(1 + 2j)
        Complex(1.0, 2.0)
        """
        if isinstance(value, Complex | complex):
            return cls(value.real, value.imag)
        return cls(value)

    @classmethod
    def parse(cls, text: str) -> "Complex":
        """Read the real and the imaginary part, with a space between them."""
        expect(text, str, "two numbers as text", ComplexError)
        words = text.split()
        if len(words) != 2:
            raise ComplexError(f"expected two numbers with a space between them, got {quoted(text)}")
        return cls(*(_read(word) for word in words))

    def mod(self) -> float:
        """The modulus: the distance from 0.

        >>> Complex(3, 4).mod()
        5.0
        """
        return sqrt(self.real * self.real + self.imag * self.imag)

    def __complex__(self) -> complex:
        return complex(self.real, self.imag)

    def __repr__(self) -> str:
        return f"Complex({self.real!r}, {self.imag!r})"

    def __str__(self) -> str:
        """Write it with six significant digits, as C++ does: `3 + 7i`, `8 - 1i`, `-4`, `2i`, `0`."""
        if self.imag == 0:
            return f"{self.real + 0.0:g}"  # no negative zero
        if self.real == 0:
            return f"{self.imag:g}i"
        return f"{self.real:g} {'-' if self.imag < 0 else '+'} {abs(self.imag):g}i"

    def __eq__(self, other: object) -> bool:
        if not _is_number(other):
            return NotImplemented
        return self.real == other.real and self.imag == other.imag

    __hash__ = None  # type: ignore[assignment]  # its parts can be set, so it cannot be a key

    def __pos__(self) -> "Complex":
        return Complex(self.real, self.imag)

    def __neg__(self) -> "Complex":
        return Complex(-self.real, -self.imag)

    def __add__(self, other: Number) -> "Complex":
        if not _is_number(other):
            return NotImplemented
        value = Complex.of(other)
        return Complex(self.real + value.real, self.imag + value.imag)

    __radd__ = __add__

    def __sub__(self, other: Number) -> "Complex":
        if not _is_number(other):
            return NotImplemented
        value = Complex.of(other)
        return Complex(self.real - value.real, self.imag - value.imag)

    def __rsub__(self, other: Number) -> "Complex":
        return Complex.of(other) - self if _is_number(other) else NotImplemented

    def __mul__(self, other: Number) -> "Complex":
        if not _is_number(other):
            return NotImplemented
        value = Complex.of(other)
        real = self.real * value.real - self.imag * value.imag
        return Complex(real, self.imag * value.real + self.real * value.imag)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> "Complex":
        if not _is_number(other):
            return NotImplemented
        value = Complex.of(other)
        if value == 0:
            raise DivisionError(f"{self} cannot be divided by {value}")
        square = value.real * value.real + value.imag * value.imag
        if not 1e-290 < square < 1e290:  # its parts can be divided by, though their squares cannot
            scale = 2.0 ** -frexp(max(abs(value.real), abs(value.imag)))[1]
            return (self * scale) / (value * scale)
        real = (self.real * value.real + self.imag * value.imag) / square
        return Complex(real, (self.imag * value.real - self.real * value.imag) / square)

    def __rtruediv__(self, other: Number) -> "Complex":
        return Complex.of(other) / self if _is_number(other) else NotImplemented

    def __pow__(self, exponent: int) -> "Complex":
        """Multiply it by itself; a negative exponent divides 1 by the product. The exponent is a whole number.

        >>> print(Complex(0, 2) ** -2)
        -0.25
        """
        if isinstance(exponent, bool) or not isinstance(exponent, int):
            raise ComplexError(f"an exponent is a whole number, not {quoted(exponent)}")
        if exponent < 0:
            if self == 0:
                raise DivisionError(f"0 has no power {exponent}: that would divide by 0")
            return 1 / self**-exponent
        power = Complex(1)
        square, left = self, exponent
        while left:  # by squaring: as many products as the exponent has digits
            if left & 1:
                power = power * square
            left >>= 1
            if left:
                square = square * square
        return power

    __xor__ = __pow__


def _part(value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ComplexError(f"a part of a complex number is a real number, not {quoted(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ComplexError("a part of a complex number is at most about 1.8e308") from None


def _is_number(value: object) -> TypeGuard[Number]:
    return isinstance(value, Complex | complex | int | float) and not isinstance(value, bool)


def _read(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise ComplexError(f"{quoted(word)} is not a number") from None
