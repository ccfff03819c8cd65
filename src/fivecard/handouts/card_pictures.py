"""The faces and backs of cards, drawn here: SVG pictures, 250 by 350.

>>> face(Card("Ah"))[:44]
'<svg xmlns="http://www.w3.org/2000/svg" view'

Ranks and suits are shapes, not text: a card looks the same on every machine, and large enough to be read at 60 pixels.
"""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from fivecard.cards import ALL_CARDS, Card, Rank, Suit
from fivecard.handouts.complex import Complex
from fivecard.handouts.julia import Picture, julia
from fivecard.handouts.palettes import PALETTES, palette
from fivecard.handouts.picture_files import small_png

WIDTH: Final = 250
HEIGHT: Final = 350
TWO_COLOURS: Final = {Suit.CLUBS: "#1d2026", Suit.DIAMONDS: "#c8202f", Suit.HEARTS: "#c8202f", Suit.SPADES: "#1d2026"}
FOUR_COLOURS: Final = {Suit.CLUBS: "#1a7a3c", Suit.DIAMONDS: "#1f5fc4", Suit.HEARTS: "#c8202f", Suit.SPADES: "#1d2026"}

# Suits as filled shapes in a box of 100, and ranks as strokes in a box of 20 by 30.
_SUIT_SHAPES: Final = {
    Suit.CLUBS: "M50 6A22 22 0 0 1 66 43A22 22 0 1 1 57 74C58 84 63 91 71 96H29C37 91 42 84 43 74A22 22 0 1 1 34 43"
    "A22 22 0 0 1 50 6Z",
    Suit.DIAMONDS: "M50 2Q66 30 88 50Q66 70 50 98Q34 70 12 50Q34 30 50 2Z",
    Suit.HEARTS: "M50 94C30 72 6 54 6 30C6 14 17 6 28 6C39 6 47 13 50 24C53 13 61 6 72 6C83 6 94 14 94 30"
    "C94 54 70 72 50 94Z",
    Suit.SPADES: "M50 4C58 24 94 42 94 66C94 82 72 88 57 73C58 84 63 91 71 96H29C37 91 42 84 43 73C28 88 6 82 6 66"
    "C6 42 42 24 50 4Z",
}
_RANK_STROKES: Final = {
    Rank.TWO: "M3 9C3 -1 17 -1 17 9C17 16 4 20 3 29H18",
    Rank.THREE: "M3 6C5 -1 17 0 17 8C17 14 12 14.5 9 14.5C13 14.5 18 15.5 18 22C18 31.5 4 31.5 2 24",
    Rank.FOUR: "M14 29V1L2 21H19",
    Rank.FIVE: "M16 1H5L4 13C7 10 18 10 18 20C18 31.5 5 31 2 25",
    Rank.SIX: "M15 2C8 4 3 11 3 20C3 32 18 32 18 21C18 11 6 11 3 19",
    Rank.SEVEN: "M2 1H18C13 9 9 19 8 29",
    Rank.EIGHT: "M10 14C2 13 2 1 10 1C18 1 18 13 10 14C0 15 0 29 10 29C20 29 20 15 10 14Z",
    Rank.NINE: "M5 28C12 26 17 19 17 10C17 -2 2 -2 2 9C2 19 14 19 17 11",
    Rank.TEN: "M1 6L5 1V29M15 1C7 1 7 29 15 29C23 29 23 1 15 1Z",
    Rank.JACK: "M8 1H16V21C16 31 3 31 2 22",
    Rank.QUEEN: "M10 1C0 1 0 29 10 29C20 29 20 1 10 1ZM12 21L19 30",
    Rank.KING: "M3 1V29M18 1L3 17M8 12L19 29",
    Rank.ACE: "M1 29L10 1L19 29M5 20H15",
}
# Where pips stand, as parts of the field between the corners; those below the middle are upside down.
_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_COLUMN_4: Final = [(x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 1 / 3, 2 / 3, 1.0)]
_COLUMN_3: Final = [(x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 0.5, 1.0)]
_CORNERS: Final = [(x, y) for x in (_LEFT, _RIGHT) for y in (0.0, 1.0)]
_PIPS: Final[dict[Rank, list[tuple[float, float]]]] = {
    Rank.TWO: [(_MIDDLE, 0), (_MIDDLE, 1)],
    Rank.THREE: [(_MIDDLE, 0), (_MIDDLE, 0.5), (_MIDDLE, 1)],
    Rank.FOUR: _CORNERS,
    Rank.FIVE: [*_CORNERS, (_MIDDLE, 0.5)],
    Rank.SIX: _COLUMN_3,
    Rank.SEVEN: [*_COLUMN_3, (_MIDDLE, 0.25)],
    Rank.EIGHT: [*_COLUMN_3, (_MIDDLE, 0.25), (_MIDDLE, 0.75)],
    Rank.NINE: [*_COLUMN_4, (_MIDDLE, 0.5)],
    Rank.TEN: [*_COLUMN_4, (_MIDDLE, 1 / 6), (_MIDDLE, 5 / 6)],
}
# What the court cards wear, in a box of 100 by 50 above their letter.
_HEADGEAR: Final = {
    Rank.JACK: "M14 48C14 24 36 14 56 16L86 4L78 26C86 32 88 40 88 48Z",
    Rank.QUEEN: "M12 48L6 16L30 32L50 6L70 32L94 16L88 48Z",
    Rank.KING: "M10 48V10L28 28L39 6L50 26L61 6L72 28L90 10V48Z",
}

_PAPER: Final = (
    '<rect x="1.5" y="1.5" width="247" height="347" rx="16" fill="#fffdf8" stroke="#9a958a" stroke-width="3"/>'
)


