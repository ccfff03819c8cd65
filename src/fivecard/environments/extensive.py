"""Poker as a game in extensive form, for solvers: states with legal actions, chance and returns, as OpenSpiel has them.

>>> from fivecard.engine import VARIANTS
>>> state = ExtensiveGame("holdem").new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[:2]
(True, [(0, 0.019230769230769232), (1, 0.019230769230769232)])
>>> for card in (0, 51, 4, 47):
...     state.apply_action(card)
>>> state.current_player(), state.legal_actions()
(1, [0, 1, 2, 4, 5])
>>> state.apply_action(0)
>>> state.returns()
[1.0, -1.0]
"""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import ALL_CARDS, Card
from fivecard.engine import (
    Action,
    Deal,
    Discard,
    Fold,
    Limit,
    Raise,
    Rules,
    Stakes,
    State,
    View,
    apply,
    start,
    view_for,
)
from fivecard.engine.streets import BettingRound, DealHole, DrawRound
from fivecard.environments.features import board_size, card_set, observed
from fivecard.environments.menu import PARTS
from fivecard.environments.observations import NO_CARD
from fivecard.environments.setting import Setting
from fivecard.errors import ArgumentError, IllegalActionError, RulesError, quoted

CHANCE: Final = -1
"""The current player where a card is dealt."""
TERMINAL: Final = -4
"""The current player where the hand is over."""


class ExtensiveGame:
    """A hand of poker as a tree. Chance deals card by card: an outcome is the number of a card.

    A smaller tree begins with given deals: one of them is drawn at once, an outcome being its place in the list, and
    all cards that come later are those of its deck.

    Args:
        rules: The game, or its name in `VARIANTS`.
        players: How many play. Seats are positions: seat 0 is left of the button, the last has the button.
        stakes: What is played for; None for what is usual.
        stacks: The chips of each seat, or of every seat, at the beginning; None for 100 big blinds, or small bets where
            there are no blinds.
        sizes: The parts of the pot that may be bet or raised by number, ascending.
        exact: Number every amount of chips instead.
        deals: The deals that the hand may begin with, each with its probability; None for any deal at all.
    """

    def __init__(
        self,
        rules: Rules | str,
        players: int = 2,
        *,
        stakes: Stakes | None = None,
        stacks: int | Sequence[int] | None = None,
        sizes: Sequence[Fraction | int] = PARTS,
        exact: bool = False,
        deals: Sequence[tuple[Deal, float]] | None = None,
    ) -> None:
        self.setting = Setting(rules, players, stakes=stakes, stacks=stacks, sizes=sizes, exact=exact)
        """The game, its actions by number and its observations."""
        rules = self.setting.rules
        draws = [street for street in rules.streets if isinstance(street, DrawRound)]
        self.deals = None if deals is None else tuple(deals)
        """The deals that the hand may begin with, each with its probability."""
        if self.deals is not None:
            chances = [chance for _, chance in self.deals]
            if not chances or min(chances) <= 0 or abs(fsum(chances) - 1) > 1e-9:
                raise ArgumentError(f"deals have probabilities above 0 that add up to 1, not {quoted(chances)}")
        most = rules.hole * players + rules.board + players * sum(street.hand for street in draws)
        if draws and most > rules.deck_size and self.deals is None:
            raise RulesError(
                f"with {players} players the draw pile of {rules.title} may run out, which is no chance card by card"
            )
        self._draws = len(draws)
        self._longest = _longest(self.setting)
        self._begun = start(rules, players, stakes=self.setting.stakes, stacks=self.setting.stacks)
        self._needed = _used(self.setting.begin(Deal(tuple(sorted(rules.deck)))), rules.deck_size)

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.setting.players

    @property
    def num_distinct_actions(self) -> int:
        """How many numbers actions have."""
        return self.setting.menu.size

    @property
    def max_chance_outcomes(self) -> int:
        """How many outcomes chance has at most."""
        return len(ALL_CARDS) if self.deals is None else len(self.deals)

    @property
    def max_game_length(self) -> int:
        """How many decisions there are at most: a bound that is not always reached."""
        return self._longest

    @property
    def min_utility(self) -> float:
        """The most that a seat can lose, as a number below 0."""
        return -float(max(self.setting.stacks))

    @property
    def max_utility(self) -> float:
        """No seat can win more."""
        return float(sum(self.setting.stacks) - min(self.setting.stacks))

    @property
    def is_zero_sum(self) -> bool:
        """Whether the house takes nothing."""
        return self.setting.stakes.rake is None

    @property
    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return self.setting.features.size

    @property
    def information_state_tensor_size(self) -> int:
        """How many numbers an information state has."""
        return self.new_initial_state().information_state_size

    def new_initial_state(self) -> "ExtensiveState":
        """The root of the tree, where chance deals."""
        return ExtensiveState(self)


