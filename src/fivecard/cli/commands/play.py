"""`fivecard play`: handout C's game against computer players, or any game with chips."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivecard.cards import CAPITALS, Card
from fivecard.cli.terminal import session, stakes
from fivecard.cli.terminal.dialogue import LeaveError, ask, number_between, say, sentence
from fivecard.cli.terminal.look import look_of
from fivecard.cli.terminal.style import NO_BREAK, Look
from fivecard.cli.usage import UsageError
from fivecard.draw.strategy import SOLVED_PLAYERS
from fivecard.engine import FOUR_WITH_AN_ACE, VARIANTS, Deal, Discard, State, View, apply, start, view_for
from fivecard.errors import FivecardError, IllegalActionError
from fivecard.evaluation import evaluate
from fivecard.handouts import title
from fivecard.piles import Order
from fivecard.players import PLAYERS, described, strategy_of
from fivecard.words.comparing import verdict
from fivecard.words.english import YOU, counted, listed

if TYPE_CHECKING:
    from fivecard.draw.odds import Choice

EXAMPLES = """\
  fivecard play
  fivecard play --opponents 3 --again
  fivecard play --opponents 2 --level sharp --hints
  fivecard play --game holdem
  fivecard play --game five-card-draw --limit pot --stack 200 --ante 1 --opponents 3
  fivecard play --level solved
  fivecard play --level solver --hints
