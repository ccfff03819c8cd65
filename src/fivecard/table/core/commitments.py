"""A shuffle that nobody chooses, and that nobody can throw away unseen.

Before a round every browser locks a seed in a puzzle (`timelock`) and sends the puzzle. When all are there, the server
seals the deal: it shows the hash of a seed of its own, of all puzzles, of what was agreed, and of the record before
this one. From then on the deck exists, and nobody knows it. The browsers open their puzzles; those of browsers that
have gone silent are opened by squaring. After the show the server opens its seed too.

Everything that is hashed is written as parts, each with its length before it, so that no two lists of parts look the
same. Records are hashed as canonical JSON, and each names the hash of the one before: they are a chain.
"""

import hmac
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import Deal
from fivecard.table.core.timelock import PUZZLE_BYTES

SEED_BYTES: Final = 32
PROTOCOL: Final = 2
"""The number of this protocol in records."""


def encode(*parts: str | bytes) -> bytes:
    r"""Write parts one after the other, each with its length in four bytes before it.

    >>> encode("ab", b"c")
    b'\x00\x00\x00\x02ab\x00\x00\x00\x01c'
    """
    written = bytearray()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        written += len(data).to_bytes(4, "big") + data
    return bytes(written)


def lock_base(table: str, round_number: int, seat: int, puzzle: str) -> int:
    """Derive the number that is squared to open a seat's puzzle: it follows from all of these, so nobody chooses it.

    >>> hex(lock_base("table", 1, 0, "ff" * 128))[:10]
    '0x99db3c53'
    """
    message = encode("fivecard puzzle", table, str(round_number), str(seat), bytes.fromhex(puzzle))
    blocks = (sha256(message + counter.to_bytes(4, "big")).digest() for counter in range(PUZZLE_BYTES // 32 + 1))
    return int.from_bytes(b"".join(blocks), "big") % int(puzzle, 16)


def seed_of(value: int) -> bytes:
    """Hash the value of an opened puzzle: that is its seed.

    >>> seed_of(1).hex()[:8]
    '74f0b011'
    """
    return sha256(encode("fivecard seed", value.to_bytes(PUZZLE_BYTES, "big"))).digest()


def server_commitment(
    table: str, round_number: int, previous: str, agreed: str, puzzles: Mapping[int, str], seed: bytes
) -> str:
    """Seal a deal: what the server tells before the puzzles are opened.

    It covers the record before, the rules, who takes part and how long the puzzles hold.

    >>> server_commitment("table", 1, "00" * 32, "C 268435456 0:person 1:sharp", {0: "ff" * 128}, bytes(32))[:8]
    'dea906ef'
    """
    seats = [part for seat in sorted(puzzles) for part in (str(seat), bytes.fromhex(puzzles[seat]))]
    parts = encode("fivecard server", table, str(round_number), previous, agreed, *seats, seed)
    return sha256(parts).hexdigest()


def canonical(value: object) -> bytes:
    """Write numbers, texts, lists and objects in the one way that is hashed.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def record_hash(record: Mapping[str, Any]) -> str:
    """The hash by which the next record names this one; what a browser adds as its witness does not count."""
    return sha256(canonical({name: value for name, value in record.items() if name != "witness"})).hexdigest()


def first_link(table: str) -> str:
    """The hash that the first record of a table names as the one before it.

    >>> first_link("table")[:8]
    'f44bc82e'
    """
    return sha256(encode("fivecard table", table)).hexdigest()


def deal_from(table: str, round_number: int, seeds: Mapping[int, bytes], server_seed: bytes) -> Deal:
    """Shuffle a deck, and the order in which discards would come back, by all seeds together.

    >>> deal = deal_from("table", 1, {0: bytes(32)}, bytes(32))
    >>> print(*deal.deck[:5])
    Ah 3s Kd 2s 6h
    """
    seats = [part for seat in sorted(seeds) for part in (str(seat), seeds[seat])]
    words = _words(server_seed, encode("fivecard deck", table, str(round_number), *seats))
    return Deal(_shuffled(words), _shuffled(words))


def _words(key: bytes, message: bytes) -> Iterator[int]:
    """Generate numbers of 16 bits without end."""
    counter = 0
    while True:
        block = hmac.new(key, message + counter.to_bytes(4, "big"), sha256).digest()
        for offset in range(0, len(block), 2):
            yield int.from_bytes(block[offset : offset + 2], "big")
        counter += 1


def _shuffled(words: Iterator[int]) -> tuple[Card, ...]:
    """Exchange each card, from the last, with one up to it. Numbers that would favour some cards are passed over."""
    cards = list(ALL_CARDS)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        fair = 65536 - 65536 % choices
        word = next(word for word in words if word < fair)
        other = word % choices
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)
