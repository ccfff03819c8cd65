"""Time-locks: one value in each puzzle, whoever opens it and however."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivecard import _core  # noqa: TID251  (called with nonsense)
from fivecard.errors import ArgumentError
from fivecard.table.core.commitments import lock_base
from fivecard.table.core.timelock import LockError, is_prime, puzzle_of, squared, value_by_factor
from tests.table.tables import FACTORS

pytestmark = pytest.mark.sanitized


def test_squaring_is_what_python_calls_power() -> None:
    source = random.Random(1)
    for count in (0, 1, 2, 3, 17, 1000):
        modulus = source.getrandbits(1024) | 1 << 1023 | 1
        for base in (0, 1, modulus - 1, source.randrange(modulus), (1 << 1024) - 1):
            assert squared(base, f"{modulus:x}", count) == pow(base, 1 << count, modulus)


def test_squaring_carries_through_words_of_ones() -> None:
    for modulus in ((1 << 1024) - 1, (1 << 1023) + 1, (1 << 1024) - (1 << 64) + 1, (1 << 1024) - (1 << 960) + 1):
        for base in (modulus - 1, modulus - 2, (1 << 1023) - 1, (1 << 1024) - (1 << 512)):
            assert squared(base, f"{modulus:0256x}", 9) == pow(base, 1 << 9, modulus)


@given(st.integers(0, (1 << 512) - 1), st.integers(0, (1 << 512) - 1), st.integers(1 << 510, (1 << 511) - 1))
@settings(deadline=None)
def test_native_powers_are_those_of_python(base: int, exponent: int, half: int) -> None:
    modulus = half * 2 + 1 | 1 << 511
    first, *exponents, last = (number.to_bytes(64, "big") for number in (base, exponent, 0, half, modulus))
    found = [int.from_bytes(power, "big") for power in _core.powers(first, exponents, last)]
    assert found == [pow(base, each, modulus) for each in (exponent, 0, half)]


@pytest.mark.parametrize(
    ("base", "modulus", "message"),
    [
        (b"", b"\xff" * 128, "the base has 128 bytes, not 0"),
        (bytes(129), b"\xff" * 128, "the base has 128 bytes, not 129"),
        (bytes(128), b"\xff" * 64, "the modulus has 128 bytes, not 64"),
        (bytes(128), bytes(128), "the modulus is odd and its highest bit is set"),
        (bytes(128), b"\x7f" + b"\xff" * 127, "the modulus is odd and its highest bit is set"),
        (bytes(128), b"\xff" * 127 + b"\xfe", "the modulus is odd and its highest bit is set"),
    ],
)
def test_squaring_nonsense_is_refused(base: bytes, modulus: bytes, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        _core.squarings(base, modulus, 1)
    for wrong in (-1, 1 << 64, "1", None):
        with pytest.raises(TypeError):
            _core.squarings(bytes(128), b"\xff" * 128, wrong)  # type: ignore[arg-type]


def test_the_owner_and_anybody_who_squares_find_the_same_value() -> None:
    for seat, factors in enumerate(FACTORS):
        puzzle = puzzle_of(factors)
        base = lock_base("table", 3, seat, puzzle)
        value = squared(base, puzzle, 777)
        assert [value_by_factor(base, puzzle, factor, 777) for factor in factors] == [value, value]


def test_factors_are_different_primes_that_make_a_puzzle() -> None:
    for factors in FACTORS:
        assert factors[0] != factors[1]
        for prime in factors:
            assert prime.bit_length() == 512
            assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7))
        assert (len(puzzle_of(factors)), int(puzzle_of(factors), 16) >> 1023) == (256, 1)
    assert len({prime for factors in FACTORS for prime in factors}) == 2 * len(FACTORS)


def test_products_are_not_prime() -> None:
    assert is_prime((1 << 511) + 111)
    for number in (*two_by_two(), (1 << 512) - 1, 3 * ((1 << 510) | 1), (1 << 511) + 113):
        assert not is_prime(number)


def two_by_two() -> tuple[int, int]:
    """Two factors of a puzzle that are products themselves."""
    source = random.Random(5)

    def prime() -> int:
        while True:
            number = source.getrandbits(256) | 0b11 << 254 | 1
            if all(pow(base, number - 1, number) == 1 for base in (2, 3, 5)):
                return number

    return prime() * prime(), prime() * prime()


def test_what_is_not_the_secret_of_a_puzzle_does_not_open_it() -> None:
    puzzle = puzzle_of(FACTORS[0])
    base, number = lock_base("table", 1, 0, puzzle), int(puzzle, 16)
    for wrong in (0, 1, number, number - 1, -FACTORS[0][0], FACTORS[1][0], FACTORS[0][0] * 2, 3):
        with pytest.raises(LockError, match="that is no factor of the puzzle"):
            value_by_factor(base, puzzle, wrong, 100)
    composite = two_by_two()
    for factor in composite:  # else it could be opened in two ways, and one could choose
        puzzle = puzzle_of(composite)
        with pytest.raises(LockError, match="not prime"):
            value_by_factor(lock_base("table", 1, 0, puzzle), puzzle, factor, 100)
    same = FACTORS[0][0], FACTORS[0][0]
    with pytest.raises(LockError):
        value_by_factor(base, puzzle_of(same), same[0], 100)
    with pytest.raises(LockError, match="512 bits"):
        value_by_factor(base, f"{3 * (1 << 1022 | 1):x}", 3, 100)


def test_a_puzzle_means_something_else_at_every_seat_in_every_round() -> None:
    puzzle = puzzle_of(FACTORS[0])
    places = [("table", 1, 0), ("table", 1, 1), ("table", 2, 0), ("other", 1, 0)]
    assert len({lock_base(*place, puzzle) for place in places}) == len(places)
    assert len({lock_base("table", 1, 0, puzzle_of(factors)) for factors in FACTORS}) == len(FACTORS)
