"""The page of the study in Chromium: asked, solved, walked through, practised, by mouse and by keys."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.effort import effort
from tests.study.games import LARGE, RIVER, TURN
from tests.study.serving import StudyServer
from tests.table.looks import CHECKS, OTHER_SIZES, USUAL_SIZES, look

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

SIZES = ((320, 640), *effort((), OTHER_SIZES[1:]), *reversed(USUAL_SIZES))
WAIT = 30_000
"""Milliseconds: only a mistake takes longer, also on a busy machine."""
DENSE = re.compile(r"^\d|<button type=\"button\" (aria-label|data-card)|type=\"(range|file|radio)\"|<summary|<select")
"""What may be smaller than a thumb: 13 cards beside each other on a phone."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudyServer]:
    with StudyServer(tmp_path_factory.mktemp("study"), "--memory", "400M") as running:
        yield running


class Reader:
    """Somebody who studies; what goes wrong on the page, or would leave the machine, fails the test."""

    def __init__(self, browser: "Browser", server: StudyServer, scheme: Literal["dark", "light"] = "dark") -> None:
        self.base = server.base
        self.context = browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce", color_scheme=scheme
        )
        self.errors: list[str] = []
        self.context.route(re.compile(r".*"), self._stay_here)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _stay_here(self, route: "Route") -> None:
        if route.request.url.startswith(self.base):
            route.continue_()
        else:
            self.errors.append(f"asked for {route.request.url}")
            route.abort()

    def ask(self, question: dict[str, str]) -> None:
        """Open the form with a question."""
        words = "&".join(f"{field}={quote(text)}" for field, text in question.items())
        self.page.goto("about:blank")
        self.page.goto(f"{self.base}/#view=question&{words}")

    def solve(self, question: dict[str, str]) -> None:
        """Ask a question and wait for its solution."""
        self.ask(question)
        self.page.wait_for_selector("#estimate:has-text('About')")
        self.page.click("#solve")
        self.page.wait_for_selector("#place .moves button")

    def see(self, phase: str, *, scrolled: bool = False) -> dict[str, list[str]]:
        """What is wrong with how the page looks; what is scrolled by itself may be wider than the window."""
        found = look(self.page, phase, SIZES)
        if scrolled:
            found["sideways"] = [item for item in found["sideways"] if " px in " in item]
        del found["scrolls"], found["outside"], found["covered"]
        found["small"] = [item for item in found["small"] if not DENSE.search(item.partition(": ")[2])]
        return {f"{phase}: {CHECKS[check]}": items for check, items in found.items() if items}


@pytest.fixture
def reader(browser: "Browser", server: StudyServer) -> Iterator[Reader]:
    opened = Reader(browser, server)
    yield opened
    opened.context.close()
    assert opened.errors == []


def test_a_river_is_solved_and_walked_through(reader: Reader) -> None:
    page = reader.page
    reader.solve(RIVER)
    assert re.search(r"Nobody gains more than 0\.\d+ % of the pot", page.inner_text("#job-said"))
    assert page.locator("#curve svg").count() <= 1  # a river may be over before there are two points
    often = [float(text.rstrip(" %")) for text in page.locator("#place .moves b").all_inner_texts()]
    assert sum(often) == pytest.approx(100, abs=0.3)
    page.click("#place [data-kind='KK']")
    page.wait_for_selector("#details table")
    assert page.locator("#details tbody tr").count() == 6
    page.click("#place .moves button:has-text('check')")
    page.wait_for_selector("#line button[aria-current]:has-text('check')")
    page.click("#place .moves button:has-text('bet 120')")
    page.wait_for_selector("#place .moves button:has-text('fold')")
    assert "at=check,bet+120" in page.url
    page.click("#place .moves button:has-text('call')")
    page.wait_for_selector("#place:has-text('shown down')")
    page.go_back()
    page.wait_for_selector("#place .moves button:has-text('fold')")
    page.click("#line button >> nth=0")
    page.wait_for_selector("#line button[aria-current] >> nth=0")
    assert page.locator("#line button").count() == 1


