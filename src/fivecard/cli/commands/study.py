"""`fivecard study`: hold'em after the flop in the browser: questions, solutions, practice."""

import os
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from fivecard._util.machine import data_folder, memory, threads_for
from fivecard.cli.terminal.serving import check_host, machine_names, serve
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, MissingDependencyError, install, quoted

EXAMPLES = """\
  fivecard study
  fivecard study flop.postflop --open
  fivecard study --host 0.0.0.0 --memory 4G --seconds 120 --jobs 2
"""
_LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_MOST_JOBS: Final = 64
_MOST_CONNECTIONS: Final = 256


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what is opened, where the server listens, and what it may take."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a solution that was saved, to begin with")
    parser.add_argument(
        "--host", default="127.0.0.1", help="default: %(default)s; 0.0.0.0 lets others in your network in"
    )
    parser.add_argument("--port", type=int, default=8056, help="default: %(default)s; 0 takes a free one")
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        help="what all solutions take at most, such as 4G; default: 3/4 of the machine",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="how long a question is solved at most, at a time; default: no limit"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="questions that are solved at once; default: %(default)s"
    )
    parser.add_argument("--threads", type=int, metavar="N", help="of each question; default: one for each core")
    parser.add_argument(
        "--progress", type=Path, metavar="FILE", help="where what you practised is kept (default: a file of yours)"
    )
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME",
        help="a name that browsers may call this server, beside localhost and its addresses",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="open the browser")


def run(arguments: Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        import uvicorn

        from fivecard.draw.training import Progress
        from fivecard.pages.allowed_hosts import LOCAL_NAMES
        from fivecard.study.library import Library, Limits
        from fivecard.study.web.app import make_app
    except ImportError as error:
        raise MissingDependencyError(f"a study needs {error.name}: {install('table')}") from None
    if not 0 <= arguments.port < 65536:
        raise UsageError(f"--port {arguments.port}: a port is from 0 to 65535")
    if not 1 <= arguments.jobs <= _MOST_JOBS:
        raise UsageError(f"--jobs {arguments.jobs}: from 1 to {_MOST_JOBS}")
    if arguments.seconds is not None and not arguments.seconds > 0:
        raise UsageError(f"--seconds {arguments.seconds:g}: there must be more than 0")
    check_host(arguments.host)
    threads_for(arguments.threads)
    if arguments.memory is not None:
        if not re.fullmatch(r"\d+(\.\d+)?[KMGT]?", arguments.memory, re.I):
            raise UsageError(f"--memory {quoted(arguments.memory)}: a number of bytes, such as 4G")
        os.environ["FIVECARD_MEMORY"] = arguments.memory  # which the solver keeps to by itself
    library = Library(Limits(memory(), arguments.seconds, arguments.jobs, arguments.threads))
    first = library.open(arguments.file).id if arguments.file is not None else ""
    progress = None
    if arguments.progress is not None or arguments.host in _LOOPBACK:
        if arguments.progress is None:
            data_folder().mkdir(parents=True, exist_ok=True)
        progress = Progress(arguments.progress or data_folder() / "study.json", "fivecard study")
        progress.save()  # a file that cannot be written is refused before anything is asked
    names = LOCAL_NAMES | {name.lower() for name in arguments.allow_host} | machine_names(arguments.host)
    config = uvicorn.Config(
        make_app(library, progress, first=first, names=frozenset(names)), host=arguments.host, port=arguments.port,
        log_level="warning", ws="none", lifespan="on", server_header=False, proxy_headers=False,
        timeout_graceful_shutdown=2, limit_concurrency=_MOST_CONNECTIONS,
    )  # fmt: skip

    async def started(host: str, port: int) -> None:
        address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"
        print(f"Open {address} to study. Ctrl-C ends.", flush=True)
        if arguments.open:
            import webbrowser

            webbrowser.open(address)

    if not serve(config, started):
        raise FivecardError(f"cannot listen on {arguments.host}, port {arguments.port}: is it taken?")
    print("\nThe study is closed.")
    return 0
