"""The server of `fivecard study`: questions in, solutions out, and files."""

import contextlib
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from fivecard.draw.training import Progress
from fivecard.errors import FivecardError
from fivecard.pages.allowed_hosts import LOCAL_NAMES, OwnNamesOnly
from fivecard.pages.assets import Assets
from fivecard.pages.static import DAY, HEADERS, icon_content, packed
from fivecard.solvers.postflop import Solution, save
from fivecard.solvers.postflop.estimates import in_bytes, rounded_seconds
from fivecard.study import practice
from fivecard.study.library import BusyError, Library, Study, UnknownStudyError, bytes_of
from fivecard.study.places import place_of, read_path, worth_of_cards
from fivecard.study.questions import (
    USUAL,
    FieldError,
    above_zero,
    checked,
    problems,
    question_of,
    read_question,
    refuse_if_empty,
    title_of,
)
from fivecard.study.ranges import painted, shown
from fivecard.study.web.learner import Learner
from fivecard.study.web.learner import shown as shown_of
from fivecard.study.web.requests import RequestError, object_of, refuse_strangers, text_of, told, visitor_of
from fivecard.study.web.work import Work

ASSETS: Final = Assets(files("fivecard") / "study" / "page")
NO_STORE: Final = HEADERS | {"Cache-Control": "no-store"}

Found = TypeVar("Found")


def state_of(study: Study) -> dict[str, Any]:
    """Say how far a study is."""
    return {
        "id": study.id,
        "title": title_of(study.spot),
        "state": study.state,
        "error": study.error,
        "target": study.target,
        "iterations": study.solution.iterations,
        "exploitability": study.exact,
        "seconds": round(study.seconds, 2),
        "curve": [[round(point.seconds, 3), point.iterations, point.exploitability] for point in study.curve],
        "can_improve": study.solution.can_improve,
        "question": question_of(study.spot),
        "pot": study.spot.pot,
        "stack": study.spot.effective_stack,
        "board": [str(card) for card in study.spot.cards],
    }


