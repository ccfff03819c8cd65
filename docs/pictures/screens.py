"""A hand explained, and screenshots of the table and of the terminal: `python docs/pictures/screens.py`.

It needs Chromium.
"""

import html
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from io import BytesIO
from pathlib import Path

import pexpect
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from fivecard import explain
from fivecard.handouts.card_pictures import face

FOLDER = Path(__file__).parent
COLOURS = {"1": "font-weight:700", "2": "opacity:.65", "4": "text-decoration:underline", "31": "color:#ff8a80"}


def save(page: Page, name: str, *, full: bool = False) -> None:
    """Take a picture, with no more colours than it needs."""
    with Image.open(BytesIO(page.screenshot(full_page=full))) as image:
        image.convert("RGB").quantize(255, dither=Image.Dither.NONE, kmeans=2).save(FOLDER / name, optimize=True)


def explained(browser: Browser) -> None:
    """Seven cards, those that count raised, and the steps that find what they are worth."""
    explanation = explain("Ah Kd 9s 9h 4c Ad 2s")
    counts = explanation.evaluation.cards
    cards = "".join(
        f'<div class="{"" if card in counts else "spare"}">{face(card)}</div>' for card in explanation.cards
    )
    steps = "".join(f"<li>{html.escape(step)}</li>" for step in explanation.steps)
    style = """body { margin: 0; padding: 30px 26px 14px; background: #2d6a4f; color: #fff; font: 17px/1.5 sans-serif }
        nav { display: flex; gap: 10px } nav svg { width: 100px; height: auto }
        .spare { opacity: .45; margin-top: 16px }
        ol { margin: 14px 0; padding-left: 26px } li:last-child { font-weight: bold }"""
    page = browser.new_page(viewport={"width": 820, "height": 200}, device_scale_factor=1.5)
    page.set_content(f"<style>{style}</style><nav>{cards}</nav><ol>{steps}</ol>")
    save(page, "explained.png", full=True)
    page.close()


def terminal(browser: Browser) -> None:
    """Play a hand with chips at a terminal, and show what was on it."""
    options = "--game five-card-draw --limit pot --stack 200 --opponents 3 --hints"
    command = f"{sys.executable} -m fivecard play {options} --rounds 1 --seed 7"
    surroundings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    child = pexpect.spawn(command, encoding="utf-8", dimensions=(60, 100), timeout=20, env=surroundings)
    text = ""
    for answer in ("c", "123", "c"):
        child.expect("explains\\) > ")
        text += child.before + child.after
        child.sendline(answer)
    child.expect("You have 189 chips")
    text = re.sub(r"\r|\x1b\[\?2004[hl]", "", text + child.before)  # what readline tells the terminal about pasting
    child.close(force=True)
    show(browser, f"$ fivecard play {options}\n{text}".rstrip(), "terminal.png")


def equity(browser: Browser) -> None:
    """Ask for the grid of a range, and show it."""
    words = ["equity", "22+, A2s+, KTs+, QJs, AJo+", "QQ+, AKs", "--board", "Td 9s 2h", "--grid"]
    surroundings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    child = pexpect.spawn(
        sys.executable, ["-m", "fivecard", *words], encoding="utf-8", dimensions=(40, 100), timeout=60, env=surroundings
    )
    child.expect(pexpect.EOF)
    show(
        browser,
        f"$ fivecard {shlex.join(words)}\n" + re.sub(r"\r(?:\[[^\r]*%[^\r]*)?(?:\x1b\[K)?", "", child.before),
        "equity.png",
    )


