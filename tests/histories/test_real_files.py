"""What files hold that the rules of play do not foresee: made for the tests, in the public form of each layout."""

from fractions import Fraction

import pokerkit
import pytest

from fivecard.cards import parse_cards
from fivecard.engine import VARIANTS, Call, Fold, Folded, Limit
from fivecard.errors import HistoryError, IllegalActionError
from fivecard.histories import History, dumps, loads


def phh(actions: list[str], code: str = "NT", **fields: str) -> str:
    """A hand of three with these actions."""
    values = {
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[100, 100, 100]",
        **fields,
    }
    rest = "".join(f"{name} = {value}\n" for name, value in values.items())
    return f"variant = '{code}'\n{rest}actions = {actions!r}\n"


HIDDEN = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
ACES_FIRST = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 7c2h"]
BOARD = ["d db 2c7d9h", "d db Js", "d db Qc"]


# PHH


def test_unknown_stacks_are_never_all_in_and_are_written_as_they_were() -> None:
    history = loads(phh([*HIDDEN, "p3 cbr 60", "p1 cbr 500", "p2 f", "p3 f"], starting_stacks="[inf, inf, 80]"))
    assert history.unknown_stacks == {0, 1}
    end = history.check()
    assert end.stacks[2] == 20
    assert [end.stacks[seat] - history.stacks[seat] for seat in (0, 1)] == [62, -2]
    assert "starting_stacks = [inf, inf, 80]" in dumps(history)
    assert loads(dumps(history)) == history
    with pytest.raises(HistoryError, match="nobody knows those of p1 and p2"):
        dumps(history, "pokerstars")


def test_unknown_stacks_at_the_end_are_not_compared() -> None:
    actions = [*HIDDEN, "p3 f", "p1 f"]
    stacks = {"starting_stacks": "[100, inf, 100]", "finishing_stacks": "[99, inf, 100]"}
    history = loads(phh(actions, **stacks))
    assert history.check().stacks == history.finishing_stacks
    wrong = loads(phh(actions, **stacks | {"finishing_stacks": "[98, inf, 100]"}))
    with pytest.raises(HistoryError, match="p1 ends with 99, the file says 98"):
        wrong.check()


def test_what_winners_lack_at_the_end_is_the_rake() -> None:
    shown = ["p1 sm AsAd", "p2 sm KsKd"]
    actions = [*ACES_FIRST, "p3 f", "p1 cbr 20", "p2 cc", *BOARD[:1], "p1 cc", "p2 cc"]
    actions += [BOARD[1], "p1 cc", "p2 cc", BOARD[2], "p1 cc", "p2 cc", *shown]
    history = loads(phh(actions, finishing_stacks="[118, 80, 100]"))
    assert history.check().stacks == (120, 80, 100)
    assert (history.details["rake"], history.details["collected"], history.net) == (2, [38, 0, 0], (18, -20, 0))
    assert "finishing_stacks = [118, 80, 100]" in dumps(history)
    assert loads(dumps(history)) == history
    assert loads(dumps(history, "pokerstars")).net == history.net
    for ends, who in (("[100, 80, 100]", "p1"), ("[119, 79, 100]", "p1"), ("[118, 82, 100]", "p1")):
        with pytest.raises(HistoryError, match=f"{who} ends with 120"):
            loads(phh(actions, finishing_stacks=ends)).check()


def test_blinds_below_nothing_are_posts_of_those_who_come_back() -> None:
    text = phh(
        ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 f", "p4 cc", "p1 f", "p2 cc",
         "d db 2c7d9h", "p2 cbr 4", "p4 f"],
        antes="[0, 0, 0, 0]",
        blinds_or_straddles="[1, 2, 0, -2]",
        starting_stacks="[100, 100, 100, 100]",
    )  # fmt: skip
    history = loads(text)
    assert (history.stakes.blinds, history.stakes.posts) == ((1, 2), (0, 0, 0, 2))
    assert history.check().stacks == (99, 103, 100, 98)
    assert loads(dumps(history)) == history
    *_, state = pokerkit.HandHistory.loads(text)
    assert tuple(state.stacks) == history.replay().stacks


def test_hands_that_are_shown_hidden_stay_as_they_were_known() -> None:
    actions = [*ACES_FIRST, "p3 f", "p1 cc", "p2 cc", BOARD[0], "p1 cc", "p2 cc", BOARD[1], "p1 cc", "p2 cc"]
    history = loads(phh([*actions, BOARD[2], "p1 cc", "p2 cc", "p1 sm ????", "p2 sm"]))
    assert history.check().stacks == (102, 98, 100)
    assert history.replay().shown[0] == parse_cards("As Ad")
    half = loads(phh([*actions, BOARD[2], "p1 cc", "p2 cc", "p1 sm As??", "p2 sm"]))
    assert half.deal == history.deal


