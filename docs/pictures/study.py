"""Pictures of the study, in a wide window and on a phone: `python docs/pictures/study.py`.

It needs Chromium.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from screens import save


def opened(browser: Browser, width: int, height: int) -> Page:
    """Open a window in which nothing moves."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="dark"
    )
    return context.new_page()


def spot(browser: Browser, base: str) -> str:
    """Solve the turn that the form begins with, and show how one answers a bet; gives the address."""
    page = opened(browser, 1280, 1060)
    page.goto(base)
    page.wait_for_selector("#estimate:has-text('About')")
    page.click("#solve")
    page.wait_for_selector("#place .moves", timeout=120_000)
    page.click("#place .moves button:has-text('check')")
    page.wait_for_selector("#line button[aria-current]:has-text('check')")
    page.click("#place [data-kind='KJs']")
    page.wait_for_selector("#details table")
    save(page, "study.png")
    return page.url


def practice(browser: Browser, address: str) -> None:
    """Play hands until one is played wrongly."""
    page = opened(browser, 390, 844)
    page.goto(address)
    page.wait_for_selector("#place .moves")
    page.click("#views a:has-text('Practice')")
    for _ in range(20):
        page.click("#hand .main")
        page.click("#hand .moves button >> nth=-1")
        page.wait_for_selector(".verdict")
        if page.locator(".verdict.wrong").count():
            break
        while not page.locator("#hand .main").count():
            page.click("#hand .moves button >> nth=0")
            page.wait_for_timeout(200)
    page.evaluate("scrollTo(0, 0); document.activeElement.blur()")
    save(page, "study-phone.png")


def main() -> None:
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        command = [
            sys.executable,
            "-m",
            "fivecard",
            "study",
            "--port",
            "0",
            "--progress",
            str(Path(folder, "study.json")),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+?/(?= )", server.stdout.readline())
            assert found
            try:
                practice(browser, spot(browser, found[0]))
            finally:
                server.terminate()
        browser.close()


if __name__ == "__main__":
    main()
