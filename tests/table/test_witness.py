"""Hosts that cheat: what the real page says in words, and what `fivecard verify` says, of each way to do it.

What a witness objects to is tried in node (tests/page/witness.test.js). Here a real host cheats a real browser, in a
few ways for every change, and in all of them in `make test-all`.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivecard.table.core.timelock import SQUARINGS
from tests.cli.terminal import run
from tests.table.records import forced_round, rounds_of, witness_of
from tests.table.server import Server
from tests.table.window import CAN_DRAW, DECK, DOWNLOAD, NEXT, READY, Player, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DISHONEST = str(Path(__file__).parent / "dishonest.py")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("table"), program=(DISHONEST,)) as running:
        yield running


@pytest.fixture(scope="module")
def easy_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("table"), "--squarings", "1000", program=(DISHONEST,)) as running:
        yield running


@contextmanager
def cheated(how: str, browser: "Browser", host: Server) -> Iterator[Player]:
    """Sit down at the table of a host who cheats."""
    player = Player(browser, host)
    player.sit(player.address, how)
    player.page.click(READY)
    yield player
    player.close()


def objections(page: "Page", *expected: str) -> str:
    """Wait until the page says all of this where everybody sees it; gives everything that it says there."""
    for words in expected:
        page.wait_for_selector(f"#objections div:has-text({json.dumps(words, ensure_ascii=False)})")
    return page.inner_text("#objections")


def play_on(player: Player, rounds: int = 1) -> None:
    for number in range(rounds):
        if number:
            player.page.click(NEXT)
        player.draw_one()


def downloaded(player: Player, folder: Path) -> Path:
    player.page.click(DECK)
    with player.page.expect_download() as download:
        player.page.click(DOWNLOAD)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def verified(*files: Path) -> str:
    """What the command says against these rounds, in one line."""
    done = run("verify", *files)
    assert done.returncode == 1, done.stdout
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


# Attacks on the deck


def test_a_host_who_throws_deals_away_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    """Compute the deck after the openings; dislike it; say that seat 2 did not open; gather again."""
    with cheated("throw away", browser, host) as ann:
        play_on(ann)
        told = objections(
            ann.page, "Do not trust hand 1:It was sealed, and then thrown", "Do not trust hand 2:It was sealed, and"
        )
        assert "“seat 2 did not open”" in told
        assert ann.page.inner_text("#voids").count("came to nothing: seat 2 did not open.") == 2
        ann.picture("objections")
        problem = verified(downloaded(ann, tmp_path))
        assert "round 1 was thrown away although everybody had committed: seat 2 did not open" in problem
        ann.page.reload()  # it stays
        objections(ann.page, "Do not trust hand 1:It was sealed, and then thrown away")


@pytest.mark.exhaustive
def test_a_host_who_hides_that_a_deal_was_sealed_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("hide the seal", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "Do not trust hand 1:It was sealed, and then thrown away: “seat 1 did not commit”")
        problem = verified(downloaded(ann, tmp_path))
        assert "round 1 was sealed, and then thrown away: seat 1 did not commit" in problem


@pytest.mark.exhaustive
def test_a_host_who_seals_again_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("seal again", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "was changed after you had seen it", "the seal is the one that this browser saw")
        assert "the seal is not the one that this browser saw before the deal" in verified(downloaded(ann, tmp_path))


@pytest.mark.exhaustive
def test_a_host_who_announces_a_royal_flush_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("announce", browser, host) as ann:
        play_on(ann)
        told = objections(ann.page, "the page showed what the record says")
        assert "the hand in words of seat 2 (Blaise) is given as “royal flush”" in told
        assert "“Host wins with royal flush.”" in told
        assert "the page showed" in verified(downloaded(ann, tmp_path))


@pytest.mark.exhaustive
def test_a_host_who_waits_before_the_seal_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("wait", browser, host) as ann:
        while "commit" not in ann.sent:
            ann.page.wait_for_timeout(10)
        ann.page.evaluate("""async () => {
            const before = Date.now();
            Date.now = () => before + 12_300;
            (await import("/page/table/session.js")).session.send("say", { text: "What are you waiting for?" });
        }""")
        play_on(ann)
        told = objections(ann.page, "the host may have had the time to look at your seed before")
        assert "The seal came 12.3 s after your puzzle" in told
        assert "s after the puzzle of seat 1: somebody may have had the time" in verified(downloaded(ann, tmp_path))


@pytest.mark.exhaustive
def test_a_host_whose_puzzles_are_too_easy_is_found_out(easy_host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("with small numbers", browser, easy_host) as ann:
        play_on(ann)
        objections(ann.page, f"The puzzles hold for 1000 squarings only, not {SQUARINGS}")
        problem = verified(downloaded(ann, tmp_path))
        assert f"the puzzles hold for 1,000 squarings, and {SQUARINGS:,} are needed" in problem


@pytest.mark.exhaustive
def test_a_host_who_never_shows_the_seal_is_found_out(easy_host: Server, browser: "Browser") -> None:
    """Gather the puzzles, square in peace, choose the deck, and say that the browser must have been away."""
    with cheated("no seal", browser, easy_host) as ann:
        ann.page.click('#actions button:has-text("I am back")')
        ann.page.wait_for_selector(f"{CAN_DRAW}, {NEXT}")
        if ann.page.query_selector(CAN_DRAW):
            ann.draw_one()
        objections(ann.page, "Do not trust hand 1:You were not shown the seal before the cards")


def test_a_host_who_commits_for_others_is_found_out(host: Server, browser: "Browser") -> None:
    with cheated("commit for you", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "Do not trust hand 1:You were dealt in without a puzzle of this browser")
        ann.page.wait_for_selector("#fair li", state="attached")  # until then it says what is going to be checked
        assert "nobody chose the deck" not in (ann.page.text_content("#fair") or "")


# Attacks on the chain


def test_a_host_who_breaks_the_chain_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("forget", browser, host) as ann:
        play_on(ann)
        first = downloaded(ann, tmp_path)
        objections(ann.page, "The chain is broken: the server names another record of hand 1")
        ann.page.click(NEXT)
        play_on(ann)
        objections(ann.page, "The chain is broken: the record of hand 2 does not follow the one before it")
        second = downloaded(ann, tmp_path)
        assert "the chain is broken: round 1 is not the one that this browser saw" in verified(second)
        record = json.loads(second.read_text())
        del record["witness"]
        second.write_text(json.dumps(record))
        assert "the chain is broken: round 2 does not follow this round 1" in verified(first, second)


@pytest.mark.exhaustive
def test_a_host_who_hides_a_round_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("skip a number", browser, host) as ann:
        play_on(ann, 2)
        objections(ann.page, "A hand is missing: the server has no record of hand 2")
        assert "a round is missing: after round 1 comes round 3" in verified(downloaded(ann, tmp_path))


@pytest.mark.exhaustive
def test_a_host_who_says_that_an_opening_never_came_is_found_out(easy_host: Server, browser: "Browser") -> None:
    with cheated("never opened", browser, easy_host) as ann:
        ann.page.wait_for_selector('#actions button:has-text("I am back")')
        ann.page.click('#actions button:has-text("I am back")')
        ann.page.wait_for_selector(f"{CAN_DRAW}, {NEXT}")
        if ann.page.query_selector(CAN_DRAW):
            ann.draw_one()
        objections(ann.page, "NOT SO: you opened your puzzle in time, and the record says so")


@pytest.mark.exhaustive
def test_a_host_who_says_that_a_puzzle_never_came_is_found_out(host: Server, browser: "Browser") -> None:
    with cheated("never committed", browser, host) as ann:
        objections(
            ann.page, "Do not trust hand 1:The record leaves out your puzzle, although the server had acknowledged it"
        )
        assert "The deal of hand 1 came to nothing: seat 1 did not commit." in ann.page.inner_text("#voids")


# What is shown of it


@pytest.fixture(scope="module")
def page(server: Server, browser: "Browser") -> Iterator["Page"]:
    """A page of the server's, in which its modules can be called."""
    window = Window(browser, 800, 600, fresh=False)
    window.page.goto(server.base)
    yield window.page
    window.close()


