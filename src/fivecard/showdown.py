"""Who wins, and why: one showdown, or a file of a million.

>>> result = settle(["8H AS 3S 3H", "TH AD 8D 9C"], "2C 9S JH 4D 5S")
>>> result.winners
(0,)
>>> print(result)
Player 1 wins: straight Five Four Three Two Ace beats two Nines Ace Jack Five
>>> print(*result.hands[0].hole, "with", *result.hands[0].board)
3s As with 5s 4d 2c
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations
from stat import S_ISREG
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from fivecard import _core
from fivecard.cards import Card, CardsLike, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, FivecardError, HandError, quoted
from fivecard.evaluation import Evaluation
from fivecard.evaluator import evaluate, strength
from fivecard.games import Game, find_game
from fivecard.handouts import phrase
from fivecard.machine import threads_for
from fivecard.rankings import HIGH, Ranking

if TYPE_CHECKING:
    from array import array
    from fractions import Fraction

_LONGEST_LINE: Final = 1 << 26
_CHUNK: Final = 1 << 20  # bytes read at a time: they are still in the cache when they are looked at
_BLANK: Final = b" \t\r\n"
_MARK: Final = b"\xef\xbb\xbf"  # that Windows puts before UTF-8
_PAUSE: Final = 2  # milliseconds without a byte, after which a pipe is slow


class Layout:
    """What stands on a line: the game, its number of players and of cards that each holds, and the board at the end.

    The handout's is Omaha for two with four cards each.

    >>> Layout("holdem", players=6).cards
    17
    """

    def __init__(self, game: str | Game = "omaha", players: int = 2, hole: int | None = None) -> None:
        self.game = game if isinstance(game, Game) else find_game(game)
        self.hole = self.game.hole[0] if hole is None else hole
        self.players = players
        if not isinstance(self.hole, int) or self.hole not in self.game.hole:
            *fewer, last = map(str, self.game.hole)
            usual = f"{', '.join(fewer)} or {last}" if fewer else last
            raise HandError(f"in {self.game.name} a player has {usual} cards, not {quoted(hole)}")
        most = self.game.most_players(self.hole)
        if not isinstance(players, int) or not 2 <= players <= most:
            table = f"{self.game.name} with {self.hole} cards each"
            raise HandError(f"{table} is for 2 to {most} players, not {quoted(players)}")

    def __repr__(self) -> str:
        return f"Layout({self.game.name!r}, players={self.players}, hole={self.hole})"

    @property
    def cards(self) -> int:
        """How many cards stand on a line."""
        return self.players * self.hole + self.game.board


class ShownHand(NamedTuple):
    """What a player makes of the cards under one ranking."""

    evaluation: Evaluation
    hole: tuple[Card, ...]
    """The player's own cards that play."""
    board: tuple[Card, ...]
    """The cards of the board that play."""


class Part(NamedTuple):
    """A part of the pot: what every player has for it, and who wins it; nobody does if nobody qualifies."""

    ranking: Ranking
    hands: tuple[ShownHand, ...]
    winners: tuple[int, ...]


class Showdown(NamedTuple):
    """A settled showdown. Players are counted from 0; `str` tells the result as the command does, from 1."""

    parts: tuple[Part, ...]
    """One for each ranking that shares the pot, the high hands first."""

    @property
    def hands(self) -> tuple[ShownHand, ...]:
        """What every player has, under the first ranking."""
        return self.parts[0].hands

    @property
    def winners(self) -> tuple[int, ...]:
        """All who win something."""
        return tuple(sorted({seat for part in self.parts for seat in part.winners}))

    @property
    def shares(self) -> tuple["Fraction", ...]:
        """How much of the pot everyone gets, exactly. Odd chips are for those who play with chips.

        >>> shown = settle(["As 2d Kc Qc", "Ah 2h Jd Jc"], "3c 4d 8s Ks 9h", game="omaha-hi-lo")
        >>> [str(share) for share in shown.shares]
        ['3/4', '1/4']
        """
        return shares_of([[hand.evaluation.strength for hand in part.hands] for part in self.parts])

    def __str__(self) -> str:
        evaluations = [[hand.evaluation for hand in part.hands] for part in self.parts]
        strengths = [[each.strength for each in part] for part in evaluations]
        return _core.tell_result(strengths, [[_phrase(each) for each in part] for part in evaluations])


