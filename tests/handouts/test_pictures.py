"""Handout F: complex numbers, Julia sets pixel for pixel, and cards that a browser shows."""

import io
import shlex
import struct
from base64 import b64decode
from itertools import pairwise
from math import pow, sqrt  # noqa: A004  (as the handout has it)
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from fivecard import _core  # noqa: TID251  (rows that are cut)
from fivecard.cards import ALL_CARDS, Card
from fivecard.errors import FivecardError
from fivecard.handouts.card_pictures import back, deck, face
from fivecard.handouts.complex import Complex, ComplexError, DivisionError
from fivecard.handouts.julia import VALUES, Picture, julia
from fivecard.handouts.palettes import PALETTES, PictureError, palette
from fivecard.handouts.picture_files import small_png, write_bitmap
from tests.cli.terminal import run
from tests.paths import GOLDEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HANDOUT = GOLDEN / "f"


# Complex numbers


def test_the_tester_prints_what_the_handout_shows() -> None:
    done = run("complex", typed="2 -7\n")
    assert (done.stdout, done.stderr, done.returncode) == ((HANDOUT / "complex.txt").read_text(), "", 0)


def test_the_tester_asks_again() -> None:
    done = run("complex", typed="2\n2 x\n0 -0.5\n")
    assert "c = 2\nexpected two numbers with a space between them, got '2'\n" in done.stdout
    assert "c = 2 x\n'x' is not a number\n" in done.stdout
    assert done.stdout.endswith("c = 0 -0.5\nc = -0.5i\n")


