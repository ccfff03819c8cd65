"""Arrow arrays that contradict themselves are refused, whatever a producer says; and each is released once."""

import struct
from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import ArgumentError, FivecardError, FormatError, HandError, _core
from fivecard.batch import strengths, winners
from tests.batch._input.arrow_by_hand import Chunks, Column

pytestmark = pytest.mark.sanitized

TEXT = b"Ah Kh Qh Jh Th2c 2d 2h 3s 3d"
HANDS = [50, 46, 42, 38, 34], [0, 1, 2, 7, 5]
RIGHT = [7462, 7141]


def ints(kind: str, *numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}{kind}", *numbers)


def views(*entries: tuple[int, int, int]) -> bytes:
    return b"".join(struct.pack("<i4sii", length, b"Ah K", block, offset) for length, block, offset in entries)


def texts(offsets: bytes = ints("i", 0, 14, 28), data: bytes | None = TEXT, kind: str = "u") -> Column:
    return Column(kind, 2, [None, offsets, data])


def ids(length: int = 10, kind: str = "C") -> Column:
    return Column(kind, length, [None, bytes(HANDS[0] + HANDS[1])[:length]])


def test_what_is_made_by_hand_is_read() -> None:
    views_of_two = Column("vu", 2, [None, views((14, 0, 0), (14, 0, 14)), TEXT, ints("q", 28)])
    five = [Column("C", 2, [None, bytes(pair)]) for pair in zip(*HANDS, strict=True)]
    for column in (
        texts(),
        texts(ints("q", 0, 14, 28), kind="U"),
        Column("w:14", 2, [None, TEXT]),
        views_of_two,
        Column("+l", 2, [None, ints("i", 0, 5, 10)], [ids()]),
        Column("+L", 2, [None, ints("q", 0, 5, 10)], [ids()]),
        Column("+vl", 2, [None, ints("i", 0, 5), ints("i", 5, 5)], [ids()]),
        Column("+w:5", 2, [None], [ids()]),
        Column("+s", 2, [None], five),
        Column("c", 2, [None, b"\0\1"], dictionary=texts()),
        Column("L", 2, [None, ints("Q", *(sum(1 << card for card in hand) for hand in HANDS))]),
    ):
        assert strengths(column).tolist() == RIGHT, column.format
        assert column.released == {"schema": 1, "array": 1, "stream": 0}


