"""States of a table as a server would send them, written by hand: the page is state in, DOM out.

Each is what one seat sees at a moment that is hard to reach by playing: six people, a side pot, four open cards.
"""

from collections.abc import Sequence
from typing import Any

State = dict[str, Any]
NAMES = ("Ann", "Bob", "Clara", "Ada", "Dan", "Mia")
HAND = ("Kh", "Kc", "9h", "6h", "2h")
DRAW = {
    "name": "five-card-draw", "title": "five-card draw", "limit": "pot limit", "stakes": "ante 10", "chips": True,
    "about": "Five cards each, one draw, and the best hand wins.", "hand": 5, "draws": 1, "board": False,
}  # fmt: skip
HOLDEM = DRAW | {
    "name": "holdem", "title": "Texas hold'em", "limit": "no limit", "stakes": "blinds 5/10", "hand": 2, "draws": 0,
    "board": True, "about": "Two cards each and five for all; the best five of the seven win.",
}  # fmt: skip
STUD = DRAW | {
    "name": "seven-card-stud", "title": "seven-card stud", "limit": "fixed limit", "stakes": "ante 2", "hand": 7,
    "draws": 0, "about": "Seven cards each, four of them open; the best five win.",
}  # fmt: skip
AMOUNTS = {"ante": 10, "blinds": [0, 0], "bring_in": None, "small_bet": None, "big_bet": None}
NO_CHIPS = DRAW | {"name": "C", "title": "five-card draw, up to three cards", "limit": "", "stakes": "", "chips": False}


def seat(name: str | None, **changes: Any) -> State:
    return {
        "name": name, "away": False, "out": "", "ready": False, "connected": name is not None, "rounds": 17,
        "won": 3, "stack": 1240, "net": 240, "biggest": 680,
        "best": "full house, kings over fives", "asks": False, "leaving": False, "commitment": "", "late": False,
    } | changes  # fmt: skip


def player(number: int, name: str, **changes: Any) -> State:
    return {
        "seat": number, "name": name, "level": "solid" if name == "Ada" else None, "drew": [],
        "stack": 1240, "bet": 0, "folded": False, "all_in": False, "cards": 0 if number == 0 else 5,
        "up": [], "did": "", "button": number == 1, "bank": 30.0,
    } | changes  # fmt: skip


def table(
    game: State = DRAW, players: Sequence[State] = (), seats: Sequence[State] = (), round_: State | None = None,
    **changes: Any,
) -> State:  # fmt: skip
    playing = {
        "number": 18, "me": 0, "turn": 0, "hand": list(HAND), "players": list(players),
        "pot": 140, "pots": [{"amount": 140, "players": [0]}],
        "board": [], "boards": [], "may_show": [],
        "street": "before the draw", "made": "a pair of kings", "made_of": ["Kh", "Kc"], "price": 0,
        "legal": None, "pad": "",
    } | (round_ or {})  # fmt: skip
    return {
        "type": "state", "table": "north", "seq": 40, "phase": "playing", "rules": game["name"], "fill": "solid",
        "computers": "", "clock": 30, "next_in": 0, "practice": True, "you": 0, "left": 18.0, "in_bank": False,
        "asked": "act" if players else "begin", "sits_out": False, "substitute": "nobody", "refused": "", "waited": [],
        "sealed": game["chips"],
        "seats": list(seats) or [seat(None if name == "Ada" else name) for name in NAMES],
        "round": playing if players else None, "next": {"round": 19, "commitment": "11" * 32},
        "chain": {"round": 0, "hash": "00" * 32}, "game": game, "amounts": AMOUNTS if game["chips"] else None,
        "next_stakes": "", "host": 0, "paused": False, "ended": False, "watching": 2, "talk": list(TALK),
        "summary": [], "stack": 1000, "takes_chips": 0, "rebuys": 0, "buys": [], "sit_and_go": None,
        "locked": False, "next_table": "", "next_by": "", "agreed": 0, "players": 0, "agrees": False,
    } | changes  # fmt: skip