@pytest.mark.parametrize(
    ("z", "text"),
    [
        (Complex(), "0"), (Complex(3, 7), "3 + 7i"), (Complex(-4), "-4"), (Complex(0, 2), "2i"),
        (Complex(8, -1), "8 - 1i"),
        (Complex(0, -2), "-2i"), (Complex(1e6, 1e-7), "1e+06 + 1e-07i"), (Complex(-0.0, -0.0), "0"),
        (Complex(123456.7, 1 / 3), "123457 + 0.333333i"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_streams_write_them(z: Complex, text: str) -> None:
    assert str(z) == text


parts = st.floats(-1e6, 1e6, allow_nan=False).map(lambda part: 0.0 if abs(part) < 1e-3 else part)
numbers = st.builds(Complex, parts, parts)


@given(numbers, numbers)
def test_arithmetic_is_that_of_pythons_complex(one: Complex, two: Complex) -> None:
    x, y = complex(one), complex(two)
    assert complex(one + two) == x + y  # exact: one rounding a part
    assert complex(one - two) == x - y
    assert complex(one * two) == pytest.approx(x * y, rel=1e-12, abs=1e-3)
    assert complex(-one) == -x
    assert one.mod() == pytest.approx(abs(x))
    assert (one == two) == (x == y)
    assert (one != two) == (x != y)
    assume(y != 0)
    assert complex(one / two) == pytest.approx(x / y, rel=1e-9, abs=1e-9)
    assert complex((one / two) * two) == pytest.approx(x, rel=1e-6, abs=1e-6)


@given(numbers, parts)
def test_reals_may_stand_on_either_side(z: Complex, real: float) -> None:
    x = complex(z)
    for number in (real, complex(real)):
        assert complex(z + number) == complex(number + z) == x + real
        assert complex(z - number) == x - real
        assert complex(number - z) == real - x
        assert complex(z * number) == pytest.approx(x * real)
        assert complex(number * z) == pytest.approx(x * real)
    if real:
        assert complex(z / real) == pytest.approx(x / real)
    if x:
        assert complex(real / z) == pytest.approx(real / x, rel=1e-9)


@given(st.builds(Complex, st.integers(-9, 9), st.integers(-9, 9)), st.integers(0, 12))
def test_whole_powers_of_whole_numbers_are_exact(z: Complex, exponent: int) -> None:
    product = Complex(1)
    for _ in range(exponent):
        product = product * z
    assert z**exponent == z ^ exponent == product
    if z != 0:
        assert complex((z**-exponent) * z**exponent) == pytest.approx(1)


def test_arithmetic_in_place_leaves_the_other_name_alone() -> None:
    z = Complex(5, -8)
    w = z
    w += Complex(3, 7)
    w *= 2
    w -= 1
    w /= 3
    assert z == Complex(5, -8)
    assert complex(w) == pytest.approx(5 - 2j / 3)


def test_very_large_and_very_small_numbers_are_divided() -> None:
    assert Complex(1e200) / Complex(1e200) == 1
    assert complex(Complex(1) / Complex(1e-170)) == pytest.approx(1e170)
    assert complex(Complex(1e300, 1e300) / Complex(0, 1e300)) == pytest.approx(1 - 1j)
    assert Complex(1) != 10**400


def test_parts_are_read_and_set() -> None:
    z = Complex.of(1 + 2j)
    z.real = 7
    assert (z.real, z.imag, complex(z)) == (7, 2, 7 + 2j)
    assert repr(Complex(1, -2)) == "Complex(1.0, -2.0)"
    assert +z == z
    with pytest.raises(TypeError):
        hash(z)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Complex(1, 2) / 0, DivisionError, r"1 \+ 2i cannot be divided by 0"),
        (lambda: 1 / Complex(), ZeroDivisionError, "1 cannot be divided by 0"),
        (lambda: Complex(10**400), ComplexError, "at most about 1.8e308"),
        (lambda: setattr(Complex(), "real", "a"), ComplexError, "a part of a complex number is a real number, not 'a'"),
        (lambda: Complex() ** -1, DivisionError, "0 has no power -1"),
        (lambda: Complex(1) ** 0.5, ComplexError, "an exponent is a whole number, not 0.5"),  # type: ignore[operator]
        (lambda: Complex(1) ^ True, ComplexError, "an exponent is a whole number, not True"),
        (lambda: Complex("1"), ComplexError, "a part of a complex number is a real number, not '1'"),  # type: ignore[arg-type]
        (lambda: Complex.parse("1 2 3"), ComplexError, "expected two numbers with a space between them, got '1 2 3'"),
        (lambda: Complex(1) + "1", TypeError, "unsupported operand"),  # type: ignore[operator]
    ],
)
def test_what_cannot_be_computed_is_said(call: "object", error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()  # type: ignore[operator]


# Julia sets


def handout_picture(size: tuple[int, int], c: Complex, iterations: int, *rest: float) -> bytes:
    """The handout's loop, in Python's double precision."""
    width, height = size
    border, exponent, bailout = rest
    levels = bytearray(width * height)
    for y in range(height):
        for x in range(width):
            real, imag = 4.0 * x / width - 2.0, 4.0 * y / height - 2.0
            for n in range(iterations):
                real, imag = (real * real - imag * imag) + c.real, (imag * real + real * imag) + c.imag
                if sqrt(real * real + imag * imag) > bailout:
                    level = 255 if n > iterations * border else int(pow(n / iterations, exponent) * 255)
                    levels[y * width + x] = level
                    break
    return bytes(levels)


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("c", VALUES, ids=str)
def test_pixels_are_those_of_the_handouts_loop(c: Complex) -> None:
    assert julia(61, c, iterations=150).levels == handout_picture((61, 61), c, 150, 0.5, 0.5, 4)


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (7, 3), (33, 31), (65, 9)])
def test_pictures_of_any_size(size: tuple[int, int]) -> None:
    c = Complex(-0.8, 0.156)
    for iterations, border, exponent, bailout in (
        (1, 0.5, 0.5, 4),
        (37, 0, 1, 2.5),
        (100, 1, 0, 1e6),
        (500, 0.3, 0.7, 1e200),
    ):
        found = julia(size, c, iterations=iterations, border=border, exponent=exponent, bailout=bailout, threads=3)
        assert found.levels == handout_picture(size, c, iterations, border, exponent, bailout)


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
def test_zoom_and_centre_show_a_part() -> None:
    c = Complex(-0.8, 0.156)
    whole = julia(64, c, iterations=200)
    corner = julia(32, c, iterations=200, zoom=2, centre=Complex(-1, -1))
    assert [row[:32] for row in list(whole.rows())[:32]] == list(corner.rows())


@pytest.mark.usefixtures("kernel")
def test_a_picture_whose_rows_are_cut_is_the_same() -> None:
    view = (300, 3, -0.8, 0.156, 16.0, 1.0, 0.0, 0.0)
    whole = _core.julia(*view, bytes([1] * 99 + [0]), 0, 3, 1)
    assert _core.julia(*view, bytes([1] * 99 + [0] * ((1 << 18) - 99)), 0, 3, 2) == whole
    told: list[float] = []
    julia(50, Complex(-0.8, 0.156), progress=told.append)
    assert told[-1] == 1


