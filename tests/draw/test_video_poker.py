"""Draw poker machines: published returns and counts, all draws one by one in plain Python, and mistakes in files."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest

from fivecard import ArgumentError, FivecardError, HandError, reference
from fivecard.cards import ALL_CARDS, Card
from fivecard.draw.video_poker import Game, Line, break_even, families, game, hand_text, load, options, read_hand, solve
from fivecard.draw.video_poker.analysis import Play, common_draws
from fivecard.draw.video_poker.charts import chart
from fivecard.draw.video_poker.hands import FIRST_JOKER
from fivecard.draw.video_poker.holdings import Holdings
from tests.effort import effort, some

# Returns in percent, with as many digits as they are published with in the lists of analysts.
PUBLISHED = {
    "jacks or better 10/6": "100.70",
    "jacks or better 9/6": "99.5439",
    "jacks or better 9/5": "98.4498",
    "jacks or better 8/6": "98.3927",
    "jacks or better 8/5": "97.2984",
    "jacks or better 7/5": "96.1472",
    "jacks or better 6/5": "94.9961",
    "tens or better 6/5": "99.14",
    "bonus poker 8/5": "99.1660",
    "bonus poker 7/5": "98.0147",
    "bonus poker 6/5": "96.8687",
    "bonus poker deluxe 9/6": "99.6417",
    "bonus poker deluxe 9/5": "98.55",
    "bonus poker deluxe 8/6": "98.4928",
    "bonus poker deluxe 8/5": "97.4009",
    "bonus poker deluxe 7/5": "96.2526",
    "bonus poker deluxe 6/5": "95.36",
    "aces and faces 8/5": "99.26",
    "aces and faces 7/6": "99.20",
    "aces and faces 7/5": "98.10",
    "aces and faces 6/5": "96.96",
    "double bonus 10/7": "100.1725",
    "double bonus 9/7": "99.1065",
    "double bonus 10/7/4": "98.81",
    "double bonus 9/6/5": "97.81",
    "double bonus 9/6/4": "96.38",
    "super double bonus 9/5": "99.69",
    "super double bonus 8/5": "98.69",
    "super double bonus 7/5": "97.77",
    "super double bonus 6/5": "96.87",
    "double double bonus 10/6": "100.0670",
    "double double bonus 9/6": "98.9808",
    "double double bonus 9/5": "97.8729",
    "double double bonus 8/6": "97.89",
    "double double bonus 8/5": "96.7861",
    "double double bonus 7/5": "95.7120",
    "double double bonus 6/5": "94.6569",
    "triple double bonus 9/7": "99.5778",
    "triple double bonus 9/6": "98.1540",
    "triple double bonus 9/5": "97.0204",
    "triple double bonus 8/5": "95.97",
    "triple double bonus 7/5": "94.92",
    "white hot aces 9/5": "99.57",
    "white hot aces 8/5": "98.50",
    "white hot aces 7/5": "97.44",
    "white hot aces 6/5": "96.39",
    "super aces bonus 8/5": "99.94",
    "all american": "100.72",
    "all american 35/8/8/8": "99.60",
    "all american 30/8/8/8": "98.49",
    "all american 25/8/8/8": "97.38",
    "deuces wild": "100.7620",
    "deuces wild 25/15/11/4/4/3": "99.9569",
    "not so ugly ducks": "99.7283",
    "deuces wild 25/15/10/4/4/3": "99.42",
    "deuces wild 25/16/9/4/4/3": "99.23",
    "illinois deuces": "98.9131",
    "deuces wild 25/16/13/4/3/2": "96.77",
    "deuces wild 20/12/10/4/4/3": "97.58",
    "deuces wild 20/12/9/5/3/2": "98.94",
    "loose deuces 500/25/17/10": "101.60",
    "loose deuces 500/25/15/10": "100.97",
    "loose deuces 500/25/12/11": "100.47",
    "loose deuces 500/25/12/10": "100.02",
    "joker poker": "100.6463",
    "joker poker two pair": "99.92",
    "joker poker two pair 800/800/100/100/16/8/5/4": "98.59",
    "joker poker two pair 100/800/100/100/16/8/5/4": "97.19",
    "double joker": "99.97",
    "double joker 8/5/4": "98.10",
}

# Counts published for perfect play, over all 19,933,230,517,200 hands and draws. One hand of full-pay deuces has two
# equally good holds: other lines depend on which is taken.
FULL_PAY_DEUCES = {
    "natural royal flush": 440_202_756,
    "four deuces": 4_060_462_824,
    "wild royal flush": 35_796_957_696,
    "five of a kind": 63_818_309_856,
    "four of a kind": 1_294_427_430_576,
    "full house": 423_165_297_240,
}


@pytest.mark.parametrize("name", some(12, [*PUBLISHED]))
def test_machines_return_what_is_published(name: str) -> None:
    digits = len(PUBLISHED[name].partition(".")[2])
    found = solve(game(name))
    assert f"{100 * float(found.mean):.{digits}f}" == PUBLISHED[name]
    assert sum(outcome.count for outcome in found.outcomes) == found.whole


def test_there_are_fifty_published_returns() -> None:
    assert len(PUBLISHED) >= 50
    usual = {family.with_numbers([]).name for family in families().values()}
    assert usual - {game(name).name for name in PUBLISHED} == {game("deuces and joker wild").name}


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
def test_wild_outcomes_come_up_as_often_as_published() -> None:
    counts = {outcome.name: outcome.count for outcome in solve(game("deuces wild")).outcomes}
    assert {name: counts[name] for name in FULL_PAY_DEUCES} == FULL_PAY_DEUCES
    royal = {outcome.name: outcome.count for outcome in solve(game("jacks or better 9/6")).outcomes}
    assert (royal["royal flush"], royal["nothing"]) == (493_512_264, 10_872_274_993_896)


def test_variance_and_covariance_are_what_is_published() -> None:
    jacks = solve(game("jacks or better 9/6"))
    assert round(jacks.variance, 6) == 19.514676
    assert round(jacks.covariance, 6) == 1.966389
    assert jacks.variance_with(1) == jacks.variance
    assert round(solve(game("double double bonus 9/6")).variance, 2) == 41.98
    assert round(solve(game("deuces wild")).variance, 2) == 25.83
    assert round(float(jacks.hit_frequency), 4) == 0.4546


def test_a_progressive_breaks_even_where_it_is_said_to() -> None:
    machine = game("jacks or better 9/6")
    pay = break_even(machine)
    assert round(pay) == 976
    assert float(solve(machine.with_pays({"royal flush": Fraction(round(pay * 100), 100)})).mean) == pytest.approx(
        1, abs=1e-6
    )
    four = break_even(machine, "four of a kind")
    assert float(
        solve(machine.with_pays({"four of a kind": Fraction(round(four * 1000), 1000)})).mean
    ) == pytest.approx(1, abs=1e-5)


def test_ruin_is_what_a_walk_comes_to() -> None:
    """Against a game that is won or lost whole: the chance of ruin is known by heart."""
    outcomes = Line("royal flush", "any hand", Fraction(2))
    sure = Game("always doubled", (outcomes,))
    assert solve(sure).mean == 2
    found = solve(game("deuces wild"))
    chance = found.chance_of_ruin(1)
    assert sum(float(each.chance) * chance ** float(each.pay) for each in found.outcomes) == pytest.approx(chance)
    assert found.chance_of_ruin(found.bankroll(0.01)) <= 0.01 < found.chance_of_ruin(found.bankroll(0.01) - 2)
    jacks = solve(game("jacks or better"))
    with pytest.raises(FivecardError, match=r"returns 99\.5439% at most: who plays on for ever is ruined for certain"):
        jacks.bankroll(0.05)
    assert jacks.bankroll(0.05, cashback=0.01) > jacks.bankroll(0.1, cashback=0.01)
    for risk in (0, 1, float("nan")):
        with pytest.raises(ArgumentError, match="a risk is between 0 and 1"):
            found.bankroll(risk)


# The rules once more, as a textbook would say them: every wild card becomes every card in turn.


def plain_names(cards: tuple[int, ...]) -> set[str]:
    """What five cards without wild ones are, and all that they are besides."""
    ranks, suits = Counter(card // 4 for card in cards), {card % 4 for card in cards}
    sizes, names = sorted(ranks.values(), reverse=True), {"any hand", "high card"}
    row = len(ranks) == 5 and (max(ranks) - min(ranks) == 4 or set(ranks) == {12, 0, 1, 2, 3})
    names |= {name for size, name in ((2, "pair"), (3, "three of a kind"), (4, "four of a kind"), (5, "five of a kind"))
              if sizes[0] >= size}  # fmt: skip
    names |= {"two pair"} if len(sizes) > 1 and sizes[1] >= 2 else set()
    names |= {"full house"} if sizes == [3, 2] else set()
    names |= {"straight"} if row else set()
    names |= {"flush"} if len(suits) == 1 else set()
    names |= {"straight flush"} if row and len(suits) == 1 else set()
    names |= {"royal flush"} if row and len(suits) == 1 and min(ranks) == 8 else set()
    return names


def line_of(machine: Game, cards: tuple[int, ...]) -> int:
    """The first line that a hand can be made into, all replacements of its wild cards being tried."""
    wild = [card for card in cards if card >= FIRST_JOKER or machine.wild_ranks >> card // 4 & 1]
    jokers = sum(card >= FIRST_JOKER for card in wild)
    naturals = tuple(card for card in cards if card not in wild)
    made = [naturals + stand_ins for stand_ins in product(range(52), repeat=len(wild))]
    for number, line in enumerate(machine.lines):
        if len(wild) in line.wilds and jokers in line.jokers and any(pays(line, hand) for hand in made):
            return number
    return len(machine.lines)


def pays(line: Line, hand: tuple[int, ...]) -> bool:
    ranks = Counter(card // 4 for card in hand)
    if line.made not in plain_names(hand):
        return False
    size = {"pair": 2, "three of a kind": 3, "four of a kind": 4, "five of a kind": 5, "full house": 3}.get(
        line.made, 0
    )
    if line.made == "two pair":
        return any(line.ranks >> high & 1 for high, low in combinations(sorted(ranks, reverse=True), 2)
                   if ranks[high] > 1 and ranks[low] > 1)  # fmt: skip
    if not size:
        return True
    for rank in ranks:
        beside = [other for other in ranks.elements() if other != rank]
        kicked = line.made not in {"four of a kind", "full house"} or (
            all(line.kickers >> other & 1 for other in beside) and (beside or line.kickers & ~(1 << rank))
        )
        if ranks[rank] >= size and line.ranks >> rank & 1 and kicked:
            return True
    return False


@pytest.mark.parametrize(
    "name", ["double double bonus", "super double bonus", "deuces wild", "joker poker", "double joker", "all american"]
)
def test_hands_are_sorted_into_lines_as_a_textbook_would(name: str) -> None:
    machine, source = game(name), random.Random(name)
    cards, outcomes = machine.table.class_hands(), machine.table.outcomes()
    hands = [tuple(cards[at : at + 5]) for at in range(0, len(cards), 5)]
    by_line: dict[int, list[int]] = {}
    for number, line in enumerate(outcomes):
        by_line.setdefault(line, []).append(number)
    assert set(by_line) == set(range(len(machine.lines) + 1))  # every line is reached
    for numbers in by_line.values():
        for number in source.sample(numbers, min(len(numbers), effort(4, 60))):
            wilds = sum(card >= FIRST_JOKER or machine.wild_ranks >> card // 4 & 1 for card in hands[number])
            if wilds <= 2:  # more would be replaced in 140,000 ways
                assert line_of(machine, hands[number]) == outcomes[number], hand_text(hands[number])


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_the_classes_are_all_hands(jokers: int) -> None:
    table = Game("nothing", (), 0, jokers).table
    sizes, cards = table.class_sizes(), table.class_hands()
    assert sum(sizes) == comb(52 + jokers, 5)
    assert len(cards) == 5 * len(sizes)
    source = random.Random(jokers)
    for _ in range(effort(200, 2000)):
        hand = sorted(source.sample(range(52 + jokers), 5))
        number, positions = table.class_of_hand(hand)
        like = cards[5 * number : 5 * number + 5]
        for card, position in zip(hand, positions, strict=True):
            same_rank = min(card, FIRST_JOKER) // 4 == min(like[position], FIRST_JOKER) // 4
            assert same_rank, (hand_text(hand), hand_text(like))


@pytest.mark.sanitized
@pytest.mark.parametrize("name", ["double double bonus", "deuces wild", "joker poker", "double joker"])
def test_all_draws_one_by_one_give_the_same_values(name: str) -> None:
    machine, source = game(name), random.Random(name)
    table, deck = machine.table, range(52 + machine.jokers)
    outcomes = table.outcomes()
    for held in (5, 4, 3, 3):
        hand = (*source.sample(deck[:FIRST_JOKER], 4), deck[-1])  # the last is a joker where there is one
        others, kept = [card for card in deck if card not in hand], hand[:held]
        counted = Counter(
            outcomes[table.class_of_hand(sorted((*kept, *drawn)))[0]] for drawn in combinations(others, 5 - held)
        )
        [option] = [option for option in options(machine, hand) if option.kept == kept]
        assert {line: count for line, count in enumerate(option.counts) if count} == counted
        assert option.value == sum(machine.pays[line] * count for line, count in counted.items()) / option.draws


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("name", ["jacks or better", "deuces wild", "joker poker", "double joker"])
def test_the_best_hold_of_every_class_is_the_best_of_the_hand(name: str) -> None:
    machine, source = game(name), random.Random(name)
    found = solve(Game(machine.name + " again", machine.lines, machine.wild_ranks, machine.jokers))
    for _ in range(effort(40, 400)):
        hand = tuple(sorted(source.sample(range(52 + machine.jokers), 5)))
        number, positions = machine.table.class_of_hand([*hand])
        hold = found.holds[number]
        kept = {card for card, position in zip(hand, positions, strict=True) if hold >> position & 1}
        ways = options(machine, hand)
        assert next(option.value for option in ways if set(option.kept) == kept) == ways[0].value


def test_a_way_to_play_is_worth_what_its_outcomes_are() -> None:
    machine = game("joker poker")
    pat = Play(machine, bytes([31]) * len(machine.table.class_sizes()))
    counts = Counter[int]()
    for line, size in zip(machine.table.outcomes(), machine.table.class_sizes(), strict=True):
        counts[line] += size
    assert [outcome.count for outcome in pat.outcomes] == [
        counts[line] * common_draws(machine) for line in range(len(machine.lines) + 1)
    ]
    assert pat.mean < solve(machine).mean


def test_plain_machines_agree_with_the_ranking() -> None:
    """Lines without ranks and kickers are the categories of hands."""
    machine, source = game("jacks or better"), random.Random(5)
    names = {"royal flush": "straight flush", "jacks or better": "one pair", "nothing": ""}
    for _ in range(effort(300, 3000)):
        cards: list[Card] = source.sample(ALL_CARDS, 5)
        number, _ = machine.table.class_of_hand(sorted(ALL_CARDS.index(card) for card in cards))
        line = machine.table.outcomes()[number]
        name = machine.lines[line].name if line < len(machine.lines) else "nothing"
        category = reference.evaluate(tuple(cards)).category.words
        assert names.get(name, name) in {category, ""}
        assert name != "nothing" or category in {"high card", "one pair"}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Double Double Bonus 9-6", "double double bonus 9/6"),
        ("DDB", "double double bonus 9/6"),
        ("9/5 jacks", "jacks or better 9/5"),
        ("  joker   POKER 18 ", "joker poker 18/7/5"),
        ("nsud", "deuces wild 25/16/10/4/4/3"),
    ],
)
def test_names_are_understood(name: str, found: str) -> None:
    assert game(name).name.startswith(found)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("jacks or beter", "there is no machine 'jacks or beter', did you mean jacks or better"),
        ("", "there is no machine ''"),
        ("bonus poker 8/5/4", "has 2 numbers at most, for full house, flush"),
        ("bonus poker 8000000/5", "a pay is 1,000,000 at most, not 8000000"),
        ("bonus poker 8/5 7/5", "there is no machine"),
    ],
)
def test_names_that_nobody_knows_are_refused(name: str, message: str) -> None:
    with pytest.raises(FivecardError, match=message):
        game(name)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("Ah Kh Qh Jh", "a hand for drawing has 5 cards, not 4"),
        ("Ah Kh Qh Jh Jh", "duplicate card 'Jh'"),
        ("Joker Jk Kh Qh Jh", "has 1 joker, not 2"),
        ("Ah Kh Qh Jh Xx", "'Xx' is not a card"),
    ],
)
def test_hands_that_are_none_are_refused(hand: str, message: str) -> None:
    with pytest.raises(FivecardError, match=message):
        read_hand(game("joker poker"), hand)
    with pytest.raises((HandError, FivecardError)):
        options(game("jacks or better"), "Joker Ah Kh Qh Jh")


MINE = """\
name = "aces only"
wild = "2"
jokers = 1
lines = [
    { name = "natural royal", hand = "royal flush", wilds = 0, pay = 800 },
    { name = "five wild", hand = "any hand", wilds = 5, pay = 400.5 },
    { name = "four aces", hand = "four of a kind", ranks = "A", kickers = "K,3-5", pay = 100 },
    { hand = "flush", pay = 2 },
    { name = "aces", hand = "pair", ranks = "A", pay = 1 },
]
"""


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    machine = load(file)
    assert (machine.name, machine.wild_ranks, machine.jokers) == ("aces only", 1, 1)
    assert machine.pays[1] == Fraction(801, 2)
    assert options(machine, "Ac Ad Ah 2c Kd")[0].value == 100
    assert [option.value for option in options(machine, "Ac Ad Ah 2c 9d") if len(option.kept) == 5] == [1]
    found = solve(machine)
    assert float(found.mean) == pytest.approx(sum(float(each.pay * each.chance) for each in found.outcomes))
    assert {outcome.name: outcome.count for outcome in found.outcomes}["five wild"] > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('wild = "2"', "wild = 2"), "wild: ranks are written like A, 2-4 or J-A,2, not 2"),
        (('wild = "2"', 'wild = "4-2"'), "wild: ranks are written like"),
        (("jokers = 1", "jokers = 3"), "jokers is a number from 0 to 2, not 3"),
        (("wilds = 5", "wilds = 9"), "line 2: wilds is a number from 0 to 5, not 9"),
        (("pay = 2 ", "pay = -2 "), "line 4: pay is a number from 0 to 1,000,000, not -2"),
        (("pay = 2 ", "pay = nan "), "line 4: pay is a number from 0 to 1,000,000, not nan"),
        (('hand = "flush"', 'hand = "flash"'), "hand is one of any hand, .* not 'flash'; did you mean flush?"),
        (('hand = "flush"', 'hand = "flush", ranks = "A"'), "line 4: a flush has no ranks"),
        (('hand = "flush"', 'hand = "flush", colour = "red"'), "line 4: 'colour' is not known"),
        (('{ hand = "flush", pay = 2 }', '{ hand = "flush", pay = 2 }, { name = "again", hand = "flush", pay = 1 }'),
         "no hand is paid by the line 'again'"),
        (('name = "aces"', 'name = "flush"'), "two lines are called 'flush'"),
        (("lines = [", "lines = ["[:-1]), "no TOML"),
        (('name = "aces only"', "name = 3"), "the name of a game is a text, not 3"),
    ],
)  # fmt: skip
def test_mistakes_in_a_game_of_ones_own_are_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    file = tmp_path / "mine.toml"
    assert MINE.count(change[0]) == 1
    file.write_text(MINE.replace(*change))
    with pytest.raises(FivecardError, match=message):
        load(file)


def test_pays_that_are_too_long_are_refused() -> None:
    machine = game("jacks or better").with_pays({"flush": Fraction(1, 3_000_000_019)})
    with pytest.raises(ArgumentError, match="too long to be exact"):
        solve(machine)


@pytest.mark.parametrize(("name", "loss"), [("jacks or better 9/6", 2e-5), ("deuces wild", 1e-3)])
def test_a_chart_returns_nearly_what_perfect_play_does(name: str, loss: float) -> None:
    machine = game(name)
    found = chart(machine)
    assert 0 <= found.best - found.mean < loss
    assert found.best == solve(machine).mean
    assert sum(mistake.cost for mistake in found.mistakes) <= float(found.best - found.mean) + 1e-12
    assert len(found.holdings) < 120
    assert len(set(found.holdings)) == len(found.holdings)


def test_a_chart_is_played_by_hand_as_it_is_written() -> None:
    """Its return is that of a reader's play: the first kind on the list, and of several such the highest hold."""
    machine, source = game("jacks or better 9/6"), random.Random(8)
    found, names = chart(machine), Holdings(machine)
    cards, sizes, outcomes = machine.table.class_hands(), machine.table.class_sizes(), machine.table.outcomes()
    written = [str(holding) for holding in found.holdings]
    lost = {}
    for number in source.sample(range(len(sizes)), effort(150, 1500)):
        hand = cards[5 * number : 5 * number + 5]
        kinds = {hold: str(names.of([card for at, card in enumerate(hand) if hold >> at & 1])) for hold in range(31)}
        line = outcomes[number]
        kinds[31] = machine.lines[line].name if line < len(machine.lines) else "a hand that pays nothing"
        first = min(written.index(kind) for kind in kinds.values() if kind in written)
        hold = max(hold for hold, kind in kinds.items() if kind == written[first])
        kept = {card for at, card in enumerate(hand) if hold >> at & 1}
        ways = options(machine, tuple(hand))
        loss = ways[0].value - next(way.value for way in ways if set(way.kept) == kept)
        if loss:
            lost[number] = float(loss)
    assert len(lost) < effort(150, 1500) / 20
    assert all(loss < 0.1 for loss in lost.values())
