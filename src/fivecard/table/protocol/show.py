"""The end of a hand as people see it: who wins which pot with what, and how the cards came when all were all in."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, TypeAlias

from fivecard.cards import Card
from fivecard.engine import BoardDealt, Dealt, Event, Showed, State, Won
from fivecard.engine.events import Cards
from fivecard.showdown import best_hand
from fivecard.table.core.game import settled
from fivecard.table.core.state import Round
from fivecard.table.protocol.types import Show, Stage, Win
from fivecard.words.english import YOU

Shares: TypeAlias = Sequence[Sequence[float] | None]
"""For each stage the part of the main pot that each player can expect, where it is known."""
_PARTS: Final = ("high", "low")


def show_view(playing: Round, state: State, me: int | None, shares: Shares) -> Show:
    """The end of a hand as a player may see it, whose own wins come first; `shares` are those of its stages."""
    names = [YOU if number == me else name for number, name in enumerate(playing.names())]
    told = settled(names, state, playing.steps)
    told["lines"].sort(key=lambda line: not line.startswith(f"{YOU} win")) if state.stacks else None
    stages = [
        Stage([_texts(hand) for hand in hands], _texts(board), [_texts(other) for other in boards], _share(shares, at))
        for at, (hands, board, boards) in enumerate(stages_of(playing))
    ]
    wins = sorted(_wins(state, playing.steps), key=lambda win: me not in win.players)
    showed = [_texts(cards) for cards in playing.showed] or [[] for _ in playing.players]
    return Show(**{**told, "winners": tuple(told["winners"])}, wins=wins, stages=stages, showed=showed)


def stages_of(playing: Round) -> list[tuple[tuple[Cards, ...], Cards, tuple[Cards, ...]]]:
    """Every moment of a hand from when all were all in, with the hands, the board and the boards after it.

    There are none where cards did not come without anybody's doing, or nobody had to show.
    """
    state, steps = playing.state, playing.steps
    if state is None or not state.is_over or not any(isinstance(step, Showed) for step in steps):
        return []
    first = state.rules.first_bet
    came = [step for step in steps if isinstance(step, BoardDealt | Dealt) and step.street > first]
    if not came or not any(state.shown):
        return []
    found = [*_backwards(state, came)]
    return found[::-1]


def _backwards(
    state: State, came: Sequence[BoardDealt | Dealt]
) -> Iterator[tuple[tuple[Cards, ...], Cards, tuple[Cards, ...]]]:
    """The stages from the last to the first: what has come is taken away again, one card of the board at a time."""
    hands, board, boards = state.shown, state.board, state.boards
    yield hands, board, boards
    for step in reversed(came):
        if isinstance(step, Dealt):
            hands = tuple([_without(hand, new) for hand, new in zip(hands, step.hands, strict=True)])
            yield hands, board, boards
            continue
        for _ in step.cards:
            if step.board:
                rest = boards[step.board - 1][:-1]
                boards = (*boards[: step.board - 1], rest, *boards[step.board :])
            else:
                board = board[:-1]
            yield hands, board, boards


def _without(hand: Cards, new: Sequence[Card | None]) -> Cards:
    return tuple([card for card in hand if card not in new])


def _wins(state: State, steps: Sequence[Event]) -> list[Win]:
    """Every pot, and every part of one, in the order in which they are paid."""
    won = [step for step in steps if isinstance(step, Won)]
    found: list[Win] = []
    for (pot, board, ranking), group in groupby(won, lambda step: (step.side_pot, step.board, step.ranking)):
        each = list(group)
        shared = ranking is not None and len(state.rules.game.rankings) > 1 and any(step.ranking == 1 for step in won)
        found.append(
            Win(
                pot=pot,
                board=board,
                part=_PARTS[ranking] if shared and ranking is not None else "",
                players=[step.seat for step in each],
                amounts=[step.amount for step in each],
                cards=[_texts(_winning(state, step)) for step in each],
            )
        )
    return found


def _winning(state: State, win: Won) -> Cards:
    """The cards that win a pot: those of the ranking, on the board, that it was won by."""
    hand = state.shown[win.seat] if state.shown else ()
    if win.ranking is None or not hand:
        return ()
    board = state.boards[win.board - 1] if win.board else state.board
    return best_hand(hand, board, state.rules.game, state.rules.game.rankings[win.ranking]).evaluation.made_of


def _share(shares: Shares, at: int) -> list[float] | None:
    share = shares[at] if at < len(shares) else None
    return None if share is None else [*share]


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]
