"""What can happen to the bytes of a file: a function each, of them and of chance, which gives what is left."""

import random
from collections.abc import Callable
from typing import Final

Damage = Callable[[bytes, random.Random], bytes]


def cut(data: bytes, source: random.Random) -> bytes:
    return data[: source.randrange(len(data))]


def flip(count: int) -> Damage:
    def flipped(data: bytes, source: random.Random) -> bytes:
        changed = bytearray(data)
        for _ in range(count):
            changed[source.randrange(len(data))] ^= 1 << source.randrange(8)
        return bytes(changed)

    return flipped


def flip_header(data: bytes, source: random.Random) -> bytes:
    offset = source.randrange(60)
    return data[:offset] + bytes([data[offset] ^ 1 << source.randrange(8)]) + data[offset + 1 :]


def flip_frame(data: bytes, source: random.Random) -> bytes:
    """Damage the bytes that part one text from the next."""
    offset = source.choice([offset for offset, byte in enumerate(data) if byte in b"\x1e\n"])
    return data[:offset] + bytes([data[offset] ^ 1 << source.randrange(8)]) + data[offset + 1 :]


def lose_a_sector(data: bytes, source: random.Random) -> bytes:
    offset = source.randrange(0, len(data), 512)
    lost = min(512, len(data) - offset)
    return data[:offset] + source.choice([bytes(lost), source.randbytes(lost)]) + data[offset + lost :]


def lose_a_part(data: bytes, source: random.Random) -> bytes:
    offset = source.randrange(len(data))
    return data[:offset] + data[offset + source.randrange(1, 3000) :]


def add_a_part(data: bytes, source: random.Random) -> bytes:
    offset, start = source.randrange(len(data)), source.randrange(len(data))
    return data[:offset] + data[start : start + source.randrange(1, 3000)] + data[offset:]


def repeat_the_end(data: bytes, source: random.Random) -> bytes:
    return data + data[source.randrange(len(data)) :]


DAMAGES: Final[dict[str, Damage]] = {
    "cut": cut,
    "one bit": flip(1),
    "five bits": flip(5),
    "sixty bits": flip(60),
    "first line": flip_header,
    "frames": flip_frame,
    "sector": lose_a_sector,
    "hole": lose_a_part,
    "insertion": add_a_part,
    "repeated end": repeat_the_end,
}
