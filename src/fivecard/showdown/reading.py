"""Texts of many rows, read piece by piece: each ends with a whole row, and reading goes on while it is settled."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import RawIOBase
from stat import S_ISREG
from typing import Final, NamedTuple, Protocol, TypeAlias

from fivecard import _core
from fivecard.errors import FivecardError, FormatError, HandError

_LONGEST_ROW: Final = 1 << 26
_LONGEST_FIRST_ROW: Final = 1 << 20
_CHUNK: Final = 1 << 20  # bytes read at a time: they are still in the cache when they are looked at
_BLANK: Final = b" \t\r\n"
_MARK: Final = b"\xef\xbb\xbf"  # that Windows puts before UTF-8
_PAUSE: Final = 2  # milliseconds without a byte, after which a pipe is slow
_SLICE: Final = 100  # milliseconds


class Source(Protocol):
    """Something to read from: any binary file or pipe."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Fill a buffer as far as possible; 0 at the end."""

    def fileno(self) -> int:
        """The descriptor of the open file."""


Columns: TypeAlias = list[tuple[memoryview, memoryview]]
"""Columns of texts as Arrow has them: the offsets of the rows, as int64, and the data."""


class Piece(NamedTuple):
    """Some rows of a text or of columns; without either, the news that there are none now."""

    text: memoryview | Columns | None
    rows: int
    """How many, where they are counted."""
    pauses: bool
    """Whether the next piece has to be waited for."""
    buffer: bytearray | None = None
    """What is filled again when the piece has been settled."""


_UNPACK: Final = "compressed by {}: unpack it first, or give it through a pipe (a table with --input-format): {} FILE"
NO_TEXTS: Final = {
    b"\x1f\x8b": _UNPACK.format("gzip", "gunzip -c"),
    b"BZh": _UNPACK.format("bzip2", "bunzip2 -c"),
    b"\xfd7zXZ": _UNPACK.format("xz", "xz -dc"),
    b"\x28\xb5\x2f\xfd": _UNPACK.format("zstd", "zstd -dc"),
    b"PK\x03\x04": _UNPACK.format("zip", "unzip -p"),
    b"PAR1": "Parquet, which is not read as text: its format is 'parquet'",
    b"\xff\xfe": "UTF-16: save it as UTF-8",
    b"\xfe\xff": "UTF-16: save it as UTF-8",
}
"""How files begin that are no text, and what they are."""


class RowTooLongError(HandError):
    """A row for which there is no room; it is told with its number by whoever knows that."""