TALK = [
    {"seat": 1, "name": "Bob", "text": "Last one before tea", "at": 1763236140.0, "reaction": False},
    {"seat": 5, "name": "Mia", "text": "you said that an hour ago", "at": 1763236200.0, "reaction": False},
]
LEGAL = {
    "fold": True, "check": False, "call": 60, "bring_in": 0, "lowest_raise": 120, "highest_raise": 1240,
    "raise_step": 1, "draw": False, "most_discards": 0, "sizes": {"half": 160, "two_thirds": 193, "pot": 260},
}  # fmt: skip
AROUND = [
    player(0, "Ann"),
    player(1, "Bob", stack=985),
    player(2, "Clara", stack=1410, did="checked"),
    player(3, "Ada", stack=870, bet=20, did="bet 20"),
    player(4, "Dan", stack=1055, folded=True, did="folded", cards=0),
    player(5, "Mia", stack=0, bet=1240, all_in=True, did="raised to 1,240"),
]


def betting() -> State:
    return table(players=AROUND, round_={"legal": LEGAL, "price": 60})


def heads_up() -> State:
    """Fixed limit for two, where the solution gives hints."""
    two = [player(0, "Ann", did="checked"), player(1, "Ada", bet=20, did="bet 20")]
    legal = LEGAL | {"call": 20, "lowest_raise": 40, "highest_raise": 40, "sizes": {}}
    seats = [seat("Ann"), seat(None)]
    return table(DRAW | {"limit": "fixed limit"}, two, seats, {"legal": legal, "price": 20, "pot": 40})


def heads_up_draw() -> State:
    legal = LEGAL | {"fold": False, "call": 0, "lowest_raise": 0, "highest_raise": 0, "draw": True, "most_discards": 5}
    playing = heads_up()["round"] | {"legal": legal, "street": "the draw", "price": 0}
    return heads_up() | {"round": playing, "asked": "draw"}


def waiting() -> State:
    """It is another's turn, and there is something to decide ahead."""
    return table(players=[AROUND[0] | {"bet": 40}, *AROUND[1:]], round_={"turn": 2, "price": 80}, asked="ahead")


def checked_to() -> State:
    """Nobody has bet: checking is free."""
    free = LEGAL | {"check": True, "call": 0, "lowest_raise": 10}
    return table(players=[each | {"bet": 0, "did": ""} for each in AROUND], round_={"legal": free})


def drawing() -> State:
    legal = LEGAL | {"fold": False, "call": 0, "lowest_raise": 0, "highest_raise": 0, "draw": True, "most_discards": 5}
    drew = [each | {"bet": 0, "did": "drew 2" if each["seat"] in {2, 3, 5} else each["did"]} for each in AROUND]
    pots = [{"amount": 300, "players": [0, 2, 5]}, {"amount": 180, "players": [0, 2]}]
    return table(
        players=drew, round_={"legal": legal, "street": "the draw", "pot": 480, "pots": pots}, left=21.0, asked="draw"
    )


def win(amount: int, player: int, cards: Sequence[str], **more: Any) -> State:
    """A pot that one player has won."""
    alone = {"players": [player], "amounts": [amount], "cards": [list(cards)]}
    return {"pot": 0, "board": 0, "part": ""} | alone | more


def shown(*, won: bool = True) -> State:
    mine = ["Kh", "Kc", "Ks", "Jc", "7d"]
    hands = [mine, [], ["Ac", "Ad", "9c", "9d", "5s"], [], [], ["Jd", "Js", "Tc", "8d", "3s"]]
    ended = [each | {"bet": 0, "did": "", "folded": each["seat"] in {1, 3, 4}, "cards": 0} for each in AROUND]
    lines = ["You win 680 with three kings.", "Clara had two pair, aces and nines.", "Mia had a pair of jacks."]
    others = ["Clara wins 680 with two pair, aces and nines.", "You had three kings.", "Mia had a pair of jacks."]
    show = {
        "hands": hands, "made": ["three kings", "", "two pair, aces and nines", "", "", "a pair of jacks"],
        "made_of": [mine[:3], [], hands[2][:4], [], [], hands[5][:2]], "winners": [0 if won else 2],
        "won": [680 if won else 0, 0, 0 if won else 680, 0, 0, 0], "returned": [0] * 6,
        "lines": lines if won else others, "stages": [], "showed": [[]] * 6,
        "wins": [win(680, 0, mine[:3]) if won else win(680, 2, hands[2][:4])],
    }  # fmt: skip
    round_ = {"turn": None, "hand": mine, "show": show, "pot": 0}
    return table(players=ended, phase="shown", left=None, round_=round_, asked="begin")


