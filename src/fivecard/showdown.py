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
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, TypeAlias

from fivecard import _core
from fivecard.cards import Card, CardsLike, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, FivecardError, HandError, quoted
from fivecard.evaluation import Evaluation
from fivecard.evaluator import evaluate
from fivecard.handouts import phrase
from fivecard.machine import cores
from fivecard.rankings import HIGH

if TYPE_CHECKING:
    from array import array

GameName: TypeAlias = Literal["omaha", "holdem", "five"]

HOLE_CARDS: Final[dict[GameName, tuple[int, ...]]] = {"omaha": (4, 5, 6), "holdem": (2,), "five": (5,)}
"""How many cards a player may hold in each game."""
BOARD_CARDS: Final[dict[GameName, int]] = {"omaha": 5, "holdem": 5, "five": 0}

_LONGEST_LINE: Final = 1 << 26
_CHUNK: Final = 1 << 20  # bytes read at a time: they are still in the cache when they are looked at
_BLANK: Final = b" \t\r\n"
_PAUSE: Final = 2  # milliseconds without a byte, after which a pipe is slow


class Game:
    """A game, its number of players and of cards that each holds; the handout's is Omaha for two with four cards."""

    def __init__(self, name: GameName = "omaha", players: int = 2, hole: int | None = None) -> None:
        if not isinstance(name, str) or name not in HOLE_CARDS:
            raise HandError(f"there is no game {quoted(name)}: they are {', '.join(HOLE_CARDS)}")
        self.name = name
        self.hole = HOLE_CARDS[name][0] if hole is None else hole
        self.players = players
        if not isinstance(self.hole, int) or self.hole not in HOLE_CARDS[name]:
            usual = "4, 5 or 6" if name == "omaha" else str(HOLE_CARDS[name][0])
            raise HandError(f"in {name} a player has {usual} cards, not {quoted(hole)}")
        if not isinstance(players, int) or not 2 <= players <= self.most_players:
            table = f"{name} with {self.hole} cards each"
            raise HandError(f"{table} is for 2 to {self.most_players} players, not {quoted(players)}")

    def __repr__(self) -> str:
        return f"Game({self.name!r}, players={self.players}, hole={self.hole})"

    @property
    def board(self) -> int:
        """How many cards lie on the table."""
        return BOARD_CARDS[self.name]

    @property
    def most_players(self) -> int:
        """As many as one deck allows."""
        return (52 - self.board) // self.hole


class ShownHand(NamedTuple):
    """What a player makes of the cards."""

    evaluation: Evaluation
    hole: tuple[Card, ...]
    """The player's own cards that play."""
    board: tuple[Card, ...]
    """The cards of the board that play."""


class Showdown(NamedTuple):
    """A settled showdown. Players are counted from 0; `str` tells the result as the command does, from 1."""

    hands: tuple[ShownHand, ...]
    winners: tuple[int, ...]

    def __str__(self) -> str:
        evaluations = [hand.evaluation for hand in self.hands]
        return _core.tell_result([each.strength for each in evaluations], [phrase(each) for each in evaluations])


def settle(players: Sequence[CardsLike], board: CardsLike = (), *, game: GameName = "omaha") -> Showdown:
    """Settle one showdown: each player's cards, and the board if the game has one.

    >>> print(settle(["2C 3C", "2D 3D"], "AS KS QS JS TS", game="holdem"))
    No single winner: both have royal flush Ace King Queen Jack Ten
    """
    hands = [to_cards(cards) for cards in players]
    table = to_cards(board)
    rules = Game(game, len(hands), len(hands[0]) if hands else None)
    for number, hand in enumerate(hands, 1):
        if len(hand) != rules.hole:
            raise HandError(f"player {number} has {len(hand)} cards, player 1 has {rules.hole}")
    if len(table) != rules.board:
        raise HandError(f"the board of {game} has {rules.board} cards, this one has {len(table)}")
    if twice := first_repeated([*(card for hand in hands for card in hand), *table]):
        raise DuplicateCardError(f"duplicate card '{twice}'")
    shown = tuple(_best(hand, table, game) for hand in hands)
    best = max(hand.evaluation for hand in shown)
    return Showdown(shown, tuple(seat for seat, hand in enumerate(shown) if hand.evaluation == best))


def _best(hand: tuple[Card, ...], board: tuple[Card, ...], game: GameName) -> ShownHand:
    if game == "omaha":
        choices = (two + three for two in combinations(hand, 2) for three in combinations(board, 3))
        evaluation = max(map(evaluate, choices))
    else:
        evaluation = evaluate(hand + board)
    own = tuple(card for card in evaluation.cards if card in hand)
    return ShownHand(evaluation, own, tuple(card for card in evaluation.cards if card in board))


@cache
def _phrases() -> list[str]:
    return [phrase(Evaluation(strength)) for strength in range(HIGH.strongest + 1)]


# Files


class Source(Protocol):
    """What is read from: any binary file or pipe."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Fill a buffer as far as possible; 0 at the end."""

    def fileno(self) -> int:
        """Give the number of the open file."""


class Score:
    """What came of a file so far: lines, wins of each player, ties, invalid lines."""

    def __init__(self, players: int) -> None:
        self.lines = self.ties = self.invalid = 0
        self.wins = [0] * players


Progress: TypeAlias = Callable[[int, Score], None]
"""Told, from time to time, how many bytes have been read and what came of them."""


def settle_file(
    source: Source,
    write: Callable[[memoryview], object],
    game: Game | None = None,
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
    work = _FileWork(game or Game(), _phrases() if explain else None, keep_bad_lines, False, threads, progress)
    for piece in work.through(source):
        write(piece)
    return work.score


def strengths_of_file(
    source: Source,
    game: Game | None = None,
    *,
    keep_bad_lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator["array[int]"]:
    """Give the strengths of all players, line by line, in large pieces; a bad line that is kept has only zeros.

    >>> import io
    >>> [list(piece) for piece in strengths_of_file(io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))]
    [[5854, 3014]]
    """
    from array import array

    work = _FileWork(game or Game(), None, keep_bad_lines, True, threads, progress)
    for piece in work.through(source):
        strengths = array("H")
        strengths.frombytes(piece)
        yield strengths


class _FileWork:
    """The way through one file."""

    def __init__(
        self,
        game: Game,
        words: list[str] | None,
        keep_bad_lines: bool,
        give_strengths: bool,
        threads: int | None,
        progress: Progress | None,
    ) -> None:
        if not isinstance(game, Game):
            raise HandError(f"expected a Game, got {quoted(game)}")
        if threads is not None and (not isinstance(threads, int) or not 1 <= threads <= 1024):
            raise HandError(f"threads are a whole number from 1 to 1024, not {quoted(threads)}")
        self.game = game
        self.score = Score(game.players)
        self._showdowns = _core.Showdowns(game.name, game.players, game.hole, keep_bad_lines, words, give_strengths)
        self._threads = threads or cores()
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
            if read == 0 and buffer.startswith(b"\xef\xbb\xbf"):  # the mark that Windows puts before UTF-8
                del buffer[:3]
                buffer += bytes(3)
                read, count = 3, count - 3
            read += count
            filled = kept + count
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
                from select import POLLIN, poll

                question = poll()
                question.register(source.fileno(), POLLIN)
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
