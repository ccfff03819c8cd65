"""Mixed games: which game a hand is of."""

from random import Random
from typing import Any

import pytest

from fivecard import ArgumentError, RulesError
from fivecard.engine import VARIANTS, Deal, Limit, MixedGame, Stakes, apply, eight_game, horse, legal, start, view_for


def test_games_take_turns_so_many_hands_each() -> None:
    razz, holdem = (VARIANTS["razz"], Stakes(ante=1, bring_in=1, small_bet=2)), (VARIANTS["holdem"], Stakes(ante=1))
    mixed = MixedGame("mine", (razz, holdem), hands=3)
    assert [mixed.game(hand)[0].name for hand in range(8)] == ["razz"] * 3 + ["holdem"] * 3 + ["razz"] * 2
    assert mixed.game(4) == holdem
    assert (mixed.most_players, horse(4).most_players, eight_game(4).most_players) == (8, 8, 6)


def test_horse_is_five_games_of_fixed_limit() -> None:
    assert [rules.game.name for rules, _ in horse(8).games] == [
        "holdem", "omaha-hi-lo", "razz", "seven-card-stud", "stud-hi-lo"
    ]  # fmt: skip
    for rules, stakes in horse(8).games:
        assert (rules.limit, stakes.small_bet, stakes.big_bet) == (Limit.FIXED_LIMIT, 8, 16)


def test_eight_game_has_no_limit_and_pot_limit_last() -> None:
    games = eight_game(8).games
    assert [rules.name for rules, _ in games] == [
        "deuce-to-seven-triple", "holdem", "omaha-hi-lo", "razz", "seven-card-stud", "stud-hi-lo", "holdem", "omaha"
    ]  # fmt: skip
    assert [rules.limit for rules, _ in games] == [Limit.FIXED_LIMIT] * 6 + [Limit.NO_LIMIT, Limit.POT_LIMIT]


@pytest.mark.parametrize("mixed", [horse(4, hands=1), eight_game(12, hands=1)], ids=lambda mixed: mixed.name)
def test_every_hand_can_be_played(mixed: MixedGame) -> None:
    random = Random(1)
    for hand in range(2 * len(mixed.games)):
        rules, stakes = mixed.game(hand)
        state, _ = apply(start(rules, 4, stakes=stakes, stacks=200), Deal.shuffled(random))
        while state.turn is not None:
            now = legal(view_for(state, state.turn))
            assert now is not None
            state, _ = apply(state, now.sample(random))
        assert sum(state.stacks) == 800


@pytest.mark.parametrize(
    ("games", "hands", "message"),
    [
        ((), 8, "a mixed game is a tuple of games"),
        ((VARIANTS["razz"],), 8, "each of the games is a tuple of Rules and Stakes"),
        (((VARIANTS["razz"], Stakes()),), 0, "a game is played for one hand or more, not 0"),
    ],
)
def test_what_is_no_mixed_game_is_refused(games: Any, hands: int, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        MixedGame("none", games, hands)
    with pytest.raises(ArgumentError, match="hands are counted from 0, not -1"):
        horse(4).game(-1)
    with pytest.raises(RulesError, match="a multiple of 4 chips, not 6"):
        horse(6)
