"""The package as a whole: what it exports, and how little it costs to start."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import cleandoc, isclass, isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

import fivecard


def exported_to_type_checkers() -> dict[str, str]:
    tree = ast.parse(Path(fivecard.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names if node.module != "fivecard"}


def test_names_seen_by_type_checkers_are_those_found_at_run_time() -> None:
    declared = exported_to_type_checkers()
    assert sorted(declared) == fivecard.__all__
    for name, home in declared.items():
        assert getattr(fivecard, name) is getattr(importlib.import_module(home), name)


def test_packages_are_there_after_import_fivecard() -> None:
    code = "import fivecard; print(fivecard.engine.start.__name__, fivecard.equity.__name__, fivecard.settle.__name__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == "start equity settle\n"
    assert {"engine", "solvers"} <= set(dir(fivecard))


def public_packages() -> list[str]:
    """All packages whose names begin with no underscore; of the command line, the modules are its parts."""
    found = pkgutil.walk_packages(fivecard.__path__, "fivecard.")
    names = [module.name for module in found if module.ispkg]
    return [name for name in names if "._" not in name and not name.startswith("fivecard.cli.")]


@pytest.mark.parametrize("name", public_packages())
def test_every_package_says_what_it_is_for_and_what_it_offers(name: str) -> None:
    package = importlib.import_module(name)
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert len(package.__doc__ or "") > 40
    for offered in package.__all__:
        assert offered in modules or hasattr(package, offered)
    shown = {shown for shown in dir(package) if not shown.startswith("_")}
    assert shown - modules <= {*package.__all__}, "what a package imports for itself is none of its names"


# Where the arguments of every public function are explained; what serves programs alone is left out.
EXPLAINED = (
    *("", "batch", "draw", "engine", "equities", "handouts", "histories", "histories.pokerstars"),
    *("players", "ranges", "showdown", "solvers.limit_draw", "solvers.postflop", "tournaments"),
    *("words.comparing", "words.explaining", "words.hands", "words.narrating"),
)
OF_EVENTS = {"event", "state"}  # what every method of a visitor takes: its class explains them


def callables_of(package: ModuleType) -> Iterator[tuple[str, object, str]]:
    """Functions, classes with a constructor of their own, and methods: the name, what is called, what explains it."""
    own = [name for name, value in vars(package).items() if getattr(value, "__module__", "") == package.__name__]
    for name in getattr(package, "__all__", [name for name in own if not name.startswith("_")]):
        value = getattr(package, name)
        if isfunction(value):
            yield name, value, value.__doc__ or ""
        if not isclass(value) or issubclass(value, Exception) or getattr(value, "_is_protocol", False):
            continue
        fields = getattr(value, "__dataclass_fields__", {})
        if "__init__" in vars(value) and not fields:
            yield name, value.__init__, f"{value.__doc__}{value.__init__.__doc__}"
        for of, method in vars(value).items():
            function = getattr(method, "__func__", method)
            if isfunction(function) and not of.startswith("_") and of not in fields:
                yield f"{name}.{of}", function, function.__doc__ or ""


@pytest.mark.parametrize("name", EXPLAINED)
def test_two_arguments_or_more_are_explained_one_by_one(name: str) -> None:
    found = 0
    for called, function, text in callables_of(importlib.import_module(f"fivecard.{name}".rstrip("."))):
        names = [*signature(cast("Callable[..., object]", function)).parameters]
        names = [each for each in names if each not in ("self", "cls")]
        if len(names) < 2 or {*names} == OF_EVENTS:
            continue
        section = cleandoc(text).partition("Args:\n")[2].split("\n\n")[0]
        assert re.findall(r"^ +\*?(\w+): ", section, re.M) == names, called
        found += 1
    assert found


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        fivecard.evalute  # type: ignore[attr-defined]  # noqa: B018
    assert "evaluate" in dir(fivecard)


def modules_loaded_by(code: str) -> set[str]:
    script = f"import sys; before = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return set(run.stdout.splitlines()[-1].split())


def test_importing_the_package_loads_none_of_it() -> None:
    assert not {name for name in modules_loaded_by("import fivecard") if name.startswith("fivecard.")}


def test_the_version_is_told_before_anything_is_loaded() -> None:
    loaded = modules_loaded_by("from fivecard.cli.main import main\nmain(['--version'])")
    assert {name for name in loaded if name.startswith("fivecard.")} == {"fivecard.cli", "fivecard.cli.main"}
    assert not loaded & {"argparse", "numpy", "typing"}


def test_nobody_waits_for_a_computer_player_that_does_not_play() -> None:
    assert not modules_loaded_by("import fivecard.cli.commands.play") & {"numpy", "fivecard.solvers.limit_draw"}


def test_one_hand_is_evaluated_without_numpy() -> None:
    assert "numpy" not in modules_loaded_by("import fivecard\nfivecard.evaluate('AhKhQhJhTh')")


def test_no_test_imports_another() -> None:
    tests = Path(__file__).parent
    for file in tests.rglob("test_*.py"):
        imported = re.findall(
            r"^(?:from|import) (tests\.\S*\btest_\w+|tests\S* import test_)", file.read_text(), re.MULTILINE
        )
        assert not imported, f"{file.relative_to(tests)} imports {imported[0]}"
