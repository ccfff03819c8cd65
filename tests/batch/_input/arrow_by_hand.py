"""Arrays of the Arrow C data interface made by hand, right and wrong, which count how often they are released."""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray


class Schema(ctypes.Structure):
    """What the specification calls ArrowSchema."""


class Array(ctypes.Structure):
    """What the specification calls ArrowArray."""


class Stream(ctypes.Structure):
    """What the specification calls ArrowArrayStream."""


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GET_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))

Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", GET_SCHEMA), ("get_next", GET_NEXT), ("get_last_error", GET_LAST_ERROR),
    ("release", RELEASE_STREAM), ("private_data", ctypes.c_void_p),
]  # fmt: skip

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


@dataclass
class Column:
    """An array as it is stated, be it right or not."""

    format: str
    length: int
    buffers: Sequence[bytes | NDArray[np.uint8] | None] = ()
    children: Sequence["Column"] = ()
    dictionary: "Column | None" = None
    null_count: int = 0
    offset: int = 0
    n_buffers: int | None = None
    n_children: int | None = None
    no_children: bool = False
    released: dict[str, int] = field(default_factory=lambda: {"schema": 0, "array": 0, "stream": 0})
    # What C holds a pointer to must stay; a few bytes a test.
    _kept: ClassVar[list[Any]] = []

    def _count(self, what: str) -> Callable[[Any], None]:
        def release(struct: Any) -> None:
            self.released[what] += 1
            struct.contents.release = type(struct.contents.release)()

        return release

    def schema(self) -> Schema:
        """Make the type."""
        children = [child.schema() for child in self.children]
        pointers = (ctypes.POINTER(Schema) * len(children))(*(ctypes.pointer(child) for child in children))
        dictionary = ctypes.pointer(self.dictionary.schema()) if self.dictionary else None
        release = RELEASE_SCHEMA(self._count("schema"))
        format_ = self.format.encode()
        self._kept.append((format_, children, pointers, dictionary, release))
        return Schema(format_, b"", None, 0, len(children), pointers, dictionary, release, None)

    def array(self) -> Array:
        """Make the array itself. A buffer stands at the end of its memory, with nothing behind."""
        children = [child.array() for child in self.children]
        pointers = (ctypes.POINTER(Array) * max(len(children), 1))(*(ctypes.pointer(child) for child in children))
        held = [
            ctypes.create_string_buffer(each, len(each)) if isinstance(each, bytes) else each for each in self.buffers
        ]
        addresses = (
            ctypes.addressof(each) if isinstance(each, ctypes.Array) else None if each is None else each.ctypes.data
            for each in held
        )
        buffers = (ctypes.c_void_p * max(len(held), 1))(*addresses)
        dictionary = ctypes.pointer(self.dictionary.array()) if self.dictionary else None
        release = RELEASE_ARRAY(self._count("array"))
        self._kept.append((children, pointers, held, buffers, dictionary, release))
        return Array(
            self.length,
            self.null_count,
            self.offset,
            len(held) if self.n_buffers is None else self.n_buffers,
            len(children) if self.n_children is None else self.n_children,
            buffers,
            None if self.no_children else pointers,
            dictionary,
            release,
            None,
        )

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        schema, array = self.schema(), self.array()
        self._kept.append((schema, array))
        return (
            _new_capsule(ctypes.addressof(schema), b"arrow_schema", None),
            _new_capsule(ctypes.addressof(array), b"arrow_array", None),
        )


class Chunks:
    """A stream of columns, which may break off with an error."""

    def __init__(self, *columns: Column, error: bytes | None = None) -> None:
        self.columns = list(columns)
        self.error = ctypes.create_string_buffer(error) if error is not None else None
        self.released = 0

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        left = list(self.columns)

        def get_schema(_: object, out: Any) -> int:
            out[0] = self.columns[0].schema()
            return 0

        def get_next(_: object, out: Any) -> int:
            if left:
                out[0] = left.pop(0).array()
                return 0
            if self.error is not None:
                return 5
            out[0] = Array()
            return 0

        def last_error(_: object) -> int | None:
            return ctypes.addressof(self.error) if self.error is not None and len(self.error) > 1 else None

        def release(struct: Any) -> None:
            self.released += 1
            struct.contents.release = RELEASE_STREAM()

        stream = Stream(
            GET_SCHEMA(get_schema), GET_NEXT(get_next), GET_LAST_ERROR(last_error), RELEASE_STREAM(release), None
        )
        Column._kept.append(stream)
        return _new_capsule(ctypes.addressof(stream), b"arrow_array_stream", None)
