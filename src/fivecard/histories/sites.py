"""What sites and files write that the rules refuse, and what it stands for."""

from dataclasses import replace

from fivecard.engine import Action, Call, Raise, State, apply, legal, view_for
from fivecard.engine.legal import bet_to_match
from fivecard.errors import FivecardError, IllegalActionError
from fivecard.histories.history import History


def legal_equivalent(state: State, action: Action) -> Action | None:
    """What an action that is refused in this state stands for; None if it is just illegal.

    A raise that the others cannot call in full, some write as all that they can call: it is the smallest legal raise. A
    raise over an all-in that nobody behind can go beyond is a call: what it has more than the all-in comes back.

    Args:
        state: Where the hand stands.
        action: What the file says was done.
    """
    if not isinstance(action, Raise) or action.seat != state.turn:
        return None
    now = legal(view_for(state, action.seat))
    if now is None or now.draw is not None:
        return None
    reach = [stack + bet for stack, bet in zip(state.stacks, state.bets, strict=True)]
    others = [chips for seat, chips in enumerate(reach) if seat != action.seat and seat not in state.folded]
    if now.min_raise_to:
        is_whole = action.to >= now.min_raise_to
        return None if is_whole or max(others) > action.to else Raise(action.seat, now.min_raise_to)
    isolates = now.call_amount and bet_to_match(state) < action.to <= reach[action.seat]
    return Call(action.seat) if isolates and max(others) <= bet_to_match(state) else None


def as_rules_have_it(history: History) -> History:
    """The same hand, with what the rules have instead of raises that nobody can answer."""
    actions: list[Action] = []
    try:
        state = history.dealt[0]
        for action in history.actions:
            try:
                after = apply(state, action)[0]
            except IllegalActionError:
                if (meant := legal_equivalent(state, action)) is None:
                    return history  # a replay will name it
                action, after = meant, apply(state, meant)[0]
            actions.append(action)
            state = after
    except FivecardError:
        return history
    return history if history.actions == tuple(actions) else replace(history, actions=tuple(actions))