ISOLATING = ["d dh p1 AsAd", "d dh p2 ????", "d dh p3 KsKd", "p3 cbr 50", "p1 cbr 90", "p2 f", *BOARD]


def test_a_raise_that_nobody_behind_can_go_beyond_is_a_call() -> None:
    history = loads(phh([*ISOLATING, "p1 sm AsAd", "p3 sm KsKd"], starting_stacks="[100, 30, 50]"))
    assert history.actions[:2][1] == Call(0)
    assert history.check().stacks == (152, 28, 0)
    more_than_he_has = {"starting_stacks": "[80, 30, 50]"}
    with pytest.raises(IllegalActionError, match="action 5 'p1 cbr 90': p1 may not bet or raise now"):
        loads(phh([*ISOLATING, "p1 sm AsAd", "p3 sm KsKd"], **more_than_he_has)).check()


@pytest.mark.parametrize("stack", [1, 2])
def test_who_is_all_in_by_a_blind_and_away_folds(stack: int) -> None:
    actions = [*HIDDEN, "p3 cbr 6", "p1 cc", "p2 f", "d db 2c7d9h", "p1 cc", "p3 cbr 6", "p1 f"]
    history = loads(phh(actions, starting_stacks=f"[100, {stack}, 100]"))
    assert history.gave_up == {1}
    assert history.check().stacks == (94, 0, 106 + stack)
    assert [event for event in history.dealt[1] if isinstance(event, Folded)] == [Folded(1, 2)]
    assert loads(dumps(history)) == history
    again = loads(dumps(history, "pokerstars"))
    assert again.gave_up == {1}
    assert again.check().stacks == history.replay().stacks


def test_who_gives_up_leaves_the_pot_to_the_only_other() -> None:
    history = loads(phh([*HIDDEN, "p3 f", "p2 f"], starting_stacks="[100, 2, 100]"))
    assert history.check().stacks == (102, 0, 100)
    assert history.actions == (Fold(2),)


def test_only_who_is_all_in_gives_up_out_of_turn() -> None:
    with pytest.raises(IllegalActionError, match="it is p3's turn"):
        loads(phh([*HIDDEN, "p2 f", "p3 f", "p1 f"])).check()


# PokerStars

SEATS = "Seat 1: Ann ($10 in chips)\nSeat 2: Bob ($10 in chips)\nSeat 3: Cleo ($10 in chips)\n"
BLINDS = "Ann: posts small blind $0.05\nBob: posts big blind $0.10\n"
HEADER = "PokerStars Hand #7:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/02/07 9:15:13 ET\n"
TABLE = "Table 'Hebe' 6-max Seat #3 is the button\n"


def text(*lines: str, header: str = HEADER, seats: str = SEATS, blinds: str = BLINDS) -> str:
    return header + TABLE + seats + blinds + "*** HOLE CARDS ***\n" + "".join(f"{line}\n" for line in lines)


def end(total: str, rake: str = "$0") -> tuple[str, str]:
    return "*** SUMMARY ***", f"Total pot {total} | Rake {rake}"


@pytest.mark.parametrize(
    ("header", "game", "limit"),
    [
        ("Hand #7: {Club of Ours}  Hold'em No Limit (5/10)", "holdem", Limit.NO_LIMIT),
        ("Home Game Hand #7: {Club} Tournament #3000000001, 10+0 Hold'em No Limit - Level I (5/10)", "holdem",
         Limit.NO_LIMIT),
        ("Zoom Hand #7: Tournament #3000000001, $0.98+$0.12 USD Hold'em No Limit - Level II (5/10)", "holdem",
         Limit.NO_LIMIT),
        ("Hand #7: Zoom Tournament #3000000001, $0.98+$0.12 USD Hold'em No Limit - Level II (5/10)", "holdem",
         Limit.NO_LIMIT),
        ("Hand #7:  Mixed NLH/PLO (Omaha Pot Limit, $0.05/$0.10 USD)", "omaha", Limit.POT_LIMIT),
        ("Hand #7:  8-Game Mixed PL/NL (Omaha Hi/Lo Pot Limit, $0.05/$0.10 USD)", "omaha-hi-lo", Limit.POT_LIMIT),
        ("Hand #7:  Courchevel Pot Limit ($0.05/$0.10 USD)", "courchevel", Limit.POT_LIMIT),
        ("Hand #7:  Courchevel Hi/Lo Pot Limit ($0.05/$0.10 USD)", "courchevel-hi-lo", Limit.POT_LIMIT),
    ],
)  # fmt: skip
def test_headings_of_other_tables_are_read(header: str, game: str, limit: Limit) -> None:
    money = "$" in header.split("(")[-1]
    played = text("Cleo: folds", "Ann: folds", "Bob collected $0.10 from pot", *end("$0.10"),
                  header=f"PokerStars {header} - 2026/02/07 9:15:13 ET\n")  # fmt: skip
    if not money:
        played = played.replace("$0.05", "5").replace("$0.10", "10").replace("($10 in", "(1000 in").replace("$0", "0")
        played = played.replace("$", "") if "Tournament" not in header else played
    history = loads(played)
    assert (history.rules.name, history.rules.limit) == (game, limit)
    assert history.check().stacks == (995, 1005, 1000)
    assert history.details.get("tournament") == (3_000_000_001 if "Tournament" in header else None)
    if history.rules.name in VARIANTS:
        assert loads(dumps(history, "pokerstars")).details.get("tournament") == history.details.get("tournament")


