"""Asking a person at a table with chips what to do: answers become actions, all of them such as `legal` allows."""

import re
from typing import Final, TypeAlias

from fivecard.cli.terminal.coach import Coach
from fivecard.cli.terminal.dialogue import LeaveError, ask, ask_yes, say, sentence
from fivecard.cli.terminal.numbers import whole_number
from fivecard.cli.terminal.screen import Screen
from fivecard.cli.terminal.session import places_explained, read_places, what_was_drawn
from fivecard.cli.terminal.style import NO_BREAK, Look
from fivecard.engine import (
    Action,
    BringIn,
    Call,
    Check,
    Discard,
    Fold,
    LegalActions,
    Limit,
    Raise,
    State,
    View,
    apply,
    legal,
    part_of_pot,
    view_for,
)
from fivecard.engine.legal import is_completing
from fivecard.errors import FivecardError, IllegalActionError, quoted
from fivecard.words.english import capital
from fivecard.words.narrating import raising

Answer: TypeAlias = Action | None
"""What to do; None is to leave the table."""

_SHORT: Final = {
    "f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise", "complete": "raise", "h": "half", "p": "pot",
    "a": "all in", "allin": "all in", "i": "bring in", "bring": "bring in",
}  # fmt: skip
_EXPLAINS: Final = f"(?{NO_BREAK}explains){NO_BREAK}> "
_FOLD_FOR_NOTHING: Final = "It costs nothing to check. Fold all the same? (y/n) "


def ask_action(state: State, screen: Screen, coach: Coach | None = None) -> Answer:
    """Show the table and ask until there is an answer that the rules allow; the end of the input leaves the table."""
    view = view_for(state, screen.you)
    now = legal(view)
    if now is None:
        raise AssertionError(state.turn)
    say("\n" + "\n".join([*screen.table(state), screen.hand(view, numbered=now.draw is not None)]))
    if not now.draw:
        say(f"{screen.pot(state)} {screen.price(state, now.call_amount)}" if now.call_amount else screen.pot(state))
    if coach:
        coach.hint(view)
    try:
        answer = _ask_discards(state, view, now, screen.look) if now.draw else _ask_bet(state, view, now)
    except LeaveError:
        return None
    if coach and answer:
        coach.judge(view, answer)
    return answer


# Bets


def _ask_bet(state: State, view: View, now: LegalActions) -> Action:
    def understand(text: str) -> Action:
        action = read_bet(text, view, now)
        _check(state, action)
        return action

    while True:
        action = ask(prompt(view, now), understand, explained(view, now))
        if not (isinstance(action, Fold) and now.check) or ask_yes(_FOLD_FOR_NOTHING):
            return action


def prompt(view: View, now: LegalActions) -> str:
    """Name what may be done."""
    low = now.min_raise_to
    parts = []
    if now.check:
        parts.append("Enter checks")
    if now.bring_in:
        parts.append(f"bring in {now.bring_in:,}")
    if now.call_amount:
        parts.append(f"call {now.call_amount:,}{_all_in(view, now.call_amount)}")
    if low:
        parts.append(f"{_raising(view)} {_allowed(now)}{_all_in(view, low - view.bets[now.seat])}")
    if now.fold and not now.check:
        parts.append("fold")
    text = ", ".join(part.replace(" ", NO_BREAK) for part in parts)
    return f"{capital(text)} {_EXPLAINS}"


def explained(view: View, now: LegalActions) -> str:
    """Say what can be typed, and what it does."""
    low, high = now.min_raise_to, now.max_raise_to
    lines = ["Type a word or its first letter:"]
    if now.check:
        lines.append("  check, k or Enter: bet nothing")
    if now.call_amount:
        lines.append(f"  call, c: put in {now.call_amount:,}")
    if now.bring_in:
        lines.append(f"  bring in, i: put in {now.bring_in:,}, the forced bet")
    if low:
        word = _raising(view)
        verb = word.split()[0]
        letter = _letter(word)
        if low == high:
            lines.append(f"  {verb}, {letter}: {word} {low:,}")
        elif view.rules.limit is Limit.FIXED_LIMIT:
            lines += [f"  {verb} {to}, {letter} {to}: {word} {to:,}" for to in now.amounts]
        else:
            lines.append(f"  {verb} {low}, {letter} {low}: {word} {low:,}, or any other amount up to {high:,}")
            lines.append("  half, pot: half of the pot as it is then, or all of it")
            if high == view.stacks[now.seat] + view.bets[now.seat]:
                lines.append(f"  all in: {word} {high:,}, all that you have")
    if now.fold:
        lines.append("  fold, f: give up the hand and the chips you put in")
    return "\n".join([*lines, "  quit, q: leave the table; an unfinished hand does not count"])


