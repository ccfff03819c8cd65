"""The formats of files: all that names them, in code, on the command line or in messages, derives from these."""

from typing import Final, Literal, TypeAlias, get_args

from fivecard.errors import UnknownNameError, quoted
from fivecard.words.english import listed

FileFormat: TypeAlias = Literal["text", "csv", "json", "parquet"]
"""What deals or results stand in: a line each, or a table, of which JSON has an object a line."""
FORMATS: Final[tuple[FileFormat, ...]] = get_args(FileFormat)
ENDINGS: Final[dict[str, FileFormat]] = {
    ".txt": "text",
    ".csv": "csv",
    ".tsv": "csv",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
}
"""What the names of files end with, by what stands in them."""


def expect_format(form: FileFormat, what: str) -> None:
    """Refuse what is no format.

    >>> expect_format("xml", "deals are read")
    Traceback (most recent call last):
    fivecard.errors.UnknownNameError: deals are read as text, csv, json or parquet, not 'xml'
    """
    if form not in FORMATS:
        raise UnknownNameError(f"{what} as {listed(FORMATS, 'or')}, not {quoted(form)}")
