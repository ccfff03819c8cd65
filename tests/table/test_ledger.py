"""Chips are bought, and nobody makes any: buy-ins, cash-outs and payments agree to the last chip."""

import random
from itertools import combinations

import pytest
from msgspec.structs import replace

from fivecard.table.core import Message, Request, TableError, replay
from fivecard.table.core.commands import Decline, End, Grant, PassHost, Rebuy
from fivecard.table.core.events import AskedForChips, Declined, Granted, HostPassed, Vanished, decode, encode
from fivecard.table.core.ledger import COMPUTERS, MOST_EXACT, accounts, payments
from fivecard.table.protocol.view import table_view
from fivecard.table.web.ledger import ledger_csv, ledger_of
from tests.effort import effort
from tests.table.tables import LiveTable, all_chips, refused, table_for


def lose(live: LiveTable, seat: int) -> None:
    """Have a person lose all chips to another."""
    other = next(number for number, person in enumerate(live.table.seats) if person and number != seat)
    chips = live.table.purses[seat].stack
    for number, change in ((seat, -chips), (other, chips)):
        purse = live.table.purses[number].plus(change)
        purses = tuple(purse if each == number else old for each, old in enumerate(live.table.purses))
        live.table = replace(live.table, purses=purses)
    person = live.table.seats[seat]
    assert person
    broke = replace(person, out="broke")
    live.table = replace(live.table, seats=tuple(broke if each is person else each for each in live.table.seats))


# Buying in


def test_who_has_nothing_left_takes_a_new_stack_as_often_as_the_table_allows() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", stack=50, rebuys=2)
    for _ in range(2):
        lose(live, 1)
        assert table_view(live.table, 1, {1}, 0.0).takes_chips
        assert live.ask(1, Rebuy()) == (Granted(1, 50, by="rebuy"),)
    lose(live, 1)
    assert not table_view(live.table, 1, {1}, 0.0).takes_chips
    assert live.ask(1, Rebuy()) == (AskedForChips(1),)
    assert live.ask(0, Decline(seat=1)) == (Declined(1),)
    assert not live.table.seats[1].asks  # type: ignore[union-attr]
    assert live.ask(0, Decline(seat=1)) == ()
    live.ask(1, Rebuy())
    live.ask(0, Grant(seat=1, chips=7))
    state = table_view(live.table, 0, {0}, 0.0)
    assert [(each.name, each.chips, each.by) for each in state.buys] == [
        ("Ann", 50, "start"), ("Bob", 50, "start"), ("Bob", 50, "rebuy"), ("Bob", 50, "rebuy"), ("Bob", 7, "host"),
    ]  # fmt: skip
    assert [each.seq for each in state.buys] == sorted(each.seq for each in state.buys)


def test_chips_that_are_bought_during_a_hand_are_bought_after_the_one_before() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody", stack=50, rebuys=1)
    live.play_round(random.Random(1))
    lose(live, 2)
    live.ready(0, {0, 1, 2})
    live.ready(1, {0, 1, 2})
    assert live.ask(2, Rebuy()) == (Granted(2, 50, by="rebuy"),)
    assert live.table.round is not None
    assert (live.table.round.number, live.table.buys[-1].hand) == (2, 1)


def test_a_stack_is_filled_up_between_hands_as_often_as_the_table_allows() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", stack=50, rebuys=1)
    have(live, 1, 20)
    live.begin()
    assert table_view(live.table, 1, {1}, 0.0).takes_chips > 0  # after the hand
    with refused("not-now"):
        live.ask(1, Rebuy())
    live.play_on_to_the_end(random.Random(1))
    have(live, 1, 20)
    have(live, 0, 80)
    assert live.ask(1, Rebuy()) == (Granted(1, 30, by="top-up"),)
    assert (live.table.purses[1].stack, live.table.purses[1].bought) == (50, 80)
    assert [table_view(live.table, seat, {0, 1}, 0.0).takes_chips for seat in (0, 1)] == [0, 0]
    have(live, 1, 20)
    assert live.ask(1, Rebuy()) == (AskedForChips(1),)  # once, as the table has it
    for _ in range(2):
        have(live, 0, 10)
        assert live.ask(0, Rebuy()) == (Granted(0, 40, by="top-up"),)  # who opened the table, as often as he likes


