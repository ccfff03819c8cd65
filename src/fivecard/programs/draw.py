"""`fivecard draw`: handout A's game for 2 to 6 people at one terminal."""

import sys
from argparse import ArgumentParser, Namespace

from fivecard.cards import TEN_AS_NUMBER, Card
from fivecard.engine import HAND_SIZE, THREE_CARD_DRAW, Deal, Discard, View, apply, start, view_for
from fivecard.errors import FivecardError
from fivecard.evaluator import evaluate
from fivecard.handouts import title
from fivecard.narration import together
from fivecard.programs import session
from fivecard.programs.dialogue import ask, ask_number, number_between, say
from fivecard.terminal import Look

EXAMPLES = """\
  fivecard draw
  fivecard draw --again
  fivecard draw --deck deck.txt
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of the game."""
    session.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Ask how many play, then play."""
    look = Look.of(sys.stdout, plain=TEN_AS_NUMBER, four_colour=arguments.four_colour)
    game = session.Session(arguments)
    low, high = THREE_CARD_DRAW.fewest_players, THREE_CARD_DRAW.most_players
    players = ask_number(f"Input number of players {low}-{high}: ", low, high)
    names = [f"Player {number}" for number in range(1, players + 1)]
    for deal in game.deals():
        game.score(_play_round(deal, players, look), names)
    return 0


def _play_round(deal: Deal, players: int, look: Look) -> tuple[int, ...]:
    """Play one round and give the winning seats."""
    state, _ = apply(start(THREE_CARD_DRAW, players), deal)
    for seat in range(players):
        view = view_for(state, seat)
        say(f"\n{_hand_line(seat, view.hand, look)}")
        state, _ = apply(state, Discard(seat, _ask_discards(view)))
    say()
    for seat, hand in enumerate(state.hands):
        say(_hand_line(seat, hand, look))
    say(f"\n{_result(state.winners)}")
    if look.rich and len(state.winners) < players:
        say(look.faint(session.what_decided(state.hands, state.winners)))
    return state.winners


def _hand_line(seat: int, hand: tuple[Card, ...], look: Look) -> str:
    evaluation = evaluate(hand)
    cards = look.cards(hand, marked=evaluation.made_of, width=4)
    return f"Player {seat + 1}:{cards} --- {look.strong(title(evaluation))}"


def _ask_discards(view: View) -> tuple[Card, ...]:
    """Ask how many cards go, then which, one by one."""
    most = view.most_discards
    count = ask_number(f"Number of cards to draw: Input the number of cards to draw 0-{most}: ", 0, most)
    positions: list[int] = []

    def understand(text: str) -> int:
        position = number_between(text, 1, HAND_SIZE)
        if position in positions:
            raise FivecardError("This card was already replaced, please select another card.")
        return position

    for _ in range(count):
        positions.append(ask(f"Input the number of the card to replace 1-{HAND_SIZE}: ", understand))
    return tuple(view.hand[position - 1] for position in positions)


def _result(winners: tuple[int, ...]) -> str:
    if len(winners) == 1:
        return f"Player {winners[0] + 1} won this hand."
    return f"Players {together([str(seat + 1) for seat in winners])} tied this hand."