def make_app(
    library: Library, progress: Progress | None, *, first: str = "", names: frozenset[str] = LOCAL_NAMES
) -> Starlette:
    """Make the application that serves a library.

    Args:
        library: The solutions.
        progress: Where what is practised is kept; None for in memory, a visitor apart from the other.
        first: The solution that is shown first.
        names: What browsers may call the server.
    """
    learner, work = Learner(progress), Work()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "study.html")
        if name not in ASSETS:
            raise HTTPException(404, "there is no such file")
        return packed(
            request, ASSETS.content(name), f"{ASSETS.kind(name)}; charset=utf-8", {"Cache-Control": "no-cache"}
        )

    async def icon(request: Request) -> Response:
        return packed(request, icon_content(), "image/svg+xml", DAY)

    async def settings(request: Request) -> Response:
        there = [{"id": study.id, "title": title_of(study.spot)} for study in library]
        return _json({"usual": USUAL, "first": first, "open": there})

    async def range_(request: Request) -> Response:
        found = await told(request)
        text, game = text_of(found, "text"), text_of(found, "game", 40)
        kinds = object_of(found, "kinds") if "kinds" in found else {}

        def read() -> dict[str, Any]:
            return shown(painted(text, kinds, game) if kinds else text, game)

        return _json(await work.do(read))

    async def estimate(request: Request) -> Response:
        question = checked(await told(request))
        return _json(await work.do(lambda: _estimate(question, library)))

    async def solve(request: Request) -> Response:
        question = checked(await told(request))

        def begin() -> Study:
            target = above_zero("target", question["target"])
            return library.solve(read_question(question), target, visitor_of(request))

        return _json(state_of(await work.do(begin)), 201)

    async def state(request: Request) -> Response:
        return _json(state_of(_study(request)))

    async def stop(request: Request) -> Response:
        refuse_strangers(request)
        study = _study(request)
        await run_in_threadpool(study.stop, 10)
        return _json(state_of(study))

    async def go_on(request: Request) -> Response:
        found = await told(request)
        target = above_zero("target", text_of(found, "target", 40))
        study = _study(request)
        if not study.solution.can_improve:
            raise RequestError(409, "a solution from a file cannot be solved further: solve its question")
        return _json(state_of(await work.do(lambda: library.solve(study.spot, target, visitor_of(request)))))

    async def at(request: Request) -> Response:
        path = read_path(request.query_params.getlist("step"))
        return _json(await _look(request, lambda solution: place_of(solution, path)))

    async def cards(request: Request) -> Response:
        path = read_path(request.query_params.getlist("step"))
        return _json(await _look(request, lambda solution: worth_of_cards(solution, path)))

    async def download(request: Request) -> Response:
        study = _study(request)
        handle, name = tempfile.mkstemp(suffix=".fivecard")
        os.close(handle)
        file = Path(name)
        try:
            await work.do(lambda: study.look(lambda solution: save(solution, file)))
        except FivecardError:
            file.unlink()
            raise
        called = "".join(map(str, study.spot.cards)) + ".postflop"
        gone = BackgroundTask(file.unlink, missing_ok=True)
        return FileResponse(file, filename=called, headers=NO_STORE, background=gone)

    async def upload(request: Request) -> Response:
        refuse_strangers(request)
        handle, name = tempfile.mkstemp(suffix=".fivecard")
        try:
            size = 0
            with os.fdopen(handle, "wb") as target:
                async for part in request.stream():
                    size += len(part)
                    library.refuse_too_large(size)
                    await run_in_threadpool(target.write, part)
            try:
                study = await work.do(lambda: library.open(name))
            except FivecardError as error:
                raise RequestError(400, str(error).replace(name, "the file")) from None
            return _json(state_of(study), 201)
        finally:
            Path(name).unlink(missing_ok=True)

    async def deal(request: Request) -> Response:
        found = await told(request)
        study = library.find(text_of(found, "id", 40))
        record = learner.record(visitor_of(request))
        player = practice.seat_of(text_of(found, "player", 10), learner.random)

        def dealt(solution: Solution) -> practice.Exercise:
            return practice.deal(solution, player, record, learner.random)

        exercise = await work.do(lambda: study.look(dealt))
        return _json({"exercise": learner.keep(study, exercise), **shown_of(exercise)}, 201)

    async def act(request: Request) -> Response:
        found = await told(request)
        action = text_of(found, "action", 100)
        id_, exercise = learner.find(request.path_params["exercise"])
        study = library.find(id_)
        before = len(exercise.path)
        verdict = await work.do(lambda: study.look(lambda solution: exercise.act(action)))
        learner.mark(visitor_of(request), exercise, verdict)
        known = practice.summary(learner.record(visitor_of(request)))
        return _json({"verdict": asdict(verdict), "at": before, **shown_of(exercise), "progress": known})

    async def progress_(request: Request) -> Response:
        return _json(practice.summary(learner.record(visitor_of(request))))

    def _study(request: Request) -> Study:
        return library.find(request.path_params["study"])

    async def _look(request: Request, ask: Callable[[Solution], Found]) -> Found:
        study = _study(request)
        return await work.do(lambda: study.look(ask))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(library.close)

    return Starlette(
        middleware=[Middleware(OwnNamesOnly, names=names, headers=HEADERS)],
        routes=[
            Route("/", page),
            Route("/page/{name:path}", page),
            Route("/icon.svg", icon),
            Route("/favicon.ico", lambda request: RedirectResponse("/icon.svg")),
            Route("/settings", settings),
            Route("/range", range_, methods=["POST"]),
            Route("/estimate", estimate, methods=["POST"]),
            Route("/solutions", solve, methods=["POST"]),
            Route("/solutions/{study}", state),
            Route("/solutions/{study}/stop", stop, methods=["POST"]),
            Route("/solutions/{study}/go-on", go_on, methods=["POST"]),
            Route("/solutions/{study}/at", at),
            Route("/solutions/{study}/cards", cards),
            Route("/solutions/{study}/file", download),
            Route("/files", upload, methods=["POST"]),
            Route("/practice", progress_),
            Route("/practice", deal, methods=["POST"]),
            Route("/practice/{exercise}", act, methods=["POST"]),
        ],
        exception_handlers={HTTPException: _refuse, FivecardError: _refuse},
        lifespan=lifespan,
    )


def _estimate(question: dict[str, str], library: Library) -> dict[str, Any]:
    if wrong := problems(question):
        return {"problems": wrong}
    spot = read_question(question)
    try:
        refuse_if_empty(spot)
        library.refuse_too_large(bytes_of(spot, library.limits.threads))
        found = spot.estimate(target=float(question["target"]), threads=library.limits.threads)
    except FivecardError as error:
        return {"problems": {"": str(error)}}
    return {
        "problems": {},
        "nodes": found.nodes,
        "memory": in_bytes(found.memory),
        "seconds": [rounded_seconds(each) for each in (found.seconds, found.least, found.most)],
    }


def _json(what: object, status: int = 200) -> Response:
    return JSONResponse(what, status, headers=NO_STORE)


def _refuse(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        words = "there is nothing at this address" if error.detail == "Not Found" else error.detail
        return JSONResponse({"message": words}, error.status_code, headers=NO_STORE | dict(error.headers or {}))
    status = 404 if isinstance(error, UnknownStudyError) else 503 if isinstance(error, BusyError) else 400
    if isinstance(error, RequestError):
        status = error.status
    if isinstance(error, FieldError):
        return JSONResponse({"message": error.message, "field": error.field}, status, headers=NO_STORE)
    return JSONResponse({"message": str(error)}, status, headers=NO_STORE)
