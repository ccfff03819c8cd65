"""Hosts that cheat: what the real page says in words, and what `fivecard verify` says, of each way to do it."""

import json
import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from fivecard.table.core.state import Player as RoundPlayer
from fivecard.table.fair import first_link, record_hash
from fivecard.table.timelock import SQUARINGS, squared
from tables import FACTORS, table_of
from test_fair import COMMAND, forced_round, rounds_of, witness_of
from test_table_browser import CAN_DRAW, DECK, DOWNLOAD, NEXT
from test_table_page import READY, Player
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DISHONEST = str(Path(__file__).parent / "dishonest.py")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"), program=(DISHONEST,))
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def easy_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"), "--squarings", "1000", program=(DISHONEST,))
    yield running
    assert running.stop() == 0


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
    done = subprocess.run([*COMMAND, *map(str, files)], capture_output=True, text=True, check=False)
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


def test_a_host_who_hides_that_a_deal_was_sealed_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("hide the seal", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "Do not trust hand 1:It was sealed, and then thrown away: “seat 1 did not commit”")
        problem = verified(downloaded(ann, tmp_path))
        assert "round 1 was sealed, and then thrown away: seat 1 did not commit" in problem


def test_a_host_who_seals_again_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("seal again", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "was changed after you had seen it", "the seal is the one that this browser saw")
        assert "the seal is not the one that this browser saw before the deal" in verified(downloaded(ann, tmp_path))


def test_a_host_who_announces_a_royal_flush_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("announce", browser, host) as ann:
        play_on(ann)
        told = objections(ann.page, "the page showed what the record says")
        assert "the hand in words of seat 2 (Blaise) is given as “royal flush”" in told
        assert "“Host wins with royal flush.”" in told
        assert "the page showed" in verified(downloaded(ann, tmp_path))


def test_a_host_who_waits_before_the_seal_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("wait", browser, host) as ann:
        play_on(ann)
        told = objections(ann.page, "the host may have had the time to look at your seed before")
        assert re.search(r"The seal came [4-9]\.\d s after your puzzle", told)
        assert "s after the puzzle of seat 1: somebody may have had the time" in verified(downloaded(ann, tmp_path))


