"""Hints at a table with chips: by the solution where it plays that game, else by what the solid player thinks."""

from fivecard.cards import Card
from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.style import Look
from fivecard.engine import Action, Discard, View
from fivecard.solvers.limit_draw import Advice
from fivecard.solvers.limit_draw.review import Review, Verdict, advice_for, in_words


class Coach:
    """Says what to do before each decision, what it cost after it, and in the end what all of them did."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._lessons = Review()
        self._thrown: tuple[Card, ...] = ()

    def hint(self, view: View) -> None:
        """Say what to do, and why."""
        if advice := self._advice(view):
            from fivecard.cli.terminal.tables import advice_table

            say("\n".join(advice_table(advice, self._look)))
            words = in_words(advice, self._look.cards)
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
        self._thrown = action.cards if isinstance(action, Discard) else self._thrown

    def _advice(self, view: View) -> Advice | None:
        return advice_for(view, self._thrown if any(view.drawn[view.seat or 0]) else ())

    def sum_up(self) -> None:
        """Say what all decisions were worth, if there were any."""
        if self._lessons.whole.decisions:
            say(f"\n{self._look.strong('What the solution says about your play')}")
            for line in self._lessons.words(self._look.cards):
                say(f"  {line}")
