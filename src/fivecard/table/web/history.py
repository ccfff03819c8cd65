"""What is served of hands that are over: replays, records, lists and downloads, as the one who asks may know them."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar

from msgspec.json import encode
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from fivecard.errors import HistoryError
from fivecard.histories import dump_all
from fivecard.pages.static import HEADERS
from fivecard.table.core import Table
from fivecard.table.core import replay as replay_events
from fivecard.table.core.after_end import is_sealed as is_sealed_at
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.runtime.table_actor import TableActor
from fivecard.table.storage.base import NoTableError
from fivecard.table.storage.log import DamagedRoundError
from fivecard.table.web.hand_history import Past, is_in_phh, line_of, player_in
from fivecard.table.web.ledger import ledger_csv, ledger_of
from fivecard.table.web.relay import address_from_peer, ask_owner
from fivecard.table.web.replay import steps_of
from fivecard.table.web.static import page, who_asks

HANDS_AT_ONCE: Final = 100
"""In a list of hands; those before them are asked for with `?before=N`."""
_CLOSED_TABLES: Final = 8
"""Closed tables whose ledgers are remembered: those that were asked for last."""
_OWN: Final = HEADERS | {"Cache-Control": "private, no-store", "Vary": "Cookie"}
"""Of answers that have somebody's own cards in them."""
_Written = TypeVar("_Written")
_DOWNLOAD: Final = _OWN | {"Content-Disposition": "attachment"}