def test_the_program_asks_the_handouts_questions(tmp_path: Path) -> None:
    done = run("picture", typed="40\n-.8\n.156\n1000\n.5\n.5\n4\n", cwd=tmp_path)
    assert done.stdout == (
        "Input the image size (in pixels): 40\nInput the real value of c: -.8\nInput the imaginary value of c: .156\n"
        "Input the maximum iteration (100-1,000): 1000\nInput the border ratio (0-1): .5\n"
        "Input the color exponent (0-1): .5\nInput the bailout radius (>= 4): 4\nCreating Image\nDone\n"
    )
    with Image.open(tmp_path / "image.bmp") as image:
        assert (image.size, image.mode) == ((40, 40), "RGB")
        assert image.convert("L").tobytes() == handout_picture((40, 40), Complex(-0.8, 0.156), 1000, 0.5, 0.5, 4)


def test_wrong_answers_are_asked_again(tmp_path: Path) -> None:
    assert run("picture", typed="9" * 400 + "\n", cwd=tmp_path).returncode == 1  # asked again, and nobody there
    done = run("picture", typed="big\n0\n9\n1e999\n0\n0\n50\n100\n2\n1\nx\n1\n3\n4\n", cwd=tmp_path)
    for line in (
        "'big' is not a whole number, try again", "'0' is not between 1 and 30,000, try again",
        "'1e999' is not a number, try again", "'50' is not between 100 and 1,000, try again",
        "'2' is not between 0 and 1, try again",
        "'x' is not a number, try again", "'3' is not 4 or more, try again",
    ):  # fmt: skip
        assert line in done.stdout
    assert done.stdout.endswith("Done\n")


USUAL = shlex.split("--size 9 --c 0 1 --iterations 50 --border .5 --exponent .5 --bailout 4")


def test_options_answer_the_questions(tmp_path: Path) -> None:
    options = [*USUAL, "--size", "30", "--bailout", "2", "--palette", "ember"]
    for name in ("a.bmp", "a.png"):
        assert run("picture", *options, "-o", name, cwd=tmp_path).stdout == "Creating Image\nDone\n"
    with Image.open(tmp_path / "a.bmp") as one, Image.open(tmp_path / "a.png") as two:
        assert one.tobytes() == two.convert("RGB").tobytes()
        colours = {palette("ember")[level] for level in julia(30, 1j, iterations=50, bailout=2).levels}
        assert {colour for _, colour in one.getcolors() or []} == colours


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--size", "0"], 2, "the size of a picture is from 1 to 30,000 pixels, not 0"),
        (["--iterations", "0"], 2, "there may be 1 to 1,000,000 iterations, not 0"),
        (["--border", "2"], 2, "the border ratio is from 0 to 1, not 2.0"),
        (["--exponent", "-1"], 2, "the colour exponent is from 0 to 1, not -1.0"),
        (["--bailout", "0"], 2, "the bailout radius is above 0, not 0.0"),
        (["--zoom", "0"], 2, "the zoom is above 0, not 0.0"),
        (["-o", "a.xyz"], 1, "a.xyz: there is no picture format for '.xyz'"),
        (["-o", "a.fits"], 1, "a.fits: there is no picture format for '.fits'"),
        (["-o", "no/a.bmp"], 1, "no/a.bmp: No such file or directory"),
    ],
)
def test_wrong_options_are_named_and_leave_nothing(tmp_path: Path, words: list[str], status: int, message: str) -> None:
    done = run("picture", *USUAL, *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (status, f"fivecard: {message}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_bitmap_is_written_byte_by_byte() -> None:
    file = io.BytesIO()
    colours = [(level, (10 + level) % 256, (20 + level) % 256) for level in range(256)]
    write_bitmap(file, Picture(3, 2, bytes([0, 1, 2, 3, 4, 5])), colours)
    data = file.getvalue()
    assert data[:2] == b"BM"
    assert struct.unpack("<I", data[2:6]) == (len(data),)
    assert data[54:] == bytes([23, 13, 3, 24, 14, 4, 25, 15, 5, 0, 0, 0, 20, 10, 0, 21, 11, 1, 22, 12, 2, 0, 0, 0])


def test_small_pngs_are_pngs() -> None:
    picture = julia(20, 1j, iterations=30)
    with Image.open(io.BytesIO(small_png(picture, palette("moss")))) as image:
        assert image.convert("RGB").getpixel((10, 10)) == palette("moss")[picture.levels[210]]


def test_the_gallery_shows_ten_pictures(tmp_path: Path) -> None:
    assert run("gallery", "--size", "40", "-o", "sheet.png", cwd=tmp_path).stdout == "sheet.png: 10 pictures\n"
    with Image.open(tmp_path / "sheet.png") as image:
        assert image.size[0] > 200
        assert len(image.convert("L").getcolors() or []) > 20


@pytest.mark.parametrize("name", PALETTES)
def test_palettes_get_lighter_all_the_way(name: str) -> None:
    light = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in palette(name)]
    assert len(light) == 256
    assert all(later >= earlier - 0.8 for earlier, later in pairwise(light))
    assert light[0] < 5
    assert light[255] > 240


def test_there_is_no_other_palette() -> None:
    with pytest.raises(PictureError, match="there is no palette 'mud': they are grey, ember"):
        palette("mud")
    assert issubclass(PictureError, FivecardError)


# Cards


def test_every_card_is_a_picture_of_its_own() -> None:
    pictures = dict(deck())
    assert len(pictures) == 53 == len(set(pictures.values()))
    for name, svg in pictures.items():
        root = ET.fromstring(svg)
        assert root.get("viewBox") == "0 0 250 350", name
    assert "<title>Ace of hearts</title>" in pictures["Ah"]
    assert face(Card("Ac"), four_colour=True) != face(Card("Ac"))


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.rank < 9], ids=str)
def test_number_cards_have_as_many_pips(card: Card) -> None:
    shape = face(card).partition('d="M')[2]
    pips = face(card).count(face(Card(f"2{card.suit.letter}")).split('d="')[2].split('"')[0])
    assert pips == card.rank.pips + 2, shape  # and one in each of two corners