WRONG: dict[str, Callable[[], Column]] = {
    "offsets go backwards": lambda: texts(ints("i", 0, 28, 14)),
    "an offset in the middle goes backwards": lambda: Column("u", 3, [None, ints("i", 0, 20, 10, 28), TEXT]),
    "an offset in the middle is behind the end": lambda: texts(ints("i", 0, 1 << 30, 28)),
    "offsets begin below 0": lambda: texts(ints("i", -5, 14, 28)),
    "large offsets go backwards": lambda: texts(ints("q", 0, 1 << 62, 28), kind="U"),
    "large offsets are below 0": lambda: texts(ints("q", -(1 << 62), 14, 28), kind="U"),
    "no data": lambda: texts(data=None),
    "no offsets": lambda: Column("u", 2, [None, None, TEXT]),
    "too few buffers": lambda: Column("u", 2, [None, ints("i", 0, 14, 28)]),
    "no buffers": lambda: Column("u", 2, n_buffers=0),
    "a length below 0": lambda: Column("u", -1, [None, ints("i", 0), b""]),
    "an endless length": lambda: Column("u", 1 << 62, [None, ints("i", 0), b""]),
    "an offset below 0": lambda: Column("u", 1, [None, ints("i", 0, 14), TEXT], offset=-1),
    "an endless offset": lambda: Column("u", 1, [None, ints("i", 0, 14), TEXT], offset=1 << 62),
    "a view behind its buffer": lambda: Column("vu", 1, [None, views((14, 0, 15)), TEXT, ints("q", 28)]),
    "a view before its buffer": lambda: Column("vu", 1, [None, views((14, 0, -1)), TEXT, ints("q", 28)]),
    "a view in no buffer": lambda: Column("vu", 1, [None, views((14, 1, 0)), TEXT, ints("q", 28)]),
    "a view in a buffer below 0": lambda: Column("vu", 1, [None, views((14, -1, 0)), TEXT, ints("q", 28)]),
    "a view without buffers": lambda: Column("vu", 1, [None, views((14, 0, 0)), ints("q")]),
    "a view with a length below 0": lambda: Column("vu", 1, [None, views((-14, 0, 0)), TEXT, ints("q", 28)]),
    "views with a size below 0": lambda: Column("vu", 1, [None, views((14, 0, 0)), TEXT, ints("q", -1)]),
    "views without sizes": lambda: Column("vu", 1, [None, views((14, 0, 0)), TEXT, None]),
    "a fixed size below 0": lambda: Column("w:-3", 1, [None, TEXT]),
    "a fixed size that is none": lambda: Column("w:x", 1, [None, TEXT]),
    "an endless fixed size": lambda: Column("w:99999999999999999999", 1, [None, TEXT]),
    "a list behind its child": lambda: Column("+l", 2, [None, ints("i", 0, 5, 11)], [ids()]),
    "a list before its child": lambda: Column("+l", 2, [None, ints("i", -5, 0, 5)], [ids()]),
    "lists that go backwards": lambda: Column("+l", 2, [None, ints("i", 0, 10, 5)], [ids()]),
    "large lists far away": lambda: Column("+L", 2, [None, ints("q", 0, 5, (1 << 63) - 1)], [ids()]),
    "large lists far below": lambda: Column("+L", 2, [None, ints("q", -(1 << 63), 5, 10)], [ids()]),
    "a list view far away": lambda: Column("+vL", 1, [None, ints("q", 1 << 62), ints("q", 1 << 62)], [ids()]),
    "a list view below 0": lambda: Column("+vl", 1, [None, ints("i", 0), ints("i", -5)], [ids()]),
    "a list view without sizes": lambda: Column("+vl", 1, [None, ints("i", 0)], [ids()]),
    "fixed lists longer than their child": lambda: Column("+w:5", 3, [None], [ids()]),
    "fixed lists that begin behind it": lambda: Column("+w:5", 2, [None], [ids()], offset=1),
    "endless fixed lists": lambda: Column("+w:2147483647", 1 << 40, [None], [ids()]),
    "lists without a child": lambda: Column("+l", 1, [None, ints("i", 0, 5)]),
    "lists whose array has no child": lambda: Column("+l", 1, [None, ints("i", 0, 5)], [ids()], n_children=0),
    "lists whose children are nowhere": lambda: Column("+l", 1, [None, ints("i", 0, 5)], [ids()], no_children=True),
    "a list whose child is endless": lambda: Column("+l", 1, [None, ints("i", 0, 5)], [ids()], n_children=1 << 40),
    "a table longer than its column": lambda: Column("+s", 3, [None], [texts()]),
    "a table that begins behind it": lambda: Column("+s", 2, [None], [texts()], offset=1),
    "a table longer than its cards": lambda: Column("+s", 3, [None], [Column("C", 2, [None, b"ab"])] * 5),
    "nulls without a buffer for them": lambda: Column("+s", 1, [], [texts()], null_count=1),
    "a dictionary without entries": lambda: Column("c", 1, [None, b"\7"], dictionary=texts()),
    "an entry below 0": lambda: Column("c", 1, [None, b"\xff"], dictionary=texts()),
    "an endless entry": lambda: Column("L", 1, [None, ints("Q", (1 << 64) - 1)], dictionary=texts()),
    "a dictionary by floats": lambda: Column("g", 1, [None, b"\0" * 8], dictionary=texts()),
    "a dictionary by two types": lambda: Column("Si", 1, [None, b"\0" * 8], dictionary=texts()),
    "a dictionary by no type": lambda: Column("", 1, [None, b"\0" * 8], dictionary=texts()),
    "a dictionary with a wrong offset": lambda: Column("c", 1, [None, b"\0"], dictionary=texts(ints("i", 5, 1, 0))),
    "sets without data": lambda: Column("L", 5, [None, None]),
    "sets without buffers": lambda: Column("L", 5, n_buffers=0),
    "no format": lambda: Column("", 1, [None, TEXT, TEXT]),
    "an unknown format": lambda: Column("+ud:1,2", 1, [TEXT, TEXT]),
    "tables without end": lambda: Column("+s", 1, [None], [_nested(20)]),
}  # fmt: skip


