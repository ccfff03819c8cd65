"""From a history to text: the hand is played again, and its events are told in the layout's words."""

from dataclasses import replace

from fivecard.cards import PLAIN
from fivecard.engine import (
    BoardDealt,
    Called,
    Checked,
    Dealt,
    Drew,
    Folded,
    Limit,
    Posted,
    Raised,
    Returned,
    Showed,
    State,
    Won,
)
from fivecard.engine.events import Cards, SeenCards
from fivecard.errors import FivecardError, HistoryError, expect, quoted
from fivecard.histories.history import History, money
from fivecard.histories.pokerstars.details import Details
from fivecard.histories.pokerstars.layout import BOARDS, DRAWS, STUD_STREETS, title_of
from fivecard.histories.pokerstars.reader import check_told
from fivecard.histories.visitor import Visitor, walk
from fivecard.showdown import hand_strengths
from fivecard.words.english import counted, listed

_ORDINALS = ("1st", "2nd", "3rd")


def dumps(history: History, *, hero: int | None = None) -> str:
    """Write a hand as PokerStars does, as its `hero` saw it; without one, with all cards that are known.

    Tracking programs expect a hero. What the history does not say is made up: hand 1 at the table 'fivecard', in the
    first minute of 1970. Histories with a `currency_symbol` or parts of chips are cash games, those with a `tournament`
    say so.

    What would not be read again as the same hand is refused: names that look like other lines, say, or stakes that
    nobody paid in full.

    Args:
        history: The hand.
        hero: The seat that saw it; None shows all cards that are known.
    """
    expect(history, History, "a History", HistoryError)
    if history.stakes.posts or history.stakes.dead:
        raise HistoryError("posts of blinds that were missed cannot be written in PokerStars' layout")
    if history.unknown_stacks:
        names = listed([history.name(seat) for seat in sorted(history.unknown_stacks)])
        raise HistoryError(f"PokerStars' layout says all stacks, and nobody knows those of {names}")
    if history.stakes.no_small_blind:
        raise HistoryError("a straddle without a small blind cannot be written in PokerStars' layout")
    if history.stakes.unpaid_blind and history.rules.limit is Limit.POT_LIMIT:
        raise HistoryError("PokerStars' layout cannot say that a dead small blind counts for the pot")
    history = replace(history, stakes=replace(history.stakes, unpaid_blind=0))  # which else means nothing
    history, rake = _without_rake(history)
    writer = _Writer(history, hero)
    text = "\n".join(writer.lines()) + "\n"
    if rake not in {None, writer.rake}:
        raise HistoryError("PokerStars' layout cannot say this: odd chips go to others after the rake than before")
    try:
        check_told(text, replace(history, names=writer.names), writer.end)
    except FivecardError as error:
        raise HistoryError(f"PokerStars' layout cannot say this: {error}") from None
    return text


def _without_rake(history: History) -> tuple[History, int | None]:
    """A hand that is replayed without its rake, which is a detail in this layout; and how much it is, if any."""
    if not history.stakes.rake:
        return history, None
    end = history.replay()
    details = {**history.details, "rake": end.raked, "collected": end.won}
    return replace(history, stakes=replace(history.stakes, rake=None), details=details), end.raked


