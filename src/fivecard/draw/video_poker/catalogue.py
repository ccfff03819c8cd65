"""The machines that are known by name: `jacks or better`, `double double bonus 9/6`, `deuces wild 25/16/10/4/4/3`.

The numbers behind a name are pays, of the lines that players name a machine by; those left out are the usual ones.
"""

import re
import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from fivecard.draw.video_poker.pay_tables import MOST_PAY, Game, game_of
from fivecard.errors import FivecardError, UnknownNameError, did_you_mean, quoted

NICKNAMES: Final = {
    "not so ugly ducks": "deuces wild 25/16/10/4/4/3",
    "not so ugly deuces": "deuces wild 25/16/10/4/4/3",
    "nsud": "deuces wild 25/16/10/4/4/3",
    "illinois deuces": "deuces wild 25/15/9/4/4/3",
}
"""Machines with a name of their own."""


class Family(NamedTuple):
    """Machines that differ in some of their pays."""

    game: Game
    """The usual one."""
    aliases: tuple[str, ...]
    numbers: tuple[str, ...]
    """The lines whose pays stand behind the name, in their order."""

    def with_numbers(self, numbers: list[int]) -> Game:
        """The machine whose name has these numbers."""
        usual = {line.name: line.pay for line in self.game.lines}
        pays = {name: usual[name] for name in self.numbers} | dict(
            zip(self.numbers, map(Fraction, numbers), strict=False)
        )
        return self.game.with_pays(pays, f"{self.game.name} {'/'.join(map(str, pays.values()))}")


@cache
def families() -> dict[str, Family]:
    """List all families of machines, by their names and their other names."""
    text = (files("fivecard.draw") / "data" / "video-poker.toml").read_text("utf-8")
    found: dict[str, Family] = {}
    for described in tomllib.loads(text)["game"]:
        aliases, numbers = tuple(described.pop("aliases", ())), tuple(described.pop("numbers"))
        family = Family(game_of(described, "video-poker.toml"), aliases, numbers)
        found |= dict.fromkeys((family.game.name, *aliases), family)
    return found


def game(name: str) -> Game:
    """Find a machine by its name.

    >>> [float(line.pay) for line in game("double double bonus 9/5").lines[7:9]]
    [9.0, 5.0]
    >>> game("Deuces Wild").name
    'deuces wild 25/15/9/5/3/2/2/1'
    """
    if not isinstance(name, str):
        raise UnknownNameError(f"the name of a machine is a text, not {quoted(name)}")
    plain = " ".join(name.lower().replace("-or-", " or ").replace("_", " ").split())
    if plain in NICKNAMES:
        return game(NICKNAMES[plain])
    numbers = re.findall(r"(?:^|\s)(\d+(?:[/-]\d+)*)(?=\s|$)", plain)
    words = " ".join(re.sub(r"(?:^|\s)\d+(?:[/-]\d+)*(?=\s|$)", " ", plain).split())
    known = families()
    if words not in known or len(numbers) > 1:
        meant = did_you_mean(words, [*known, *NICKNAMES])
        listed = ", ".join(dict.fromkeys(family.game.name for family in known.values()))
        raise UnknownNameError(f"there is no machine {quoted(name)}{f', {meant}' if meant else ''}; known are {listed}")
    family = known[words]
    pays = [int(number) for number in re.split("[/-]", numbers[0])] if numbers else []
    if len(pays) > len(family.numbers):
        raise FivecardError(
            f"{quoted(name)}: a name of {family.game.name} has {len(family.numbers)} numbers at most, for "
            f"{', '.join(family.numbers)}"
        )
    if wrong := [pay for pay in pays if pay > MOST_PAY]:
        raise FivecardError(f"{quoted(name)}: a pay is {MOST_PAY:,} at most, not {quoted(wrong[0])}")
    return family.with_numbers(pays)
