"""Is a record true? Everything that a finished hand says is computed again, down to its last word.

What a browser kept from before the deal, its witness, is added to the rounds that it downloads: it shows that the
record was not made up afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import convert

from fivecard.cards import parse_cards
from fivecard.engine import Action, Deal, Discard, Event, Rules, Stakes, State, view_for
from fivecard.errors import FivecardError, quoted
from fivecard.handouts.letters import letter_or_name
from fivecard.players import players_for
from fivecard.table.core.commitments import (
    PROTOCOL,
    canonical,
    deal_from,
    first_link,
    nonce_commitment,
    record_hash,
    server_commitment,
)
from fivecard.table.core.game import (
    NOBODY,
    actions_in,
    begun,
    computer_action,
    fitting,
    passive_action,
    places,
    rules_in,
    settled,
    stepped,
    written,
)
from fivecard.table.core.record import computers_of
from fivecard.table.core.shuffle import MOST_ANEW
from fivecard.table.fairness.schema import check_written
from fivecard.words.english import counted

_SETTLED = {
    "dealt": "places of the cards in the deck",
    "hands": "hands that are shown",
    "made": "worth of the hands",
    "made_of": "cards that make the hands",
    "winners": "winners",
    "won": "chips won",
    "returned": "chips that went back",
    "lines": "result in words",
    "finishing_stacks": "stacks at the end",
}
SHOWN = ("hands", "made", "winners", "won", "returned")
"""What a page shows everybody alike at the end of a hand."""
UNCHECKED = (
    "what the players are called, when it was, the limit and other rules that the hand never came to, whether people "
    "did what it says (but the one whose browser wrote down what it saw), whether a person or the clock did what "
    "costs nothing, who left before the end, and because of whom all began anew before the deal"
)
"""What a record cannot prove alone: only those who were there know."""
COMPUTERS_HONEST = "the computers did what they do with such cards and this chance"
COMPUTERS_UNKNOWN = "NOT checked is what the computers did"


class AuditError(FivecardError):
    """A claim of a record that is wrong, with a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class _Played:
    """A finished hand, with everything in it of the kind that it should be."""

    table: str
    number: int
    previous: str
    rules: Rules
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    seats: tuple[str, ...]
    nonces: dict[int, str]
    server_seed: bytes
    next_commitment: str
    deal: Deal
    stakes: Stakes | None
    stacks: tuple[int, ...]
    button: int | None
    actions: tuple[Action, ...]
    runs: int
    """How many boards there were, if all were all in."""
    computers: str | None
    """Whose computers played, where one decided something."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "_Played":
        rules, seats = rules_in(record), tuple(str(text) for text in record["seats"])
        deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
        played = cls(
            table=str(record["table"]),
            number=int(record["round"]),
            previous=str(record["previous"]),
            rules=rules,
            names=tuple(str(name) for name in record["names"]),
            levels=tuple(record["levels"]),
            seats=seats,
            nonces={int(player): str(nonce) for player, nonce in record["nonces"].items()},
            server_seed=bytes.fromhex(record["server_seed"]),
            next_commitment=str(record["next_commitment"]),
            deal=Deal(deck, reserve),
            stakes=convert(record["stakes"], Stakes | None),
            stacks=convert(record["stacks"], tuple[int, ...]),
            button=record["button"],
            actions=actions_in(record),
            runs=record.get("runs", 1),
            computers=record.get("computers"),
        )
        numbers = [int(text.partition(":")[0]) for text in seats]
        if not numbers or numbers != sorted(set(numbers)):
            raise AuditError("written", "the players are not written as the table writes them")
        if (record["rules"], record["limit"]) != (letter_or_name(rules), rules.limit.value):
            raise AuditError("written", "the rules are not written as the table writes them")
        if not len(seats) == len(played.names) == len(played.levels):
            raise AuditError("written", "there are not as many seats as names and levels")
        if not all(record["anew_by"]) or len(record["anew_by"]) != min(record["anew"], MOST_ANEW):
            raise AuditError("written", "how often all began anew, and because of whom, is said in two ways")
        if (played.stakes is None) != (played.button is None):
            raise AuditError("written", "there are stakes and a button, or neither")
        if played.stakes and canonical(record["stakes"]) != canonical(asdict(played.stakes)):
            raise AuditError("written", "the stakes are not written in full")
        on_for = {None, *played.substitutes}  # people who left
        for player, level in enumerate(played.levels):
            if level not in (on_for if played.is_person(player) else {played.who(player)}):
                raise AuditError("levels", "who is a person and who a computer is said in two ways")
        last, by = next(((int(move["player"]), move["by"]) for move in reversed(record["actions"])), (0, ""))
        if by == "person" and played.is_person(last) and played.levels[last] is not None:
            raise AuditError("left", f"seat {played.seat(last)} made the last move, and cannot have left before it")
        return played

    @property
    def substitutes(self) -> set[str]:
        """What may play for people who are away or have left: nobody plays with the chips of others."""
        return {NOBODY} if self.stakes else {NOBODY, *players_for(self.rules)}

    def dealt(self, runs: int | None = None) -> tuple[State, tuple[Event, ...]]:
        """The hand when everybody has cards; with 0 `runs`, before all who are all in were asked about them."""
        runs = self.runs if runs is None else runs
        return begun(self.rules, len(self.seats), self.stakes, self.stacks, self.button, self.deal, runs)

    def who(self, player: int) -> str:
        """What plays a seat: a person, or the name of a computer."""
        return self.seats[player].partition(":")[2]

    def is_person(self, player: int) -> bool:
        """Whether a person was dealt in there."""
        return self.who(player) == "person"

    def seat(self, player: int) -> str:
        """The number of a player's seat, as people count."""
        seat = self.seats[player].partition(":")[0] if 0 <= player < len(self.seats) else ""
        return str(int(seat) + 1) if seat.isdecimal() else f"{player + 1}?"


