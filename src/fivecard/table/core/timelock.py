"""A seed under a time-lock: its owner opens it at once, anybody else by squaring for a while, and nobody can change it.

The lock is that of Rivest, Shamir and Wagner (1996). The puzzle is the product of two primes that only its maker knows;
the value is a base that nobody chose, squared many times modulo the puzzle. There is one value, whoever finds it and
however: who knows the factors takes a short cut, and all others can only square, one time after the other.
"""

import secrets
from collections.abc import Iterator
from typing import Final

from fivecard import _core
from fivecard.errors import FivecardError

SQUARINGS: Final = 1 << 28
"""How often a base is squared: a good minute of one core, and 6.8 s of the fastest hardware that we found published
(25.2 ns a squaring), which is more than `SEALED_WITHIN`. Browsers and `fivecard verify` object to fewer."""
SEALED_WITHIN: Final = 4.0
"""Seconds from a browser's puzzle to the seal after which it says that somebody may have had the time to look."""
PUZZLE_BYTES: Final = 128
FACTOR_BYTES: Final = 64
_STEP: Final = 1 << 19
_WITNESSES: Final = 5
_SMALL_PRIMES: Final = tuple(n for n in range(3, 1000, 2) if all(n % d for d in range(3, int(n**0.5) + 1, 2)))


class LockError(FivecardError):
    """What does not open a time-lock."""


def is_prime(number: int) -> bool:
    """Whether an odd number of 512 bits is prime, but for a chance that nobody will ever see (Miller and Rabin).

    >>> is_prime(2**511 + 111), is_prime(2**511 + 113)
    (True, False)
    """
    if any(number % small == 0 for small in _SMALL_PRIMES):
        return False
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for _ in range(_WITNESSES):
        [power] = _powers(2 + secrets.randbelow(number - 3), [odd], number)
        if power in {1, number - 1}:
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def make_factors() -> tuple[int, int]:
    """Make the two secret primes of a new puzzle."""

    def prime() -> int:
        while True:
            candidate = secrets.randbits(8 * FACTOR_BYTES) | 0b11 << (8 * FACTOR_BYTES - 2) | 1
            if is_prime(candidate):
                return candidate

    first, second = prime(), prime()
    return (first, second) if first != second else make_factors()


def puzzle_of(factors: tuple[int, int]) -> str:
    """Multiply two primes into a puzzle, as it is sent."""
    return f"{factors[0] * factors[1]:0{2 * PUZZLE_BYTES}x}"


def value_by_factor(base: int, puzzle: str, factor: int, squarings: int) -> int:
    """Open a lock by one factor of its puzzle.

    What is not the factor of two is refused. Whether the factors are prime need not be known: modulo each of them the
    power of the base to one less than it is 1, so the exponent 2 ** squarings may be reduced by that, and the value is
    the one that squaring gives.
    """
    number = int(puzzle, 16)
    if not 1 < factor < number or number % factor:
        raise LockError("that is no factor of the puzzle")
    factors = factor, number // factor
    if any(each.bit_length() != 8 * FACTOR_BYTES for each in factors):
        raise LockError(f"the factors of a puzzle have {8 * FACTOR_BYTES} bits")
    parts = []
    for each in factors:
        one, part = _powers(base % each, [each - 1, pow(2, squarings, each - 1)], each)
        if one != 1:
            raise LockError("the factors of the puzzle are not prime")
        parts.append(part)
    try:
        inverse = pow(factors[1], -1, factors[0])
    except ValueError:
        raise LockError("the factors of the puzzle are the same") from None
    return parts[1] + factors[1] * ((parts[0] - parts[1]) * inverse % factors[0])


def squared(base: int, puzzle: str, squarings: int) -> int:
    """Square a base so many times modulo a puzzle; other threads go on meanwhile.

    >>> squared(3, "ff" * 128, 5) == pow(3, 2**5, 2**1024 - 1)
    True
    """
    value = _core.squarings(base.to_bytes(PUZZLE_BYTES, "big"), bytes.fromhex(puzzle), squarings)
    return int.from_bytes(value, "big")


def steps(squarings: int) -> Iterator[int]:
    """Part the squarings of a lock into steps of a fraction of a second, so that one can stop between them.

    >>> sum(steps(2**20 + 1)) == 2**20 + 1
    True
    """
    for done in range(0, squarings, _STEP):
        yield min(_STEP, squarings - done)


def _powers(base: int, exponents: list[int], modulus: int) -> list[int]:
    first, last, *between = (number.to_bytes(FACTOR_BYTES, "big") for number in (base, modulus, *exponents))
    return [int.from_bytes(power, "big") for power in _core.powers(first, between, last)]