def show(browser: Browser, text: str, name: str) -> None:
    """Take a picture of what a terminal shows."""

    def paint(codes: re.Match[str]) -> str:
        if codes[1] in {"", "0"}:
            return "</span>"
        ground = re.fullmatch(r"97;48;5;(\d+)", codes[1])
        styles = [COLOURS.get(code, "") for code in codes[1].split(";")]
        return f'<span style="{f"background:{_of_256(int(ground[1]))};color:#fff" if ground else ";".join(styles)}">'

    shown = re.sub(r"\x1b\[([0-9;]*)m", paint, html.escape(text))
    page = browser.new_page(viewport={"width": 860, "height": 560}, device_scale_factor=1.5)
    style = "margin:0;padding:18px;background:#14181d;color:#e8e6e1;font:14px/1.45 'DejaVu Sans Mono',monospace"
    page.set_content(f'<body style="margin:0;background:#14181d"><pre style="{style}">{shown}</pre></body>')
    save(page, name, full=True)
    page.close()


def _of_256(number: int) -> str:
    """A colour of the 6 x 6 x 6 cube that terminals have from number 16 on."""
    levels = (0, 95, 135, 175, 215, 255)
    return "rgb({},{},{})".format(*(levels[(number - 16) // step % 6] for step in (36, 6, 1)))


ASKED = '#actions button.main[aria-disabled="false"]'


def seated(browser: Browser, base: str, people: dict[str, tuple[int, int]], **wishes: object) -> list[Page]:
    """Open a table and sit down at it, each in a window of a size."""
    request = urllib.request.Request(f"{base}/tables", json.dumps(wishes).encode(), {"Origin": base})
    with urllib.request.urlopen(request) as answer:
        address = base + json.load(answer)["address"]
    windows = []
    for name, (width, height) in people.items():
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="dark"
        )
        page = context.new_page()
        page.clock.install()
        page.goto(address)
        page.fill("#name", name)
        page.press("#name", "Enter")
        page.wait_for_selector("#mine:has-text('(you)')")
        windows.append(page)
    return windows


def table(browser: Browser, base: str) -> None:
    """Sit down and bet, in a wide window and on a phone."""
    sizes = {"Ann": (1280, 800), "Bob": (390, 844)}
    windows = seated(browser, base, sizes, rules="five-card-draw", limit="pot", seats=5, stack=1000)
    for page in windows:
        page.click(ASKED)
    for name, page in zip(("table.png", "table-phone.png"), (windows[0], windows[1]), strict=True):
        for _ in range(40):  # computers take their time
            if page.locator("#actions .raise").count() and page.locator(ASKED).count():
                break
            for other in windows:
                if other is not page and other.locator(ASKED).count():
                    other.click(ASKED)
            page.wait_for_timeout(250)
        save(page, name)
        if page.locator(ASKED).count():
            page.click(ASKED)


def all_in(browser: Browser, base: str) -> None:
    """A table waits for its first hand, in which four people are all in before the flop: the turn of its run-out."""
    sizes = dict.fromkeys(("Ann", "Bob", "Chloe", "Dmitri"), (1280, 800))
    wishes = {"rules": "holdem", "limit": "no", "seats": 6, "fill": "nobody", "stack": 200}
    ann, bob, chloe, dmitri = windows = seated(browser, base, sizes, **wishes)
    ann.wait_for_selector("#seats :text('Dmitri')")
    save(ann, "table-waiting.png")
    for page in windows:
        page.click(ASKED)
    dmitri.click('#actions [data-id="All in"]')
    dmitri.click('#actions [data-id="r"][aria-disabled="false"]')
    for page in (ann, bob):
        page.click('#actions [data-id="c"][aria-disabled="false"]')
    ann.clock.pause_at(ann.evaluate("Date.now()") / 1000 + 2)
    chloe.click('#actions [data-id="c"][aria-disabled="false"]')
    ann.wait_for_selector("#status b:has-text('%')")
    ann.clock.run_for(4 * 800)
    save(ann, "table-all-in.png")


def main() -> None:
    program = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        explained(browser)
        terminal(browser)
        equity(browser)
        command = [
            sys.executable,
            "-m",
            "fivecard",
            "table",
            "--port",
            "0",
            "--data",
            f"{folder}/table.db",
            "--pace",
            "0",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            assert found
            try:
                table(browser, found[0])
                all_in(browser, found[0])
            finally:
                server.terminate()
        browser.close()


if __name__ == "__main__":
    main()
