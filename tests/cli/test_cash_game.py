"""Games with chips at the terminal: whole evenings in a pipe and in a pseudo-terminal."""

import random
import re
from pathlib import Path

import pexpect
import pytest

from fivecard.cards import parse_cards
from fivecard.cli.terminal.betting import prompt
from fivecard.cli.terminal.dialogue import ROOM
from fivecard.cli.terminal.screen import Screen
from fivecard.cli.terminal.stakes import Table
from fivecard.cli.terminal.style import Look, wrapped
from fivecard.engine import (
    VARIANTS,
    Call,
    Deal,
    Fold,
    Raise,
    Stakes,
    State,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.engine.defaults import default_stakes
from fivecard.words.narrating import in_words
from tests.cli.terminal import CONTROLS, after, dealt, ends, evening, legal_view, run, spawn
from tests.effort import effort

BET, DISCARD, NEXT = "(? explains) > ", "Discard which?", "q leaves > "
"""What prompts end with, and how that of a draw begins."""


def screen_of(state: State, you: int) -> Screen:
    names = ["Ann", "Bob", "Cleo", "Dan", "Eva"][: state.players]
    names[you] = "You"
    return Screen(names, range(state.players), Look())


# Whole evenings


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_played_with_nothing_but_its_name(game: str) -> None:
    """Every prompt gets Enter, a call and the bring-in: one of them is always understood."""
    shown = evening(game, "--seed", "4", "--rounds", "2", typed="\nc\ni\n" * 200)
    assert shown.startswith(f"{VARIANTS[game].title[0].upper()}{VARIANTS[game].title[1:]}, ")
    assert "\nAfter 2 hands\n" in shown or "You have no chips left.\n" in shown
    assert shown.endswith("Thank you for playing.\n")


@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
@pytest.mark.parametrize("game", ["five-card-draw", "holdem", "seven-card-stud", "badugi"])
def test_chips_stay_at_the_table_through_an_evening(game: str, limit: str) -> None:
    words = [game, "--limit", limit, "--stack", "30", "--opponents", "4", "--seed", "7", "--rounds", "12"]
    shown = evening(*words, typed="\nc\ni\n" * 1000)
    standing = re.findall(r"^  (\w+) +(\d+)  (even|\d+ won|\d+ lost)$", shown, re.MULTILINE)
    assert len(standing) == 5
    assert sum(int(chips) for _, chips, _ in standing) == 150
    for _, chips, gain in standing:
        amount, _, what = gain.partition(" ")
        assert int(chips) - 30 == (0 if gain == "even" else int(amount) if what == "won" else -int(amount))


def test_a_hand_is_told_from_the_blinds_to_what_decided_it(tmp_path: Path) -> None:
    """Heads-up the button, here You, posts the small blind and acts first; the other shows first."""
    (tmp_path / "deck.txt").write_text("Kh 9c Kd 9d 2s 9h 7c 4s 3d")  # Nils's cards and yours in turn, then the board
    words = ["holdem", "--opponents", "1", "--seed", "2", "--deck", str(tmp_path / "deck.txt")]
    shown = evening(*words, typed="c\n" * 20)
    told = [
        "Nils posts a blind of 2.\nYou post a blind of 1.\nYou get 9c 9d.\n",
        "You have 9c 9d: a pair of nines.\n",
        "The flop is 2s 9h 7c.\n",
        "Board: 2s 9h 7c\nYou have 9c 9d: three nines.\n",
        "The river is 3d: 2s 9h 7c 4s 3d.\n",
        "Nils shows Kh Kd: a pair of kings, nine seven four kickers.\n",
        "You show 9c 9d: three nines, seven four kickers.\n",
        "Your three nines beat Nils's pair of kings.\n",
    ]
    places = [shown.find(part) for part in told]
    assert -1 not in places
    assert places == sorted(places)
    assert re.search(r"^You win [0-9]+ with three nines, seven four kickers\.$", shown, re.MULTILINE)


def test_the_same_seed_deals_the_same_whatever_is_done() -> None:
    hands = []
    for typed in ("f\n\n" * 3, "c\n" * 4 + "\n" * 100):
        shown = evening("holdem", "--seed", "11", "--rounds", "2", typed=typed + "f\ny\n" * 100)
        hands.append(re.findall(r"^You get (.*)\.$", shown, re.MULTILINE)[:2])
    assert hands[0] == hands[1]
    assert len(hands[0]) == 2


def test_who_has_no_chips_is_out_and_the_last_two_play_on() -> None:
    words = ["holdem", "--stack", "3", "--opponents", "3", "--seed", "5", "--rounds", "40"]
    shown = evening(*words, typed="c\nall in\n\n" * 300)
    out = re.findall(r"^(\w+) ha(?:s|ve) no chips left\.$", shown, re.MULTILINE)
    assert "You" in out or len(out) == 3
    assert len(out) == len(set(out))


def test_with_rebuys_the_table_stays_full() -> None:
    words = ["holdem", "--stack", "3", "--opponents", "2", "--seed", "5", "--rounds", "15", "--rebuy"]
    shown = evening(*words, typed="all in\nc\ny\n" * 300)
    assert "\nAfter 15 hands\n" in shown
    assert re.search(r"^\w+ buys in again for 3\.$", shown, re.MULTILINE)
    assert "You have no chips left. Buy in again for 3? (y/n) y\nYou buy in again for 3.\n" in shown
    rows = re.findall(r"^  \w+ +(\d+)  (even|\d+ won|\d+ lost)$", shown, re.MULTILINE)
    bought = sum(3 for _ in re.findall("in again for 3[.]$", shown, re.MULTILINE)) + 9
    assert sum(int(chips) for chips, _ in rows) == bought


def test_who_does_not_buy_in_again_leaves() -> None:
    words = ["holdem", "--stack", "3", "--opponents", "2", "--seed", "5", "--rebuy", "--rounds", "50"]
    shown = evening(*words, typed="all in\nc\nn\n" * 300)
    last = shown[shown.rindex("You have no chips left.") :]
    assert last.startswith("You have no chips left. Buy in again for 3? (y/n) n\n\nAfter ")  # told once
    assert "buys in again" not in last  # for a game that is over


def test_openers_are_needed_for_jacks_or_better() -> None:
    words = ["five-card-draw", "--jacks-or-better", "--seed", "1", "--rounds", "6", "--opponents", "1"]
    shown = evening(*words, typed="b\n\nc\n" * 100)
    assert "Five-card draw, fixed limit, jacks or better to open, ante 1, bets 2 and 4." in shown
    assert "Enter checks (? explains) > b\nYou cannot bet or raise now.\n" in shown
    assert "Nobody opens: the deal is void." in shown


def test_there_are_hints_even_if_there_is_nothing_to_win_yet() -> None:
    words = ["five-card-draw", "--ante", "0", "--opponents", "1", "--seed", "1", "--rounds", "1", "--hints"]
    shown = evening(*words, typed="\nc\n" * 50)
    assert re.search(r"^Hint: (check|bet 2): judging by bets, you can expect [0-9]+ % of the pot", shown, re.MULTILINE)
    assert re.search(r"^Hint: (discard( \w\w)+|keep all of them), for [0-9]+ % of the pot\.$", shown, re.MULTILINE)


# Ends


@pytest.mark.parametrize(("typed", "unfinished"), [("", True), ("q\n", True), ("c\n", True), ("f\nq\n", False)])
def test_leaving_ends_with_the_standing(typed: str, unfinished: bool) -> None:
    shown = evening("holdem", "--seed", "3", typed=typed)
    assert ("This hand is unfinished and does not count." in shown) is unfinished
    assert shown.endswith("Thank you for playing.\n")
    assert len(re.findall(r"^  \w+ +200  even$", shown, re.MULTILINE)) == (4 if unfinished else shown.count("  even"))


def test_ctrl_c_and_ctrl_d_end_with_the_standing_at_a_terminal() -> None:
    for key, status in (("\x03", 130), ("\x04", 0)):
        game = spawn("play", "--game", "holdem", "--seed", "3")
        game.expect_exact(BET)
        said = ""
        for _ in range(9):  # a key that is pressed before the line is edited may be lost on a busy machine
            game.send(key)
            if game.expect_exact(["After 0 hands", pexpect.TIMEOUT], timeout=5) == 0:
                said = str(game.before)
                break
        assert said.count("This hand is unfinished and does not count.") == 1
        game.expect_exact("Thank you for playing.")
        ends(game, status)


@pytest.mark.parametrize(
    ("game", "columns"),
    effort(
        [("five-card-draw", 80), ("seven-card-stud", 40)],
        [(game, columns) for game in ("five-card-draw", "holdem", "seven-card-stud", "badugi") for columns in (40, 80)],
    ),
)
def test_an_evening_at_a_terminal_fits_its_width(game: str, columns: int) -> None:
    words = ["play", "--game", game, "--limit", "fixed", "--opponents", "5", "--seed", "6", "--hints"]
    table = spawn(*words, columns=columns)
    shown, hands = "", 0
    for _ in range(100):
        found = table.expect_exact([NEXT, BET])
        shown += f"{table.before}{table.after}"
        hands += found == 0
        if hands == 2:
            break
        asked = CONTROLS.sub("", shown).replace("\n", " ")[-120:]
        table.send(
            "\r" if found == 0 or re.search("Enter (checks|keeps)", asked) else "i\r" if "Bring in" in asked else "c\r"
        )
    table.send("q\r")
    ends(table)
    shown += str(table.before)
    lines = [re.sub("> .*", ">", line) for line in CONTROLS.sub("", shown).split("\n")]  # without what was typed
    assert hands == 2
    assert max(map(len, lines)) <= columns
    assert max(len(f"{line} ") for line in lines if line.endswith(">")) <= columns - 4
    assert re.search("[♣♦♥♠]", shown)
    assert "Hint: " in shown


@pytest.mark.parametrize("columns", [30, 40, 50])
@pytest.mark.parametrize(("game", "chips"), [("deuce-to-seven-triple", 1), ("omaha-hi-lo-6", 10**7), ("razz", 10**6)])
def test_rows_and_prompts_fit_a_narrow_terminal(game: str, chips: int, columns: int) -> None:
    """Rows are broken between what they say, and prompts leave room for an answer, with billions of chips too."""
    rules = VARIANTS[game]
    amounts = {"ante": chips, "bring_in": 2 * chips} if rules.has_bring_in else {"blinds": (chips, 2 * chips)}
    source = random.Random(game)
    for hand in range(effort(5, 20)):
        state = dealt(rules, 5, seed=hand, stacks=[100 * chips] * 5, **amounts)
        while state.turn is not None:
            screen, view = screen_of(state, state.turn), legal_view(state)
            for row in screen.table(state):
                lines = wrapped(row, columns).split("\n")
                assert max(map(len, lines)) <= columns
                assert all(line.startswith("    ") for line in lines[1:])
                assert " ".join(" ".join(lines).split()) == " ".join(row.replace("\xa0", " ").split())
            now = legal(view)
            assert now is not None
            if now.draw is None:
                last = wrapped(prompt(view, now), columns - ROOM).split("\n")[-1]
                assert last.endswith("> ")
                assert len(last) <= columns - 4
            state, _ = apply(state, now.sample(source))


# What is shown


def test_the_price_of_a_call_is_what_it_can_win() -> None:
    state = after(dealt(VARIANTS["holdem"]), Raise(2, 7))
    assert screen_of(state, 0).price(state, 6) == "Call 6 to win 10: you need 38\xa0%."
    short = after(dealt(VARIANTS["holdem"], stacks=[20, 200, 200]), Raise(2, 100))
    assert screen_of(short, 0).price(short, 19) == "Call 19 to win 23: you need 45\xa0%."  # 20 of Cleo's, 2 of Bob's, 1


def test_side_pots_are_told_where_somebody_is_all_in() -> None:
    state = after(dealt(VARIANTS["holdem"], 4, stacks=[200, 200, 20, 200]), Raise(2, 20), Call(3))
    assert screen_of(state, 0).pot(state) == "Pot: 43."
    state = after(state, Raise(0, 60), Fold(1))
    assert screen_of(state, 3).pot(state) == "Pot: 102, of which 62 for Ann, Cleo and you, 40 for Ann."
    even = after(dealt(VARIANTS["holdem"], 4), Raise(2, 20), Call(3), Raise(0, 60))
    assert screen_of(even, 1).pot(even) == "Pot: 102."  # nobody is all in: it is one pot


def test_the_table_shows_chips_bets_and_what_is_known() -> None:
    state = after(dealt(VARIANTS["holdem"], stacks=[200, 1_500, 40]), Raise(2, 40), Fold(0))
    assert [line.replace("\xa0", " ") for line in screen_of(state, 1).table(state)] == [
        "        chips  bet",
        "  Ann     199    1  folded",
        "  You   1,498    2",
        "  Cleo      0   40  all in, button",
    ]


def test_nobody_sees_what_lies_face_down() -> None:
    """A search: whatever is told of a hand names no card that the person has not seen."""
    for name, rules in VARIANTS.items():
        for hand in range(effort(4, 10)):
            source = random.Random(f"{name} {hand}")
            deal = Deal.shuffled(source, cards=rules.game.deck)
            state, events = apply(start(rules, 4, stakes=default_stakes(rules), stacks=60), deal)
            screen = screen_of(state, 2)
            held: set[str] = set()
            while True:
                held |= {str(card) for card in state.hands[2]}
                told = " ".join([*screen.tell(events, state), *screen.table(state), screen.pot(state)])
                open_cards = [*state.board, *(card for cards in (*state.up, *state.shown) for card in cards)]
                named = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", told))
                assert named <= held | {str(card) for card in open_cards}
                if (now := legal(view_for(state, state.turn))) is None:
                    break
                state, events = apply(state, now.sample(source))


@pytest.mark.parametrize(
    ("name", "hand", "board", "words"),
    [
        ("holdem", "Kh Kd", "", "a pair of kings"),
        ("holdem", "Kh Qd", "", ""),
        ("holdem", "Kh Qd", "Ks 9c 2d", "a pair of kings"),
        ("omaha", "Kh Kd 9c 9d", "", "a pair of kings and a pair of nines"),
        ("omaha", "As Ks Qs Js", "Ts 2c 2d", "a pair of twos"),
        ("omaha-hi-lo", "As 2s Kd Kh", "3c 4d 8h", "a pair of kings and eight-four low, 8-4-3-2-A"),
        ("seven-card-stud", "Kh Kd Ks", "", "three kings"),
        ("razz", "Kh Kd 2s", "", ""),
        ("razz", "Kh 8d 2s 4c 5d", "", "king-eight low, K-8-5-4-2"),
        ("badugi", "Kh 8d 2s 4c", "", "king-high badugi, K-8-4-2"),
    ],
)
def test_a_hand_is_told_under_the_ranking_of_its_game(name: str, hand: str, board: str, words: str) -> None:
    view = view_for(dealt(VARIANTS[name]), 0)._replace(
        hand=parse_cards(hand), board=parse_cards(board) if board else ()
    )
    assert in_words(view).startswith(words) if words else not in_words(view)


# The command line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--ante", "1"], "--ante goes with --game"),
        (["--save", "x"], "--save goes with --game"),
        (["--level", "solid"], "--level solid does not play five-card draw, up to three cards"),
        (
            ["--game", "holdem", "--level", "sharp"],
            "--level sharp does not play Texas hold'em with no limit: those",
        ),
        (
            ["--game", "five-card-draw", "--limit", "pot", "--level", "solved"],
            "--level solved does not play five-card draw with pot limit: those who do are solid",
        ),
        (["--game", "holdem", "--ante", "-1"], "the ante is a whole number of chips, not -1"),
        (["--game", "holdem", "--bets", "0"], "a bet is a whole number of chips above 0, not 0"),
        (["--game", "holdem", "--bets", "1,2,3"], "--bets: there are two, early and late, not 3"),
        (["--game", "holdem", "--blinds", "1,x"], "'x' is not a whole number"),
        (["--game", "holdem", "--blinds=-1,2"], "'-1,2' is not a number of chips"),
        (["--game", "holdem", "--blinds", "1,2,4,8,16"], "there are 4 players, but antes or blinds for 5"),
        (["--game", "holdem", "--bring-in", "3"], "there is no bring-in in Texas hold'em"),
        (["--game", "razz", "--blinds", "1,2"], "there are no blinds in razz, where the first bet is the bring-in"),
        (["--game", "razz", "--bring-in", "9", "--bets", "4,8"], "a bring-in is less than the small bet of 4, not 9"),
        (["--game", "holdem", "--jacks-or-better"], "--jacks-or-better: nobody needs openers in Texas hold'em"),
        (["--game", "holdem", "--opponents", "10"], "--opponents 10: there may be 1 to 9 in Texas hold'em"),
        (["--game", "holdem", "--opponents", "0"], "--opponents 0: there may be 1 to 9 in Texas hold'em"),
        (["--game", "holdem", "--stack", "0"], "--stack 0: nobody plays without chips"),
        (["--game", "holdem", "--rounds", "0"], "--rounds 0: there must be at least one round"),
        (
            ["--game", "omaha-6", "--save", "x"],
            "--save: PHH has no code for Omaha with 6 cards, pot limit; a file whose",
        ),
        (["--game", "ace-to-five", "--save", "x"], "PHH has no code for ace-to-five single draw, fixed limit\n"),
        (["--game", "ace-to-five", "--save", "x.txt"], "--save: PokerStars has no name for ace-to-five single draw"),
        (["--game", "holdem", "--save", "no/such/x.phhs"], "--save no/such/x.phhs: No such file or directory"),
        (["--game", "holdem", "--save", "."], "--save .: this is not a file that hands can be added to"),
        (["--game", "holdem", "--save", __file__], "hands are added to PHH with numbers alone, and this file holds"),
        (["--game", "holdem", "--blinds", "2,1"], "the small blind comes first: 2 is more than 1"),
        (["--game", "razz", "--bets", "8,4"], "bets of late streets are not smaller: 4 is less than 8"),
        (["--game", "holdem", "--bets", "1"], "no bet is smaller than the big blind of 2, not 1"),
        (["--game", "holdem", "--bets", "2,4"], "--bets: with no limit there is one, the smallest, not 2"),
        (["--game", "whist"], "--game 'whist' is not known"),
    ],
)
def test_impossible_tables_are_refused(words: list[str], message: str) -> None:
    done = run("play", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert not done.stdout


def test_stakes_go_by_what_is_given() -> None:
    five_card, holdem, stud = VARIANTS["five-card-draw"], VARIANTS["holdem"], VARIANTS["seven-card-stud"]
    assert default_stakes(five_card) == Stakes(ante=1, small_bet=2, big_bet=4)
    assert default_stakes(five_card, ante=5) == Stakes(ante=5, small_bet=10, big_bet=20)
    assert default_stakes(five_card, ante=0, blinds=(1, 2)) == Stakes(blinds=(1, 2), small_bet=2, big_bet=4)
    assert default_stakes(holdem, ante=1) == Stakes(ante=1, blinds=(1, 2), small_bet=2)
    assert default_stakes(holdem, ante=3, blinds=(0,)) == Stakes(ante=3, small_bet=6)
    assert default_stakes(stud, bring_in=5) == Stakes(ante=1, bring_in=5, small_bet=10, big_bet=20)
    assert default_stakes(stud, bets=(20, 40)) == Stakes(ante=1, bring_in=2, small_bet=20, big_bet=40)
    table = Table(stud, default_stakes(stud), 200, 3)
    assert table.words == "seven-card stud, fixed limit, ante 1, bring-in 2, bets 4 and 8"
    single = Table(holdem, default_stakes(holdem, blinds=(2,)), 1, 1)
    assert single.words == "Texas hold'em, no limit, blind 2, smallest bet 2"


def test_one_chip_is_no_chips() -> None:
    words = ["five-card-draw", "--stack", "1", "--opponents", "1", "--rounds", "1"]
    assert "Everybody has 1 chip.\n" in evening(*words, typed="\n\n")


def test_nobody_buys_in_after_the_last_hand() -> None:
    words = ["five-card-draw", "--stack", "1", "--opponents", "5", "--rounds", "1", "--rebuy", "--seed", "1"]
    assert "again" not in evening(*words, typed="\n\n")