def next_hand() -> State:
    """Some are ready, and the next hand begins by itself."""
    seats = [seat("Ann"), seat("Bob", ready=True), seat("Clara"), seat(None), seat("Dan", out="asked"), seat("Mia")]
    return shown() | {"left": 6.0, "seats": seats, "waited": [0, 2, 5]}


def late() -> State:
    """Somebody sat down when others were ready already."""
    state = next_hand()
    return state | {
        "seats": [state["seats"][0] | {"late": True}, *state["seats"][1:]], "asked": "late", "waited": [2, 5],
    }  # fmt: skip


def lobby(*, you: int | None = 0) -> State:
    seats = [seat("Ann" if you == 0 else None, stack=1000), seat("Bob", stack=1000), *(seat(None) for _ in range(4))]
    longest = "an ante, no blinds, and bets of twice and four times the ante"
    computers = f"Solved plays like solid here: its own strategy is for {longest}."
    asked = "seat" if you is None else "begin"
    return table(seats=seats, phase="lobby", left=None, you=you, fill="solved", computers=computers, asked=asked)


def watching() -> State:
    return betting() | {
        "you": None,
        "asked": "seat",
        "round": betting()["round"] | {"me": None, "hand": [], "made": None, "legal": None},
    }


def holdem() -> State:
    players = [each | {"cards": 2 if each["cards"] else 0} for each in AROUND]
    board = ["Kd", "9s", "4h", "2c", "Th"]
    hand = {"hand": ["Kh", "9c"], "board": board, "street": "the river", "made": "two pair, kings and nines"}
    return table(HOLDEM, players, round_=hand | {"legal": LEGAL, "price": 60})


def flop(*, board: str = "Kd 9s 4h", hand: str = "Kh 9c", scale: int = 1, **changes: Any) -> State:
    """Everybody has bet: there are chips before six seats, and cards for all between them."""
    held = hand.split()
    players = [
        each | {"bet": 40 * scale, "stack": 1240 * scale, "cards": len(held) if number else 0, "all_in": False,
                "folded": False, "did": "" if number < 2 else "called"}
        for number, each in enumerate(AROUND)
    ]  # fmt: skip
    legal = LEGAL | {"call": 60 * scale, "lowest_raise": 120 * scale, "highest_raise": 1240 * scale}
    shown = {"hand": held, "board": board.split(), "street": "on the flop", "legal": legal, "price": 60 * scale}
    return table(HOLDEM, players, round_=shown | {"pot": 480 * scale} | changes)


def side_pots() -> State:
    """Billions, in three pots."""
    pots = [{"amount": 160_000_000, "players": [0, 1]}] * 3
    return flop(board="Kd 9s 4h 2c Th", scale=1_000_000, pots=pots)


BOARD = ("Kd", "9s", "4h", "2c", "Th")
ALL_IN = [["Kh", "9c"], ["Ah", "Ac"], [], [], [], ["Jc", "Qd"]]


def all_in() -> State:
    """Three are all in on the flop, and the cards come one after the other: the state before that."""
    ahead = flop(pot=2480, turn=5)
    return ahead | {"asked": "nothing", "phase": "playing"}


