"""The picture that sites show beside a link to the repository: `python docs/pictures/social.py`."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from resvg_py import svg_to_bytes

from fivecard import parse_cards
from fivecard.handouts.card_pictures import face

PICTURE = Path(__file__).with_suffix(".png")
SIZE = (1280, 640)  # what GitHub asks for
CLOTH, LIGHT, PALE = "#2d6a4f", "#ffffff", "#cfe6da"
CARD, FINE = 210, 2  # the width of a card; turned at twice the size, for smooth edges
LINES = (
    "Ranks hands, finds equities, solves flops,",
    "plays eighteen games, and deals a table",
    "for you and your friends.",
)


def fan(picture: Image.Image, left: int, middle: int) -> None:
    """Lay a royal flush out as a hand holds it."""
    for place, card in enumerate(parse_cards("Th Jh Qh Kh Ah"), -2):
        png = bytes(svg_to_bytes(svg_string=face(card), width=CARD * FINE))
        turned = Image.open(BytesIO(png)).convert("RGBA").rotate(-9 * place, Image.Resampling.BICUBIC, expand=True)
        turned = turned.resize((turned.width // FINE, turned.height // FINE), Image.Resampling.LANCZOS)
        x, y = left + 72 * place, middle + 9 * place * place
        picture.paste(turned, (x - turned.width // 2, y - turned.height // 2), turned)


def main() -> None:
    picture = Image.new("RGB", SIZE, CLOTH)
    fan(picture, 960, 300)
    pen = ImageDraw.Draw(picture)
    pen.text((80, 150), "fivecard", LIGHT, ImageFont.load_default(120))
    for number, line in enumerate(LINES):
        pen.text((84, 320 + 46 * number), line, PALE, ImageFont.load_default(30))
    pen.text((84, 510), "Python and C++", PALE, ImageFont.load_default(26))
    picture.quantize(128).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
