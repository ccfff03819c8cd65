r"""How the log is written: JSON texts one after the other (RFC 7464), each of which can be found and proven alone.

An entry is what one command did at one table: `\x1e["checksum","table",number,[event, ...]]\n`. The number is that of
its first event within the table; the checksum covers the rest of the entry and the checksum of the table's entry before
it. A finished round is a text of its own, `\x1e["checksum","table",{"round": ...}]\n`, before the entry that finishes
it; that entry has the round's number and checksum too, so that no other text can stand for it.

The byte \x1e and the end of a line appear nowhere else: whatever is damaged, the next \x1e begins something new.
"""

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import BinaryIO, Final, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import Decoder

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record
from fivecard.table.core.events import Closed, encode

VERSION: Final = 2
_BEGINNING: Final = b"\x1e"
_LINE: Final = re.compile(rb'\["([0-9a-f]{32})",("([\w-]{1,64})",(.*))\]')
_HEADER: Final = re.compile(rb'\["([0-9a-f]{32})",("fivecard log",(\d{1,9}))\]')
_NAME: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
_BLOCK: Final = 1 << 22


class Line(NamedTuple):
    """A text that looks like an entry or a finished round; whether it is one, its checksum says."""

    start: int
    size: int
    table: str
    checksum: bytes
    covered: bytes
    """What the checksum is of, beside the checksum before it."""
    content: bytes


class _Content(Struct, array_like=True):
    """What an entry holds; its events are read when their table is."""

    number: int
    events: list[Raw]
    finished: int | None = None
    round_checksum: str = ""


class _Kind(Struct):
    kind: str


_content: Final = Decoder(_Content).decode
_kind: Final = Decoder(_Kind).decode
_CLOSED: Final = _kind(encode(Closed())).kind


class Damage(NamedTuple):
    """Bytes that are nothing whole."""

    start: int
    size: int


class Extent(NamedTuple):
    """Where a finished round is, and the checksum that it must have."""

    start: int
    size: int
    checksum: bytes


def read_lines(file: BinaryIO, name: str) -> Iterator[Line | Damage]:
    """Read everything that a log has, damaged or not, without ever having all of it in memory."""
    start = 0
    for piece in _pieces(file):
        text, end, rest = piece.partition(b"\n")
        if not start:  # what is before the first beginning
            rest = piece
        elif end and (found := _LINE.fullmatch(text)):
            yield Line(start - 1, len(text) + 2, found[3].decode(), found[1], found[2], found[4])
        elif not (end and (found := _HEADER.fullmatch(text)) and _checksum(b"", found[2]) == found[1]):
            rest = piece
        elif int(found[3]) != VERSION:
            raise FivecardError(f"{name} was written by another version of fivecard ({int(found[3])})")
        if rest:
            yield Damage(start + len(piece) - len(rest), len(rest))
        start += len(piece) + 1


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Part a file at every beginning."""
    rest = b""
    while block := file.read(_BLOCK):
        *pieces, rest = (rest + block).split(_BEGINNING)
        yield from pieces
    yield rest


def begins_like_a_log(data: bytes) -> bool:
    """Whether a file without a single whole line was a log all the same: it is cut off, or damaged a little."""
    common = min(len(data), len(HEADER))
    return sum(one == other for one, other in zip(data, HEADER, strict=False)) > 0.9 * common


class Tip(NamedTuple):
    """Where a table's chain ends: all that the next entry must know."""

    events: int = 0
    checksum: bytes = b""


class Entry(NamedTuple):
    """An entry as it is to be written, with the round that it finishes before it."""

    table: str
    data: bytes
    tip: Tip
    """Where the chain ends after it."""
    finished: int | None
    """The number of the finished round."""
    round_size: int
    round_checksum: bytes
    closed: bool