def shares_of(strengths: Sequence[Sequence[int]]) -> tuple["Fraction", ...]:
    """Divide a pot, given everyone's strength under each ranking that shares it; 0 does not qualify.

    >>> [str(share) for share in shares_of([[7, 7, 3], [0, 5, 2]])]
    ['1/4', '3/4', '0']
    """
    from fractions import Fraction  # takes longer to load than most showdowns to settle

    won = [[strength == max(part) for strength in part] for part in strengths if max(part)]
    shares = [[Fraction(wins, len(won) * sum(part)) for wins in part] for part in won]
    return tuple(sum(of_one, Fraction()) for of_one in zip(*shares, strict=True))


def settle(players: Sequence[CardsLike], board: CardsLike = (), *, game: str | Game = "omaha") -> Showdown:
    """Settle one showdown: each player's cards, and the board if the game has one.

    >>> print(settle(["2C 3C", "2D 3D"], "AS KS QS JS TS", game="holdem"))
    No single winner: both have royal flush Ace King Queen Jack Ten
    """
    hands = [to_cards(cards) for cards in players]
    table = to_cards(board)
    layout = Layout(game, len(hands), len(hands[0]) if hands else None)
    rules = layout.game
    for number, hand in enumerate(hands, 1):
        if len(hand) != layout.hole:
            raise HandError(f"player {number} has {len(hand)} cards, player 1 has {layout.hole}")
    if len(table) != rules.board:
        raise HandError(f"the board of {rules.name} has {rules.board} cards, this one has {len(table)}")
    if twice := first_repeated([*(card for hand in hands for card in hand), *table]):
        raise DuplicateCardError(f"duplicate card '{twice}'")
    return Showdown(tuple(_part(hands, table, rules, ranking) for ranking in rules.rankings))


def _part(hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], game: Game, ranking: Ranking) -> Part:
    shown = tuple(best_hand(hand, board, game, ranking) for hand in hands)
    best = max(hand.evaluation for hand in shown)
    winners = (seat for seat, hand in enumerate(shown) if best.strength and hand.evaluation == best)
    return Part(ranking, shown, tuple(winners))


def hand_strengths(
    hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], game: Game, ranking: Ranking
) -> list[int]:
    """The strengths alone of players' cards with a board; 0 for those that do not qualify.

    >>> from fivecard.cards import parse_cards
    >>> hand_strengths([parse_cards("8h As 3s 3h")], parse_cards("2c 9s Jh 4d 5s"), find_game("omaha"), HIGH)
    [5854]
    """
    own = game.from_hole
    if own is None:
        return [strength(hand + board, ranking) for hand in hands]
    return [max([strength(cards, ranking) for cards in _choices(hand, board, own, ranking)]) for hand in hands]


def _choices(
    hand: tuple[Card, ...], board: tuple[Card, ...], from_hole: int, ranking: Ranking
) -> Iterator[tuple[Card, ...]]:
    """The hands that so many of a player's own cards make with the board."""
    tables = list(combinations(board, ranking.hand_size - from_hole))
    return (own + table for own in combinations(hand, from_hole) for table in tables)


def best_hand(hand: tuple[Card, ...], board: tuple[Card, ...], game: Game, ranking: Ranking) -> ShownHand:
    """What a player's cards make with a board, and which of them play; the board may have cards to come.

    >>> from fivecard.cards import parse_cards
    >>> print(best_hand(parse_cards("8h As 3s 3h"), parse_cards("2c 9s Jh"), find_game("omaha"), HIGH).evaluation)
    one pair, Threes, Jack Nine Two kickers
    """
    if game.from_hole is not None:
        choices = _choices(hand, board, game.from_hole, ranking)
        evaluation = max(evaluate(cards, ranking=ranking) for cards in choices)
    else:
        evaluation = evaluate(hand + board, ranking=ranking)
    playing = evaluation.cards if evaluation.strength else ()
    own = tuple(card for card in playing if card in hand)
    return ShownHand(evaluation, own, tuple(card for card in playing if card in board))


