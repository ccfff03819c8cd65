"""`fivecard demo`: a short tour of what is there."""

import random
from argparse import ArgumentParser, Namespace
from time import perf_counter

from fivecard.cards import parse_cards
from fivecard.cli import options
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.style import Look
from fivecard.engine import FOUR_WITH_AN_ACE, VARIANTS, Deal, Limit, Stakes, apply, start, view_for
from fivecard.errors import FivecardError
from fivecard.evaluation import evaluate
from fivecard.handouts import title
from fivecard.piles import Deck, Order, deal_hands
from fivecard.players import PLAYERS, play_out
from fivecard.rankings import ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, AnyCategory, Category
from fivecard.words.comparing import compare, verdict
from fivecard.words.english import numbered
from fivecard.words.explaining import explain
from fivecard.words.narrating import Narrator

EXAMPLES = """\
  fivecard demo
  fivecard demo --seed 7
"""

PLAYERS_DEALT = 6


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the seed of the deal."""
    options.add_seed(parser, "deal other cards (default: %(default)s)", default=5)
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Rank a table, explain its winner, judge by rankings, play, weigh ranges, ask the solution, count all hands."""
    look = look_of(arguments)
    source = random.Random(arguments.seed)
    deck = Deck()
    deck.shuffle(source)
    hands = deal_hands(deck, PLAYERS_DEALT)
    for hand in hands:
        hand.sort(Order.MATCHED_FIRST)
    ranking = sorted(range(PLAYERS_DEALT), key=lambda player: evaluate(hands[player]), reverse=True)

    say(look.strong(f"{PLAYERS_DEALT} hands from a shuffled deck (seed {arguments.seed}), best first\n"))
    for player in ranking:
        evaluation = evaluate(hands[player])
        say(f"  Player {player + 1}   {look.cards(hands[player])}   {evaluation}")

    winner, second = hands[ranking[0]], hands[ranking[1]]
    verdict = f"Why player {ranking[0] + 1} wins" if evaluate(winner) > evaluate(second) else "Why it is a tie"
    say(look.strong(f"\n{verdict}\n"))
    say("\n".join(explain(winner).table()) + "\n")
    say("\n".join(numbered([*explain(winner).steps, *compare(winner, second).steps])))

    say(look.strong("\nSeven cards, and what they are worth to whom\n"))
    _judge_by_every_ranking(look)

    say(look.strong("\nA round of five-card draw between computer players\n"))
    _draw_round(look, source)

    say(look.strong("\nA hand with chips: pot-limit five-card draw between solid players\n"))
    _hand_with_chips(look, random.Random(arguments.seed + 9))

    say(look.strong("\nHow often a range beats another on a flop\n"))
    _weigh_ranges(look)

    say(look.strong("\nWhat heads-up draw comes to with bets: a pair of kings, first to act, after check and bet\n"))
    _ask_the_solution(look)

    say(look.strong("\nAll seven-card hands, every one of them evaluated\n"))
    _count_every_hand(look)
    say(look.faint("\nMore: fivecard --help"))
    return 0


def _judge_by_every_ranking(look: Look) -> None:
    cards = parse_cards("Ah 8h 7d 4s 3h 2c Kh")
    say(f"  {look.cards(cards)}\n")
    for ranking in (HIGH, DEUCE_TO_SEVEN, ACE_TO_FIVE, EIGHT_OR_BETTER):
        worth = evaluate(cards, ranking=ranking)
        strength = look.faint(f"{worth.strength:,} of {ranking.strongest:,}")
        say(f"  {ranking.name:<16}{look.cards(worth.cards)}   {worth}  {strength}")


def _draw_round(look: Look, source: random.Random) -> None:
    state, _ = apply(start(FOUR_WITH_AN_ACE, players=3), Deal.shuffled(source))
    before = state.hands
    state, _ = play_out(state, [PLAYERS["classic"]] * 3, source)
    for seat, (dealt, final) in enumerate(zip(before, state.hands, strict=True)):
        kept = [card for card in dealt if card in final]
        shown = look.cards(Order.MATCHED_FIRST.sorted(final), marked=kept)
        drawn = f"{look.cards(dealt, marked=kept)}   draws {state.drawn[seat][0]}"
        say(f"  Player {seat + 1}   {drawn}   {shown}   {evaluate(final)}")
    names = [f"Player {number}" for number in range(1, state.players + 1)]
    say(f"\n  {verdict(list(map(evaluate, state.hands)), names)}")


def _hand_with_chips(look: Look, source: random.Random) -> None:
    names = ("Ann", "Bob", "Clara", "Dan")
    rules, stakes = VARIANTS["five-card-draw"].with_limit(Limit.POT_LIMIT), Stakes(ante=1, small_bet=2)
    narrator = Narrator(names, look.cards)
    state, events = apply(start(rules, len(names), stakes=stakes, stacks=100), Deal.shuffled(source))
    while True:
        for sentence in narrator.tell(events, state):
            say(f"  {sentence}")
        if not state.to_act:
            break
        state, events = apply(state, PLAYERS["solid"](view_for(state, state.to_act[0]), source))
    say(f"\n  {', '.join(f'{name} {chips}' for name, chips in zip(names, state.stacks, strict=True))}")


def _weigh_ranges(look: Look) -> None:
    from fivecard.cli.terminal.tables import equity_table
    from fivecard.equities import equity  # brings numpy, which nothing above needs

    board = parse_cards("Td 9s 2h")
    say(f"  {look.cards(board)}\n")
    result = equity("QQ+, AKs", "22+, A2s+, KTs+, QJs, AJo+", board=board)
    say("\n".join(equity_table(result, look)))


def _ask_the_solution(look: Look) -> None:
    from fivecard.cli.terminal.tables import advice_table
    from fivecard.solvers.limit_draw import InfoSet, LimitDraw, advise, load_policy
    from fivecard.solvers.limit_draw.review import in_words

    infoset = InfoSet(LimitDraw(), 0, parse_cards("Kh Kd 9s 4c 2d"), ("check", "bet"))
    try:
        advice = advise(load_policy(infoset.game), infoset)
    except FivecardError as error:  # of its file; what follows does without
        say(f"  {error}")
        return
    say("\n".join(f"  {line}" for line in [*advice_table(advice, look), "", in_words(advice, look.cards)]))


def _count_every_hand(look: Look) -> None:
    from fivecard.batch import census  # brings numpy, as above

    start = perf_counter()
    counts = census(7)
    seconds = perf_counter() - start
    totals: dict[AnyCategory, int] = dict.fromkeys(reversed(Category), 0)
    for strength, count in enumerate(counts.tolist()):
        totals[HIGH.category(strength)] += count
    hands = sum(totals.values())
    for category, total in totals.items():
        say(f"  {title(category):<16}{total:>13,}  {total / hands:8.4%}")
    say(look.faint(f"\n  {hands:,} hands in {seconds:.2f} s on one core"))