@pytest.mark.exhaustive  # the same with a store that is not a browser's is in tests/page/witness.test.js
def test_a_browser_that_can_keep_nothing_plays_and_checks_all_the_same(server: Server, browser: "Browser") -> None:
    player = Player(browser, server, fresh=True)
    player.page.goto(server.base)
    player.page.evaluate(
        """() => {
            let text = "x".repeat(1 << 20);
            while (text)
                try { localStorage.setItem(`of others ${localStorage.length}`, text); }
                catch { text = text.slice(text.length / 2 + 1); }
        }"""
    )
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.draw_one()
    player.page.wait_for_selector("#fair li", state="attached")
    assert "This shows that nobody chose the deck" in (player.page.text_content("#fair") or "")
    assert player.page.inner_text("#objections") == ""
    player.close()


def test_the_page_says_that_nobody_chose_the_deck_only_if_it_knows(page: "Page") -> None:
    """Who watched, or came later, has only the server's word for when the seal was made."""
    [record] = rounds_of(1, 1)
    [forced] = forced_round(3000).records
    seen = witness_of(record)
    for told, witness, says in (
        (record, seen, "This shows that nobody chose the deck"),
        (record, None, "The record agrees with itself"),
        (record, {name: seen[name] for name in ("seat", "factors", "acknowledged")}, "The record agrees with itself"),
        (record | {"deck": record["deck"][::-1]}, seen, "This does not show that nobody chose the deck"),
        (forced, witness_of(forced), "This does not show that nobody chose the deck"),  # too few squarings
    ):
        shown = page.evaluate(
            """async ([record, witness]) => {
                document.body.innerHTML = '<div id="objections"></div><div id="fair"></div>';
                const { fairness } = await import("/page/fairness/checks.js");
                const { check } = await import("/page/fairness/shuffle.js");
                const element = document.getElementById("fair");
                fairness(check(record, witness), element, record.round, Boolean(witness?.server_commitment));
                return element.textContent;
            }""",
            [told, witness],
        )
        assert says in shown


def test_a_forced_opening_is_squared_again_beside_the_page(page: "Page") -> None:
    [record] = forced_round(3000).records
    lie = record | {"openings": record["openings"] | {"1": {"forced": "00" * 128}}}
    for told, holds in ((record, True), (lie, False)):
        results = page.evaluate(
            """async (record) => {
                document.body.insertAdjacentHTML("beforeend", '<div id="objections"></div><div id="fair"></div>');
                const { showChecks } = await import("/page/fairness/record.js");
                const element = document.getElementById("fair");
                const done = showChecks(record, null, [], element);
                const before = element.textContent;
                await done;
                return [before, element.textContent];
            }""",
            told,
        )
        assert "… seat 2 had gone silent" in results[0]
        assert ("✓ seat 2 had gone silent" in results[1]) == holds
        assert ("✗ NOT SO: seat 2 had gone silent" in results[1]) != holds
