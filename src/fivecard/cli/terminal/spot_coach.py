"""The coach of heads-up no-limit hold'em: the very spot, solved with stated ranges."""

from fivecard.cli.terminal.dialogue import say
from fivecard.cli.terminal.style import NO_BREAK, Look
from fivecard.engine import Action, View
from fivecard.players.solver.advice import Advice, option_name
from fivecard.players.solver.coaching import advice_for, why_not
from fivecard.players.solver.ranges import Given
from fivecard.players.solver.review import UNITS, Review, Verdict, in_words, ranges_in_words
from fivecard.words.english import percent

_NUMBER = 9  # columns


class SpotCoach:
    """Solves the spot before each decision, judges what was done, and adds up what it cost.

    Args:
        look: How cards are shown.
        given: Ranges that count instead of the chart's; None for the chart's.
    """

    def __init__(self, look: Look, given: Given | None) -> None:
        self._look = look
        self._given = given or Given()
        self._whole = Review()
        self._hand = Review()
        self._told: list[str] = []
        """The ranges that were shown last."""

    @property
    def lessons(self) -> list[str]:
        """What all decisions were worth, in lines; nothing if none was judged."""
        return self._whole.words(self._look.cards) if self._whole.decisions else []

    def hint(self, view: View) -> bool:
        """Say what the solution does; False if there is none, which is said, too."""
        advice = advice_for(view, self._given)
        if advice is None:
            say(self._look.faint(why_not(view, self._given)))
            return False
        if (ranges := ranges_in_words(advice, view)) != self._told:
            for line in ranges:
                say(self._look.faint(line))
        self._told = ranges
        say("\n".join(option_table(advice, self._look)))
        say(f"Hint: {in_words(advice)}")
        return True

    def judge(self, view: View, action: Action) -> None:
        """Say what a decision cost, where that is known."""
        advice = advice_for(view, self._given, action)
        if advice is None or not advice.knows(option_name(action, view)):
            return
        verdict = Verdict.of(advice, action, view)
        self._hand, self._whole = self._hand.after(verdict), self._whole.after(verdict)
        say(self._look.faint(verdict.words()))

    def end_hand(self) -> None:
        """Say what the decisions of a hand cost, if any was judged."""
        if self._hand.decisions:
            say(self._look.faint(f"In this hand: {self._hand.total}."))
        self._hand, self._told = Review(), []


def option_table(advice: Advice, look: Look) -> list[str]:
    """Write options as a table: how often the solution takes each, what it wins, and how far it is behind.

    Args:
        advice: What is known.
        look: How it is shown.
    """
    width = max(len(option.action) for option in advice.options)
    lines = [look.faint(f"  {'':{width}}{'played':>{_NUMBER}}{UNITS:>{_NUMBER}}{'behind':>{_NUMBER}}")]
    for option in advice.options:
        is_best = option is advice.best
        chance = percent(option.chance) if option.chance >= 0.005 else "-"
        behind = "" if is_best else f"{option.behind:.2f}"
        row = f"{'*' if is_best else ' '} {option.action:{width}}{chance:>{_NUMBER}}{option.value:>{_NUMBER}.2f}"
        row = f"{row}{behind:>{_NUMBER}}".rstrip()
        lines.append(look.strong(row) if is_best else row)
    return [line.replace(" ", NO_BREAK) for line in lines]
