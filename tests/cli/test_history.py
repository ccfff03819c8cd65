"""`fivecard history`: hands that were written down, told again, checked, counted and converted."""

import json
import subprocess
import sys
from pathlib import Path

import pexpect
import pyarrow.parquet as pq
import pytest

from fivecard.histories import History, load_all, loads
from tests.cli import terminal
from tests.paths import GOLDEN

HISTORIES = GOLDEN / "histories"
HANDS = sorted(str(file) for file in HISTORIES.glob("*.phh"))
BADUGI = HISTORIES / "alice-carol-wikipedia.phh"
RAZZ = HISTORIES / "wsop-83-FR.phh"
RECORD = """\
fivecard round
rules: draw-3
players: 2
deck: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc
reserve: -
seat 1 discards: 8c
seat 2 discards: -
"""


def run(*words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return terminal.run("history", *words, typed=typed)


def test_a_hand_is_told_from_the_blinds_to_the_last_chip() -> None:
    told = run(BADUGI)
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert lines[:3] == [
        f"{BADUGI}, hand 1: badugi, fixed limit, blinds 1/2, bets 2/4",
        "Bob posts a blind of 1.",
        "Carol posts a blind of 2.",
    ]
    assert lines[-5:] == [
        "Carol calls 4.",
        "Alice shows 9h 6d 4c 2s: nine-high badugi, 9-6-4-2.",
        "Carol shows 8h 7c 5d 3s: eight-high badugi, 8-7-5-3.",
        "Carol wins 36 with eight-high badugi, 8-7-5-3.",
        "At the end: Bob 196 (-4), Carol 220 (+20), Ted 200 (0), Alice 184 (-16).",
    ]


def test_cards_of_a_mucked_hand_are_told_and_the_hand_is_not_shown() -> None:
    told = run(HISTORIES / "wsop-13-FO-8.phh").stdout
    assert "Talal Shakerchi gets Ac 9c 7h 3s." in told
    assert "Talal Shakerchi mucks." in told


def test_money_is_told_with_its_decimals() -> None:
    told = run(HISTORIES / "antonius-blom-2009.phh").stdout
    assert "Victor Blom calls 162,473.50, all in.\nPatrik Antonius gets 181,526.50 back.\n" in told


def test_a_record_from_before_is_told() -> None:
    told = run("-", typed=RECORD)
    assert told.returncode == 0
    assert told.stdout.endswith("Player 2 shows 3c 5c 7c 9c Jc: a flush, jack high.\n"
                                "Player 1 wins with a flush, queen high.\n")  # fmt: skip


def test_at_a_terminal_enter_takes_a_step_and_q_ends() -> None:
    child = terminal.at_terminal(
        sys.executable, "-m", "fivecard", "history", "--letters", str(RAZZ), env={"PATH": "", "TERM": "dumb"}
    )
    child.expect_exact("Enter: next, q: end ")
    child.send("\r")
    child.expect_exact("post antes of 100,000.")
    child.expect_exact("Pot 200,000; Talal Shakerchi 2,550,000, Brian Rast 26,950,000")
    child.expect_exact("Enter: next, q: end ")
    child.send("what\r")
    child.expect_exact("Press Enter for the next step; q ends.")
    child.send("\r")
    child.expect_exact("Brian Rast brings it in for 100,000.")
    child.expect_exact("Enter: next, q: end ")
    child.send("q\r")
    child.expect(pexpect.EOF)
    assert "completes" not in str(child.before)
    child.close()
    assert child.exitstatus == 0


def test_all_real_hands_are_right() -> None:
    checked = run("--check", *HANDS)
    assert checked.returncode == 0
    assert checked.stderr == "47 hands, 0 wrong\n"
    assert checked.stdout.count(": legal, ends as it says\n") == 42
    assert checked.stdout.count(": legal\n") == 5


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'p1 cc', 'd dh p1 Ad'", "'p1 cbr 5', 'd dh p1 Ad'", "action 6 'p1 cbr 5': a bet or raise is to 900000"),
        ("'p2 pb', ", "'p1 pb', ", "action 3 'p1 pb': it is Brian Rast's turn"),
        ("[0, 29700000]", "[1, 29700000]", "Talal Shakerchi ends with 0, the file says 1"),
        ("'FR'", "'RF'", "there is no variant 'RF'"),
        ("antes =", "antes", "this is not TOML: Expected '=' after a key"),
    ],
)
def test_what_is_wrong_is_named_with_file_hand_and_action(old: str, new: str, reason: str, tmp_path: Path) -> None:
    good = RAZZ.read_text()
    assert old in good
    file = tmp_path / "three.phhs"
    file.write_text(f"[1]\n{good}\n[2]\n{good.replace(old, new)}\n[3]\n{good}\n")
    checked = run("--check", file)
    assert checked.returncode == 1
    first, second, third = checked.stdout.splitlines()
    assert second.startswith(f"{file}, hand 2, {reason}")
    assert first == f"{file}, hand 1: legal, ends as it says"
    assert third == f"{file}, hand 3: legal, ends as it says"
    assert checked.stderr == "3 hands, 1 wrong\n"