def _phrase(evaluation: Evaluation) -> str:
    """A hand in the words of a result: high hands in the manner of handout E, whose program this was first."""
    return phrase(evaluation) if evaluation.ranking is HIGH else evaluation.describe(royal=True)


@cache
def _phrases(ranking: Ranking) -> list[str]:
    return [_phrase(Evaluation(strength, (), ranking)) for strength in range(ranking.strongest + 1)]


# Files


class Source(Protocol):
    """What is read from: any binary file or pipe."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Fill a buffer as far as possible; 0 at the end."""

    def fileno(self) -> int:
        """The descriptor of the open file."""


class Score:
    """What came of a file so far: lines, pots won whole by each player, pots tied or shared, invalid lines."""

    def __init__(self, players: int) -> None:
        self.lines = self.ties = self.invalid = 0
        self.wins = [0] * players


Progress: TypeAlias = Callable[[int, Score], None]
"""Told, from time to time, how many bytes have been read and what came of them."""


def settle_file(
    source: Source,
    write: Callable[[memoryview], object],
    layout: Layout | None = None,
    *,
    explain: bool = False,
    keep_bad_lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Score:
    r"""Settle every line of a file or pipe, in order, and write a line for each.

    Memory stays flat whatever the size. A bad line raises `HandError` with its number and column, unless bad lines are
    kept: then `Invalid: ...` is written in their place.

    >>> import io
    >>> results = io.BytesIO()
    >>> score = settle_file(io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\n"), results.write)
    >>> results.getvalue()
    b'Player 1 wins\n'
    >>> score.wins
    [1, 0]
    """
    work = _FileWork(layout or Layout(), explain, keep_bad_lines, False, threads, progress)
    for piece in work.through(source):
        write(piece)
    return work.score


def strengths_of_file(
    source: Source,
    layout: Layout | None = None,
    *,
    keep_bad_lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator["array[int]"]:
    """Yield the strengths of all players, line by line, in large pieces; a bad line that is kept has only zeros.

    Where high and low share the pot, the strengths of all low hands follow those of the high ones on each line.

    >>> import io
    >>> [list(piece) for piece in strengths_of_file(io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))]
    [[5854, 3014]]
    """
    from array import array

    work = _FileWork(layout or Layout(), False, keep_bad_lines, True, threads, progress)
    for piece in work.through(source):
        strengths = array("H")
        strengths.frombytes(piece)
        yield strengths


class _FileWork:
    """The way through one file."""

    def __init__(
        self,
        layout: Layout,
        explain: bool,
        keep_bad_lines: bool,
        give_strengths: bool,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        if not isinstance(layout, Layout):
            raise HandError(f"expected a Layout, got {quoted(layout)}")
        game = layout.game
        self.score = Score(layout.players)
        words = [_phrases(ranking) for ranking in game.rankings] if explain else None
        self._showdowns = _core.Showdowns(
            [ranking.name for ranking in game.rankings], layout.players, layout.hole, game.board, game.from_hole or 0,
            keep_bad_lines, words, give_strengths,
        )  # fmt: skip
        self._threads = threads_for(threads)
        self._progress = progress

    def through(self, source: Source) -> Iterator[memoryview]:
        """Settle one part of the file after the other, each up to the end of a line, and read on meanwhile.

        What follows the last line with something on it goes to the beginning of the next part: the line that the end of
        a buffer cuts off, and blank lines, which are bad lines only if others come after them.
        """
        at_work: deque[tuple[_core.Task, bytearray]] = deque()
        spare: list[bytearray] = []
        reader = _Reader(source)
        buffer = bytearray(_CHUNK)
        read = kept = 0
        while (count := reader.read(memoryview(buffer)[kept:])) != 0:
            filled = kept + count
            if kept == read and buffer.startswith(_MARK):  # all that came so far is still there
                del buffer[: len(_MARK)]
                buffer += bytes(len(_MARK))
                kept, filled = 0, filled - len(_MARK)
            read += count
            end = _end_of_lines(buffer, kept, filled)
            if end:
                at_work.append((self._showdowns.settle(memoryview(buffer)[:end]), buffer))
                following = spare.pop() if spare and len(spare[-1]) == len(buffer) else bytearray(len(buffer))
                kept = filled - end
                following[:kept] = memoryview(buffer)[end:filled]
                buffer = following
            else:
                kept = filled
                if kept == len(buffer):
                    if kept >= _LONGEST_LINE:
                        for task, _ in at_work:
                            yield self._count(task)
                        blank = b"\n" in buffer and not buffer.strip(_BLANK)
                        what = "the first of blank lines of more than" if blank else "longer than"
                        raise HandError(f"line {self.score.lines + 1}: {what} {_LONGEST_LINE >> 20} MiB")
                    buffer += bytes(len(buffer))
            most = self._threads if reader.has_more() else 0  # what comes slowly has its answers at once
            while len(at_work) > most:
                task, settled = at_work.popleft()
                yield self._count(task)
                spare.append(settled)
            if self._progress:
                self._progress(read, self.score)
        if kept and memoryview(buffer)[:kept].tobytes().strip(_BLANK):
            at_work.append((self._showdowns.settle(memoryview(buffer)[:kept]), buffer))
        for task, _ in at_work:
            yield self._count(task)

    def _count(self, task: _core.Task) -> memoryview:
        score = self.score
        piece, lines, wins, ties, invalid, problem = task.result()
        score.lines += lines
        score.ties += ties
        score.invalid += invalid
        score.wins = [before + more for before, more in zip(score.wins, wins, strict=True)]
        if problem is not None:
            raise HandError(f"line {score.lines + 1}: {problem}")
        return piece


def _end_of_lines(buffer: bytearray, start: int, filled: int) -> int:
    """Find the end of the last whole line with something on it; whatever is before `start` has no such end."""
    end = buffer.rfind(b"\n", start, filled) + 1
    for step in (64, end):  # one look at the last line is enough, unless it is blank
        first = max(end - step, 0)
        if there := len(bytes(memoryview(buffer)[first:end]).rstrip(_BLANK)):
            return buffer.find(b"\n", first + there) + 1
    return 0


class _Reader:
    """Reads as much as fits, but waits for more only while there is nothing yet."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ended = self._short = False
        self._wait: Callable[[int | None], object] | None = None  # for what may have to be waited for
        with suppress(OSError):  # what has no number, like a buffer in memory, has all there is
            if not S_ISREG(os.fstat(source.fileno()).st_mode):
                import select

                if hasattr(select, "poll"):  # elsewhere, a read that does not fill its buffer is a pause
                    question = select.poll()
                    question.register(source.fileno(), select.POLLIN)
                    self._wait = question.poll

    def read(self, buffer: memoryview) -> int:
        """Fill a buffer with what is there; 0 at the end."""
        filled = 0
        with buffer:
            while filled < len(buffer) and not self._ended and (not filled or self.has_more()):
                with buffer[filled:] as rest:
                    filled += self._read_once(rest)
        return filled

    def has_more(self) -> bool:
        """Whether more can be read without waiting longer than a busy writer pauses."""
        if self._wait is None:
            return not self._short
        return not self._ended and bool(self._wait(_PAUSE))

    def _read_once(self, buffer: memoryview) -> int:
        try:
            while (count := self._source.readinto(buffer)) is None:  # nothing yet
                if self._wait:
                    self._wait(None)
        except OSError as error:
            raise FivecardError(f"cannot be read: {error.strerror}") from None
        self._ended, self._short = count == 0, count < len(buffer)
        return count
