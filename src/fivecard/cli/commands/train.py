"""`fivecard train`: practise five-card draw and draw poker machines; every choice is marked at once."""

import random
import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from fivecard._util.machine import data_folder
from fivecard.cards import ALL_CARDS
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import EndOfInputError, LeaveError, ask, say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.style import Look
from fivecard.cli.usage import UsageError
from fivecard.draw import video_poker
from fivecard.draw.training import (
    Exercise,
    Lesson,
    MachineLesson,
    Progress,
    Record,
    TableLesson,
    kept_at,
    mark,
    next_exercise,
)
from fivecard.draw.video_poker.hands import FIRST_JOKER
from fivecard.engine.rules import HAND_SIZE, RULES
from fivecard.errors import FivecardError, quoted

EXAMPLES = """\
  fivecard train
  fivecard train deuces wild
  fivecard train draw --opponents 3 --rules draw-3
  fivecard train "double double bonus 9/6" --hands 50
"""
USUAL = "jacks or better 9/6"
TABLE = "draw"
EXPLAINED = (
    "Type the places of the cards that you keep, such as 134 or 1 3 4; 0 keeps none, and Enter alone keeps all five."
    " q leaves."
)
WEAKEST = 3


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is practised, and where progress is kept."""
    parser.add_argument(
        "game", nargs="*", metavar="GAME",
        help=f"`{TABLE}` for five-card draw without bets, or a machine as `fivecard videopoker` knows it"
        f" (default: {USUAL})",
    )  # fmt: skip
    parser.add_argument(
        "--opponents",
        type=int,
        default=1,
        metavar="N",
        help="how many opponents in five-card draw, 1 to 5 (default: 1)",
    )
    options.add_rules(parser)
    parser.add_argument("--hands", type=int, metavar="N", help="stop after N hands; default: when you leave")
    parser.add_argument(
        "--progress", type=Path, metavar="FILE", help="the file that keeps your results (default: one in your home)"
    )
    options.add_seed(parser, "deal by this number")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Deal, ask, and mark, until the learner leaves."""
    if arguments.hands is not None and arguments.hands < 1:
        raise UsageError(f"--hands {arguments.hands}: there must be at least one hand")
    lesson = _lesson(arguments)
    progress = Progress(arguments.progress or usual_file())
    record = progress.of(lesson)
    if arguments.progress is None:
        progress.path.parent.mkdir(parents=True, exist_ok=True)
    progress.save()  # a file that cannot be written is refused before anything is asked
    look, source = look_of(arguments), random.Random(arguments.seed)
    say(f"{lesson.name}. Which cards do you keep? ? explains, q leaves.")
    played = 0
    try:
        while arguments.hands is None or played < arguments.hands:
            _play(lesson, record, next_exercise(lesson, record, source), look)
            progress.save()
            played += 1
    except LeaveError as left:
        if isinstance(left, EndOfInputError) and not sys.stdin.isatty():
            raise
    _sum_up(lesson, record)
    return 0


def usual_file() -> Path:
    """Where progress is kept if nothing else is said: with the data of the person's other programs."""
    return data_folder() / "training.json"


def _lesson(arguments: Namespace) -> Lesson:
    words = " ".join(arguments.game)
    if words.strip().lower() == TABLE:
        if not 1 <= arguments.opponents <= 5:
            raise UsageError(f"--opponents {arguments.opponents}: there may be 1 to 5")
        return TableLesson(RULES[arguments.rules], arguments.opponents)
    if words.lower().endswith(".toml"):
        return MachineLesson(video_poker.load(words))
    return MachineLesson(video_poker.game(words or USUAL))


def _play(lesson: Lesson, record: Record, exercise: Exercise, look: Look) -> None:
    """Ask how a hand is played, and say what that costs."""
    hand = exercise.hand
    say("\n" + "  ".join(f"{place} {_card(card, look)}" for place, card in enumerate(hand, 1)))

    def understand(text: str) -> tuple[frozenset[int], float]:
        kept = kept_at(hand, _places(text))
        cost = exercise.cost(kept)
        if cost is None:
            raise FivecardError("The rules do not allow to throw so many away.")
        return kept, cost

    kept, cost = ask("Keep: ", understand, EXPLAINED)
    mark(record, exercise, cost)
    best = exercise.choices[0]
    if cost:
        say(f"Better: keep {_kept(hand, best.kept, look)} ({exercise.kind}), worth {best.worth:.4f} {lesson.unit}.")
        say(f"{_kept(hand, kept, look)} is worth {best.worth - cost:.4f}: that cost {cost:.4f}.")
    else:
        say(f"Right: {exercise.kind}, worth {best.worth:.4f} {lesson.unit}.")
    say(look.faint(_standing(lesson, record)))


def _standing(lesson: Lesson, record: Record) -> str:
    cost = record.cost_an_hour(lesson.an_hour)
    return (
        f"{record.right:,} of {record.hands:,} right ({record.accuracy:.1%}); mistakes cost {cost:.2f} {lesson.unit}"
        f" an hour of {lesson.an_hour} hands"
    )


def _sum_up(lesson: Lesson, record: Record) -> None:
    if not record.hands:
        return
    say(f"\n{lesson.name}: {_standing(lesson, record)}.")
    if weakest := record.weakest(WEAKEST):
        say("Most often wrong:")
        for name, kind in weakest:
            say(f"  {name}: {kind.wrong} of {kind.dealt}")


def _places(text: str) -> list[int]:
    """Read the places of the cards that are kept."""
    digits = re.sub(r"[\s,]+", "", text)
    if not digits:
        return [*range(1, HAND_SIZE + 1)]
    if digits == "0":
        return []
    if not re.fullmatch(f"[1-{HAND_SIZE}]+", digits):
        raise FivecardError(
            f"{quoted(text)} are not places of cards: type numbers from 1 to {HAND_SIZE}, or 0 for none."
        )
    return [int(digit) for digit in digits]


def _card(card: int, look: Look) -> str:
    return "Joker" if card >= FIRST_JOKER else look.card(ALL_CARDS[card])


def _kept(hand: tuple[int, ...], kept: frozenset[int], look: Look) -> str:
    return " ".join(_card(card, look) for card in hand if card in kept) or "nothing"
