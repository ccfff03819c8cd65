"""Put measured numbers into the pages: `python docs/figures.py`; with `--check`, only say where a page disagrees.

docs/figures.json is the one place of a number that stands in the README, on the front page or on two pages;
`bench/run.sh --keep` measures it again. A page marks it, invisibly: <!-- figure: rows7 -->810<!-- end -->, or a ratio
of two: <!-- figure: rows7 / ompeval7 -->6.1<!-- end -->.
"""

import json
import math
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
MARK = re.compile(r"<!-- figure: ([\w /]+) -->(.*?)<!-- end -->")
SPEED_PICTURE = FOLDER / "pictures" / "speed.svg"


def values() -> dict[str, float]:
    """Every number by its name."""
    return {name: figure["value"] for name, figure in json.loads((FOLDER / "figures.json").read_text()).items()}


def rounded(number: float, digits: int) -> str:
    """To so many significant digits: more would be noise.

    >>> rounded(1233.4, 3), rounded(0.0431, 2), rounded(6.04, 2)
    ('1,230', '0.043', '6')
    """
    places = digits - 1 - math.floor(math.log10(abs(number)))
    text = f"{round(number, places):,.{max(0, places)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(mark: str, known: dict[str, float]) -> str:
    """What a page shows for a mark: a number, or a ratio of two."""
    names = [name.strip() for name in mark.split("/")]
    for name in names:
        if name not in known:
            raise SystemExit(f"there is no figure '{name}' in docs/figures.json")
    numbers = [known[name] for name in names]
    return rounded(numbers[0], 3) if len(numbers) == 1 else rounded(numbers[0] / numbers[1], 2)


def filled(page: str, known: dict[str, float]) -> str:
    """Give a page with its numbers as they should be."""
    if re.search(r"^ *<!-- figure:", page, re.M):
        raise SystemExit("a line begins with the mark of a figure, which ends a paragraph in Markdown: move it")
    return MARK.sub(lambda mark: f"<!-- figure: {mark[1]} -->{shown(mark[1], known)}<!-- end -->", page)


def speed_picture(known: dict[str, float]) -> str:
    """Draw the bars of the front page."""
    bars = [
        ("fivecard, AVX-512", "rows7", "#b3262e"),
        ("fivecard, AVX2", "rows7_avx2", "#b3262e"),
        ("fivecard, portable", "rows7_portable", "#b3262e"),
        ("OMPEval, C++", "ompeval7", "#8a8f98"),
        ("phevaluator, a hand a call", "phevaluator7", "#8a8f98"),
    ]
    height, left, longest = 34, 200, 380
    rows = []
    for number, (label, name, colour) in enumerate(bars):
        y, width = 46 + number * height, max(1.5, longest * known[name] / max(known[bar[1]] for bar in bars))
        rows.append(
            f'<text x="{left - 10}" y="{y + 17}" text-anchor="end">{label}</text>'
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="24" rx="3" fill="{colour}"/>'
            f'<text x="{left + width + 8:.1f}" y="{y + 17}">{rounded(known[name], 3)}</text>'
        )
    size = f'width="640" height="{56 + len(bars) * height}" viewBox="0 0 640 {56 + len(bars) * height}"'
    title = "Seven-card hands from an array, one core: million a second"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="14" fill="#22262b">\n'
        f'<title>{title}</title>\n<rect width="100%" height="100%" rx="8" fill="#fff"/>\n'
        f'<text x="16" y="28" font-weight="bold">{title}</text>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def own_pages(known: dict[str, float]) -> dict[Path, str]:
    """Give every page of the documents, and the picture, as they should be."""
    pages = [FOLDER.parent / "README.md", *sorted(FOLDER.glob("*.md"))]
    right = {page: filled(page.read_text(encoding="utf-8"), known) for page in pages}
    marks = " ".join(mark for text in right.values() for mark, _ in MARK.findall(text))
    if unused := known.keys() - set(marks.split()):
        raise SystemExit(f"no page shows these figures of docs/figures.json: {', '.join(sorted(unused))}")
    return right | {SPEED_PICTURE: speed_picture(known)}


def main(words: list[str]) -> int:
    """Fill pages, or count those that disagree."""
    known, check = values(), "--check" in words
    given = {Path(word): filled(Path(word).read_text(encoding="utf-8"), known) for word in words if word != "--check"}
    wrong = 0
    for page, text in (given or own_pages(known)).items():
        if page.exists() and page.read_text(encoding="utf-8") == text:
            continue
        wrong += 1
        if check:
            print(f"{page.name} disagrees with docs/figures.json: run docs/figures.py")
        else:
            page.write_text(text, encoding="utf-8")
    return wrong if check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