def test_a_host_whose_puzzles_are_too_easy_is_found_out(easy_host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("with small numbers", browser, easy_host) as ann:
        play_on(ann)
        objections(ann.page, f"The puzzles hold for 1000 squarings only, not {SQUARINGS}")
        problem = verified(downloaded(ann, tmp_path))
        assert f"the puzzles hold for 1,000 squarings, and {SQUARINGS:,} are needed" in problem


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


def test_a_host_who_pretends_that_a_round_is_older_than_the_protocol_is_found_out(
    host: Server, browser: "Browser", tmp_path: Path
) -> None:
    with cheated("earlier protocol", browser, host) as ann:
        play_on(ann)
        objections(ann.page, "NOT SO: the hand was dealt under the protocol under which this browser took part")
        assert "this is not a finished round of the table" in verified(downloaded(ann, tmp_path))
        ann.page.click(NEXT)
        play_on(ann)
        objections(ann.page, "Do not trust hand 2:NOT SO: the hand was dealt under the protocol")


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
        second.write_text(json.dumps({**json.loads(second.read_text()), "witness": None}))
        assert "the chain is broken: round 2 does not follow this round 1" in verified(first, second)


def test_a_host_who_hides_a_round_is_found_out(host: Server, browser: "Browser", tmp_path: Path) -> None:
    with cheated("skip a number", browser, host) as ann:
        play_on(ann, 2)
        objections(ann.page, "A hand is missing: the server has no record of hand 2")
        assert "a round is missing: after round 1 comes round 3" in verified(downloaded(ann, tmp_path))


def test_a_host_who_says_that_an_opening_never_came_is_found_out(easy_host: Server, browser: "Browser") -> None:
    with cheated("never opened", browser, easy_host) as ann:
        ann.page.wait_for_selector('#actions button:has-text("I am back")')
        ann.page.click('#actions button:has-text("I am back")')
        ann.page.wait_for_selector(f"{CAN_DRAW}, {NEXT}")
        if ann.page.query_selector(CAN_DRAW):
            ann.draw_one()
        objections(ann.page, "NOT SO: you opened your puzzle in time, and the record says so")


def test_a_host_who_says_that_a_puzzle_never_came_is_found_out(host: Server, browser: "Browser") -> None:
    with cheated("never committed", browser, host) as ann:
        objections(
            ann.page, "Do not trust hand 1:The record leaves out your puzzle, although the server had acknowledged it"
        )
        assert "The deal of hand 1 came to nothing: seat 1 did not commit." in ann.page.inner_text("#voids")


# The witness by itself


WATCH = """async ({ records, looks, kept }) => {
    const { Witness } = await import("/page/witness.js");
    const { read } = await import("/page/store.js");
    const { recordHash } = await import("/page/fair.js");
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, JSON.stringify(value));
    window.fetch = async (address) => {
        const record = records[Number(address.match(/(\\d+)\\.json/)[1])];
        if (watching) return { ok: false, status: 404, json: async () => ({ message: "not yet" }) };
        return { ok: Boolean(record), status: record ? 200 : 404, json: async () => record };
    };
    let watching = false;
    const waitedFor = (window) => window.objections.some(([, words]) => words.includes("has changed"));
    const sent = [];
    const make = () => new Witness("table", (type, fields) => sent.push([type, fields]), () => {});
    let windows = [make(), make()];
    for (const look of looks) {
        if (look.reload) windows = [make(), make()];
        if (look.done) windows[0].done(look.done);
        if (look.change) records[look.change.round] = look.change;
        if (look.lose) delete records[look.lose];
        if (look.round === undefined) continue;
        const chain = look.chain ?? { round: look.round, hash: recordHash(records[look.round] ?? {}) };
        watching = Boolean(look.later);
        const you = look.later === "watching" ? null : 0;
        const state = { you, round: look.playing ?? null, phase: look.phase, chain, game: { chips: false } };
        await Promise.all(windows.map((window) => window.receive(state)));
    }
    const voids = windows[0].voids.length;
    for (const { round } of windows[0].voids) windows[1].acknowledge(round);
    const left = windows[0].voids.length;
    for (let tries = 0; read("fivecard table unsquared")?.length && tries < 100 && !waitedFor(windows[0]); tries++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    const unsquared = read("fivecard table unsquared") ?? [];
    const all = { objections: windows[0].objections, voids, left, sent, head: read("fivecard table chain"), unsquared };
    localStorage.clear();
    return all;
}"""


def watch(page: "Page", records: list[dict[str, Any]], *looks: dict[str, Any], **kept: Any) -> dict[str, Any]:
    """Let two windows of one browser see a table; gives what they say and send."""
    by_number = {str(record["round"]): record for record in records}
    given = {"records": by_number, "looks": looks, "kept": {f"fivecard table {name}": kept[name] for name in kept}}
    found: dict[str, Any] = page.evaluate(WATCH, given)
    return found


@pytest.fixture
def page(host: Server, browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(host.base)
    yield opened
    context.close()


def test_an_honest_table_gets_no_objection_in_two_windows(page: "Page") -> None:
    records = rounds_of(1, 3, voids=2)
    found = watch(page, records, {"round": 1}, {"round": 2}, {"round": 7}, {"reload": 1}, {"round": 7})
    assert found["objections"] == []
    assert (found["voids"], found["left"]) == (4, 0)  # until they are acknowledged
    assert found["head"]["round"] == 7


def test_an_old_window_does_not_think_that_the_table_went_back(page: "Page") -> None:
    records = rounds_of(1, 3)
    assert watch(page, records, {"round": 1}, {"round": 3}, {"round": 2})["objections"] == []


def test_only_those_who_watch_take_it_that_a_round_is_shown_later(page: "Page") -> None:
    seen, opened = [{"round": 1}, {"round": 3}, {"reload": 1}], {"round": 0, "chain": {"round": 0, "hash": "00" * 32}}
    assert watch(page, rounds_of(1, 3), *seen, opened | {"later": "watching"})["objections"] == []
    found = watch(page, rounds_of(1, 3), *seen, opened | {"later": "seated"})["objections"]
    assert any("A hand is missing: the server no longer has the record of hand 3" in words for _, words in found), found


def test_what_is_done_to_records_afterwards_is_seen(page: "Page") -> None:
    records = rounds_of(2, 3)
    seen = [{"round": number} for number in (1, 2, 3)]
    altered = records[1] | {"reason": "Host wins."}
    back = {"round": 2, "chain": {"round": 2, "hash": "00" * 32}}
    for looks, message in (
        (
            [{"change": altered}, {"reload": 1}, {"round": 3}],
            "The record has changed since this browser saw",
        ),
        ([{"lose": 2}, {"reload": 1}, {"round": 3}], "the server no longer has the record of hand 2"),
        ([{"lose": 3}, back], "the server no longer has the record of hand 3"),
        ([{"round": 3, "chain": {"round": 3, "hash": "00" * 32}}], "the server names another record of hand 3"),
    ):
        found = watch(page, records, *seen, *looks)["objections"]
        assert any(message in words for _, words in found), (message, found)


def test_voids_that_pile_up_are_objected_to(page: "Page") -> None:
    records = rounds_of(3, 2, voids=3)
    found = watch(page, records, {"round": 1}, {"round": 3})
    assert found["objections"] == []
    found = watch(page, records, {"round": 1}, {"round": 5})
    assert any("3 deals in a row came to nothing" in words for _, words in found["objections"])


def test_the_next_round_must_hold_the_void_deals_that_were_seen(page: "Page") -> None:
    first, void, last = rounds_of(4, 2, voids=1)
    found = watch(page, [first, void, last | {"voids": []}], {"round": 1}, {"round": 2}, {"round": 3})
    assert any("every number since the last hand is accounted for" in words for _, words in found["objections"])
    other = void | {"names": ["Ann", "Eve"]}
    found = watch(page, [first, void, last | {"voids": [other]}], {"round": 1}, {"round": 2}, {"round": 3})
    assert any("the void hand 2 is in it as this browser saw it" in words for _, words in found["objections"])


def test_a_full_memory_forgets_the_oldest_rounds_and_goes_on(page: "Page") -> None:
    records = rounds_of(1, 2)
    full = page.evaluate(
        """() => {
            const text = JSON.stringify("x".repeat(100_000));
            try { for (let n = 1; ; n++) localStorage.setItem(`fivecard other ${n}`, text); }
            catch { return Object.keys(localStorage).length; }
        }"""
    )
    assert full > 20
    found = watch(page, records, {"round": 1}, {"round": 2})
    assert found["objections"] == []
    assert found["head"]["round"] == 2


def test_the_rounds_that_were_longest_ago_are_forgotten_first(page: "Page") -> None:
    """Not those with the lowest numbers: the round that is being played may be the first of its table."""
    left = page.evaluate(
        """async () => {
            const { read, write } = await import("/page/store.js");
            localStorage.setItem("fivecard new 1", JSON.stringify({ committed: 2e12, factors: ["a", "b"] }));
            const text = "x".repeat(100_000);
            for (let n = 0; n < 80; n++) write(`fivecard old ${1000 + n}`, { committed: 1e12 + n, text });
            const old = [1079, 1000].map((n) => read(`fivecard old ${n}`)?.committed ?? null);
            const found = [read("fivecard new 1")?.factors, ...old];
            localStorage.clear();
            return found;
        }"""
    )
    assert left == [["a", "b"], 1e12 + 79, None]


def test_a_browser_that_can_keep_nothing_plays_and_checks_all_the_same(host: Server, browser: "Browser") -> None:
    player = Player(browser, host)
    player.page.goto(host.base)
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


def test_windows_of_one_browser_send_one_puzzle_and_open_it_once_each(page: "Page") -> None:
    playing = {"number": 1, "me": 0, "players": [{"level": None, "committed": False, "opened": False, "drew": None}]}
    playing |= {"server_commitment": "", "agreed": f"C {SQUARINGS} 0:person", "puzzles": {}, "hand": []}
    head = {"round": 0, "hash": "00" * 32}
    commit = {"round": 0, "chain": head, "playing": playing, "phase": "committing"}
    sent = watch(page, [], commit, commit)["sent"]
    assert [kind for kind, _ in sent] == ["commit", "commit"]
    assert sent[0] == sent[1]
    factors = [f"{factor:x}" for factor in FACTORS[0]]
    puzzle = f"{FACTORS[0][0] * FACTORS[0][1]:x}"
    sealed = playing | {"server_commitment": "11" * 32, "puzzles": {"0": puzzle}}
    sealed["players"] = [{"level": None, "committed": True, "opened": False, "drew": None}]
    look = {"round": 0, "chain": head, "playing": sealed, "phase": "opening"}
    kept = {"seat": 0, "factors": factors, "committed": 4e12}  # long from now: never late
    found = watch(page, [], look, look, **{"1": kept})
    assert found["sent"] == [["open", {"factor": factors[0]}]] * 2
    assert found["objections"] == []
    for changed, message in (
        ({"puzzles": {"0": "ff" * 128}}, "The server shows another puzzle for you"),
        ({"agreed": "C 1000 0:person"}, "hold for 1000 squarings only"),
    ):
        found = watch(page, [], look | {"playing": sealed | changed}, **{"1": kept})
        assert any(message in words for _, words in found["objections"])
    again = look | {"playing": sealed | {"server_commitment": "22" * 32}}
    found = watch(page, [], look, again, **{"1": kept})
    assert found["objections"] == [[1, "The seal was changed after you had seen it."]]
    found = watch(page, [], look, **{"1": kept | {"committed": 1}})
    assert "after your puzzle: the host may have had the time to look" in found["objections"][0][1]


def dealt_to_more(seats: int) -> dict[str, Any]:
    """Play a round in which a player is added after the seal, which changes who gets which card."""
    live = table_of("Ann", "Bob", seats=seats, fill="nobody")

    def watch() -> None:
        playing = live.table.round
        if playing and live.table.phase == "opening" and len(playing.players) == 2:
            more = replace(playing, players=(*playing.players, RoundPlayer(2, "sharp", "Computer 3")))
            live.table = replace(live.table, round=more)

    return live.play_round(random.Random(1), watch)


def test_the_players_and_rules_of_a_round_are_those_of_its_seal(page: "Page") -> None:
    record, [honest] = dealt_to_more(3), rounds_of(1, 1)
    for told, message in (
        (record, "the players and the rules are those of the seal"),
        (honest | {"rules": "A"}, "the players and the rules are those of the seal"),
        (honest | {"puzzles": {"0": honest["puzzles"]["0"]}}, "every person who was dealt in had a puzzle"),
        (honest, None),
    ):
        results = page.evaluate(
            "async (record) => (await import('/page/fair.js')).check(record, null)", json.loads(json.dumps(told))
        )
        wrong = [words for holds, words in results if holds is False]
        assert (message in wrong) if message else (wrong == []), wrong


def test_a_lie_about_a_silent_seat_is_found_however_long_it_takes(page: "Page") -> None:
    """Rounds go on while the browser squares, and the page may be opened anew: the objection comes all the same."""
    [record] = forced_round(3000).records
    lie = record | {"openings": record["openings"] | {"1": {"forced": "00" * 128}}}
    silent = "NOT SO: seat 2 had gone silent, and its puzzle holds what the server found by squaring"
    for told, found in ((lie, True), (record, False)):
        seen = watch(page, [told], {"round": 0, "chain": {"round": 0, "hash": first_link("table")}}, {"round": 1})
        assert ([1, silent] in seen["objections"]) == found
        assert seen["unsquared"] == []
    hash_of = {"hash": record_hash(lie)}
    head = {"round": 1, "hash": record_hash(lie)}
    seen = watch(page, [lie], {"round": 1}, **{"1": hash_of, "chain": head, "unsquared": [1]})
    assert [1, silent] in seen["objections"]
    seen = watch(page, [record], {"round": 1, "chain": head}, **{"1": hash_of, "chain": head, "unsquared": [1]})
    assert [1, "The record has changed since this browser saw it."] in seen["objections"]
    assert seen["unsquared"] == [1]  # it is still not known


def test_what_has_been_squared_is_not_squared_again(page: "Page") -> None:
    found = page.evaluate(
        """async () => {
            const { valueBySquaring } = await import("/page/timelock.js");
            const puzzle = "f".repeat(256);
            const progress = [];
            await valueBySquaring(3n, puzzle, 40000, { report: (...each) => progress.push(each), every: 10000 });
            const [value, done] = progress[1];
            const whole = await valueBySquaring(3n, puzzle, 40000);
            const rest = await valueBySquaring(3n, puzzle, 40000, { value, done });
            return [progress.map(([, done]) => done), whole === rest, whole];
        }"""
    )
    assert found[:2] == [[10000, 20000, 30000], True]
    assert int(found[2], 16) == squared(3, "ff" * 128, 40000)


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
                const { fairness } = await import("/page/fairness.js");
                const { check } = await import("/page/fair.js");
                const element = document.getElementById("fair");
                fairness(check(record, witness), element, record.round, Boolean(witness?.server_commitment));
                return element.textContent;
            }""",
            [told, witness],
        )
        assert says in shown


def test_no_two_tables_get_the_same_puzzle(page: "Page") -> None:
    """Its factor is told at the one before the other is sealed: windows share nothing of what is still secret."""
    puzzles = page.evaluate(
        """async () => {
            const { Witness } = await import("/page/witness.js");
            const sent = [];
            const send = (_, fields) => sent.push(fields.puzzle);
            const windows = ["one", "two"].map((table) => new Witness(table, send, () => {}));
            const chain = { round: 0, hash: "" };
            const game = { chips: false };
            const state = (round) => ({ you: 0, phase: round ? "committing" : "lobby", chain, round, game });
            for (const window of windows) window.receive(state(null)); // there is time for what the next round needs
            const before = { ...localStorage };
            const players = [{ level: null, committed: false, drew: null }];
            const playing = { number: 1, me: 0, players, server_commitment: "" };
            for (const window of windows) {
                localStorage.clear(); // what the other window did has not arrived here yet
                for (const [name, value] of Object.entries(before)) localStorage.setItem(name, value);
                window.receive(state(playing));
            }
            localStorage.clear();
            return sent;
        }"""
    )
    assert len(puzzles) == len(set(puzzles)) == 2


def test_windows_that_answer_at_once_do_not_accuse_the_server(page: "Page") -> None:
    """Each has sent a puzzle of its own before it could know of the other's: the one that was taken counts."""
    found = page.evaluate(
        """async () => {
            const { Witness } = await import("/page/witness.js");
            const { firstLink } = await import("/page/fair.js");
            const sent = [];
            const make = () => new Witness("table", (type, fields) => sent.push([type, fields]), () => {});
            const windows = [make(), make()];
            const chain = { round: 0, hash: firstLink("table") };
            const player = { level: null, committed: false, opened: false, drew: null };
            const playing = { number: 1, me: 0, players: [player], server_commitment: "", puzzles: {}, hand: [] };
            for (const window of windows) {
                localStorage.clear();
                window.receive({ you: 0, phase: "committing", chain, round: playing, game: { chips: false } });
            }
            windows[0].done("commit");
            const puzzles = { 0: sent[0][1].puzzle };
            const sealed = { ...playing, server_commitment: "11".repeat(32), agreed: "C 1000000000 0:person", puzzles };
            const opening = { you: 0, phase: "opening", chain, round: sealed, game: { chips: false } };
            for (const window of windows) window.receive(opening);
            const objections = windows[0].objections;
            localStorage.clear();
            return [sent.map(([type]) => type), objections];
        }"""
    )
    assert found == [["commit", "commit", "open", "open"], []]


def test_the_browser_makes_primes_and_writes_json_as_python_does(page: "Page") -> None:
    from fivecard.table.fair import canonical, record_hash
    from fivecard.table.timelock import is_prime

    for first, second in page.evaluate(
        """async () => {
            const { makeFactors } = await import("/page/timelock.js");
            return Array.from({ length: 6 }, makeFactors);
        }"""
    ):
        for factor in (int(first, 16), int(second, 16)):
            assert factor.bit_length() == 512
            assert is_prime(factor)
        assert (int(first, 16) * int(second, 16)).bit_length() == 1024
    values: list[Any] = [
        {"b": [1, None, -5, 1 << 53], "a": 'Bób 🂡 \u2028\x7f\x00\n"\\/', "é": {}, "z": [[], ""]},
        *rounds_of(8, 2, voids=1),
    ]
    found = page.evaluate(
        """async (values) => {
            const { canonical, recordHash } = await import("/page/fair.js");
            return values.map((value) => [canonical(value), recordHash(value)]);
        }""",
        values,
    )
    assert found == [[canonical(value).decode(), record_hash(value)] for value in values]


def test_the_browser_tells_primes_from_what_looks_like_them(page: "Page") -> None:
    numbers = [FACTORS[0][0], FACTORS[0][0] + 2, (1 << 512) - 1, FACTORS[0][0] - 2 | 1 << 511]
    composite = FACTORS[1][0] * 3 % (1 << 512) | 1
    from fivecard.table.timelock import is_prime

    numbers.append(composite)
    found = page.evaluate(
        """async (numbers) => {
            const { fromHex, isPrime } = await import("/page/timelock.js");
            return numbers.map((number) => isPrime(fromHex(number)));
        }""",
        [f"{number:x}" for number in numbers],
    )
    assert found == [is_prime(number) for number in numbers]


def test_a_forced_opening_is_squared_again_beside_the_page(page: "Page") -> None:
    [record] = forced_round(3000).records
    lie = record | {"openings": record["openings"] | {"1": {"forced": "00" * 128}}}
    for told, holds in ((record, True), (lie, False)):
        results = page.evaluate(
            """async (record) => {
                document.body.insertAdjacentHTML("beforeend", '<div id="objections"></div><div id="fair"></div>');
                const { showChecks } = await import("/page/record.js");
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