def test_keys_alone_walk_through_the_tree_and_the_grid(reader: Reader) -> None:
    page = reader.page
    reader.solve(RIVER)
    page.keyboard.press("1")
    page.wait_for_selector("#line button[aria-current]:has-text('check')")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#line button")).to_have_count(1)
    page.wait_for_selector("#place:not([aria-busy])")
    page.focus("#place [role=gridcell] >> nth=0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.kind") == "KK"
    assert page.inner_text("#details h2").startswith("KK")
    assert page.locator("#place [role=gridcell][tabindex='0']").count() == 1


def test_a_grid_says_in_words_and_numbers_what_it_shows_in_colours(reader: Reader) -> None:
    page = reader.page
    reader.solve(RIVER)
    label = page.get_attribute("#place [data-kind='KK']", "aria-label") or ""
    assert re.fullmatch(r"pair of K: check [\d.]+ %, bet 120 [\d.]+ %.*", label)
    page.select_option("#place select", "action 0")
    number = page.inner_text("#place [data-kind='KK'] .number")
    assert f"check {number} %" in label
    page.select_option("#place select", "equities")
    assert "equity" in (page.get_attribute("#place [data-kind='KK']", "aria-label") or "")
    page.click("#place .pressed button:has-text('In position')")
    assert page.locator("#place [data-kind='KJo'].there").count() == 1


def test_a_link_leads_to_the_spot_and_elsewhere_to_its_question(reader: Reader, browser: "Browser") -> None:
    reader.solve(RIVER)
    reader.page.keyboard.press("1")
    reader.page.wait_for_selector("#line button[aria-current]:has-text('check')")
    link = reader.page.url
    reader.page.goto("about:blank")
    reader.page.goto(link)
    reader.page.wait_for_selector("#line button[aria-current]:has-text('check')")
    reader.page.goto("about:blank")
    reader.page.goto(re.sub(r"id=\w+", "id=0123456789abcdef", link))  # as where nobody has solved it
    reader.page.wait_for_selector("#notice:has-text('not open here')")
    assert reader.page.input_value("#board-text") == "Td 9d 6h Qc 2s"
    reader.page.wait_for_selector("#estimate:has-text('About')")
    reader.page.click("#solve")
    reader.page.wait_for_selector("#line button[aria-current]:has-text('check')")


def test_what_is_open_is_listed(reader: Reader) -> None:
    reader.solve(RIVER)
    page = reader.page
    page.goto("about:blank")
    page.goto(f"{reader.base}/#view=solution")
    page.click("#opened a:has-text('Td 9d 6h Qc 2s, pot 200')")
    page.wait_for_selector("#place .moves button")


def test_next_cards_are_coloured_by_what_they_are_worth(reader: Reader) -> None:
    page = reader.page
    reader.solve(TURN)
    page.keyboard.press("1")
    page.wait_for_selector("#line button[aria-current]:has-text('check')")
    page.wait_for_selector("#place .moves")
    page.keyboard.press("1")
    page.wait_for_selector(".strip")
    page.wait_for_selector("#place [role=status]:has-text('on average')")
    worth = page.locator(".strip .worth").all_inner_texts()
    assert len(worth) == 48
    assert all(re.fullmatch(r"−?\d+", text) for text in worth)
    page.click(".strip [data-card='2s']")
    page.wait_for_selector("#place .moves")
    assert page.url.endswith("2s") or ",2s&" in page.url


