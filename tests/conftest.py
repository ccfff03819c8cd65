from collections.abc import Iterator

import pytest

from fivecard import FivecardError, _core  # noqa: TID251  (to run the tests on every path)

KERNELS = ["portable", "avx512"]


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test on each path that this machine has."""
    try:
        _core.use_kernel(request.param)
    except FivecardError as error:
        pytest.skip(str(error))
    yield request.param
    _core.use_kernel("")