def _nested(depth: int) -> Column:
    return Column("+s", 1, [None], [_nested(depth - 1)]) if depth else Column("L", 1, [None, ints("Q", 31)])


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("errors", ["raise", "null"])
def test_what_contradicts_itself_is_refused(name: str, errors: str) -> None:
    for column in (WRONG[name](), Chunks(WRONG[name]())):
        with pytest.raises((FormatError, HandError)):  # or it is of no type that hands have
            strengths(column, errors=errors)  # type: ignore[call-overload]
        assert column.released in ({"schema": 1, "array": 1, "stream": 0}, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Column("L", 1, [None, ints("Q", 31)]), texts()),
        (texts(), Column("+w:14", 2, [None], [ids()])),
        (Column("+w:5", 2, [None], [ids()]), Column("+l", 2, [None, ints("i", 0, 5, 10)], [ids()])),
        (ids(2), Column("c", 2, [None, b"\0\1"], dictionary=texts())),
    ],
)
def test_an_array_of_another_layout_than_its_stream_is_refused(first: Column, second: Column) -> None:
    for read in (strengths, winners):
        chunks = Chunks(first, second)
        with pytest.raises(FormatError):
            read(chunks)
        assert chunks.released == 1
    with pytest.raises(FormatError, match=r"contradicts itself: (its buffers|its children|it has a dictionary)"):
        strengths(Chunks(second, first))


def test_what_a_stream_says_is_shown() -> None:
    for said, shown in ((b"the disk is gone", "the disk is gone"), (b"", "Input/output error")):
        chunks = Chunks(texts(), error=said)
        with pytest.raises(FormatError, match=f"the stream of Arrow data ended with an error: {shown}"):
            strengths(chunks)
        assert chunks.released == 1
        assert chunks.columns[0].released == {"schema": 1, "array": 1, "stream": 0}


def test_of_a_traceback_in_a_stream_the_last_line_is_shown() -> None:
    chunks = Chunks(
        texts(), error=b"Traceback (most recent call last):\n  File 'x', line 1\nOSError: the disk is gone\n"
    )
    with pytest.raises(FormatError, match=r"^the stream of Arrow data ended with an error: OSError: the disk is gone$"):
        strengths(chunks)


def test_a_producer_that_is_interrupted_interrupts_its_reader() -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"hands": ["Ah Kh Qh Jh Th"]})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        strengths(pa.RecordBatchReader.from_batches(pa.schema({"hands": pa.string()}), batches()))


@pytest.mark.parametrize(("said", "status"), [((), 0), ((3,), 3), (("enough",), 1)])
def test_a_producer_that_ends_the_program_ends_its_reader(said: tuple[object, ...], status: int) -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"hands": ["Ah Kh Qh Jh Th"]})
        raise SystemExit(*said)

    with pytest.raises(SystemExit) as ended:
        strengths(pa.RecordBatchReader.from_batches(pa.schema({"hands": pa.string()}), batches()))
    assert ended.value.code == status


def test_of_what_a_stream_says_so_much_is_shown_as_goes_on_a_few_lines() -> None:
    with pytest.raises(FormatError) as refused:
        strengths(Chunks(texts(), error="♠".encode() * 100_000))
    assert str(refused.value).endswith("♠...")
    assert len(str(refused.value)) < 400


def test_every_chunk_of_a_stream_is_released_once() -> None:
    chunks = Chunks(texts(), texts(), Column("u", 0, [None, None, None]))
    assert strengths(chunks).tolist() == RIGHT * 2
    assert chunks.released == 1
    assert [column.released["array"] for column in chunks.columns] == [1, 1, 1]


def test_a_column_that_is_not_copied_is_released_with_its_result() -> None:
    from fivecard.batch._input import Sizes, read_hands

    column = Column("+w:5", 2, [None], [ids()])
    read = read_hands(column, Sizes(5, 7))
    assert column.released["array"] == 0
    assert strengths(read.cards).tolist() == RIGHT
    del read
    assert column.released["array"] == 1


