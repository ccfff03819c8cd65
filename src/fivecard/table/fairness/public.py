"""What can be checked of a hand whose record is kept back: chips, cards that lay open, the chain, and what one saw.

With chips, the deck would show what was folded. As long as not all who played agree to that, everybody has the hand as
it was seen, and the hash of its record, which fixes the rest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from fivecard.table.core.commitments import first_link
from fivecard.table.core.game import rules_in
from fivecard.table.fairness.verify import SHOWN, AuditError
from fivecard.words.english import counted

_Count: TypeAlias = Annotated[int, Meta(ge=0)]
_Hash: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_Card: TypeAlias = Annotated[str, Meta(pattern=r"\A[2-9TJQKA][cdhs]\Z")]
UNSEEN: Final = (
    "NOT checked is the deck, and with it whose hand was best: the record of this hand shows what was folded, and is "
    "kept back until all who played agree"
)


class _PublicHand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand as everybody may have it."""

    public: Literal[True]
    hash: _Hash
    me: _Count | None
    table: str
    round: _Count
    rules: str
    limit: str
    openers: Literal[True] | UnsetType = UNSET
    stakes: dict[str, Any]
    stacks: tuple[_Count, ...]
    button: _Count
    at: int
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    seats: tuple[Annotated[str, Meta(pattern=r"\A[0-9]:[a-z][a-z0-9-]*\Z")], ...]
    previous: _Hash
    next_commitment: _Hash
    hands: tuple[tuple[_Card, ...], ...]
    made: tuple[str, ...]
    made_of: tuple[tuple[_Card, ...], ...]
    winners: tuple[_Count, ...]
    won: tuple[_Count, ...]
    returned: tuple[_Count, ...]
    finishing_stacks: tuple[_Count, ...]
    lines: tuple[str, ...]
    runs: Any = UNSET
    showed: Any = UNSET
    actions: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]
    told: tuple[str, ...]


def verify_public(record: Mapping[str, Any]) -> list[str]:
    """Check a hand whose record is kept back, as far as that goes; give what was checked, or raise what is not so."""
    witness = record.get("witness")
    try:
        hand = convert({name: value for name, value in record.items() if name != "witness"}, _PublicHand)
        rules_in(record)
        checked = [_check_chain(hand), _check_chips(hand), _check_cards(hand)]
        if witness is not None:
            checked.append(_check_witness(hand, witness))
    except AuditError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise AuditError("not-a-round", f"this is not a hand as everybody saw it: {error!r}") from None
    return [*checked, UNSEEN]


def _check_chain(hand: _PublicHand) -> str:
    if hand.round == 1 and hand.previous != first_link(hand.table):
        raise AuditError("chain", "the chain is broken: round 1 does not follow the opening of its table")
    return f"it follows {f'round {hand.round - 1}' if hand.round > 1 else 'the opening of the table'}"


def _check_chips(hand: _PublicHand) -> str:
    """Check that no chip was made or lost, and that the winners are those who won some."""
    players = len(hand.seats)
    lists = (
        hand.names,
        hand.levels,
        hand.stacks,
        hand.finishing_stacks,
        hand.won,
        hand.returned,
        hand.hands,
        hand.made,
    )
    if any(len(each) != players for each in lists):
        raise AuditError("written", "there are not as many seats as names, stacks and hands")
    if sum(hand.stacks) != sum(hand.finishing_stacks):
        words = f"{sum(hand.stacks):,} chips became {sum(hand.finishing_stacks):,}"
        raise AuditError("result", words)
    put_in = [
        before + won + back - after
        for before, after, won, back in zip(hand.stacks, hand.finishing_stacks, hand.won, hand.returned, strict=True)
    ]
    for player, (chips, stack) in enumerate(zip(put_in, hand.stacks, strict=True)):
        if not 0 <= chips <= stack:
            raise AuditError("result", f"{hand.names[player]} put in {chips:,} of {stack:,} chips")
    if list(hand.winners) != [player for player, won in enumerate(hand.won) if won]:
        raise AuditError("result", f"the winners should be {[n for n, won in enumerate(hand.won) if won]!r}")
    return f"no chip was made or lost: {sum(hand.stacks):,} before and after"


def _check_cards(hand: _PublicHand) -> str:
    """Check that no card lay in two places at the end."""
    seen = Counter(card for cards in (*hand.hands, *_boards(hand)) for card in cards)
    if twice := next((card for card, count in seen.items() if count > 1), None):
        raise AuditError("cards", f"{twice} was in two places")
    for player, cards in enumerate(hand.hands):
        if not set(hand.made_of[player]) <= {*cards, *(card for board in _boards(hand) for card in board)}:
            raise AuditError("cards", f"the hand of {hand.names[player]} is made of cards that were not there")
    return f"{counted(len(seen), 'card')} lay open at the end, none of them twice"


def _boards(hand: _PublicHand) -> Iterator[list[str]]:
    for event in hand.events:
        if event["kind"] == "boarddealt":
            yield event["cards"]


def _check_witness(hand: _PublicHand, witness: Mapping[str, Any]) -> str:
    """Check a hand against what one browser saw with its own eyes."""
    if witness.get("player") != hand.me:
        raise AuditError("saw-seat", "this browser saw the hand from another seat")
    if witness.get("hash", hand.hash) != hand.hash:
        raise AuditError("saw-record", "the server named another record of this round before")
    chain = witness.get("chain")
    if chain and chain["round"] == hand.round - 1 and chain["hash"] != hand.previous:
        raise AuditError("saw-chain", f"the chain is broken: round {chain['round']} is not the one this browser saw")
    dealt = {card for event in hand.events if event["kind"] == "dealt" for card in event["hands"][hand.me or 0] if card}
    if not set(witness.get("hand") or ()) <= dealt:
        raise AuditError("saw-cards", "the cards dealt to this seat are not those that its browser showed")
    for name in SHOWN if "shown" in witness else ():
        if list(witness["shown"][name]) != [_plain(each) for each in getattr(hand, name)]:
            raise AuditError("saw-end", f"the page showed other {name} than the hand has")
    return "all of it is what this browser saw"


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
