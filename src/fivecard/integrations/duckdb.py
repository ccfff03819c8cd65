"""Poker in duckdb's SQL: `register(connection)` makes the functions known.

- `poker_strength(hand)`: higher is stronger, equal means tie, 0 does not qualify
- `poker_category(hand)`: its kind, a `STRUCT` of a `code`, which grows from weakest to strongest, and a `name`
- `poker_category_named(name)`: the category of a name: `poker_category(hand) >= poker_category_named('flush')`
- `poker_words(hand)`: what it is, in words
- `poker_percentile(hand, cards)`: the part of all hands of so many cards that are weaker
- `poker_best(hand)`: the text of the cards that make it
- `poker_parse(hand)`: a list of card ids
- `poker_omaha_strength(hole, board)`: exactly two of the one and three of the other
- `poker_winner(hand_1, hand_2, ...)`: 1, 2, ..., or 0 for a tie, of whole hands
- `poker_showdown(game, player_1, ..., board)`: the same of a deal, whose cards are checked together

A hand is a text. A NULL has NULL for an answer. A bad hand ends the query with an error that shows it, or is NULL with
`errors="null"`.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register(connection)
>>> connection.execute("select poker_strength('Ah Kh Qh Jh Th'), poker_category('Jh Js Ts Td 8s').name").fetchall()
[(7462, 'two pair')]
>>> connection.execute("select poker_showdown('holdem', 'AH AC', 'KH KC', 'QC 3H TS 8H JD')").fetchall()
[(1,)]
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from fivecard import batch
from fivecard._util.bad_rows import Errors, check_errors
from fivecard.batch import NO_CARD
from fivecard.errors import ArgumentError, UnknownNameError, quoted
from fivecard.games import Game
from fivecard.integrations import functions
from fivecard.integrations.arrow import labels, lists, numbers
from fivecard.rankings import HIGH, Ranking, RankingLike, compiled_ranking
from fivecard.showdown import Settling

Number = TypeVar("Number", np.uint8, np.float64)


class _Function(NamedTuple):
    answer: "Callable[..., pa.Array]"
    takes: list[str] | None
    """The types of arguments; None is any number of texts."""
    gives: str


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    prefix: str = "poker_",
) -> None:
    """Register the functions with a connection, each under its name after a `prefix`.

    Under another prefix they can be there for another ranking too, or with NULL for bad hands. What was there under the
    same name is replaced. duckdb wants all rows of what the connection was asked before to have been fetched.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> register(connection, ranking="ace-to-five", prefix="razz_")
    >>> connection.execute("select razz_words('Ah 2h 3h 4h 5h Kc Kd')").fetchall()
    [('five-four low, 5-4-3-2-A',)]
    >>> register(connection, errors="null", prefix="try_")
    >>> connection.execute("select try_strength('Ah Ah 3h 4h 5h')").fetchall()
    [(None,)]
    """
    check_errors(errors)
    rule = compiled_ranking(ranking)
    if not prefix.replace("_", "a").isalnum():
        raise ArgumentError(f"a prefix is of letters, digits and underscores, not {quoted(prefix)}")
    for name, function in _functions(rule, errors).items():
        known = f"{prefix}{name}"
        with suppress(duckdb.InvalidInputException):  # it was not there
            connection.remove_function(known)
        takes = None if function.takes is None else [duckdb.sqltype(kind) for kind in function.takes]
        # Without "special", duckdb would not let a function answer NULL. Its types know no names for these.
        connection.create_function(  # type: ignore[call-overload]
            known,
            functions.in_pieces(function.answer),
            takes,
            duckdb.sqltype(function.gives),
            type="arrow",
            null_handling="special",
        )


def _functions(rule: Ranking, errors: Errors) -> dict[str, _Function]:
    """All functions for a ranking."""

    def strength(hands: pa.ChunkedArray) -> pa.Array:
        return numbers(functions.strength(hands, ranking=rule, errors=errors))

    # Not an ENUM: beside a text, duckdb makes a text of one, and 'flush' >= 'straight' is false by letters.
    def category(hands: pa.ChunkedArray) -> pa.Array:
        found = labels(functions.category(hands, ranking=rule, errors=errors))
        return kinds(found.indices.cast(pa.uint8()), found.dictionary_decode())

    def category_named(wanted: pa.ChunkedArray) -> pa.Array:
        found = pc.index_in(wanted.combine_chunks(), pa.array(names))
        if unknown := pc.filter(wanted, pc.and_(found.is_null(), wanted.is_valid())).to_pylist():
            raise UnknownNameError(f"there is no category {quoted(unknown[0])}: there are {', '.join(names[1:])}")
        return kinds(found.cast(pa.uint8()), wanted.combine_chunks())

    def kinds(codes: pa.Array, texts: pa.Array) -> pa.Array:
        return pa.StructArray.from_arrays([codes, texts], ["code", "name"], mask=codes.is_null())

    def words(hands: pa.ChunkedArray) -> pa.Array:
        return labels(functions.words(hands, ranking=rule, errors=errors)).dictionary_decode()

    def percentile(hands: pa.ChunkedArray, cards: pa.ChunkedArray) -> pa.Array:
        found = _missing(len(hands), np.float64)
        for count in cards.unique().drop_null().to_pylist():
            chosen = pc.fill_null(pc.equal(cards, count), False)
            some = functions.percentile(hands.filter(chosen), cards=count, ranking=rule, errors=errors)
            found[chosen.to_numpy()] = some
        return numbers(found)

    def best(hands: pa.ChunkedArray) -> pa.Array:
        rows = functions.best(hands, ranking=rule, errors=errors)
        return pa.array(batch.format(rows), mask=np.ma.getmaskarray(rows).any(axis=1))

    def parse(hands: pa.ChunkedArray) -> pa.Array:
        return lists(functions.parse(hands, errors=errors))

    def omaha_strength(hole: pa.ChunkedArray, board: pa.ChunkedArray) -> pa.Array:
        return numbers(functions.omaha_strength(hole, board, ranking=rule, errors=errors))

    def winner(*hands: pa.ChunkedArray) -> pa.Array:
        return numbers(functions.winner(hands, ranking=rule, errors=errors))

    def showdown(*texts: pa.ChunkedArray) -> pa.Array:
        return numbers(_showdown(texts, errors))

    names = functions.category([], ranking=rule).names
    text, kind = "VARCHAR", "STRUCT(code UTINYINT, name VARCHAR)"
    return {
        "strength": _Function(strength, [text], "USMALLINT"),
        "category": _Function(category, [text], kind),
        "category_named": _Function(category_named, [text], kind),
        "words": _Function(words, [text], text),
        "percentile": _Function(percentile, [text, "INTEGER"], "DOUBLE"),
        "best": _Function(best, [text], text),
        "parse": _Function(parse, [text], "UTINYINT[]"),
        "omaha_strength": _Function(omaha_strength, [text, text], "USMALLINT"),
        "winner": _Function(winner, None, "UTINYINT"),
        "showdown": _Function(showdown, None, "UTINYINT"),
    }


def _missing(rows: int, kind: type[Number]) -> NDArray[Number]:
    """Answers, of which all are missing as yet."""
    return np.ma.MaskedArray(np.zeros(rows, kind), mask=True)


def _showdown(texts: "tuple[pa.ChunkedArray, ...]", errors: Errors) -> NDArray[np.uint8]:
    """Settle deals: the first text names the game, the others are the players' cards and the board, if it has one."""
    if len(texts) < 3:
        raise ArgumentError(f"a showdown has a game and the cards of two players or more, not {len(texts)} texts")
    games, *cards = texts
    names = games.unique().to_pylist()
    if len(names) == 1 and names[0] is not None:  # as nearly always: nothing needs to be picked out
        return _of_game(names[0], [column.combine_chunks() for column in cards], errors)
    found = _missing(len(games), np.uint8)
    for name in filter(None, names):
        chosen = pc.fill_null(pc.equal(games, name), False)
        some = [column.filter(chosen).combine_chunks() for column in cards]
        found[chosen.to_numpy()] = _of_game(name, some, errors)
    return found


def _of_game(name: str, cards: "list[pa.Array]", errors: Errors) -> NDArray[np.uint8]:
    """Settle deals of one game, in which players may have different numbers of cards."""
    game = Game.find(name)
    holes = _holes(game, cards[0])
    sizes = [None] if holes is None else np.unique(holes).tolist()
    ways = [Settling(game, len(cards) - bool(game.board), hole, errors=errors) for hole in sizes]
    if holes is None or len(ways) == 1:
        return ways[0].of_columns(cards, apart=True).winners
    found = _missing(len(holes), np.uint8)
    for settling in ways:
        chosen = holes == settling.hole
        some = [column.filter(pa.array(chosen)) for column in cards]
        found[chosen] = settling.of_columns(some, apart=True).winners
    return found


def _holes(game: Game, first: "pa.Array") -> NDArray[np.int64] | None:
    """How many cards each player of a deal has, by those of the first; the usual number where that is none."""
    if len(game.hole) == 1 or not len(first):
        return None
    rows = batch.parse(first, errors="null")
    there: NDArray[np.int64] = ((np.asarray(rows) != NO_CARD) & ~np.ma.getmaskarray(rows)).sum(axis=1)
    return np.where(np.isin(there, game.hole), there, game.hole[0])
