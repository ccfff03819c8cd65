"""What the kernels of a GPU say of the tables that they are given; this needs none."""

from importlib.resources import files

import pytest

from fivecard import _core  # noqa: TID251  (to see its tables)
from fivecard.batch._gpu.tables import rank_hash

FIVE = rank_hash("high", 5)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("ranked.cuh", f"const RankHash<{len(FIVE.offsets)}, {len(FIVE.values)}>* five;"),
        ("omaha.cuh", f"RankHash<{len(FIVE.offsets)}, {len(FIVE.values)}> boards;"),
        ("omaha.cuh", f"constexpr int entries_in_row = {_core.omaha_rows().shape[-1]};"),
    ],
)
def test_sizes_that_kernels_state_are_those_of_the_tables(file: str, line: str) -> None:
    assert line in (files("fivecard.batch._gpu") / "kernels" / file).read_text()
