"""Writes PHH: the hand is played again, and what happens is written down."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from typing import Any

from fivecard.cards import PLAIN, Card
from fivecard.engine import (
    Action,
    BoardDealt,
    Call,
    Check,
    Deal,
    Dealt,
    Discard,
    Drew,
    Event,
    Fold,
    Folded,
    Limit,
    Raise,
    Showed,
    Stakes,
    State,
)
from fivecard.engine.events import SeenCards
from fivecard.engine.streets import DealHole
from fivecard.errors import HistoryError, expect, quoted
from fivecard.histories.history import History
from fivecard.histories.phh.codes import UNSEEN, find_code
from fivecard.histories.visitor import Visitor, walk


def dumps(history: History) -> str:
    """Write a hand.

    >>> from fivecard.histories.phh import loads
    >>> text = dumps(loads('''
    ... variant = "N5D"
    ... antes = [0, 0]
    ... blinds_or_straddles = [0.5, 1]
    ... min_bet = 1
    ... starting_stacks = [50, 50]
    ... actions = ["d dh p1 ??????????", "d dh p2 AsAdAh7c2d", "p2 cbr 3 # Aces!", "p1 f"]
    ... '''))
    >>> print(text)
    variant = 'N5D'
    antes = [0.0, 0.0]
    blinds_or_straddles = [0.5, 1.0]
    min_bet = 1.0
    starting_stacks = [50.0, 50.0]
    actions = [
      'd dh p1 ??????????',
      'd dh p2 AsAdAh7c2d',
      'p2 cbr 3.0 # Aces!',
      'p1 f',
    ]
    <BLANKLINE>
    """
    expect(history, History, "a History", HistoryError)
    return "".join(f"{key} = {value}\n" for key, value in _fields(history))


def _fields(history: History) -> Iterator[tuple[str, str]]:
    rules, stakes, players = history.rules, history.stakes, history.players

    def amounts(chips: Iterable[int]) -> str:
        return f"[{', '.join(map(history.amount, chips))}]"

    def listed(chips: tuple[int, ...]) -> str:
        return amounts(chips + (0,) * (players - len(chips)))

    def stacks(chips: Iterable[int]) -> str:
        known = ["inf" if seat in history.unknown_stacks else history.amount(stack) for seat, stack in enumerate(chips)]
        return f"[{', '.join(known)}]"

    if stakes.rake:
        raise HistoryError("PHH cannot say that the house takes a rake")
    if history.runs > 1:
        raise HistoryError("PHH cannot say that the rest of the board was run more than once")
    blinds = _blinds(stakes, players)
    if stakes.unpaid_blind and rules.limit is Limit.POT_LIMIT:
        raise HistoryError("PHH cannot say that a dead small blind counts for the pot")
    yield "variant", _value(find_code(rules))
    if stakes.trim_antes:
        yield "ante_trimming_status", "true"
    yield "antes", listed((stakes.ante,) * players if isinstance(stakes.ante, int) else stakes.ante)
    if rules.has_bring_in:
        yield "bring_in", history.amount(stakes.bring_in)
    else:
        yield "blinds_or_straddles", listed(blinds)
    if rules.limit is Limit.FIXED_LIMIT:
        yield "small_bet", history.amount(stakes.bet(big=False))
        yield "big_bet", history.amount(stakes.bet(big=True))
    elif stakes.bet(big=True) != stakes.small_bet:
        raise HistoryError(f"PHH cannot say that bets are {history.amount(stakes.bet(big=True))} on the later streets")
    else:
        yield "min_bet", history.amount(stakes.small_bet)
    yield "starting_stacks", stacks(history.stacks)
    actions = "".join(f"  {_value(action)},\n" for action in _Writer(history).write())
    yield "actions", f"[\n{actions}]"
    if history.names:
        yield "players", _value(history.names)
    if history.finishing_stacks:
        ends = zip(history.finishing_stacks, history.unpaid, strict=True)
        yield "finishing_stacks", stacks([end - unpaid for end, unpaid in ends])
    for key, value in history.details.items():
        yield _key(key), _value(value)


def _blinds(stakes: Stakes, players: int) -> tuple[int, ...]:
    """Blinds and straddles by position, and below 0 the live posts of those who come back."""
    if stakes.dead:
        raise HistoryError("dead blinds cannot be written as PHH")
    blinds, posts = [(*given, *(0,) * (players - len(given))) for given in (stakes.blinds, stakes.posts)]
    if any(blind and post > blind for blind, post in zip(blinds, posts, strict=True)):
        raise HistoryError("PHH cannot say that who has a blind posts more")
    return tuple([blind or -post for blind, post in zip(blinds, posts, strict=True)])


class _Writer(Visitor):
    """Writes the actions of a hand."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._deck = history.deal.deck
        self._unknown = history.deal.unknown - history.dead
        self._lines: list[str] = []
        self._street = 0
        self._waiting: tuple[int, ...] = ()
        self._showed: Showed | None = None  # at the end of this step
        self._opening = 0  # rounds of dealing before the first bets, which are written as one
        self._hands: list[list[Card | None]] = [[] for _ in range(history.players)]
        self._written: dict[int, SeenCards] = {}  # what seats have shown already
        self._fresh: dict[int, SeenCards] = {}  # what seats have drawn on this street, written after all discards
        for street in history.rules.streets[: history.rules.first_bet]:
            self._opening += isinstance(street, DealHole)

    def write(self) -> list[str]:
        """Play the hand again."""
        state = walk(self._history, self)
        for seat in sorted(self._history.shown - self._written.keys()):
            self._write_hand(seat, state.hands[seat])
        return self._lines

    def step(self, number: int, action: Action, state: State, events: tuple[Event, ...]) -> None:
        self._act(action)
        self._remark(number)
        if isinstance(action, Fold | Check | Call) and len(state.folded) < state.players - 1:
            asked = state.to_act if state.street == self._street else ()
            self._lines += [f"p{seat + 1} cc" for seat in self._waiting[1:] if seat not in asked]  # PHH asks everybody
        self._waiting = state.to_act
        self._showed = next((event for event in events if isinstance(event, Showed)), None)
        super().step(number, action, state, events)
        if state.street != self._street:
            self._deal_replacements()
            self._street = state.street

    def _act(self, action: Action) -> None:
        match action:
            case Deal() | Discard():
                return
            case Fold():
                word = "f"
            case Check() | Call():
                word = "cc"
            case Raise(_, to):
                word = f"cbr {self._history.amount(to)}"
            case _:
                word = "pb"
        self._lines.append(f"p{action.seat + 1} {word}")

    def dealt(self, event: Dealt, state: State) -> None:
        self._deal_replacements()
        if self._opening <= 0:
            self._show_before_the_rest()
        dealt = [self._as_dealt(hand) for hand in event.hands]
        for hand, fresh in zip(self._hands, dealt, strict=True):
            hand += fresh
        self._opening -= 1
        if self._opening < 0:
            self._deal(dict(enumerate(map(tuple, dealt))))
        elif not self._opening:
            self._deal(dict(enumerate(map(tuple, self._hands))))

    def board_dealt(self, event: BoardDealt, state: State) -> None:
        self._deal_replacements()
        self._show_before_the_rest()
        self._lines.append(f"d db {self._cards(event.cards)}")

    def folded(self, event: Folded, state: State) -> None:
        if event.seat in self._history.gave_up:  # nobody else folds without being asked
            self._lines.append(f"p{event.seat + 1} f")

    def drew(self, event: Drew, state: State) -> None:
        self._lines.append(f"p{event.seat + 1} sd {self._cards(event.discarded)}".rstrip())
        self._fresh[event.seat] = event.drawn

    def showed(self, event: Showed, state: State) -> None:
        self._deal_replacements()
        self._show(event, state.hands)

    def _as_dealt(self, hand: SeenCards) -> list[Card | None]:
        """The cards in the order of the deck: players may hold them in another."""
        known = sorted([card for card in hand if card is not None], key=self._deck.index)
        return [*known, *[None] * (len(hand) - len(known))]

    def _deal(self, hands: Mapping[int, SeenCards]) -> None:
        self._lines += [f"d dh p{seat + 1} {self._cards(hand)}" for seat, hand in hands.items() if hand]

    def _deal_replacements(self) -> None:
        self._deal(self._fresh)
        self._fresh = {}

    def _show_before_the_rest(self) -> None:
        """Show all hands when nobody can bet any more, before the cards that are still to come.

        A viewer sees no hand before the end, and then only those that the rules have shown.
        """
        if self._history.viewer is not None:
            return
        if self._showed and not self._written:
            self._show(self._showed, [tuple(hand) for hand in self._hands], everybody=True)

    def _show(self, event: Showed, hands: Sequence[SeenCards], *, everybody: bool = False) -> None:
        """Let hands be shown or mucked, as the file said or else as the rules have it."""
        shown, mucked = self._history.shown, self._history.mucked
        by_rules = not shown and not mucked
        for seat in event.order:
            shows = event.hands[seat] or (everybody and self._unknown.isdisjoint(hands[seat]))
            if seat in shown or self._written.get(seat) or (by_rules and shows):
                self._write_hand(seat, hands[seat])
            elif (seat in mucked or by_rules) and seat not in self._written:
                self._lines.append(f"p{seat + 1} sm")
                self._written[seat] = ()

    def _write_hand(self, seat: int, hand: SeenCards) -> None:
        if self._written.get(seat) != hand:
            self._lines.append(f"p{seat + 1} sm {self._cards(hand)}")
            self._written[seat] = hand

    def _remark(self, number: int) -> None:
        """Put what was noted after so many actions behind the last of them, or on lines of its own."""
        for position, (_, remark) in enumerate([noted for noted in self._history.remarks if noted[0] == number]):
            if number and not position:
                self._lines[-1] += f" # {remark}"
            else:
                self._lines.append(f"# {remark}")

    def _cards(self, cards: SeenCards) -> str:
        return "".join([UNSEEN if card is None or card in self._unknown else PLAIN(card) for card in cards])


# TOML


def _key(key: str) -> str:
    return key if key.replace("-", "_").isidentifier() and key.isascii() else _text(key)


def _text(text: str) -> str:
    if text.isprintable() and "'" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any) -> str:  # noqa: ANN401
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _text(value)
        case int() | Decimal() | float():
            return str(value).lower().replace("infinity", "inf")
        case date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())}}}"
    raise HistoryError(f"PHH cannot hold {quoted(value)}")