def run_out(*, twice: bool = False) -> State:
    """The same hand, over: every card is there, and how it came."""
    shares = [[0.7182, 0.2113, 0, 0, 0, 0.0706], [0.7738, 0.0952, 0, 0, 0, 0.131], [0.0, 0.0, 0, 0, 0, 1.0]]
    boards = [["Kd", "9s", "4h", "Ad", "3c"]] if twice else []
    at_first = [board[:3] for board in boards]
    open_ = [
        {"hands": ALL_IN, "board": list(BOARD[: 3 + at]), "boards": at_first, "shares": share}
        for at, share in enumerate(shares)
    ]
    for at in range(2 if twice else 0):
        open_ += [{"hands": ALL_IN, "board": list(BOARD), "boards": [boards[0][: 4 + at]], "shares": shares[at]}]
    wins = [win(2480, 5, ["Kd", "Qd", "Jc", "Th", "9s"])]
    if twice:
        wins = [win(1240, 1, ["Ah", "Ac", "Ad"], board=1), win(1240, 5, ["Kd", "Qd", "Jc", "Th", "9s"])]
    won = [0, 1240, 0, 0, 0, 1240] if twice else [0, 0, 0, 0, 0, 2480]
    show = {
        "hands": ALL_IN, "made": ["two pair, kings and nines", "a pair of aces", "", "", "", "a straight, king high"],
        "made_of": [[], [], [], [], [], []], "winners": [1, 5] if twice else [5], "returned": [0] * 6,
        "won": won,
        "lines": ["Mia wins 2,480 with a straight, king high."], "wins": wins, "stages": open_, "showed": [[]] * 6,
    }  # fmt: skip
    players = [
        each | {"bet": 0, "folded": not ALL_IN[number], "cards": 0, "did": "", "stack": won[number], "all_in": False}
        for number, each in enumerate(AROUND)
    ]
    round_ = {"board": list(BOARD), "boards": boards, "show": show, "turn": None, "pot": 0, "legal": None}
    over = flop(board=" ".join(BOARD)) | {"phase": "shown", "left": None, "asked": "begin"}
    return over | {"round": over["round"] | round_ | {"players": players}}


def showing() -> State:
    """A hand that is over, whose loser may show cards; the next one deals itself."""
    state = run_out()
    return state | {"next_in": 5, "round": state["round"] | {"may_show": ["Kh", "9c"]}}


def showing_five() -> State:
    state = shown()
    return state | {"next_in": 5, "round": state["round"] | {"may_show": state["round"]["hand"]}}


def two_boards() -> State:
    return run_out(twice=True)


def six_cards() -> State:
    state = flop(board="Kd 9s 4h 2c Th", hand="Kh 9c 2d 3d 4d 5d")
    return state | {"game": state["game"] | {"name": "omaha-6", "title": "Omaha with six cards", "hand": 6}}


def stud() -> State:
    up = ["", "Ah 7d 7s 2c", "Qs Js Ts 4d", "5h 5d 8s Kd", "", "3c 3d 9c As"]
    players = [each | {"cards": 3, "up": cards.split()} for each, cards in zip(AROUND, up, strict=True)]
    players[0] |= {"cards": 0, "up": ["9h", "6h", "2h", "Jd"]}
    players[4] |= {"cards": 0, "up": []}
    fixed = LEGAL | {"lowest_raise": 120, "highest_raise": 120}
    hand = [*HAND, "Jd", "4s"]
    return table(STUD, players, round_={"hand": hand, "street": "the last card", "legal": fixed, "price": 60})


def without_chips() -> State:
    players = [
        each | {"bet": 0, "stack": 0, "folded": False, "all_in": False, "did": "", "button": False} for each in AROUND
    ]
    players[2] |= {"drew": [2], "did": "drew 2"}
    legal = LEGAL | {"fold": False, "call": 0, "lowest_raise": 0, "highest_raise": 0, "draw": True, "most_discards": 3}
    round_ = {"pot": 0, "pots": [], "street": "the draw", "legal": legal}
    return table(NO_CHIPS, players, round_=round_, asked="draw", substitute="solid")


def long_names() -> State:
    longest = "Wolfgang Amadeus MWW"
    players = [AROUND[0] | {"name": longest, "button": True}, *AROUND[1:]]
    seats = [seat(longest), *(seat(name) for name in NAMES[1:])]
    game = DRAW | {"limit": "fixed limit", "stakes": "ante 1, bets 2/4"}
    made = "high card, ace queen five three two"
    return table(game, players, seats, {"legal": LEGAL, "price": 60, "made": made})


