"""The picture of the document on equities: `python docs/pictures/equity.py`."""

from pathlib import Path

from fivecard.cli.main import main

if __name__ == "__main__":
    picture = str(Path(__file__).with_name("equity.svg"))
    main(["equity", "22+, A2s+, KTs+, QJs, AJo+", "QQ+, AKs", "--board", "Td 9s 2h", "--plot", picture])
