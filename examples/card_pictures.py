"""A Julia set and a card as pictures, in a folder of your choice."""

import sys
import tempfile
from pathlib import Path

from fivecard import Card
from fivecard.handouts.card_pictures import back, face
from fivecard.handouts.julia import julia
from fivecard.handouts.palettes import palette
from fivecard.handouts.picture_files import write_picture

folder = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
with (folder / "julia.bmp").open("wb") as file:
    write_picture(file, "julia.bmp", julia(400, -0.8 + 0.156j, iterations=300), palette("ember"))
(folder / "queen.svg").write_text(face(Card("Qh")))
(folder / "back.svg").write_text(back("friends"))
print("written:", *sorted(path.name for path in folder.iterdir()))