def test_a_capsule_is_used_once() -> None:
    schema, array = texts().__arrow_c_array__()
    _core.read_arrow_array(schema, array, 5, 7, "a hand", 1)
    with pytest.raises(ArgumentError, match="the arrow_schema has been taken already"):
        _core.read_arrow_array(schema, array, 5, 7, "a hand", 1)


def test_strengths_that_contradict_themselves_are_refused() -> None:
    for column in (
        Column("+s", 3, [None], [ids(2), ids(2)]),
        Column("+s", 2, [None], [Column("L", 2, [None, ints("Q", (1 << 64) - 1, 5)])] * 2),
        Column("+s", 2, [None], [texts(), texts()]),
        Column("+s", 2, [None], [Column("s", 2, [None, None])] * 2),
        Column("+s", 2, [None], [Column("+s", 2, [None])]),
        Column("+s", 2, [None]),
    ):
        with pytest.raises((FormatError, HandError)):
            winners(column)
        assert column.released == {"schema": 1, "array": 1, "stream": 0}


def test_the_strengths_of_all_players_are_found_in_a_table_of_one_table() -> None:
    players = [Column("C", 2, [None, b"\1\4"]), Column("C", 2, [None, b"\2\3"])]
    for table in (Column("+s", 2, [None], players), Column("+s", 2, [None], [Column("+s", 2, [None], players)])):
        assert winners(table).tolist() == [1, 0]


@given(
    st.sampled_from(["u", "U", "vu", "z", "+l", "+L", "+vl", "+vL", "w:5", "+w:5", "C", "L", "l"]),
    st.integers(0, 3),
    st.lists(st.sampled_from([0, 1, 2, 5, 14, 28, -1, 1 << 31, 1 << 40, (1 << 63) - 1]), min_size=16, max_size=16),
    st.integers(-1, 3),
    st.integers(0, 2),
)
def test_any_numbers_get_an_answer_or_an_error(
    kind: str, length: int, numbers: list[int], null_count: int, offset: int
) -> None:
    data = (
        np.array(numbers, dtype=np.uint64).tobytes()
        if min(numbers) >= 0
        else np.array([number & (1 << 64) - 1 for number in numbers], dtype=np.uint64).tobytes()
    )
    sizes = ints("q", 128, 128)
    buffers = [b"\5", data, data, data, sizes] if kind == "vu" else [b"\5", data, data]
    # Texts may stand where their offsets say: so those are kept within the data.
    if kind in ("u", "z", "U"):
        size = "q" if kind == "U" else "i"
        last = ints(size, *(number % 100 for number in numbers)) if max(numbers) < 1 << 31 else data
        kept = bytearray(last)
        kept[(offset + length) * struct.calcsize(size) :] = ints(size, 100) * 20
        buffers = [b"\5", bytes(kept), b"Ah Kh Qh Jh Th" * 8]
    child = [Column("C", 10, [None, bytes(range(10))])] if kind.startswith("+") else []
    column = Column(kind, length, buffers, child, null_count=null_count, offset=offset)
    try:
        found = strengths(column, errors="null")
    except FivecardError:
        pass
    else:
        assert len(found) == length
    assert column.released == {"schema": 1, "array": 1, "stream": 0}


@pytest.mark.parametrize("read", [strengths, winners])
@pytest.mark.parametrize("kind", ["C", "l", "u", "n", "vu"])
def test_a_column_of_more_rows_than_memory_holds_is_refused(read: Callable[[Column], object], kind: str) -> None:
    with pytest.raises(FivecardError):
        read(Column(kind, 1 << 40, [] if kind == "n" else [None, None, None, None]))


class Producer:
    """Offers an array or a stream, and has none."""

    def __init__(self, offer: str, found: object) -> None:
        setattr(type(self), offer, lambda _self, *_: found)


@pytest.mark.parametrize("found", [None, 5, (1,), [], (None, None)])
@pytest.mark.parametrize("offer", ["__arrow_c_array__", "__arrow_c_stream__"])
@pytest.mark.parametrize("read", [strengths, winners])
def test_a_producer_without_capsules_is_refused(read: Callable[[object], object], offer: str, found: object) -> None:
    producer = type("Producer", (Producer,), {})(offer, found)
    with pytest.raises(FormatError, match=f"from {offer}, got "):
        read(producer)
