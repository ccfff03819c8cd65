"""Figures of matplotlib, for the programs that have `--plot`: it is loaded when one is asked for."""

from pathlib import PurePath
from typing import Any, TypeAlias

from fivecard.cli.terminal.output import replacing
from fivecard.errors import FivecardError, MissingDependencyError, install

Axes: TypeAlias = Any  # matplotlib has no types
Figure: TypeAlias = Any


def pyplot() -> Any:  # noqa: ANN401
    """Load matplotlib for files."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingDependencyError(f"--plot needs matplotlib: {install('plot')}") from None
    mpl.use("agg")
    from matplotlib import pyplot as plt

    return plt


def save(figure: Figure, file: str) -> None:
    """Write a figure, in the format that the file's name says: the same figure, the same bytes."""
    plt = pyplot()
    kind = PurePath(file).suffix.removeprefix(".").lower()
    try:
        with replacing(file) as target, plt.rc_context({"svg.hashsalt": "fivecard"}):
            figure.savefig(target, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    except ValueError as error:
        raise error if isinstance(error, FivecardError) else FivecardError(f"{file}: {error}") from None
    finally:
        plt.close(figure)
