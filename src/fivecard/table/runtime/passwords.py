"""Passwords of tables: never kept, but what they are recognized by, which takes long to try."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from hashlib import scrypt
from hmac import compare_digest
from typing import Final

_SALT_BYTES: Final = 16
_BLOCKS, _SIZE, _LANES = 2**14, 8, 1
"""The cost of scrypt (RFC 7914): 16 MiB, and some 50 ms."""
_THREADS: Final = ThreadPoolExecutor(2, "fivecard-password")
"""So few that strangers who guess take no more of the machine."""


async def hashed(password: str) -> str:
    """What a password is recognized by, as text: with a salt, so that nobody sees where it is used again."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"scrypt {salt.hex()} {await _hash(password, salt)}"


async def matches(password: str, kept: str) -> bool:
    """Whether it is the password."""
    _, salt, wanted = kept.split()
    return compare_digest(await _hash(password, bytes.fromhex(salt)), wanted)


async def _hash(password: str, salt: bytes) -> str:
    return await asyncio.get_running_loop().run_in_executor(_THREADS, _scrypt, password, salt)


def _scrypt(password: str, salt: bytes) -> str:
    return scrypt(password.encode("utf-8", "surrogatepass"), salt=salt, n=_BLOCKS, r=_SIZE, p=_LANES).hex()