class Rows:
    """The rows of a text, which may come slowly.

    What follows the last row with something on it goes to the beginning of the next piece: the row that the end of a
    buffer cuts off, and blank lines, which are bad rows only if others come after them.
    """

    def __init__(self, source: Source, *, quoted: bool = False, counted: bool = False) -> None:
        self.read = 0
        """How many bytes have been read."""
        self._reader = _Reader(source)
        self._quoted = quoted
        self._counted = counted
        self._buffer = bytearray(_CHUNK)
        self._filled = 0
        self._spare: list[bytearray] = []

    def first(self, *, take: bool) -> bytes:
        """The first row, which is taken away if that is wanted; nothing if there are no rows."""
        while True:
            with memoryview(self._buffer) as view:
                end = _core.whole_rows(view[: self._filled], self._quoted)[2]
            if not end and self._filled >= _LONGEST_FIRST_ROW:
                raise FormatError(f"the first row is longer than {_LONGEST_FIRST_ROW >> 20} MiB")
            if not end and self._filled == len(self._buffer):
                self._grow()
            if end or not self._fill():
                break
        end = end or self._filled
        row = bytes(self._buffer[:end])
        if take:
            self._buffer[: self._filled - end] = self._buffer[end : self._filled]
            self._filled -= end
        return row

    def give_back(self, piece: Piece) -> None:
        """Let the memory of a piece be used again."""
        if piece.buffer is not None:
            self._spare.append(piece.buffer)

    def __iter__(self) -> Iterator[Piece]:
        seen = 0  # bytes of the buffer in which no row ends
        more = self._filled > 0 or self._fill()
        while more:
            end, rows = self._end_of_rows(seen)
            if end:
                buffer, kept = self._buffer, self._filled - end
                size = len(buffer)
                following = self._spare.pop() if self._spare and len(self._spare[-1]) == size else bytearray(size)
                following[:kept] = memoryview(buffer)[end : self._filled]
                self._buffer, self._filled = following, kept
                yield Piece(memoryview(buffer)[:end], rows, not self._reader.has_more(), buffer)
            else:
                if self._filled == len(self._buffer):
                    self._grow()
                yield Piece(None, 0, not self._reader.has_more())
            seen = self._filled
            more = self._fill()
        rest = bytes(memoryview(self._buffer)[: self._filled]).rstrip(_BLANK)
        if rest:
            end = self._buffer.find(b"\n", len(rest), self._filled) + 1 or self._filled
            yield Piece(memoryview(self._buffer)[:end], 0, True)

    def _fill(self) -> bool:
        """Read on; False at the end."""
        count = self._reader.read(memoryview(self._buffer)[self._filled :])
        self.read += count
        self._filled += count
        if self.read == self._filled:
            self._refuse_what_is_no_text()
        if self.read == self._filled and self._buffer.startswith(_MARK):  # all that came so far is still there
            del self._buffer[: len(_MARK)]
            self._buffer += bytes(len(_MARK))
            self._filled -= len(_MARK)
        return count > 0

    def _refuse_what_is_no_text(self) -> None:
        for begins, what in NO_TEXTS.items():
            if self._buffer.startswith(begins):
                raise FormatError(f"this is {what}")

    def _grow(self) -> None:
        if self._filled >= _LONGEST_ROW:
            blank = b"\n" in self._buffer and not self._buffer.strip(_BLANK)
            what = "the first of blank lines of more than" if blank else "longer than"
            raise RowTooLongError(f"{what} {_LONGEST_ROW >> 20} MiB")
        self._buffer += bytes(len(self._buffer))

    def _end_of_rows(self, seen: int) -> tuple[int, int]:
        """Find the end of the last whole row with something on it, and count the rows up to there."""
        buffer = self._buffer
        rows = 0
        if self._quoted:
            with memoryview(buffer) as view:
                rows, last, _ = _core.whole_rows(view[: self._filled], True)
        else:
            last = buffer.rfind(b"\n", seen, self._filled) + 1
        end = _without_blank_lines(buffer, last)
        if self._quoted:
            rows -= buffer.count(b"\n", end, last)
        elif self._counted:
            with memoryview(buffer) as view:
                rows, _, _ = _core.whole_rows(view[:end], False)
        return end, rows


def _without_blank_lines(buffer: bytearray, end: int) -> int:
    for step in (64, end):  # one look at the last line is enough, unless it is blank
        first = max(end - step, 0)
        if there := len(bytes(memoryview(buffer)[first:end]).rstrip(_BLANK)):
            return buffer.find(b"\n", first + there) + 1
    return 0


class _Reader:
    """Reads as much as fits, but waits for more only while there is nothing yet."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ended = self._short = False
        self._unbuffered = isinstance(source, RawIOBase)  # what is buffered may be there without being seen
        self._wait: Callable[[int | None], object] | None = None  # for what may have to be waited for
        with suppress(OSError):  # what has no number, like a buffer in memory, has all there is
            if not S_ISREG(os.fstat(source.fileno()).st_mode):
                import select

                if hasattr(select, "poll"):  # elsewhere, a read that does not fill its buffer is a pause
                    question = select.poll()
                    question.register(source.fileno(), select.POLLIN)
                    self._wait = question.poll

    def read(self, buffer: memoryview) -> int:
        """Fill a buffer with what is there; 0 at the end."""
        filled = 0
        with buffer:
            while filled < len(buffer) and not self._ended and (not filled or self.has_more()):
                with buffer[filled:] as rest:
                    filled += self._read_once(rest)
        return filled

    def has_more(self) -> bool:
        """Whether more can be read without waiting longer than a busy writer pauses."""
        if self._wait is None:
            return not self._short
        return not self._ended and bool(self._wait(_PAUSE))

    def _read_once(self, buffer: memoryview) -> int:
        # In slices, and never within the read itself: a signal that comes just before it would not end it.
        while self._wait and self._unbuffered and not self._wait(_SLICE):
            pass
        try:
            while (count := self._source.readinto(buffer)) is None:  # nothing yet
                if self._wait:
                    self._wait(None)
        except OSError as error:
            raise FivecardError(f"cannot be read: {error.strerror}") from None
        self._ended, self._short = count == 0, count < len(buffer)
        return count
