"""Whether methods of equities cost what they say: seconds and memory, on every path of this machine.

bench/run.sh bench/bench_costs.py (or, of some methods or kernels: .venv/bin/python bench/bench_costs.py pairs avx2)

The constants of native/src/equity/costs.hpp come from here. For every method, on questions of several sizes, what it
says is compared with the processor's time, the best of several; the chosen method with the quickest of those measured;
and the memory of large questions with what a process of its own took. Exits with 1 if one is off by more than 2.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from pathlib import Path
from time import process_time
from typing import NamedTuple

from fivecard import _core  # noqa: TID251  (to measure what the compiled module says)
from fivecard.equities import methods
from fivecard.equities.question import Question
from paths import KERNELS

OFF = 2.0
"""By how much, up or down, a cost may be off; and by how much slower than the quickest the chosen method may be."""
SLOWEST = 1.0  # seconds: what would take longer is not measured
ROUNDS, LEAST = 5, 0.02  # how often, and for how many seconds at least, each is measured
AGAIN = 5  # what seems too slow is measured so many times more, since others use the machine
LARGE = 20e6  # bytes: the memory of smaller answers is lost among the interpreter's

A, B, FLOP, TURN, RIVER = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c7dTh", "2c7dTh4s", "2c7dTh4s5d"
WEIGHTED = "22+:30%,A2s+:50%,KTs+,AJo+"
FIVE, SIX = ("AsAhKsKh2d", "JdTd9c8c2s"), ("AsAhKsKh2d3d", "JdTd9c8c2s3c")
STUD = ("As Ah Kd Kc 2s 3d", "Qs Qh Jd Jc 4s 5d")


class Asked(NamedTuple):
    """A question, in words."""

    players: tuple[str, ...]
    board: str = ""
    game: str = "holdem"
    dead: str = ""
    holds: tuple[str, ...] | None = None

    def __str__(self) -> str:
        dead = f" without {self.dead}" if self.dead else ""
        players = " v ".join(each if len(each) < 16 else f"{each[:14]}.." for each in self.players)
        return f"{'' if self.game == 'holdem' else self.game + ' '}{players} {self.board}{dead}".strip()

    def question(self) -> Question:
        return Question(self.players, self.board, self.dead, self.game, self.holds)


HEADS_UP = [
    *(
        Asked((one, two), board)
        for one, two in (("AsKs", "QhQd"), ("AsKs", B), (A, B))
        for board in (FLOP, TURN, RIVER)
    ),
    Asked(("AsKs", "QhQd")),
    Asked(("AsKs", "random"), FLOP),
    Asked(("random", "random"), FLOP),
    Asked(("random", "random"), RIVER),
    Asked((A, WEIGHTED), FLOP),
    Asked((WEIGHTED, "random"), TURN),
    Asked(("AsKs", A)),
    Asked(("AA", "KK")),
    Asked((A, "22+,AJs+"), dead="5c 6d"),
    Asked((B, "AsKs")),
    Asked(("AKo", "random")),
    Asked((B, "random")),
    Asked(("random", "random")),
    Asked((A, WEIGHTED)),
    Asked(("AsKs", "QhQd"), game="short-deck"),
    Asked((A, "99+,AJs+"), game="short-deck"),
    Asked((A, "99+,AJs+"), "7dTh9c", "short-deck"),
]
OMAHA = [
    *(Asked(("AsAhKsKh", "JdTd9c8c"), board, "omaha") for board in ("", FLOP, TURN, RIVER)),
    *(Asked(hands, board, "omaha") for hands in (FIVE, SIX) for board in ("", "7h6cTh")),
    Asked(("AsAhKsKh", "QQJJ"), "", "omaha"),
    Asked(("AsAhKdQc", "KKxx"), TURN, "omaha"),
    Asked(("AsAhKdQc", "KKTT,QJT9"), "", "omaha"),
    Asked(("AAKK", "QQJJ"), "", "omaha"),
    Asked(("AAKK", "QQxx"), "", "omaha"),
    Asked(("AsAhKsKh", "random"), FLOP, "omaha"),
    Asked(("AsAhKsKh", "random"), TURN, "omaha"),
    Asked(("AsAhKsKh", "random"), RIVER, "omaha"),
    Asked(("AAKK", "random"), TURN, "omaha"),
    Asked(("AsAhKsKh2d", "random"), "7h6cTh", "omaha"),
    Asked(("AsAhKsKh2d3d", "random"), "7h6cTh9d", "omaha"),
    Asked(("AsAhKsKh2d3d", "random"), "7h6cTh", "omaha"),
]
SEVERAL = [
    *(Asked((A, B, B), board) for board in (FLOP, TURN, RIVER)),
    Asked(("AsKs", "QhQd", "JcTc"), FLOP),
    Asked(("AsKs", "QhQd", "JcTc")),
    Asked((A, "JJ", "TT"), dead="5c"),
    Asked((A, "99+", "AJs+"), "7dTh9c", "short-deck"),
    Asked((A, "JJ", "TT", "99"), FLOP),
    Asked((A, B, WEIGHTED), TURN),
    Asked((A, B, WEIGHTED), RIVER),
    Asked(("AsKs", "QhQd", "JcTc", "9h8h", "7s6s"), "2c7d5h"),
]
OTHERS = [
    *(Asked(("AsAhKsKh", "JdTd9c8c"), board, "omaha-hi-lo") for board in (FLOP, RIVER)),
    Asked(("AsAh2s3h", "Jd4d5c6c", "7s8s9hTh"), "", "omaha-hi-lo"),
    Asked((STUD[0], STUD[1]), game="seven-card-stud"),
    Asked((STUD[0], "Qs Qh Jd Jc 4s"), game="seven-card-stud"),
    Asked(("As Ah Kd Kc 2s", "Qs Qh Jd Jc 4s"), game="stud-hi-lo"),
    Asked(("As 2h 3d 9c", "4s 5h 6d Kc 2c"), game="razz"),
    Asked(("As Ah Kd Kc 2s", "Qs Qh Jd Jc 4s"), game="five-card-draw", holds=("As Ah", "Qs Qh Jd")),
    Asked(("As Ah Kd Kc 2s", "Qs Qh Jd Jc 4s"), game="five-card-draw", holds=("As Ah Kd Kc", "Qs Qh Jd Jc")),
    Asked(("2s 3h 4d Kc", "2h 3d 5c Qs"), game="badugi", holds=("2s 3h 4d", "2h 3d")),
]
SAMPLED = [
    Asked(("AsKs", "random", "random")),
    Asked(("AsKs", *["random"] * 8), FLOP),
    Asked(("AsKs", "random", "random"), TURN),
    Asked(("AsKs", "random", "random"), RIVER),
    Asked((A, "random", "random"), FLOP),
    Asked((A, "random", "random")),
    Asked(("AsKs", "random", "random"), game="short-deck"),
]
MEMORY = [
    Asked(("random", "random"), RIVER, "omaha"),
    Asked(("AAxx", "KKxx"), RIVER, "omaha"),
    Asked(("As Ah Kd Kc", "Qs Qh Jd Jc"), game="seven-card-stud"),
    Asked(("As Ah 2d 3c", "Qs Qh Jd Jc"), game="stud-hi-lo"),
    Asked(("As", "Ks 2s"), game="deuce-to-seven"),
    Asked(("AsKd", "QhQc", "2h3s")),
]


class Row(NamedTuple):
    """What a method said and took."""

    kernel: str
    method: str
    asked: str
    said: float
    took: float

    @property
    def ratio(self) -> float:
        return self.said / self.took

    @property
    def off(self) -> bool:
        return not 1 / OFF <= self.ratio <= OFF

    def told(self, unit: float) -> str:
        mark = "  OFF" if self.off else ""
        numbers = f"{self.said / unit:14.1f}{self.took / unit:14.1f}{self.ratio:8.2f}"
        return f"{self.kernel:<9}{self.method[:24]:<25}{self.asked[:56]:<57}{numbers}{mark}"


def best(work: Callable[[], object]) -> float:
    """Processor time of one call: the best of several series, each as long as the clock can tell."""
    times = 1
    found: list[float] = []
    for done in count():
        before = process_time()
        for _ in range(times):
            work()
        took = process_time() - before
        if took < LEAST / 10 and not found:
            times *= 4
            continue
        found.append(took / times)
        if (len(found) >= ROUNDS and sum(found) * times > LEAST) or (took > 0.5 and len(found) > 1) or done > 200:
            return min(found)
    raise AssertionError


def near(said: float, work: Callable[[], object]) -> float:
    """The best again, where it is slower than said: others may have used the machine."""
    found = best(work)
    for _ in range(AGAIN):
        if OFF * said >= found:
            break
        found = min(found, best(work))
    return found


def seconds(wanted: list[str]) -> Iterator[Row]:
    """What each method takes for each question, kernel by kernel; what the quickest takes and the chosen one."""
    for kernel in chosen(wanted, KERNELS):
        _core.use_kernel(kernel)
        for asked in (*HEADS_UP, *OMAHA, *SEVERAL, *OTHERS):
            question = asked.question()
            forms = [question.groups, *([[question.unknown]] if question.unknown else [])]
            for groups in forms:
                if len(groups) > 1:
                    continue
                native, took = groups[0].native, {}
                for method in methods.METHODS:
                    if method.cost(native) > SLOWEST or not named(wanted, method.name):
                        continue
                    if method.remembers:
                        method.answer(native, 1, lambda _: None)
                    said = method.cost(native)
                    took[method.name] = near(said, lambda: method.answer(native, 1, lambda _: None))  # noqa: B023
                    yield Row(kernel, method.name, str(asked), said, took[method.name])
                pick = methods.cheapest(native).name
                if pick in took and took[pick] > OFF * min(took.values()):
                    yield Row(kernel, f"chosen: {pick}", str(asked), took[pick], min(took.values()))
        for asked in SAMPLED if named(wanted, "rounds of random hands") else ():
            unknown = asked.question().unknown
            assert unknown is not None
            said = _core.RoundRobin.cost(unknown.native)
            if said < SLOWEST:
                rounds = _core.RoundRobin(unknown.native, 1)
                whole = near(said, lambda: rounds.run(0, rounds.chunks, 1))  # noqa: B023
                yield Row(kernel, "rounds of random hands", str(asked), said, whole)
    _core.use_kernel("")


def in_process_of_its_own(*arguments: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, __file__, *arguments], capture_output=True, text=True, timeout=300, check=True
    )
    return [float(word) for word in done.stdout.split()]


def table_of_pairs() -> Iterator[Row]:
    """What the table of pairs costs as long as it is not there."""
    for number, asked in enumerate(HEADS_UP):
        if not asked.board and not asked.dead and asked.game == "holdem":
            said, took = min(
                (in_process_of_its_own("--first", str(number)) for _ in range(3)), key=lambda each: each[1]
            )
            yield Row("", "table of pairs, made", str(asked), said, took)


def first(asked: Asked) -> None:
    method = methods.METHODS[1]
    method.answer(Asked(("2s2h", "3s3h")).question().whole, 1, lambda _: None)
    native = asked.question().whole
    said, before = method.cost(native), process_time()
    method.answer(native, 1, lambda _: None)
    print(said, process_time() - before)


def memory() -> Iterator[Row]:
    """What large questions take."""
    for number, asked in enumerate(MEMORY):
        native = asked.question().groups[0].native
        for index, method in enumerate(methods.METHODS):
            if method.cost(native) <= 4 * SLOWEST and method.memory(native, 1) > LARGE:
                (took,) = in_process_of_its_own("--memory", str(number), str(index))
                yield Row("", method.name, str(asked), method.memory(native, 1), took)


def grown(asked: Asked, method: methods.Method) -> None:
    def peak() -> int:
        with Path("/proc/self/status").open() as lines:
            return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

    small = Asked(tuple(each for each in ("As Ah Kd Kc 2s 3d 4c", "Qs Qh Jd Jc 4s 5d 6c")), game="seven-card-stud")
    methods.ENUMERATION.answer(small.question().whole, 1, lambda _: None)
    native = asked.question().groups[0].native
    Path("/proc/self/clear_refs").write_text("5")  # the peak is from now on
    before = peak()
    method.answer(native, 1, lambda _: None)
    print(peak() - before)


def chosen(wanted: list[str], names: list[str]) -> list[str]:
    return [name for name in names if name in wanted] or names


def named(wanted: list[str], name: str) -> bool:
    words = [word for word in wanted if word not in KERNELS]
    return not words or any(word in name for word in words)


def main() -> None:
    wanted, bad = sys.argv[1:], 0
    if wanted[:1] == ["--first"]:
        first(HEADS_UP[int(wanted[1])])
        return
    if wanted[:1] == ["--memory"]:
        grown(MEMORY[int(wanted[1])], methods.METHODS[int(wanted[2])])
        return
    parts: list[tuple[str, float, Iterator[Row]]] = [("us", 1e-6, seconds(wanted))]
    if named(wanted, "table of pairs"):
        parts.append(("us", 1e-6, table_of_pairs()))
    if named(wanted, "memory"):
        parts.append(("MB", 1e6, memory()))
    for unit, size, rows in parts:
        print(f"\n{'':<91}{'said, ' + unit:>14}{'took':>14}{'ratio':>8}\n")
        least, most = inf, 0.0
        for row in rows:
            print(row.told(size), flush=True)
            bad += row.off
            least, most = min(least, row.ratio), max(most, row.ratio)
        print(f"\n{'':<91}ratios from {least:.2f} to {most:.2f}")
    if bad:
        sys.exit(f"{bad} off by more than {OFF}")


if __name__ == "__main__":
    main()
