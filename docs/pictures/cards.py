"""The pictures of docs/pictures.md: the deck, six backs, and the gallery: `python docs/pictures/cards.py`."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from resvg_py import svg_to_bytes

from fivecard.cards import ALL_CARDS, Suit
from fivecard.cli.main import main as command
from fivecard.handouts.card_pictures import back, face

FOLDER = Path(__file__).parent
WIDTH, GAP = 60, 5  # as small as they must be read
HEIGHT = WIDTH * 7 // 5


def sheet(pictures: list[list[str]], file: str) -> None:
    """Lay pictures out in rows on green cloth."""
    size = (max(map(len, pictures)) * (WIDTH + GAP) + GAP, len(pictures) * (HEIGHT + GAP) + GAP)
    cloth = Image.new("RGB", size, "#2d6a4f")
    for row, line in enumerate(pictures):
        for column, svg in enumerate(line):
            image = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, width=WIDTH)))).convert("RGBA")
            cloth.paste(image, (GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)), image)
    cloth.save(FOLDER / file, optimize=True)


def main() -> None:
    suits = [[face(card, four_colour=suit > 1) for card in ALL_CARDS if card.suit is suit] for suit in Suit]
    sheet(suits, "deck.png")
    sheet([[back(seed) for seed in ("friends", "Sunday", "fivecard", "1", "2", "7")]], "backs.png")
    command(["gallery", "--palette", "ember", "--size", "180", "-o", str(FOLDER / "gallery.png")])


if __name__ == "__main__":
    main()
