"""A round of five-card draw between a player of your own and computer players."""

import random

from fivecard import evaluate
from fivecard.engine import FOUR_WITH_AN_ACE, Deal, Discard, View, apply, start
from fivecard.players import PLAYERS, play_out


def stubborn(view: View, source: random.Random) -> Discard:
    """Never throw anything away: sees only what its seat may see."""
    return view.discard(())


source = random.Random(11)
dealt, _ = apply(start(FOUR_WITH_AN_ACE, players=3), Deal.shuffled(source))
state, events = play_out(dealt, [stubborn, PLAYERS["classic"], PLAYERS["sharp"]], source)
for seat, (name, hand) in enumerate(zip(("stubborn", "classic", "sharp"), state.hands, strict=True)):
    mark = "wins" if seat in state.winners else ""
    print(f"{name:<9} drew {state.drawn[seat][0]}  {' '.join(map(str, hand))}  {evaluate(hand)}  {mark}")