def read_bet(text: str, view: View, now: LegalActions) -> Action:
    """Read an answer: a word or its first letter, and an amount.

    What is written may not be allowed; only what Enter and amounts mean depends on what is.
    """
    plain = " ".join(re.sub("(?<=[a-z])-(?=[a-z])", " ", text.lower()).split())
    found = re.fullmatch(r"([a-z]+(?: in)?)?(?: to)? ?([0-9][0-9,]*)?", plain)
    word, amount = found.groups() if found else (text, None)
    word = _SHORT.get(word or "", word)
    seat = now.seat
    if not word and not amount:
        if now.check:
            return Check(seat)
        raise FivecardError("Enter alone does nothing here: type a choice; ? explains.")
    if not now.min_raise_to and word in ("bet", "raise", "half", "pot"):
        raise FivecardError("You cannot bet or raise now.")
    if word in ("bet", "raise"):
        return Raise(seat, _amount(amount, view, now))
    if amount is None:
        match word:
            case "fold":
                return Fold(seat)
            case "check":
                return Check(seat)
            case "call":
                return Call(seat) if now.call_amount or text.lower() == "call" else Check(seat)
            case "bring in":
                return BringIn(seat)
            case "half":
                return Raise(seat, _part_of_pot(view, now, 2))
            case "pot":
                return Raise(seat, _part_of_pot(view, now, 1))
            case "all in":
                everything = view.stacks[seat] + view.bets[seat]
                if now.call_amount == view.stacks[seat]:
                    return Call(seat)
                if now.bring_in == view.stacks[seat]:
                    return BringIn(seat)
                if everything != now.max_raise_to:
                    _refuse_fixed(view, now)
                return Raise(seat, everything)
    raise FivecardError(f"{quoted(text)} is not a choice here; ? explains.")


def _amount(text: str | None, view: View, now: LegalActions) -> int:
    if text is not None:
        return whole_number(text.replace(",", "")) or 0
    if now.min_raise_to == now.max_raise_to:
        return now.min_raise_to
    verb = _raising(view)
    example = f"{_letter(verb)} {now.min_raise_to}"
    raise FivecardError(f"How much? You may {verb} {_allowed(now)}: type for example '{example}'.")


def _allowed(now: LegalActions) -> str:
    """The amounts that may be raised to."""
    low, high = f"{now.min_raise_to:,}", f"{now.max_raise_to:,}"
    return low if low == high else f"{low} or {high}" if now.has_two_amounts else f"{low}-{high}"


def _refuse_fixed(view: View, now: LegalActions) -> None:
    """Say why an amount that goes by the pot or by a stack is none, where the limit is fixed."""
    if view.rules.limit is Limit.FIXED_LIMIT:
        allowed = f"{_raising(view)} {_allowed(now)}, neither more nor less" if now.min_raise_to else "not raise now"
        raise FivecardError(f"The limit is fixed: you may {allowed}.")


def _part_of_pot(view: View, now: LegalActions, divisor: int) -> int:
    """What a bet or raise goes to that is a part of what lies in the pot after a call; at most all in."""
    _refuse_fixed(view, now)
    return min(part_of_pot(view, 1, divisor), now.max_raise_to)


def _raising(view: View) -> str:
    return raising(max(view.bets), completing=is_completing(view))


def _letter(word: str) -> str:
    """What is typed for it: `c` is to call."""
    return "b" if word == "bet" else "r"


def _all_in(view: View, amount: int) -> str:
    return " (all in)" if amount == view.stacks[view.turn or 0] else ""


def _check(state: State, action: Action) -> None:
    """Refuse what the engine does."""
    try:
        apply(state, action)
    except IllegalActionError as error:
        raise FivecardError(sentence(error)) from None


# Draws


def _ask_discards(state: State, view: View, now: LegalActions, look: Look) -> Action:
    """Ask for the numbers of the cards that go, and say what came."""
    count = len(view.hand)

    def understand(text: str) -> tuple[State, Action]:
        discard = Discard(now.seat, read_places(text, view.hand))
        try:
            return apply(state, discard)[0], discard
        except IllegalActionError as error:
            raise FivecardError(sentence(error)) from None

    explanation = places_explained(now.most_discards, count)
    following, action = ask(f"Discard which? Enter keeps all {count} {_EXPLAINS}", understand, explanation)
    say(what_was_drawn(view.hand, following.hands[now.seat], look, view.rules.game.rankings[0]))
    return action
