"""Talking with people: what is different at a terminal, tried in a pseudo-terminal."""

import contextlib
import re
import sys

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.cli.terminal.style import Look, uncoloured, without_width, wrapped
from tests.cli.terminal import CONTROLS, ends, run, spawn
from tests.effort import effort, some
from tests.paths import GOLDEN

LEFT, UP, BACKSPACE = "\x1b[D", "\x1b[A", "\x7f"
TO_PRIVATE, FROM_PRIVATE = "\x1b[?1049h", "\x1b[?1049l"


def answer(game: "pexpect.spawn[str]", *conversation: tuple[str, str]) -> str:
    """Wait for each prompt, type its answer, and give everything that was shown up to the end."""
    shown = ""
    for prompt, keys in conversation:
        game.expect_exact(prompt)
        shown += f"{game.before}{game.after}"
        game.send(f"{keys}\r")
    game.expect(pexpect.EOF)
    shown += str(game.before)
    game.close()
    return shown


# Whole games


def test_draw_is_played_at_a_terminal_with_bad_answers_at_each_prompt() -> None:
    game = spawn("draw", "--deck", str(GOLDEN / "a" / "deck5.txt"))
    conversation = [
        ("players 2-6: ", ["none", "", "7", "3"]),
        ("draw 0-3: ", ["4", "-1", "two", "1"]),
        ("replace 1-5: ", ["0", "6", "five-card-draw", "5"]),
        ("draw 0-3: ", ["2"]),
        ("replace 1-5: ", ["2"]),
        ("replace 1-5: ", ["2", "3"]),
        ("draw 0-3: ", ["0"]),
    ]
    for prompt, answers in conversation:
        for answer in answers:
            game.expect_exact(prompt)
            game.sendline(answer)
    game.expect_exact("Player 2")
    game.expect_exact("won this hand.")
    ends(game)


def test_a_terminal_shows_symbols_colours_and_the_deciding_cards() -> None:
    game = spawn("draw", "--deck", str(GOLDEN / "a" / "deck5.txt"))
    for answer in ("3", "1", "5", "0", "0"):
        game.sendline(answer)
    game.expect(pexpect.EOF)
    shown = str(game.before)
    assert "\x1b[1;4m6♠\x1b[0m  \x1b[1;4;31m6♦\x1b[0m" in shown  # the pair stands out
    assert "10♣" in shown
    assert "Player 1's pair of sixes beats Player 2's ace high." in shown


def test_four_colours_can_be_had() -> None:
    shown = spawn("rank", "--four-colour", "--seed", "1")
    shown.expect(pexpect.EOF)
    assert "\x1b[32m" in str(shown.before)
    assert "\x1b[34m" in str(shown.before)


def press_until_it_ends(game: "pexpect.spawn[str]", key: str) -> str:
    """Press a key, again if it got lost: on a busy machine one may come just before the terminal waits for keys."""
    told = ""
    for _ in range(10):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            game.sendcontrol(key)
        ended = game.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=3) == 0
        told += str(game.before)
        if ended:
            return told
    raise AssertionError(told)


@pytest.mark.parametrize(
    ("words", "answers", "prompt"),
    some(
        5,
        [
            (["draw"], [], "players 2-6: "),
            (["draw"], ["2"], "draw 0-3: "),
            (["draw"], ["2", "1"], "replace 1-5: "),
            (["draw", "--again", "--seed", "1"], ["2", "0", "0"], "Another round? (y/n) "),
            (["draw", "--private"], ["2"], "name of player 1: "),
            (["draw", "--private"], ["2", "Ann", "Bob"], "then press Enter. "),
            (["draw", "--private"], ["2", "Ann", "Bob", "", "0"], "hide your cards. "),
            (["play"], [], "opponents (1-9)? "),
            (["play"], ["1"], "wish to discard. > "),
            (["complex"], [], "c = "),
            (["picture"], [], "size (in pixels): "),
            (["picture"], ["9", "0", "0", "100", "1", "1"], "radius (>= 4): "),
        ],
    ),
)
def test_ctrl_c_and_ctrl_d_end_politely_at_every_prompt(words: list[str], answers: list[str], prompt: str) -> None:
    game_over = prompt.startswith("Another")
    left = (0, "" if game_over else "Thank you for playing.") if words[0] in {"draw", "play"} else (1, "input ended")
    for key, status, message in (("c", 130, "stopped"), ("d", *left)):
        game = spawn(*words)
        for answer in answers:
            game.sendline(answer)
        game.expect_exact(prompt)
        told = press_until_it_ends(game, key)
        assert message in told
        assert "Traceback" not in told
        game.close()
        assert game.exitstatus == status


