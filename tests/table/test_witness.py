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

from tests.cli.terminal import run
from tests.table.records import rounds_of, witness_of
from tests.table.server import Server
from tests.table.window import DECK, DOWNLOAD, NEXT, READY, Player, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DISHONEST = str(Path(__file__).parent / "dishonest.py")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("table"), program=(DISHONEST,)) as running:
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


def test_a_host_who_throws_a_deal_away_is_found_out(host: Server, browser: "Browser") -> None:
    """Compute the deck as soon as all are ready; dislike it; ask again."""
    with cheated("throw away", browser, host) as ann:
        objections(ann.page, "Do not trust hand 1:You were ready for this hand, and it is begun anew")
        ann.picture("objections")
        ann.page.reload()  # it stays
        objections(ann.page, "Do not trust hand 1:You were ready for this hand, and it is begun anew")
        ann.page.click(READY)
        play_on(ann)


@pytest.mark.exhaustive
def test_a_host_who_says_that_nobody_was_ready_is_found_out(host: Server, browser: "Browser") -> None:
    with cheated("never ready", browser, host) as ann:
        objections(ann.page, "Do not trust hand 1:You were ready for this hand, and the server says that you are not")


def test_a_host_who_chooses_another_seed_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("other seed", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "the server’s seed is the one that it had committed to before you were ready")
        assert "the server's seed is not the one that it had committed to" in verified(downloaded(ann, tmp_path))


@pytest.mark.exhaustive
def test_a_host_who_commits_to_something_else_is_found_out(host: Server, browser: "Browser") -> None:
    with cheated("commit again", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "The server has committed to another seed for this hand than it had before")


@pytest.mark.exhaustive
def test_a_host_who_announces_a_royal_flush_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("announce", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "what stands on the page is what the record says")
        assert "the page showed" in verified(downloaded(ann, tmp_path))


def test_a_host_who_is_ready_for_others_is_found_out(host: Server, browser: "Browser") -> None:
    ann = Player(browser, host)
    ann.sit(ann.address, "ready for you")
    play_on(ann)
    objections(ann.page, "Do not trust hand 1:You were dealt in without a nonce of this browser")
    ann.page.wait_for_selector("#fair li", state="attached")  # until then it says what is going to be checked
    assert "This shows that nobody chose the deck" not in (ann.page.text_content("#fair") or "")
    ann.close()


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
        second.write_text(
            json.dumps({name: it for name, it in json.loads(second.read_text()).items() if name != "witness"})
        )
        assert "the chain is broken: round 2 does not follow this round 1" in verified(first, second)


@pytest.mark.exhaustive
def test_a_host_who_hides_a_round_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("skip a number", browser, host) as ann:
        play_on(ann, 2)
        objections(ann.page, "A hand is missing: the server has no record of hand 2")
        assert "a round is missing: this browser saw round 1 before round 3" in verified(downloaded(ann, tmp_path))


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
    """Who watched, or came later, has only the server's word for what was committed to before."""
    [record] = rounds_of(1, 1)
    seen = witness_of(record)
    for told, witness, says in (
        (record, seen, "This shows that nobody chose the deck"),
        (record, None, "The record agrees with itself"),
        (record | {"deck": record["deck"][::-1]}, seen, "This does not show that nobody chose the deck"),
        (record, seen | {"commitments": {}}, "This does not show that nobody chose the deck"),
    ):
        shown = page.evaluate(
            """async ([record, witness]) => {
                document.body.innerHTML = '<div id="objections"></div><div id="fair"></div>';
                const { fairness } = await import("/page/fairness/checks.js");
                const { check } = await import("/page/fairness/shuffle.js");
                const element = document.getElementById("fair");
                fairness(check(record, witness), element, record.round, Boolean(witness));
                return element.textContent;
            }""",
            [told, witness],
        )
        assert says in shown
