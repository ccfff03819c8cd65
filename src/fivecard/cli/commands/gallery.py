"""`fivecard gallery`: a contact sheet of the handout's Julia sets."""

from argparse import ArgumentParser, Namespace

from fivecard.cli import options
from fivecard.cli.terminal.output import replacing
from fivecard.cli.usage import UsageError
from fivecard.errors import MissingDependencyError, install
from fivecard.handouts.julia import VALUES, julia
from fivecard.handouts.palettes import PALETTES, palette
from fivecard.handouts.picture_files import as_image, save

EXAMPLES = """\
  fivecard gallery
  fivecard gallery --palette ocean --size 300 -o gallery.png
"""

COLUMNS = 5
CAPTION = 22  # pixels below each picture


def add_arguments(parser: ArgumentParser) -> None:
    """Declare how the sheet looks."""
    parser.add_argument("--size", type=int, default=220, metavar="N", help="pixels a picture; default: %(default)s")
    parser.add_argument("--palette", choices=PALETTES, default="grey", help="default: %(default)s")
    options.add_output(parser, "default: %(default)s", default="gallery.png")


def run(arguments: Namespace) -> int:
    """Draw the ten pictures with their captions."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingDependencyError(f"a gallery needs Pillow: {install('pictures')}") from None
    size = arguments.size
    if not 20 <= size <= 2000:
        raise UsageError(f"--size {size}: a picture of the gallery has 20 to 2,000 pixels")
    gap = max(4, size // 30)
    rows = -(-len(VALUES) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (size + gap) + gap, rows * (size + gap + CAPTION) + gap), "white")
    pen = ImageDraw.Draw(sheet)
    for number, c in enumerate(VALUES):
        x = gap + number % COLUMNS * (size + gap)
        y = gap + number // COLUMNS * (size + gap + CAPTION)
        # With the handout's usual answers half of them would be dark.
        picture = julia(size, c, iterations=120, border=1.0, exponent=0.35, zoom=1.25)
        sheet.paste(as_image(picture, palette(arguments.palette)), (x, y))
        pen.text((x + size / 2, y + size + 4), f"c = {c}", fill="black", anchor="ma", font_size=14)
    with replacing(arguments.output) as target:
        save(sheet, target, arguments.output)
    print(f"{arguments.output}: {len(VALUES)} pictures")
    return 0
