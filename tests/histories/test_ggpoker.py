"""GGPoker's texts, made for the tests in the public form of its layout."""

from contextlib import suppress
from fractions import Fraction

import pytest

from fivecard.errors import FivecardError, HistoryError
from fivecard.histories import FORMATS, History, dumps, load_all, loads

HAND = """Poker Hand #RC1234567890: Hold'em No Limit ($0.05/$0.1) - 2026/02/07 09:15:13
Table 'RushAndCash1' 6-max Seat #3 is the button
Seat 1: 5f3a1b ($10 in chips)
Seat 2: Hero ($12.4 in chips)
Seat 3: c0ffee ($9.95 in chips)
5f3a1b: posts small blind $0.05
Hero: posts big blind $0.1
*** HOLE CARDS ***
Dealt to 5f3a1b
Dealt to Hero [Ah Ad]
Dealt to c0ffee
c0ffee: raises $0.2 to $0.3
5f3a1b: folds
Hero: calls $0.2
*** FLOP *** [As 7c 2c]
Hero: checks
c0ffee: bets $0.5
Hero: calls $0.5
*** TURN *** [As 7c 2c] [Kh]
Hero: checks
c0ffee: checks
*** RIVER *** [As 7c 2c Kh] [3s]
Hero: bets $1
c0ffee: folds
Uncalled bet ($1) returned to Hero
*** SHOWDOWN ***
Hero collected $1.53 from pot
*** SUMMARY ***
Total pot $1.65 | Rake $0.08 | Jackpot $0.04 | Bingo $0 | Fortune $0 | Tax $0
Board [As 7c 2c Kh 3s]
Seat 1: 5f3a1b (small blind) folded before Flop
Seat 2: Hero (big blind) collected ($1.53)
Seat 3: c0ffee (button) folded on the River
"""
TOURNAMENT = (
    "Poker Hand #TM987: Tournament #3000000001, Bounty $5 Hold'em No Limit - Level10(600/1,200(200))"
    """ - 2026/02/07 9:15:13
Table '12' 8-max Seat #1 is the button
Seat 1: Hero (20,000 in chips)
Seat 2: aa11 (15,000 in chips)
Seat 3: bb22 (1,000 in chips)
Hero: posts the ante 200
aa11: posts the ante 200
bb22: posts the ante 200
aa11: posts small blind 600
bb22: posts big blind 800 and is all-in
*** HOLE CARDS ***
Dealt to Hero [Qh Qd]
Dealt to aa11
Dealt to bb22
Hero: raises 1,200 to 2,400
aa11: folds
Uncalled bet (1,600) returned to Hero
Hero: shows [Qh Qd]
bb22: shows [Kc 2d]
*** FLOP *** [As 7c 2c]
*** TURN *** [As 7c 2c] [3h]
*** RIVER *** [As 7c 2c 3h] [9s]
*** SHOWDOWN ***
Hero collected 2,800 from pot
*** SUMMARY ***
Total pot 2,800 | Rake 0 | Jackpot 0 | Bingo 0 | Fortune 0 | Tax 0
Board [As 7c 2c 3h 9s]
Seat 1: Hero (button) showed [Qh Qd] and won (2,800)
"""
)


def test_a_hand_replays_to_what_it_claims_after_all_fees() -> None:
    history = loads(HAND)
    assert history.check().stacks == history.finishing_stacks == (995, 1325, 915)
    assert (history.names, history.unit) == (("5f3a1b", "Hero", "c0ffee"), Fraction(1, 100))
    assert history.net == (-5, 153 - 80, -80)
    assert (history.details["rake"], history.details["venue"], history.details["hand"]) == (12, "GGPoker", 1234567890)
    assert loads(dumps(history, "pokerstars")).net == history.net


def test_a_tournament_is_read() -> None:
    history = loads(TOURNAMENT)
    assert history.stakes.ante == 200
    assert (history.stakes.blinds, history.details["tournament"]) == ((600, 1200), 3_000_000_001)
    assert history.check().stacks == (14200, 0, 21800)


def test_a_board_run_three_times_is_read() -> None:
    text = (
        HAND[: HAND.index("c0ffee: raises")]
        + """c0ffee: folds
5f3a1b: raises $9.9 to $10 and is all-in
Hero: calls $9.9
5f3a1b: shows [Kc Kd]
Hero: shows [Ah Ad]
*** FIRST FLOP *** [As 7c 2c]
*** FIRST TURN *** [As 7c 2c] [3h]
*** FIRST RIVER *** [As 7c 2c 3h] [9s]
*** SECOND FLOP *** [Ks 7d 2d]
*** SECOND TURN *** [Ks 7d 2d] [3s]
*** SECOND RIVER *** [Ks 7d 2d 3s] [9h]
*** THIRD FLOP *** [4s 4d 5d]
*** THIRD TURN *** [4s 4d 5d] [Ts]
*** THIRD RIVER *** [4s 4d 5d Ts] [Th]
*** FIRST SHOWDOWN ***
Hero collected $6.67 from pot
*** SECOND SHOWDOWN ***
5f3a1b collected $6.67 from pot
*** THIRD SHOWDOWN ***
Hero collected $6.66 from pot
*** SUMMARY ***
Total pot $20 | Rake $0 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
"""
    )
    over = loads(text).check()
    assert (len(over.boards), over.won) == (2, (667, 1333, 0))


def test_lines_are_counted_as_in_the_file_and_a_bad_hand_hides_no_other() -> None:
    bad = HAND.replace("Hero: calls $0.5\n", "Nobody: calls $0.5\n")
    first, second, third = load_all(f"{HAND}\n\n{bad}\n\n{HAND}")
    assert isinstance(first, History)
    assert isinstance(third, History)
    assert isinstance(second, HistoryError)
    place = HAND.splitlines().index("Hero: calls $0.5") + 1 + len(HAND.splitlines()) + 2
    assert second.line == place
    assert FORMATS["ggpoker"].writer is None


def test_a_damaged_text_is_read_or_refused_by_an_error_of_ours() -> None:
    lines, tried = HAND.splitlines(keepends=True), 0
    for number in range(len(lines)):
        for damaged in ("".join([*lines[:number], *lines[number + 1 :]]), "".join(lines)[: 40 * number + 30]):
            with suppress(FivecardError):
                for history in load_all(damaged):
                    if isinstance(history, History):
                        history.check()
                    tried += 1
    assert tried > 20


@pytest.mark.parametrize("text", ["Poker Hand #RC1: Whist ($1/$2) - 2026/02/07 09:15:13\n", "Poker Hand #x\n"])
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(HistoryError):
        loads(text)