def test_counts_of_a_final_table() -> None:
    names = [name for name in HANDS if "wsop" in name]
    rows = [json.loads(line) for line in run("--stats", "--format", "json", *names).stdout.splitlines()]
    assert sum(row["net"] for row in rows) == 0
    assert sum(row["hands"] for row in rows) == sum(len(loads(Path(name).read_text()).stacks) for name in names)
    rast = rows[-1]
    expected = {"player": "Brian Rast", "hands": 42, "won": 16, "vpip": 20, "pfr": 14, "three_bet_chances": 14}
    expected |= {"three_bets": 1, "flops": 15, "bets": 29, "calls": 11}
    assert rast == expected | {"showdowns": 12, "showdowns_won": 11, "net": 18950000, "net_bb": 93.0}


def test_counts_are_the_same_in_every_format(tmp_path: Path) -> None:
    table = run("--stats", *HANDS).stdout
    csv = run("--stats", "--format", "csv", *HANDS).stdout
    lines = run("--stats", "--format", "json", *HANDS).stdout
    file = tmp_path / "counts.parquet"
    assert run("--stats", "--format", "parquet", "-o", file, *HANDS).returncode == 0
    rows = pq.read_table(file).to_pylist()
    assert [json.loads(line) for line in lines.splitlines()] == rows
    assert [line.split(",")[:-2] for line in csv.splitlines()[1:]] == [
        [str(value) for value in row.values()][:-2] for row in rows
    ]
    assert [line.split("  ")[0] for line in table.splitlines()[1:]] == [row["player"] for row in rows]
    antonius = next(line for line in table.splitlines() if line.startswith("Patrik Antonius"))
    assert antonius.split()[-2:] == ["675,973.5", "33861.2"]


def test_games_without_bets_have_no_share_of_hands_entered() -> None:
    counted = run("--stats", "-", typed=RECORD).stdout.splitlines()
    none = ["-", "-", "-", "-"]
    assert counted[1].split() == ["Player", "1", "1", "1", "(100%)", *none, "1", "(100%)", "1", "(100%)", "0", "-"]


def test_hands_are_converted_and_gathered_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "all.phhs"
    assert run("--format", "phh", "-o", file, *HANDS).returncode == 0
    written = list(load_all(file.read_text()))
    assert written == [loads(Path(name).read_text()) for name in HANDS]


def test_a_bad_hand_stops_nothing_and_is_named(tmp_path: Path) -> None:
    bad, file = tmp_path / "bad.phh", tmp_path / "all.phhs"
    bad.write_text(RAZZ.read_text().replace("[0, 29700000]", "[1, 29700000]"))
    why = f"{bad}, hand 1, Talal Shakerchi ends with 0, the file says 1\n"
    for what in (["--format", "phh"], ["--format", "csv"], ["--stats"]):
        mixed = run(*what, "-o", file, bad, RAZZ)
        assert (mixed.returncode, mixed.stderr) == (1, f"{why}1 hand used, 1 hand left out\n")
        alone = run(*what, RAZZ).stdout
        assert file.read_text() == alone.replace(str(bad), str(RAZZ))