def face(card: Card, *, four_colour: bool = False) -> str:
    """Draw the face of a card as an SVG document.

    >>> "<title>Queen of hearts</title>" in face(Card("Qh"))
    True
    """
    colour = (FOUR_COLOURS if four_colour else TWO_COLOURS)[card.suit]
    title = f"{card.rank.word} of {card.suit.name.lower()}"
    return _document(title, f'{_PAPER}<g fill="{colour}" color="{colour}">{_ink(card, colour)}</g>')


def faces() -> str:
    """Draw all faces as one SVG document of symbols, `card-2c` to `card-As`, in the colour of the text around them.

    A page that has them all asks for none by name, so what it asks for tells nobody what was dealt; and it colours the
    suits as it likes.

    >>> faces().count("<symbol ")
    52
    """
    symbols = (
        f'<symbol id="card-{card}" viewBox="0 0 {WIDTH} {HEIGHT}">{_PAPER}<g fill="currentColor">'
        f"{_ink(card, 'currentColor')}</g></symbol>"
        for card in ALL_CARDS
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">{"".join(symbols)}</svg>\n'


def back(seed: str = "") -> str:
    """Draw the back of a deck as an SVG document: a Julia set that the seed chooses, in a frame.

    A Julia set is the same when it is turned by half a turn, and so is the back.

    >>> back("friends") == back("friends") != back("others")
    True
    """
    digest = sha256(seed.encode(errors="surrogateescape")).digest()
    start = _FAMOUS[digest[0] % len(_FAMOUS)]
    c = start + Complex((digest[1] - 127.5) / 12_000, (digest[2] - 127.5) / 12_000)
    name = PALETTES[1 + digest[3] % (len(PALETTES) - 1)]
    colours = palette(name)
    zoom, half = 1.55, 2 / 312 / 1.55  # moved by half a pixel, it lies evenly around its middle
    whole = julia(312, c, iterations=200, border=1, exponent=0.4, zoom=zoom, centre=Complex(half, half))
    picture = Picture(212, 312, b"".join(row[50:-50] for row in whole.rows()))
    data = b64encode(small_png(picture, [colours[36 + level * 215 // 255] for level in range(256)])).decode()
    dark, light = (f"rgb{colours[level]}" for level in (70, 225))
    corners = "".join(
        f'<path transform="translate({x} {y}) rotate(45)" d="M-9 -9H9V9H-9Z" fill="{light}"/>'
        for x in (19, WIDTH - 19)
        for y in (19, HEIGHT - 19)
    )
    return _document(
        "the back of a card",
        f'{_PAPER}<rect x="10" y="10" width="230" height="330" rx="10" fill="{dark}"/>'
        f'<image x="19" y="19" width="212" height="312" href="data:image/png;base64,{data}"/>'
        f'<rect x="19" y="19" width="212" height="312" fill="none" stroke="{light}" stroke-width="3"/>{corners}',
    )


_FAMOUS: Final = (
    Complex(-0.8, 0.156), Complex(-0.70176, -0.3842), Complex(0.285, 0.01), Complex(-0.835, -0.2321),
    Complex(-0.4, 0.6), Complex(-0.7269, 0.1889), Complex(0.355, 0.355), Complex(-0.54, 0.54),
)  # fmt: skip


def deck(*, four_colour: bool = False, seed: str = "") -> Iterator[tuple[str, str]]:
    """Draw all cards and the back, and name them: `("Ah", "<svg ...")`, ..., `("back", ...)`.

    >>> [name for name, _ in deck()][-2:]
    ['As', 'back']
    """
    for card in ALL_CARDS:
        yield str(card), face(card, four_colour=four_colour)
    yield "back", back(seed)


def _document(title: str, content: str) -> str:
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg {box} role="img"><title>{title}</title>{content}</svg>\n'


def _ink(card: Card, colour: str) -> str:
    """What is printed on the paper."""
    corner = _rank(card.rank, 14, 16, 58) + _suit(card.suit, 14, 84, 44)
    middle = _court(card, colour) if card.rank in _HEADGEAR else "".join(_pips(card))
    return f'{corner}<g transform="rotate(180 125 175)">{corner}</g>{middle}'


def _suit(suit: Suit, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = " rotate(180 50 50)" if turned else ""
    return f'<path transform="translate({x:g} {y:g}) scale({size / 100:g}){turn}" d="{_SUIT_SHAPES[suit]}"/>'


def _rank(rank: Rank, x: float, y: float, height: float, *, weight: float = 4.4) -> str:
    scale = height / 30
    return (
        f'<path transform="translate({x + 2:g} {y:g}) scale({scale:g})" d="{_RANK_STROKES[rank]}" fill="none" '
        f'stroke="currentColor" stroke-width="{weight:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _pips(card: Card) -> Iterator[str]:
    if card.rank is Rank.ACE:
        yield _suit(card.suit, 65, 115, 120)
        return
    size = 44.0
    for across, down in _PIPS[card.rank]:
        x, y = 91 + across * 68 - size / 2, 52 + down * 246 - size / 2
        yield _suit(card.suit, x, y, size, turned=down > 0.5)


def _court(card: Card, colour: str) -> str:
    """A letter that wears something, with its suit below, on a panel."""
    return (
        f'<rect x="70" y="50" width="110" height="250" rx="10" fill="{colour}" fill-opacity="0.08" stroke="{colour}" '
        'stroke-width="3"/>'
        f'<path transform="translate(80 66) scale(0.9)" d="{_HEADGEAR[card.rank]}" fill="#e0a526" stroke="{colour}" '
        f'stroke-width="4" stroke-linejoin="round"/>'
        f"{_rank(card.rank, 89, 124, 96, weight=5)}{_suit(card.suit, 97, 234, 56)}"
    )