def test_in_courchevel_a_card_lies_on_the_board_before_the_first_bets() -> None:
    history = loads(
        text(
            "Dealt to Ann [Ah Ad Kh Qs 2d]",
            "Cleo: folds",
            "Ann: calls $0.05",
            "Bob: checks",
            "*** FLOP *** [As 7c 2c]",
            "Ann: bets $0.20",
            "Bob: folds",
            "Uncalled bet ($0.20) returned to Ann",
            "Ann collected $0.20 from pot",
            *end("$0.20"),
            header=HEADER.replace("Hold'em No", "Courchevel Pot"),
        )
    )
    assert history.check().board == parse_cards("As 7c 2c")
    assert history.dealt[0].board == parse_cards("As")
    with pytest.raises(HistoryError, match="PokerStars has no name for Courchevel as it is played here"):
        dumps(history, "pokerstars")


def test_a_hand_that_stands_pat_may_be_told() -> None:
    header = HEADER.replace("Hold'em No Limit", "Single Draw 2-7 Lowball No Limit")
    told = text("Dealt to Ann [2c 3d 4h 5s 7c]", "Cleo: folds", "Ann: calls $0.05", "Bob: checks",
                "Ann: stands pat on [2c 3d 4h 5s 7c]", "Bob: discards 1 card", "Ann: bets $0.10", "Bob: folds",
                "Uncalled bet ($0.10) returned to Ann", "Ann collected $0.20 from pot", *end("$0.20"),
                header=header).replace("HOLE CARDS", "DEALING HANDS")  # fmt: skip
    history = loads(told)
    assert history.check().hands[0] == parse_cards("7c 5s 4h 3d 2c")
    unseen = loads(told.replace("Dealt to Ann [2c 3d 4h 5s 7c]\n", ""))  # of another's hand, it tells the cards
    assert set(unseen.check().hands[0]) == set(parse_cards("7c 5s 4h 3d 2c"))
    with pytest.raises(HistoryError, match="'8c' is not in the hand"):
        loads(told.replace("pat on [2c", "pat on [8c"))


def test_a_bet_that_nobody_called_comes_back_though_no_line_says_so() -> None:
    lines = ["Cleo: raises $0.20 to $0.30", "Ann: folds", "Bob: calls $0.20", "*** FLOP *** [As 7c 2c]", "Bob: checks",
             "Cleo: bets $0.50", "Bob: folds", "Uncalled bet ($0.50) returned to Cleo", "Cleo collected $0.62 from pot",
             *end("$0.65", "$0.03")]  # fmt: skip
    whole, without = loads(text(*lines)), loads(text(*[line for line in lines if "Uncalled" not in line]))
    assert without == whole
    assert whole.check().stacks == (995, 970, 1035)
    with pytest.raises(HistoryError, match="115 chips were put in, 61 collected"):
        loads(text(*[line.replace("0.62", "0.61") for line in lines if "Uncalled" not in line]))


def test_a_raise_over_an_all_in_with_a_shorter_player_behind_is_read() -> None:
    seats = SEATS.replace("Cleo ($10", "Cleo ($4").replace("Bob ($10", "Bob ($3")
    history = loads(
        text(
            "Cleo: raises $3.90 to $4 and is all-in",
            "Ann: raises $4 to $8",
            "Bob: folds",
            "Uncalled bet ($4) returned to Ann",
            "*** FLOP *** [As 7c 2c]",
            "*** TURN *** [As 7c 2c] [Kh]",
            "*** RIVER *** [As 7c 2c Kh] [Ks]",
            "*** SHOW DOWN ***",
            "Ann: shows [Ah Ad] (three of a kind)",
            "Cleo: shows [Qd Qs] (two pair)",
            "Ann collected $8.10 from pot",
            *end("$8.10"),
            seats=seats,
        )
    )
    assert history.actions[1] == Call(0)
    assert history.check().stacks == (1410, 290, 0)