def verify(record: Mapping[str, Any]) -> list[str]:
    """Check a round, as the browser downloads it; give what was checked, or raise what is not so."""
    if record.get("protocol") != PROTOCOL:
        raise AuditError("not-a-round", "this is not a finished round of the table")
    try:
        check_written(record)
        played = _Played.of(record)
        checked = [_check_chain(played, record), *_check_deck(played)]
        if "witness" in record:
            checked.append(_check_witness(played, record, record["witness"]))
        return [*checked, _check_hand(played, record), *_told_of_computers(played, record)]
    except AuditError:
        raise
    except FivecardError as error:
        raise AuditError("illegal", str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise AuditError("not-a-round", f"this is not a finished round: {error!r}") from None


def follow(records: Sequence[Mapping[str, Any]]) -> str:
    """Check that rounds, each of which was checked, follow one another in one chain; give what was checked."""
    chain: dict[int, Mapping[str, Any]] = {}
    try:
        for record in records:
            number = int(record["round"])
            if record["table"] != records[0]["table"]:
                raise AuditError("other-table", f"round {number} was played at another table")
            if hash_of(chain.setdefault(number, record)) != hash_of(record):
                raise AuditError("two-records", f"there are two different records of round {number}")
        for before, number in pairwise(sorted(chain)):
            if number != before + 1:
                raise AuditError("missing", f"a round is missing: after round {before} comes round {number}")
            if chain[number]["previous"] != hash_of(chain[before]):
                raise AuditError("chain", f"the chain is broken: round {number} does not follow this round {before}")
            _check_seed(chain[number], chain[before])
            _check_button(chain[number], chain[before])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, AuditError):
            raise
        raise AuditError("not-a-round", f"this is not a round of the table: {error!r}") from None
    return f"rounds {min(chain)} to {max(chain)} follow one another"


