"""The round as the engine plays it: the one module of the table that steps the engine and asks computer players."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final

from fivecard.cards import Card, parse_cards
from fivecard.engine import (
    VARIANTS,
    Action,
    BringIn,
    Call,
    Called,
    Check,
    Checked,
    Deal,
    Discard,
    Drew,
    Event,
    Fold,
    Folded,
    Limit,
    Posted,
    Raise,
    Raised,
    Returned,
    Rules,
    Stakes,
    State,
    apply,
    legal,
    run_out,
    start,
    view_for,
)
from fivecard.engine.defaults import LIMITS
from fivecard.errors import IllegalActionError, quoted
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.players import PLAYERS, players_for
from fivecard.words.narrating import Narrator, in_words, made_hand

NOBODY: Final = "nobody"


def rules_of(name: str, limit: str | None, *, openers: bool = False) -> Rules:
    """The rules of a table: a game with chips, its limit and whether it takes jacks to open; or a handout's."""
    rules = RULES_BY_LETTER[name] if limit is None else VARIANTS[name].with_limit(LIMITS[limit])
    return rules.with_openers() if openers else rules


def rules_in(record: Mapping[str, Any]) -> Rules:
    """The rules by which a recorded round was played."""
    name = str(record["rules"])
    if name in RULES_BY_LETTER:
        return RULES_BY_LETTER[name]
    rules = VARIANTS[name].with_limit(Limit(record["limit"]))
    return rules.with_openers() if record.get("openers") is True else rules


def fills(rules: Rules) -> dict[str, str]:
    """What may play empty seats, by name, in words: a computer player that knows the game, or nobody."""
    players = {name: player for name, player in players_for(rules).items() if player.at_tables}
    return {name: f"{name} computers, each of which plays {player.plays}" for name, player in players.items()} | {
        NOBODY: NOBODY
    }


def computers_say(level: str, rules: Rules, stakes: Stakes, stacks: Sequence[int]) -> str:
    """What computers say of how they play with such stacks, in a sentence; nothing if they always play alike."""
    return PLAYERS[level].says(rules, stakes, stacks) or "" if level != NOBODY else ""


def prepare_computers(level: str | None, rules: Rules) -> bool:
    """Have computers read what they play a game by, which may take a while; whether it was there."""
    player = PLAYERS.get(level or NOBODY)
    return player is None or not player.fits(rules) or player.prepare(rules)


def seated(
    rules: Rules, players: int, stakes: Stakes | None, stacks: Sequence[int], button: int | None, runs: int = 1
) -> State:
    """Sit people down to a hand; what cannot be played for raises. Without chips there are no stacks and no button."""
    return start(rules, players, stakes=stakes, stacks=tuple(stacks), button=button, runs=runs)


def begun(
    rules: Rules,
    players: int,
    stakes: Stakes | None,
    stacks: Sequence[int],
    button: int | None,
    deal: Deal,
    runs: int = 1,
) -> tuple[State, tuple[Event, ...]]:
    """Deal a hand; `runs` is 0 where all who are all in are asked how often it is run."""
    return apply(seated(rules, players, stakes, stacks, button, runs), deal)


def fitting(rules: Rules, deal: Deal) -> Deal:
    """A deal of the game's own deck: other cards of a whole one are passed over, which is as fair."""
    deck, reserve = (tuple([card for card in cards if card in rules.deck]) for cards in (deal.deck, deal.reserve))
    return Deal(deck, reserve)


def action_of(player: int, do: str, to: int | None = None, cards: Iterable[Card] | None = None) -> Action:
    """What a player does, as the engine has it; what does not go together raises."""
    if (to is not None) != (do == "raise") or (cards is not None and do != "discard"):
        raise IllegalActionError(f"`to` goes with raise and `cards` with discard, not with {do}")
    match do:
        case "fold":
            return Fold(player)
        case "check":
            return Check(player)
        case "call":
            return Call(player)
        case "bringin":
            return BringIn(player)
        case "raise" if to is not None:
            return Raise(player, to)
        case "discard":
            return Discard(player, tuple(cards or ()))
    raise IllegalActionError(f"not something that can be done at the table: {quoted(do)}")


def written(action: Action) -> dict[str, Any]:
    """An action as events and records have it: what `action_of` takes, cards as text."""
    match action:
        case Raise(_, to):
            return {"do": "raise", "to": to}
        case Discard(_, cards):
            return {"do": "discard", "cards": " ".join(map(str, cards))}
        case Fold() | Check() | Call() | BringIn():
            return {"do": type(action).__name__.lower()}
    raise AssertionError(action)


