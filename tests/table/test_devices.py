"""A seat that goes from one device to another of the same person, and to nobody else."""

import asyncio
import contextlib
import random

import pytest
from msgspec.structs import replace

from fivecard.table.client import Person
from fivecard.table.core import Request
from fivecard.table.core.commands import HandOver, Kick, TakeOver
from fivecard.table.core.events import TookOver
from fivecard.table.runtime.seat_codes import CODE_SECONDS, SeatCodes
from tests.table.server import Server, get, meet, open_table, play_hands, run
from tests.table.tables import LiveTable, opened_for, refused, table_for, table_of

# The seat


def take_over(live: LiveTable, giver: str, token: str) -> None:
    live.do(Request(TakeOver(code="known"), token, 0.0, giver=giver))


def test_a_seat_goes_over_with_chips_cards_and_what_a_host_may_do() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.begin()
    before = live.table
    take_over(live, "token of Ann", "other")
    assert live.events[-1] == TookOver(0, "other")
    assert live.table.seat_of("token of Ann") is None
    assert live.table.seat_of("other") == live.table.host == 0
    assert live.table.opener == "other"
    assert (live.table.purses, live.table.round, live.table.since) == (before.purses, before.round, before.since)
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert live.table.playing.number == 2


def test_hands_that_were_seen_from_another_seat_stay_seen() -> None:
    live = table_of("Ann", "Bob")
    live.begin()
    live.play_on_to_the_end(random.Random(1))
    live.leave(0)
    live.do(Request(live.to_sit(3, "Ann"), "token of Ann", 0.0))
    take_over(live, "token of Ann", "other")
    assert live.table.seat_in("other", 1) == 0
    assert live.table.seat_in("token of Ann", 1) is None


@pytest.mark.parametrize(
    ("giver", "token", "code"),
    [
        ("", "other", "no-code"),
        ("token of Eve", "other", "no-code"),
        ("token of Ann", "token of Ann", "seated"),
        ("token of Ann", "token of Bob", "seated"),
    ],
)
def test_a_seat_goes_to_nobody_else(giver: str, token: str, code: str) -> None:
    live = table_for("Ann", "Bob", seats=2)
    with refused(code):
        take_over(live, giver, token)


def test_nobody_comes_back_by_another_device_who_was_removed_or_has_lost() -> None:
    live = table_for("Ann", "Bob", "Cleo", seats=3)
    live.begin()
    live.play_on_to_the_end(random.Random(2))
    live.leave(2)
    with refused("seated", "another name"):
        take_over(live, "token of Bob", "token of Cleo")
    live.begin()
    live.ask(0, Kick(seat=1))
    with refused("kicked"):
        take_over(live, "token of Bob", "other")


def test_only_who_sits_may_ask_for_a_code() -> None:
    live = table_for("Ann", seats=2)
    with refused("spectator"):
        live.do(Request(HandOver(), "token of Eve", 0.0))
    assert live.do(Request(HandOver(), "token of Ann", 0.0)) == ()


def test_who_opened_a_table_has_said_its_password_for_every_device() -> None:
    live = LiveTable(replace(opened_for(), password="known by its text"))
    live.do(Request(live.to_sit(0, "Ann"), "token of Ann", 0.0))
    take_over(live, "token of Ann", "other")
    assert live.table.is_admitted("token of Ann")
    assert live.table.is_admitted("other")


# The code


def test_a_code_is_good_once_for_two_minutes_and_until_the_next() -> None:
    now = 0.0
    codes = SeatCodes(lambda: now)
    first = codes.make("ann")
    second = codes.make("ann")
    other = codes.make("bob")
    assert len({first, second, other}) == 3
    assert codes.use(first) == ""
    assert codes.use("") == ""
    assert codes.use(second) == "ann"
    assert codes.use(second) == ""
    now = CODE_SECONDS
    assert codes.use(other) == ""


# At a server