def paused() -> State:
    return betting() | {"paused": True, "left": None, "asked": "nothing"}


def chips_asked_for() -> State:
    """Two ask the host for chips, one of whom has a long name."""
    state = shown()
    seats = [*state["seats"]]
    seats[1] = seat("Wolfgang Amadeus MWW", out="broke", asks=True, stack=0)
    seats[5] = seat("Mia", out="broke", asks=True, stack=0)
    return state | {"seats": seats}


def broke() -> State:
    state = shown(won=False)
    seats = [seat("Ann", out="broke", stack=0, net=-1000), *state["seats"][1:]]
    return state | {"seats": seats, "asked": "chips", "takes_chips": 1000}


def over() -> State:
    """After the last hand of an evening."""
    return shown() | {"asked": "over", "ended": True, "agreed": 1, "players": 5}


SIT_AND_GO: State = {
    "level": 3, "hands_left": 4, "seconds_left": None, "then": "blinds 30/60", "left": 4, "prizes": [3000, 1800, 1200],
    "places": [
        {"place": 5, "seat": 4, "name": "Dan", "you": False, "prize": 0},
        {"place": 6, "seat": 1, "name": "Bob", "you": False, "prize": 0},
    ],
}  # fmt: skip


def sit_and_go() -> State:
    game = HOLDEM | {"stakes": "blinds 20/40"}
    return flop() | {"game": game, "sit_and_go": SIT_AND_GO}


def placed() -> State:
    """Somebody is out of a sit-and-go that goes on."""
    places = [{"place": 4, "seat": 0, "name": "Ann", "you": True, "prize": 0}, *SIT_AND_GO["places"]]
    state = flop()
    round_ = state["round"] | {
        "me": None,
        "hand": [],
        "made": None,
        "legal": None,
        "players": state["round"]["players"][1:],
    }
    seats = [seat("Ann", out="broke", stack=0), *state["seats"][1:]]
    return state | {
        "round": round_, "seats": seats, "asked": "nothing", "sit_and_go": SIT_AND_GO | {"left": 3, "places": places},
    }  # fmt: skip


NINE = (*NAMES, "Eve", "Wolfgang Amadeus MWW", "Ines")


def nine() -> State:
    """A full table of nine, all of whom have bet."""
    state = flop()
    players = [
        player(number, name, bet=40, stack=1240, cards=2 if number else 0, did="called" if number > 1 else "")
        for number, name in enumerate(NINE)
    ]
    return state | {
        "seats": [seat(None if name == "Ada" else name) for name in NINE],
        "round": state["round"] | {"players": players},
    }  # fmt: skip


def nine_shown() -> State:
    """The end of a hand of nine, with the board and three hands."""
    state, end = nine(), shown()["round"]["show"]
    hands = [["Kh", "9c"], [], [], ["As", "Ad"], [], [], ["Qs", "Qd"], [], []]
    show = end | {
        "hands": hands, "made": ["two pair", "", "", "a pair of aces", "", "", "a pair of queens", "", ""],
        "made_of": [["Kh", "9c", "Kd", "9s", "4h"], *[[]] * 8], "winners": [0], "won": [680, *[0] * 8],
        "returned": [0] * 9,
    }  # fmt: skip
    players = [
        each | {"bet": 0, "did": "", "cards": 0, "folded": not hands[each["seat"]]}
        for each in state["round"]["players"]
    ]
    board = ["Kd", "9s", "4h", "2c", "Th"]
    round_ = state["round"] | {"players": players, "show": show, "board": board, "turn": None, "pot": 0, "legal": None}
    return state | {"round": round_, "phase": "shown", "left": None, "asked": "begin"}


STATES = {
    make.__name__: make
    for make in (
        lobby, betting, heads_up, heads_up_draw,
        checked_to, waiting, drawing, shown, next_hand, late, watching, holdem, stud, flop,
        side_pots, six_cards,
        without_chips, paused, long_names, showing, showing_five, two_boards,
        chips_asked_for, broke, sit_and_go, placed, nine, nine_shown,
    )
}  # fmt: skip
"""Every phase, and every kind of game."""