def test_nobody_fills_up_a_stack_while_somebody_is_ready() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", stack=50, rebuys=1)
    have(live, 1, 20)
    live.ready(0, {0, 1})
    with refused("not-now"):
        live.ask(1, Rebuy())


def have(live: LiveTable, seat: int, stack: int) -> None:
    purses = [replace(purse, stack=stack) if at == seat else purse for at, purse in enumerate(live.table.purses)]
    live.table = replace(live.table, purses=tuple(purses))


def test_the_host_serves_himself_and_others_ask() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", stack=50)
    lose(live, 0)
    assert table_view(live.table, 0, {0}, 0.0).takes_chips
    assert live.ask(0, Rebuy()) == (Granted(0, 50, by="host"),)
    lose(live, 1)
    assert live.ask(1, Rebuy()) == (AskedForChips(1),)


def test_leaving_and_coming_back_gives_no_rebuys_and_another_browser_asks() -> None:
    live = table_for("Ann", "Bob", seats=3, fill="nobody", stack=50, rebuys=1)
    lose(live, 1)
    live.ask(1, Rebuy())
    lose(live, 1)
    live.leave(1)
    live.do(Request(live.to_sit(1, "Bob"), "token of Bob", 0.0))
    assert live.ask(1, Rebuy()) == (AskedForChips(1),)
    live.do(Request(live.to_sit(2, "New"), "token of New", 0.0))
    assert live.table.purses[2].stack == 0
    assert live.ask(2, Rebuy()) == ()  # who sat down without chips has asked already
    assert not table_view(live.table, 2, {2}, 0.0).takes_chips


def test_nobody_is_given_chips_after_the_end() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", rebuys=3)
    live.ask(0, End())
    for seat, message in ((0, Grant(seat=1, chips=5)), (1, Rebuy())):
        with refused("ended"):
            live.ask(seat, message)


def test_the_host_is_passed_on_for_good_and_by_nobody_else() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    with refused("not-host"):
        live.ask(1, PassHost(seat=1))
    live.take(Vanished(0))
    assert live.table.host == 1
    with refused("not-host", "opened"):  # who is host for a while
        live.ask(1, PassHost(seat=1))
    live.come_back(0)
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    with refused("no-seat"):
        live.ask(0, PassHost(seat=7))
    assert live.ask(0, PassHost(seat=2)) == (HostPassed(2),)
    assert live.table.host == 2
    with refused("not-host"):
        live.ask(0, End())
    live.leave(2)
    assert live.table.host == 0
    live.do(Request(live.to_sit(2, "Cy"), "token of Cy", 0.0))
    assert live.table.host == 2


# Conserved


@pytest.mark.parametrize("number", range(effort(3, 40)))
def test_no_evening_makes_or_loses_a_chip(number: int) -> None:
    source = random.Random(number)
    fill = source.choice(["nobody", "nobody", "solid"])
    live = table_for("Ann", "Bob", "Cy", rules=source.choice(["holdem", "five-card-draw"]), seats=5, fill=fill,
                     stack=60, rebuys=source.randrange(3))  # fmt: skip
    refusals = done = 0
    for hand in range(25):
        for _ in range(source.randrange(5)):
            seat = source.randrange(5)
            person = live.table.seats[seat]
            wishes: list[Message] = [
                Rebuy(),
                Grant(seat=seat, chips=source.randint(1, 90)),
                Decline(seat=seat),
                PassHost(seat=seat),
            ]
            try:
                if person is None:
                    name = source.choice(["Di", "Eve", "Flo", f"New {hand}"])
                    live.do(Request(live.to_sit(seat, name), f"token of {name}", 0.0))
                elif source.random() < 0.2:
                    live.leave(seat)
                else:
                    live.ask(source.choice([seat, live.table.host or 0]), source.choice(wishes))
                done += 1
            except TableError:
                refusals += 1
        for seat, person in enumerate(live.table.seats):
            if person and (person.away or person.out == "asked") and live.table.purses[seat].stack:
                live.come_back(seat)
        try:
            live.begin(1000.0 * live.table.seq)
        except TableError:
            continue
        live.play_on_to_the_end(source)
        check(live)
    assert done > 10
    assert live.records
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


