"""The handouts' programs, whole transcripts in a pipe; test_dialogue.py plays them at a terminal."""

import json
import lzma
import os
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from fivecard.cards import ALL_CARDS, CAPITALS, Card, parse_cards
from fivecard.draw.odds import ANNOUNCED_MARGINS, SHARE_MARGINS
from fivecard.piles import Order
from tests.cli.terminal import run
from tests.paths import GOLDEN, ROOT

HAND_LINE = re.compile(r"^Player (\d+):((?: +[0-9AJQK]+[CDHS]){5}) ---", re.M)


def typed_answers(transcript: str) -> str:
    """What was typed at the prompts of a transcript."""
    return "".join(f"{answer}\n" for answer in re.findall(r"^.*[0-9]-[0-9]: (.*)$", transcript, re.M))


# Handout A


def deck_behind(transcript: str) -> list[Card]:
    """Rebuild the deck of a run that prints only hands: the deal, then the replacements in the order of the draws."""
    hands = [list(parse_cards(text)) for _, text in HAND_LINE.findall(transcript)]
    players = len(hands) // 2
    before, after = hands[:players], hands[players:]
    deck = [before[seat][card] for card in range(5) for seat in range(players)]
    for seat, block in enumerate(re.split(r"\n\n", transcript)[1 : players + 1]):
        positions = [int(n) - 1 for n in _accepted(re.findall(r"replace 1-5: (\d+)$", block, re.M))]
        new = [card for card in after[seat] if card not in before[seat]]
        deck += next(
            drawn
            for drawn in permutations(new)
            if Order.ACE_LOW.sorted(_replaced(before[seat], positions, drawn)) == after[seat]
        )
    return deck + [card for card in ALL_CARDS if card not in deck]


def _accepted(answers: list[str]) -> list[str]:
    return list(dict.fromkeys(answer for answer in answers if 1 <= int(answer) <= 5))


def _replaced(hand: list[Card], positions: list[int], drawn: tuple[Card, ...]) -> list[Card]:
    result = hand.copy()
    for position, card in zip(positions, drawn, strict=True):
        result[position] = card
    return result


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_run_of_handout_a(number: int, tmp_path: Path) -> None:
    transcript = (GOLDEN / "a" / f"run{number}.txt").read_text()
    (tmp_path / "deck.txt").write_text(CAPITALS.join(deck_behind(transcript)))
    done = run("draw", "--deck", str(tmp_path / "deck.txt"), typed=typed_answers(transcript))
    assert (done.stdout, done.stderr, done.returncode) == (transcript, "", 0)


def test_the_run_of_handout_a_with_its_printed_deck() -> None:
    transcript = (GOLDEN / "a" / "run5.txt").read_text()
    done = run("draw", "--deck", str(GOLDEN / "a" / "deck5.txt"), typed=typed_answers(transcript))
    assert (done.stdout, done.stderr, done.returncode) == (transcript, "", 0)


