"""Palettes: a colour for each of 256 grey levels, as even to the eye as the greys are.

They are paths through the OKLab space, in which equal steps look equal: lightness rises with the level, while the hue
turns and the colourfulness swells in the middle.
"""

from functools import cache
from math import cos, radians, sin
from typing import Final, TypeAlias

from fivecard.errors import FivecardError, quoted

Colour: TypeAlias = tuple[int, int, int]

# Hue of the darkest and of the lightest colour in degrees, and how colourful the middle is.
_PATHS: Final[dict[str, tuple[float, float, float]]] = {
    "ember": (345, 460, 0.17),
    "ocean": (285, 190, 0.13),
    "moss": (230, 110, 0.13),
    "dusk": (280, 420, 0.15),
}
PALETTES: Final = ("grey", *_PATHS)


class PictureError(FivecardError):
    """There is no such picture."""


@cache
def palette(name: str) -> tuple[Colour, ...]:
    """The 256 colours of a palette, by name.

    >>> palette("grey")[128], palette("ember")[0], palette("ember")[255]
    ((128, 128, 128), (0, 0, 0), (253, 252, 245))
    """
    if name == "grey":
        return tuple((level, level, level) for level in range(256))
    if name not in _PATHS:
        raise PictureError(f"there is no palette {quoted(name)}: they are {', '.join(PALETTES)}")
    start, end, most = _PATHS[name]
    colours = []
    for level in range(256):
        t = level / 255
        hue = radians(start + (end - start) * t)
        chroma = most * 4 * t * (1 - t) + 0.01 * t
        colours.append(_from_oklab(0.99 * t, chroma * cos(hue), chroma * sin(hue)))
    return tuple(colours)


def _from_oklab(lightness: float, a: float, b: float) -> Colour:
    """Turn an OKLab colour (Ottosson 2020) into sRGB."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _encoded(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))
