"""`fivecard cards`: a whole deck of pictures."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from fivecard.cli import options
from fivecard.cli.terminal.output import make_folder, replacing
from fivecard.cli.usage import UsageError
from fivecard.errors import MissingDependencyError, install
from fivecard.handouts.card_pictures import deck

EXAMPLES = """\
  fivecard cards -o FOLDER
  fivecard cards -o FOLDER --four-colour --seed friends
  fivecard cards -o FOLDER --png 240
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the pictures go and what they look like."""
    options.add_output(parser, "made if it is not there", required=True, metavar="FOLDER", kind=Path)
    parser.add_argument("--four-colour", action="store_true", help="a colour for each suit")
    parser.add_argument("--seed", default="", metavar="TEXT", help="chooses the Julia set of the back")
    parser.add_argument("--png", type=int, metavar="WIDTH", help="PNG pictures of this width instead of SVG")


def run(arguments: Namespace) -> int:
    """Write 52 faces and a back."""
    if arguments.png is not None and not 16 <= arguments.png <= 4000:
        raise UsageError(f"--png {arguments.png}: a picture is 16 to 4,000 pixels wide")
    make_folder(arguments.output)
    suffix = "svg" if arguments.png is None else "png"
    written = 0
    for name, svg in deck(four_colour=arguments.four_colour, seed=arguments.seed):
        content = svg.encode() if arguments.png is None else _png(svg, arguments.png)
        with replacing(str(arguments.output / f"{name}.{suffix}")) as target:
            target.write(content)
        written += 1
    print(f"{arguments.output}: {written} pictures")
    return 0


def _png(svg: str, width: int) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingDependencyError(f"PNG cards need resvg: {install('pictures')}") from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