def test_the_other_device_plays_on_in_the_hand_and_the_first_one_watches(server: Server) -> None:
    async def work() -> None:
        laptop = Person(server.base, "")
        table = open_table(server, laptop, seats=2, fill="nobody", clock=300)
        bob, phone, eve = (Person(server.base, table) for _ in range(3))
        async with laptop, bob, phone, eve:
            await laptop.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(laptop, bob)
            await bob.begin()
            await laptop.begin()
            held = (await laptop.until(lambda state: state["phase"] == "playing"))["round"]["hand"]
            phone.listening = eve.listening = True
            link = await laptop.ask("handover")
            assert "<svg" in link["picture"]
            void = await laptop.ask("handover")
            for code in (link["code"], "", "0" * 22):  # an old one, and guesses
                assert (await eve.ask("takeover", code=code))["type"] == "error"
            assert (await eve.ask("handover"))["code"] == "spectator"
            assert (await phone.ask("takeover", code=void["code"]))["type"] == "done"
            assert (await eve.ask("takeover", code=void["code"]))["code"] == "no-code"
            state = await phone.until(lambda state: state["you"] == 0)
            assert state["round"]["hand"] == held
            watches = await laptop.until(lambda state: state["you"] is None)
            assert watches["round"]["hand"] == []
            known = state["seats"][0]["commitment"]
            await phone.ask("commit", commitment=phone.commitment(), instead=known)
            await phone.until(lambda state: state["seats"][0]["commitment"] in phone.nonces)
            heard = "".join(eve.heard)
            assert not any(f'"{card}"' in heard for card in held)
            await asyncio.gather(play_hands(phone, 2, random.Random(1)), play_hands(bob, 2, random.Random(2)))
            assert (await phone.ask("end"))["type"] == "done"  # the host is who has the seat
            seen = [get(server, f"/t/{table}/rounds/1.json", person).json()["me"] for person in (phone, laptop)]
            assert seen == [0, None]

    run(work())


def test_a_code_that_many_try_at_once_gives_the_seat_to_one_of_them(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2, fill="nobody", clock=300)
        async with ann:
            await ann.sit(0, "Ann")
            code = (await ann.ask("handover"))["code"]
            async with contextlib.AsyncExitStack() as here:
                all_of_them = [await here.enter_async_context(Person(server.base, table)) for _ in range(8)]
                for each in all_of_them:
                    await each.until(bool)
                answers = await asyncio.gather(*(each.ask("takeover", code=code) for each in all_of_them))
                assert sorted(answer.get("code", "done") for answer in answers) == ["done", *["no-code"] * 7]

    run(work())


def test_a_device_without_its_seat_sees_as_late_as_all_who_watch(server: Server) -> None:
    """What it saw from the seat it may keep; nothing new of the hand comes to it."""

    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2, fill="nobody", clock=300, delay=60)
        bob, phone = Person(server.base, table), Person(server.base, table)
        async with ann, bob, phone:
            await ann.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(ann, bob)
            code = (await ann.ask("handover"))["code"]
            assert (await phone.until(bool))["seq"] == 1
            assert (await phone.ask("takeover", code=code))["type"] == "done"
            await phone.until(lambda state: state["you"] == 0)
            ann.listening = True
            await phone.ask("commit", commitment=phone.commitment(), instead=phone.state["seats"][0]["commitment"])
            for each in (phone, bob):
                await each.until(lambda state: state["seats"][0]["commitment"] in phone.nonces)
            await phone.begin()
            await bob.begin()
            held = (await phone.until(lambda state: state["phase"] == "playing"))["round"]["hand"]
            assert held
            assert (await ann.ask("act", do="check"))["code"] == "spectator"
            assert (await ann.ask("begin", nonce="00" * 32, commitment=ann.commitment()))["code"] == "spectator"
            assert ann.state["seq"] == 1
            assert '"playing"' not in "".join(ann.heard)

    run(work())


def test_the_invitation_is_a_qr_code_of_the_tables_address(server: Server) -> None:
    table = server.open_table()
    answer = get(server, f"/t/{table}/invitation.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert answer.text != get(server, f"/t/{server.open_table()}/invitation.svg").text
    assert get(server, "/t/nowhere/invitation.svg").status_code == 404