def test_backs_follow_their_seed() -> None:
    assert back("a") == back("a")
    assert len({back(str(seed)) for seed in range(6)}) == 6
    assert back("\udcff")  # what a shell passes on for a byte that is no text


@pytest.mark.parametrize("seed", ["", "a", "friends", "7", "Sunday"])
def test_a_back_is_the_same_upside_down(seed: str) -> None:
    """But for a few points on the edge of the set, where the last digit decides."""
    data = back(seed).partition("base64,")[2].partition('"')[0]
    with Image.open(io.BytesIO(b64decode(data))) as image:
        upright = image.convert("RGB")
    pixels = zip(upright.tobytes(), upright.rotate(180).tobytes(), strict=True)
    assert sum(one != two for one, two in pixels) < 300  # of 198,432 bytes


def test_a_browser_shows_the_cards(browser: "Browser") -> None:
    page = browser.new_page(viewport={"width": 600, "height": 350})
    shown = "".join(f'<div style="float:left">{svg}</div>' for svg in (face(Card("Kh")), back("x")))
    page.set_content(f'<body style="margin:0;background:#00ff00">{shown}</body>')
    with Image.open(io.BytesIO(page.screenshot())) as taken:
        image = taken.convert("RGB")
    king, julia_back = image.crop((0, 0, 250, 350)), image.crop((250, 0, 500, 350))
    assert image.getpixel((1, 1)) == (0, 255, 0)  # round corners
    counts = {colour: count for count, colour in king.getcolors(1 << 20) or []}
    assert counts[255, 253, 248] > 40_000  # paper
    assert counts[200, 32, 47] > 3000  # hearts are red
    assert len(julia_back.getcolors(1 << 20) or []) > 50
    page.close()


def test_a_deck_is_written(tmp_path: Path) -> None:
    assert run("cards", "-o", "deck", "--four-colour", cwd=tmp_path).stdout == "deck: 53 pictures\n"
    assert len(list((tmp_path / "deck").glob("*.svg"))) == 53
    assert run("cards", "-o", "small", "--png", "60", "--seed", "x", cwd=tmp_path).returncode == 0
    with Image.open(tmp_path / "small" / "Ah.png") as image:
        assert image.size == (60, 84)
    (tmp_path / "file").write_text("")
    done = run("cards", "-o", "file", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "fivecard: -o file: that is a file, not a folder\n")
