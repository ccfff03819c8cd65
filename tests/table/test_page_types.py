"""The page is checked against what the server sends today."""

from tests.table.page_types import FILE, types_of_the_page


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == types_of_the_page(), "run python -m tests.table.page_types"
