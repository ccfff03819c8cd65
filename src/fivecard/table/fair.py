"""A shuffle that nobody chooses.

Before a round every browser commits to a seed of its own by telling its hash. Then the server commits to a seed of its
own. Then the browsers open theirs, and the deck follows from all seeds together; after the show the server opens its
seed too. Whoever kept the hashes can check that no seed was changed after others were known, and that the deck is the
one that they make: the deck was not chosen. It does not show that the server did not look at it.

Everything that is hashed is written as parts, each with its length before it, so that no two lists of parts look the
same.
"""

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.draw import Action, Deal, Discard, Record, apply, start
from fivecard.draw.rules import RULES
from fivecard.errors import FivecardError

SEED_BYTES: Final = 32


def encode(*parts: str | bytes) -> bytes:
    r"""Write parts one after the other, each with its length in four bytes before it.

    >>> encode("ab", b"c")
    b'\x00\x00\x00\x02ab\x00\x00\x00\x01c'
    """
    written = bytearray()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        written += len(data).to_bytes(4, "big") + data
    return bytes(written)


def seat_commitment(table: str, round_number: int, seat: int, seed: bytes) -> str:
    """Give what a browser tells before it opens its seed.

    >>> seat_commitment("table", 1, 0, bytes(32))[:8]
    'ee613851'
    """
    return sha256(encode("fivecard seat", table, str(round_number), str(seat), seed)).hexdigest()


def server_commitment(table: str, round_number: int, agreed: str, commitments: Mapping[int, str], seed: bytes) -> str:
    """Give what the server tells before the browsers open their seeds; it covers the rules and who takes part.

    >>> server_commitment("table", 1, "C 0:person 1:sharp", {0: "00" * 32}, bytes(32))[:8]
    '26df3622'
    """
    seats = [part for seat in sorted(commitments) for part in (str(seat), commitments[seat])]
    return sha256(encode("fivecard server", table, str(round_number), agreed, *seats, seed)).hexdigest()


def deal_from(table: str, round_number: int, seeds: Mapping[int, bytes], server_seed: bytes) -> Deal:
    """Shuffle a deck, and the order in which discards would come back, by all seeds together.

    >>> deal = deal_from("table", 1, {0: bytes(32)}, bytes(32))
    >>> print(*deal.deck[:5])
    Ah 3s Kd 2s 6h
    """
    seats = [part for seat in sorted(seeds) for part in (str(seat), seeds[seat])]
    words = _words(server_seed, encode("fivecard deck", table, str(round_number), *seats))
    return Deal(_shuffled(words), _shuffled(words))


def _words(key: bytes, message: bytes) -> Iterator[int]:
    """Give numbers of 16 bits without end."""
    counter = 0
    while True:
        block = hmac.new(key, message + counter.to_bytes(4, "big"), sha256).digest()
        for place in range(0, len(block), 2):
            yield int.from_bytes(block[place : place + 2], "big")
        counter += 1


def _shuffled(words: Iterator[int]) -> tuple[Card, ...]:
    """Exchange each card, from the last, with one up to it. Numbers that would favour some cards are passed over."""
    cards = list(ALL_CARDS)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        fair = 65536 - 65536 % choices
        word = next(word for word in words if word < fair)
        other = word % choices
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def verify(round_record: Mapping[str, Any]) -> list[str]:
    """Check a finished round, as the browser downloads it; give what was checked, or say what is wrong.

    `witness`, if it is there, is what this browser kept from before the deal: its own seed and the server's commitment.
    """
    checked = []
    try:
        table, number = str(round_record["table"]), int(round_record["round"])
        commitments = {int(seat): str(text) for seat, text in round_record["commitments"].items()}
        seeds = {int(seat): bytes.fromhex(text) for seat, text in round_record["seeds"].items()}
        server_seed = bytes.fromhex(round_record["server_seed"])
        told, agreed = str(round_record["server_commitment"]), str(round_record["agreed"])
        shown = [parse_cards(" ".join(cards)) for cards in round_record["hands"]]
        deck, reserve = (parse_cards(" ".join(round_record[name])) for name in ("deck", "reserve"))
        rules, players = RULES[str(round_record["rules"])], int(round_record["players"])
        discards = [parse_cards(" ".join(cards)) for cards in round_record["discards"]]
        winners = tuple(int(seat) for seat in round_record["winners"])
        witness = round_record.get("witness")
        if witness is not None:
            own_seat, own_seed = int(witness["seat"]), bytes.fromhex(witness["seed"])
            seen_commitment, seen_hand = str(witness["server_commitment"]), set(witness.get("hand") or [])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FivecardError(f"this is not a finished round: {error!r}") from None
    if set(seeds) != set(commitments):
        raise FivecardError("the seats that opened a seed are not those that committed to one")
    for seat, seed in seeds.items():
        if seat_commitment(table, number, seat, seed) != commitments[seat]:
            raise FivecardError(f"the seed of seat {seat + 1} is not the one it committed to")
    checked.append(f"{len(seeds)} seat{'s' * (len(seeds) != 1)} opened the seed committed to")
    if server_commitment(table, number, agreed, commitments, server_seed) != told:
        raise FivecardError("the server's seed is not the one it committed to")
    checked.append("the server opened the seed it committed to")
    if witness is not None:
        if seen_commitment != told:
            raise FivecardError("the server's commitment is not the one this browser saw before the deal")
        if seeds.get(own_seat) != own_seed:
            raise FivecardError(f"the seed of seat {own_seat + 1} is not the one this browser made")
        checked.append("both are what this browser saw before the deal")
    deal = deal_from(table, number, seeds, server_seed)
    if (deal.deck, deal.reserve) != (deck, reserve):
        raise FivecardError("the deck is not the one that follows from the seeds")
    checked.append("the deck follows from the seeds")
    if agreed.split(" ")[0] != rules.name or len(agreed.split(" ")) != players + 1:
        raise FivecardError("the rules or the players are not those that the server committed to")
    if witness is not None and seen_hand and seen_hand != set(map(str, deck[own_seat : 5 * players : players])):
        raise FivecardError(f"the cards dealt to seat {own_seat + 1} are not those that this browser showed")
    state = start(rules, players)
    actions: list[Action] = [deal, *(Discard(seat, cards) for seat, cards in enumerate(discards))]
    for action in actions:
        state, _ = apply(state, action)
    if state.winners != winners:
        raise FivecardError(f"seats {[seat + 1 for seat in state.winners]} won, not {[seat + 1 for seat in winners]}")
    if list(state.hands) != shown:
        raise FivecardError("the hands that were shown are not those that the deck and the draws give")
    checked.append(f"the round was played by rules {rules.name} and won as it says")
    Record.of(start(rules, players), actions)  # can be written down
    return checked
