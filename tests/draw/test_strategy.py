"""The solved game: solved again here, checked against real dealing, and played."""

import lzma
from pathlib import Path
from random import Random

import pytest

from fivecard import FivecardError, _core
from fivecard.cards import ALL_CARDS, Card, card_id, parse_cards
from fivecard.draw import strategy as strategy_module
from fivecard.draw.odds import win_odds
from fivecard.draw.strategy import Allowance, in_order, legal_holds, solve, solved
from fivecard.engine import FOUR_WITH_AN_ACE, THREE_CARD_DRAW, Deal, Rules, apply, start
from fivecard.engine.rules import without_bets
from fivecard.engine.streets import DrawRound
from fivecard.players import PLAYERS, classic, play_out, strategy_of
from fivecard.players.simulation import simulate
from tests.effort import effort

RULES = [THREE_CARD_DRAW, FOUR_WITH_AN_ACE]

ADVICE = """
4c 5d 6h 7s Ac | 4c 5d 6h 7s Kc | Kc Kd Ah 7s 2c | Ac Kd 9h 7s 2c | Ac Qd 9h 7s 2c | 2c 2d Ah Ks 9c | 2c 2d Ah Js 9c
6c 6d Ah Ts 9c | Kc Jc 8c 4c 2d | Kc Jc 8c 4c Kd | 2c Jc 8c 4c 2d | Tc Td 3h 3s Ac | 9c Td Jh Qs 2c | 9c Td Qh Ks 2c
Ac Kc Qc Jd 2h | 3c 7c Jc Kd Qh | Ac 5c 9c Kd Qh | 5c 5d 5h As 9c | Kc Qd Jh 9s 7c | Jc Td 8h 7s 3c | Ac 2d 3h 4s 9c
Ac 2d 3h 5s 9c | 8c 8d Th Js Qc | 7c 8c 9c Td 2h | 7c 8c 9c Tc Th | Qc Qd Ah Ks 2c | Ac Ad Kh Ks 2c | Ah Jc 9d 6s 3h
Kh Qc 9d 6s 3h | Kh Tc 9d 6s 3h | 3c 4d 5h 6s 6c | Jc Jd Qh Ks Ac
"""
HANDS = [parse_cards(hand) for line in ADVICE.strip().splitlines() for hand in line.split("|")]


def regrets(players: int, rounds: int) -> list[tuple[str, float, float]]:
    """Try our advice out: how much more the winner of a simulation won, and how far ahead ours was said to be.

    All choices are tried in the same deals, so that luck is the same for each.
    """
    strategy = solved(FOUR_WITH_AN_ACE, players)
    native = _core.Rounds([strategy.holds])
    found = []
    for hand in HANDS:
        choices = win_odds(hand, players - 1)
        ids = [card_id(card) for card in in_order(hand)]
        holds = [choice.hold for choice in choices]
        parts, _, _ = native.try_out(ids, holds, 0, [-1] * (players - 1), 7, 0, rounds, 2)
        lead = (choices[0].share or 0) - (choices[1].share or 0)
        found.append((" ".join(map(str, hand)), (max(parts) - parts[0]) / _core.POT_PARTS / rounds, lead))
    return found


@pytest.mark.parametrize("players", [2, 4, 6])
def test_advice_wins_when_tried_out(players: int) -> None:
    for hand, regret, lead in regrets(players, effort(30_000, 150_000)):
        assert regret < effort(0.008, 0.004), hand
        if lead > effort(0.02, 0.01):
            assert regret == 0, hand


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [2, 4, 6])
def test_advice_wins_when_tried_out_for_long(players: int) -> None:
    for hand, regret, lead in regrets(players, 6_000_000):
        assert regret < 0.0006, hand  # what is left of luck where two choices are as good
        if lead > 0.0015:
            assert regret == 0, hand


@pytest.mark.parametrize("rules", effort(RULES[:1], RULES), ids=effort("A", "AC"))  # test_handouts.py solves C
def test_solving_again_finds_what_we_ship(rules: Rules) -> None:
    steps: list[tuple[int, int]] = []
    solution = solve(rules, 2, progress=lambda *step: steps.append(step))
    ours = solved(rules, 2)
    differing = sum(one != two for one, two in zip(solution.strategy.holds, ours.holds, strict=True))
    assert differing <= 20  # of 134,459: another machine's rounding may decide where two choices are equal
    assert solution.steps[-1] == 0
    assert [changed for _, changed in steps] == list(solution.steps)
    assert solution.share == pytest.approx(0.5, abs=1e-4)


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", effort(RULES[:1], RULES), ids=effort("A", "AC"))  # test_handouts.py solves C
def test_solving_again_finds_what_we_ship_for_more_players(rules: Rules, players: int) -> None:
    solution = solve(rules, players)
    ours = solved(rules, players).holds
    assert sum(one != two for one, two in zip(solution.strategy.holds, ours, strict=True)) <= 150  # of 134,459
    assert solution.share == pytest.approx(1 / players, abs=1e-3)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rules", RULES, ids="AC")
