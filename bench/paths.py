"""The paths of this machine: every kernel that it has, the fastest first, and work forced onto one of them."""

from fivecard import FivecardError, _core  # noqa: TID251  (to force a path)
from harness import Work


def _has(kernel: str) -> bool:
    try:
        _core.use_kernel(kernel)
    except FivecardError:
        return False
    _core.use_kernel("")
    return True


KERNELS = [kernel for kernel in ("avx512", "avx2", "portable") if _has(kernel)]


def on(kernel: str, work: Work) -> Work:
    """The same work on a path."""

    def forced() -> object:
        _core.use_kernel(kernel)
        return work()

    return forced