def test_ties_are_named_as_ties(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("2C 2D 2H 4C 4D 4H 6C 6D 6H 8C 8D 8H 10H 10S 9D")
    assert run("draw", "--deck", str(tmp_path / "deck.txt"), typed="3\n0\n0\n0\n").stdout.endswith(
        "\nPlayers 1 and 2 tied this hand.\n"
    )


@pytest.mark.parametrize("number", ["9999999999", "9" * 5000, "-9999999999", "1", "0000000000000000000000000000000007"])
def test_a_number_out_of_range_is_said_to_be_out_of_range(number: str) -> None:
    shown = run("draw", "--seed", "1", typed=f"{number}\n").stdout
    assert "Input was not between 2 and 6, try again" in shown
    shown = run("picture", typed=f"{number.replace('1', '0')}\n" * 2).stdout
    assert "7" in number or shown.count("is not between 1 and 30,000, try again") == 2


@pytest.mark.parametrize("number", ["٣", "3_0", "1e1", "0x3", "3.", "３"])
def test_only_plain_digits_are_a_number(number: str) -> None:
    assert "Input was not a whole number, try again" in run("draw", "--seed", "1", typed=f"{number}\n").stdout
    assert "is not a whole number, try again" in run("picture", typed=f"{number}\n").stdout


def test_words_and_blanks_are_answered_with_a_sentence() -> None:
    shown = run("draw", "--seed", "1", typed="two\n\n2\nx\n1\n1.5\n \n1\n0\n").stdout
    assert shown.count("Input was not a whole number, try again") == 5
    assert "won this hand." in shown


@pytest.mark.parametrize("answers", ["", "2\n", "2\n1\n", "2\n1\n3", "two"])
def test_the_end_of_the_input_ends_a_round_with_a_sentence(answers: str) -> None:
    done = run("draw", "--seed", "1", typed=answers)
    assert done.returncode == 1
    assert re.fullmatch(r"fivecard: the input ended at '.*'\n", done.stderr)
    assert done.stdout.endswith("\n")


def test_bytes_that_are_no_text_are_answered_with_a_sentence() -> None:
    command = [sys.executable, "-m", "fivecard", "draw", "--seed", "1"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        command,
        input=b"\xff\n" + b"9" * 5000 + b"\n2\n0\n0\n",
        capture_output=True,
        env=strict,
        check=False,
        timeout=60,
    )
    assert done.stdout.count(b"Input was not a whole number, try again") == 1
    assert done.stdout.count(b"Input was not between 2 and 6, try again") == 1
    assert (done.stderr, done.returncode) == (b"", 0)


def test_rounds_keep_a_score() -> None:
    shown = run("draw", "--seed", "1", "--rounds", "3", typed="2\n" + "0\n" * 6).stdout
    assert shown.count("won this hand.") == 3
    scores = re.findall(r"Rounds won so far: Player 1 (\d), Player 2 (\d)", shown)
    assert [int(one) + int(two) for one, two in scores] == [1, 2, 3]


def test_another_round_is_asked_for() -> None:
    shown = run("draw", "--seed", "1", "--again", typed="2\n0\n0\nperhaps\ny\n0\n0\nn\n").stdout
    assert shown.count("won this hand.") == 2
    assert "Please answer y or n." in shown


def test_a_seed_repeats_a_game() -> None:
    assert run("draw", "--seed", "8", typed="2\n0\n0\n").stdout == run("draw", "--seed", "8", typed="2\n0\n0\n").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rounds", "0"], "--rounds 0: there must be at least one round"),
        (["--deck", str(GOLDEN / "a" / "deck5.txt"), "--again"], "--deck deals one round"),
        (["--deck", "no-such-file"], "no-such-file: No such file or directory"),
    ],
)
def test_options_that_make_no_sense_are_refused(words: list[str], message: str) -> None:
    for game in ("draw", "play"):
        done = run(game, *words)
        assert (done.returncode, done.stdout) == (1 if "no-such-file" in words else 2, "")
        assert message in done.stderr


def test_a_deck_too_short_for_the_players_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC")
    for game, answers, sentence in (
        ("draw", "3\n2\n0\n0\n", "3\n3 players need 15 cards, the deck has 11\nInput number of players 2-6: 2\n"),
        ("play", "2\n1\n\n", "2\n3 players need 15 cards, the deck has 11\nHow many computer opponents (1-9)? 1\n"),
    ):
        done = run(game, "--deck", str(tmp_path / "deck.txt"), typed=answers)
        assert sentence in done.stdout
        assert (done.returncode, done.stderr) == (0, "")


def test_a_deck_too_short_for_anybody_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("2C 3C 4C 5C 6C 7C 8C 9C TC")
    for game in ("draw", "play"):
        done = run(game, "--deck", str(tmp_path / "deck.txt"))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "fivecard: 2 players need 10 cards, the deck has 9\n"


