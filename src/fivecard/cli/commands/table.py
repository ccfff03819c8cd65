"""`fivecard table`: five-card draw in the browser, for friends and computer players."""

import os
import platform
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fivecard.cli import options
from fivecard.cli.terminal.serving import check_host, machine_names, serve
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, MissingDependencyError, install, quoted
from fivecard.handouts.letters import RULES_BY_LETTER

if TYPE_CHECKING:
    from fivecard.table.storage.base import Storage

FEWEST_CONNECTIONS = 64
LONGEST = 3600
"""Seconds that anybody is made to wait."""
EXAMPLES = """\
  fivecard table
  fivecard table --host 0.0.0.0 --port 8000 --data table.db
  fivecard table --origin https://cards.example.org   # behind a proxy that speaks https
  fivecard table --data postgresql://cards@db.example.org/cards   # one of several processes
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the server listens and where it keeps its log."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="default: %(default)s; 0.0.0.0 lets others in your network in"
    )
    parser.add_argument("--port", type=int, default=8055, help="default: %(default)s; 0 takes a free one")
    parser.add_argument(
        "--data", default="fivecard-table.db", metavar="FILE",
        help="the log of all tables, or a postgresql:// address that several processes share; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--peer-address", metavar="HOST[:PORT]",
        help="where the other processes of a shared log reach this one; default: where it listens",
    )  # fmt: skip
    parser.add_argument(
        "--lease", type=float, default=5.0, metavar="S",
        help="seconds after which the other processes of a shared log take this one for dead; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL",
        help="the address that browsers use, where it is not the one they reach this server by; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME",
        help="a name that browsers may call this server, beside localhost, its addresses and those of --origin",
    )  # fmt: skip
    first = "the game that is offered first, without chips (A, C) or with them (five-card-draw); default: %(default)s"
    options.add_game(parser, first, default="C", also=RULES_BY_LETTER)
    parser.add_argument("--tables", type=int, default=500, metavar="N", help="most tables; default: %(default)s")
    parser.add_argument(
        "--tables-per-address", type=int, default=50, metavar="N", help="most from one address; default: %(default)s"
    )
    parser.add_argument(
        "--sockets-per-address",
        type=int,
        default=60,
        metavar="N",
        help="most browsers from one address; default: %(default)s",
    )
    parser.add_argument(
        "--connections", type=int, default=4096, metavar="N", help="most connections in all; default: %(default)s"
    )
    parser.add_argument(
        "--patience", type=float, default=20.0, metavar="S",
        help="seconds that those who are ready for a round wait for the others; default: %(default)s",
    )  # fmt: skip
    parser.add_argument(
        "--pace", type=float, default=0.8, metavar="S", help="seconds a computer takes; default: %(default)s"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")


def run(arguments: Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        import uvicorn
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

        from fivecard.pages.allowed_hosts import LOCAL_NAMES
        from fivecard.table.runtime.guard import guarded
        from fivecard.table.runtime.limits import Limits
        from fivecard.table.runtime.registry import TableRegistry
        from fivecard.table.web.app import make_app
        from fivecard.table.web.log_filter import limit_lines
    except ImportError as error:
        raise MissingDependencyError(f"a table needs {error.name}: {install('table')}") from None
    if not 0 <= arguments.port < 65536:
        raise UsageError(f"--port {arguments.port}: a port is from 0 to 65535")
    for name in ("tables", "tables_per_address", "sockets_per_address"):
        if getattr(arguments, name) < 1:
            raise UsageError(f"--{name.replace('_', '-')} {getattr(arguments, name)}: there must be room for one")
    for name in ("patience", "pace"):
        if not 0 <= getattr(arguments, name) <= LONGEST:
            raise UsageError(f"--{name} {getattr(arguments, name):g}: from 0 to {LONGEST} seconds")
    if arguments.connections < FEWEST_CONNECTIONS:
        raise UsageError(f"--connections {arguments.connections}: at least {FEWEST_CONNECTIONS} are needed")
    check_host(arguments.host)
    origins = tuple(map(_origin, arguments.origin))
    peer_host, peer_port = _peer_address(arguments.peer_address)
    log = _open_log(arguments)  # before anything else: it makes sure that no other server is at a file
    limits = Limits(
        tables=arguments.tables,
        tables_per_address=arguments.tables_per_address,
        connections=arguments.connections,
        sockets_per_address=arguments.sockets_per_address,
        pace=max(0.0, arguments.pace),
        patience=max(0.0, arguments.patience),
        shared=log.shared,
    )
    limits = limits.within(files := _allow_open_files(limits.files))
    if limits.connections < arguments.connections:
        log.notes.append(
            f"this system lets a process open {files:,} files: at most {limits.connections:,} connections are taken, "
            f"not {arguments.connections:,} (ulimit -Hn)"
        )
    names = LOCAL_NAMES | {name.lower() for name in arguments.allow_host} | machine_names(arguments.host)
    registry = TableRegistry(log, limits, origins, arguments.game, names=names)
    app: Any = make_app(registry)
    if origins:
        app = ProxyHeadersMiddleware(app, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"))
        trusted = app.trusted_hosts
        registry.door.is_proxy = lambda address: address in trusted or address in log.peers
    elif log.shared:
        registry.door.is_proxy = lambda address: address in log.peers
    http, socket = guarded(registry.door)
    config = uvicorn.Config(
        app, host=arguments.host, port=arguments.port, log_level="warning", http=http, ws=socket, ws_max_size=4096,
        ws_max_queue=32, ws_per_message_deflate=False,  # the size of a compressed hand would tell of it
        ws_ping_interval=20.0, ws_ping_timeout=20.0, timeout_graceful_shutdown=2, lifespan="on",
        server_header=False, proxy_headers=False, backlog=limits.backlog,
    )  # fmt: skip
    limit_lines()

    async def started(host: str, port: int) -> None:
        await registry.listen_at(
            peer_host or (platform.node() if host in {"0.0.0.0", "::"} else host), peer_port or port
        )
        _tell(f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/", log.notes, arguments.open)

    if not serve(config, started):
        raise FivecardError(f"cannot listen on {arguments.host}, port {arguments.port}: is it taken?")
    print("\nThe table is closed; all rounds are in the log.")
    return 0


def _open_log(arguments: Namespace) -> "Storage":
    """Open the log, a file or a database, or say what is wrong with it."""
    if arguments.data.startswith(("postgresql:", "postgres:")):
        try:
            import asyncio

            from fivecard.table.storage.postgres import PostgresStorage
        except ImportError as error:
            raise MissingDependencyError(f"a log in PostgreSQL needs {error.name}: {install('postgres')}") from None
        if not 1.0 <= arguments.lease <= 3600.0:
            raise UsageError(f"--lease {arguments.lease}: from 1 to 3600 seconds")
        database = PostgresStorage(arguments.data, arguments.lease)
        asyncio.run(database.prepare())
        return database
    from fivecard.table.storage.base import FileStorage
    from fivecard.table.storage.log import Log

    folder = Path(arguments.data).resolve().parent
    if not folder.is_dir():
        raise UsageError(f"--data {arguments.data}: there is no folder {folder}")
    return FileStorage(Log(arguments.data))


def _peer_address(text: str | None) -> tuple[str | None, int | None]:
    """Read a --peer-address."""
    if text is None:
        return None, None
    try:
        parts = urlsplit(f"//{text}")
        if parts.hostname and parts.netloc == text and not parts.username:
            return parts.hostname, parts.port
    except ValueError:
        pass
    raise UsageError(f"--peer-address {quoted(text)}: a host, or a host and a port, such as 10.0.0.7:8055")


def _origin(text: str) -> str:
    """Read an --origin as browsers write theirs."""
    try:
        parts = urlsplit(text)
    except ValueError:  # half an address of IPv6, say
        parts = urlsplit("")
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
        raise UsageError(
            f"--origin {quoted(text)}: an address such as https://cards.example.org, without anything after it"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _allow_open_files(wanted: int) -> int:
    """Raise the number of files that this process may open to what is wanted; give what it is then."""
    try:
        import resource
    except ImportError:  # a system without such a limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    with suppress(OSError, ValueError):  # some systems have a lower limit that they do not tell
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        return most
    return soft


def _tell(address: str, notes: list[str], open_browser: bool) -> None:
    for note in notes:
        sys.stderr.write(f"fivecard: {note}\n")
    print(f"Open {address} and send your table's link to your friends. Ctrl-C ends.", flush=True)
    if open_browser:
        import webbrowser

        webbrowser.open(address)
