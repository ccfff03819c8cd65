"""Questions as they are typed: a text for each field, and what is wrong with it at that field.

>>> read_question(USUAL).board[0], read_question({**USUAL, "bets.river": "75%"}).sizes("bets", "river", 1)
(Card('Td'), (Size(kind='pot', number=75.0),))
>>> read_question({**USUAL, "board": "Td 9d 9d"})
Traceback (most recent call last):
fivecard.study.questions.FieldError: board: duplicate card '9d' on the board 'Td 9d 9d'
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from fivecard.cards import PLAIN
from fivecard.errors import FivecardError, RulesError, quoted
from fivecard.solvers.postflop import Spot
from fivecard.solvers.postflop.files import spot_to_json
from fivecard.solvers.postflop.spot import STREETS

Question = Mapping[str, str]
"""A text for each field."""

USUAL: Final[dict[str, str]] = {
    "game": "holdem",
    "board": "Td 9d 6h Qc",
    "oop": "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s",
    "ip": "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+",
    "pot": "200",
    "stack": "900",
    "bets.flop": "60%",
    "bets.turn": "60%",
    "bets.river": "60%, a",
    "raises.flop": "2.5x, a",
    "raises.turn": "2.5x, a",
    "raises.river": "2.5x, a",
    "donks": "as bets",
    "all_in": "0",
    "rake": "0",
    "cap": "",
    "blind": "20",
    "target": "0.3",
}
"""What the form holds when it is opened."""
LONGEST: Final = 10_000
"""Characters of a field."""
_DONKS: Final = {"as bets": None, "none": ""}


class FieldError(FivecardError):
    """A field does not hold what it should.

    Args:
        field: Its name in a `Question`.
        message: What is wrong.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, source=field)
        self.field = field


def checked(told: Mapping[str, Any]) -> dict[str, str]:
    """Take what was sent as a question: fields that are known, each a text; what is missing is as usual.

    Args:
        told: What was sent.
    """
    for name, text in told.items():
        if name not in USUAL:
            raise FieldError("", f"there is no field {quoted(name)}")
        if not isinstance(text, str) or len(text) > LONGEST:
            raise FieldError(name, f"a field is a text of at most {LONGEST:,} characters")
    return USUAL | {name: text.strip() for name, text in told.items()}


def read_question(question: Question) -> Spot:
    """Read a question; what is wrong is told of the first field that is.

    Every field is tried in a question that is right otherwise, so that `Spot` alone knows what is right.

    Args:
        question: A text for each field.
    """
    spot = Spot("2c 2d 2h 3s 3c", ("random", "random"), 1, 1)
    for field, change in _changes(question):
        try:
            spot = replace(spot, **change())
        except FieldError:
            raise
        except FivecardError as error:
            raise FieldError(field, error.message if error.column is None else str(error)) from None
    return spot


def problems(question: Question) -> dict[str, str]:
    """Say what is wrong with each field; nothing where all are right.

    Args:
        question: A text for each field.
    """
    found: dict[str, str] = {}
    left = dict(question)
    for _ in question:  # one after the other, each taken for usual once it is known to be wrong
        try:
            read_question(left)
            break
        except FieldError as error:
            found[error.field] = error.message
            left[error.field] = _SURE.get(error.field, USUAL[error.field])
    for field in ("target", "blind"):
        try:
            above_zero(field, question[field])
        except FieldError as error:
            found[field] = error.message
    return found


def above_zero(field: str, text: str) -> float:
    """Read a number above 0.

    Args:
        field: Whose it is.
        text: What was typed.
    """
    number = _number(field, text)
    if number <= 0:
        raise FieldError(field, f"{quoted(text)} is not above 0")
    return number


def _changes(question: Question) -> "list[tuple[str, Any]]":
    """What each field changes of a spot, in an order in which every step is right if the field is."""
    game, pot, stack = question["game"], question["pot"], question["stack"]

    def sizes(what: str, field: str) -> dict[str, object]:
        upto = STREETS[: STREETS.index(field.partition(".")[2]) + 1]
        return {what: {street: question[f"{what}.{street}"] for street in upto}}

    def donks() -> dict[str, object]:
        text = question["donks"]
        return {"donks": _DONKS.get(text, text)}

    everything = "random"
    return [
        ("game", lambda: {"game": game, "board": _LOW_BOARD, "ranges": ("AA", "AA")}),
        ("board", lambda: {"board": question["board"], "ranges": (everything, everything)}),
        ("oop", lambda: {"ranges": (question["oop"], everything)}),
        ("ip", lambda: {"ranges": (question["oop"], question["ip"])}),
        ("pot", lambda: {"pot": _number("pot", pot)}),
        ("stack", lambda: {"stack": _number("stack", stack)}),
        *((f"bets.{street}", lambda field=f"bets.{street}": sizes("bets", field)) for street in STREETS),
        *((f"raises.{street}", lambda field=f"raises.{street}": sizes("raises", field)) for street in STREETS),
        ("donks", donks),
        ("all_in", lambda: {"force_all_in": _number("all_in", question["all_in"]) / 100}),
        ("rake", lambda: {"rake": _number("rake", question["rake"]) / 100}),
        ("cap", lambda: {"rake_cap": _number("cap", question["cap"]) if question["cap"] else None}),
    ]


_LOW_BOARD: Final = "6c 6d 6h 7s 7c"
"""Cards that all games have."""
_SURE: Final = {"board": _LOW_BOARD, "oop": "random", "ip": "random"}
"""What is right in all games."""


def _number(field: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FieldError(field, f"{quoted(text)} is not a number") from None


def question_of(spot: Spot) -> dict[str, str] | None:
    """Say a question as it would be typed; None if it has what the form has no field for.

    Args:
        spot: The question.
    """
    if spot.edits or spot.locks or spot.add_all_in or spot.merge or isinstance(spot.stack, tuple):
        return None
    told = USUAL | {
        "game": spot.game,
        "board": " ".join(map(str, spot.cards)),
        "oop": str(spot.hand_ranges[0]),
        "ip": str(spot.hand_ranges[1]),
        "pot": f"{spot.pot:.10g}",
        "stack": f"{spot.stack:.10g}",
        "all_in": f"{100 * spot.force_all_in:.10g}",
        "rake": f"{100 * spot.rake:.10g}",
        "cap": "" if spot.rake_cap is None else f"{spot.rake_cap:.10g}",
    }
    for what, given in (("bets", spot.bets), ("raises", spot.raises)):
        by_street = {"": given} if isinstance(given, str) else given
        if not set(by_street) <= {"", *STREETS}:
            return None
        told |= {f"{what}.{street}": by_street.get(street, by_street.get("", "")) for street in STREETS}
    if isinstance(spot.donks, Mapping):
        return None
    names = {value: name for name, value in _DONKS.items()}
    told["donks"] = names[spot.donks] if spot.donks in names else str(spot.donks)
    return told


def id_of(spot: Spot) -> str:
    """Name a question so that the same one has the same name.

    Args:
        spot: The question.
    """
    return sha256(json.dumps(spot_to_json(spot), sort_keys=True).encode()).hexdigest()[:16]


def title_of(spot: Spot) -> str:
    """Say in a few words which question it is.

    Args:
        spot: The question.
    """
    return f"{PLAIN.join(spot.cards)}, pot {spot.pot:.10g}, stacks {spot.effective_stack:.10g}"


def refuse_if_empty(spot: Spot) -> None:
    """Refuse a question in which nobody has anything to decide.

    Args:
        spot: The question.
    """
    if not any(len(node.names) > 1 for node in spot.tree):
        raise RulesError("with these sizes nobody can bet: there is nothing to decide")