class ExtensiveState:
    """A state of the tree; `apply_action` moves it on, `clone` copies it.

    Args:
        game: Whose tree it is.
    """

    __slots__ = ("_acts", "_chosen", "_held", "_needed", "_pending", "_state", "_told", "game")

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        """Whose tree it is."""
        self._state: State = game._begun
        self._pending: Action | None = Deal(())  # what is done as soon as chance has dealt the cards that it takes
        self._needed = game._needed
        self._chosen: tuple[Card, ...] = ()
        players = game.num_players
        self._told: tuple[tuple[str, ...], ...] = ((),) * players  # by seat: what it came to know, in order
        self._acts: tuple[tuple[int, str, int], ...] = ()  # by whom, what, and how many chips or cards
        self._held: tuple[tuple[tuple[Card, ...], ...], ...] = ((),) * players  # by seat and draw: the hand before it

    # Whose turn it is, and what may happen

    def current_player(self) -> int:
        """The seat to act; `CHANCE` where a card is dealt, `TERMINAL` at the end."""
        if self._pending is not None:
            return CHANCE
        return TERMINAL if self._state.turn is None else self._state.turn

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self._pending is not None

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.current_player() == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely each is."""
        if self._pending is None:
            return []
        if self.game.deals is not None:
            return [(number, chance) for number, (_, chance) in enumerate(self.game.deals)]
        left = self._left()
        return [(card.id, 1 / len(left)) for card in left]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be done now, ascending.

        Args:
            player: Who asks: nobody else may do anything. None for whose turn it is.
        """
        turn = self.current_player()
        if player is not None and player != turn:
            return []
        if turn == CHANCE:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return [] if turn == TERMINAL else self.game.setting.menu.legal(view_for(self._state, turn))

    def action_to_string(self, player: int, action: int) -> str:
        """Name an action of a player or of chance.

        Args:
            player: Whose it is.
            action: Its number.
        """
        if player == CHANCE:
            return f"deal {action}" if self.game.deals is not None else f"deal {ALL_CARDS[action]}"
        return self.game.setting.menu.name(view_for(self._state, player), action)

    # Moving on

    def apply_action(self, action: int) -> None:
        """Go where an action leads.

        Args:
            action: One of `legal_actions`.
        """
        turn = self.current_player()
        if turn == CHANCE:
            self._deal(action)
        elif turn == TERMINAL:
            raise IllegalActionError("the hand is over")
        else:
            self._act(self.game.setting.menu.action(view_for(self._state, turn), action))

    def child(self, action: int) -> "ExtensiveState":
        """Go where an action leads, and keep this state.

        Args:
            action: One of `legal_actions`.
        """
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def clone(self) -> "ExtensiveState":
        """Copy it: what is done in one is not done in the other."""
        copy = object.__new__(ExtensiveState)
        for name in ExtensiveState.__slots__:
            setattr(copy, name, getattr(self, name))
        return copy

    def __deepcopy__(self, memo: dict[int, object]) -> "ExtensiveState":
        return self.clone()  # all that it holds never changes

    def _left(self) -> list[Card]:
        undealt = self._state.stub if self._state.hands else self.game.setting.rules.deck
        return sorted(set(undealt).difference(self._chosen))

    def _deal(self, outcome: int) -> None:
        if self.game.deals is not None:
            if not 0 <= outcome < len(self.game.deals):
                raise IllegalActionError(
                    f"there is no deal {quoted(outcome)}: they are 0 to {len(self.game.deals) - 1}"
                )
            self._deal_hands(self.game.deals[outcome][0])
            return
        left = self._left()
        if not 0 <= outcome < len(ALL_CARDS) or ALL_CARDS[outcome] not in left:
            raise IllegalActionError(f"card {quoted(outcome)} cannot be dealt now")
        self._chosen += (ALL_CARDS[outcome],)
        if len(self._chosen) < self._needed:
            return
        deck = (*self._chosen, *self._left())
        if self._state.hands:
            if self._pending is None:
                raise AssertionError(self._state)
            before = self._state._replace(stub=deck)
            self._go(before, self._pending, apply(before, self._pending)[0])
        else:
            self._deal_hands(Deal(deck))

    def _deal_hands(self, deal: Deal) -> None:
        self._go(self._state, deal, apply(self._state, deal)[0])

    def _act(self, action: Action) -> None:
        after, _ = apply(self._state, action)
        needed = len(self._state.stub) - len(after.stub)
        if needed and self.game.deals is None:
            self._pending, self._needed, self._chosen = action, needed, ()
        else:
            self._go(self._state, action, after)

    def _go(self, before: State, action: Action, after: State) -> None:
        """Go on to what an action leads to, and tell each seat what it may know of it."""
        self._state, self._pending, self._chosen = after, None, ()
        if isinstance(action, Discard):
            held = [*self._held]
            held[action.seat] += (before.hands[action.seat],)
            self._held = tuple(held)
        if not isinstance(action, Deal):
            self._acts += (_act_of(before, action),)
        self._told = tuple([(*told, *_news(before, after, action, seat)) for seat, told in enumerate(self._told)])

    # What players know

    def returns(self) -> list[float]:
        """The chips that each seat has won or lost; 0 until the hand is over."""
        return [float(chips) for chips in self.game.setting.won(self._state)]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has come to know, in order: its cards, everybody's actions, the cards that lie open.

        Args:
            player: The seat; None for whose turn it is.
        """
        seat = self._seat(player)
        return f"{seat}: {' '.join(self._told[seat])}"

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now.

        Args:
            player: The seat; None for whose turn it is.
        """
        view = self._view(player)
        cards = [" ".join(map(str, cards)) for cards in (view.hand, view.board, *view.up)]
        chips = f"stacks {view.stacks} bets {view.bets} committed {view.committed}"
        return f"{view.seat}: {' | '.join(cards)} {chips} folded {view.folded} drawn {view.drawn} turn {view.turn}"

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """What a seat sees now, as numbers: those of `game.setting.features`.

        Args:
            player: The seat; None for whose turn it is.
        """
        return self.game.setting.features.of_view(self._view(player))

    def information_state_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """All that a seat has come to know, as numbers.

        First the seat. Then cards, 52 numbers for each place: its own, those before each draw, the board, and by seat
        those that lie open. Then a row for each action up to now: by whom (a number for each seat), whether it was a
        fold, a check or call, a bet or raise, or a draw, and the chips or cards, chips as in observations.

        Args:
            player: The seat; None for whose turn it is.
        """
        view = self._view(player)
        seat, players, game = self._seat(player), self.game.num_players, self.game
        held = np.full((game._draws, game.setting.rules.hole), NO_CARD, np.uint8)
        for number, hand in enumerate(self._held[seat]):
            held[number, : len(hand)] = [card.id for card in hand]
        seen = observed(view)
        cards = [seen.hole, held, *[ids for ids in (seen.board, seen.up) if ids is not None]]
        acts = np.zeros((game._longest, players + len(_KINDS) + 1), np.float32)
        for number, (by, kind, count) in enumerate(self._acts):
            acts[number, by] = acts[number, players + _KINDS.index(kind)] = 1
            acts[number, -1] = count if kind == "draw" else count / game.setting.features.unit
        own = np.eye(players, dtype=np.float32)[seat]
        return np.concatenate([own, *[card_set(ids[..., None]).ravel() for ids in cards], acts.ravel()])

    @property
    def information_state_size(self) -> int:
        """How many numbers an information state has."""
        game, rules = self.game, self.game.setting.rules
        players = game.num_players
        up = sum(street.cards for street in rules.streets if isinstance(street, DealHole) and street.up)
        places = rules.hole * (1 + game._draws) + board_size(rules, players) + players * up
        return players + len(ALL_CARDS) * places + game._longest * (players + len(_KINDS) + 1)

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not isinstance(seat, int) or not 0 <= seat < self.game.num_players:
            raise ArgumentError(f"there is no player {quoted(seat)} at this place of the game")
        return seat

    def _view(self, player: int | None) -> View:
        seat = self._seat(player)
        state = self._state
        if not state.hands:  # nothing has been dealt
            nothing: tuple[tuple[Card, ...], ...] = ((),) * self.game.num_players
            state = state._replace(hands=nothing, up=nothing, drawn=((),) * self.game.num_players)
        return view_for(state, seat)

    def __str__(self) -> str:
        if not self._state.hands:
            return f"dealing {' '.join(map(str, self._chosen))}".rstrip()
        hands = [" ".join(map(str, hand)) for hand in self._state.hands]
        acts = [f"{seat} {kind} {count}" for seat, kind, count in self._acts]
        return "; ".join([*hands, " ".join(map(str, self._state.board)), *acts])


