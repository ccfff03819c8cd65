"""Hints at a table with chips: by a solution where there is one, else by what the solid player thinks."""

from typing import TYPE_CHECKING

from fivecard.cards import Card
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.style import Look
from fivecard.engine import Action, Discard, View
from fivecard.players.solver import is_coached
from fivecard.solvers.limit_draw import Advice
from fivecard.solvers.limit_draw.review import Review, Verdict, advice_for, in_words

if TYPE_CHECKING:
    from fivecard.cli.terminal.spot_coach import SpotCoach
    from fivecard.players.solver.ranges import Given


class Coach:
    """Says what to do before each decision, what it cost after it, and in the end what all of them did.

    Args:
        look: How cards are shown.
        given: Ranges of heads-up no-limit hold'em that count instead of the chart's.
    """

    def __init__(self, look: Look, given: "Given | None" = None) -> None:
        self._look = look
        self._given = given
        self._lessons = Review()
        self._thrown: tuple[Card, ...] = ()
        self._spots: SpotCoach | None = None

    def hint(self, view: View) -> None:
        """Say what to do, and why."""
        if advice := self._advice(view):
            from fivecard.cli.terminal.tables import advice_table

            say("\n".join(advice_table(advice, self._look)))
            words = in_words(advice, self._look.cards)
        elif (spots := self._spot_coach(view)) and spots.hint(view):
            return
        else:
            from fivecard.players.solid.advice import advice as thoughts  # NumPy, which nobody else waits for

            words = thoughts(view).words(self._look.cards)
        say(f"Hint: {words}")

    def judge(self, view: View, action: Action) -> None:
        """Say what a decision was worth, where that is known."""
        if advice := self._advice(view):
            verdict = Verdict.of(advice, action)
            self._lessons = self._lessons.after(verdict)
            say(self._look.faint(verdict.words(self._look.cards)))
        elif spots := self._spot_coach(view):
            spots.judge(view, action)
        self._thrown = action.cards if isinstance(action, Discard) else self._thrown

    def _advice(self, view: View) -> Advice | None:
        return advice_for(view, self._thrown if any(view.drawn[view.seat or 0]) else ())

    def _spot_coach(self, view: View) -> "SpotCoach | None":
        """Find who coaches heads-up no-limit hold'em, if that is what is played."""
        if not is_coached(view):
            return None
        if self._spots is None:
            from fivecard.cli.terminal.spot_coach import SpotCoach  # NumPy

            self._spots = SpotCoach(self._look, self._given)
        return self._spots

    def end_hand(self) -> None:
        """Say what the decisions of a hand cost, where that is known."""
        if self._spots:
            self._spots.end_hand()

    def sum_up(self) -> None:
        """Say what all decisions were worth, if there were any."""
        lines = self._lessons.words(self._look.cards) if self._lessons.whole.decisions else []
        if lines := lines or (self._spots.lessons if self._spots else []):
            say(f"\n{self._look.strong('What the solution says about your play')}")
            for line in lines:
                say(f"  {line}")
