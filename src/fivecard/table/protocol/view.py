"""What leaves the server: built from nothing, field by field, out of what a seat may know. Nothing else is sent."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from fivecard.engine import LegalActions, Limit, Stakes, View, legal, part_of_pot, view_for
from fivecard.engine.pots import settled_pots
from fivecard.handouts.letters import letter_or_name
from fivecard.table.core import Table, after_end
from fivecard.table.core.asked import asked, refusal, sits_out
from fivecard.table.core.game import computers_say
from fivecard.table.core.hand import bank_at_turn, may_raise
from fivecard.table.core.hosting import takes_chips
from fivecard.table.core.showing import may_show
from fivecard.table.core.state import Player, Purse, Round, Standing
from fivecard.table.protocol.catalogue import amounts_of, game_view, street_words
from fivecard.table.protocol.show import Shares, show_view
from fivecard.table.protocol.tournament import sit_and_go_view
from fivecard.table.protocol.types import (
    BuyView,
    Commitment,
    GameView,
    LegalView,
    Line,
    Link,
    PlayerView,
    PotView,
    RoundView,
    SeatView,
    Sizes,
    Sum,
    TableView,
)
from fivecard.words.narrating import in_words, made_hand

PADDED: Final = 160
"""What a hand in words, and the cards that make it, take at most."""
PADDED_LEGAL: Final = 380
"""And what may be done with them, where the first bet takes a certain hand."""


SHOWN_BUYS: Final = 10
"""Of the last chips that were bought: more than come between two states."""


class Common(NamedTuple):
    """What all who look at a table see alike, made once for all of them."""

    table: Table
    watching: int
    seats: list[SeatView]
    players: list[PlayerView]
    pots: list[PotView]
    game: GameView
    computers: str
    refused: str
    waited: list[int]
    shares: Shares = ()
    """What each could expect at each stage of a hand in which all were all in, as far as it is known."""


def common_view(table: Table, present: Collection[int], watching: int = 0, shares: Shares = ()) -> Common:
    """What everybody sees. `present` are the seats whose browsers are connected."""
    seats = [_seat_view(table, number, number in present) for number in range(len(table.seats))]
    is_waited = table.between_rounds and any(seat and seat.ready for seat in table.seats)
    waited = sorted(table.waits_for(present)) if is_waited else []
    playing, stakes = table.round, table.stakes
    if playing:  # also when it is over, as long as it is what is seen
        stakes = playing.stakes
    game, computers, refused = game_view(table.rules, stakes), _computers(table, stakes), refusal(table, present)
    if playing is None:
        return Common(table, watching, seats, [], [], game, computers, refused, waited, shares)
    seen = view_for(playing.state, None) if playing.state else None
    players = [_player_view(table, playing, number, player, seen) for number, player in enumerate(playing.players)]
    pots = (
        [PotView(pot.amount, tuple(sorted(pot.seats))) for pot in settled_pots(playing.state)] if playing.state else []
    )
    return Common(table, watching, seats, players, pots, game, computers, refused, waited, shares)


def table_view(table: Table, seat: int | None, present: Collection[int], now: float) -> TableView:
    """A table as a seat may see it; None is a spectator. `present` are the seats whose browsers are connected."""
    return seen_from(common_view(table, present), seat, now)


def seen_from(common: Common, seat: int | None, now: float, talk: Sequence[Line] = ()) -> TableView:
    """What a seat sees beyond what everybody does; None is a spectator."""
    table = common.table
    left, in_bank = _time_left(table, now)
    me = None if seat is None else table.seats[seat]
    return TableView(
        table=table.id,
        seq=table.seq,
        phase=table.phase,
        rules=letter_or_name(table.rules),
        fill=table.fill,
        computers=common.computers,
        clock=table.clock,
        next_in=table.next_in,
        practice=table.practice,
        you=seat,
        asked=asked(table, seat),
        sits_out=sits_out(table, seat),
        substitute=table.substitute,
        refused=common.refused,
        waited=common.waited,
        sealed=after_end.is_sealed(table),
        left=left,
        in_bank=in_bank,
        seats=common.seats,
        round=_round_view(common, table.round, seat) if table.round else None,
        next=Commitment(
            round=table.rounds_begun + 1,
            commitment=table.commitment_for(table.rounds_begun + 1),
            anew=table.anew,
            anew_by=[[*names] for names in table.anew_by],
        ),
        chain=Link(*table.head),
        game=common.game,
        amounts=amounts_of(table.rules, table.stakes) if table.stakes else None,
        next_stakes=_next_stakes(table, common.game.stakes),
        host=table.host,
        paused=table.paused is not None,
        ended=table.ended,
        watching=common.watching,
        talk=list(talk),
        summary=_summary(table) if table.is_over else [],
        stack=table.stack,
        takes_chips=0 if seat is None else takes_chips(table, seat),
        rebuys=table.terms.rebuys,
        buys=[BuyView(each.seq, each.seat, each.name, each.chips, each.by) for each in table.buys[-SHOWN_BUYS:]],
        sit_and_go=sit_and_go_view(table, seat, now),
        locked=bool(table.terms.password),
        next_table=table.next_table,
        next_by=table.next_by,
        agreed=len(table.agreed),
        players=len(after_end.players(table)) if table.is_over else 0,
        agrees=bool(me and me.token in table.agreed),
    )


def _computers(table: Table, stakes: Stakes | None) -> str:
    """What the computers of this hand, or of the first, say of how they play."""
    if playing := table.round:
        levels, stacks = [player.level for player in playing.players], [*playing.stacks]
    else:
        levels = [None if seat else table.fill for seat in table.seats]
        stacks = [purse.stack for purse in table.purses]
    return computers_say(table.fill, table.rules, stakes, stacks) if stakes and table.fill in levels else ""


def _time_left(table: Table, now: float) -> tuple[float | None, bool]:
    """The seconds that are left, and whether they are those of a time bank."""
    if table.until is None:
        return None, False
    if table.paused is not None:
        now = table.paused
    left = table.until - now
    in_bank = left <= 0 < bank_at_turn(table)
    return max(0, round(left + bank_at_turn(table) if in_bank else left, 1)), in_bank


def _seat_view(table: Table, number: int, connected: bool) -> SeatView:
    person, standing, purse = table.seats[number], table.standings[number], table.purses[number]
    playing, state, change = table.round, None, 0
    if table.phase == "playing" and playing and playing.stacks and number not in table.newcomers:
        state = playing.state
        for player, of_player in enumerate(playing.players):
            if of_player.seat == number and state:
                change = state.stacks[player] - playing.stacks[player]
    return SeatView(
        name=person.name if person else None,
        away=bool(person and person.away),
        out=person.out if person else "",
        ready=bool(person and person.ready),
        connected=connected,
        rounds=standing.rounds,
        won=standing.won,
        stack=purse.stack + change,
        net=purse.net + change,
        biggest=standing.biggest,
        best=standing.best[1],
        asks=bool(person and person.asks),
        leaving=bool(person and person.token in table.banned),
        commitment=person.commitment if person else "",
        late=bool(person and person.late),
    )


def _summary(table: Table) -> list[Sum]:
    """What it brought everybody who was here, the winner first."""
    here = [
        _sum(seat.name, standing, purse, here=True)
        for seat, standing, purse in zip(table.seats, table.standings, table.purses, strict=True)
        if seat
    ]
    gone = [_sum(each.name, each.standing, each.purse, here=False) for each in table.gone]
    return sorted([*here, *gone], key=lambda each: -each.net)


def _sum(name: str, standing: Standing, purse: Purse, *, here: bool) -> Sum:
    return Sum(
        name=name,
        here=here,
        hands=standing.rounds,
        won=standing.won,
        net=purse.net,
        biggest=standing.biggest,
        best=standing.best[1],
    )


def _next_stakes(table: Table, now: str) -> str:
    """What the next hand is played for, if there is one and it is played for something else."""
    after = game_view(table.rules, table.stakes).stakes
    return "" if table.ended or after == now else after


def _round_view(common: Common, playing: Round, seat: int | None) -> RoundView:
    table = common.table
    # Who sits down, or comes back, while a computer plays the seat sees nothing of its cards.
    me = table.player_of(seat)
    state = playing.state
    seen = view_for(state, me) if state else None
    now = legal(seen) if seen else None
    made, made_of = own_hand(seen) if seen and me is not None else (None, [])
    may = _legal_view(now, seen, raises=may_raise(playing)) if now and seen else None
    openers = table.rules.has_openers
    secret = len(msgspec.json.encode((made, made_of, may) if openers else (made, made_of)))
    padded = PADDED + PADDED_LEGAL * openers
    over = state is not None and state.is_over
    return RoundView(
        number=playing.number,
        me=me,
        turn=seen.turn if seen else None,
        hand=[str(card) for card in seen.hand] if seen else [],
        players=common.players,
        pot=seen.pot if seen else 0,
        pots=common.pots,
        board=[str(card) for card in seen.board] if seen else [],
        boards=[[str(card) for card in board] for board in seen.boards] if seen else [],
        street=street_words(table.rules, seen.street) if seen and not over else "",
        made=made,
        made_of=made_of,
        price=_price(seen, me),
        legal=may,
        may_show=[str(card) for card in may_show(table, me)],
        pad="" if over else " " * (padded - secret),
        anew=playing.anew,
        anew_by=[[*names] for names in playing.anew_by],
        show=show_view(playing, state, me, common.shares) if state and over else UNSET,
    )


def _player_view(table: Table, playing: Round, number: int, player: Player, seen: View | None) -> PlayerView:
    person = table.seats[player.seat] if player.level is None else None
    dealt = bool(seen and seen.street >= 0)
    up = seen.up[number] if seen and seen.up else ()
    folded = bool(seen and number in seen.folded)
    stack = seen.stacks[number] if seen and seen.stacks else playing.stacks[number] if playing.stacks else 0
    return PlayerView(
        seat=player.seat,
        name=player.name,
        level=player.level,
        person=player.nonce is not None,
        drew=seen.drawn[number] if seen and seen.drawn else (),
        stack=stack,
        bet=seen.bets[number] if seen and seen.bets else 0,
        folded=folded,
        all_in=bool(seen and seen.stacks and table.phase == "playing" and not seen.stacks[number] and not folded),
        cards=_face_down(seen) if seen and dealt and not folded else 0,
        up=[str(card) for card in up],
        did=playing.did[number] if playing.did else "",
        button=playing.button == number and not table.rules.has_bring_in,
        bank=person.bank if person else 0.0,
    )


def _face_down(seen: View) -> int:
    """How many cards everybody who is in the hand holds face down by now."""
    streets = seen.rules.streets[: seen.street + 1]
    return sum(getattr(street, "cards", 0) for street in streets if getattr(street, "up", None) is False)


def own_hand(seen: View) -> tuple[str | None, list[str]]:
    """What the player's own cards are worth by now, and those that make it."""
    if not seen.hand:
        return None, []
    best = made_hand(seen, seen.hand, seen.rules.game.rankings[0])
    return in_words(seen) or None, [str(card) for card in best.made_of] if best else []


