"""Is a record true? Everything that a finished round says is computed again, down to its last word.

What a browser kept from before the deal, its witness, is added to the rounds that it downloads: it shows that the
record was not made up afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import convert

from fivecard.cards import Card, parse_cards
from fivecard.engine import Action, Deal, Event, Rules, Stakes, State
from fivecard.errors import FivecardError, quoted
from fivecard.handouts.letters import letter_or_name
from fivecard.players import players_for
from fivecard.table.core.commitments import (
    PROTOCOL,
    canonical,
    deal_from,
    first_link,
    lock_base,
    record_hash,
    seed_of,
    server_commitment,
)
from fivecard.table.core.game import (
    NOBODY,
    begun,
    computer_action,
    computer_discards,
    dealt,
    drawn,
    outcome,
    passive_action,
    read,
    rules_in,
    settled,
    stepped,
    written,
    written_stakes,
)
from fivecard.table.core.record import computers_of, void_reason
from fivecard.table.core.timelock import PUZZLE_BYTES, SEALED_WITHIN, SQUARINGS, squared, value_by_factor
from fivecard.table.fairness.schema import check_written
from fivecard.words.english import counted

_SHOWN = {"hands": "hands", "made": "worth of the hands", "winners": "winners", "reason": "reason"}
_SETTLED = {
    "hands": "hands that are shown",
    "made": "worth of the hands",
    "made_of": "cards that make the hands",
    "winners": "winners",
    "won": "chips won",
    "returned": "chips that went back",
    "lines": "result in words",
    "finishing_stacks": "stacks at the end",
}
_SEEN = ("hands", "made", "winners", "won", "returned")
"""What a page shows everybody alike at the end of a hand with chips."""
UNCHECKED = (
    "what the players are called, when it was, whether people did what it says (but the one whose browser wrote down "
    "what it saw), whether a person or the clock did what costs nothing, and who left before the end"
)
"""What a record cannot prove alone: only those who were there know."""
COMPUTERS_HONEST = "the computers did what they do with such cards and this chance"
COMPUTERS_UNKNOWN = "NOT checked is what the computers did"


class AuditError(FivecardError):
    """What is not so, with a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class _Chips:
    """What a hand was played for, and how it went."""

    stakes: Stakes
    stacks: tuple[int, ...]
    button: int
    actions: tuple[Action, ...]

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "_Chips":
        return cls(
            stakes=convert(record["stakes"], Stakes),
            stacks=convert(record["stacks"], tuple[int, ...]),
            button=convert(record["button"], int),
            actions=tuple(
                read(int(move["player"]), str(move["do"]), move.get("to"), str(move.get("cards", "")))
                for move in record["actions"]
            ),
        )