def read(player: int, do: str, to: int | None, cards: str) -> Action:
    """An action out of an event or a record."""
    return action_of(player, do, to, parse_cards(cards) if cards else None)


def actions_in(record: Mapping[str, Any]) -> tuple[Action, ...]:
    """What was done in a recorded hand."""
    return tuple(
        read(int(move["player"]), str(move["do"]), move.get("to"), str(move.get("cards", "")))
        for move in record["actions"]
    )


def computer_action(level: str, state: State, player: int, seed: bytes, moves: int) -> Action:
    """Ask a computer what it does; its chance is that of the deal, so nobody can try again for a better one."""
    chance = Random(sha256(b"fivecard chance" + seed + moves.to_bytes(4, "big")).digest())
    return PLAYERS[level](view_for(state, player), chance)


def passive_action(state: State) -> Action:
    """What is done for those who do not answer: nothing that costs chips, unless the rules force it."""
    turn = state.turn
    now = legal(view_for(state, turn))
    assert turn is not None
    assert now is not None
    if now.draw is not None:
        return Discard(turn)
    if now.check:
        return Check(turn)
    return Fold(turn) if now.fold else BringIn(turn)


def stepped(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; what the rules do not allow raises."""
    return apply(state, action)


def ran_out(state: State, runs: int) -> tuple[State, tuple[Event, ...]]:
    """Deal the rest of a hand in which all are all in, so often."""
    return run_out(state, runs)


def did(event: Event) -> tuple[int, str] | None:
    """Who did what, in words; None for what nobody decides."""
    match event:
        case Folded(seat):
            return seat, "folded"
        case Checked(seat):
            return seat, "checked"
        case Called(seat, amount):
            return seat, f"called {amount:,}"
        case Raised(seat, to, over):
            return seat, f"raised to {to:,}" if over else f"bet {to:,}"
        case Drew(seat, _, cards):
            return seat, f"drew {len(cards)}" if cards else "stood pat"
        case Posted(seat, amount, "blind"):
            return seat, f"posted {amount:,}"
        case Posted(seat, amount, "bring-in"):
            return seat, f"brought it in for {amount:,}"
    return None


def shown_hand(state: State, player: int) -> tuple[int, str]:
    """The strength of a hand that everybody has seen at the end, and that hand in words; 0 if nobody has."""
    hand = state.shown[player] if state.shown else ()
    seen = view_for(state, None)
    made = made_hand(seen, hand, state.rules.game.rankings[0]) if hand else None
    return (made.strength, in_words(seen._replace(hand=tuple(hand)))) if made else (0, "")


def settled(names: Sequence[str], state: State, steps: Sequence[Event]) -> dict[str, Any]:
    """Describe the end of a hand, as everybody may know it: `names` are those of the players.

    Hands that were folded, or need not be shown, are not in it.
    """
    returned = [0] * len(state.won)
    for event in steps:
        if isinstance(event, Returned):
            returned[event.seat] += event.amount
    shown = state.shown or ((),) * state.players
    first = state.rules.game.rankings[0]
    seen = view_for(state, None)
    narrator = Narrator(names)
    best = [made_hand(seen, hand, first) if hand else None for hand in shown]
    return {
        "hands": [[str(card) for card in hand] for hand in shown],
        "made": [narrator.hand(hand, seen) if hand and not state.boards else "" for hand in shown],
        "made_of": [[str(card) for card in hand.made_of] if hand and not state.boards else [] for hand in best],
        "winners": list(state.winners),
        "won": list(state.won),
        "returned": returned,
        "lines": narrator.result(steps, seen) or ["Nobody wins."],
    }


def places(deck: Sequence[Card], state: State, actions: Iterable[Action]) -> list[int]:
    """Who got each card of the deck, from the first on: a player, or -1 for the board.

    What was thrown away or folded may come back to somebody else: it was first the one's who gave it up first.
    """
    got: dict[Card, int] = {}
    for action in actions:
        if isinstance(action, Discard | Fold):
            given_up = action.cards if isinstance(action, Discard) else state.hands[action.seat]
            got = dict.fromkeys(given_up, action.seat) | got
    for player, hand in enumerate(state.hands):
        got = dict.fromkeys(hand, player) | got
    for board in (state.board, *state.boards):
        got = dict.fromkeys(board, -1) | got
    return [got[card] for card in deck if card in got]