def test_the_solved_strategy_is_legal_everywhere(rules: Rules, players: int) -> None:
    ids = _core.class_hands()
    holds = solved(rules, players).holds
    assert len(holds) == len(ids) // 5 == 134_459
    for number in range(0, len(holds), effort(70, 7)):
        hand = [Card.from_id(card) for card in ids[5 * number : 5 * number + 5]]
        assert holds[number] in legal_holds(hand, rules)


@pytest.mark.parametrize("rules", RULES, ids="AC")
def test_the_solver_allows_exactly_what_the_rules_do(rules: Rules) -> None:
    """The compiled module has the rules as two numbers: for every kind of hand they mean the same."""
    ids = _core.class_hands()
    for number, allowed in enumerate(_core.allowed_holds(*Allowance.under(rules)).tolist()):
        hand = [ALL_CARDS[card] for card in ids[5 * number : 5 * number + 5]]
        lone = [1 << position for position, card in enumerate(hand) if rules.draw.may_keep([card])]
        assert allowed == sum({1 << hold for hold in (*ANY_CARDS[rules.name], *lone)}), hand
        if not number % 500:
            assert allowed == sum(1 << hold for hold in legal_holds(hand, rules))


ANY_CARDS = {
    rules.name: [hold for hold in range(32) if rules.draw.may_keep(ALL_CARDS[: hold.bit_count()])] for rules in RULES
}


@pytest.mark.parametrize(
    ("hand", "players", "kept"),
    [
        ("Kc Kd Ah 7s 2c", 2, "Kc Kd"),  # no ace kicker
        ("4c 5d 6h 7s Ac", 4, "Ac"),  # the lone ace beats the open straight by .004
        ("Tc Td 3h 3s Ac", 6, "Tc Td 3h 3s"),  # two pair draws one, even against five
        ("2c 2d Ah Ks 9c", 2, "Ah Ks"),  # the deuces go
        ("2c 2d Ah Ks 9c", 6, "2c 2d Ah"),  # the ace stays with deuces at six
        ("Ac Qd 9h 7s 2c", 2, "Ac Qd"),
        ("Ac Qd 9h 7s 2c", 4, "Ac"),
    ],
)
def test_what_is_known_of_the_solution(hand: str, players: int, kept: str) -> None:
    cards = parse_cards(hand)
    thrown = solved(FOUR_WITH_AN_ACE, players).discards(cards)
    assert [card for card in cards if card not in thrown] == list(parse_cards(kept))


def test_the_best_choice_is_what_the_sharp_player_takes() -> None:
    for hand in HANDS:
        best = win_odds(hand, 3)[0]
        assert set(best.discards) == set(solved(FOUR_WITH_AN_ACE, 4).discards(hand))


@pytest.mark.parametrize(
    ("rules", "players"),
    [(THREE_CARD_DRAW, 2), (THREE_CARD_DRAW, 6), (FOUR_WITH_AN_ACE, 2), (FOUR_WITH_AN_ACE, 6), (FOUR_WITH_AN_ACE, 10)],
)
def test_sharp_players_play_by_the_rules(rules: Rules, players: int) -> None:
    source = Random(players)
    for _ in range(20):
        dealt, _ = apply(start(rules, players), Deal.shuffled(source))
        state, _ = play_out(dealt, [PLAYERS["sharp"]] * players, source)
        assert state.is_over


def test_a_strategy_made_of_the_classic_player_plays_as_it_does() -> None:
    strategy = strategy_of("classic", FOUR_WITH_AN_ACE, 2)
    source = Random(3)
    for _ in range(300):
        hand = tuple(Card.from_id(card) for card in source.sample(range(52), 5))
        assert strategy.discards(hand) == classic_discards(hand)