_KINDS: Final = ("fold", "pass", "raise", "draw")


def _act_of(before: State, action: Action) -> tuple[int, str, int]:
    """Say what everybody sees of an action: by whom, what, and how many chips or cards."""
    seat = before.to_act[0]
    match action:
        case Fold():
            return seat, "fold", 0
        case Raise(_, to):
            return seat, "raise", to
        case Discard(_, cards):
            return seat, "draw", len(cards)
    return seat, "pass", 0


def _news(before: State, after: State, action: Action, seat: int) -> list[str]:
    """What a seat comes to know by an action and what follows it."""
    news = []
    if not isinstance(action, Deal):
        by, kind, count = _act_of(before, action)
        own = isinstance(action, Discard) and by == seat
        what = "".join(map(str, action.cards)) if isinstance(action, Discard) and own else str(count)
        news.append(f"{by}{kind}{what}")
    if after.hands and (not before.hands or before.hands[seat] != after.hands[seat]):
        news.append("".join(map(str, after.hands[seat])))
    if len(after.board) > len(before.board):
        news.append("board" + "".join(map(str, after.board[len(before.board) :])))
    if after.up and after.up != (before.up or ((),) * len(after.up)):
        news.append("up" + "/".join(["".join(map(str, cards)) for cards in after.up]))
    return news


def _used(state: State, cards: int) -> int:
    return cards - len(state.stub)


def _longest(setting: Setting) -> int:
    """How many decisions a hand can have: every raise is answered by everybody, and so is the beginning of a round.

    In fixed limit the cap bounds the raises of a round, but for those who are all in for less; elsewhere the chips do.
    """
    rules, players = setting.rules, setting.players
    rounds = [number for number, street in enumerate(rules.streets) if isinstance(street, BettingRound)]
    draws = sum(isinstance(street, DrawRound) for street in rules.streets)
    if rules.limit is Limit.FIXED_LIMIT:
        raises = sum(rules.cap_of(number) + players for number in rounds)
    else:
        raises = max(setting.stacks) // setting.stakes.small_bet + players
    return players * (raises + len(rounds) + draws)
