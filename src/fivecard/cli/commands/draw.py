"""`fivecard draw`: handout A's game for 2 to 6 people at one terminal."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from fivecard.cards import TEN_AS_NUMBER, Card
from fivecard.cli.terminal import session
from fivecard.cli.terminal.dialogue import LeaveError, ask, ask_number, number_between, say, sentence, unremembered
from fivecard.cli.terminal.look import look_of
from fivecard.cli.terminal.style import Look, has_second_screen, private_screen
from fivecard.engine import HAND_SIZE, THREE_CARD_DRAW, Deal, Discard, State, View, apply, start, view_for
from fivecard.errors import FivecardError
from fivecard.evaluation import evaluate
from fivecard.handouts import title
from fivecard.words.comparing import what_decided
from fivecard.words.english import counted, listed

EXAMPLES = """\
  fivecard draw
  fivecard draw --again
  fivecard draw --private
  fivecard draw --deck deck.txt
  fivecard draw --plain
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options of the game."""
    parser.add_argument(
        "--private", action="store_true", help="ask for names, and show each player's hand to that player alone"
    )
    session.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Ask how many play, then play."""
    look = look_of(arguments, TEN_AS_NUMBER)
    game = session.Session(arguments)
    try:
        _play(game, look, private=arguments.private)
    except LeaveError as left:
        game.leave(left)
    return 0


def _play(game: session.Session, look: Look, *, private: bool) -> None:
    """Play the rounds that are asked for."""
    low, high = THREE_CARD_DRAW.fewest_players, THREE_CARD_DRAW.most_players
    game.check_players(THREE_CARD_DRAW, low)  # else no answer would do

    def understand(text: str) -> int:
        players = number_between(text, low, high)
        game.check_players(THREE_CARD_DRAW, players)
        return players

    if look.rich:
        say(look.faint(session.KEYS))
    explained = f"Type how many people play, {low} to {high}. q leaves."
    players = ask(f"Input number of players {low}-{high}: ", understand, explained)
    names = _ask_names(players) if private else [f"Player {number}" for number in range(1, players + 1)]
    if private and sys.stdout.isatty() and not has_second_screen():
        say("This terminal has no alternate screen: anybody who scrolls back can see the hands of others.")
    for deal in game.deals():
        game.score(_play_round(deal, names, look, private=private), names)


def _ask_names(players: int) -> list[str]:
    """Ask for the players' names, by the rules that a table has for them."""
    from fivecard.table.core.player_names import looks, objection, tidy

    names: list[str] = []

    def understand(text: str) -> str:
        name = tidy(text)
        wrong = objection(name)
        if wrong is None and looks(name) in map(looks, names):
            wrong = f"{name} looks like the name of another player"
        if wrong is not None:
            raise FivecardError(sentence(wrong))
        return name

    for number in range(1, players + 1):
        names.append(ask(f"Input the name of player {number}: ", understand))
    return names


def _play_round(deal: Deal, names: Sequence[str], look: Look, *, private: bool) -> tuple[int, ...]:
    """Play one round and give the winning seats."""
    state, _ = apply(start(THREE_CARD_DRAW, len(names)), deal)
    for seat, name in enumerate(names):
        state = (_private_turn if private else _turn)(state, seat, name, look)
    say()
    width = max(map(len, names)) + 1
    for name, hand in zip(names, state.hands, strict=True):
        say(_hand_line(f"{name + ':':<{width}}", hand, look))
    numbers = [str(seat + 1) for seat in state.winners]
    winners = [names[seat] for seat in state.winners]
    who = f"Players {listed(numbers)}" if len(winners) > 1 and not private else listed(winners)
    say(f"\n{who} {'won' if len(winners) == 1 else 'tied'} this hand.")
    if look.rich and len(winners) == 1:
        say(look.faint(what_decided(list(map(evaluate, state.hands)), names)))
    return state.winners


def _turn(state: State, seat: int, name: str, look: Look) -> State:
    """Show a player's hand and ask what goes."""
    view = view_for(state, seat)
    say(f"\n{_hand_line(f'{name}:', view.hand, look)}")
    return apply(state, Discard(seat, _ask_discards(view)))[0]


def _private_turn(state: State, seat: int, name: str, look: Look) -> State:
    """Show a hand, and what came to it, to nobody but its player."""
    ask(f"\nPass to {look.strong(name)}, then press Enter. ", str)
    with private_screen(sys.stdout), unremembered():
        following = _turn(state, seat, name, look)
        say(session.what_was_drawn(state.hands[seat], following.hands[seat], look))
        ask("Press Enter to hide your cards. ", str)
    drawn = following.drawn[seat][-1]
    say(f"{name} has drawn {counted(drawn, 'card', none='no')}.")
    return following


def _hand_line(label: str, hand: tuple[Card, ...], look: Look) -> str:
    evaluation = evaluate(hand)
    cards = look.cards(hand, marked=evaluation.made_of, width=4)
    return f"{label}{cards} --- {look.strong(title(evaluation))}"


def _ask_discards(view: View) -> tuple[Card, ...]:
    """Ask how many cards go, then which, one by one."""
    most = view.most_discards
    explained = f"Type how many cards you want to exchange, 0 to {most}; 0 keeps all of them. q leaves."
    count = ask_number(f"Number of cards to draw: Input the number of cards to draw 0-{most}: ", 0, most, explained)
    positions: list[int] = []

    def understand(text: str) -> int:
        position = number_between(text, 1, HAND_SIZE)
        if position in positions:
            raise FivecardError("This card was already replaced, please select another card.")
        return position

    explained = f"Type the place of a card that goes, 1 for the first to {HAND_SIZE} for the last. q leaves."
    for _ in range(count):
        positions.append(ask(f"Input the number of the card to replace 1-{HAND_SIZE}: ", understand, explained))
    return tuple(view.hand[position - 1] for position in positions)
