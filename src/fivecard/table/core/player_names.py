"""Names of people at a table: one that others can see, and that pretends to be nobody else."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST_NAME: Final = 20
MOST_MARKS: Final = 3
"""Marks on one letter: enough for every language that is written with them, too few to cover the lines around."""
PRETENDING: Final = frozenset(
    {"dealer", "server", "fivecard", "nobody", "you", "seat", "free", "spectator", "admin", "host", "house", "table"}
)
"""What the page itself calls things; with or without a number behind it."""
COMPUTERS: Final = ("Ada", "Blaise", "Carl", "Emmy", "Gaston", "Sofia", "Ida", "Hugo", "Nora")
"""The names of computers, by seat."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that are drawn as nothing, although their categories say that they are letters, marks or symbols."""
SCRIPTS: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK",
        "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN",
        "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
    }
)  # fmt: skip
"""Scripts of living languages that Unicode recommends for names (UAX 31, table 5): others hold look-alikes."""
_JOINER: Final = "\u200d"
_STYLES: Final = dict.fromkeys((0xFE0E, 0xFE0F))
"""Selectors that phones put behind symbols, to have them in colour or not."""
_ALIKE: Final = {
    "a": "аαɑ", "b": "вβ", "c": "сϲᏟꓚ", "d": "ԁ", "e": "еεє", "g": "ɡց", "h": "һнհ", "j": "јյ", "k": "кκ",
    "l": "iіι1|!ıӏɩ", "m": "м", "n": "ոη", "o": "оο0օ", "p": "рρ", "q": "ԛզ", "r": "гґ", "s": "ѕ", "t": "тτ",
    "u": "υս", "v": "νѵ", "w": "ԝω", "x": "хχ", "y": "уγү",
}  # fmt: skip
"""Small letters, and what is hard to tell from them: from Cyrillic, Greek and Armenian, and digits and strokes."""
_DRAWN: Final = re.compile("LATIN (?:LETTER SMALL CAPITAL|CAPITAL LETTER) ([A-Z])$")
_LOOKS: Final = str.maketrans({other: letter for letter, others in _ALIKE.items() for other in others})


def tidy(text: str) -> str:
    """Normalize a name to what is kept: composed, with single spaces, without the styles of symbols.

    >>> tidy("  Ann   Lee ")
    'Ann Lee'
    """
    return " ".join(unicodedata.normalize("NFC", text.translate(_STYLES)).split())


def objection(name: str) -> str | None:
    """Say what is wrong with a tidy name; None if nothing is.

    >>> objection("Ann"), objection("Computer 3")
    (None, 'a name does not say computer: nobody is to be taken for one')
    """
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters"
    marks: int | None = None  # on the present letter; None where there is no letter yet
    for position, character in enumerate(name):
        category = unicodedata.category(character)
        if character == _JOINER and _joins_pictures(name, position):
            continue
        if category[0] == "C" or category in {"Zl", "Zp"}:
            return "that name has a hidden character"
        if character in _BLANK or 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF:
            return "a name has no characters that cannot be seen"
        if category in {"Ps", "Pe"}:
            return "a name has no brackets: the page uses them for its own remarks"
        if category[0] != "M":
            marks = None if category == "Zs" else 0
        elif marks is None:
            return "a name has no marks without a letter under them"
        else:
            marks += 1
            if marks > MOST_MARKS:
                return f"a name has at most {MOST_MARKS} marks on a letter"
    if odd := next(
        (each for each in unicodedata.normalize("NFKC", name) if each.isalpha() and not _is_usual(each)), ""
    ):
        return f"a name has no letters like {odd!r}: they look like others"
    if looks("computer") in looks(name):
        return "a name does not say computer: nobody is to be taken for one"
    if looks(re.sub(r"[\W\d_]+$", "", unicodedata.normalize("NFKC", name))).removeprefix("the") in _PRETENDING:
        return f"{name!r} is what the page calls something else"
    return None


def _joins_pictures(name: str, position: int) -> bool:
    """Whether a joiner makes one picture of two, as in a person with red hair; anywhere else it hides."""
    before, after = name[position - 1 : position], name[position + 1 : position + 2]
    return _is_picture(before) and _is_picture(after) and not 0x1F3FB <= ord(after) <= 0x1F3FF


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" or 0x1F3FB <= ord(character) <= 0x1F3FF if character else False


def _is_usual(letter: str) -> bool:
    """Whether a letter is of a script that people write in, or of none."""
    name = unicodedata.name(letter, "")
    return name.split(" ")[0].split("-")[0] in SCRIPTS or unicodedata.category(letter) == "Lm" or not name


def looks(name: str) -> str:
    """Fold names that look alike into one: case, accents, spaces, wide and other alphabets' letters are gone.

    >>> looks("Ann") == looks("ＡＮｎ") == looks("а́n n")
    True
    """
    letters = "".join(map(_letter, name.casefold().translate(_LOOKS)))
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", letters).casefold()).translate(_LOOKS)
    seen = "".join(
        character for character in plain if unicodedata.category(character)[0] not in "PZ" and character != _JOINER
    )
    return re.sub("[\u0300-\u036f]", "", seen).replace("rn", "m") or plain


def _letter(character: str) -> str:
    r"""Find the letter that a small capital or one in a black box is drawn as: Unicode knows it by its name only.

    >>> _letter("\N{LATIN LETTER SMALL CAPITAL C}"), _letter("\N{NEGATIVE SQUARED LATIN CAPITAL LETTER C}")
    ('c', 'c')
    """
    found = _DRAWN.search(unicodedata.name(character, ""))
    return found[1].lower() if found else character


_PRETENDING: Final = frozenset(map(looks, PRETENDING))


def computer_name(seat: int, people: Iterable[str]) -> str:
    """What the computer on a seat is called: as a person might be, but like none of the people who are here.

    >>> computer_name(0, []), computer_name(0, ["Ann", "ada"])
    ('Ada', 'Ada II')
    """
    taken = {looks(name) for name in people}
    names = [
        f"{COMPUTERS[seat]} {numeral}".strip() for numeral in ("", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    ]
    return next(name for name in names if looks(name) not in taken)  # eight others are here at most


def clean_line(text: str) -> str:
    r"""What is shown of a line that somebody says: without what controls, changes direction or cannot be seen.

    >>> clean_line("well\u202e  played")
    'well played'
    """
    return tidy("".join([character for character in text if character.isspace() or _is_seen(character)]))


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] != "C" and character not in _BLANK
