"""A shuffle that nobody chooses, and that nobody can throw away unseen.

With the end of each hand the server commits to its seed for the next one. Sitting down commits a browser to a nonce;
being ready opens it, and commits to another for the hand after. The deck is what follows from the server's seed and
the nonces of all who are ready: when the last of them is, it is dealt. Nobody can change what nobody has seen the
whole of, nothing is to be opened afterwards, and no honest server ever has a deal that it does not play.

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

NONCE_BYTES: Final = 32
PROTOCOL: Final = 1
"""The number of this protocol in records."""
ADDED: Final = frozenset({"witness", "showed"})
"""What is added to records after their hands."""


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


def nonce_commitment(table: str, nonce: str) -> str:
    """The hash by which a browser commits to a nonce, which it opens with being ready.

    >>> nonce_commitment("table", "ff" * 32)[:8]
    'b9d0d4e3'
    """
    return sha256(encode("fivecard nonce", table, bytes.fromhex(nonce))).hexdigest()


def server_seed(secret: bytes, round_number: int) -> bytes:
    """The server's seed for a hand, from the secret of its table: there is always one for the hand to come.

    >>> server_seed(bytes(32), 1).hex()[:8]
    '6da0386d'
    """
    return hmac.new(secret, encode("fivecard seed", str(round_number)), sha256).digest()


def server_commitment(table: str, round_number: int, seed: bytes) -> str:
    """The hash by which the server commits to its seed for a hand, before anybody is ready for it.

    >>> server_commitment("table", 1, bytes(32))[:8]
    '3547bd1e'
    """
    return sha256(encode("fivecard server", table, str(round_number), seed)).hexdigest()


def canonical(value: object) -> bytes:
    """Write numbers, texts, lists and objects in the one way that is hashed.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def record_hash(record: Mapping[str, Any]) -> str:
    """The hash by which the next record names this one.

    What is added later does not count: what a browser kept as its witness, and cards that were shown after the hand.
    """
    return sha256(canonical({name: value for name, value in record.items() if name not in ADDED})).hexdigest()


def first_link(table: str) -> str:
    """The hash that the first record of a table names as the one before it.

    >>> first_link("table")[:8]
    'f44bc82e'
    """
    return sha256(encode("fivecard table", table)).hexdigest()


def deal_from(table: str, round_number: int, nonces: Mapping[int, str], seed: bytes) -> Deal:
    """Shuffle a deck, and the order in which discards would come back, by the server's seed and the nonces of seats.

    >>> deal = deal_from("table", 1, {0: "00" * 32}, bytes(32))
    >>> print(*deal.deck[:5])
    Ah 3s Kd 2s 6h
    """
    seats = [part for seat in sorted(nonces) for part in (str(seat), bytes.fromhex(nonces[seat]))]
    words = _words(seed, encode("fivecard deck", table, str(round_number), *seats))
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