def test_nothing_is_written_if_no_hand_is_right(tmp_path: Path) -> None:
    bad, file = tmp_path / "bad.phh", tmp_path / "all.phhs"
    bad.write_text(RAZZ.read_text().replace("[0, 29700000]", "[1, 29700000]"))
    file.write_text("as before")
    for what in (["--format", "phh"], ["--stats"]):
        failed = run(*what, "-o", file, bad)
        assert failed.returncode == 1
        assert failed.stderr == (
            f"{bad}, hand 1, Talal Shakerchi ends with 0, the file says 1\n"
            "fivecard: 1 hand left out: there is nothing to write\n"
        )
        assert file.read_text() == "as before"


def test_what_a_format_cannot_say_is_left_out_and_the_numbers_go_on(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(RECORD)
    mixed = run("--format", "phh", RAZZ, record, BADUGI)
    assert mixed.returncode == 1
    assert mixed.stderr.startswith(f"{record}, hand 1, PHH has no code for five-card draw")
    assert mixed.stderr.endswith("2 hands used, 1 hand left out\n")
    assert mixed.stdout == run("--format", "phh", RAZZ, BADUGI).stdout


def test_folders_are_read_with_all_that_is_below_them(tmp_path: Path) -> None:
    (tmp_path / "2019" / "may").mkdir(parents=True)
    (tmp_path / "2019" / "may" / "b.phh").write_text(RAZZ.read_text())
    (tmp_path / "2019" / "a.PHH").write_text(BADUGI.read_text())
    (tmp_path / "notes.md").write_text("no hands")
    (tmp_path / "again").symlink_to(tmp_path)  # it would never end
    assert run("--stats", tmp_path).stdout == run("--stats", BADUGI, RAZZ).stdout
    (tmp_path / "none").mkdir()
    failed = run("--stats", tmp_path / "none")
    assert failed.returncode == 1
    assert "none: there is no file in this folder that ends in .phh, .phhs, .txt\n" in failed.stderr


def test_counts_by_position_stake_and_game_with_what_was_expected() -> None:
    words = ("--stats", "--by", "game,position", "--all-in-ev", "--format", "json")
    rows = [json.loads(line) for line in run(*words, HISTORIES / "dwan-ivey-2009.phh").stdout.splitlines()]
    assert [(row["position"], row["game"], row["net"]) for row in rows] == [
        ("SB", "Texas hold'em, no limit", -553500),
        ("BB", "Texas hold'em, no limit", -2500),
        ("BTN", "Texas hold'em, no limit", 556000),
    ]
    assert abs(sum(row["expected"] for row in rows)) < 1e-6
    failed = run("--stats", "--by", "player,height", RAZZ)
    assert failed.returncode == 2
    assert "hands are counted by player, position, stake or game, not by 'height'" in failed.stderr


def test_the_winnings_of_a_player_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    assert run("--stats", "--player", "Brian Rast", "--plot", file, *HANDS).returncode == 0
    assert file.read_text().startswith("<?xml")
    failed = run("--stats", "--player", "Nobody", "--plot", file, RAZZ)
    assert (failed.returncode, failed.stderr) == (1, "fivecard: 'Nobody' has played none of these hands\n")
    assert run("--stats", "--plot", file, RAZZ).returncode == 2


@pytest.mark.parametrize(
    ("words", "typed", "status", "reason"),
    [
        (["-"], "Dear diary,\n", 1, "standard input, hand 1, this is no history: it begins with 'Dear diary,'"),
        (["missing.phh"], "", 1, "missing.phh: No such file or directory"),
        (
            ["--check", "--format", "csv", "-"],
            "",
            2,
            "--format writes hands, or --stats: --text and --check tell of them",
        ),
        (["--stats", "--format", "phh", "-"], "", 2, "--stats has a table: --format is csv, json or parquet, not phh"),
        (["-o", "x", "-"], "", 2, "-o goes with --format and --stats"),
        (
            ["--format", "phh", "-"],
            RECORD,
            1,
            "standard input, hand 1, PHH has no code for five-card draw, up to three cards, no bets",
        ),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], typed: str, status: int, reason: str) -> None:
    failed = run(*words, typed=typed)
    assert failed.returncode == status
    left_out = "fivecard: 1 hand left out: there is nothing to write\n"
    assert failed.stderr.removesuffix(left_out).removeprefix("fivecard: ") == f"{reason}\n"
    assert failed.stdout == ""


def test_a_file_is_not_overwritten_while_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(RAZZ.read_text())
    failed = run("--format", "phh", "-o", file, file)
    assert failed.returncode == 2
    assert file.read_text() == RAZZ.read_text()


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "noise.phh"
    file.write_bytes(b"variant = '\xff'\n")
    failed = run(file)
    assert failed.returncode == 1
    assert failed.stderr.startswith(f"{file}: after hand 0: this is not text in UTF-8: ")
    nothing = "fivecard: 1 file left out: there is nothing to write\n"
    assert run("--stats", file).stderr == f"{failed.stderr}{nothing}"


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    noise, empty, lone = tmp_path / "noise.phh", tmp_path / "empty.phh", tmp_path / "lone.phhs"
    noise.write_bytes(RAZZ.read_bytes() + b"\nvariant = '\xff'\n")
    empty.write_text("\n\n")
    lone.write_text("[1]\n")
    checked = run("--check", tmp_path / "missing.phh", noise, empty, lone, RAZZ)
    assert checked.returncode == 1
    assert checked.stdout.splitlines() == [
        f"{tmp_path / 'missing.phh'}: No such file or directory",
        f"{noise}: after hand 0: this is not text in UTF-8: invalid start byte",
        f"{empty}: there is no hand in it",
        f"{lone}: there is no hand in it",
        f"{RAZZ}, hand 1: legal, ends as it says",
    ]
    assert checked.stderr == "1 hand, 0 wrong, 4 files not read\n"
    told = run(empty, RAZZ)
    assert told.returncode == 1
    assert told.stderr == f"{empty}: there is no hand in it\n"
    assert told.stdout == "\n" + run(RAZZ).stdout


@pytest.mark.parametrize(
    "field",
    ["time = 'noon'", "seats = 3", "collected = 4", "currency = 5", "day = [1]", "currency_symbol = 'x y'"],
)
def test_a_strange_field_is_told_when_another_layout_needs_it(field: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(BADUGI.read_text() + f"\n{field}\n")
    failed = run("--format", "pokerstars", file)
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith(f"{file}, hand 1, for PokerStars' layout the field '{field.split()[0]}' is ")
    file.write_text(BADUGI.read_text() + "\nhand = '\u0661'\n")
    assert run("--format", "pokerstars", file).stdout.startswith("PokerStars Hand #1: ")


def test_formats_are_told_by_what_stands_in_a_file_and_converted(tmp_path: Path) -> None:
    file = tmp_path / "all.txt"
    assert run("--format", "pokerstars", "-o", file, *HANDS).returncode == 0
    assert file.read_text().startswith("PokerStars Hand #")
    checked = run("--check", file)
    assert checked.stderr == "47 hands, 0 wrong\n"
    back = run("--format", "phh", file).stdout
    before = [loads(Path(name).read_text()).check().stacks for name in HANDS]
    assert [each.check().stacks for each in load_all(back) if isinstance(each, History)] == before


def test_lines_of_a_file_of_many_hands_are_counted_from_its_beginning(tmp_path: Path) -> None:
    hand = (HISTORIES.parent / "pokerstars" / "cash.txt").read_text()
    file = tmp_path / "two.txt"
    file.write_text(f"{hand}\n{hand.replace('calls $0.60', 'cools $0.60')}")
    *_, last = [number for number, line in enumerate(file.read_text().splitlines(), 1) if "Total pot" in line]
    failed = run("--check", file)
    assert failed.returncode == 1
    assert failed.stdout.splitlines()[1].startswith(f"{file}, hand 2, line {last}: ")