def _price(seen: View | None, me: int | None) -> int:
    """What a call would cost."""
    if seen is None or me is None or not seen.bets or not seen.to_act or me in seen.folded:
        return 0
    return min(seen.stacks[me], max(seen.bets) - seen.bets[me])


def _legal_view(now: LegalActions, seen: View, *, raises: bool) -> LegalView:
    if not raises:
        now = now._replace(min_raise_to=0, max_raise_to=0)
    return LegalView(
        fold=now.fold,
        check=now.check,
        call=now.call_amount,
        bring_in=now.bring_in,
        lowest_raise=now.min_raise_to,
        highest_raise=now.max_raise_to,
        raise_step=now.raise_step,
        draw=now.draw is not None,
        most_discards=now.most_discards,
        sizes=_sizes(now, seen),
    )


def _sizes(now: LegalActions, seen: View) -> Sizes:
    """The usual raises: a part of what the pot would be after a call."""

    def may(to: int) -> int | None:
        return to if now.min_raise_to <= to <= now.max_raise_to else None

    def part(numerator: int, denominator: int) -> int | None:
        return may(part_of_pot(seen, numerator, denominator))

    def in_blinds(numerator: int, denominator: int) -> int | None:
        blind = seen.stakes.largest_blind if seen.stakes else 0
        is_open = blind and seen.street == seen.rules.first_bet and max(seen.bets) <= blind
        return may(blind * numerator // denominator) if is_open else None

    if not now.min_raise_to or seen.rules.limit is Limit.FIXED_LIMIT:
        return Sizes(None, None, None, None, None)
    return Sizes(part(1, 2), part(2, 3), part(1, 1), in_blinds(5, 2), in_blinds(3, 1))