def test_play_is_played_at_a_terminal() -> None:
    game = spawn("play", "--seed", "5")
    game.expect_exact("opponents")
    game.sendline("many")
    game.expect_exact("not a whole number")
    game.sendline("3")
    game.expect_exact("Computer Player 3 has discarded")
    game.expect_exact("wish to discard. > ")
    game.sendline("9")
    game.expect_exact("'9' is not the number of a card")
    game.sendline("")
    game.expect_exact("Thank you for playing.")
    ends(game)


# Leaving and asking


@pytest.mark.parametrize(
    ("words", "answers", "explained"),
    [
        (["draw"], [], "Type how many people play, 2 to 6. q leaves."),
        (["draw"], ["2"], "Type how many cards you want to exchange, 0 to 3; 0 keeps all of them. q leaves."),
        (["draw"], ["2", "1"], "Type the place of a card that goes, 1 for the first to 5 for the last. q leaves."),
        (["draw", "--again"], ["2", "0", "0"], "Type y for yes or n for no. q leaves."),
        (["play"], [], "Type how many computer players you want to play against, 1 to 9. q leaves."),
        (["play"], ["1"], "such as 13 or 1 3, at most 3. Enter alone keeps all 5. q leaves."),
    ],
)
@pytest.mark.parametrize("farewell", ["q", "QUIT", "leave"])
def test_a_question_mark_explains_and_q_leaves_at_every_prompt(
    words: list[str], answers: list[str], explained: str, farewell: str
) -> None:
    done = run(*words, "--seed", "1", typed="".join(f"{answer}\n" for answer in [*answers, "?", farewell]))
    assert (done.returncode, done.stderr) == (0, "")
    assert explained in done.stdout
    in_a_hand = bool(answers) and "--again" not in words
    assert ("This hand is unfinished and does not count." in done.stdout) == in_a_hand
    assert "--again" in words or done.stdout.endswith("Thank you for playing.\n")


@pytest.mark.parametrize("program", ["draw", "play"])
def test_a_terminal_is_told_how_to_ask_and_to_leave(program: str) -> None:
    game = spawn(program, "--seed", "1")
    game.expect_exact("At every question, ? explains and q leaves.")
    game.sendline("q")
    game.expect_exact("Thank you for playing.")
    ends(game)


# Plain


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (["draw", "--deck", str(GOLDEN / "a" / "deck5.txt")], ["3", "1", "5", "2", "2", "2", "3", "0"]),
        (["play", "--seed", "1"], ["2", "12"]),
        (["rank", "--seed", "1"], []),
    ],
)
def test_a_plain_terminal_shows_what_a_pipe_does(words: list[str], answers: list[str]) -> None:
    game = spawn(*words, "--plain", columns=200)
    for answer in answers:
        game.expect([": $", r"\? $", "> $"])
        game.sendline(answer)
    game.expect(pexpect.EOF)
    piped = run(*words, typed="".join(f"{answer}\n" for answer in answers)).stdout
    assert not re.search(r"\x1b\[[0-9;]*m|[♣♦♥♠]", str(game.before))
    assert CONTROLS.sub("", str(game.before)).splitlines()[-3:] == piped.splitlines()[-3:]


# Wrapping


@given(st.lists(st.text("ab♥界\xa0", min_size=1, max_size=12), max_size=30), st.integers(8, 40))
def test_text_breaks_at_words_alone_and_fits(words: list[str], width: int) -> None:
    text = " ".join(words)
    lines = wrapped(text, width).split("\n")
    assert " ".join(lines) == text.replace("\xa0", " ")
    for line in lines:
        room = len(line) + line.count("界")
        assert room <= width or line in {word.replace("\xa0", " ") for word in words}


