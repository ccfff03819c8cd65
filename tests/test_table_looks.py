"""Every page in every phase, at the sizes that people have."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from looks import BY_SIZE, CHECKS, OTHER_SIZES, USUAL_SIZES, look
from test_table_browser import NEXT, Window
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Faults = dict[str, list[str]]
AT_THE_TABLE = ("watching", "seated", "others-turn", "my-turn", "hint", "shown", "ready")
PHASES = ("open", *AT_THE_TABLE, "replay", "nothing")
READY = '#actions button.main:not([aria-disabled="true"])'


@pytest.fixture(scope="module", params=BY_SIZE)
def faults(
    request: pytest.FixtureRequest, browser: "Browser", tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Faults]]:
    """Play a round and look at each phase on the way, as somebody with a long name at a full table."""
    server = Server(tmp_path_factory.mktemp("table"), "--patience", "600")
    ann, bob = Window(browser, 800, 700), Window(browser, 800, 700)
    found: dict[str, Faults] = {}
    ann.page.goto(server.base)
    ann.page.wait_for_selector("select[name=rules] option", state="attached")
    found["open"] = look(ann.page, "open", request.param)
    ann.page.goto(f"{server.base}/nowhere")
    found["nothing"] = look(ann.page, "nothing", request.param)
    address = f"{server.base}/t/{server.open_table(seats=6, clock=300, practice=True)}"
    ann.page.goto(address)
    ann.page.wait_for_selector(".seat button")
    found["watching"] = look(ann.page, "watching", request.param)
    bob.sit(address, "Bob")
    ann.sit(address, "Maximiliane-Ottoline")
    ann.page.wait_for_selector(READY)
    found["seated"] = look(ann.page, "seated", request.param)
    bob.page.click(READY)
    ann.page.click(READY)
    ann.page.wait_for_selector("#status:has-text('Bob is thinking')")
    found["others-turn"] = look(ann.page, "others-turn", request.param)
    bob.page.click('#actions button:has-text("Keep all")')
    ann.page.click("#hand button >> nth=0")
    ann.page.wait_for_selector(READY)
    found["my-turn"] = look(ann.page, "my-turn", request.param)
    ann.page.click('#actions button:has-text("Hint")')
    ann.page.wait_for_selector("#hint button")
    found["hint"] = look(ann.page, "hint", request.param)
    ann.page.click(READY)
    ann.page.wait_for_selector("#fair li", state="attached")
    ann.page.wait_for_selector(READY)
    found["shown"] = look(ann.page, "shown", request.param)
    ann.page.click(NEXT)
    ann.page.wait_for_selector("#actions :text('You are ready.')")
    found["ready"] = look(ann.page, "ready", request.param)
    ann.page.goto(f"{address}/rounds/1")
    ann.page.wait_for_selector("#fair li")
    found["replay"] = look(ann.page, "replay", request.param)
    ann.close()
    bob.close()
    yield found
    assert server.stop() == 0


@pytest.mark.parametrize(
    ("phase", "check"),
    [(phase, check) for phase in PHASES for check in CHECKS if phase in AT_THE_TABLE or check != "scrolls"],
)
def test_every_phase_looks_right_at_every_size(faults: dict[str, Faults], phase: str, check: str) -> None:
    assert "; ".join(faults[phase][check]) == "", CHECKS[check]


WRONG = """<!doctype html><title>wrong</title><style>
    body { margin: 0 } p { width: 50px; height: 20px; overflow: hidden; white-space: nowrap }
    main { width: 2000px; height: 2000px } #actions { position: absolute; top: 1500px }
</style><main><p>text that is too long for where it is</p><a href="#">x</a>
<div id="actions"><button style="color: #ccc; background: #fff; width: 90px; height: 90px">pale</button></div></main>"""


def test_what_is_wrong_is_seen(browser: "Browser") -> None:
    page = browser.new_page()
    page.set_content(WRONG)
    found = look(page, "wrong", (*USUAL_SIZES, *OTHER_SIZES))
    page.close()
    assert {check: len(items) >= 5 for check, items in found.items()} == dict.fromkeys(CHECKS, True)  # at every size
    assert all("<p>" in item for item in found["cut"])
    assert all('<a href="#">' in item for item in found["small"])
    assert all("pale" in item for item in found["outside"])
    assert any("color-contrast" in item for item in found["axe"])