def routes_of_finished(registry: TableRegistry) -> list[Route]:
    """The addresses of the hands of a registry's tables."""

    def at_owner(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Have the process that has the table answer: it alone knows who sits there, and what was when."""

        async def answered(request: Request) -> Response:
            try:
                found = await registry.find(request.path_params["table"])
            except NoTableError:  # it is closed: the log has everything
                request.state.actor = None
                return await answer(request)
            if isinstance(found, TableActor):
                if not found.table.is_admitted(who_asks(request)):
                    raise HTTPException(403, "this table has a password: say it at the table first")
                request.state.actor = found  # also if it is lost meanwhile
                return await answer(request)
            from_peer = address_from_peer(request.headers, registry.log.secret) is not None
            return await ask_owner(request, None if from_peer else found)

        return answered

    async def record_of(table: str, number: str, *, closed: bool) -> dict[str, Any]:
        try:
            text = await registry.log.round(table, int(number)) if _is_number(number) else None
        except DamagedRoundError as error:
            raise HTTPException(410, str(error)) from None
        except OSError as error:
            raise HTTPException(503, f"the log cannot be read at the moment: {error.strerror or error}") from None
        if text is None:
            raise HTTPException(404, "there is no such finished hand")
        record: dict[str, Any] = json.loads(text)
        if closed and record.get("locked"):
            raise HTTPException(403, "this table had a password, and is closed")
        return record

    def as_seen(request: Request, record: dict[str, Any]) -> dict[str, Any]:
        """A record as one who asks may have it: with a delay, watchers see later what was shown after the hand."""
        actor: TableActor | None = request.state.actor
        playing = actor.table_for(who_asks(request)).round if actor else None
        if playing is None or playing.number != record["round"] or "showed" not in record:
            return record
        showed = {"showed": [[str(card) for card in cards] for cards in playing.showed]} if playing.showed else {}
        return {name: value for name, value in record.items() if name != "showed"} | showed

    def past(request: Request, record: dict[str, Any]) -> Past:
        """A hand as the one who asks may know it: with the cards of the seat from which it was seen."""
        return Past(record, reader(request, record))

    def reader(request: Request, record: dict[str, Any]) -> int | None:
        """The player that somebody was in a finished hand, as long as the table is open."""
        actor, token = request.state.actor, who_asks(request)
        return player_in(record, actor.table.seat_in(token, record["round"])) if actor else None

    def is_sealed(request: Request, record: dict[str, Any]) -> bool:
        """Whether a record is kept back: with chips until all agree to show theirs, and for ever once it is closed."""
        actor: TableActor | None = request.state.actor
        if actor is None:
            return record["stakes"] is not None
        return is_sealed_at(actor.table_for(who_asks(request)))

    def is_seen(request: Request, number: int) -> bool:
        """Whether one who asks may know of a round: with a delay, those who watch see it later."""
        actor: TableActor | None = request.state.actor
        return actor is None or actor.may_know(who_asks(request), number)

    async def finished(request: Request) -> dict[str, Any]:
        number = request.path_params["number"]
        if _is_number(number) and not is_seen(request, int(number)):  # the same, whether it was played meanwhile or not
            raise HTTPException(404, "there is no such finished round yet: those who watch see everything later")
        return as_seen(
            request, await record_of(request.path_params["table"], number, closed=request.state.actor is None)
        )

    async def aside(written: Callable[[], _Written]) -> _Written:
        """Have a hand written by a thread, one at a time; who wants many waits for each of them anew."""
        async with registry.downloads:
            return await asyncio.to_thread(written)

    async def replay(request: Request) -> Response:
        await finished(request)
        return page("replay.html", request, registry.origins, seat=True)

    async def round_json(request: Request) -> Response:
        record = await finished(request)
        headers = _OWN | _also_in_phh(f"{record['round']}.phh", record)
        if is_sealed(request, record):
            return await aside(lambda: JSONResponse(past(request, record).public(), headers=headers))
        return await aside(lambda: JSONResponse(record, headers=headers))

    async def round_steps(request: Request) -> Response:
        record = await finished(request)
        me = reader(request, record)

        def written() -> Response:
            steps = b",".join(
                encode(step) for step in steps_of(record, me)
            )  # as `Steps`, of which one is kept at a time
            return Response(b'{"steps":[%b]}' % steps, media_type="application/json", headers=_OWN)

        return await aside(written)

    async def round_text(request: Request) -> Response:
        record = await finished(request)
        return await aside(lambda: PlainTextResponse(past(request, record).text(), headers=_DOWNLOAD))

    async def round_phh(request: Request) -> Response:
        record = await finished(request)
        try:
            return await aside(lambda: PlainTextResponse(past(request, record).phh(), headers=_DOWNLOAD))
        except HistoryError as error:
            raise HTTPException(404, f"{error}: have the hand as text, at {record['round']}.txt") from None

    async def last_of(request: Request) -> int:
        """The number of a table's last finished hand; those of closed tables are there as long as the log has them."""
        if actor := request.state.actor:
            return int(actor.table.head[0])
        if last := await registry.log.last_round(request.path_params["table"]):
            return last
        raise HTTPException(404, str(NoTableError()))

    async def all_records(request: Request, *, first_to_last: bool = False) -> AsyncIterator[dict[str, Any]]:
        """All rounds of a table, the last first unless told; damaged ones are passed over."""
        table = request.path_params["table"]
        before = request.query_params.get("before", "")
        last = await last_of(request)
        if _is_number(before):
            last = min(last, int(before) - 1)
        for number in range(1, last + 1) if first_to_last else range(last, 0, -1):
            if not is_seen(request, number):
                continue
            with contextlib.suppress(HTTPException):
                yield as_seen(request, await record_of(table, str(number), closed=request.state.actor is None))

    async def hands(request: Request) -> Response:
        lines: list[dict[str, Any]] = []
        also: dict[str, str] = {}
        async for record in all_records(request):
            lines.append(line_of(record))
            also |= _also_in_phh("hands.phhs", record)
            if len(lines) == HANDS_AT_ONCE:
                break
        return JSONResponse({"hands": lines}, headers=_OWN | also | {"Vary": "Accept, Cookie"})

    async def hands_page(request: Request) -> Response:
        """For people a page, which asks for the list itself; programs have that at once."""
        if "text/html" not in request.headers.get("accept", ""):
            return await hands(request)
        await last_of(request)
        response = page("hands.html", request, registry.origins, seat=True)
        response.headers["Vary"] = "Accept, Accept-Encoding"
        return response

    async def hands_phhs(request: Request) -> Response:
        texts: list[str] = []

        def written(record: dict[str, Any]) -> str:
            if "runs" in record:
                return f"# Hand {record['round']} is not here: its board was run twice, for which PHH has no word.\n\n"
            return "".join(dump_all([past(request, record).history()], first=len(texts) + 1))

        try:
            async for record in all_records(request, first_to_last=True):
                texts.append(await aside(partial(written, record)))
        except HistoryError as error:
            raise HTTPException(404, f"{error}: have the hands as text, each at its rounds/N.txt") from None
        return PlainTextResponse("".join(texts), headers=_DOWNLOAD)

    async def closed_table(name: str) -> Table:
        """A table that is closed, as it was in the end."""
        if name not in closed:
            try:
                events = await registry.log.closed_events(name)
            except ValueError as error:
                raise HTTPException(410, str(error)) from None
            except OSError as error:
                raise HTTPException(503, f"the log cannot be read at the moment: {error.strerror or error}") from None
            if not events:
                raise HTTPException(404, str(NoTableError()))
            table = await aside(partial(replay_events, events))
            if len(closed) >= _CLOSED_TABLES:
                del closed[next(iter(closed))]
            closed[name] = table
        if closed[name].terms.password:
            raise HTTPException(403, "this table had a password, and is closed")
        return closed[name]

    closed: dict[str, Table] = {}

    async def money(request: Request) -> Table:
        """The table whose ledger is asked for, as the one who asks may know it."""
        actor: TableActor | None = request.state.actor
        seen = actor.table_for(who_asks(request)) if actor else await closed_table(request.path_params["table"])
        if not seen.chips:
            raise HTTPException(404, "there are no chips at this table, and no ledger")
        return seen

    async def ledger(request: Request) -> Response:
        await money(request)
        return page("ledger.html", request, registry.origins, seat=True)

    async def ledger_json(request: Request) -> Response:
        seen = await money(request)
        return await aside(lambda: JSONResponse(ledger_of(seen), headers=_OWN))

    async def ledger_as_csv(request: Request) -> Response:
        seen = await money(request)
        return await aside(lambda: Response(ledger_csv(seen), media_type="text/csv", headers=_DOWNLOAD))

    rounds = "/t/{table}/rounds/{number}"
    return [
        Route("/t/{table}/ledger", at_owner(ledger)),
        Route("/t/{table}/ledger.json", at_owner(ledger_json)),
        Route("/t/{table}/ledger.csv", at_owner(ledger_as_csv)),
        Route(f"{rounds}.json", at_owner(round_json)),
        Route(f"{rounds}.txt", at_owner(round_text)),
        Route(f"{rounds}.phh", at_owner(round_phh)),
        Route(f"{rounds}/steps", at_owner(round_steps)),
        Route("/t/{table}/hands", at_owner(hands_page)),
        Route("/t/{table}/hands.json", at_owner(hands)),
        Route("/t/{table}/hands.phhs", at_owner(hands_phhs)),
        Route(rounds, at_owner(replay)),
    ]


def _is_number(text: str) -> bool:
    """Whether an address has the number of a round here."""
    return text.isascii() and text.isdecimal() and len(text) < 16


def _also_in_phh(address: str, record: dict[str, Any]) -> dict[str, str]:
    """Say where the same is in PHH, if it can be."""
    return {"Link": f'<{address}>; rel="alternate"'} if is_in_phh(record) else {}