def check(live: LiveTable) -> None:
    """The ledger is that of the events, and comes to nothing."""
    found = accounts(live.table)
    assert sum(each.net for each in found) == 0
    assert all(each.net == (each.cash_out or 0) - each.bought for each in found)
    people = [each for each in found if not each.computer]
    if live.table.fill == "nobody":
        assert all_chips(live.table) == 0
        assert len(people) == len(found)
    else:
        assert [each.name for each in found if each.computer] in ([], [COMPUTERS])
    paid = [each.net for each in found]
    for payment in payments([each.net for each in found]):
        assert payment.chips > 0
        paid[payment.payer] += payment.chips
        paid[payment.payee] -= payment.chips
    assert not any(paid)


# Who pays whom


def fewest(nets: list[int]) -> int:
    """How few payments there can be, by trying all ways to make groups that come to nothing."""
    owing = [net for net in nets if net]
    if not owing:
        return 0
    first, rest = owing[0], owing[1:]
    best = len(owing) - 1
    for size in range(len(rest)):
        for others in combinations(range(len(rest)), size):
            if first + sum(rest[each] for each in others) == 0:
                left = [net for number, net in enumerate(rest) if number not in others]
                best = min(best, size + fewest(left))
    return best


@pytest.mark.parametrize("number", range(effort(60, 600)))
def test_all_is_paid_with_as_few_payments_as_there_can_be(number: int) -> None:
    nets = _nets(number)
    found = payments(nets)
    assert len(found) == fewest(nets)
    for each in found:
        nets[each.payer] += each.chips
        nets[each.payee] -= each.chips
    assert not any(nets)


def _nets(number: int) -> list[int]:
    source = random.Random(number)
    nets = [source.randint(-5, 5) for _ in range(source.randint(1, 7))]
    return [*nets, -sum(nets)]


def test_many_are_paid_too_and_in_fewer_payments_than_there_are_people() -> None:
    source = random.Random(1)
    for _ in range(50):
        nets = [source.randint(-500, 500) for _ in range(source.randint(MOST_EXACT + 1, 40))]
        nets += [70, -70, -sum(nets)]
        found = payments(nets)
        assert len(found) < len(nets)
        for each in found:
            nets[each.payer] += each.chips
            nets[each.payee] -= each.chips
        assert not any(nets)


def test_the_file_says_what_the_page_says_and_no_name_is_a_formula() -> None:
    live = table_for("=2+2", 'B,"b', seats=2, fill="nobody", stack=50, rebuys=1)
    lose(live, 1)
    live.ask(1, Rebuy())
    told = ledger_of(live.table)
    assert [(each["name"], each["bought"], each["cash_out"], each["net"]) for each in told["accounts"]] == [
        ("=2+2", 50, 100, 50), ('B,"b', 100, 50, -50),
    ]  # fmt: skip
    assert told["payments"] == [{"payer": 1, "payee": 0, "chips": 50}]
    assert ledger_csv(live.table).split("\r\n") == [
        "name,buy-ins,bought,cash-out,net", "'=2+2,1,50,100,50", '"B,""b",2,100,50,-50', "",
        "payer,payee,chips", '"B,""b",\'=2+2,50', "",
    ]  # fmt: skip
