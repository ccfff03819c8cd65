"""An evening of poker with chips at the terminal: hand after hand, stacks that carry over, a standing at the end."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from fivecard.cards import Card
from fivecard.cli.terminal.betting import ask_action
from fivecard.cli.terminal.coach import Coach
from fivecard.cli.terminal.dialogue import QUIT, LeaveError, ask, ask_yes, say, sentence
from fivecard.cli.terminal.look import look_of
from fivecard.cli.terminal.screen import Screen
from fivecard.cli.terminal.session import FAREWELL, UNFINISHED, Session, level_of
from fivecard.cli.terminal.stakes import Table, given_ranges, table_of
from fivecard.cli.terminal.style import NO_BREAK, Look
from fivecard.engine import Action, Deal, State, apply, start, view_for
from fivecard.errors import FivecardError
from fivecard.players import PLAYERS, Player
from fivecard.words.english import YOU, counted

if TYPE_CHECKING:
    from fivecard.cli.terminal.saving import HandFile

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ines", "Jon", "Kira", "Leo", "Mia", "Nils")


def run(arguments: Namespace) -> int:
    """Play the game with chips that a command line asks for."""
    table = table_of(arguments)
    opponent = PLAYERS[level_of(arguments, table.rules)]
    session = Session(arguments)
    look, deck, file = look_of(arguments), tuple(session.deck or ()), None
    if arguments.save is not None:
        from fivecard.cli.terminal.saving import HandFile  # what nobody else waits for

        file = HandFile(arguments.save, table.rules)
    given = given_ranges(arguments, table)
    coach = Coach(look, given) if arguments.hints else None
    game = CashGame(table, opponent, session.random, look, deck=deck, coach=coach, file=file)
    game.play(1 if session.deck else arguments.rounds)
    return 0


@dataclass(eq=False)
class Person:
    """Somebody at the table, from the first hand to the last."""

    name: str
    chips: int
    bought: int
    """What was paid for chips in all."""


class CashGame:
    """People who play hand after hand, one of them at this terminal."""

    def __init__(
        self,
        table: Table,
        opponent: Player,
        random: Random,
        look: Look,
        *,
        deck: tuple[Card, ...] = (),
        coach: Coach | None = None,
        file: "HandFile | None" = None,
    ) -> None:
        self._table = table
        self._opponent = opponent
        self._look = look
        self._deck = deck
        self._coach = coach
        self._file = file
        self._you = Person(YOU, table.stack, table.stack)
        others = [Person(name, table.stack, table.stack) for name in random.sample(NAMES, table.opponents)]
        self._everybody = [self._you, *others]
        button = random.randrange(len(self._everybody))
        self._seats = self._everybody[button + 1 :] + self._everybody[: button + 1]  # the last has the button
        self._played = 0
        self._in_hand = False
        self._said: str | None = None  # by the opponents, of how they play
        self._shuffling = random
        self._deciding = Random(random.random())  # of its own: what players do changes no deal that follows

    def play(self, hands: int | None) -> None:
        """Play so many hands, or as many as the person likes; Ctrl-C and the end of the input end it as well."""
        say(f"{self._look.strong(sentence(self._table.words))} Everybody has {_chips(self._table.stack)}.")
        try:
            while self._play_hand() and self._played != hands and self._settle_up():
                if hands is None and not _wants_another():
                    break
        except KeyboardInterrupt:
            say(f"\n{UNFINISHED}" if self._in_hand else "")
            self._tell_standing()
            raise
        self._tell_standing()

    def _play_hand(self) -> bool:
        """Play one hand; False if the person left in the middle of it, and it does not count."""
        before, screen, deal = self._start(), self._screen(), self._deal()
        self._let_opponents_say(before)
        say(f"\n{self._look.strong(f'Hand {self._played + 1}')}")
        self._in_hand = True
        actions: list[Action] = []
        state, events = apply(before, deal)
        while True:
            for told in screen.tell(events, state):
                say(told)
            if (seat := state.turn) is None:
                break
            if seat != screen.you:
                action = self._opponent(view_for(state, seat), self._deciding)
            elif (answer := ask_action(state, screen, self._coach)) is None:
                say(UNFINISHED)
                return False
            else:
                action = answer
            actions.append(action)
            state, events = apply(state, action)
        self._in_hand = False
        self._count(state)
        if self._coach:
            self._coach.end_hand()
        if self._file:
            self._keep(self._file, before, deal, actions, state)
        return True

    def _start(self) -> State:
        """Seat those who have chips; with fewer players there may be fewer blinds."""
        stakes, players = self._table.stakes, len(self._seats)
        fitting = replace(stakes, blinds=stakes.blinds[:players])
        return start(self._table.rules, players, stakes=fitting, stacks=[person.chips for person in self._seats])

    def _let_opponents_say(self, state: State) -> None:
        """Say whether they play their own way, before the first hand and where that changes."""
        assert state.stakes is not None
        said = self._opponent.says(state.rules, state.stakes, state.stacks)
        if said and said != self._said:
            say(said)
        self._said = said

    def _screen(self) -> Screen:
        rows = [self._seats.index(person) for person in self._everybody if person in self._seats]
        return Screen([person.name for person in self._seats], rows, self._look)

    def _deal(self) -> Deal:
        if self._deck:
            return Deal(self._deck)
        return Deal.shuffled(self._shuffling, cards=self._table.rules.game.deck)

    def _count(self, state: State) -> None:
        """Keep what everybody has after a hand."""
        for person, chips in zip(self._seats, state.stacks, strict=True):
            person.chips = chips
        self._played += 1
        if self._you.chips:
            say(f"You have {_chips(self._you.chips)}.")

    def _keep(self, file: "HandFile", before: State, deal: Deal, actions: Sequence[Action], after: State) -> None:
        """Write a hand down, with everybody's cards."""
        from fivecard.histories import History

        if before.stakes is None:
            raise AssertionError(before)
        names = tuple(person.name for person in self._seats)
        stacks, final = before.stacks, after.stacks
        file.add(History(before.rules, before.stakes, stacks, deal, tuple(actions), names, finishing_stacks=final))

    def _settle_up(self) -> bool:
        """Let those who lost everything leave or buy in again, and pass the button on; False if the game is over."""
        broke = sorted((person for person in self._seats if not person.chips), key=lambda one: one is not self._you)
        if self._table.rebuy:
            if self._you in broke and not _agrees(
                f"You have no chips left. Buy in again for {self._table.stack:,}? (y/n) "
            ):
                return False  # and nobody buys in for a game that is over
            for person in broke:
                self._buy_in(person)
        else:
            for person in broke:
                say(f"{person.name} {'have' if person is self._you else 'has'} no chips left.")
        self._seats = [person for person in self._seats if person.chips]
        if len(self._seats) < self._table.rules.fewest_players or self._you not in self._seats:
            return False
        self._seats = [*self._seats[1:], self._seats[0]]
        return True

    def _buy_in(self, person: Person) -> None:
        person.chips = self._table.stack
        person.bought += self._table.stack
        say(f"{person.name} {'buy' if person is self._you else 'buys'} in again for {self._table.stack:,}.")

    def _tell_standing(self) -> None:
        """Say who has what in the end."""
        width = max(len(person.name) for person in self._everybody)
        chips = max(len(f"{person.chips:,}") for person in self._everybody)
        say(f"\n{self._look.strong('After ' + counted(self._played, 'hand'))}")
        for person in sorted(self._everybody, key=lambda person: person.bought - person.chips):
            say(f"  {person.name:{width}}  {person.chips:>{chips},}  {_gain(person)}".replace(" ", NO_BREAK))
        if self._coach:
            self._coach.sum_up()
        say(FAREWELL)


def _chips(count: int) -> str:
    return counted(count, "chip").replace(" ", NO_BREAK)


def _gain(person: Person) -> str:
    gain = person.chips - person.bought
    return f"{abs(gain):,} {'won' if gain > 0 else 'lost'}" if gain else "even"


def _wants_another() -> bool:
    def understand(text: str) -> bool:
        if text and text.lower() not in QUIT:
            raise FivecardError("Enter alone deals; q and Enter leave the table.")
        return not text

    try:
        return ask(f"\nEnter deals the next hand, q{NO_BREAK}leaves{NO_BREAK}> ", understand)
    except LeaveError:
        return False


def _agrees(question: str) -> bool:
    try:
        return ask_yes(question)
    except LeaveError:
        return False