def test_no_more_cards_can_be_drawn_than_there_are(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    done = run("draw", "--deck", str(tmp_path / "deck.txt"), typed="2\n3\n2\n1\n2\n0\n")
    assert "Input the number of cards to draw 0-2: 3\nInput was not between 0 and 2, try again\n" in done.stdout
    assert done.returncode == 0


# Handout B


def deck_of_ten(transcript: str) -> list[Card]:
    hands = {int(player): parse_cards(cards) for player, cards in re.findall(r"Player (\d+) - (.*) - ", transcript)}
    return [hands[player][card] for card in range(5) for player in range(1, 11)]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("layout", ["cards", "numbers"])
def test_every_run_of_handout_b(number: int, layout: str, tmp_path: Path) -> None:
    transcript = (GOLDEN / "b" / f"run{number}.txt").read_text()
    deck = deck_of_ten(transcript)
    numbers = "\r\n".join(f"{int(card.rank)} {int(card.suit)}" for card in deck)
    (tmp_path / "deck.txt").write_text(CAPITALS.join(deck, separator=", ") if layout == "cards" else numbers)
    done = run("rank", str(tmp_path / "deck.txt"))
    assert (done.stdout, done.stderr, done.returncode) == (transcript, "", 0)


def test_a_missing_deck_file_is_named_as_in_handout_b() -> None:
    done = run("rank", "four.txt")
    assert (done.stdout, done.stderr, done.returncode) == ("", "Error: Could not find file\n", 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2C 3C", "10 players need 50 cards, the deck has 2"),
        ("2C 3C 2C", "column 7: duplicate card '2c', first seen as card 1"),
        ("2C 3X", "column 4: '3X' is not a card"),
        ("0 0 0 9", "column 5: impossible card '0 9'"),
        ("0 0 12 x", "column 8: 'x' is not a number"),
        ("+-5 0", "column 1: '+-5' is not a number"),
        ("9" * 5000 + " 0", "is not a number"),
        ("", "10 players need 50 cards, the deck has 0"),
    ],
)
def test_a_bad_deck_is_said_to_be_bad(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(text)
    done = run("rank", str(tmp_path / "deck.txt"))
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr


@pytest.mark.parametrize("players", [2, 5, 10])
def test_any_number_of_players_is_ranked(players: int) -> None:
    lines = run("rank", "--players", str(players), "--seed", "3").stdout.splitlines()
    assert sorted(int(line[6:9]) for line in lines) == list(range(1, players + 1))


def test_a_wrong_number_of_players_is_refused() -> None:
    done = run("rank", "--players", "11")
    assert (done.returncode, done.stderr) == (2, "fivecard: --players: there may be 2 to 10 players, not 11\n")


def test_without_a_seed_every_deal_is_another() -> None:
    assert run("rank").stdout != run("rank").stdout


# Handout C


def test_the_prompt_of_handout_c(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("9C AS 9D KH 5S TD 7H TC 2C 6S  JC JD JH 3C 3D 3H")
    done = run("play", "--deck", str(tmp_path / "deck.txt"), typed="1\n5, 1\n")
    assert done.returncode == 0
    assert done.stdout == (
        "How many computer opponents (1-9)? 1\n"
        f"The deck is read from {tmp_path / 'deck.txt'}.\n"
        "The cards are being dealt to 2 players.\n"
        "\n"
        "Computer Player 1 has discarded 3 cards.\n"
        "\n"
        "The cards in your hand are: 1) AS  2) KH  3) TD  4) TC  5) 6S\n"
        "Since you have an Ace you can keep the Ace and discard the other four cards.\n"
        "List the cards numbers you wish to discard. > 5, 1\n"
        "\n"
        "Computer Player 1: JH JD JC 9D 9C  Full House\n"
        "You:               TD TC 3D 3C KH  Two Pair\n"
        "\n"
        "Computer Player 1 wins with full house, Jacks over Nines. "
        "Computer Player 1's full house of jacks over nines beats your tens and threes.\n"
        "\n"
        "Thank you for playing. This was five-card draw with fivecard; `fivecard --help` lists all commands.\n"
    )


def test_discards_are_read_kindly_and_checked() -> None:
    answers = ["2\n", "x\n", "6\n", "10\n", "11\n", "12345\n", "1,2\n"]
    done = run("play", "--seed", "3", typed="".join(answers))
    assert "'x' is not the number of a card" in done.stdout
    assert "'6' is not the number of a card" in done.stdout
    assert "'10' is not the number of a card" in done.stdout
    assert "is discarded twice." in done.stdout
    assert "At most 3 cards may be discarded, not 5." in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("answer", ["135", "1 3 5", "1,3,5", " 1, 35 ", "13 5"])
def test_card_numbers_may_stand_together_or_apart(answer: str) -> None:
    words = ["play", "--opponents", "1", "--seed", "3"]
    done = run(*words, typed=f"{answer}\n")
    assert done.stdout.replace(f"> {answer}\n", "> 1 3 5\n") == run(*words, typed="1 3 5\n").stdout
    assert done.returncode == 0


def test_four_cards_may_go_if_an_ace_is_kept(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("9C AS 9D KH 5S TD 7H TC 2C 6S  JC JD JH 3C 3D 3H 4S")
    done = run("play", "--opponents", "1", "--deck", str(tmp_path / "deck.txt"), typed="1 2 3 4\n2 3 4 5\n")
    assert "Four cards may be discarded only if an ace is kept, not '6s'." in done.stdout
    assert "You:               3H 3D 3C AS 4S  Three of a Kind" in done.stdout


@pytest.mark.parametrize("opponents", [1, 2, 3, 9])
def test_as_many_opponents_as_the_deck_allows(opponents: int) -> None:
    done = run("play", "--opponents", str(opponents), "--seed", "2", typed="\n")
    assert len(re.findall(r"^Computer Player \d has discarded (?:no|\d) cards?\.$", done.stdout, re.M)) == opponents
    assert f"dealt to {opponents + 1} players" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("opponents", ["0", "10", "-1"])
def test_too_many_or_no_opponents_are_refused(opponents: str) -> None:
    assert "there may be 1 to 9" in run("play", "--opponents", opponents).stderr
    assert "Input was not between 1 and 9, try again" in run("play", typed=f"{opponents}\n").stdout
    assert "Input was not between 1 and 5, try again" in run("play", "--hints", typed="6\n").stdout


def test_the_other_ending_of_the_input_in_play() -> None:
    done = run("play", "--opponents", "1", "--seed", "1")
    assert done.returncode == 1
    assert "the input ended at 'List the cards numbers you wish to discard. >'" in done.stderr


def test_an_ace_is_not_offered_where_cards_run_short() -> None:
    deck = "2C 3C 4C 5C 7C 2D 3D 4D 5D 7D 2H 3H 4H 5H 7H 2S 3S 4S 5S 7S 9C 9D 9H 9S AC"
    done = run("play", "--opponents", "4", "--deck", "/dev/stdin", typed=deck)
    assert done.returncode == 1
    assert "The cards in your hand are: 1) AC  2) 7S" in done.stdout
    assert "Since you have an Ace" not in done.stdout


# Handout D


def test_the_demonstration_of_handout_d() -> None:
    shown = run("deal", "--seed", "3").stdout
    titles = ["Deck before the deal", "Hand 1 as dealt", "Hand 1 sorted", "Hand 2 as dealt", "Hand 2 sorted",
              "Deck after the deal", "Deck with all cards collected"]  # fmt: skip
    piles = dict(re.findall(rf"^({'|'.join(titles)})\n(.*)\n", shown, re.M))
    assert list(piles) == titles
    cards = {title: parse_cards(text) for title, text in piles.items()}
    before = cards["Deck before the deal"]
    assert sorted(before) == list(ALL_CARDS)
    for hand in (1, 2):
        assert cards[f"Hand {hand} as dealt"] == before[hand - 1 : 10 : 2]
        assert list(cards[f"Hand {hand} sorted"]) == sorted(cards[f"Hand {hand} as dealt"])
    assert cards["Deck after the deal"] == before[10:]
    collected = before[10:] + cards["Hand 1 sorted"] + cards["Hand 2 sorted"]
    assert cards["Deck with all cards collected"] == collected
    assert "Hand 1: High Card: Ace, Jack, Nine, Five, Two\n" in shown
    assert "The first hand wins by its highest card: Ace beats Nine.\n" in shown


# Odds


def test_odds_are_shown_best_first_and_given_as_json() -> None:
    done = run("odds", "AS KH TD TC 6S", "--opponents", "3", "--all")
    rows = [line for line in done.stdout.splitlines() if "%" in line]
    assert rows[0].startswith("Td Tc  ")
    assert len(rows) == 27
    record = json.loads(run("odds", "AsKhTdTc6s", "--rules", "A", "--json").stdout)
    assert len(record["choices"]) == 26
    assert record["choices"][0]["keep"] == ["Td", "Tc"]
    assert sum(record["choices"][0]["ends"].values()) == record["choices"][0]["draws"] == 16215


@pytest.mark.parametrize("opponents", range(1, 6))
def test_a_share_is_printed_with_what_is_known_of_it(opponents: int) -> None:
    margin = SHARE_MARGINS[opponents]
    words = ["odds", "AS KH TD TC 6S", "--opponents", str(opponents)]
    row = run(*words).stdout.splitlines()[4]
    assert re.match(rf"Td Tc +[0-9]{{2}}\.[0-9]% \+- {100 * margin:.1f} +29\.82%", row)
    record = json.loads(run(*words, "--json").stdout)
    assert record["share_is_approximate"] is True
    assert record["share_margin_95"] == margin


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_odds_are_drawn(tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"odds.{suffix}"
    done = run("odds", "AS KH TD TC 6S", "--plot", str(picture))
    assert (done.returncode, done.stderr) == (0, "")
    assert picture.stat().st_size > 5000


def test_a_simulation_tells_the_shares() -> None:
    words = ["simulate", "sharp", "classic", "classic", "--rounds", "20000", "--seed", "4"]
    done = run(*words)
    assert done.stdout.startswith("seat 1  sharp    0.3")
    assert "20,000 rounds, seed 4" in done.stderr
    record = json.loads(run(*words, "--json", "--threads", "1").stdout)
    assert sum(seat["share"] for seat in record["seats"]) == pytest.approx(1)
    assert f"{record['seats'][0]['share']:.5f}" in done.stdout


@pytest.mark.exhaustive
def test_the_game_is_solved_again(tmp_path: Path) -> None:
    done = run("strategy", "--players", "2", "-o", str(tmp_path))
    assert "\n  the same as the strategy that comes with fivecard" in done.stdout
    assert "step 5: 0 of 2,598,960 hands" in done.stdout
    shipped = ROOT / "src" / "fivecard" / "draw" / "data" / "draw-3-ace-2.xz"
    assert lzma.decompress((tmp_path / "draw-3-ace-2.xz").read_bytes()) == lzma.decompress(shipped.read_bytes())
    (tmp_path / "file").write_text("")
    assert run("strategy", "-o", str(tmp_path / "file" / "x")).stderr.endswith("that is a file, not a folder\n")


def test_a_machine_that_pays_in_fractions() -> None:
    done = run("videopoker", "--pay", "800,50,25,9,6,4,3,2,0.5")
    assert done.stdout.startswith("jacks or better, 800,50,25,9,6,4,3,2,0.5\nreturn with perfect play: 0.89")


def test_a_machine_by_name() -> None:
    done = run("videopoker", "double", "double", "bonus", "9/6", "--risk", "0.01", "--hands", "3", "--progressive")
    assert "return with perfect play: 0.9898078349 for each coin" in done.stdout
    assert re.search(r"\nfour aces \+ 2-4 +400 +[0-9,]+ +0\.00006", done.stdout)
    assert (
        "double double bonus 9/6 returns 98.9808% at most: who plays on for ever is ruined for certain" in done.stdout
    )
    assert "all comes back where royal flush pays 1,169.2096 for each coin" in done.stdout
    record = json.loads(run("videopoker", "deuces wild", "--json", "--risk", "0.01").stdout)
    assert sum(outcome["count"] for outcome in record["outcomes"]) == record["of"] == 19_933_230_517_200
    assert record["bankroll"] == 7049
    numerator, denominator = record["exactly"]
    assert numerator / denominator == pytest.approx(1.007619612)
    assert "deuces wild 25/15/9/5/3/2/2/1\n" in run("videopoker", "--list").stdout
    advice = json.loads(run("videopoker", "joker poker", "Jk Td Qh 3c 4h", "--json").stdout)
    assert advice["choices"][0]["keep"] == ["Joker", "Td"]
    assert len(advice["choices"]) == 32


def test_a_machine_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('lines = [{ hand = "pair", ranks = "A", pay = 3 }]\n')
    done = run("videopoker", str(file))
    assert done.stdout.startswith("mine\nreturn with perfect play: ")
    assert run("videopoker", str(file), "As Ad 2c 3c 4c").stdout.splitlines()[2].endswith("keep As Ad 2c 3c 4c")
    assert "no-such.toml: No such file or directory" in run("videopoker", "no-such.toml").stderr


def test_a_chart() -> None:
    chart = json.loads(run("videopoker", "jacks", "--chart", "--json").stdout)
    assert 0 <= chart["perfect"] - chart["return"] < 2e-5
    assert "4 to a royal flush" in chart["chart"]


def test_training(tmp_path: Path) -> None:
    file = tmp_path / "training.json"
    words = ["train", "joker poker", "--seed", "5", "--progress", str(file)]
    done = run(*words, "--hands", "2", typed="?\n9\n12345\n\n")
    assert done.returncode == 0
    assert "Type the places of the cards that you keep" in done.stdout
    assert "'9' are not places of cards" in done.stdout
    assert done.stdout.count("of 2 right") == 2
    assert json.loads(file.read_text())["lessons"]["joker poker 20/7/5"]["hands"] == 2
    again = run(*words, typed="0\nq\n")
    assert "of 3 right" in again.stdout
    ended = run(*words, typed="0\n")
    assert (ended.returncode, ended.stderr.startswith("fivecard: the input ended at 'Keep:'")) == (1, True)
    draw = run("train", "draw", "--opponents", "2", "--progress", str(file), "--hands", "1", typed="1\n12\n")
    assert "five-card draw, rules draw-3-ace, 3 players" in draw.stdout
    nowhere = run("train", "--progress", str(tmp_path / "no" / "where.json"), typed="0\n")
    assert (nowhere.returncode, "Keep:" in nowhere.stdout, "No such file or directory" in nowhere.stderr) == (
        1,
        False,
        True,
    )
    file.write_text("[]")
    assert "this is no file of `fivecard train`" in run(*words, typed="q\n").stderr
    assert file.read_text() == "[]"


def test_exploiting_and_comparing(tmp_path: Path) -> None:
    code = tmp_path / "mine.py"
    code.write_text("def discards(hand):\n    return ()\n")
    words = ["strategy", "exploit", f"{code}:discards", "--players", "2", "--rounds", "20000", "--seed", "1"]
    record = json.loads(run(*words, "--json").stdout)
    assert record["gain"] > 10 * record["standard_error"] > 0
    assert "a better answer would gain more" in run(*words).stdout.lower()
    gain = run("simulate", "sharp", "sharp", "--instead", f"{code}:discards", "--rounds", "20000", "--seed", "1")
    assert re.match(r".*discards instead of sharp gains -0\.1\d+ \+- 0\.00\d+ of the pot", gain.stdout)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["odds", "AS KH"], 1, "a hand for drawing has 5 cards, not 2"),
        (["odds", "AS KH TD TC XX"], 1, "column 13: 'XX' is not a card"),
        (["odds", "AS KH TD TC 6S", "--opponents", "6"], 2, "--opponents 6: there may be 1 to 5"),
        (["odds", "AS KH TD TC 6S", "--drew", "0,x"], 2, "--drew: 'x' is not a number of cards from 0 to 4, or ?"),
        (
            ["odds", "AS KH TD TC 6S", "--drew", "0,1", "--opponents", "1"],
            2,
            "--drew has 2 numbers, too many for --opponents 1",
        ),
        (["odds", "AS KH TD TC 6S", "--rules", "A", "--drew", "4"], 1, "opponent 1 cannot have drawn 4: the strategy"),
        (["odds", "AS KH TD TC 6S", "--plot", "/no/where.png"], 1, "/no/where.png: No such file or directory"),
        (["odds", "AS KH TD TC 6S", "--plot", "odds.xyz"], 1, "odds.xyz: Format 'xyz' is not supported"),
        (["simulate", "sharp", "dull"], 2, "there is no player 'dull': they are classic, sharp"),
        (["simulate", "sharp"], 2, "rules draw-3-ace are for 2 to 10 players, not 1"),
        (["simulate", "--rounds", "0"], 2, "--rounds 0: there must be at least one round"),
        (["simulate", "--seed", "-1"], 2, "--seed: a seed is a whole number from 0 to 2^64 - 1, not -1"),
        (["simulate", "--threads", "0"], 2, "--threads: threads are a whole number from 1 to 1024, not 0"),
        (["strategy", "--players", "9"], 2, "--players: there may be 2 to 6 players, not 9"),
        (["videopoker", "--pay", "1,2"], 2, "--pay has 9 numbers, from the royal flush down to a pair; '1,2' has 2"),
        (["videopoker", "--pay", "1,2,3,4,5,6,7,8,x"], 2, "--pay: 'x' is not a number"),
        (["videopoker", "--pay", "1,2,3,4,5,6,7,8,-9"], 2, "--pay: pays are from 0 to 1,000,000"),
        (["videopoker", "jaks"], 1, "there is no machine 'jaks', did you mean jacks?"),
        (["videopoker", "jacks", "Ah Kh Qh Jh"], 1, "a hand for drawing has 5 cards, not 4"),
        (["videopoker", "jacks", "--progressive", "flash"], 1, "jacks or better 9/6 has no line 'flash'; did you mean"),
        (["videopoker", "deuces wild", "--risk", "2"], 2, "--risk 2.0: a risk is between 0 and 1"),
        (["videopoker", "jacks", "--hands", "0"], 2, "--hands 0: there must be at least one hand"),
        (["train", "jaks"], 1, "there is no machine 'jaks'"),
        (["train", "--hands", "0"], 2, "--hands 0: there must be at least one hand"),
        (["train", "draw", "--opponents", "6"], 2, "--opponents 6: there may be 1 to 5"),
        (["strategy", "exploit", "dull", "--players", "2"], 1, "there is no player 'dull'"),
        (["strategy", "solve", "sharp"], 2, "a game is solved from nothing, not from 'sharp'"),
        (["strategy", "exploit", "--rounds", "0"], 2, "--rounds 0: there must be at least one round"),
        (["odds", "AS KH TD TC 6S", "--within", "0"], 1, "shares are found to within 0.00001 to 1 of the pot"),
        (["play", "--opponents", "6", "--hints"], 2, "--hints go with 1 to 5 opponents, not 6"),
    ],
)
def test_wrong_words_about_draws_are_named(words: list[str], status: int, message: str) -> None:
    done = run(*words)
    assert done.returncode == status
    assert done.stderr.splitlines()[-1].startswith(f"fivecard: {message}")
    assert "Traceback" not in done.stderr


def test_odds_know_what_opponents_drew() -> None:
    done = run("odds", "9C 9D AH 6S 2C", "--drew", "0,?,3")
    assert "rules draw-3-ace\nopponent 1 stood pat; opponent 3 drew 3 cards\n" in done.stdout
    assert "\n9c 9d             1.1% +- 0.5" in done.stdout
    record = json.loads(run("odds", "9C 9D AH 6S 2C", "--drew", "?,1", "--opponents", "3", "--json").stdout)
    assert (record["opponents"], record["drew"]) == (3, [None, 1])
    assert record["share_margin_95"] == ANNOUNCED_MARGINS[3]


def test_hints_show_what_choices_are_worth() -> None:
    done = run("play", "--opponents", "2", "--seed", "5", "--hints", "--level", "sharp", typed="1 2 5\n")
    assert "6D 6C " in done.stdout
    assert "Your choices against Computer Player 1 (who drew 3 cards) and Computer Player 2 (who drew" in done.stdout
    assert "That was the best choice: 33.5% +- 0.4 of the pot on average." in done.stdout
    done = run("play", "--opponents", "2", "--seed", "5", "--hints", typed="1 2 3\n")
    assert "Your choice was worth 13.8% of the pot on average, the best (keep 6D 6C) 38.3% +- 0.4." in done.stdout


@pytest.mark.parametrize(
    ("option", "text"),
    [("--host", ""), ("--host", "a..b"), ("--host", "x" * 5000), ("--origin", "http://["), ("--origin", "x" * 5000)],
    ids=["no host", "half a host", "a long host", "half an address", "a long origin"],
)
def test_a_table_is_opened_only_where_it_can_be(option: str, text: str, tmp_path: Path) -> None:
    """No name at all would be every address of the machine."""
    done = run("table", option, text, "--port", "0", "--data", str(tmp_path / "table.log"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"fivecard: {option} '{text[:40]}")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 200
