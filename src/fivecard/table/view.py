"""What leaves the server: built from nothing, field by field, out of what a seat may know. Nothing else is sent."""

from typing import Any

from fivecard.engine import view_for
from fivecard.evaluator import evaluate
from fivecard.table.room import Room


def room_view(room: Room, seat: int | None, present: set[int], now: float) -> dict[str, Any]:
    """A table as a seat may see it; None is a spectator. `present` are the seats whose browsers are connected."""
    view: dict[str, Any] = {
        "type": "state",
        "table": room.id,
        "seq": room.seq,
        "phase": room.phase,
        "rules": room.rules.name,
        "fill": room.fill,
        "clock": room.clock,
        "practice": room.practice,
        "you": seat,
        "left": None if room.until is None else max(0, round(room.until - now, 1)),
        "seats": [_seat_view(room, number, number in present) for number in range(len(room.seats))],
        "round": _round_view(room, seat),
        "squarings": room.squarings,
        "chain": {"round": room.head[0], "hash": room.head[1]},
        "voids": [{"round": void["round"], "reason": void["void"]} for void in room.voids],
    }
    return view


def _seat_view(room: Room, number: int, connected: bool) -> dict[str, Any]:
    person, standing = room.seats[number], room.standings[number]
    return {
        "name": person.name if person else None,
        "away": bool(person and person.away),
        "out": bool(person and person.out),
        "ready": bool(person and person.ready),
        "connected": connected,
        "rounds": standing.rounds,
        "won": standing.won,
        "share": round(standing.share, 3),
        "made": standing.categories,
    }


def _round_view(room: Room, seat: int | None) -> dict[str, Any] | None:
    playing = room.round
    if playing is None:
        return None
    me = room.player_of(seat)  # who sits down, or comes back, while a computer plays the seat sees nothing of its cards
    state = playing.state
    seen = view_for(state, me) if state else None
    over = bool(seen and seen.shown)
    view: dict[str, Any] = {
        "number": playing.number,
        "me": me,
        "turn": seen.turn if seen else None,
        "hand": [str(card) for card in seen.hand] if seen else [],
        "most_discards": seen.most_discards if seen else 0,
        "players": [
            {
                "seat": player.seat,
                "name": player.name,
                "level": player.level,
                "drew": seen.drawn[number][0] if seen and seen.drawn[number] else None,
                "committed": number in playing.puzzles,
                "opened": number in playing.seeds,
            }
            for number, player in enumerate(playing.players)
        ],
        "forcing": playing.forcing,
        "server_commitment": playing.server_commitment,
        "agreed": playing.agreed,
    }
    if room.phase in {"committing", "opening"}:
        view["puzzles"] = {str(number): puzzle for number, puzzle in sorted(playing.puzzles.items())}
    if over and seen:
        hands = [evaluate(hand) for hand in seen.shown]
        view["show"] = {
            "hands": [[str(card) for card in hand.cards] for hand in hands],
            "made": [hand.describe(royal=True) for hand in hands],
            "made_of": [[str(card) for card in hand.made_of] for hand in hands],
            "winners": list(seen.winners),
            "reason": room.reason(),
        }
    return view
