r"""What happens in a hand, told in sentences: games and replays, on a terminal or in a page, say it with these.

>>> import random
>>> from fivecard.engine import Deal, Fold, Raise, Stakes, VARIANTS, apply, start
>>> narrator = Narrator(("Ann", "Bob", "You"))
>>> stakes = Stakes(blinds=(1, 2), small_bet=2)
>>> state, events = apply(start(VARIANTS["holdem"], 3, stakes=stakes, stacks=50), Deal.shuffled(random.Random(1)))
>>> print(*narrator.tell(events, state), sep="\n")
Ann posts a blind of 1.
Bob posts a blind of 2.
Ann gets 5d 4d.
Bob gets Ts 8h.
You get 7c 6s.
>>> for action in (Raise(2, to=50), Fold(0), Fold(1)):
...     state, events = apply(state, action)
...     print(*narrator.tell([event.seen_by(0) for event in events], state), sep="\n")
You raise to 50, all in.
Ann folds.
Bob folds.
You get 48 back.
You win 5.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from fivecard.cards import PLAIN, Card
from fivecard.engine import (
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Drew,
    Event,
    Folded,
    Posted,
    Raised,
    Raked,
    Returned,
    Showed,
    State,
    View,
    Won,
)
from fivecard.evaluation import Evaluation
from fivecard.rankings import Category, Ranking
from fivecard.showdown import best_hand, hand_strengths
from fivecard.words.comparing import what_decided
from fivecard.words.english import YOU, article, counted, listed
from fivecard.words.hands import KINDS, held

UNSEEN: Final = "??"
"""A card that nobody saw."""

_BOARDS: Final = {(0, 3): "flop", (3, 1): "turn", (4, 1): "river"}


@dataclass(frozen=True)
class Narrator:
    """Tells what happens to players of these names, one for each seat."""

    names: Sequence[str]
    cards: Callable[[Sequence[Card]], str] = PLAIN.join
    """How cards are written."""
    chips: Callable[[int], str] = "{:,}".format
    """How amounts are written."""

    def tell(self, events: Iterable[Event], state: State | View) -> list[str]:
        """Tell what one action led to, in sentences.

        Cards that are None, as in events seen by a seat, and cards that nobody knows are not named.

        Args:
            events: What happened, in order.
            state: What it led to, or what a seat may see of that.
        """
        events = list(events)
        told: list[str] = []
        for ante, group in groupby(events, _ante):
            same = list(group)
            if ante and len(same) > 1:
                payers = self._all([event.seat for event in same if isinstance(event, Posted)])
                told.append(f"{payers} post antes of {self.chips(ante)}.")
            else:
                told += [sentence for event in same for sentence in self._sentences(event, state)]
        if (
            any(isinstance(event, Returned) for event in events)
            and state.won
            and not any(state.won)
            and state.street == len(state.rules.streets)
        ):
            told.append("Nobody opens: the deal is void.")
        return told

    def result(self, events: Iterable[Event], state: State | View) -> list[str]:
        r"""Tell who won what, and nothing else; without chips, who won with what, and by what.

        Args:
            events: What happened at the end of the hand.
            state: What it led to, or what a seat may see of that.

        >>> import random
        >>> from fivecard.engine import THREE_CARD_DRAW, Deal, Discard, apply, start
        >>> state, _ = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
        >>> for seat in (0, 1):
        ...     state, events = apply(state, Discard(seat))
        >>> print(*Narrator(("Ann", "You")).result(events, state), sep="\n")
        You win with queen high, jack ten six four.
        Your queen high beats Ann's eight high.
        """
        told: list[str] = []
        for event in events:
            if isinstance(event, Won):
                told.append(self._won(event, state))
            elif isinstance(event, Showed) and not state.stacks:
                shown = [made_hand(state, hand, state.rules.game.rankings[0]) for hand in event.hands]
                you = next((seat for seat, name in enumerate(self.names) if name == YOU), None)
                decided = what_decided([hand for hand in shown if hand], self.names, you=you)
                told += filter(None, [self._best(event, state), decided])
        return told

    def hand(self, hand: Sequence[Card], state: State | View) -> str:
        """Say what a hand is worth at a showdown: where high and low share the pot, both.

        Args:
            hand: The player's cards.
            state: The rest: the rules and the board.
        """
        return " and ".join(filter(None, (_worth(hand, state, ranking) for ranking in state.rules.game.rankings)))

    def shows(self, seat: int, cards: Sequence[Card]) -> str:
        """Tell that somebody showed cards after the hand, who need not have.

        Args:
            seat: Who did.
            cards: Which.
        """
        return f"{self._does(seat, 'show')} {self.cards(cards)}."

    def _does(self, seat: int, verb: str) -> str:
        return f"{self.names[seat]} {self._verb(seat, verb)}"

    def _verb(self, seat: int, verb: str) -> str:
        """Turn `stand pat` into what goes with the player's name."""
        first, space, rest = verb.partition(" ")
        return verb if self.names[seat] == YOU else f"{first}s{space}{rest}"

    def _all(self, seats: Iterable[int]) -> str:
        first, *others = [self.names[seat] for seat in seats]
        return listed([first, *("you" if name == YOU else name for name in others)])

    def _sentences(self, event: Event, state: State | View) -> Iterator[str]:
        match event:
            case Posted(seat, amount, "bring-in"):
                yield f"{self._does(seat, 'bring it in for')} {self.chips(amount)}{_all_in(event)}"
            case Posted(seat, amount, what):
                yield f"{self._does(seat, 'post')} {article(what)} of {self.chips(amount)}{_all_in(event)}"
            case Folded(seat):
                yield f"{self._does(seat, 'fold')}."
            case Checked(seat):
                yield f"{self._does(seat, 'check')}."
            case Called(seat, amount):
                yield f"{self._does(seat, 'call')} {self.chips(amount)}{_all_in(event)}"
            case Raised(seat, to, over):
                verb = raising(over, completing=_completed(state))
                yield f"{self._does(seat, verb)} {self.chips(to)}{_all_in(event)}"
            case Returned(seat, amount):
                yield f"{self._does(seat, 'get')} {self.chips(amount)} back."
            case BoardDealt(board=board) if board:
                yield f"Board {board + 1} is {self.cards(state.boards[board - 1])}."
            case BoardDealt(cards):
                yield self._board(cards, state)
            case Dealt(hands, up):
                yield from self._dealt(hands, state, up=up)
            case Drew():
                yield from self._drew(event, state)
            case Showed():
                yield from self._showed(event, state)
            case Raked(amount, side_pot=number):
                yield f"The house takes {self.chips(amount)} from {f'side pot {number}' if number else 'the pot'}."
            case Won():
                yield self._won(event, state)

    def _board(self, cards: Sequence[Card], state: State | View) -> str:
        before = state.board.index(cards[0])
        name = _BOARDS.get((before, len(cards)), "card for all") if state.rules.board else "card for all"
        whole = f": {self.cards(state.board[: before + len(cards)])}" if before else ""
        return f"The {name} is {self.cards(cards)}{whole}."

    def _dealt(self, hands: Sequence[Sequence[Card | None]], state: State | View, *, up: bool) -> Iterator[str]:
        dealt = {seat: self._seen(hand, state) for seat, hand in enumerate(hands) if hand}
        if not any(dealt.values()):
            who = "Everybody gets" if len(dealt) == len(hands) else f"{self._all(dealt)} get"
            yield f"{who} {counted(max(map(len, hands)), 'card')}."
            return
        for seat, cards in dealt.items():
            yield f"{self._does(seat, 'get')} {cards or counted(len(hands[seat]), 'card')}{' face up' if up else ''}."

    def _drew(self, event: Drew, state: State | View) -> Iterator[str]:
        count = len(event.drawn)
        discarded, drawn = self._seen(event.discarded, state), self._seen(event.drawn, state)
        if not count:
            yield f"{self._does(event.seat, 'stand pat')}."
        elif discarded:
            drew = f"{self._verb(event.seat, 'draw')} {drawn or count}"
            yield f"{self._does(event.seat, 'discard')} {discarded} and {drew}."
        else:
            yield f"{self._does(event.seat, 'draw')} {drawn or counted(count, 'card')}."
        if event.replenished:
            were = "was" if event.replenished == 1 else "were"
            yield f"The draw pile ran out: {counted(event.replenished, 'discard')} {were} shuffled into a new one."

    def _showed(self, event: Showed, state: State | View) -> Iterator[str]:
        for seat in event.order:
            if hand := event.hands[seat]:
                worth = "" if state.boards else f": {self.hand(hand, state)}"  # on several boards, several
                yield f"{self._does(seat, 'show')} {self.cards(hand)}{worth}."
            else:
                yield f"{self._does(seat, 'muck')}."
        if not state.stacks:
            yield self._best(event, state)

    def _best(self, event: Showed, state: State | View) -> str:
        """Name who won without chips, and with what."""
        best = self.hand(event.hands[event.winners[0]], state)
        alone = len(event.winners) == 1
        verb = self._does(event.winners[0], "win") if alone else f"{self._all(event.winners)} tie"
        return f"{verb} with {best}."

    def _won(self, event: Won, state: State | View) -> str:
        pot = f" from side pot {event.side_pot}" if event.side_pot else ""
        board = f" on board {event.board + 1}" if state.boards else ""
        told = f"{self._does(event.seat, 'win')} {self.chips(event.amount)}{pot}{board}"
        hand = state.shown[event.seat] if state.shown else ()
        if event.ranking is None or not hand:
            return f"{told}."
        ranking = state.rules.game.rankings[event.ranking]
        if event.board:
            state = state._replace(board=state.boards[event.board - 1])
        return f"{told} with {_worth(hand, state, ranking)}."

    def _seen(self, cards: Sequence[Card | None], state: State | View) -> str:
        """Write cards as far as they are known; nothing if none is."""
        unknown = state.unknown if isinstance(state, State) else frozenset()
        known = [None if card in unknown else card for card in cards]
        if not any(known):
            return ""
        return " ".join(UNSEEN if card is None else self.cards((card,)) for card in known)


