"""An honest table and the real page's windows, coupled in one process by chance that can be repeated.

The core decides, the view is what leaves the server, and node runs the page's own modules (tests/page/windows.js). In
between are networks as they are: what one socket carries comes in order or not at all, states that nobody has read are
replaced, records come by ways of their own, windows sleep, are opened anew and lose their connection, the server is
restarted, people go on with their seats on other devices. Nothing here is dishonest: whatever a browser objects to is a
false accusation.
"""

import json
import random
from collections import deque
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from fivecard.table.core import Table, TableError, decide, replay
from fivecard.table.core.after_end import is_sealed, players
from fivecard.table.core.clock import is_due
from fivecard.table.core.commands import Admit, HandOver, Leave, MissHost, Request, Resume, Return, TakeOver, Tick
from fivecard.table.core.events import CameBack, Committed, Dealt, Ended, Granted, OpenedUp, Sat, Unpaused
from fivecard.table.core.hosting import missed
from fivecard.table.core.seating import return_by_itself
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.messages import Done, Locked, Refusal, SeatLink, read_message, read_password
from fivecard.table.protocol.types import TableView
from fivecard.table.protocol.view import common_view, seen_from
from fivecard.table.runtime.seat_codes import CODE_SECONDS, SeatCodes
from fivecard.table.web.hand_history import Past, player_in
from tests.table import presses
from tests.table.node_windows import Browsers, Socket, Window
from tests.table.tables import LiveTable, as_json, opened_for

PEOPLE: Final = ("Ann", "Bob", "Cy", "Di", "Eve")
PHONE: Final = "'s phone"
"""Of whom it is comes before."""
PASSWORD: Final = "aces"
MOST_WINDOWS: Final = 8
MOST_PRESSES: Final = 12
"""Of each window, until a hand is dealt."""