def hash_of(record: Mapping[str, Any]) -> str:
    """The hash of a record, or of the one that is kept back of a hand that everybody saw."""
    return str(record["hash"]) if record.get("public") is True else record_hash(record)


def _check_seed(record: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Check that the server's seed, if it is open, is the one that it had committed to."""
    if record.get("public") is True:
        return
    seed = bytes.fromhex(record["server_seed"])
    if server_commitment(record["table"], record["round"], seed) != before["next_commitment"]:
        raise AuditError("seed", f"the server's seed of round {record['round']} is not the one it had committed to")


def _check_button(record: Mapping[str, Any], before: Mapping[str, Any] | None) -> None:
    """Check that the button, if there is one, is with the next of those who play."""
    if record["button"] is None:
        return
    seats = [int(text.partition(":")[0]) for text in record["seats"]]
    last = int(before["seats"][before["button"]].partition(":")[0]) if before else -1
    if seats[record["button"]] != next((seat for seat in seats if seat > last), seats[0]):
        raise AuditError("button", f"the button of round {record['round']} is not with the next player")


def _check_chain(played: _Played, record: Mapping[str, Any]) -> str:
    """Check what a round says it follows, as far as it can be known without the one before."""
    if played.number == 1:
        _check_button(record, None)
    if played.number == 1 and played.previous != first_link(played.table):
        raise AuditError("chain", "the chain is broken: round 1 does not follow the opening of its table")
    return f"it follows {f'round {played.number - 1}' if played.number > 1 else 'the opening of the table'}"


def _check_deck(played: _Played) -> list[str]:
    """Check that all people took part in the shuffle, and that the deck is what came of it."""
    people = {player for player in range(len(played.seats)) if played.is_person(player)}
    if not people or people != played.nonces.keys():
        raise AuditError("nonce", "those with nonces are not the people who took part")
    nonces = {int(played.seats[player].partition(":")[0]): nonce for player, nonce in played.nonces.items()}
    if fitting(played.rules, deal_from(played.table, played.number, nonces, played.server_seed)) != played.deal:
        raise AuditError("deck", "the deck is not the one that follows from the seed and the nonces")
    return [f"the deck follows from the server's seed and {counted(len(nonces), 'nonce')}"]


def _check_showed(played: _Played, record: Mapping[str, Any], state: State) -> None:
    """Check that what was shown after the hand is what was dealt, to those who had not shown it."""
    showed = record.get("showed", [[]] * len(played.seats))
    if len(showed) != len(played.seats) or ("showed" in record and not any(showed)):
        raise AuditError("written", "what was shown after the hand is not written as the table writes it")
    for player, cards in enumerate(showed):
        held = [str(card) for card in state.hands[player] if not state.up or card not in state.up[player]]
        if state.shown and state.shown[player]:
            held = []
        if [*cards] != [card for card in held if card in cards]:
            raise AuditError("showed", f"seat {played.seat(player)} showed {cards!r} after the hand, and held {held!r}")


def _check_witness(played: _Played, record: Mapping[str, Any], witness: Mapping[str, Any]) -> str:
    """Check a record against what one browser saw with its own eyes."""
    me = int(witness["player"])
    seat = played.seat(me)
    if witness.get("seat", int(seat) - 1) != int(seat) - 1:
        raise AuditError("saw-seat", f"this browser sat on seat {int(witness['seat']) + 1}, not on seat {seat}")
    people = [text for text in played.seats if text.endswith(":person")]
    if "people" in witness and people != [f"{int(number)}:person" for number in witness["people"]]:
        raise AuditError("saw-people", "those who played as people are not those whom this browser saw in the deal")
    if played.nonces.get(me) != witness["nonce"]:
        raise AuditError("saw-nonce", f"the nonce of seat {seat} is not the one that this browser made")
    if server_commitment(played.table, played.number, played.server_seed) != witness["server_commitment"]:
        raise AuditError("saw-seed", "the server's seed is not the one that it had committed to before the deal")
    for player, nonce in played.nonces.items():
        number = played.seats[player].partition(":")[0]
        if player != me and witness["commitments"].get(number) != nonce_commitment(played.table, nonce):
            raise AuditError(
                "saw-commitment",
                f"seat {played.seat(player)} had not committed to its nonce when this browser opened its own",
            )
    if chain := witness.get("chain"):
        _check_head(played, int(chain["round"]), str(chain["hash"]))
    chips = dict(zip(played.seats, played.stacks, strict=False))
    for number, stack in witness.get("stacks", {}).items() if chips else ():
        if chips.get(f"{number}:person", stack) != stack:
            raise AuditError("saw-stacks", f"seat {int(number) + 1} had other chips when this browser was ready")
    if witness.get("hand") and set(witness["hand"]) != set(map(str, played.dealt()[0].hands[me])):
        raise AuditError("saw-cards", f"the cards dealt to seat {seat} are not those that this browser showed")
    _check_acts(played, record, witness, me)
    _check_draws(played, witness)
    if "seen" in witness:
        _check_seen(played, witness["seen"], me)
    for name in SHOWN if "shown" in witness else ():
        if (told := witness["shown"][name]) != record[name]:
            words = f"the page showed {told!r}, the record has {record[name]!r} ({_SETTLED[name]})"
            raise AuditError("saw-end", words)
    if witness.get("hash", seen := record_hash(record)) != seen:
        raise AuditError("saw-record", "the server named another record of this round than this one")
    return "all of it is what this browser saw"


def _check_acts(played: _Played, record: Mapping[str, Any], witness: Mapping[str, Any], me: int) -> None:
    """Check that a player did all that the server acknowledged to a browser, and else only what it never answered.

    What another device of the same person did, which took the seat over in the hand, this one does not know.
    """
    if witness.get("handed") or ("acts" not in witness and "unanswered" not in witness):
        return
    acts, perhaps = ([_act(each) for each in witness.get(name, ())] for name in ("acts", "unanswered"))
    for did in [_act(move) for move in record["actions"] if move["player"] == me and move["by"] == "person"]:
        if acts and acts[0] == did:
            acts.pop(0)
        elif did in perhaps:
            perhaps.remove(did)
        else:
            raise AuditError("saw-actions", f"what seat {played.seat(me)} did is not what this browser sent")
    if acts:
        raise AuditError("saw-actions", f"seat {played.seat(me)} did less than the server had acknowledged")


def _act(move: Mapping[str, Any]) -> dict[str, Any]:
    """What was done, without who did it, and when."""
    return {name: value for name, value in move.items() if name in {"do", "to", "cards"}}


def _check_draws(played: _Played, witness: Mapping[str, Any]) -> None:
    """Check that everybody drew as many cards as a browser saw, and perhaps drew again after it looked last."""
    for player, counts in enumerate(witness.get("drew", ())):
        drew = [len(action.cards) for action in played.actions if isinstance(action, Discard) and action.seat == player]
        if drew[: len(counts)] != [*counts]:
            words = f"seat {played.seat(player)} drew another number of cards than this browser showed"
            raise AuditError("saw-draws", words)


def _check_seen(played: _Played, seen: Mapping[str, Any], me: int) -> None:
    """Check that the cards which a browser saw last lay there at some moment of the hand."""
    state, _ = played.dealt()
    moments = [played.dealt(runs=0)[0], state]  # which differ where all were all in by the deal
    for action in played.actions:
        state, _ = stepped(state, action)
        moments.append(state)
    for moment in moments:
        view = view_for(moment, me)
        if set(map(str, view.hand)) == set(seen["hand"]) and [*map(str, view.board)] == seen["board"]:
            return
    raise AuditError(
        "saw-later", f"seat {played.seat(me)} never held the cards, with the board, that this browser showed last"
    )


def _check_head(played: _Played, number: int, seen: str) -> None:
    """Check that the last record a browser had seen before this round is the one that it follows."""
    if number != played.number - 1:
        raise AuditError(
            "saw-missing", f"a round is missing: this browser saw round {number} before round {played.number}"
        )
    if played.previous != seen:
        raise AuditError("saw-chain", f"the chain is broken: round {number} is not the one that this browser saw")


def _check_by(played: _Played, player: int, by: str, *, is_passive: bool) -> None:
    """Check who decided, as far as it can be known: computers for computers, the clock only what costs nothing.

    Without chips a computer may fill the seat of somebody who has gone; who had gone before the deal is nobody there.
    """
    may = {"person", "clock"} if played.stakes else {"person", "clock", "computer"}
    if not played.is_person(player):
        may = {"clock"} if played.who(player) == NOBODY else {"computer"}
    if by not in may:
        raise AuditError("decided-by", f"{quoted(by)} cannot have decided for seat {played.seat(player)}")
    if by == "clock" and not is_passive:
        raise AuditError("clock", f"the clock did for seat {played.seat(player)} what it does for nobody")


def _check_computer(played: _Played, player: int, decide: Callable[[str], object], did: object) -> None:
    """Check that a computer did what it does, if it was of this version; whose place it took may be for any to take."""
    if played.computers != computers_of(played.levels, played.rules):
        return
    level = played.levels[player]
    levels = played.substitutes - {NOBODY} if level in {None, NOBODY} else {str(level)}
    if did not in [decide(level) for level in levels]:
        raise AuditError(
            "computer", f"the computer on seat {played.seat(player)} did what it does not do with these cards"
        )


def _told_of_computers(played: _Played, record: Mapping[str, Any]) -> list[str]:
    """Say whether it was checked what computers did, if they did anything."""
    if "computer" not in [move["by"] for move in record["actions"]]:
        if played.computers is not None:
            raise AuditError(
                "no-computer", f"no computer decided anything, not one of {quoted(played.computers)} either"
            )
        return []
    known = computers_of(played.levels, played.rules)
    if played.computers == known:
        return [COMPUTERS_HONEST]
    whose = (
        "it does not say whose they were" if played.computers is None else f"they were of {quoted(played.computers)}"
    )
    return [f"{COMPUTERS_UNKNOWN}: {whose}, and only those of {known} are known here"]


def _check_hand(played: _Played, record: Mapping[str, Any]) -> str:
    """Play the hand again, to the last of it, and compare everything that came of it."""
    state, steps = played.dealt()
    for number, (action, move) in enumerate(zip(played.actions, record["actions"], strict=True), 1):
        player = int(move["player"])
        written_ = {name: value for name, value in written(action).items() if value != ""}
        if canonical(move) != canonical({"player": player, "by": move["by"], **written_}):
            raise AuditError("written", f"action {number} is not written as the table writes it")
        if state.turn == player:  # or else it is not legal
            _check_by(played, player, move["by"], is_passive=action == passive_action(state))
            if move["by"] == "computer":
                decide = partial(computer_action, state=state, player=player, seed=played.server_seed, moves=number - 1)
                _check_computer(played, player, decide, action)
        state, steps = stepped(state, action)
    if not state.is_over:
        raise AuditError("unfinished", f"the hand is not over after {counted(len(played.actions), 'action')}")
    if (played.runs > 1) != bool(state.boards):
        raise AuditError("runs", "the board was not run twice: there was nothing of it to come when all were all in")
    _check_showed(played, record, state)
    expected = settled(played.names, state, steps) | {
        "dealt": places(played.deal.deck, state, played.actions),
        "finishing_stacks": list(state.stacks),
    }
    for name, what in _SETTLED.items():
        if record[name] != expected[name]:
            raise AuditError("result", f"the {what} should be {expected[name]!r}, not {record[name]!r}")
    return f"the hand of {played.rules.title} was played by the rules, to the end: {' '.join(expected['lines'])}"