@dataclass(frozen=True)
class _Played:
    """A finished round, with everything in it of the kind that it should be."""

    table: str
    number: int
    after: int
    previous: str
    voids: tuple[Mapping[str, Any], ...]
    rules: Rules
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    agreed: str
    squarings: int
    seats: tuple[str, ...]
    puzzles: dict[int, str]
    openings: dict[int, Mapping[str, str]]
    server_commitment: str
    server_seed: bytes
    seeds: Mapping[str, str]
    deal: Deal
    discards: tuple[tuple[Card, ...], ...]
    chips: _Chips | None
    computers: str | None
    """Whose computers played, where one decided something."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "_Played":
        rules, squarings, *rest = str(record["agreed"]).split(" ")
        seats, agreed = [text for text in rest if ":" in text], [text for text in rest if ":" not in text]
        chips = _Chips.of(record) if "stakes" in record else None
        deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
        played = cls(
            table=str(record["table"]),
            number=int(record["round"]),
            after=int(record["after"]),
            previous=str(record["previous"]),
            voids=tuple(record["voids"]),
            rules=rules_in(record),
            names=tuple(str(name) for name in record["names"]),
            levels=tuple(record["levels"]),
            agreed=str(record["agreed"]),
            squarings=int(squarings),
            seats=tuple(seats),
            puzzles={int(seat): str(puzzle) for seat, puzzle in record["puzzles"].items()},
            openings={int(seat): dict(opening) for seat, opening in record["openings"].items()},
            server_commitment=str(record["server_commitment"]),
            server_seed=bytes.fromhex(record["server_seed"]),
            seeds=dict(record["seeds"]),
            deal=Deal(deck, reserve),
            discards=tuple(parse_cards(" ".join(cards)) for cards in record["discards"]) if not chips else (),
            chips=chips,
            computers=record.get("computers"),
        )
        if (
            rules != letter_or_name(played.rules)
            or not len(seats) == len(played.names) == len(played.levels) == record["players"]
        ):
            raise AuditError("agreed", "the rules or the players are not those of the seal")
        if agreed != (written_stakes(played.rules, chips.stakes, chips.stacks, chips.button) if chips else []):
            raise AuditError("agreed", "the limit, the stakes, the stacks or the button are not those of the seal")
        if chips and canonical(record["stakes"]) != canonical(asdict(chips.stakes)):
            raise AuditError("written", "the stakes are not written in full")
        on_for = {None, NOBODY} if chips else {None, NOBODY, *players_for(played.rules)}  # people who left
        for player, level in enumerate(played.levels):
            if level not in (on_for if played.is_person(player) else {played.who(player)}):
                raise AuditError("agreed", "who is a person and who a computer is not as the seal has it")
        if played.agreed != " ".join([rules, str(played.squarings), *seats, *agreed]):
            raise AuditError("written", "what was agreed is not written as the table writes it")
        moves = [(move["player"], move["by"]) for move in record["actions"]] if chips else [*enumerate(record["by"])]
        last, by = moves[-1] if moves else (0, "")
        if by == "person" and played.is_person(last) and played.levels[last] is not None:
            raise AuditError("left", f"seat {played.seat(last)} made the last move, and cannot have left before it")
        for player, puzzle in played.puzzles.items():
            _check_puzzle(puzzle, played.seat(player))
        return played

    def dealt(self) -> tuple[State, tuple[Event, ...]]:
        """The round when everybody has cards."""
        if self.chips is None:
            return dealt(self.rules, len(self.seats), self.deal), ()
        return begun(self.rules, self.chips.stakes, self.chips.stacks, self.chips.button, self.deal)

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


def verify(
    record: Mapping[str, Any], *, least_squarings: int = SQUARINGS, say: Callable[[str], None] = lambda _: None
) -> list[str]:
    """Check a round, played or void, as the browser downloads it; give what was checked, or raise what is not so.

    `say` hears of work that takes its time.
    """
    if "void" in record:
        return [_check_void(record)]
    if record.get("protocol") != PROTOCOL:
        raise AuditError("not-a-round", "this is not a finished round of the table")
    try:
        check_written(record)
        played = _Played.of(record)
        checked = [_check_chain(played)]
        checked += _check_seeds(played, least_squarings, say)
        if "witness" in record:
            checked.append(_check_witness(played, record, record["witness"]))
        return [*checked, _check_play(played, record), *_told_of_computers(played, record)]
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
        for link in (link for record in records for link in (*record.get("voids", ()), record)):
            number = int(link["round"])
            if link["table"] != records[0]["table"]:
                raise AuditError("other-table", f"round {number} was played at another table")
            if record_hash(chain.setdefault(number, link)) != record_hash(link):
                raise AuditError("two-records", f"there are two different records of round {number}")
        for before, number in pairwise(sorted(chain)):
            if number != before + 1:
                raise AuditError("missing", f"a round is missing: after round {before} comes round {number}")
            if chain[number]["previous"] != record_hash(chain[before]):
                raise AuditError("chain", f"the chain is broken: round {number} does not follow this round {before}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, AuditError):
            raise
        raise AuditError("not-a-round", f"this is not a round of the table: {error!r}") from None
    return f"rounds {min(chain)} to {max(chain)} follow one another"


def _check_puzzle(puzzle: str, seat: object) -> None:
    """Check that a puzzle is an odd number of the right size, written in full."""
    number = int(puzzle, 16)
    if f"{number:0{2 * PUZZLE_BYTES}x}" != puzzle or number.bit_length() != 8 * PUZZLE_BYTES or not number % 2:
        raise AuditError("puzzle", f"the puzzle of seat {seat} is none")


def _check_void(record: Mapping[str, Any]) -> str:
    """Check that a deal came to nothing before its seal, and for the reason that it says."""
    try:
        check_written(record)
        number, reason, after = record["round"], record["void"], record["after"]
        players = [(int(seat), who) for seat, _, who in (text.partition(":") for text in record["players"])]
        puzzles = {int(player): puzzle for player, puzzle in record["puzzles"].items()}
        people = [player for player, (_, who) in enumerate(players) if who == "person"]
        silent = [player for player in people if player not in puzzles]
        if people and not silent:
            raise AuditError(
                "thrown-away", f"round {number} was thrown away although everybody had committed: {reason}"
            )
        seats = [seat for seat, _ in players]
        if not seats or seats != sorted(set(seats)) or len(seats) != len(record["names"]):
            raise AuditError("written", f"the players of round {number} are not written as the table writes them")
        for player, puzzle in puzzles.items():
            _check_puzzle(puzzle, seats[player] + 1)
        why = void_reason([seats[player] for player in silent])
        if reason != why:
            raise AuditError(
                "void-reason", f"round {number} came to nothing because {why}, and not because {quoted(reason)}"
            )
        if after >= number or (number == 1 and record["previous"] != first_link(record["table"])):
            raise AuditError("chain", f"the chain is broken: round {number} cannot follow round {after} so")
        if "witness" in record:
            _check_seen(record, record["witness"])
    except AuditError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise AuditError("not-a-round", f"this is not a void round: {error!r}") from None
    return f"round {number} came to nothing before its seal: {reason}"


def _check_seen(void: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Check a void round against what one browser saw of it."""
    if seen.get("server_commitment"):
        raise AuditError("thrown-away", f"round {void['round']} was sealed, and then thrown away: {void['void']}")
    if "commit" in seen.get("acknowledged", ()):
        first, second = (int(factor, 16) for factor in seen["factors"])
        if int(void["puzzles"].get(str(seen["seat"]), "0"), 16) != first * second:
            raise AuditError(
                "left-out", f"void round {void['round']} leaves out a puzzle that the server had acknowledged"
            )