@given(st.lists(st.sampled_from(["Ann:", "  A♥", "   --- ", "One Pair", "\n"])))
def test_what_fits_stays_as_it_is(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert wrapped(text, 1000) == text


def test_colours_take_no_room() -> None:
    painted = Look(colour=True).strong("Ann and Bob")
    assert wrapped(f"{painted} play", 16) == f"{painted} play"
    assert uncoloured(wrapped(f"{painted} play", 15)) == "Ann and Bob\nplay"
    assert without_width(painted) == "\x01\x1b[1m\x02Ann and Bob\x01\x1b[0m\x02"


@given(st.lists(st.text("ab♥", min_size=1, max_size=9), min_size=1), st.integers(1, 4), st.integers(16, 40))
def test_what_follows_of_an_indented_line_is_indented_more(words: list[str], indent: int, width: int) -> None:
    first, *others = wrapped(" " * indent + " ".join(words), width).split("\n")
    assert " ".join([first.strip(), *(line.strip() for line in others)]) == " ".join(words)
    for line, margin in ((first, indent), *((line, indent + 2) for line in others)):
        assert len(line) - len(line.lstrip()) == margin
        assert len(line) <= width


@pytest.mark.parametrize("columns", effort([40, 93], [40, 63, 80, 92, 93, 140]))
def test_nothing_is_wider_than_the_terminal(columns: int) -> None:
    game = spawn("play", "--opponents", "2", "--seed", "5", "--hints", columns=columns)
    shown = CONTROLS.sub("", answer(game, ("discard. > ", "125")))
    lines = shown.split("\n")
    assert max(map(len, lines)) <= columns
    assert next(line for line in lines if line.startswith("keep ")).split()[:3] == ["keep", "share", "better"]
    assert ("█" in shown) == (columns >= 93)
    assert shown.count(" +- 0.4  ") == 5  # rows, each on one line
    assert ("  full" in shown) == (columns >= 80)  # the rarer ends go first
    assert ("    pair" in shown) == (columns > 40)


@pytest.mark.parametrize("columns", effort([40, 125], [40, 104, 124, 125]))
def test_odds_fit_the_terminal(columns: int) -> None:
    shown = CONTROLS.sub("", answer(spawn("odds", "--all", "Ah Kh Qh Jh 9h", columns=columns)))
    assert max(map(len, shown.split("\n"))) <= columns
    assert "  str.fl" not in shown or columns >= 104
    assert ("█" in shown) == (columns == 125)


def test_a_pipe_is_not_wrapped() -> None:
    shown = run("play", "--opponents", "2", "--seed", "5", "--hints", typed="125\n").stdout
    assert max(map(len, shown.split("\n"))) > 100
    assert "Enter keeps all five" not in shown
    assert "You draw" not in shown


# Answers


def test_answers_are_edited_with_the_arrow_keys() -> None:
    game = spawn("draw", "--seed", "1")
    shown = answer(game, ("2-6: ", f"72{LEFT}{BACKSPACE}"), ("0-3: ", "0"), ("0-3: ", f"{UP}"))
    assert "try again" not in shown
    assert "won this hand." in shown
    assert game.exitstatus == 0


def test_without_line_editing_answers_are_still_read() -> None:
    game = spawn("draw", "--private", "--seed", "1", before="sys.modules['readline'] = None")
    shown = answer(
        game, ("2-6: ", "2"), ("player 1: ", "Ann"), ("player 2: ", "Bob"), ("press Enter. ", ""), ("0-3: ", "0"),
        ("hide your cards. ", ""), ("press Enter. ", ""), ("0-3: ", "0"), ("hide your cards. ", ""),
    )  # fmt: skip
    assert "\x01" not in shown
    assert "won this hand." in shown


def test_bytes_that_are_no_text_are_asked_for_again() -> None:
    game = pexpect.spawn(
        sys.executable, ["-m", "fivecard", "draw", "--seed", "1"], timeout=20, env={"PYTHONUTF8": "1", "TERM": "xterm"}
    )
    for keys in (b"\xff\xfe", b"\xc3(", b"2", b"0", b"0"):
        game.expect_exact(b": ")
        game.send(keys + b"\r")
    game.expect_exact(b"won this hand.")
    ends(game)


ODD = [
    "?",
    "1e999",
    "nan",
    "inf",
    "1j",
    "½",
    "²",
    "１",
    "1 2 x",
    "0x1",
    "1/0",
    "%s",
    "{}",
    "--help",
    "\\",
    "'",
    "\0",
    UP,
]


@pytest.mark.parametrize(
    ("words", "answers", "prompt"),
    [
        (["draw"], [], "Input number of players 2-6:"),
        (["draw"], ["2"], "Number of cards to draw: Input the number of cards to draw 0-3:"),
        (["draw"], ["2", "1"], "Input the number of the card to replace 1-5:"),
        (["play"], [], "How many computer opponents (1-9)?"),
        (["play", "--hints"], [], "How many computer opponents (1-5)?"),
        (["play"], ["1"], "List the cards numbers you wish to discard. >"),
        (["complex"], [], "c ="),
        (["picture"], [], "Input the image size (in pixels):"),
        (["picture"], ["9"], "Input the real value of c:"),
        (["picture"], ["9", "0", "0"], "Input the maximum iteration (100-1,000):"),
        (["picture"], ["9", "0", "0", "100", "1", "1"], "Input the bailout radius (>= 4):"),
    ],
)
def test_no_odd_answer_ends_a_program(words: list[str], answers: list[str], prompt: str) -> None:
    done = run(*words, typed="".join(f"{line}\n" for line in [*answers, *ODD, "9" * 5000 + "x"]))
    assert done.stderr == f"fivecard: the input ended at '{prompt}'\n"
    assert done.stdout.count(prompt) == len(ODD) + 2


def test_enter_says_what_it_does_before() -> None:
    words = ["play", "--opponents", "1", "--seed", "5"]
    shown = CONTROLS.sub("", answer(spawn(*words), ("discard. > ", "")))
    said, _, after = shown.partition("discard. > ")
    assert "\nEnter keeps all five.\n" in said
    assert re.search(r"^You keep all five: [a-z ]+, .*\.$", after, re.M)


def test_the_cards_that_came_are_told() -> None:
    shown = CONTROLS.sub("", answer(spawn("play", "--opponents", "2", "--seed", "5"), ("discard. > ", "125")))
    assert "The cards in your hand are: 1) K♣  2) J♣  3) 6♦  4) 6♣  5) 4♠\n" in shown
    assert "\nYou draw Q♥ 5♣ 3♠: one pair, Sixes.\n" in shown
    assert "\nYou:               6♦ 6♣ Q♥ 5♣ 3♠  One Pair\n" in shown


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (["play", "--opponents", "1"], [("discard. > ", "1")]),
        (["draw"], [("2-6: ", "2"), ("0-3: ", "0"), ("0-3: ", "0")]),
        (["rank"], []),
        (["evaluate", "Ah Kh Qh Jh Th"], []),
        *effort(
            [],
            [
                ([word, *hand], [])
                for word, *hand in (
                    ["deal"],
                    ["explain", "Ah Kh Qh Jh Th"],
                    ["odds", "Ah Kh Qh Jh Th"],
                    ["videopoker", "Ah Kh Qh Jh Th"],
                )
            ],
        ),
    ],
)
def test_cards_are_written_in_letters_if_one_likes(words: list[str], answers: list[tuple[str, str]]) -> None:
    assert re.search("[♣♦♥♠]", answer(spawn(*words), *answers))
    shown = answer(spawn(*words, "--letters"), *answers)
    assert not re.search("[♣♦♥♠]", shown)
    assert re.search(r"\x1b\[[0-9;]*m[2-9TJQKA][CDHScdhs]", shown)


