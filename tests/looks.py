"""How a page looks: pictures of it at the sizes that people have, and what is wrong with it there."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENSHOTS = Path(__file__).parent.parent / "build" / "screenshots"
USUAL_SIZES = ((390, 844), (1280, 800))
OTHER_SIZES = ((320, 640), (844, 390), (768, 1024))
BY_SIZE = (
    pytest.param(USUAL_SIZES, id="usual"),
    pytest.param(OTHER_SIZES, id="others", marks=pytest.mark.exhaustive),
)
"""What fixtures that look at pages take for their parameters."""
SMALLEST_TARGET = 40
CHECKS = {
    "sideways": "nothing is wider than the window",
    "scrolls": "the table is seen without scrolling",
    "cut": "no text is cut off",
    "small": f"what can be pressed is at least {SMALLEST_TARGET} px wide and high",
    "outside": "hand and actions are inside the window, and what opens a table",
    "axe": "contrast, labels and structure are right",
}

FAULTS = """(smallest) => {
    const name = (element) => element.outerHTML.replace(/\\s+/g, " ").slice(0, 100);
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        const hidden = element.closest(".visually-hidden, [aria-hidden=true]");
        return box.width > 0 && box.height > 0 && !hidden && element.checkVisibility({ visibilityProperty: true });
    };
    const inside = (box, frame) =>
        box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    scrollTo(0, 0);
    const page = document.documentElement;
    const all = [...document.body.querySelectorAll("*")].filter((each) => !each.ownerSVGElement && seen(each));

    const sideways = page.scrollWidth > innerWidth ? [`${page.scrollWidth} px in ${innerWidth}`] : [];
    for (const element of all)
        if (element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1)
            sideways.push(name(element));
    const scrolls = page.scrollHeight > innerHeight ? [`${page.scrollHeight} px in ${innerHeight}`] : [];

    const cut = [];
    for (const element of all) {
        const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (element.namespaceURI.endsWith("svg") || element.matches("select, option")) continue;
        const shortened = element.closest(".where span") ?? element;
        if (getComputedStyle(shortened).textOverflow === "ellipsis") continue; // and says so
        for (const text of texts) {
            const range = document.createRange();
            range.selectNodeContents(text);
            for (let frame = element; frame; frame = frame.parentElement) {
                if (getComputedStyle(frame).overflow === "visible") continue;
                if (frame.tabIndex === 0) break; // it can be scrolled
                const around = frame.getBoundingClientRect();
                if (![...range.getClientRects()].every((box) => inside(box, around))) cut.push(name(element));
            }
        }
    }

    const pressed = all.filter((element) => element.matches("button, input, select, summary, a[href], [role=button]"));
    const small = pressed.filter((element) => {
        const inText = element.matches("a") && [...element.parentElement.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (inText || element.disabled) return false;
        const box = (element.closest("label") ?? element).getBoundingClientRect();
        return box.width < smallest || box.height < smallest;
    }).map(name);

    const mine = [...document.querySelectorAll("#hand > *, #actions > *, .lobby .main")].filter(seen);
    const outside = mine.filter((element) => !inside(element.getBoundingClientRect(), screen)).map(name);
    return { sideways, scrolls, cut, small, outside };
}"""


def look(page: "Page", phase: str, sizes: Sequence[tuple[int, int]] = USUAL_SIZES) -> dict[str, list[str]]:
    """Take a picture of a page at some sizes; gives what is wrong, by the names of `CHECKS`."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    faults: dict[str, list[str]] = {check: [] for check in CHECKS}
    before = page.viewport_size
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SCREENSHOTS / f"{phase}-{width}x{height}.png")
        found = page.evaluate(FAULTS, SMALLEST_TARGET) | {"axe": accessibility_faults(page)}
        for check, items in found.items():
            faults[check] += [f"at {width}x{height}: {item}" for item in items]
    if before:
        page.set_viewport_size(before)
    return faults


def accessibility_faults(page: "Page") -> list[str]:
    """What axe finds wrong in a page."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page).response["violations"]
    return [f"{item['id']}: {item['nodes'][0]['html'][:120]}" for item in violations]