def classic_discards(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    thrown = classic.cards_to_throw(hand, FOUR_WITH_AN_ACE)
    return tuple(card for card in hand if card in thrown)


@pytest.mark.sanitized
def test_a_simulation_depends_on_its_seed_alone() -> None:
    one, two = (simulate(["sharp", "classic", "sharp"], 50_000, seed=5, threads=threads) for threads in (1, 3))
    assert one == two
    assert one != simulate(["sharp", "classic", "sharp"], 50_000, seed=6)
    assert sum(one.shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("players", "rules", "at_least"),
    [
        (2, FOUR_WITH_AN_ACE, 0.5018),
        (4, FOUR_WITH_AN_ACE, 0.2503),
        (6, FOUR_WITH_AN_ACE, 0.1670),
        *effort([], [(2, THREE_CARD_DRAW, 0.5)]),
    ],
)
def test_sharp_wins_more_than_its_share(players: int, rules: Rules, at_least: float) -> None:
    """A small version of what `bench/bench_odds.py` makes certain with hundreds of millions of rounds."""
    result = simulate(["sharp"] + ["classic"] * (players - 1), effort(500_000, 3_000_000), seed=1, rules=rules)
    assert result.shares[0] - result.margins[0] > effort(1 / players, at_least)
    assert result.margins[0] < effort(0.0015, 0.0006)


@pytest.mark.parametrize("content", [None, b"", lzma.compress(b"\x1f")], ids=["missing", "empty", "cut"])
def test_a_solution_that_cannot_be_read_is_named(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    if content is not None:
        (tmp_path / "data" / "draw-3-ace-2.xz").write_bytes(content)
    monkeypatch.setattr(strategy_module, "files", lambda package: tmp_path)
    strategy_module._loaded.cache_clear()
    with pytest.raises(FivecardError, match=r"the solution that comes with fivecard cannot be read: draw-3-ace-2\.xz"):
        solved()
    strategy_module._loaded.cache_clear()


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solved(FOUR_WITH_AN_ACE, 7), "solved for 2 to 6 players, not 7"),
        (lambda: solved(without_bets("X", 6, DrawRound()), 2), "solved for rules draw-3 and draw-3-ace, not 'X'"),
        (
            lambda: solved(without_bets("draw-3-ace", 6, DrawRound()), 2),
            "solved for rules draw-3 and draw-3-ace, not others of that name",
        ),
        (lambda: solve(FOUR_WITH_AN_ACE, 1), "for 2 to 6 players, not 1"),
        (lambda: simulate(["sharp"], 10), "rules draw-3-ace are for 2 to 10 players, not 1"),
        (lambda: simulate(["sharp"] * 7, 10, rules=THREE_CARD_DRAW), "rules draw-3 are for 2 to 6 players, not 7"),
        (lambda: simulate(["sharp", "dull"], 10), "there is no player 'dull'"),
        (lambda: simulate(["sharp", "sharp"], 0), "at least one round, not 0"),
        (lambda: simulate(["sharp", "sharp"], 1, seed=-1), "a seed is a whole number"),
        (lambda: simulate(["sharp", "sharp"], -(10**5000)), "at least one round, not a number of 16610 bits"),
        (lambda: simulate(["sharp", "sharp"], 1, seed=10**5000), "a seed is .* not a number of 16610 bits"),
        (lambda: simulate(["x" * 5000, "sharp"], 1), "there is no player 'x{40}...'"),
        (lambda: simulate(["sharp", "sharp"], 1, threads=0), "threads are a whole number from 1 to 1024, not 0"),
        (lambda: simulate(["sharp", "sharp"], 1, threads=10**5000), "from 1 to 1024, not a number of 16610 bits"),
        (lambda: _core.DrawTable(b"", 1, 1), "a strategy has 134459 holds, not 0"),
        (lambda: _core.DrawTable(bytes(134459), 1, 1), "hold 0 of suit class 0 is not from 1 to 31"),
        (lambda: _core.DrawTable(bytes([31]) * 134459, 6, 1), "1 to 5 opponents, not 6"),
        (lambda: _core.Rounds([]).play([0, 0], 1, 0, 1, 1), "there is no strategy 0"),
        (lambda: _core.class_of_hand([1, 1, 2, 3, 4]), "five different cards, lowest first"),
        (lambda: _core.draw_strengths([1, 2, 3, 4, 5], 32), "a hold is from 0 to 31, not 32"),
    ],
)
def test_what_makes_no_sense_is_refused(call: "object", message: str) -> None:
    with pytest.raises(FivecardError, match=message):
        call()  # type: ignore[operator]