# People at one screen

NAMED = [("2-6: ", "2"), ("player 1: ", "Ann"), ("player 2: ", "Bob")]
TURNS = [
    ("press Enter. ", ""), ("0-3: ", "1"), ("1-5: ", "1"), ("hide your cards. ", ""),
    ("press Enter. ", ""), ("0-3: ", "0"), ("hide your cards. ", ""),
]  # fmt: skip


def test_private_hands_go_through_a_pipe_too() -> None:
    typed = "".join(f"{keys}\n" for _, keys in NAMED + TURNS)
    done = run("draw", "--private", "--seed", "5", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Input number of players 2-6: 2\n"
        "Input the name of player 1: Ann\n"
        "Input the name of player 2: Bob\n"
        "\n"
        "Pass to Ann, then press Enter. \n"
        "\n"
        "Ann:  6C  8H  8D  KD  KC --- Two Pair\n"
        "Number of cards to draw: Input the number of cards to draw 0-3: 1\n"
        "Input the number of the card to replace 1-5: 1\n"
        "You draw QS: two pair, Kings and Eights.\n"
        "Press Enter to hide your cards. \n"
        "Ann has drawn 1 card.\n"
        "\n"
        "Pass to Bob, then press Enter. \n"
        "\n"
        "Bob:  AC  3H  4S  7S  7D --- One Pair\n"
        "Number of cards to draw: Input the number of cards to draw 0-3: 0\n"
        "You keep all five: one pair, Sevens.\n"
        "Press Enter to hide your cards. \n"
        "Bob has drawn no cards.\n"
        "\n"
        "Ann:  8H  8D  QS  KD  KC --- Two Pair\n"
        "Bob:  AC  3H  4S  7S  7D --- One Pair\n"
        "\n"
        "Ann won this hand.\n"
    )