def _check_chain(played: _Played) -> str:
    """Check the records of void rounds since the last played one, and that no number between is missing."""
    before: str | None = first_link(played.table) if played.after == 0 else None
    number = played.after
    for void in (*played.voids, {"round": played.number, "previous": played.previous, "table": played.table}):
        if void["table"] != played.table:
            raise AuditError("other-table", f"void round {void['round']} belongs to another table")
        if int(void["round"]) != number + 1:
            raise AuditError("missing", f"a round is missing: after round {number} comes round {void['round']}")
        if before is not None and void["previous"] != before:
            raise AuditError(
                "chain", f"the chain is broken: round {void['round']} does not follow the record before it"
            )
        number += 1
        if number < played.number:
            _check_void(void)
            before = record_hash(void)
    voids = f", {len(played.voids)} void in between" if played.voids else ""
    return f"it follows {f'round {played.after}' if played.after else 'the opening of the table'}{voids}"


def _check_seeds(played: _Played, least_squarings: int, say: Callable[[str], None]) -> list[str]:
    """Check the puzzles, the seal and the deck."""
    if played.squarings < least_squarings:
        raise AuditError(
            "squarings", f"the puzzles hold for {played.squarings:,} squarings, and {least_squarings:,} are needed"
        )
    people = {player for player in range(len(played.seats)) if played.is_person(player)}
    if not people or not people <= set(played.puzzles):
        raise AuditError("puzzle", "somebody took part without a puzzle")
    if set(played.openings) != set(played.puzzles):
        raise AuditError("puzzle", "the puzzles that were opened are not those that the seal covers")
    seeds, forced = {}, 0
    for player, puzzle in sorted(played.puzzles.items()):
        base = lock_base(played.table, played.number, player, puzzle)
        opening = played.openings[player]
        if "forced" in opening:
            forced += 1
            say(f"squaring {played.squarings:,} times for seat {played.seat(player)}, which went silent ...")
            value = squared(base, puzzle, played.squarings)
            if opening != {"forced": f"{value:0{2 * PUZZLE_BYTES}x}"}:
                raise AuditError(
                    "forced", f"the puzzle of seat {played.seat(player)} does not hold what the server says"
                )
        else:
            try:
                value = value_by_factor(base, puzzle, factor := int(opening["factor"], 16), played.squarings)
                if opening != {"factor": f"{factor:x}"}:
                    raise AuditError("written", "it is not written as the table writes it")
            except FivecardError as error:
                raise AuditError("opening", f"seat {played.seat(player)} did not open its puzzle: {error}") from None
        seeds[player] = seed_of(value)
    if played.seeds != {str(player): seed.hex() for player, seed in seeds.items()}:
        raise AuditError("seeds", "the seeds are not those that the puzzles hold")
    seal = server_commitment(
        played.table, played.number, played.previous, played.agreed, played.puzzles, played.server_seed
    )
    if seal != played.server_commitment:
        raise AuditError(
            "seal", "the seal does not cover this record: its seed, players, rules, puzzles or predecessor differ"
        )
    if deal_from(played.table, played.number, seeds, played.server_seed) != played.deal:
        raise AuditError("deck", "the deck is not the one that follows from the seeds")
    by_force = f", {forced} of them by force" if forced else ""
    return [
        f"{counted(len(seeds), 'puzzle')} opened{by_force}",
        "the seal covers the server's seed, the players, the rules, the puzzles and the record before",
        "the deck follows from the seeds",
    ]


