"""What the games at the terminal share: where the cards come from, how many rounds there are, and the score."""

import random
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from fivecard.cards import Card
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import EndOfInputError, LeaveError, ask_yes, say
from fivecard.cli.terminal.look import add_look_arguments
from fivecard.cli.terminal.style import Look
from fivecard.cli.usage import UsageError
from fivecard.engine import HAND_SIZE, Deal, Limit, Rules, apply, start
from fivecard.errors import FivecardError, quoted
from fivecard.evaluation import evaluate
from fivecard.handouts.decks import HandoutDeck
from fivecard.players import players_for
from fivecard.rankings import HIGH, Ranking

FAREWELL = "Thank you for playing."
UNFINISHED = "This hand is unfinished and does not count."
KEYS = "At every question, ? explains and q leaves."


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of a game."""
    parser.add_argument("--deck", type=Path, metavar="FILE", help="deal from the deck in a file, first card first")
    options.add_seed(parser, options.SHUFFLE)
    rounds = parser.add_mutually_exclusive_group()
    rounds.add_argument("--rounds", type=int, metavar="N", help="play this many rounds and keep the score")
    rounds.add_argument("--again", action="store_true", help="ask for another round after each, and keep the score")
    add_look_arguments(parser)


def random_source(seed: int | None) -> random.Random:
    """The operating system's randomness, or one that a seed repeats."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def level_of(arguments: Namespace, rules: Rules) -> str:
    """The computer player that a command line asks for, or the first of those that play a game."""
    players = players_for(rules)
    level: str = arguments.level or next(iter(players))
    if level not in players:
        limit = "" if rules.limit is Limit.NO_BETS else f" with {rules.limit.value}"
        raise UsageError(f"--level {level} does not play {rules.title}{limit}: those who do are {', '.join(players)}")
    return level


class Session:
    """The rounds that a command line asks for."""

    def __init__(self, arguments: Namespace) -> None:
        self._again: bool = arguments.again
        self._rounds: int = 1 if arguments.rounds is None else arguments.rounds
        self.deck_file: Path | None = arguments.deck
        self.deck = HandoutDeck.from_file(self.deck_file) if self.deck_file else None
        self.random = random_source(arguments.seed)
        self._played = 0
        self._in_round = False
        self._won: dict[int, int] = {}
        if self._rounds < 1:
            raise UsageError(f"--rounds {self._rounds}: there must be at least one round")
        if self.deck is not None and (self._again or self._rounds > 1):
            raise UsageError("--deck deals one round: it does not go with --rounds or --again")

    def check_players(self, rules: Rules, players: int) -> None:
        """Refuse more players than the deck of a file has cards for."""
        if self.deck is not None:
            apply(start(rules, players), Deal(tuple(self.deck)))

    def deals(self) -> Iterator[Deal]:
        """Deal once for each round, as long as there are more."""
        while True:
            self._in_round = True
            yield Deal(tuple(self.deck)) if self.deck is not None else Deal.shuffled(self.random)
            if self._again:
                try:
                    if not ask_yes("\nAnother round? (y/n) "):
                        return
                except LeaveError:  # nobody left is an answer too
                    return
            elif self._played >= self._rounds:
                return
            say()

    def score(self, winners: Sequence[int], names: Sequence[str]) -> None:
        """Count a round, and show the score if there is more than one; a tie counts for each of the winners."""
        self._played += 1
        self._in_round = False
        for seat in winners:
            self._won[seat] = self._won.get(seat, 0) + 1
        if self._again or self._rounds > 1:
            standing = ", ".join(f"{name} {self._won.get(seat, 0)}" for seat, name in enumerate(names))
            say(f"Rounds won so far: {standing}")

    def leave(self, left: LeaveError) -> None:
        """Part from whoever leaves. That a script has no more answers is an error, though."""
        if isinstance(left, EndOfInputError) and not sys.stdin.isatty():
            raise left
        if self._in_round:
            say(UNFINISHED)
        say(FAREWELL)


def places_explained(most: int, count: int) -> str:
    """Say how cards are chosen that go, at most so many of a hand."""
    return (
        f"Type the numbers of the cards that you want to exchange, such as 13 or 1 3, at most {most}. "
        f"Enter alone keeps all {count}. q leaves."
    )


def what_was_drawn(before: Sequence[Card], after: Sequence[Card], look: Look, ranking: Ranking = HIGH) -> str:
    """Tell a player which cards came, and what the hand is now."""
    drawn = [card for card in after if card not in before]
    made = evaluate(after, ranking=ranking).describe(kickers=False)
    if not drawn:
        return f"You keep all {'five' if len(after) == HAND_SIZE else 'four'}: {made}."
    return f"You draw {look.cards(drawn)}: {made}."


def read_places(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Read the places of cards, with or without something between them: `135`, `1 3 5`, `1,3,5`."""
    words = text.replace(",", " ").split()
    most = len(hand)
    for word in words:
        if not re.fullmatch(f"[1-{most}]+", word):
            raise FivecardError(
                f"{quoted(word)} is not the number of a card: type numbers from 1 to {most}, or nothing."
            )
    return tuple(hand[int(digit) - 1] for digit in "".join(words))
