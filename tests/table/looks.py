"""How a page looks at the sizes that people have: what is wrong with it there, and pictures of it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tests.effort import THOROUGH
from tests.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENSHOTS = ROOT / "build" / "screenshots"
USUAL_SIZES = ((390, 844), (1280, 800))
OTHER_SIZES = ((320, 640), (844, 390), (768, 1024))
SIZES = (*OTHER_SIZES, *USUAL_SIZES)
SMALLEST_TARGET = 40
CHECKS = {
    "sideways": "nothing is wider than the window",
    "scrolls": "the table is seen without scrolling",
    "cut": "no text is cut off",
    "small": f"what can be pressed is at least {SMALLEST_TARGET} px wide and high",
    "outside": "hand and actions are inside the window, and what opens a table",
    "covered": "nothing lies on something else",
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


COVERED = """() => {
    const boxes = [...document.querySelectorAll(
        ".plate, .bet, .pot b, .pots li, .board > *, .hand > *, .me, .move, .held > .mini, .did, .bar")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => [each, each.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes)
        for (const [two, b] of boxes) {
            if (one === two || one.contains(two) || two.contains(one)) continue;
            if (one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_PRECEDING) continue;
            if (one.closest(".player") && one.closest(".player") === two.closest(".player")) continue;
            if (one.closest(".hand") && two.closest(".hand")) continue;
            if (one.closest(".board, .pots") && one.closest(".board, .pots") === two.closest(".board, .pots")) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const name = (each) => `${each.getAttribute("class")} ${each.textContent}`;
            if (wide > 3 && high > 3) found.push(`${name(one)} and ${name(two)}`);
        }
    return found;
}"""

SETTLED = """async ([width, height]) => {
    const frame = () => new Promise((drawn) => { // which no clock of a test holds up
        const seen = new ResizeObserver(() => { seen.disconnect(); drawn(); });
        seen.observe(document.body);
    });
    do await frame(); while (innerWidth !== width || innerHeight !== height);
}"""


def resize(page: "Page", width: int, height: int) -> None:
    """Give a page another size, and wait until it has taken note of it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED, [width, height])


def resized(page: "Page", sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give a page each size, and in the end the one that it had."""
    before = page.viewport_size
    for width, height in sizes:
        resize(page, width, height)
        yield width, height
    if before and before != page.viewport_size:
        resize(page, before["width"], before["height"])


def faults_here(page: "Page", phase: str, *, axe: bool) -> dict[str, list[str]]:
    """What is wrong with a page as it is, by the names of `CHECKS`; thorough tests take a picture of it too."""
    found: dict[str, list[str]] = page.evaluate(FAULTS, SMALLEST_TARGET) | {"covered": page.evaluate(COVERED)}
    found["axe"] = accessibility_faults(page) if axe else []
    size = page.viewport_size or {"width": 0, "height": 0}
    at = f"{size['width']}x{size['height']}"
    if THOROUGH:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{phase}-{at}.png")
    return {check: [f"{phase} at {at}: {item}" for item in items] for check, items in found.items()}


def look(
    page: "Page", phase: str, sizes: Sequence[tuple[int, int]] = SIZES, *, axe: bool = True
) -> dict[str, list[str]]:
    """Look at a page at some sizes; gives what is wrong, by the names of `CHECKS`.

    Thorough tests ask axe at every size. Others ask it at the last one only, or not at all: it takes longer than
    all the rest, and finds the same at most sizes.
    """
    faults: dict[str, list[str]] = {check: [] for check in CHECKS}
    for size in resized(page, sizes):
        for check, items in faults_here(page, phase, axe=THOROUGH or (axe and size == sizes[-1])).items():
            faults[check] += items
    return faults


AXE = """async () => {
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}"""


def accessibility_faults(page: "Page") -> list[str]:
    """What axe finds wrong in a page."""
    from axe_playwright_python.base import AXE_SCRIPT

    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(AXE)
    return found