def _check_witness(played: _Played, record: Mapping[str, Any], witness: Mapping[str, Any]) -> str:
    """Check a record against what one browser saw with its own eyes."""
    me = int(witness["seat"])
    seat = played.seat(me)
    first, second = (int(factor, 16) for factor in witness["factors"])
    seal = witness.get("server_commitment")  # a browser that was away did not see it
    if seal is None and witness.get("hand"):
        raise AuditError(
            "unsealed", "this browser was dealt cards before it saw a seal: the host may have chosen the deck"
        )
    if seal is not None and seal != played.server_commitment:
        raise AuditError("saw-seal", "the seal is not the one that this browser saw before the deal")
    if int(played.puzzles.get(me, "0"), 16) != first * second:
        raise AuditError("saw-puzzle", f"the puzzle of seat {seat} is not the one that this browser made")
    if "open" in witness.get("acknowledged", ()) and "forced" in played.openings[me]:
        raise AuditError("saw-opening", f"seat {seat} opened its puzzle in time, but the record says that it did not")
    if seal is not None and witness["sealed_after"] > 1000 * SEALED_WITHIN:
        late = f"the seal came {witness['sealed_after'] / 1000:.1f} s after the puzzle of seat {seat}"
        raise AuditError("late", f"{late}: somebody may have had the time to look")
    for void in played.voids:
        _check_seen(void, witness["voids"].get(str(void["round"]), {}))
    if chain := witness.get("chain"):
        _check_head(played, int(chain["round"]), str(chain["hash"]))
    if witness.get("hand") and set(witness["hand"]) != set(map(str, played.dealt()[0].hands[me])):
        raise AuditError("saw-cards", f"the cards dealt to seat {seat} are not those that this browser showed")
    shown = {name: _SETTLED[name] for name in _SEEN} if played.chips else _SHOWN
    if played.chips:
        _check_acts(played, record, witness, me)
    else:
        _check_draws(played, record, witness, me)
    for name, what in shown.items() if "shown" in witness else ():
        told, written = witness["shown"][name], record[name]
        if name == "hands":  # which are shown in another order
            told, written = ([sorted(hand) for hand in hands] for hands in (told, written))
        if told != written:
            raise AuditError("saw-end", f"the page showed {told!r}, the record has {written!r} ({what})")
    return "all of it is what this browser saw" if seal else "this browser was away when the deal was sealed"


def _check_draws(played: _Played, record: Mapping[str, Any], witness: Mapping[str, Any], me: int) -> None:
    """Check what a browser sent, and saw everybody draw."""
    thrown, final = witness.get("thrown"), witness.get("final")
    if thrown is not None and (set(thrown) != set(record["discards"][me]) or record["by"][me] != "person"):
        raise AuditError("saw-discards", f"what seat {played.seat(me)} threw away is not what this browser sent")
    if final is not None and set(final) != set(record["hands"][me]):
        raise AuditError("saw-hand", f"the last hand of seat {played.seat(me)} is not the one that this browser showed")
    for player, count in witness.get("drew", {}).items():
        if len(record["discards"][int(player)]) != count:
            raise AuditError(
                "saw-draws", f"seat {played.seat(int(player))} drew another number of cards than this browser showed"
            )