class World:
    """A table, its people, and all that is on its way between them."""

    def __init__(self, browsers: Browsers, seed: int, *, locked: bool = False, **wishes: Any) -> None:
        self.browsers, self.chance = browsers, random.Random(seed)
        opened = opened_for(secret=f"{seed:064x}", **wishes)
        self.live = LiveTable(replace(opened, password="known by its text") if locked else opened)
        self.now = 1000.0
        self.unrest = self.chance.choice([0.05, 0.3, 1.0])
        """How much happens beside play: at a quiet table, there are more hands."""
        self.sockets: list[Socket] = []
        self.windows: list[Window] = []
        self.fetches: list[tuple[Window, int, str, dict[str, Any] | None]] = []
        self.story: list[str] = []
        """What happened, for those who want to know why."""
        self.witnessed = 0
        """How many records were held against what somebody's browser kept."""
        self.codes = SeatCodes(lambda: self.now)
        self.links: dict[str, str] = {}
        """The last code that each person has for going on with the seat on another device."""
        self._names = 0
        self._out: dict[str, list[tuple[str, int]]] = {}
        self._watched: Table = self.live.table
        self._coming: deque[tuple[float, Table]] = deque()
        self._tell(what="seed", text=str(seed))

    # The browsers

    def _tell(self, **what: Any) -> None:
        """Have something happen to a window, and take what all windows did then."""
        done = self.browsers.tell(now=self.now, **what)
        assert not done["problem"], (done["problem"], self.story[-40:])
        for each in done["did"]:
            self._take(each)
        self._out = done["out"]
        self.hear_of({browser: told for browser, told in done["objections"].items() if told}, done["out"])

    def hear_of(self, objections: dict[str, list[Any]], out: dict[str, list[Any]]) -> None:
        """Take what browsers object to, and whom they count: at an honest table there is nothing to object to."""
        assert not objections, (objections, self.story[-60:])

    def _take(self, did: dict[str, Any]) -> None:
        window = next((each for each in self.windows if each.name == did["window"]), None)
        if window is None:
            return
        if did["what"] == "connect":
            window.socket = Socket(window.token)
            window.answered = None
        elif did["what"] == "send":
            window.socket.up.append(did["text"])
            self._note(window, "sends", did["text"][:90])
        else:
            self.fetches.append((window, did["id"], did["address"], None))

    def _note(self, *what: object) -> None:
        said = [f"{each.browser}{each.name}" if isinstance(each, Window) else str(each) for each in what]
        self.story.append(" ".join(said))

    def open(self, browser: str) -> None:
        self._names += 1
        window = Window(self._names, browser, self.chance.choice([0.1, 1.0, 1.0, 3.0]), Socket(""))
        self.windows.append(window)
        self._note(window, "opens")
        self._tell(what="open", browser=browser, window=window.name)

    def close(self, window: Window) -> None:
        self._note(window, "closes")
        self.windows.remove(window)
        self.fetches = [each for each in self.fetches if each[0] is not window]
        window.socket.open = False
        self._cut(window.socket.up)
        self._tell(what="close", window=window.name)

    def _cut(self, queue: deque[str]) -> None:
        """Lose what is last on its way."""
        for _ in range(self.chance.randrange(len(queue) + 1)):
            queue.pop()

    # The server

    @property
    def table(self) -> Table:
        return self.live.table

    def present(self) -> frozenset[int]:
        here = (self.table.seat_of(each.token) for each in self.sockets if not each.locked)
        return frozenset(seat for seat in here if seat is not None)

    def _happen(self, command: Any) -> None:
        decided = decide(self.table, command)
        if decided.events:
            self.live.accept(decided)
            self._note("   ", self.table.seq, *decided.events)
            self.changed()

    def changed(self) -> None:
        """Have everybody told, those who watch when it is time."""
        if self.table.delay:
            self._coming.append((self.now + self.table.delay, self.table))
        for each in self.sockets:
            if not (each.watches and self._sees_later(each.token)):
                each.news = True

    def _sees_later(self, token: str) -> bool:
        return bool(self.table.delay) and self.table.seat_of(token) is None

    def _table_for(self, token: str) -> Table:
        return self._watched if self._sees_later(token) else self.table

    def flush(self, socket: Socket) -> None:
        """Send what there is to be sent, as it is now."""
        if socket.news and not socket.locked:
            socket.news, socket.watches = False, self._sees_later(socket.token)
            table, present = self._table_for(socket.token), self.present()
            seat = self.table.seat_of(socket.token)
            socket.down.append(self.written(seen_from(common_view(table, present), seat, self.now)))
            if self.chance.random() < 0.2:
                return  # answers that come while this is being sent go out before the next state
        while socket.answers:
            socket.down.append(socket.answers.popleft())

    def written(self, seen: TableView) -> str:
        """What is sent of what a seat may see."""
        return msgspec.json.encode(seen).decode()

    def receive(self, socket: Socket) -> None:
        """Take a message, as web/app.py does."""
        text = socket.up.popleft()
        try:
            answer: Done | SeatLink | Refusal = (
                self._unlock(socket, text) if socket.locked else self._obey(socket, text)
            )
        except TableError as error:
            self._note("    refused", error.code)
            answer = Refusal(error.code, str(error), 0 if socket.locked else self._table_for(socket.token).seq)
        socket.answers.append(msgspec.json.encode(answer).decode())

    def _unlock(self, socket: Socket, text: str) -> Done | SeatLink:
        if read_password(text).password != PASSWORD:
            raise TableError("password", "that is not the password of this table")
        self._happen(Admit(socket.token))
        self._let_in(socket)
        return Done("enter", 0)

    def _obey(self, socket: Socket, text: str) -> Done | SeatLink:
        message, token = read_message(text), socket.token
        giver = self.codes.use(message.code) if isinstance(message, TakeOver) else ""
        if self.chance.random() < 0.02 * self.unrest:
            raise TableError("log", "this cannot be written down")
        if not isinstance(message, Leave):
            self.take_back(token)
        self._happen(Request(message, token, self.now, self.present(), 20.0, giver))
        if isinstance(message, HandOver):
            return SeatLink(self.codes.make(token), int(CODE_SECONDS), "<svg/>")
        return Done(str(message.__struct_config__.tag), self._table_for(token).seq)

    def _let_in(self, socket: Socket) -> None:
        """Have somebody see the table, and be seen."""
        socket.locked, socket.news = False, True
        self.changed()
        self.take_back(socket.token)

    def take_back(self, token: str) -> None:
        if return_by_itself(self.table, token):
            self._happen(Return(token))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and happen what happens by itself."""
        self.now += seconds
        while self._coming and self._coming[0][0] <= self.now:
            self._watched = self._coming.popleft()[1]
            for each in self.sockets:
                if self._sees_later(each.token):
                    each.news = True
        if is_due(self.table, self.now, self.present()):
            self._happen(Tick(self.now, self.present(), 20.0))
        elif missed(self.table, self.present()) is not None and self.chance.random() < 0.1:
            self._happen(MissHost(self.present()))

    def part(self, socket: Socket) -> None:
        """Have the server notice that a socket is gone."""
        self.sockets.remove(socket)
        self.changed()

    def restart(self) -> None:
        self._note("the server is restarted")
        for socket in self.sockets:
            self._cut(socket.down)
        self.sockets = []
        self.live.table = replay(self.live.events)
        self._watched = replay(self.live.events[:1])
        self._coming.clear()
        self.codes = SeatCodes(lambda: self.now)
        if self.table.until is not None:
            self._happen(Resume(self.now, 20.0))
        self.changed()

    def serve(self, place: int) -> None:
        """Answer a request for a record, which is still to arrive."""
        window, number, address, answer = self.fetches[place]
        if answer is None:
            status, body = self._record(window.token, int(address.split("/")[-1].partition(".")[0]))
            answer = {"status": status, "body": json.dumps(body)}
            if self.chance.random() < 0.05:
                answer = {"status": self.chance.choice([0, 503]), "body": '{"message": "not now"}'}
            self.fetches[place] = window, number, address, answer
            return
        del self.fetches[place]
        self._tell(what="fetched", window=window.name, id=number, **answer)

    def _record(self, token: str, number: int) -> tuple[int, Any]:
        found = [each for each in self.live.records if each["round"] == number]
        if not found or (self._sees_later(token) and number > self._watched.head[0]):
            return 404, {"message": "there is no such finished hand"}
        if is_sealed(self._table_for(token)):
            return 200, as_json(Past(found[0], player_in(found[0], self.table.seat_in(token, number))).public())
        return 200, self.given(as_json(found[0]))

    def given(self, record: dict[str, Any]) -> dict[str, Any]:
        """What is given out of a record."""
        return record

    # What happens

    def step(self) -> None:
        """Let something happen, by chance."""
        roll = self.chance.random()
        if not self.windows or (roll < 0.004 * self.unrest and len(self.windows) < MOST_WINDOWS):
            self.open(self.chance.choice(PEOPLE) + self.chance.choice(["", "", "", PHONE]))
        elif roll < 0.007 * self.unrest and len(self.windows) > 1:
            self.close(self.chance.choice(self.windows))
        elif roll < 0.0075 * self.unrest:
            self.restart()
        elif roll < 0.03:
            self.pass_time(
                self.chance.choice([0.1, 1.0, 1.0, 5.0] if self.chance.random() > self.unrest else [25.0, 40.0])
            )
        elif roll < 0.13 and self.fetches:
            self.serve(self.chance.randrange(len(self.fetches)))
        elif roll < 0.14:
            self._tell(what="wait", window=self.chance.choice(self.windows).name)
        elif roll < 0.55 and self.sockets:
            self._at_server(self.chance.choice(self.sockets))
        else:
            self._at_browser(self.chance.choices(self.windows, [each.weight for each in self.windows])[0])

    def _at_server(self, socket: Socket) -> None:
        if not socket.open and (not socket.up or self.chance.random() < 0.1):
            self.part(socket)
        elif socket.up and self.chance.random() < 0.6:
            self.receive(socket)
        elif socket.news or socket.answers:
            self.flush(socket)

    def _at_browser(self, window: Window) -> None:
        socket = window.socket
        if not socket.open:
            self.connect(window)
        elif self.chance.random() < 0.004 * self.unrest or (socket not in self.sockets and not socket.down):
            self.drop(window)
        elif socket.down and self.chance.random() < 0.6:
            self.hear(window)
        elif window.locked:
            self._enter(window)
        elif window.state:
            self.press(window, window.state)

    def _enter(self, window: Window) -> None:
        """Have somebody type a password."""
        window.locked = False
        self._send(window, "enter", password=PASSWORD if self.chance.random() < 0.8 else "kings")

    def connect(self, window: Window) -> None:
        """Have a connection be new at both ends."""
        socket = window.socket
        socket.open = True
        self.sockets.append(socket)
        self._note(window, "connects")
        self._tell(what="accept", window=window.name)
        if self.table.is_admitted(socket.token):
            self._let_in(socket)
        else:
            socket.locked = True
            socket.down.append(msgspec.json.encode(Locked()).decode())

    def drop(self, window: Window) -> None:
        """Have a browser notice that its connection is gone, and try again; the server may notice later."""
        self._note(window, "loses its connection")
        self._cut(window.socket.up)
        window.socket.open = window.locked = False
        self._tell(what="drop", window=window.name)
        self._tell(what="wait", window=window.name)

    def hear(self, window: Window) -> None:
        """Have a window take what comes next."""
        text = window.socket.down.popleft()
        told = json.loads(text)
        if told["type"] == "state":
            window.state = told
            self._note(window, "sees", told["seq"], told["phase"], told["asked"], told["next"])
        else:
            self._note(window, "is told", text)
        if told["type"] == "error":
            window.answered = None
        if told["type"] == "locked" or told.get("code") == "password":
            window.locked = True
        if told["type"] == "seatlink":
            self._take_along(window, told["code"])
        before = dict(self._out.get(window.browser, []))
        self._tell(what="told", window=window.name, text=text)
        seen = told.get("round") or {}
        if told.get("phase") == "playing" and seen["me"] is not None:
            now = self._out.get(window.browser, [])
            dealt = {player["name"] for player in seen["players"] if player["person"]} - self._returned(seen["number"])
            self.count(dealt & {name for name, times in now if times > before.get(name, 0)})

    def _take_along(self, window: Window, code: str) -> None:
        """Have a person open the link to a seat on the other device, sooner or later, or never."""
        self.links[window.person] = code
        if self.chance.random() < 0.7 and len(self.windows) < MOST_WINDOWS:
            self.open(window.person + ("" if window.browser.endswith(PHONE) else PHONE))

    def _returned(self, hand: int) -> set[str]:
        """The names of those who came, or came back, before a deal, perhaps after somebody had opened a nonce."""
        deals = [place for place, event in enumerate(self.live.events) if isinstance(event, Dealt)]
        before = self.live.events[deals[hand - 2] if hand > 1 else 0 : deals[hand - 1]]
        seats = {event.seat for event in before if isinstance(event, Sat | Committed | CameBack | Granted)}
        dealt = self.live.events[deals[hand - 1]]
        assert isinstance(dealt, Dealt)
        return {entrant.name for entrant in dealt.players if entrant.seat in seats}

    def count(self, dealt: set[str]) -> None:
        """Take whom a browser counts as left out of a hand into which they were dealt: at an honest table nobody."""
        assert not dealt, (dealt, self.story[-60:])

    def press(self, window: Window, state: dict[str, Any]) -> None:
        """Have a person press something that the page shows."""
        asked, you, seats = state["asked"], state["you"], state["seats"]
        mine = you is not None and [seats[you]["ready"], seats[you]["commitment"], state["next"]["anew"]]
        playing = state["round"] or {}
        turn = [playing.get(name) for name in ("number", "turn", "street", "legal", "hand")]
        question = json.dumps([state["phase"], state["paused"], turn, you, asked, mine])
        if asked == "seat":
            self._press_without_seat(window, seats)
        elif self.chance.random() < 0.06 * self.unrest:
            if pressed := presses.at_any_time(self.chance, self.table, state):
                self._send(window, pressed[0], **pressed[1])
        elif asked in {"begin", "act", "draw", "back", "chips", "twice"} and window.answered != question:
            window.answered = None if asked == "begin" and state["refused"] else question
            kind, fields = presses.answer(self.chance, state)
            self._send(window, kind, **fields)

    def _press_without_seat(self, window: Window, seats: list[dict[str, Any]]) -> None:
        free = [number for number, seat in enumerate(seats) if not seat["name"]]
        if window.person in self.links and self.chance.random() < 0.5:
            self._send(window, "takeover", code=self.links.pop(window.person))
        elif free and self.chance.random() < 0.2:
            self._send(window, "sit", seat=self.chance.choice(free), name=window.person)

    def _send(self, window: Window, kind: str, **fields: Any) -> None:
        self._note(window, "presses", kind, fields or "")
        self._tell(what="press", window=window.name, type=kind, fields=fields)

    # The end

    def calm_down(self) -> None:
        """Have everything arrive, another hand dealt, the evening end, and all records be looked at by all."""
        self.settle()
        self.play_on()
        while not (self.table.between_rounds and (self.table.ended or not self.table.chips)):
            if self.table.between_rounds:
                self.live.take(Ended())
                self.changed()
            else:
                self.pass_time(100.0)
            self.settle()
        self.open_up()
        self.check_records()

    def open_up(self) -> None:
        """Have all who played with chips agree that everybody sees all cards."""
        if self.table.chips:
            self.live.take(*[OpenedUp(token) for token in sorted(players(self.table))])
            self.changed()
            self.settle()

    def play_on(self) -> None:
        """Have all who are here press what they are asked for: if a hand can be dealt, it is."""
        if self.table.paused is not None:
            self.live.take(Unpaused(self.now))
            self.changed()
        while not self.table.between_rounds:
            self.pass_time(100.0)
        self.settle()
        before, here = self.table.rounds_begun, {self.table.seat_of(each.token) for each in self.sockets} - {None}
        able = [seat for seat in here if seat is not None and (not self.table.chips or self.table.purses[seat].stack)]
        if self.table.ended or len(able) < (1 if self.table.fill != "nobody" else 2):
            return
        self.unrest = 0.0
        for _ in range(MOST_PRESSES):
            for window in self.windows:
                if window.state and window.state["asked"] in {"begin", "back"}:
                    self.press(window, window.state)
                    self.settle()
            self.pass_time(5.0)  # those who are not here are waited for
            self.settle()
            if self.table.rounds_begun > before:
                return
        raise AssertionError("nobody can be ready", self.story[-80:])

    def settle(self) -> None:
        """Have everything arrive that is on its way."""
        busy = True
        while busy:
            busy = any([*map(self._settle_window, self.windows), *map(self._settle_socket, list(self.sockets))])
            while self.fetches:
                self.serve(0)
                busy = True
            if not busy:
                for window in self.windows:  # what could not be had is asked for again
                    self._tell(what="wait", window=window.name)
                busy = bool(self.fetches)

    def _settle_window(self, window: Window) -> bool:
        if not window.socket.open:
            self.connect(window)
        elif window.socket not in self.sockets and not window.socket.down:
            self.drop(window)
        elif window.socket.down:
            self.hear(window)
        elif window.locked:
            self._enter(window)
        else:
            return False
        return True

    def _settle_socket(self, socket: Socket) -> bool:
        if socket.up:
            self.receive(socket)
        elif not socket.open:
            self.part(socket)
        elif (socket.news and not socket.locked) or socket.answers:
            self.flush(socket)
        else:
            return False
        return True

    def check_records(self) -> None:
        """Verify all records, with what every browser kept of them."""
        for record in map(as_json, self.live.records):
            verify(record)
            for browser in [person + device for person in PEOPLE for device in ("", PHONE)]:
                kept = self.browsers.tell(now=self.now, what="kept", browser=browser)
                witness = kept.get(f"fivecard table {record['round']}", {})
                if "nonce" in witness and "player" in witness:
                    verify(record | {"witness": witness})
                    self.witnessed += 1
        if self.live.records:
            follow(as_json(self.live.records))
