"""`fivecard play`: handout C's game against computer players."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivecard.cards import CAPITALS, Card
from fivecard.engine import FOUR_WITH_AN_ACE, Deal, Discard, State, View, apply, start, view_for
from fivecard.errors import FivecardError, IllegalActionError, UsageError, quoted
from fivecard.evaluator import evaluate
from fivecard.hand import Order
from fivecard.handouts import title
from fivecard.narration import together
from fivecard.players import PLAYERS, described, strategy_of
from fivecard.programs import session
from fivecard.programs.dialogue import ask, ask_number, say
from fivecard.strategy import SOLVED_PLAYERS
from fivecard.terminal import Look

if TYPE_CHECKING:
    from fivecard.odds import Choice

EXAMPLES = """\
  fivecard play
  fivecard play --opponents 3 --again
  fivecard play --opponents 2 --level sharp --hints
"""

YOU = "You"
MOST_OPPONENTS = FOUR_WITH_AN_ACE.most_players - 1
MOST_OPPONENTS_FOR_HINTS = SOLVED_PLAYERS[-1] - 1
HINTS = 5  # choices shown
FAREWELL = "Thank you for playing. This was five-card draw with fivecard; `fivecard --help` shows what else there is."


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of the game."""
    parser.add_argument("--opponents", type=int, metavar="N", help=f"computer players, 1 to {MOST_OPPONENTS}")
    parser.add_argument(
        "--level", choices=sorted(PLAYERS), default="classic", help=f"who they are; default: %(default)s; {described()}"
    )  # fmt: skip
    parser.add_argument(
        "--hints", action="store_true",
        help="show the odds of each choice before you choose, and afterwards what the best was worth (1-5 opponents)",
    )  # fmt: skip
    session.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Ask how many opponents there are, then play."""
    look = Look.of(sys.stdout, plain=CAPITALS, four_colour=arguments.four_colour)
    game = session.Session(arguments)
    opponents = arguments.opponents
    if opponents is None:
        opponents = ask_number(f"How many computer opponents (1-{MOST_OPPONENTS})? ", 1, MOST_OPPONENTS)
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise UsageError(f"--opponents {opponents}: there may be 1 to {MOST_OPPONENTS} computer players")
    if arguments.hints and opponents > MOST_OPPONENTS_FOR_HINTS:
        raise UsageError(f"--hints go with 1 to {MOST_OPPONENTS_FOR_HINTS} opponents, not {opponents}")
    if arguments.hints and PLAYERS[arguments.level].strategy is None:
        raise UsageError(f"--hints: what {arguments.level} will do is not known beforehand")
    adviser = _Adviser(arguments.level, opponents) if arguments.hints else None
    names = [*(f"Computer Player {number}" for number in range(1, opponents + 1)), YOU]
    for deal in game.deals():
        game.score(_play_round(deal, names, game, look, arguments.level, adviser), names)
    say(f"\n{FAREWELL}")
    return 0


class _Adviser:
    """Knows what each choice is worth against these opponents."""

    def __init__(self, level: str, opponents: int) -> None:
        self._opponents = opponents
        self._strategy = strategy_of(level, FOUR_WITH_AN_ACE, opponents + 1)

    def choices(self, hand: tuple[Card, ...]) -> "list[Choice]":
        """All choices, the best first."""
        from fivecard.odds import win_odds

        return win_odds(hand, self._opponents, strategy=self._strategy)

    def verdict(self, hand: tuple[Card, ...], discards: tuple[Card, ...]) -> str:
        """Say what was given away by a choice."""
        choices = self.choices(hand)
        taken = next(choice for choice in choices if set(choice.discards) == set(discards))
        best = choices[0]
        if taken.share == best.share:
            return f"That was the best choice: {taken.share_in_words} of the pot on average."
        kept = f"keep {' '.join(map(CAPITALS, best.kept))}"
        worth = f"{taken.share:.1%} of the pot on average, the best ({kept}) {best.share_in_words}"
        return f"Your choice was worth {worth}."


def _play_round(
    deal: Deal, names: Sequence[str], game: session.Session, look: Look, level: str, adviser: _Adviser | None
) -> tuple[int, ...]:
    """Play one round, the person last, and give the winning seats."""
    state, _ = apply(start(FOUR_WITH_AN_ACE, len(names)), deal)
    say(f"The deck is read from {game.deck_file}." if game.deck_file else "The deck is being shuffled.")
    say(f"The cards are being dealt to {len(names)} players.\n")
    for seat, name in enumerate(names):
        view = view_for(state, seat)
        if name == YOU:
            state = _ask_discards(state, view, look, adviser)
            continue
        state, _ = apply(state, PLAYERS[level](view, game.random))
        count = state.drawn[seat][-1]
        say(f"{name} has discarded {count or 'no'} card{'s' * (count != 1)}.")
    say()
    width = max(map(len, names)) + 1
    for name, hand in zip(names, state.hands, strict=True):
        evaluation = evaluate(hand)
        shown = look.cards(Order.MATCHED_FIRST.sorted(hand), marked=evaluation.made_of)
        say(f"{name + ':':<{width}} {shown}  {look.strong(title(evaluation, 'C'))}")
    say(f"\n{_result(state.hands, state.winners, names)}")
    return state.winners


def _ask_discards(state: State, view: View, look: Look, adviser: _Adviser | None) -> State:
    """Show the hand, ask for the numbers of the cards that go, on one line, and discard them."""
    verdict = ""
    numbered = "  ".join(f"{number}) {look.card(card)}" for number, card in enumerate(view.hand, 1))
    say(f"\nThe cards in your hand are: {numbered}")
    if view.most_discards > view.rules.draw.most_discards:
        say("Since you have an Ace you can keep the Ace and discard the other four cards.")

    if adviser:
        from fivecard.programs.odds import table

        say("\n" + "\n".join(table(adviser.choices(view.hand)[:HINTS], look)) + "\n")

    def understand(text: str) -> State:
        nonlocal verdict
        cards = _read_numbers(text, view.hand)
        try:
            following = apply(state, Discard(len(state.hands) - 1, cards))[0]
            verdict = adviser.verdict(view.hand, cards) if adviser else ""
            return following
        except IllegalActionError as error:
            sentence = str(error)
            raise FivecardError(f"{sentence[0].upper()}{sentence[1:]}.") from None

    following = ask("List the cards numbers you wish to discard. > ", understand)
    if verdict:
        say(verdict)
    return following


def _read_numbers(text: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    words = text.replace(",", " ").split()
    for word in words:
        if word not in {"1", "2", "3", "4", "5"}:
            raise FivecardError(f"{quoted(word)} is not the number of a card: type numbers from 1 to 5, or nothing.")
    return tuple(hand[int(word) - 1] for word in words)


def _result(hands: tuple[tuple[Card, ...], ...], winners: tuple[int, ...], names: Sequence[str]) -> str:
    """Name the winner, or those who tie, and what decided."""
    best = evaluate(hands[winners[0]])
    if len(winners) > 1:
        return f"{together([names[seat] for seat in winners])} tie with {best.describe(royal=True)}."
    winner = names[winners[0]]
    verb = "win" if winner == YOU else "wins"
    return f"{winner} {verb} with {best.describe(royal=True)}. {session.what_decided(hands, winners)}"