"""

MOST_OPPONENTS = FOUR_WITH_AN_ACE.most_players - 1
MOST_OPPONENTS_FOR_HINTS = SOLVED_PLAYERS[-1] - 1
HINTS = 5  # choices shown
FAREWELL = f"{session.FAREWELL} This was five-card draw with fivecard; `fivecard --help` lists all commands."


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of the game."""
    parser.add_argument(
        "--opponents", type=int, metavar="N",
        help=f"how many computer players, 1 to {MOST_OPPONENTS}; with --game, default: {stakes.OPPONENTS}, "
        "1 if they are solved",
    )  # fmt: skip
    parser.add_argument(
        "--level", choices=sorted(PLAYERS), metavar="PLAYER",
        help=f"how they play; without --game, {described(FOUR_WITH_AN_ACE)}; with it, "
        f"{described(VARIANTS['five-card-draw'])} (five-card-draw with fixed limit only, without --game if you like); "
        f"solver plays {PLAYERS['solver'].plays} (no-limit holdem only, likewise); "
        "default: the first of those",
    )  # fmt: skip
    parser.add_argument(
        "--hints", action="store_true",
        help="show the odds of each choice before you choose, and afterwards what the best was worth (1-5 opponents); "
        "with --game, show your equity and what to draw; in five-card-draw with fixed limit "
        "against one opponent, show what the solution does, and what your mistakes cost; in no-limit holdem "
        "against one opponent, solve the spot from the turn on",
    )  # fmt: skip
    session.add_arguments(parser)
    stakes.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Play for chips where a game is named; otherwise ask how many opponents there are, then play."""
    if arguments.level and not arguments.game and (games := PLAYERS[arguments.level].games):
        arguments.game = min(games)  # who plays but some games means one of them
    if arguments.game:
        from fivecard.cli.terminal import cash_game

        return cash_game.run(arguments)
    if option := stakes.given_without_a_game(arguments):
        raise UsageError(f"{option} goes with --game")
    level = session.level_of(arguments, FOUR_WITH_AN_ACE)
    look = look_of(arguments, CAPITALS)
    game = session.Session(arguments)
    try:
        _play(arguments, game, look, level)
    except LeaveError as left:
        game.leave(left)
    return 0


def _play(arguments: Namespace, game: session.Session, look: Look, level: str) -> None:
    """Play the rounds that are asked for."""
    opponents = arguments.opponents
    if look.rich:
        say(look.faint(session.KEYS))
    if opponents is None:
        opponents = _ask_opponents(game, MOST_OPPONENTS_FOR_HINTS if arguments.hints else MOST_OPPONENTS)
    elif not 1 <= opponents <= MOST_OPPONENTS:
        raise UsageError(f"--opponents {opponents}: there may be 1 to {MOST_OPPONENTS} computer players")
    if arguments.hints and opponents > MOST_OPPONENTS_FOR_HINTS:
        raise UsageError(f"--hints go with 1 to {MOST_OPPONENTS_FOR_HINTS} opponents, not {opponents}")
    if arguments.hints and PLAYERS[level].strategy is None:
        raise UsageError(f"--hints: what {level} will do is not known beforehand")
    computers = [f"Computer Player {number}" for number in range(1, opponents + 1)]
    adviser = _Adviser(level, computers) if arguments.hints else None
    names = [*computers, YOU]
    for deal in game.deals():
        game.score(_play_round(deal, names, game, look, level, adviser), names)
    say(f"\n{FAREWELL}")


def _ask_opponents(game: session.Session, most: int) -> int:
    game.check_players(FOUR_WITH_AN_ACE, 2)  # else no answer would do

    def understand(text: str) -> int:
        opponents = number_between(text, 1, most)
        game.check_players(FOUR_WITH_AN_ACE, opponents + 1)
        return opponents

    explained = f"Type how many computer players you want to play against, 1 to {most}. q leaves."
    return ask(f"How many computer opponents (1-{most})? ", understand, explained)


class _Adviser:
    """Knows what each choice is worth against these opponents, who have said how many cards they drew."""

    def __init__(self, level: str, opponents: Sequence[str]) -> None:
        self._opponents = opponents
        self._strategy = strategy_of(level, FOUR_WITH_AN_ACE, len(opponents) + 1)

    def choices(self, view: View) -> "list[Choice]":
        """All choices, the best first."""
        from fivecard.draw.odds import win_odds

        return win_odds(view.hand, len(self._opponents), strategy=self._strategy, drew=self._heard(view))

    def _heard(self, view: View) -> list[int | None]:
        from fivecard.draw.odds import heard

        return heard(view.hand, self._strategy, self._announced(view))

    def _announced(self, view: View) -> list[int]:
        return [draws[-1] for draws in view.drawn[: len(self._opponents)]]

    def against(self, view: View) -> str:
        """Say against whom the choices are valued."""
        from fivecard.words.narrating import draw_in_words

        told = [
            f"{name} (who {draw_in_words(drew)})" if heard == drew else f"{name} (whatever drawing {drew} may mean)"
            for name, drew, heard in zip(self._opponents, self._announced(view), self._heard(view), strict=True)
        ]
        return f"Your choices against {listed(told)}:"

    def verdict(self, view: View, discards: tuple[Card, ...]) -> str:
        """Say what was given away by a choice."""
        choices = self.choices(view)
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
        say(f"{name} has discarded {counted(count, 'card', none='no')}.")
    say()
    width = max(map(len, names)) + 1
    for name, hand in zip(names, state.hands, strict=True):
        evaluation = evaluate(hand)
        shown = look.cards(Order.MATCHED_FIRST.sorted(hand), marked=evaluation.made_of)
        say(f"{name + ':':<{width}} {shown}  {look.strong(title(evaluation, 'C'))}")
    say(f"\n{verdict(list(map(evaluate, state.hands)), names, you=names.index(YOU))}")
    return state.winners


def _ask_discards(state: State, view: View, look: Look, adviser: _Adviser | None) -> State:
    """Show the hand, ask for the numbers of the cards that go, on one line, and discard them."""
    seat = len(state.hands) - 1
    numbered = "  ".join(f"{number}){NO_BREAK}{look.card(card)}" for number, card in enumerate(view.hand, 1))
    say(f"\nThe cards in your hand are: {numbered}")
    if view.most_discards > view.rules.draw.most_discards:
        say("Since you have an Ace you can keep the Ace and discard the other four cards.")

    if adviser:
        from fivecard.cli.terminal.tables import discard_table

        say("\n" + "\n".join([adviser.against(view), *discard_table(adviser.choices(view)[:HINTS], look)]) + "\n")

    def understand(text: str) -> tuple[State, tuple[Card, ...]]:
        cards = session.read_places(text, view.hand)
        try:
            return apply(state, Discard(seat, cards))[0], cards
        except IllegalActionError as error:
            raise FivecardError(sentence(error)) from None

    if look.rich:
        say("Enter keeps all five.")
    explained = session.places_explained(view.most_discards, len(view.hand))
    following, discards = ask("List the cards numbers you wish to discard. > ", understand, explained)
    if look.rich:
        say(session.what_was_drawn(view.hand, following.hands[seat], look))
    if adviser:
        say(adviser.verdict(view, discards))
    return following
