"""From text to histories. Lines that do not say anything about the hand are passed over."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, time
from fractions import Fraction
from typing import Any, Final, NoReturn

from fivecard.cards import parse_cards
from fivecard.engine import Action, BringIn, Call, Check, Deal, Discard, Fold, Limit, Raise, Stakes, State
from fivecard.engine.events import Cards
from fivecard.errors import FivecardError, HistoryError, quoted
from fivecard.histories.dealing import Dealer
from fivecard.histories.history import History, text_lines
from fivecard.histories.pokerstars import lines
from fivecard.histories.pokerstars.claims import agrees, with_claims
from fivecard.histories.pokerstars.layout import BOARDS, DRAWS, GAMES, STUD_STREETS, find_rules
from fivecard.histories.sites import as_rules_have_it

_CENT: Final = Fraction(1, 100)
_LONGEST_AMOUNT: Final = 50
_RUNS: Final = {"FIRST": 1, "SECOND": 2, "THIRD": 3}


def load_all(text: str | Iterable[str]) -> Iterator[History]:
    """Read hands one after the other, from a text or from lines as a file gives them.

    Chat, disconnections and other lines that say nothing about the hand are passed over. The site takes a rake, a
    replay does not: `details` have the `rake` and what each seat `collected`, in chips, and `finishing_stacks` are as
    before the rake, so that a replay can be compared exactly. What one player alone collected lacks the whole rake. The
    layout does not say how several shared it: then the stacks of the replay count as the file's if each of them
    lacks no more than the rake and all together exactly the rake, and else the rake is shared in proportion.
    """
    for first, hand in lines.split(text_lines(text)):
        yield loads(hand, first)


def loads(text: str, first: int = 1) -> History:
    """Read one hand.

    Args:
        text: The hand.
        first: The number of its first line in the file, for messages.
    """
    return _Hand([line.rstrip() for line in text.splitlines()] or [""], first).history()


def check_told(text: str, history: History, end: State) -> None:
    """Refuse a text that would not be read as this history, which comes to this end, cards aside."""
    parts = [*lines.split(text.splitlines(keepends=True))]
    if len(parts) != 1:
        raise HistoryError(f"line {parts[1][0]} would begin another hand")
    hand = _Hand([line.rstrip() for line in text.splitlines()], 1)
    seats, stakes = hand.read()
    scale = history.unit / hand.unit
    told = hand.claimed(
        seats,
        replace(
            history,
            stakes=stakes,
            stacks=tuple([seat.stack for seat in seats]),
            names=tuple([seat.name for seat in seats]),
            actions=hand.actions(iter([action.cards for action in history.actions if isinstance(action, Discard)])),
        ),
    )
    if told.names != history.names:
        raise HistoryError(f"the names would be read as {', '.join(told.names)}")
    if told.stacks != tuple([stack * scale for stack in history.stacks]):
        raise HistoryError("the stacks would be read as others")
    if told.actions != tuple([_scaled(action, scale) for action in history.actions]):
        raise HistoryError("the actions would be read as others")
    if any(not {*seat.final} <= {*end.hands[seat.position]} for seat in seats):
        raise HistoryError("the hands would be read as others")
    stacks = tuple([int(stack * scale) for stack in end.stacks])
    if told.finishing_stacks != stacks:
        raise HistoryError("the stacks at the end would be read as others")
    if isinstance(stakes.ante, int) and min(told.stacks) >= stakes.ante:  # then there is nothing to trim
        stakes = replace(stakes, trim_antes=history.stakes.trim_antes)
    if stakes != history.stakes and not agrees(told, stacks, 0):  # what nobody paid or lacked does no harm
        raise HistoryError(f"the stakes would be read as {told.stakes}")


def _scaled(action: Action, scale: Fraction) -> Action:
    return Raise(action.seat, int(action.to * scale)) if isinstance(action, Raise) else action


@dataclass
class _Seat:
    number: int
    name: str
    stack: int
    ante: int = 0
    blind: int = 0
    short_of_ante: bool = False
    put: int = 0
    bet: int = 0
    """What lies before the seat on this street."""
    collected: int = 0
    acted: bool = False
    """Whether the seat did anything but post."""
    dealt_in: bool = False
    position: int = -1
    final: Cards = ()
    """The hand at the end, or what was seen of it."""
    final_at: int = 0
    """The index of the line that showed it."""


@dataclass
class _Move:
    """What happens to cards or is done by a seat, in the order of the text."""

    line: int
    kind: str
    seat: _Seat | None = None
    amount: int = 0
    cards: Cards = ()
    drawn: Cards = ()


@dataclass
class _Hand:
    """One hand being read."""

    lines: list[str]
    first: int
    at: int = 0
    """The index of the line being read, which errors name."""
    seats: dict[str, _Seat] = field(default_factory=dict)
    moves: list[_Move] = field(default_factory=list)
    button: int = 0
    bring_in: int = 0
    trims: bool = False
    """Whether somebody got a part of an ante back."""
    rake: int = 0
    runs: int = 1
    later_boards: list[tuple[int, _Move]] = field(default_factory=list)
    """The cards of the second board and the third, where there are any, with the number of the board."""
    gave_up: list[_Seat] = field(default_factory=list)
    """Who was all in by a blind or an ante, and folds because nobody is there."""
    uncalled: tuple[_Seat, int] | None = None
    """The last bet that was not called whole, if no line gives it back."""
    total_at: int = 0
    """The index of the line that says the rake."""
    table_at: int = 0
    """The index of the line that says who has the button."""
    heading: str = ""

    def __post_init__(self) -> None:
        header = lines.HEADER.match(self.lines[0])
        if header is None:
            self._refuse(f"no game that is known here: they are {', '.join(GAMES)}")
        self.rules = find_rules(header["game"], header["limit"])
        amounts = [header["low"], *(found[3] for line in self.lines if (found := lines.SEAT.match(line)))]
        is_money = bool(header["currency_symbol"]) or any("." in amount for amount in amounts)
        self.unit = _CENT if is_money else Fraction(1)
        self.low, self.high = self._chips(header["low"]), self._chips(header["high"])
        try:
            self.details = _details(header)
        except ValueError as error:
            self._refuse(str(error))

    def read(self) -> tuple[list[_Seat], Stakes]:
        """Read all lines; give those in the hand, by position, and what they play for."""
        for number, line in enumerate(self.lines[1:], 1):
            self.at = number
            self._read(line)
        self._end_bets()
        self.moves += [move for _, move in sorted(self.later_boards, key=lambda board: board[0])]
        self._give_back_uncalled()
        seats = self._positions()
        if len(seats) < 2:
            self.at = 0
            self._refuse("fewer than two players are in the hand")
        try:
            stakes = self._stakes(seats)
        except FivecardError as error:
            self.at = 0
            self._refuse(str(error))
        return seats, stakes

    def history(self) -> History:
        """Read all lines and put them together."""
        seats, stakes = self.read()
        deal, discards, drawn = self._found(seats)
        self.details |= {
            "seats": [seat.number for seat in seats],
            "rake": self.rake,
            "collected": tuple(seat.collected for seat in seats),
        }
        history = History(
            self.rules,
            stakes,
            tuple(seat.stack for seat in seats),
            deal,
            self.actions(iter(discards)),
            tuple(seat.name for seat in seats),
            unit=self.unit,
            details=self.details,
            drawn=tuple(drawn),
            runs=self.runs,
            gave_up=frozenset([seat.position for seat in self.gave_up]),
        )
        return self.claimed(seats, as_rules_have_it(history) if self.is_all_in else history)

    def actions(self, discards: Iterator[Cards]) -> tuple[Action, ...]:
        """What the seats did; which cards they threw away is given."""
        done = [move for move in self.moves if move.seat and move.kind not in {"dealt", "gives up"}]
        return tuple([_action(move, discards) for move in done])

    def claimed(self, seats: list[_Seat], history: History) -> History:
        """Add to a history the stacks at the end, if the text says what they are."""
        pot, collected = sum(seat.put for seat in seats), self._collected
        if collected and pot != collected + self.rake:
            self.at = self.total_at
            self._refuse(f"{pot} chips were put in, {collected} collected, and the rake is {self.rake}")
        if not collected and pot:
            return history
        claimed = [seat.stack - seat.put + seat.collected for seat in seats]
        return with_claims(history, claimed, [seat.collected for seat in seats], self.rake)

    # Lines

    def _read(self, line: str) -> None:
        if lines.CHAT.match(line):
            return
        if found := lines.HEADING.match(line):
            self._read_heading(found)
        elif self.heading == "SUMMARY":
            self._read_summary(line)
        elif found := lines.DONE.match(line):
            self._read_done(self._seat(found[1]), found[2], found[3], self._cards(found[4]))
        elif found := lines.DEALT.match(line):
            self._read_dealt(self._seat(found[1]), self._cards(found[2]), self._cards(found[3]))
        elif found := lines.RETURNED.match(line):
            self._return(self._seat(found[2]), self._chips(found[1]))
        elif (found := lines.COLLECTED.match(line)) and found[1] in self.seats:
            seat = self.seats[found[1]]
            seat.collected += self._chips(found[2])
            seat.dealt_in = True
        elif found := lines.SEAT.match(line):
            if found[2] in self.seats:
                self._refuse("this player has a seat already")
            self.seats[found[2]] = _Seat(int(found[1]), found[2], self._chips(found[3]))
        elif found := lines.TABLE.match(line):
            self.button, self.table_at = int(found[3] or 0), self.at
            self.details |= {"table": found[1]} | ({"seat_count": int(found[2])} if found[2] else {})

    def _return(self, seat: _Seat, amount: int) -> None:
        seat.put -= amount
        self.trims |= not self.heading
        if self.heading:
            seat.bet -= amount

    def _read_heading(self, found: re.Match[str]) -> None:
        heading, run = found[1], 1
        if self.rules.board and (again := lines.RUN.fullmatch(heading)):
            heading, run = again[2].replace("SHOWDOWN", "SHOW DOWN"), _RUNS[again[1]]
            self.runs = max(self.runs, run)
        self.heading = heading
        if heading in {"HOLE CARDS", "DEALING HANDS", "SHOW DOWN", "SUMMARY", "DRAW", STUD_STREETS[0]}:
            return
        self._end_bets()
        if run > 1 and heading in BOARDS.values():
            self.later_boards.append((run, _Move(self.at, "board", cards=self._cards(found[3] or found[2]))))
        elif self.rules.has_bring_in and heading in STUD_STREETS:
            self.moves.append(_Move(self.at, "street", cards=self._cards(found[2])))
        elif self.rules.board and heading in BOARDS.values():
            self.moves.append(_Move(self.at, "board", cards=self._cards(found[3] or found[2])))
        elif heading not in DRAWS:
            self._refuse(f"there is no street {quoted(heading)} in {self.rules.title}")

    def _read_summary(self, line: str) -> None:
        if found := lines.TOTAL.match(line):
            self.rake, self.total_at = self._chips(found[2]), self.at
        elif found := lines.SHOWED.match(line):
            for seat in self.seats.values():
                if seat.number == int(found[1]):
                    self._see(seat, self._cards(found[2]))

    def _read_dealt(self, seat: _Seat, cards: Cards, drawn: Cards) -> None:
        seat.dealt_in = True
        last = next((move for move in reversed(self.moves) if move.seat is seat), None)
        if last is not None and last.kind == "discards":
            last.drawn = drawn or cards  # nothing is before what is new, if nothing was kept
        else:
            self.moves.append(_Move(self.at, "dealt", seat, cards=cards, drawn=drawn))

    def _read_done(self, seat: _Seat, verb: str, words: str, cards: Cards) -> None:
        seat.dealt_in = True
        amount = self._chips(found[1]) if (found := lines.LAST_AMOUNT.match(words)) else 0
        match verb:
            case "posts":
                self._post(seat, words)
                return
            case "shows":
                self._see(seat, cards)
                return
            case "folds":
                self._see(seat, cards)
                if seat.put == seat.stack and not seat.acted:
                    self.gave_up.append(seat)
                    verb = "gives up"
            case "calls" | "brings in":
                seat.bet += amount
                seat.put += amount
                self.bring_in = amount if verb == "brings in" else self.bring_in
            case "bets" | "raises":
                seat.put += amount - seat.bet
                seat.bet = amount
            case "discards" | "stands pat":
                self._end_bets()
                count = int(found[1]) if (found := lines.COUNT.match(words)) else 0
                if verb == "stands pat" and cards:  # they are what it keeps
                    self.moves.append(_Move(self.at, "dealt", seat, cards=cards))
                    cards = ()
                self.moves.append(_Move(self.at, "discards", seat, count, cards))
                return
        seat.acted = True
        self.moves.append(_Move(self.at, verb, seat, amount, cards))

    def _post(self, seat: _Seat, words: str) -> None:
        found = lines.POST.match(words)
        if found is None:
            self._refuse("nobody knows what is posted here")
        amount = self._chips(found[2])
        seat.put += amount
        live = 0 if found[1] == "the ante" else amount
        if found[1] == "small & big blinds":  # the small one is dead: it is no part of the bet
            live = min(amount, self.low if self.rules.limit is Limit.FIXED_LIMIT else self.high)
        seat.blind += live
        seat.bet += live
        seat.ante += amount - live
        seat.short_of_ante |= not live and seat.put == seat.stack

    def _see(self, seat: _Seat, cards: Cards) -> None:
        if len(cards) > len(seat.final):
            seat.final, seat.final_at = cards, self.at

    def _end_bets(self) -> None:
        *_, second, most = sorted([seat.bet for seat in self.seats.values()] + [0, 0])
        for seat in self.seats.values():
            if seat.bet == most > second:
                self.uncalled = seat, most - second
            seat.bet = 0

    def _give_back_uncalled(self) -> None:
        """Give back what nobody called where no line says so: some writers leave it out."""
        put, collected = sum([seat.put for seat in self.seats.values()]), self._collected
        if self.uncalled and collected and put - self.uncalled[1] == collected + self.rake:
            self.uncalled[0].put -= self.uncalled[1]

    @property
    def _collected(self) -> int:
        return sum([seat.collected for seat in self.seats.values()])

    @property
    def is_all_in(self) -> bool:
        """Whether somebody has put in everything: then sites take raises that nobody can answer."""
        return any(seat.put == seat.stack for seat in self.seats.values())

    # What they come to

    def _positions(self) -> list[_Seat]:
        """Those in the hand, from the left of the button: others are sitting out, and their seats are passed over."""
        dealt_in = [seat for seat in self.seats.values() if seat.dealt_in]
        seats = sorted(dealt_in, key=lambda seat: (seat.number <= self.button, seat.number))
        for position, seat in enumerate(seats):
            seat.position = position
        # Who had the button may have left the table; of two who remain, one has it.
        most = self.details.get("seat_count", 0) if len(seats) > 2 else 0
        if self.button > most and self.button not in [seat.number for seat in self.seats.values()]:
            self.at = self.table_at
            self._refuse(f"nobody has seat {self.button}, where the button is")
        return seats

    def _stakes(self, seats: list[_Seat]) -> Stakes:
        fixed = self.rules.limit is Limit.FIXED_LIMIT
        listed = seats[::-1] if len(seats) == 2 else seats
        antes, blinds = [seat.ante for seat in listed], [seat.blind for seat in listed]
        said = [move.kind for move in self.moves if move.kind in {"checks", "bets", "calls", "raises"}]
        if any(blinds) or (said and said[0] in {"calls", "raises"} and not self.rules.has_bring_in):
            for position, full in enumerate((0 if fixed else self.low, self.low if fixed else self.high)):
                if listed[position].ante + blinds[position] == listed[position].stack:  # all in, maybe for less
                    blinds[position] = max(blinds[position], full)
        most = max(antes)
        short = any(seat.short_of_ante and seat.ante < most for seat in seats)
        same = all(seat.ante == most or seat.short_of_ante for seat in seats)
        while blinds and not blinds[-1]:
            blinds.pop()
        return Stakes(
            ante=most if same else tuple(antes),
            blinds=tuple(blinds),
            bring_in=self.bring_in,
            small_bet=self.low if fixed else self.high,
            big_bet=self.high if fixed else None,
            trim_antes=self.trims or (short and same),
        )

    def _found(self, seats: list[_Seat]) -> tuple[Deal, list[Cards], list[Cards]]:
        """The deck, what was thrown away at each draw, and what was seen to come instead."""
        dealer = Dealer(self.rules, len(seats), self.runs)
        try:
            dealer.deal_round()
            for move in self.moves:
                self.at = move.line
                self._move_cards(dealer, move)
            for seat in seats:
                if seat.final:
                    self.at = seat.final_at
                    dealer.show(seat.position, seat.final)
            return dealer.finish()[:3]
        except HistoryError as error:
            self._refuse(str(error))

    def _move_cards(self, dealer: Dealer, move: _Move) -> None:
        if move.seat is None:
            if move.cards:
                dealer.lay(move.cards)
            else:
                dealer.deal_round()
            return
        seat, final = move.seat.position, move.seat.final
        match move.kind:
            case "dealt":
                if self.rules.has_bring_in and (move.drawn or len(move.cards) == 1):
                    dealer.show_newest(seat, (move.drawn or move.cards)[0])
                if move.drawn or not self.rules.has_bring_in or len(move.cards) > 1:
                    dealer.see(seat, move.cards)
            case "discards":
                faces = dealer.faces(seat)
                faces.sort(key=lambda face: (face in final, face is not None))  # first what nobody has seen
                thrown = move.cards or faces[: move.amount]
                if len(thrown) != move.amount:
                    raise HistoryError(f"{move.amount} cards cannot be drawn")
                dealer.discard(seat, thrown)
                if move.drawn:
                    dealer.deal(seat, move.drawn)
            case "folds" | "gives up":
                if final:
                    dealer.show(seat, final)
                dealer.fold(seat)

    # Words

    def _seat(self, name: str) -> _Seat:
        if name not in self.seats:
            self._refuse(f"nobody called {quoted(name)} has a seat")
        return self.seats[name]

    def _chips(self, amount: str) -> int:
        if len(amount) > _LONGEST_AMOUNT:
            self._refuse(f"{quoted(amount)} is too long for an amount")
        chips = Fraction(amount.replace(",", "")) / self.unit
        if chips.denominator != 1:
            self._refuse(f"{quoted(amount)} is not a whole number of {'cents' if self.unit == _CENT else 'chips'}")
        return int(chips)

    def _cards(self, text: str | None) -> Cards:
        try:
            return parse_cards(text or "")
        except FivecardError as error:
            self._refuse(str(error))

    def _refuse(self, why: str) -> NoReturn:
        raise HistoryError(f"{quoted(self.lines[self.at])}: {why}", line=self.first + self.at)


def _action(move: _Move, discards: Iterator[Cards]) -> Action:
    seat = move.seat.position if move.seat else -1
    match move.kind:
        case "discards":
            return Discard(seat, next(discards, ()))
        case "folds":
            return Fold(seat)
        case "checks":
            return Check(seat)
        case "calls":
            return Call(seat)
        case "brings in":
            return BringIn(seat)
        case _:
            return Raise(seat, move.amount)


def _details(header: re.Match[str]) -> dict[str, Any]:
    details: dict[str, Any] = {"venue": "PokerStars"}
    for key, value in header.groupdict().items():
        if not value or key in {"game", "limit", "low", "high"}:
            continue
        if key == "time":
            details[key] = time.fromisoformat(value.zfill(8))
        else:
            details[key] = int(value) if key in {"hand", "tournament", "year", "month", "day"} else value.strip()
    if header["year"]:
        date(details["year"], details["month"], details["day"])  # or it says what is wrong
    return details
