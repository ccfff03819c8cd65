"""Every page in every phase, at the sizes that people have."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.effort import THOROUGH, effort
from tests.table.looks import CHECKS, OTHER_SIZES, SIZES, USUAL_SIZES, look
from tests.table.server import Server
from tests.table.window import NEXT, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AT_THE_TABLE = ("watching", "seated", "others-turn", "my-turn", "hint", "shown", "ready")
SEEN_AS_STATES = ("watching", "others-turn", "my-turn", "ready")
"""Axe is asked about such states elsewhere."""
READY = '#actions button.main:not([aria-disabled="true"])'
LOOKED_AT = effort(tuple(reversed(USUAL_SIZES)), (*OTHER_SIZES, *reversed(USUAL_SIZES)))
"""The phone comes last, so that axe looks at one too: it is asked about states at a desk."""


def test_every_phase_looks_right_at_every_size(browser: "Browser", tmp_path: Path) -> None:
    """Play a round and look at each phase on the way, as somebody with a long name at a full table."""
    server = Server(tmp_path, "--patience", "600")
    ann, bob = Window(browser, 800, 700), Window(browser, 800, 700)
    faults: dict[str, list[str]] = {}

    def see(phase: str) -> None:
        found = look(ann.page, phase, LOOKED_AT, axe=phase not in SEEN_AS_STATES)
        del found["covered"]  # by chance, with cards that nobody chose: tests of states say what covers nothing
        if phase not in AT_THE_TABLE:
            del found["scrolls"]
        faults.update({f"{phase}: {CHECKS[check]}": items for check, items in found.items() if items})

    ann.page.goto(server.base)
    ann.page.wait_for_selector("select[name=rules] option", state="attached")
    see("open")
    ann.page.goto(f"{server.base}/nowhere")
    see("nothing")
    address = f"{server.base}/t/{server.open_table(seats=6, clock=300, practice=True)}"
    ann.page.goto(address)
    ann.page.wait_for_selector(".seat button")
    see("watching")
    bob.sit(address, "Bob")
    ann.sit(address, "Maximiliane-Ottoline")
    ann.page.wait_for_selector(READY)
    see("seated")
    bob.page.click(READY)
    ann.page.click(READY)
    ann.page.wait_for_selector("#status:has-text('Bob is drawing')")
    see("others-turn")
    bob.page.click('#actions button:has-text("Stand pat")')
    ann.page.click("#hand button >> nth=0")
    ann.page.wait_for_selector(READY)
    see("my-turn")
    ann.page.click('#actions button:has-text("Hint")')
    ann.page.wait_for_selector("#hint button")
    see("hint")
    ann.page.click(READY)
    ann.page.wait_for_selector("#fair li", state="attached")
    ann.page.wait_for_selector(READY)
    see("shown")
    ann.page.click(NEXT)
    ann.page.wait_for_selector("#actions :text('You are ready.')")
    see("ready")
    ann.page.goto(f"{address}/rounds/1")
    ann.page.wait_for_selector("#fair li")
    see("replay")
    ann.close()
    bob.close()
    assert server.stop() == 0
    assert faults == {}


WRONG = """<!doctype html><title>wrong</title><style>
    body { margin: 0 } p { width: 50px; height: 20px; overflow: hidden; white-space: nowrap }
    main { width: 2000px; height: 2000px } #actions { position: absolute; top: 1500px }
</style><main><p class="plate">text that is too long for where it is</p><a href="#">x</a>
<p class="bet" style="position: absolute; top: 0">on it</p>
<div id="actions"><button style="color: #ccc; background: #fff; width: 90px; height: 90px">pale</button></div></main>"""


def test_what_is_wrong_is_seen(browser: "Browser") -> None:
    page = browser.new_page()
    page.set_content(WRONG)
    found = look(page, "wrong")
    page.close()
    at_every_size = {
        check: len(items) >= (len(SIZES) if THOROUGH or check != "axe" else 1) for check, items in found.items()
    }
    assert at_every_size == dict.fromkeys(CHECKS, True)
    assert all("<p " in item for item in found["cut"])
    assert all('<a href="#">' in item for item in found["small"])
    assert all("pale" in item for item in found["outside"])
    assert any("color-contrast" in item for item in found["axe"])
