"""Reads PHH: one hand, or a file of many as a stream."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from fivecard.cards import ALL_CARDS
from fivecard.engine import (
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    Limit,
    Raise,
    Rules,
    Stakes,
    State,
    apply,
    start,
)
from fivecard.engine.events import Cards
from fivecard.engine.legal import bet_to_match
from fivecard.engine.transitions import give_up
from fivecard.errors import FivecardError, HistoryError, IllegalActionError, RulesError, expect, quoted
from fivecard.histories.dealing import Dealer, Face
from fivecard.histories.history import History, nameless, place_of
from fivecard.histories.phh.codes import UNSEEN, find_rules
from fivecard.histories.phh.toml import load_toml
from fivecard.histories.sites import legal_equivalent

_FACES: Final[dict[str, Face]] = {str(card): card for card in ALL_CARDS} | {UNSEEN: None}
_HEADER: Final = re.compile(r"""\s*\[\s*(["']?)[0-9]+\1\s*\]\s*(#.*)?$""")
_KEY: Final = re.compile(r"""\s*(["']?)(\w+)\1\s*=""")
_ITEM: Final = re.compile(r"""\s*(?:'[^']*'|"[^"\\]*"),\s*$""")
_TOO_MUCH: Final = 10**30
_LARGEST_RAKE: Final = Fraction(1, 5)
"""Of what was won: if somebody ends with less than that, the file is wrong."""
_TOKEN: Final = re.compile(r"""\"{3}|'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#.*|[\[\]]""")
"""What can make the next line part of a value, and what hides it: strings and comments."""
_END_OF_TEXT: Final = {
    '"' * 3: re.compile(r'(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    "'" * 3: re.compile(r"(?s:.*?)'{3,5}"),
}


def loads(text: str) -> History:
    """Read a hand.

    >>> history = loads('''
    ... variant = "F5D"
    ... antes = [1, 1]
    ... blinds_or_straddles = [1, 2]
    ... small_bet = 2
    ... big_bet = 4
    ... starting_stacks = [50, 50]
    ... actions = ["d dh p1 ??????????", "d dh p2 AsAdAh7c2d", "p2 cbr 4", "p1 f"]
    ... ''')
    >>> history.replay().stacks
    (47, 53)
    """
    expect(text, str, "a hand as text", HistoryError)
    return _history(load_toml(text))


def split(lines: Iterable[str]) -> Iterator[str]:
    r"""Part a file into the texts of its hands, each as soon as it is there.

    Hands stand under numbers (`[1]`, `[2]`) or one after the other: a field that comes a second time begins the next.

    >>> list(split(["[1]\n", "variant = 'NT'\n", "[2]\n", "variant = 'FT'\n"]))
    ["variant = 'NT'\n", "variant = 'FT'\n"]
    """
    hand: list[str] = []
    seen: set[str] = set()
    quote, depth = "", 0  # the quotes of a text over several lines, how many lists are open
    for line in lines:
        key = None if quote else _KEY.match(line)
        if key:
            depth = 0  # no list has fields: one that is still open was never closed
        header = not quote and not depth and _HEADER.match(line)
        if header or (key and key[2] in seen):
            if seen:
                yield "".join(hand)
                hand.clear()
            seen.clear()
        if key:
            seen.add(key[2])
        if not header:
            hand.append(line)
            if quote or not depth or not _ITEM.match(line):
                quote, depth = _open_after(line, quote, depth)
    if seen or any(line.strip() for line in hand):
        yield "".join(hand)


def _open_after(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Which text over several lines goes on after a line, and how many lists do."""
    at = 0
    while True:
        if quote:
            if (end := _END_OF_TEXT[quote].match(line, at)) is None:
                return quote, depth
            quote, at = "", end.end()
        if (found := _TOKEN.search(line, at)) is None:
            return "", max(depth, 0)
        at = found.end()
        token = found[0]
        if token in _END_OF_TEXT:
            quote = token
        else:
            depth += (token == "[") - (token == "]")


def _history(fields: dict[str, Any]) -> History:
    rules = find_rules(_take(fields, "variant"))
    fixed, stud = rules.limit is Limit.FIXED_LIMIT, rules.has_bring_in
    antes = _take_list(fields, "antes")
    blinds = [] if stud and "blinds_or_straddles" not in fields else _take_list(fields, "blinds_or_straddles")
    bring_in = _take(fields, "bring_in") if stud else 0
    bets = [_take(fields, name) for name in (("small_bet", "big_bet") if fixed else ("min_bet",))]
    stacks = _take_list(fields, "starting_stacks")
    finishing = _take_list(fields, "finishing_stacks") if "finishing_stacks" in fields else []
    trim = fields.pop("ante_trimming_status", False)
    names = fields.pop("players", [])
    words = _take_list(fields, "actions")
    _check_types(names, words, trim, len(stacks), finishing)
    hand = _Reader(rules, len(stacks))
    hand.read(words)
    known = [stack for stack in stacks if not _is_unknown(stack)]
    ends = [stack for stack in finishing if not _is_unknown(stack)]
    units = _Units([*antes, *blinds, bring_in, *bets, *known, *ends, *hand.amounts])
    chips = units.chips
    small, *big = [chips(bet, "a bet") for bet in bets]
    amounts = [chips(blind, "a blind") for blind in blinds]  # those below 0 are posts: they leave the turn where it is
    posted = _without_zeros([max(amount, 0) for amount in amounts])
    stakes = Stakes(
        _short([chips(ante, "an ante") for ante in antes]),
        posted,
        chips(bring_in, "the bring-in"),
        small,
        big[0] if big else None,
        trim,
        _without_zeros([max(-amount, 0) for amount in amounts]),
        no_small_blind=len(posted) > 1 and posted[0] == small < posted[1],
    )
    put_in = [chips(amount, "an amount") for amount in (*antes, *bets, *bets, bring_in, *hand.amounts)]
    deep = sum(put_in) + sum(map(abs, amounts)) + 1  # nobody puts in as much in this hand
    history = hand.history(
        units,
        stakes,
        tuple([deep if _is_unknown(stack) else chips(stack, "a starting stack") for stack in stacks]),
        names=tuple(names),
        details=fields,
        unknown_stacks=frozenset(seat for seat, stack in enumerate(stacks) if _is_unknown(stack)),
    )
    if not ends:
        return history
    return _with_ends(
        history, [None if _is_unknown(stack) else chips(stack, "a finishing stack") for stack in finishing]
    )


def _is_unknown(stack: object) -> bool:
    """Whether a stack is `inf`, by which PHH says that nobody knows it."""
    return isinstance(stack, Decimal) and stack.is_infinite() and stack > 0


def _with_ends(history: History, ends: Sequence[int | None]) -> History:
    """Add the stacks that the file says everybody ends with.

    Some files have them after the rake, of which PHH knows nothing: what all have less than before is the rake, if each
    lacks no more than he won. The history then has stacks before it, as after a replay, and the rake in its `details`.
    """
    try:
        played = history.replay()
    except FivecardError:  # which a check will tell of
        return replace(history, finishing_stacks=tuple([0 if end is None else end for end in ends]))
    told = tuple([stack if end is None else end for end, stack in zip(ends, played.stacks, strict=True)])
    unpaid = [stack - end for stack, end in zip(played.stacks, told, strict=True)]
    details = history.details
    has_rake = all(0 <= less <= won * _LARGEST_RAKE for less, won in zip(unpaid, played.won, strict=True))
    if any(unpaid) and has_rake:
        collected = [won - less for won, less in zip(played.won, unpaid, strict=True)]
        details = {**details, "rake": sum(unpaid), "collected": collected}
        told = played.stacks
    finished = replace(history, finishing_stacks=told, details=details)
    vars(finished).update({name: vars(history)[name] for name in ("dealt", "_end")})  # it need not be played again
    return finished


# Fields


def _take(fields: dict[str, Any], name: str) -> Any:  # noqa: ANN401
    if name not in fields:
        raise HistoryError(f"the field '{name}' is missing")
    return fields.pop(name)


def _take_list(fields: dict[str, Any], name: str) -> list[Any]:
    value = _take(fields, name)
    if not isinstance(value, list):
        raise HistoryError(f"the field '{name}' is a list, not {quoted(value)}")
    return value


def _check_types(names: object, words: list[Any], trim: object, players: int, finishing: list[Any]) -> None:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise HistoryError(f"the field 'players' is a list of names, not {quoted(names)}")
    if names and len(names) != players:
        raise HistoryError(f"there are {len(names)} names for {players} players")
    if finishing and len(finishing) != players:
        raise HistoryError(f"there are {len(finishing)} finishing stacks for {players} players")
    if not isinstance(trim, bool):
        raise HistoryError(f"the field 'ante_trimming_status' is true or false, not {quoted(trim)}")
    for number, word in enumerate(words, 1):
        if not isinstance(word, str):
            raise HistoryError(f"action {number} is a text, not {quoted(word)}")


def _short(amounts: list[int]) -> int | tuple[int, ...]:
    return amounts[0] if amounts and len({*amounts}) == 1 else _without_zeros(amounts)


def _without_zeros(amounts: list[int]) -> tuple[int, ...]:
    while amounts and not amounts[-1]:
        amounts.pop()
    return tuple(amounts)


class _Units:
    """Turns amounts of money into chips: as many decimals as the file has anywhere."""

    def __init__(self, amounts: Iterable[object]) -> None:
        exponents = [amount.as_tuple().exponent for amount in amounts if isinstance(amount, Decimal)]
        places = max([-exponent for exponent in exponents if isinstance(exponent, int)], default=0)
        if places > 18:
            raise HistoryError(f"an amount has {places} decimals")
        self.scale = 10 ** max(places, 0)

    def chips(self, amount: object, what: str) -> int:
        """The chips that an amount is."""
        if type(amount) is not int and not (isinstance(amount, Decimal) and amount.is_finite()):
            raise HistoryError(f"{what} is a number, not {quoted(str(amount))}")
        if not -_TOO_MUCH < amount < _TOO_MUCH:
            raise HistoryError(f"{what} has more than 30 digits: {quoted(str(amount))}")
        return int(Fraction(amount) * self.scale) if isinstance(amount, Decimal) else amount * self.scale


# Actions


class _Step(NamedTuple):
    """Something that a seat does: an action's word and maybe an amount; `out` cards were dealt before."""

    place: tuple[int, str]
    out: int
    seat: int
    word: str
    amount: int | Decimal = 0


class _Reader:
    """Goes through the actions of a hand."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.amounts: list[Decimal | int] = []
        self._rules = rules
        self._seats = {f"p{number}": number - 1 for number in range(1, players + 1)}
        self._dealer = Dealer(rules, players)
        self._steps: list[_Step] = []
        self._streets: set[int] = set()  # before which steps a street begins
        self._shown: dict[int, bool] = {}
        self._remarks: list[tuple[int, str]] = []

    def read(self, words: Iterable[str]) -> None:
        """Read all actions."""
        for number, text in enumerate(words, 1):
            try:
                self._read(text, (number, text))
            except FivecardError as error:
                raise HistoryError(str(error), source=place_of(number, text)) from None
        self._dealer.check_dealt()

    def history(self, units: _Units, stakes: Stakes, stacks: tuple[int, ...], **rest: Any) -> History:  # noqa: ANN401
        """Put together what has been read."""
        deal, discards, drawn, hidden = self._dealer.finish()
        mucked = frozenset(seat for seat, shown in self._shown.items() if not shown)
        dead = frozenset(card for seat in mucked for card in hidden[seat])
        deal = Deal(deal.deck, deal.reserve, deal.unknown | dead) if dead else deal
        try:
            dealt = apply(start(self._rules, len(stacks), stakes=stakes, stacks=stacks), deal)
            gave_up = self._take_folds_of_those_all_in(dealt[0])
            for seat in sorted(gave_up):
                state, events = give_up(dealt[0], seat)
                dealt = state, dealt[1] + events
        except (IllegalActionError, RulesError) as error:
            raise error.naming(nameless) from None
        actions, end = self._actions(dealt[0], iter(discards), units)
        history = History(
            self._rules,
            stakes,
            stacks,
            deal,
            actions,
            unit=Fraction(1, units.scale),
            shown=frozenset(self._shown) - mucked,
            mucked=mucked,
            dead=dead,
            remarks=tuple(self._remarks),
            out=(*[step.out for step in self._steps], self._dealer.out),
            drawn=tuple(drawn),
            places=tuple([step.place for step in self._steps]),
            gave_up=gave_up,
            **rest,
        )
        vars(history).update({"dealt": dealt} | ({"_end": end} if end else {}))  # it need not be played again for that
        return history

    def _take_folds_of_those_all_in(self, dealt: State) -> frozenset[int]:
        """Take out the folds of seats that the blinds and antes have put all in, and give these seats."""
        first: dict[int, int] = {}
        for number, step in enumerate(self._steps):
            first.setdefault(step.seat, number)
        folds = {
            seat: number
            for seat, number in first.items()
            if dealt.to_act and self._steps[number].word == "f" and dealt.stacks and not dealt.stacks[seat]
        }
        for number in sorted(folds.values(), reverse=True):
            self._take_out(number)
        return frozenset(folds)

    def _take_out(self, number: int) -> None:
        """Take a step out of the hand that the rules do not have."""
        del self._steps[number]
        self._remarks = [(at - (at > number), remark) for at, remark in self._remarks]
        self._streets = {at - (at > number) for at in self._streets}

    def _read(self, text: str, place: tuple[int, str]) -> None:
        said, mark, remark = text.partition("#")
        out = self._dealer.out
        match said.split():
            case ["d", "dh", player, cards]:
                seat = self._seat(player)
                if not self._dealer.due:
                    self._streets.add(len(self._steps))
                self._dealer.deal(seat, _faces(cards))
            case ["d", "db", cards]:
                self._dealer.check_dealt()
                self._streets.add(len(self._steps))
                self._dealer.lay(_faces(cards))
            case [player, "sm", *shown] if len(shown) < 2:
                self._dealer.check_dealt()
                seat = self._seat(player)
                if shown and shown != ["-"]:
                    self._dealer.show(seat, _faces(shown[0]))
                self._shown[seat] = bool(shown)
            case [player, "sd", *cards] if len(cards) < 2:
                self._streets.add(len(self._steps))
                seat = self._seat(player)
                self._dealer.discard(seat, _faces(cards[0]) if cards else ())
                self._steps.append(_Step(place, out, seat, "sd"))
            case [player, ("f" | "cc" | "pb") as word]:
                self._dealer.check_dealt()
                seat = self._seat(player)
                self._steps.append(_Step(place, out, seat, word))
                if word == "f":
                    self._dealer.fold(seat)
            case [player, "cbr", amount]:
                self._dealer.check_dealt()
                seat, to = self._seat(player), _amount(amount)
                self.amounts.append(to)
                self._steps.append(_Step(place, out, seat, "cbr", to))
            case [] if mark:
                pass
            case _:
                raise HistoryError("not an action of PHH")
        if mark:
            self._remarks.append((len(self._steps), remark.strip()))

    def _seat(self, player: str) -> int:
        seat = self._seats.get(player)
        if seat is None:
            raise HistoryError(f"there is no player {quoted(player)}: they are {', '.join(self._seats)}")
        return seat

    def _actions(
        self, dealt: State, discards: Iterator[Cards], units: _Units
    ) -> tuple[tuple[Action, ...], State | None]:
        """Turn steps into actions: PHH has one word for checks and calls, and asks those who have no choice too.

        Gives the state at the end, too, if all of them were legal.
        """
        actions: list[Action] = []
        idle: list[int] = []
        state: State | None = dealt  # None after something illegal, which a replay will refuse
        waiting: tuple[int, ...] = ()  # who is asked no more on this street, though PHH may have them check
        for number, step in enumerate(self._steps):
            if number in self._streets:
                waiting = ()
            if step.word == "cc" and step.seat in waiting:
                idle.append(number)
                waiting = tuple([seat for seat in waiting if seat != step.seat])
                continue
            action = _action(step, state, discards, units)
            actions.append(action)
            if state is None:
                continue
            before = state
            try:
                state, _ = apply(before, action)
            except IllegalActionError:
                if (meant := legal_equivalent(before, action)) is None:
                    state, waiting = None, ()
                    continue
                actions[-1] = meant
                state, _ = apply(before, meant)
            asked = state.to_act if state.street == before.street else ()
            waiting = tuple([seat for seat in before.to_act if seat != step.seat and seat not in asked])
        for number in reversed(idle):
            self._take_out(number)
        return tuple(actions), state


def _action(step: _Step, state: State | None, discards: Iterator[Cards], units: _Units) -> Action:
    """What a step does in this state; without one, anything that the word may stand for."""
    seat = step.seat
    match step.word:
        case "f":
            return Fold(seat)
        case "pb":
            return BringIn(seat)
        case "sd":
            return Discard(seat, next(discards))
        case "cbr":
            return Raise(seat, units.chips(step.amount, "a bet"))
    if state is not None and state.turn == seat and state.bets[seat] < bet_to_match(state):
        return Call(seat)
    return Check(seat)


def _faces(text: str) -> list[Face]:
    """Read cards without spaces between them."""
    try:
        return [_FACES[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError as error:
        raise HistoryError(f"{error} is not a card") from None


def _amount(text: str) -> int | Decimal:
    if not re.fullmatch(r"[0-9]{1,30}(\.[0-9]{1,18})?", text):
        raise HistoryError(f"{quoted(text)} is not an amount")
    return Decimal(text) if "." in text else int(text)