def _check_acts(played: _Played, record: Mapping[str, Any], witness: Mapping[str, Any], me: int) -> None:
    """Check that a player did what a browser sent, all of it and nothing else."""
    if (sent := witness.get("acts")) is None:
        return
    own = [move for move in record["actions"] if move["player"] == me and move["by"] == "person"]
    done = [{name: value for name, value in move.items() if name in {"do", "to", "cards"}} for move in own]
    if [*sent] != done:
        raise AuditError("saw-actions", f"what seat {played.seat(me)} did is not what this browser sent")


def _check_head(played: _Played, number: int, seen: str) -> None:
    """Check that the last record a browser had seen before this round is in its past."""
    chain = (*played.voids, {"round": played.number, "previous": played.previous})
    for link in chain:
        if int(link["round"]) == number + 1:
            if link["previous"] != seen:
                raise AuditError(
                    "saw-chain", f"the chain is broken: round {number} is not the one that this browser saw"
                )
            return
    raise AuditError(
        "saw-missing", f"a round is missing: this browser saw round {number}, and this one follows round {played.after}"
    )


def _check_play(played: _Played, record: Mapping[str, Any]) -> str:
    """Play the round again, and compare everything that was shown."""
    if played.chips:
        return _check_hand(played, record, played.chips)
    if len(played.discards) != len(played.seats):
        raise AuditError("unfinished", f"{len(played.discards)} of {len(played.seats)} players have drawn")
    state = dealt(played.rules, len(played.seats), played.deal)
    for player, (by, cards) in enumerate(zip(record["by"], played.discards, strict=True)):
        _check_by(played, player, by, is_passive=not cards, may_be_filled=True)
        if by == "computer":
            _check_computer(played, player, partial(computer_discards, state=state, player=player), cards)
        state = drawn(state, player, cards)
    expected = outcome(played.names, state)
    for name, what in _SHOWN.items():
        if record[name] != expected[name]:
            raise AuditError("result", f"the {what} should be {expected[name]!r}, not {record[name]!r}")
    return f"the round was played by rules {letter_or_name(played.rules)} and won as it says: {expected['reason']}"


def _check_by(played: _Played, player: int, by: str, *, is_passive: bool, may_be_filled: bool = False) -> None:
    """Check who decided, as far as it can be known: computers for computers, the clock only what costs nothing.

    Without chips a computer may fill the seat of somebody who has gone; who had gone before the seal is nobody there.
    """
    may = {"person", "clock", "computer"} if may_be_filled else {"person", "clock"}
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
    levels = players_for(played.rules) if level in {None, NOBODY} else [str(level)]
    if did not in [decide(level) for level in levels]:
        raise AuditError(
            "computer", f"the computer on seat {played.seat(player)} did what it does not do with these cards"
        )


def _told_of_computers(played: _Played, record: Mapping[str, Any]) -> list[str]:
    """Say whether it was checked what computers did, if they did anything."""
    if "computer" not in (record["by"] if played.chips is None else [move["by"] for move in record["actions"]]):
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


def _check_hand(played: _Played, record: Mapping[str, Any], chips: _Chips) -> str:
    """Play a hand with chips again, to the last of them."""
    state, steps = played.dealt()
    for number, (action, move) in enumerate(zip(chips.actions, record["actions"], strict=True), 1):
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
        raise AuditError("unfinished", f"the hand is not over after {len(chips.actions)} actions")
    expected = settled(played.names, state, steps) | {"finishing_stacks": list(state.stacks)}
    for name, what in _SETTLED.items():
        if record[name] != expected[name]:
            raise AuditError("result", f"the {what} should be {expected[name]!r}, not {record[name]!r}")
    return f"the hand of {played.rules.title} was played by the rules, to the last chip: {' '.join(expected['lines'])}"