class _Writer(Visitor):
    def __init__(self, history: History, hero: int | None) -> None:
        players = len(history.stacks)
        self.history, self.hero, self.rules = history, hero, history.rules
        self.names = history.names or tuple(f"Player {number}" for number in range(1, players + 1))
        for name in self.names:
            if not name or self.names.count(name) > 1 or len(f"{name}.".splitlines()) > 1:
                raise HistoryError(f"players have different names of one line, not {quoted(name)}")
        self.details = Details(history)
        self.numbers = self.details.seats
        self.symbol = self.details.currency_symbol or ("$" if history.unit.denominator > 1 else "")
        self.told: list[str] = []
        self.put_in: set[int] = set()
        self.seen: list[list[str]] = [[] for _ in range(players)]
        """What the hero may know of every hand."""
        self.draws = [0] * players
        self.board: Cards = ()
        self.shown: dict[int, str] = {}
        self.results: dict[int, str] = {}
        self.wins: list[Won] = []
        self.street = 0

    def lines(self) -> list[str]:
        """The whole text, line by line."""
        if self.history.runs > 1:
            raise HistoryError("a hand whose board was run twice cannot be written in this layout")
        self._begin()
        self.end = walk(self.history, self)
        if not self.end.is_over:
            raise HistoryError("only a hand that was played to its end can be written")
        self._pay()
        return self.told + self._summary()

    def _begin(self) -> None:
        details, stakes = self.details, self.history.stakes
        low, high = stakes.small_bet, stakes.bet(big=True)
        if self.rules.limit is not Limit.FIXED_LIMIT:
            low, high = (stakes.blinds[0] if len(stakes.blinds) > 1 else 0), stakes.small_bet
        amounts = f"{self._money(low)}/{self._money(high)}"
        title = title_of(self.rules)
        if details.tournament is not None:
            game = f"Tournament #{details.tournament}, {details.buy_in} {title} - Level {details.level} ({amounts})"
        else:
            game = f" {title} ({' '.join(filter(None, (amounts, details.currency)))})"
        most = details.seat_count or max(*self.numbers, 2)
        button = "" if self.rules.has_bring_in else f" Seat #{self.numbers[-1]} is the button"
        self.told += [
            f"PokerStars Hand #{details.hand}: {game} - {details.moment}",
            f"Table '{details.table}' {most}-max{button}",
        ]
        for number, name, stack in sorted(zip(self.numbers, self.names, self.history.stacks, strict=True)):
            self.told.append(f"Seat {number}: {name} ({self._money(stack)} in chips)")

    # Events

    def posted(self, event: Posted, state: State) -> None:
        self._put(event, self._posts(event.seat, event.what, event.amount))

    def dealt(self, event: Dealt, state: State) -> None:
        self._deal(event.hands, up=event.up)

    def board_dealt(self, event: BoardDealt, state: State) -> None:
        self._lay(event.cards)

    def folded(self, event: Folded, state: State) -> None:
        put = "" if event.seat in self.put_in else " (didn't bet)"
        self.results[event.seat] = f"folded {self._when()}{put}"
        self._say(event.seat, "folds")

    def checked(self, event: Checked, state: State) -> None:
        self._say(event.seat, "checks")

    def called(self, event: Called, state: State) -> None:
        self._put(event, f"calls {self._money(event.amount)}")

    def raised(self, event: Raised, state: State) -> None:
        to, over = event.to, event.over
        self._put(event, f"raises {self._money(to - over)} to {self._money(to)}" if over else f"bets {self._money(to)}")

    def returned(self, event: Returned, state: State) -> None:
        self.told.append(f"Uncalled bet ({self._money(event.amount)}) returned to {self.names[event.seat]}")

    def won(self, event: Won, state: State) -> None:
        self.wins.append(event)

    def _put(self, event: Posted | Called | Raised, words: str) -> None:
        self.put_in.add(event.seat)
        self._say(event.seat, words if event.stack else f"{words} and is all-in")

    def _say(self, seat: int, words: str) -> None:
        self.told.append(f"{self.names[seat]}: {words}")

    def _posts(self, seat: int, what: str, amount: int) -> str:
        if what == "bring-in":
            return f"brings in for {self._money(amount)}"
        if what == "ante":
            return f"posts the ante {self._money(amount)}"
        blinds = self.history.stakes.posted_blinds(len(self.names))
        big = self.history.stakes.big_blind
        blind = "straddle" if blinds[seat] > big else "big blind" if blinds[seat] == big else "small blind"
        blind = blind if big else "button blind"
        return f"posts {blind} {self._money(amount)}"

    def _head(self, heading: str) -> None:
        self.told.append(f"*** {heading} ***")

    def _visible(self, seat: int, cards: SeenCards, *, up: bool = False) -> list[str]:
        """Those cards of a seat, if the hero may know them and anybody does."""
        known = all(card is not None and card not in self.history.deal.unknown for card in cards)
        return [str(card) for card in cards] if known and (up or self.hero in {None, seat}) else []

    def _deal(self, hands: tuple[SeenCards, ...], *, up: bool) -> None:
        if not self.rules.has_bring_in:
            self.told.append(f"*** {'HOLE CARDS' if self.rules.board else 'DEALING HANDS'} ***")
        elif self.street:
            self._head(STUD_STREETS[self.street - 1])
        self.street += 1
        for seat, cards in enumerate(hands):
            before = self.seen[seat]
            new = self._visible(seat, cards, up=up)
            self.seen[seat] = before + new
            if self.rules.has_bring_in and self.street == 1:
                continue  # told together with the card that lies open
            if self.rules.has_bring_in and self.street == 2:
                before, new = [], before + new
            if new:
                held = f"[{' '.join(before)}] " if before else ""
                self.told.append(f"Dealt to {self.names[seat]} {held}[{' '.join(new)}]")

    def _lay(self, cards: Cards) -> None:
        self.street += 1
        before, self.board = self.board, self.board + cards
        if self.rules.has_bring_in:
            self._head(STUD_STREETS[self.street - 2])
        else:
            self._head(BOARDS[len(self.board)])
        held = f"[{PLAIN.join(before)}] " if before else ""
        self.told[-1] += f" {held}[{PLAIN.join(cards)}]"

    def drew(self, event: Drew, state: State) -> None:
        seat, count = event.seat, len(event.discarded)
        self.draws[seat] += 1
        if self.draws[seat] == self.street:
            self.street += 1
            if self._several_draws:
                self._head(DRAWS[self.draws[seat] - 1])
        if not count:
            self._say(seat, "stands pat")
            return
        gone, came = self._visible(seat, event.discarded), self._visible(seat, event.drawn)
        cards = f" [{' '.join(gone)}]" if gone else ""
        self._say(seat, f"discards {counted(count, 'card')}{cards}")
        kept = [card for card in self.seen[seat] if card not in gone] if gone else []
        self.seen[seat] = kept + came
        if came:
            held = f"[{' '.join(kept)}] " if kept else ""
            self.told.append(f"Dealt to {self.names[seat]} {held}[{' '.join(came)}]")

    def showed(self, event: Showed, state: State) -> None:
        self.told.append("*** SHOW DOWN ***")
        for seat in event.order:
            if hand := event.hands[seat]:
                self.shown[seat] = self._describe(hand)
                self.results[seat] = f"showed [{PLAIN.join(hand)}]"
                self._say(seat, f"shows [{PLAIN.join(hand)}] ({self.shown[seat]})")
            else:
                cards = f" [{' '.join(self.seen[seat])}]" if len(self.seen[seat]) == self.rules.hole else ""
                self.results[seat] = f"mucked{cards}"
                self._say(seat, "mucks hand")

    def _describe(self, hand: Cards) -> str:
        game = self.rules.game
        words = []
        for half, ranking in zip(("HI", "LO"), game.rankings, strict=False):
            [found] = hand_strengths([hand], self.board, game, ranking)
            if found:  # a low hand may not qualify
                words.append(
                    f"{half}: {ranking.describe(found)}" if len(game.rankings) > 1 else ranking.describe(found)
                )
        return "; ".join(words)

    # The end

    def _pay(self) -> None:
        """Tell who collected what, less the rake where the history knows of one."""
        won = [sum(win.amount for win in self.wins if win.seat == seat) for seat in range(len(self.names))]
        lacking = [*self.history.unpaid]
        self.rake = sum(lacking)
        self.collected = [before - lack for before, lack in zip(won, lacking, strict=True)]
        pots = max((win.side_pot for win in self.wins), default=0)
        for win in sorted(self.wins, key=lambda win: -win.side_pot):
            taken = min(win.amount, lacking[win.seat])
            lacking[win.seat] -= taken
            if win.amount > taken:
                pot = _pot_name(win.side_pot, pots)
                self.told.append(f"{self.names[win.seat]} collected {self._money(win.amount - taken)} from {pot}")
        showed = self.history.showed
        for seat, cards in enumerate(showed):
            if cards:
                self._say(seat, f"shows [{PLAIN.join(cards)}]")
        if self.wins and self.wins[0].ranking is None and not any(showed[self.wins[0].seat : self.wins[0].seat + 1]):
            self._say(self.wins[0].seat, "doesn't show hand")

    def _summary(self) -> list[str]:
        numbers = {win.side_pot for win in self.wins}
        pots = [sum(win.amount for win in self.wins if win.side_pot == pot) for pot in sorted(numbers)]
        parts = [f"{_pot_name(pot, len(pots) - 1).capitalize()} {self._money(part)}." for pot, part in enumerate(pots)]
        several = f" {' '.join(parts)}" if len(pots) > 1 else ""
        told = ["*** SUMMARY ***", f"Total pot {self._money(sum(pots))}{several} | Rake {self._money(self.rake)}"]
        if self.board:
            told.append(f"Board [{PLAIN.join(self.board)}]")
        for number, seat in sorted(zip(self.numbers, range(len(self.names)), strict=True)):
            role = self._role(seat)
            result = self.results.get(seat, "")
            won = f"({self._money(self.collected[seat])})" if self.collected[seat] else ""
            if seat in self.shown:
                result += f" and won {won}" if won else " and lost"
                result += f" with {self.shown[seat]}"
            elif won:
                result = f"collected {won}"
            told.append(f"Seat {number}: {self.names[seat]}{role} {result}")
        return told

    def _role(self, seat: int) -> str:
        """The words that a summary has for the button and the blinds."""
        if self.rules.has_bring_in:
            return ""
        blinds = self.history.stakes.blinds
        small, big = (1, 0) if len(self.names) == 2 else (0, 1)
        roles = [" (button)"] if seat == len(self.names) - 1 else []
        if len(blinds) > 1 and seat in {small, big}:
            roles.append(" (small blind)" if seat == small else " (big blind)")
        return "".join(roles)

    def _when(self) -> str:
        """The street on which somebody folds, in the words of a summary."""
        if self.rules.has_bring_in:
            return f"on the {STUD_STREETS[self.street - 2].title().replace('Rd', 'rd').replace('Th', 'th')}"
        if self.rules.board:
            return f"on the {BOARDS[len(self.board)].capitalize()}" if self.board else "before Flop"
        draws = max(self.draws)
        if not draws:
            return "before the Draw"
        return f"after the {_ORDINALS[draws - 1]} Draw" if self._several_draws else "after the Draw"

    @property
    def _several_draws(self) -> bool:
        return sum(street == self.rules.draw for street in self.rules.streets) > 1

    def _money(self, chips: int) -> str:
        amount = chips * self.history.unit
        if (amount * 100).denominator != 1:
            raise HistoryError(f"{chips} chips of {self.history.unit} each are not a whole number of cents")
        return f"{self.symbol}{money(amount, 0 if amount.denominator == 1 else 2)}"


def _pot_name(number: int, side_pots: int) -> str:
    if not side_pots:
        return "pot"
    if not number:
        return "main pot"
    return "side pot" if side_pots == 1 else f"side pot-{number}"