def test_a_private_hand_is_on_a_screen_of_its_own() -> None:
    shown = answer(spawn("draw", "--private", "--seed", "5"), *NAMED, *TURNS)
    pieces = re.split(r"(\x1b\[\?1049[hl])", shown)
    assert pieces[1::2] == [TO_PRIVATE, FROM_PRIVATE] * 2
    before, ann, between, bob, end = pieces[::2]
    for text in (before, between, end.partition("Ann:")[0]):
        assert not re.search("[♣♦♥♠]", text)
    for text, own, other in ((ann, "K♣", "A♣"), (bob, "A♣", "K♣")):
        assert own in text
        assert other not in text
        assert text.endswith("\x1b[H\x1b[2J")  # for terminals with one screen
    assert "Ann has drawn 1 card." in between
    assert "Ann's kings and eights beat Bob's pair of sevens." in end


def test_nobody_finds_the_answers_of_the_player_before() -> None:
    """The arrow brings back nothing at all, and that is no number."""
    game = spawn("draw", "--private", "--seed", "5")
    shown = answer(game, *NAMED, *TURNS[:4], ("press Enter. ", ""), ("0-3: ", UP), *TURNS[-2:])
    assert shown.count("Input was not a whole number, try again") == 1


def test_a_private_screen_is_left_however_the_game_ends() -> None:
    for key, message in (("c", "fivecard: stopped"), ("d", "This hand is unfinished and does not count.")):
        game = spawn("draw", "--private", "--seed", "5")
        for prompt, keys in (*NAMED, ("press Enter. ", "")):
            game.expect_exact(prompt)
            game.send(f"{keys}\r")
        game.expect_exact("0-3: ")
        game.sendcontrol(key)
        game.expect_exact(f"\x1b[2J{FROM_PRIVATE}")
        game.expect_exact(message)
        game.expect(pexpect.EOF)


def test_nobody_brings_back_what_another_player_deleted() -> None:
    """Ctrl-U deletes a line, and where lines are edited Ctrl-Y puts back what was deleted last."""
    game = spawn("draw", "--private", "--seed", "5")
    for prompt, keys in (*NAMED, ("press Enter. ", ""), ("0-3: ", "secret\x150"), ("hide your cards. ", "")):
        game.expect_exact(prompt)
        game.send(f"{keys}\r")
    shown = answer(game, ("press Enter. ", "\x19"), *TURNS[-2:])
    assert "Bob has drawn no cards." in shown
    assert "secret" not in shown
    assert game.exitstatus == 0


NOTHING_HIDES = "This terminal has no alternate screen"


def test_a_terminal_that_cannot_clear_is_scrolled() -> None:
    shown = answer(spawn("draw", "--private", "--seed", "5", term="dumb"), *NAMED, *TURNS)
    assert "1049" not in shown
    assert shown.count("\r\n" * 30) == 4
    assert shown.count(NOTHING_HIDES) == 1


@pytest.mark.parametrize(("term", "has_two"), [("xterm", True), ("vt100", False), ("no-such", False)])
def test_what_can_be_scrolled_back_to_is_cleared_where_there_is_one_screen(term: str, has_two: bool) -> None:
    """Elsewhere it stays: it is what was on the terminal before the game."""
    shown = answer(spawn("draw", "--private", "--seed", "5", term=term), *NAMED, *TURNS)
    assert shown.count("\x1b[2J\x1b[3J") == (0 if has_two else 2)
    assert shown.count(NOTHING_HIDES) == (0 if has_two else 1)


def test_players_need_names_that_can_be_told_apart() -> None:
    typed = "2\nAnn\n\nANN\nA\x07\nBob\n"
    shown = run("draw", "--private", "--seed", "5", typed=typed).stdout
    assert "A name has 1 to 20 characters.\n" in shown
    assert "ANN looks like the name of another player.\n" in shown
    assert "That name has a hidden character.\n" in shown
    assert shown.endswith("Pass to Ann, then press Enter. \n")
