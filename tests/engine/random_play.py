"""Random tables and random play: stakes, stacks and actions that reach what is rare at real ones."""

from dataclasses import replace
from random import Random

from fivecard.engine import Action, BringIn, Call, Check, Fold, LegalActions, Raise, Rules, Stakes


def random_stakes(random: Random, rules: Rules, players: int) -> Stakes:
    """Antes for all or by the big blind alone, trimmed or not; blinds, straddles, a bring-in; whatever the game has."""
    small = random.choice((2, 3, 10))
    stakes = Stakes(small_bet=small, big_bet=random.choice((small, 2 * small)), trim_antes=random.random() < 0.5)
    if rules.has_bring_in:
        bring_in = random.randrange(small)
        return replace(stakes, ante=random.randint(0 if bring_in else 1, 3), bring_in=bring_in)
    if rules.is_bomb_pot:
        return replace(stakes, ante=random.randint(1, small))
    blinds = random.choice([(small // 2, small), (small, small), (small // 2, small, 2 * small), (0, small), ()])
    if blinds and random.random() < 0.25:  # the big blind pays an ante for all; trimmed, it would be given back
        return replace(stakes, ante=(0, small), blinds=blinds[:players], trim_antes=False)
    return replace(stakes, ante=random.randint(0 if blinds else 1, small), blinds=blinds[:players])


def random_stacks(random: Random, players: int) -> tuple[int, ...]:
    """Some are short: often too short for the ante or the blind."""
    longest = random.choice((4, 30, 200, 1000))
    return tuple(random.randint(1, random.choice((3, longest))) for _ in range(players))


def choose(random: Random, now: LegalActions) -> Action:
    """Something legal; folds are rare enough for hands to go on, and amounts are often the smallest or the largest."""
    if now.draw is not None:
        return now.sample(random)
    if now.min_raise_to and random.random() < 0.35:
        amounts = (
            now.min_raise_to,
            now.max_raise_to,
            random.randrange(now.min_raise_to, now.max_raise_to + 1, now.raise_step),
        )
        return Raise(now.seat, random.choice(amounts))
    if now.fold and random.random() < 0.12:
        return Fold(now.seat)
    return Check(now.seat) if now.check else Call(now.seat) if now.call_amount else BringIn(now.seat)