def in_words(view: View) -> str:
    """Say what a hand is worth, with the board: where high and low share the pot, both; nothing if there is little.

    A hand that has cards to come is not ranked yet; what matches in it is told all the same.
    """
    made = [made_hand(view, view.hand, ranking) for ranking in view.rules.game.rankings]
    if not made[0]:
        return "" if view.rules.game.rankings[0].low else _matches(view.hand)
    return " and ".join(held(each, kickers=False) for each in made if each and each.strength)


def made_hand(view: State | View, hand: Sequence[Card], ranking: Ranking) -> Evaluation | None:
    """What a hand is under a ranking; None while there are too few cards for one.

    Args:
        view: The rest: the rules and the board.
        hand: The player's cards.
        ranking: One of the game's.
    """
    game = view.rules.game
    too_few = (
        len(hand) + len(view.board) < ranking.hand_size
        if game.from_hole is None
        else len(view.board) < ranking.hand_size - game.from_hole
    )
    return None if too_few else best_hand(tuple(hand), view.board, game, ranking).evaluation


def draw_in_words(drew: int) -> str:
    """Say how many cards somebody drew: `stood pat`, `drew 1 card`."""
    return f"drew {counted(drew, 'card')}" if drew else "stood pat"


def _matches(cards: Sequence[Card]) -> str:
    """Name the pairs and better among a few cards."""
    ranks = [card.rank for card in cards]
    names = {2: Category.ONE_PAIR, 3: Category.THREE_OF_A_KIND, 4: Category.FOUR_OF_A_KIND}
    found = sorted({(ranks.count(rank), rank) for rank in ranks if ranks.count(rank) > 1}, reverse=True)
    called = [KINDS[names[count]].phrases[0].format(rank).lower() for count, rank in found]
    return " and ".join(article(each) if count == 2 else each for each, (count, _) in zip(called, found, strict=True))


def _ante(event: Event) -> int:
    """The amount of an ante that others may have paid too, 0 for everything else."""
    return event.amount if isinstance(event, Posted) and event.what == "ante" and event.stack else 0


def _all_in(event: Posted | Called | Raised) -> str:
    return "." if event.stack else ", all in."


def raising(over: int, *, completing: bool) -> str:
    """Name a bet or raise.

    Args:
        over: The largest bet before it.
        completing: Whether that is the bring-in.
    """
    if not over:
        return "bet"
    return "complete to" if completing else "raise to"


def _completed(state: State | View) -> bool:
    """Whether what was just raised was the bring-in."""
    return state.rules.has_bring_in and state.street == state.rules.first_bet and state.raises == 1


def _worth(hand: Sequence[Card], state: State | View, ranking: Ranking) -> str:
    """What a hand is at a showdown; nothing where it does not qualify."""
    (strength,) = hand_strengths([tuple(hand)], state.board, state.rules.game, ranking)
    return held(Evaluation.from_strength(strength, ranking=ranking)) if strength else ""
