"""Arrays in the memory of a GPU, whoever made them: CuPy, PyTorch, JAX, or anything else that speaks DLPack.

They are borrowed where they are, on the stream that their library works on, and results are given back as arrays of the
same library. CuPy does the work in between: it comes with the extra `gpu`.
"""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final, Protocol, TypeVar, cast

import numpy as np

from fivecard.errors import ArgumentError, MissingDependencyError, install

_CUDA: Final = (2, 13)  # DLPack's numbers of memory that CUDA owns, or shares with the host


class GpuArray(Protocol):
    """What can be borrowed: see the DLPack protocol of the array API standard."""

    def __dlpack__(self, *, stream: int | None = None) -> object:
        """Lend the memory, ready for work on a stream."""
        ...

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say which kind of device the memory is on, and its number."""
        ...


OnGpu = TypeVar("OnGpu", bound=GpuArray)


def in_gpu_memory(value: object) -> bool:
    """Whether a value is an array in the memory of a CUDA GPU.

    >>> in_gpu_memory(np.zeros(3)), in_gpu_memory([1, 2])
    (False, False)
    """
    if isinstance(value, np.ndarray):  # they can be asked too, which takes longer
        return False
    if hasattr(value, "__arrow_c_array__"):  # texts of pyarrow raise when they are asked, before version 26
        return False
    where = getattr(value, "__dlpack_device__", None)
    if where is None or isinstance(value, type):
        return False
    kind, _ = where()
    return int(kind) in _CUDA


def cupy() -> Any:  # noqa: ANN401  (it has no types)
    """CuPy, or what to do where it is missing."""
    try:
        import cupy as found
    except ImportError:
        raise MissingDependencyError(f"arrays on the GPU need CuPy: {install('gpu')}") from None
    return found


@contextmanager
def borrowed(*arrays: GpuArray) -> Iterator[list[Any]]:
    """Give arrays of one device as CuPy's, and make their device and stream those of all that is done meanwhile."""
    cp = cupy()
    devices = {array.__dlpack_device__()[1] for array in arrays}
    if len(devices) > 1:
        raise ArgumentError(f"the arrays are on different GPUs: {', '.join(map(str, sorted(devices)))}")
    with cp.cuda.Device(devices.pop()) as device, _stream_of(arrays[0], device.id):
        yield [cp.from_dlpack(array) for array in arrays]


def given_back(found: Any, like: OnGpu) -> OnGpu:  # noqa: ANN401
    """Give a CuPy array as one of the library that another is of; CuPy's own where that is not known."""
    library = _library_of(like)
    if library == "torch":
        return cast("OnGpu", sys.modules["torch"].from_dlpack(found))
    if library.startswith("jax"):
        cupy().cuda.get_current_stream().synchronize()  # JAX has streams of its own, which it does not tell
        return cast("OnGpu", sys.modules["jax"].numpy.from_dlpack(found))
    return cast("OnGpu", found)


def _library_of(array: GpuArray) -> str:
    return type(array).__module__.partition(".")[0]


def _stream_of(array: GpuArray, device: int) -> AbstractContextManager[object]:
    """The stream that the caller works on. Libraries that do not tell theirs lend arrays that are ready on any."""
    if _library_of(array) != "torch":
        return nullcontext()
    theirs, ours = sys.modules["torch"].cuda.current_stream(device), cupy().cuda.Stream
    known = hasattr(ours, "from_external") and hasattr(theirs, "__cuda_stream__")  # from CuPy 14 and PyTorch 2.8 on
    stream: AbstractContextManager[object] = (
        ours.from_external(theirs) if known else cupy().cuda.ExternalStream(theirs.cuda_stream, device)
    )
    return stream
