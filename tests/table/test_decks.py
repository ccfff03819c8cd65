"""The colours of the decks, as people see them who see some colours alike."""

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

STYLE = ROOT / "src" / "fivecard" / "pages" / "shared" / "styles" / "style.css"
SUITS = "cdhs"
SIGHTS = {
    "all colours": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
"""What becomes of linear sRGB: Machado, Oliveira and Fernandes (2009), severity 1."""
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
APART = 20.0
"""In CIEDE2000, where 1 is the least difference that is seen side by side: suits are to be told apart at a glance."""

Colour = tuple[float, float, float]


def lab(colour: Colour, sight: str) -> Colour:
    """Colour in CIELAB (D65) as somebody sees it, from sRGB between 0 and 255."""
    linear = [part / 3294.6 if part <= 10.31475 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    seen = XYZ @ np.clip(np.array(SIGHTS[sight]) @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = (math.cbrt(part) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29 for part in seen)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, two: Colour) -> float:
    """CIEDE2000 between two colours in CIELAB, as in Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weights = ((-30, 1, -0.17), (0, 2, 0.24), (6, 3, 0.32), (-63, 4, -0.20))
    by_hue = 1 + sum(weight * math.cos(math.radians(times * hue + off)) for off, times, weight in weights)
    by_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    lighter, stronger = (l2 - l1) / by_light, (c2 - c1) / (1 + 0.045 * chroma)
    turned = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * by_hue)
    blue = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(blue)
    return math.sqrt(lighter**2 + stronger**2 + turned**2 + rotation * stronger * turned)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_the_published_one(one: Colour, two: Colour, expected: float) -> None:
    assert round(difference(one, two), 4) == expected
    assert round(difference(two, one), 4) == expected


@pytest.mark.parametrize("sight", SIGHTS)
def test_everybody_sees_the_same_greys(sight: str) -> None:
    for grey in (0, 29, 128, 255):
        assert lab((grey,) * 3, sight) == pytest.approx(lab((grey,) * 3, "all colours"), abs=1e-2)


@pytest.fixture(scope="module")
def decks(browser: "Browser") -> dict[str, dict[str, Colour]]:
    """The colours that a browser gives to the suits."""
    page = browser.new_page()
    page.set_content(f"<style>{STYLE.read_text()}</style>" + "".join(f"<i class='card {suit}'></i>" for suit in SUITS))
    found = {}
    for deck in ("two", "four", "orange"):
        page.evaluate("(deck) => { document.documentElement.dataset.deck = deck; }", deck)
        colours = page.eval_on_selector_all(
            ".card", r"cards => cards.map((card) => getComputedStyle(card).color.match(/\d+/g).map(Number))"
        )
        found[deck] = dict(zip(SUITS, colours, strict=True))
    page.close()
    return found


def alike(deck: dict[str, Colour], pairs: "Sequence[tuple[str, str]]") -> dict[str, list[str]]:
    """For each sight, the pairs of suits that it hardly tells apart by colour."""
    return {
        sight: [a + b for a, b in pairs if difference(lab(deck[a], sight), lab(deck[b], sight)) < APART]
        for sight in SIGHTS
    }


ALL = tuple(itertools.combinations(SUITS, 2))
RED_AND_BLACK = tuple(itertools.product("dh", "cs"))


def test_four_colours_keep_all_suits_apart_for_everybody(decks: dict[str, dict[str, Colour]]) -> None:
    assert alike(decks["four"], ALL) == {sight: [] for sight in SIGHTS}


def test_orange_and_black_stay_apart_for_everybody(decks: dict[str, dict[str, Colour]]) -> None:
    assert alike(decks["orange"], RED_AND_BLACK) == {sight: [] for sight in SIGHTS}


def test_red_and_black_do_not(decks: dict[str, dict[str, Colour]]) -> None:
    assert alike(decks["two"], ALL) == {sight: ["cs", "dh"] for sight in SIGHTS}  # by shape alone


def test_red_fades_into_black_without_red_and_orange_hardly(decks: dict[str, dict[str, Colour]]) -> None:
    kept = {
        name: difference(*(lab(deck[suit], "protanopia") for suit in "hs"))
        / difference(*(lab(deck[suit], "all colours") for suit in "hs"))
        for name, deck in decks.items()
    }
    assert kept["two"] < 2 / 3
    assert kept["orange"] > 5 / 6