def test_a_player_all_in_by_the_blind_who_is_away_folds() -> None:
    lines = ["Cleo: calls $0.10", "Ann: calls $0.05", "Bob: folds", "*** FLOP *** [As 7c 2c]", "Ann: checks",
             "Cleo: bets $0.20", "Ann: folds", "Uncalled bet ($0.20) returned to Cleo", "Cleo collected $0.26 from pot",
             *end("$0.26")]  # fmt: skip
    blinds = "Ann: posts small blind $0.05\nBob: posts big blind $0.06 and is all-in\n"
    history = loads(text(*lines, blinds=blinds, seats=SEATS.replace("Bob ($10", "Bob ($0.06")))
    assert history.gave_up == {1}
    assert history.check().stacks == (990, 0, 1016)
    assert loads(dumps(history, "pokerstars")).gave_up == {1}


TWICE = [
    "Dealt to Ann [Ah Ad]",
    "Cleo: folds",
    "Ann: raises $9.90 to $10 and is all-in",
    "Bob: calls $9.90 and is all-in",
    "*** FIRST FLOP *** [As 7c 2c]",
    "*** FIRST TURN *** [As 7c 2c] [3h]",
    "*** FIRST RIVER *** [As 7c 2c 3h] [9s]",
    "*** SECOND FLOP *** [Ks 7d 2d]",
    "*** SECOND TURN *** [Ks 7d 2d] [3s]",
    "*** SECOND RIVER *** [Ks 7d 2d 3s] [9h]",
    "*** FIRST SHOW DOWN ***",
    "Ann: shows [Ah Ad] (three of a kind, Aces)",
    "Bob: shows [Kh Kd] (a pair of Kings)",
    "Ann collected $9.50 from pot",
    "*** SECOND SHOW DOWN ***",
    "Ann: shows [Ah Ad] (a pair of Aces)",
    "Bob: shows [Kh Kd] (three of a kind, Kings)",
    "Bob collected $9.50 from pot",
    "*** SUMMARY ***",
    "Total pot $20 | Rake $1",
    "Hand was run twice",
    "FIRST Board [As 7c 2c 3h 9s]",
    "SECOND Board [Ks 7d 2d 3s 9h]",
    "Seat 1: Ann (small blind) showed [Ah Ad] and won ($9.50)",
]


def test_a_board_that_was_run_twice_is_replayed_on_both() -> None:
    history = loads(text(*TWICE))
    over = history.check()
    assert (history.runs, over.board, over.boards) == (2, parse_cards("As7c2c3h9s"), (parse_cards("Ks7d2d3s9h"),))
    assert (over.won, history.net, history.unit) == ((1000, 1000, 0), (-50, -50, 0), Fraction(1, 100))


def test_the_rest_of_a_board_that_was_run_twice_is_read() -> None:
    lines = ["Dealt to Ann [Ah Ad]", "Cleo: folds", "Ann: calls $0.05", "Bob: checks", "*** FLOP *** [As 7c 2c]",
             "Ann: bets $9.90 and is all-in", "Bob: calls $9.90 and is all-in",
             "*** FIRST TURN *** [As 7c 2c] [3h]", "*** FIRST RIVER *** [As 7c 2c 3h] [9s]",
             "*** SECOND TURN *** [As 7c 2c] [Kc]", "*** SECOND RIVER *** [As 7c 2c Kc] [Ks]",
             "*** FIRST SHOW DOWN ***", "Ann: shows [Ah Ad] (x)", "Bob: shows [Kh Kd] (x)",
             "Ann collected $10 from pot", "*** SECOND SHOW DOWN ***", "Ann: shows [Ah Ad] (x)",
             "Bob: shows [Kh Kd] (x)", "Bob collected $10 from pot", *end("$20")]  # fmt: skip
    over = loads(text(*lines)).check()
    assert over.boards == (parse_cards("As7c2cKcKs"),)
    assert over.won == (1000, 1000, 0)


def test_hands_that_were_run_twice_are_written_by_nobody() -> None:
    history: History = loads(text(*TWICE))
    for form in ("phh", "pokerstars"):
        with pytest.raises(HistoryError, match=r"run (twice|more than once)"):
            dumps(history, form)


def test_boards_that_are_told_street_by_street_are_read() -> None:
    streets = [line for line in TWICE if line.startswith(("*** FIRST", "*** SECOND")) and "SHOW" not in line]
    by_street = [streets[number] for number in (0, 3, 1, 4, 2, 5)]
    lines = [*TWICE[: TWICE.index(streets[0])], *by_street, *TWICE[TWICE.index(streets[-1]) + 1 :]]
    assert loads(text(*lines)) == loads(text(*TWICE))
