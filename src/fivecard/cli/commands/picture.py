"""`fivecard picture`: handout F's program that draws Julia sets."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from fivecard.cli import options
from fivecard.cli.terminal.dialogue import ask, say
from fivecard.cli.terminal.numbers import real_number, whole_number
from fivecard.cli.terminal.output import replacing
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, quoted
from fivecard.handouts.complex import Complex, ComplexError
from fivecard.handouts.julia import LARGEST, MOST_ITERATIONS, Picture, julia
from fivecard.handouts.palettes import PALETTES, PictureError, palette
from fivecard.handouts.picture_files import check_format, write_picture

EXAMPLES = """\
  fivecard picture
  fivecard picture --size 800 --c -0.8 0.156 --iterations 1000 --border .5 --exponent .5 --bailout 4
  fivecard picture --size 2000 --c 0.285 0.01 --palette ember --zoom 4 --centre 0.1 0.2 -o julia.png
"""

PROGRESS_FROM = 2_000_000_000  # steps of pixels that are worth a progress bar


class Question(NamedTuple):
    """One of the handout's questions, and what is an answer."""

    option: str
    prompt: str
    low: float
    high: float
    whole: bool = False

    def understand(self, text: str) -> float:
        """Read an answer, or say why it is none."""
        number = whole_number(text.replace(",", "")) if self.whole else real_number(text)
        if number is None:
            raise FivecardError(f"{quoted(text)} is not {'a whole number' if self.whole else 'a number'}, try again")
        if not self.low <= number <= self.high:
            between = f"between {self.low:,} and {self.high:,}" if self.high < inf else f"{self.low} or more"
            raise FivecardError(f"{quoted(text)} is not {between}, try again")
        return number


SIZE = Question("size", "Input the image size (in pixels): ", 1, LARGEST, whole=True)
REAL = Question("c", "Input the real value of c: ", -inf, inf)
IMAGINARY = Question("c", "Input the imaginary value of c: ", -inf, inf)
ITERATIONS = Question("iterations", "Input the maximum iteration (100-1,000): ", 100, 1000, whole=True)
BORDER = Question("border", "Input the border ratio (0-1): ", 0, 1)
EXPONENT = Question("exponent", "Input the color exponent (0-1): ", 0, 1)
BAILOUT = Question("bailout", "Input the bailout radius (>= 4): ", 4, inf)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the answers that can be given beforehand, and what the handout does not ask for."""
    parser._negative_number_matcher = re.compile(r"-(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$", re.I)  # -1e-3 is no option
    parser.add_argument("--size", type=int, metavar="N", help=f"width and height in pixels, 1 to {LARGEST:,}")
    parser.add_argument("--c", type=float, nargs=2, metavar=("RE", "IM"), help="the two parts of c")
    parser.add_argument("--iterations", type=int, metavar="N", help=f"most steps for a pixel, 1 to {MOST_ITERATIONS:,}")
    parser.add_argument("--border", type=float, metavar="X", help="from this part of them on a pixel is white, 0 to 1")
    parser.add_argument("--exponent", type=float, metavar="X", help="how the grey rises with the steps, 0 to 1")
    parser.add_argument("--bailout", type=float, metavar="R", help="the radius beyond which a point has escaped")
    parser.add_argument("--palette", choices=PALETTES, default="grey", help="default: %(default)s")
    parser.add_argument("--zoom", type=float, default=1.0, metavar="X", help="how much larger; default: %(default)s")
    parser.add_argument("--centre", type=float, nargs=2, default=(0.0, 0.0), metavar=("RE", "IM"), help="default: 0 0")
    about = "default: %(default)s; other endings choose other formats (with Pillow)"
    options.add_output(parser, about, default="image.bmp")


def run(arguments: Namespace) -> int:
    """Ask for what was not given, and draw."""
    size = int(_answer(arguments, SIZE))
    parts = arguments.c or [ask(part.prompt, part.understand) for part in (REAL, IMAGINARY)]
    iterations = int(_answer(arguments, ITERATIONS))
    border, exponent, bailout = (_answer(arguments, question) for question in (BORDER, EXPONENT, BAILOUT))

    def draw(progress: Callable[[float], None]) -> Picture:
        return julia(
            size, Complex(*parts), iterations=iterations, border=border, exponent=exponent, bailout=bailout,
            zoom=arguments.zoom, centre=Complex(*arguments.centre), progress=progress,
        )  # fmt: skip

    try:
        draw_to(arguments.output, draw, size * size * iterations, arguments.palette)
    except (PictureError, ComplexError) as error:
        raise UsageError(str(error)) from None
    return 0


def _answer(arguments: Namespace, question: Question) -> float:
    given: float | None = getattr(arguments, question.option)
    return ask(question.prompt, question.understand) if given is None else given


def draw_to(name: str, draw: Callable[[Callable[[float], None]], Picture], steps: int, colours: str) -> None:
    """Draw a picture into a file, which is there whole or as it was before."""
    check_format(name)
    say("Creating Image")
    with replacing(name) as target:
        bar = ProgressBar(sys.stderr if steps >= PROGRESS_FROM else None)
        try:
            picture = draw(lambda done: bar.show(done, "drawn"))
        finally:
            bar.clear()
        write_picture(target, name, picture, palette(colours))
    say("Done")
