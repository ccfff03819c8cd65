"""Picture files: bitmaps as the handout has them, small PNG pictures for use inside others, and the rest by Pillow."""

import struct
import zlib
from collections.abc import Sequence
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, BinaryIO

from fivecard.errors import FivecardError, MissingDependencyError, install, quoted
from fivecard.handouts.julia import Picture
from fivecard.handouts.palettes import Colour, palette

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image


def write_picture(file: BinaryIO, name: str, picture: Picture, colours: Sequence[Colour] = palette("grey")) -> None:
    """Write a picture in the format that a file name asks for.

    >>> import io
    >>> file = io.BytesIO()
    >>> write_picture(file, "dot.bmp", Picture(1, 1, bytes([255])))
    >>> file.getvalue()[:2], len(file.getvalue())
    (b'BM', 58)
    """
    if PurePath(name).suffix.lower() == ".bmp":
        write_bitmap(file, picture, colours)
    else:
        save(as_image(picture, colours), file, name)


def write_bitmap(file: BinaryIO, picture: Picture, colours: Sequence[Colour]) -> None:
    r"""Write a 24-bit bitmap: blue, green, red; rows from the bottom up, padded to four bytes.

    >>> import io
    >>> file = io.BytesIO()
    >>> write_bitmap(file, Picture(1, 1, bytes([1])), palette("grey"))
    >>> file.getvalue()[-4:]
    b'\x01\x01\x01\x00'
    """
    row_size = (3 * picture.width + 3) // 4 * 4
    padding = bytes(row_size - 3 * picture.width)
    file.write(struct.pack("<2sIHHI", b"BM", 54 + row_size * picture.height, 0, 0, 54))
    file.write(
        struct.pack("<IiiHHIIiiII", 40, picture.width, picture.height, 1, 24, 0, row_size * picture.height, 0, 0, 0, 0)
    )
    tables = [bytes(colour[channel] for colour in colours) for channel in (2, 1, 0)]
    for start in range(len(picture.levels) - picture.width, -1, -picture.width):
        row = picture.levels[start : start + picture.width]
        pixels = bytearray(3 * picture.width)
        for channel, table in enumerate(tables):
            pixels[channel::3] = row.translate(table)
        file.write(pixels + padding)


def small_png(picture: Picture, colours: Sequence[Colour]) -> bytes:
    """Encode a picture inside another as PNG, with a palette.

    >>> small_png(Picture(1, 1, bytes([1])), palette("grey"))[1:4]
    b'PNG'
    """

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    rows = b"".join(b"\0" + row for row in picture.rows())
    colour_bytes = bytes(part for colour in colours for part in colour)
    parts = [(b"IHDR", header), (b"PLTE", colour_bytes), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)


def as_image(picture: Picture, colours: Sequence[Colour]) -> "Image":
    """Convert a picture to Pillow's.

    >>> as_image(Picture(2, 1, bytes([0, 255])), palette("grey")).size
    (2, 1)
    """
    image: Image = _pillow().frombytes("P", (picture.width, picture.height), bytes(picture.levels))
    image.putpalette([part for colour in colours for part in colour])
    return image.convert("RGB")


def check_format(name: str) -> str:
    """Find the format that a file name asks for, as Pillow calls it; refuse one that cannot be written.

    >>> check_format("julia.png")
    'PNG'
    """
    suffix = PurePath(name).suffix.lower()
    if suffix == ".bmp":
        return "BMP"
    image = _pillow()
    image.init()
    found = image.registered_extensions().get(suffix)
    if found not in image.SAVE:
        raise FivecardError(
            f"{name}: there is no picture format for {quoted(suffix) if suffix else 'a name without an ending'}"
        )
    return str(found)


def save(image: "Image", file: BinaryIO, name: str) -> None:
    """Write an image in the format that a file name asks for.

    It is made in memory first: where Pillow writes to the disk itself, it does not notice that the disk is full.
    """
    kind, content = check_format(name), BytesIO()
    try:
        image.save(content, kind)
    except (OSError, ValueError, KeyError) as error:
        raise FivecardError(f"{name}: {error}") from None
    file.write(content.getbuffer())


def _pillow() -> "ModuleType":
    try:
        from PIL import Image
    except ImportError:
        raise MissingDependencyError(f"pictures other than .bmp need Pillow: {install('pictures')}") from None
    return Image