def compose(table: str, tip: Tip, events: Sequence[Event], record: Record | None) -> Entry:
    """Write what one command did as bytes, to follow an entry of the same table."""
    if not tip.events and not _NAME.fullmatch(table):
        raise FivecardError(f"{table!r} is no name for a table: it has letters, digits, - and _ only")
    finished, round_line, round_checksum, naming, name = None, b"", b"", b"", table.encode()
    if record is not None:
        finished = int(record["round"])
        round_line, round_checksum = _line(b"", b'"%b",%b' % (name, encode(record)))
        naming = b',%d,"%b"' % (finished, round_checksum)
    line, checksum = _line(tip.checksum, b'"%b",%d,%b%b' % (name, tip.events + 1, encode(events), naming))
    after = Tip(tip.events + len(events), checksum)
    closed = isinstance(events[-1], Closed)
    return Entry(table, round_line + line, after, finished, len(round_line), round_checksum, closed)


class Chain:
    """One table in the log: how far it goes, and where it is. Every table stands on its own."""

    def __init__(self) -> None:
        self.tip = Tip()
        self.closed = False
        self.broken = False
        """Whether an entry was found after the last whole one that does not follow it: one is missing or damaged."""
        self.rounds: dict[int, Extent | None] = {}
        """The finished rounds; None for one that is missing or damaged."""
        self._extents = array("Q")
        self._found: Extent | None = None

    def take(self, line: Line) -> list[Raw] | None:
        """Go on by a line, if it is whole and the next one; gives its events, or None for a damaged round."""
        if line.content.startswith(b"{"):
            if _checksum(b"", line.covered) != line.checksum:
                return None
            self._found = Extent(line.start, line.size, line.checksum)
            return []
        if _checksum(self.tip.checksum, line.covered) != line.checksum:
            self.broken = True
            return []
        content = _content(b"[%b]" % line.content)
        if content.finished is not None:
            found = self._found if self._found and self._found.checksum == content.round_checksum.encode() else None
            self._finish(content.finished, found)
        self._go_on(line.start, line.size, Tip(self.tip.events + len(content.events), line.checksum))
        self.closed = _kind(content.events[-1]).kind == _CLOSED
        return content.events

    def add(self, entry: Entry, start: int) -> None:
        """Go on by an entry that was written."""
        if entry.finished is not None:
            self._finish(entry.finished, Extent(start, entry.round_size, entry.round_checksum))
        self._go_on(start + entry.round_size, len(entry.data) - entry.round_size, entry.tip)
        self.closed = entry.closed

    def _finish(self, number: int, found: Extent | None) -> None:
        self.rounds[number] = found
        if found:
            self._extents.extend((found.start, found.size))

    def _go_on(self, start: int, size: int, tip: Tip) -> None:
        self._extents.extend((start, size))
        self.tip, self.broken = tip, False

    def move(self, starts: Mapping[int, int]) -> None:
        """Be in another file, where everything has another start."""
        for index in range(0, len(self._extents), 2):
            self._extents[index] = starts[self._extents[index]]
        for number, extent in self.rounds.items():
            if extent:
                self.rounds[number] = extent._replace(start=starts[extent.start])
        self._found, self.broken = None, False

    def lost_rounds(self) -> list[int]:
        """List the numbers of the finished rounds that are missing or damaged."""
        return [number for number, extent in self.rounds.items() if extent is None]

    def extents(self) -> list[tuple[int, int]]:
        """List start and size of every entry and finished round, in the order in which they are to be read."""
        return list(zip(self._extents[::2], self._extents[1::2], strict=True))


def round_text(data: bytes, checksum: bytes) -> str | None:
    """Extract a finished round from its line, as JSON; None if it is not what was written."""
    found = _LINE.fullmatch(data[1:-1])
    whole = found and found[1] == checksum == _checksum(b"", found[2])
    return found[4].decode() if found and whole else None


def _line(before: bytes, covered: bytes) -> tuple[bytes, bytes]:
    checksum = _checksum(before, covered)
    return b'\x1e["%b",%b]\n' % (checksum, covered), checksum


def _checksum(before: bytes, covered: bytes) -> bytes:
    return blake2b(before + covered, digest_size=16).hexdigest().encode()


HEADER: Final = _line(b"", b'"fivecard log",%d' % VERSION)[0]
