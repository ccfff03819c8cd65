"""The options that several commands have, each declared once: how it is spelled, what it takes, what is refused."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, quoted

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    Options = ArgumentParser | _ArgumentGroup

ALL_CORES: Final = "default: as many as there are cores"
SHUFFLE: Final = "shuffle by this number, to repeat a deal"


def add_game(parser: "Options", about: str, *, default: str | None = None, also: Iterable[str] = ()) -> None:
    """Declare `--game`, the name of a game of `fivecard play`, or one of some others."""
    from fivecard.engine import VARIANTS  # loaded where there is a game to choose

    parser.add_argument("--game", choices=[*also, *VARIANTS], default=default, metavar="NAME", help=about)


def add_shown_game(parser: "Options", *, default: str) -> None:
    """Declare `--game`, of which no more is asked than what is shown down."""
    from fivecard.engine import VARIANTS

    add_game(parser, f"the game; {', '.join(VARIANTS)}; default: %(default)s", default=default)


def shown_game(name: str) -> tuple[str, int | None]:
    """Name what is shown down in a game, and how many cards a player has where the name says it.

    >>> shown_game("omaha-5"), shown_game("omaha")
    (('omaha', 5), ('omaha', None))
    """
    from fivecard.engine import VARIANTS

    rules = VARIANTS[name]
    return rules.game.name, None if rules.game.name == name else rules.hole


def add_rules(parser: "Options") -> None:
    """Declare `--rules`, of five-card draw without bets: by name, or by a handout's letter."""
    from fivecard.engine.rules import FOUR_WITH_AN_ACE, RULES
    from fivecard.handouts.letters import RULES_BY_LETTER

    def name(text: str) -> str:
        return RULES_BY_LETTER[text].name if text in RULES_BY_LETTER else text

    parser.add_argument(
        "--rules", type=name, choices=sorted(RULES), default=FOUR_WITH_AN_ACE.name, metavar="NAME",
        help=f"what may be discarded; {'; '.join(f'{rules.name}: {rules.draw.words}' for rules in RULES.values())};"
        " default: %(default)s",
    )  # fmt: skip


def add_ranking(parser: "Options") -> None:
    """Declare `--ranking`."""
    from fivecard.rankings import HIGH, RANKINGS

    parser.add_argument(
        "--ranking", choices=[*RANKINGS], default=HIGH.name, metavar="NAME",
        help=f"what beats what: {', '.join(RANKINGS)}; default: %(default)s",
    )  # fmt: skip


def add_json(parser: "Options", about: str = "write one JSON object") -> None:
    """Declare `--json`, for programs that read the answer."""
    parser.add_argument("--json", action="store_true", help=about)


def add_plot(parser: "Options", about: str) -> None:
    """Declare `--plot`, a picture of the answer."""
    parser.add_argument("--plot", metavar="FILE", help=f"{about} (needs matplotlib)")


def add_players(
    parser: "Options", about: str, *, among: Collection[int] | None = None, default: int | None = None
) -> None:
    """Declare `--players`, a number of them, which may be limited to some."""

    def number(text: str) -> int:
        found = _whole(text)
        if among is not None and found not in among:
            raise ArgumentTypeError(f"there may be {min(among)} to {max(among)} players, not {found}")
        return found

    parser.add_argument("--players", type=number, default=default, metavar="N", help=about)


def add_seed(parser: "Options", about: str, *, default: int | None = None) -> None:
    """Declare `--seed`, the number by which everything can be repeated."""
    parser.add_argument("--seed", type=_seed, default=default, metavar="N", help=about)


def add_threads(parser: "Options", about: str = ALL_CORES) -> None:
    """Declare `--threads`."""
    parser.add_argument("--threads", type=_threads, metavar="N", help=about)


def add_stakes(parser: "Options", *, ante: str, blinds: str, bets: str) -> None:
    """Declare `--ante`, `--blinds` and `--bets`; of the last two, amounts follow in any of the ways of `amounts`."""
    parser.add_argument("--ante", type=_whole, metavar="N", help=ante)
    parser.add_argument("--blinds", type=amounts, metavar="N,N", help=blinds)
    parser.add_argument("--bets", type=amounts, metavar="N,N", help=bets)


def add_format(parser: "Options", formats: Iterable[str], about: str, *, option: str = "--format") -> None:
    """Declare `--format`, or another option that takes one."""
    parser.add_argument(option, choices=[*formats], metavar="FORMAT", help=about)


def add_output(
    parser: "Options",
    about: str,
    *,
    default: str | None = None,
    required: bool = False,
    metavar: str = "FILE",
    kind: Callable[[str], Path | str] = str,
) -> None:
    """Declare `-o`, where to write."""

    def named(text: str) -> Path | str:
        if text == "-":
            raise ArgumentTypeError(f"a {metavar.lower()} is written, and '-' is standard output")
        return kind(text)

    read = kind if kind is str else named
    parser.add_argument(
        "-o", "--output", type=read, default=default, required=required, metavar=metavar, help=about
    )  # fmt: skip


def amounts(text: str) -> tuple[int, ...]:
    """Read numbers of chips.

    >>> amounts("1,2"), amounts("1/2"), amounts("1 2"), amounts("5")
    ((1, 2), (1, 2), (1, 2), (5,))
    """
    found = tuple(map(_whole, text.replace("/", " ").replace(",", " ").split() or [text]))
    if min(found) < 0:
        raise ArgumentTypeError(f"{quoted(text)} is not a number of chips")
    return found


def chips(text: str) -> float | tuple[float, float]:
    """Read chips, which may have decimals, of both players or of each.

    >>> chips("900"), chips("30,20.5")
    (900.0, (30.0, 20.5))
    """
    from fivecard.cli.terminal.numbers import real_option

    found = [real_option(word.strip()) for word in text.split(",")]
    if len(found) > 2:
        raise ArgumentTypeError(f"{quoted(text)} is not a number of chips, or two")
    return found[0] if len(found) == 1 else (found[0], found[1])


def check_bets(bets: tuple[int, ...]) -> None:
    """Refuse more bets than any game has."""
    if len(bets) > 2:
        raise UsageError(f"--bets: there are two, early and late, not {len(bets)}")


def join_amounts(words: list[str], options: Iterable[str]) -> list[str]:
    """Make one word of an option that takes amounts and of what follows it, where that is several words.

    >>> join_amounts(["--blinds", "1", "2", "--cap", "4"], ["--blinds", "--bets"])
    ['--blinds=1,2', '--cap', '4']
    """
    joined: list[str] = []
    taking = False
    for number, word in enumerate(words):
        if word == "--":
            return joined + words[number:]
        is_amount = word.lstrip("-").replace(",", "").replace("/", "").isdecimal()
        if taking and is_amount:
            joined[-1] += f"{',' if '=' in joined[-1] else '='}{word}"
            continue
        taking = len(word) > len("--") and "=" not in word and any(option.startswith(word) for option in options)
        joined.append(word)
    return joined


def _whole(text: str) -> int:
    from fivecard.cli.terminal.numbers import whole_option  # loaded when there is a number to read

    return whole_option(text)


def _seed(text: str) -> int:
    from fivecard._util.sampling import checked_seed

    try:
        return checked_seed(_whole(text))
    except FivecardError as error:
        raise ArgumentTypeError(str(error)) from None


def _threads(text: str) -> int:
    from fivecard._util.machine import threads_for

    try:
        return threads_for(_whole(text))
    except FivecardError as error:
        raise ArgumentTypeError(str(error)) from None