def test_a_range_is_painted_by_mouse_and_keys_and_typed(reader: Reader) -> None:
    page = reader.page
    reader.ask(RIVER | {"oop": "AA"})
    page.wait_for_selector("#range-said:has-text('6 hands')")
    cells = [page.locator(f"#range-grid [data-kind='{kind}']").bounding_box() for kind in ("KK", "JJ")]
    assert cells[0]
    assert cells[1]
    page.mouse.move(cells[0]["x"] + 5, cells[0]["y"] + 5)
    page.mouse.down()
    page.mouse.move(cells[1]["x"] + 5, cells[1]["y"] + 5, steps=20)
    page.mouse.up()
    expect(page.locator("#range-text")).to_have_value(re.compile(r"^JJ\+"))
    page.fill("#brush", "50")
    page.focus("#range-grid [data-kind='AA']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(page.locator("#range-text")).to_have_value(re.compile(r"AKs:0\.5"))
    page.fill("#range-text", "22+, nonsense")
    page.wait_for_selector("#problem-range:has-text('nonsense')")
    page.fill("#range-text", "22+")
    page.wait_for_selector("#range-said:has-text('78 hands')")
    assert page.inner_text("#problem-range") == ""
    page.click("#whose label:has-text('In position')")
    expect(page.locator("#range-text")).to_have_value(re.compile("^QQ-22"))


def test_a_board_is_picked_and_faults_are_told_at_their_fields(reader: Reader) -> None:
    page = reader.page
    reader.ask(RIVER | {"board": ""})
    page.wait_for_selector("#problem-board:has-text('3 to 5')")
    for card in ("Ace of spades", "King of hearts", "Two of clubs"):
        page.click(f"#deck button[aria-label='{card}']")
    assert page.input_value("#board-text") == "As Kh 2c"
    assert page.get_attribute("#deck button[aria-label='King of hearts']", "aria-pressed") == "true"
    page.click("#deck button[aria-label='King of hearts']")
    assert page.input_value("#board-text") == "As 2c"
    page.fill("input[name=pot]", "much")
    page.wait_for_selector("#problem-pot:has-text('not a number')")
    assert page.get_attribute("input[name=pot]", "aria-invalid") == "true"
    page.fill("input[name=pot]", "100")
    page.fill("#board-text", "Td 9d 6h Qc 2s")
    page.wait_for_selector("#estimate:has-text('About')")
    assert page.inner_text("#problem-pot") == ""


def test_what_is_too_large_is_said_before_it_is_solved(reader: Reader) -> None:
    reader.ask(LARGE)
    reader.page.wait_for_selector("#estimate:has-text('this server allows')")
    assert reader.page.get_attribute("#solve", "aria-disabled") == "true"


def test_solving_shows_a_curve_and_is_stopped_and_goes_on(reader: Reader) -> None:
    page = reader.page
    reader.ask(TURN | {"pot": "210", "target": "0.0000001"})
    page.wait_for_selector("#estimate:has-text('About')")
    page.click("#solve")
    page.wait_for_selector("#curve svg")
    page.click("#job button:has-text('Stop')")
    page.wait_for_selector("#job-said:has-text('Stopped short of the target')")
    page.wait_for_selector("#place .moves button")
    page.click("#job button:has-text('Go on')")
    page.wait_for_selector("#job-said:has-text('Solving')")
    page.click("#job button:has-text('Stop')")
    page.wait_for_selector("#place .moves button")


def test_hands_are_practised_and_what_is_learnt_is_kept(reader: Reader) -> None:
    page = reader.page
    reader.solve(RIVER)
    page.click("#views a:has-text('Practice')")
    page.click("#hand button:has-text('Out of position')")
    page.click("#hand .main")
    page.wait_for_selector("#hand .moves button")
    assert page.locator("#hand .own .card").count() == 2
    assert page.locator("#hand .shared .card").count() == 5
    assert page.locator("#hand .theirs").count() == 0
    page.keyboard.press("1")
    page.wait_for_selector(".verdict")
    assert re.search(r"^(Right: check|Check costs .*% of the pot, .* bb\. Better: )", page.inner_text(".verdict b"))
    while not page.locator("#hand .main").count():
        page.keyboard.press("1")
        page.wait_for_timeout(200)
    assert page.locator("#hand .theirs").count() == 1
    page.wait_for_selector("#learnt:has-text('right; mistakes cost')")
    page.click("#hand button:has-text('Look at this spot')")
    page.wait_for_selector("#place .moves button")
    page.reload()
    page.click("#views a:has-text('Practice')")
    page.wait_for_selector("#learnt:has-text('decision')")


def test_a_solution_is_saved_and_opened(reader: Reader, tmp_path: Path) -> None:
    page = reader.page
    reader.solve(RIVER)
    with page.expect_download() as download:
        page.click("#job a:has-text('Save')")
    file = tmp_path / "saved.postflop"
    download.value.save_as(file)
    page.click("#views a:has-text('Question')")
    page.set_input_files("#file", file)
    page.wait_for_selector("#job-said:has-text('From a file')")
    page.wait_for_selector("#place .moves button")
    page.click("#views a:has-text('Question')")
    file.write_bytes(b"nonsense")
    page.set_input_files("#file", file)
    page.wait_for_selector("#estimate:has-text('is no solution')")


REPORT = """flop,weight,chance,oop ev,check,"check, bet 50"
Ah Ad Ac,4.0,0.2,-0.65,0.99,0.25
Ad Ac Kh,12.0,0.4,22.9,0.91,
Kd Qc Jc,12.0,0.4,8.5,0.87,0.19
"""


def test_a_report_over_flops_is_sorted_and_drawn(reader: Reader, tmp_path: Path) -> None:
    page = reader.page
    page.goto(f"{reader.base}/#view=flops")
    file = tmp_path / "report.csv"
    file.write_text(REPORT)
    page.set_input_files("#report-file", file)
    page.wait_for_selector("#report-said:has-text('3 flops')")
    column = page.locator("#report tbody td:nth-child(4)")
    assert column.all_inner_texts() == ["22.9", "8.5", "−0.7"]
    page.click("#report th button:has-text('oop ev')")
    assert column.all_inner_texts() == ["−0.7", "8.5", "22.9"]
    assert page.locator("#report th[aria-sort='ascending']").count() == 1
    page.click("#report th button:has-text('check, bet 50')")
    assert page.locator("#report tbody td:nth-child(6)").all_inner_texts() == ["25 %", "19 %", "–"]
    assert page.locator("#report .bars rect").count() == 3
    assert reader.see("study-report", scrolled=True) == {}
    file.write_text('{"flop": "Ah Ad Ac", "oop ev": 3}\n{"flop": "Kd Qc Jc", "oop ev": 5}\n')
    page.set_input_files("#report-file", file)
    page.wait_for_selector("#report-said:has-text('2 flops')")
    assert page.locator("#report tbody td").all_inner_texts() == ["5", "3"]
    file.write_text("nonsense")
    page.set_input_files("#report-file", file)
    page.wait_for_selector("#report-said:has-text('no report over flops')")


@pytest.mark.parametrize("scheme", effort(["dark"], ["dark", "light"]))
def test_every_view_looks_right_at_every_size(
    browser: "Browser", server: StudyServer, scheme: Literal["dark", "light"]
) -> None:
    reader = Reader(browser, server, scheme)
    page = reader.page
    faults: dict[str, list[str]] = {}
    reader.ask(RIVER | {"pot": "much"})
    page.wait_for_selector("#problem-pot:has-text('not a number')")
    faults |= reader.see(f"study-question-{scheme}")
    reader.solve(TURN)
    page.click("#place [data-kind='KQs']")
    faults |= reader.see(f"study-spot-{scheme}")
    page.click("#place .moves button >> nth=0")
    page.wait_for_selector("#line button[aria-current]:has-text('check')")
    page.click("#place .moves button >> nth=0")
    page.wait_for_selector("#place [role=status]:has-text('on average')")
    faults |= reader.see(f"study-cards-{scheme}")
    page.click("#views a:has-text('Practice')")
    page.click("#hand .main")
    page.click("#hand .moves button >> nth=0")
    page.wait_for_selector(".verdict")
    faults |= reader.see(f"study-practice-{scheme}")
    reader.context.close()
    assert reader.errors == []
    assert faults == {}
