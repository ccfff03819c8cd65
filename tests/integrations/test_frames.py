"""Frames answer what `fivecard.batch` and the reference do, whoever holds the column."""

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import fivecard.reference as reference
from fivecard import PLAIN, SYMBOLS, Category, Rank, batch, parse_cards
from fivecard.errors import ArgumentError, CardError, FivecardError, HandError, UnknownNameError
from fivecard.rankings import ACE_TO_FIVE, BADUGI, EIGHT_OR_BETTER, HIGH, RANKINGS, Ranking
from fivecard.showdown import Settling, settle

pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")

import fivecard.integrations.polars as poker  # noqa: E402
from fivecard.integrations.arrow import EvaluateHands, SettleDeals  # noqa: E402
from fivecard.integrations.duckdb import register  # noqa: E402

ROYAL, TWO_PAIR = "Ah Kh Qh Jh Th", "Jh Js Ts Td 8s 2c 3c"
BAD = ["Ah Ah Qh Jh Th", "Ah Kh", "what?", ""]


def some_hands(ranking: Ranking, count: int = 300, seed: int = 1) -> list[str | None]:
    """Random hands of every size that a ranking takes, and a null here and there."""
    sizes = range(ranking.hand_size, ranking.largest_hand + 1)
    hands: list[str | None] = []
    for size in sizes:
        hands += batch.format(batch.random_hands(count // len(sizes), size, seed + size, ranking=ranking))
    hands[5] = hands[-1] = None
    return hands


def by_reference(hands: list[str | None], ranking: Ranking) -> list[int | None]:
    return [None if hand is None else reference.evaluate(hand, ranking=ranking).strength for hand in hands]


# polars


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
def test_polars_strengths_are_those_of_the_reference(ranking: Ranking) -> None:
    hands = some_hands(ranking)
    frame = pl.DataFrame({"hand": hands})
    found = frame.select(
        pl.col("hand").poker.strength(ranking=ranking).alias("strength"),
        pl.col("hand").poker.category(ranking=ranking.name).alias("category"),
        pl.col("hand").poker.words(ranking=ranking).alias("words"),
        pl.col("hand").poker.best(ranking=ranking).poker.format().alias("best"),
    )
    strengths = by_reference(hands, ranking)
    assert found["strength"].to_list() == strengths
    assert found["words"].to_list() == [None if each is None else ranking.describe(each) for each in strengths]
    for best, strength, hand in zip(found["best"], strengths, hands, strict=True):
        if not strength:
            assert best is None or ranking is BADUGI
        elif ranking is not BADUGI:
            assert reference.evaluate(best, ranking=ranking).strength == strength
            assert set(best.split()) <= set(str(hand).split())


def test_polars_names_the_same_categories_as_an_evaluation() -> None:
    hands = [hand for hand in some_hands(HIGH) if hand]
    named = pl.Series("hand", hands).poker.category().to_list()
    assert named == [reference.evaluate(hand).category.words for hand in hands]


def test_polars_knows_the_types_of_a_lazy_frame_before_it_runs() -> None:
    hand = pl.col("hand")
    lazy = pl.LazyFrame({"hand": [ROYAL]}).select(
        strength=hand.poker.strength(),
        category=hand.poker.category(),
        words=hand.poker.words(),
        percentile=hand.poker.percentile(cards=5),
        best=hand.poker.best(),
        parsed=hand.poker.parse(),
        text=hand.poker.parse().poker.format(),
        winner=poker.winner(hand, hand),
    )
    before = lazy.collect_schema()
    assert before == lazy.collect().schema
    assert [before["strength"], before["percentile"], before["best"], before["text"], before["winner"]] == [
        pl.UInt16, pl.Float64, pl.List(pl.UInt8), pl.String, pl.UInt8
    ]  # fmt: skip
    assert isinstance(before["category"], pl.Enum)


def test_polars_streams_a_file_and_pushes_filters_before_the_hands(tmp_path: Path) -> None:
    cards = batch.random_hands(50_000, 7, seed=3)
    texts = batch.format(cards)
    frame = pl.DataFrame({"id": np.arange(len(texts)), "hand": texts})
    frame.write_parquet(tmp_path / "hands.parquet", row_group_size=5_000)
    lazy = pl.scan_parquet(tmp_path / "hands.parquet").with_columns(strength=pl.col("hand").poker.strength())
    assert (lazy.collect(engine="streaming")["strength"].to_numpy() == batch.strengths(cards)).all()
    few = lazy.filter(pl.col("id") < 10)
    assert few.collect().height == 10
    plan = few.explain()
    assert plan.index("WITH_COLUMNS") < plan.index("SELECTION"), plan  # the filter is below, at the file


def test_polars_keeps_nulls_names_and_empty_columns() -> None:
    series = pl.Series("hand", [ROYAL, None, TWO_PAIR])
    assert series.poker.strength().name == "hand"
    assert series.poker.strength().to_list() == [7462, None, 4628]
    assert series.poker.category().to_list() == ["straight flush", None, "two pair"]
    assert series.poker.parse().poker.format().to_list() == [ROYAL, None, TWO_PAIR]
    assert series.poker.best().poker.format().to_list() == [ROYAL, None, "Jh Js Ts Td 8s"]
    empty = pl.Series("hand", [], dtype=pl.String)
    for answer in (
        empty.poker.strength(),
        empty.poker.category(),
        empty.poker.words(),
        empty.poker.best(),
        empty.poker.parse(),
    ):
        assert answer.len() == 0
    nulls = pl.Series("hand", [None, None], dtype=pl.String)
    assert nulls.poker.strength().to_list() == nulls.poker.best().to_list() == [None, None]


def test_polars_sorts_categories_by_strength() -> None:
    hands = pl.Series("hand", [hand for hand in some_hands(HIGH) if hand])
    frame = pl.DataFrame({"strength": hands.poker.strength(), "category": hands.poker.category()})
    ordered = frame.sort("category", "strength")["strength"].to_list()
    assert ordered == sorted(ordered)


def test_polars_takes_lists_of_ids_and_sets() -> None:
    cards = batch.random_hands(100, 7, seed=8)
    wanted = batch.strengths(cards).tolist()
    assert pl.Series(values=cards).poker.strength().to_list() == wanted
    assert pl.Series(values=cards).arr.to_list().poker.strength().to_list() == wanted
    sets = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1).astype(np.uint64)
    assert pl.Series(values=sets).poker.strength().to_list() == wanted


@pytest.mark.parametrize("bad", BAD)
def test_polars_shows_a_bad_hand_or_gives_null(bad: str) -> None:
    frame = pl.LazyFrame({"hand": [ROYAL, bad, None]})
    with pytest.raises(Exception, match="row 1"):
        frame.select(pl.col("hand").poker.strength()).collect()
    with pytest.raises(FivecardError, match="row 1"):
        frame.collect()["hand"].poker.words()
    hand = pl.col("hand").poker
    found = frame.select(
        a=hand.strength(errors="null"), b=hand.category(errors="null"), c=hand.words(errors="null"),
        d=hand.percentile(cards=5, errors="null"), e=hand.best(errors="null"),
    ).collect()  # fmt: skip
    assert found.null_count().row(0) == (2, 2, 2, 2, 2)
    assert found.row(0)[:3] == (7462, "straight flush", "royal flush")


def test_polars_percentiles_are_exact() -> None:
    found = pl.Series([ROYAL]).poker.percentile(cards=5).item()
    assert found == pytest.approx((2_598_960 - 2) / 2_598_960, abs=0, rel=1e-15)
    with pytest.raises(ArgumentError, match="no hand of 7 cards has the strength 1"):
        pl.Series(["7c 5d 4h 3s 2c"]).poker.percentile(cards=7)
    with pytest.raises(ArgumentError, match="5 to 7 cards, not 9"):
        pl.col("hand").poker.percentile(cards=9)


def test_polars_refuses_rankings_and_ways_that_are_none() -> None:
    with pytest.raises(UnknownNameError, match="no ranking 'low'"):
        pl.col("hand").poker.strength(ranking="low")
    with pytest.raises(ArgumentError, match="errors is 'raise' or 'null', not 'ignore'"):
        pl.Series([ROYAL]).poker.strength(errors="ignore")


def test_polars_winners_and_omaha() -> None:
    frame = pl.DataFrame({"a": [ROYAL, ROYAL, None], "b": [TWO_PAIR, ROYAL, ROYAL], "c": ["2c 3d 4h 5s 7c"] * 3})
    assert frame.select(poker.winner("a", "b", "c")).to_series().to_list() == [1, 0, None]
    assert frame.select(poker.winner("c", pl.col("b"))).to_series().to_list() == [2, 2, 2]
    deals = batch.random_deals(200, seed=5, players=1, game="omaha")
    holes, boards = deals[:, :4], deals[:, 4:]
    cards = pl.DataFrame(
        {"hole": batch.format(np.ascontiguousarray(holes)), "board": batch.format(np.ascontiguousarray(boards))}
    )
    for ranking in (HIGH, EIGHT_OR_BETTER):
        found = cards.select(poker.omaha_strength("hole", "board", ranking=ranking)).to_series().to_list()
        assert found == batch.omaha_strengths(holes.copy(), boards.copy(), ranking=ranking).tolist()


def test_a_message_shows_the_hand() -> None:
    message = "duplicate card 'Ah' in 'Ah Ah Qh Jh Th'"
    with pytest.raises(Exception, match=message):
        pl.LazyFrame({"hand": [ROYAL, BAD[0]]}).select(pl.col("hand").poker.category()).collect(engine="streaming")
    with duckdb.connect() as connection:
        register(connection)
        with pytest.raises(duckdb.InvalidInputException, match=message):
            connection.execute(f"select poker_best(h) from (values ('{ROYAL}'), ('{BAD[0]}')) t(h)").fetchall()
    with pytest.raises(HandError, match=r"in 'As Ad 2c 7h' with 'Ks As Js Ts 2h' \(row 0 of a batch\)"):
        pl.select(poker.omaha_strength(pl.lit("As Ad 2c 7h"), pl.lit("Ks As Js Ts 2h")))
    with pytest.raises(FivecardError, match=r"'what\?' is not a card \(row 0\)"):
        pl.Series(["what?"]).poker.parse()


# duckdb


@pytest.fixture
def sql() -> Any:
    with duckdb.connect() as connection:
        register(connection)
        register(connection, errors="null", prefix="try_")
        yield connection


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
def test_duckdb_strengths_are_those_of_the_reference(ranking: Ranking) -> None:
    hands = some_hands(ranking)
    wanted = by_reference(hands, ranking)
    with duckdb.connect() as connection:
        register(connection, ranking=ranking)
        deals = pa.table({"id": range(len(hands)), "hand": pa.array(hands, pa.string())})
        connection.register("deals", deals)
        found = connection.execute("select poker_strength(hand), poker_words(hand) from deals order by id").fetchall()
    assert [strength for strength, _ in found] == wanted
    assert [words for _, words in found] == [None if each is None else ranking.describe(each) for each in wanted]


def test_duckdb_works_on_many_vectors_and_threads(sql: Any) -> None:
    cards = batch.random_hands(30_000, 7, seed=4)
    sql.register("hands", pa.table({"id": np.arange(len(cards)), "hand": batch.format(cards)}))
    found = sql.execute("select poker_strength(hand) as s from hands order by id").fetchnumpy()["s"]
    assert (found == batch.strengths(cards)).all()
    counts = dict(sql.execute("select poker_category(hand).name, count(*) from hands group by all").fetchall())
    names = batch.category_names(batch.strengths(cards)).tolist()
    assert counts == {name: names.count(name) for name in set(names)}


def test_duckdb_answers_every_question(sql: Any) -> None:
    row = sql.execute(
        f"select poker_strength('{TWO_PAIR}'), poker_category('{TWO_PAIR}').name, poker_words('{TWO_PAIR}'), "
        f"poker_percentile('{TWO_PAIR}', 7), poker_best('{TWO_PAIR}'), poker_parse('2c As'), "
        "poker_omaha_strength('As Ad 2c 7h', 'Ks Qs Js Ts 2h')"
    ).fetchone()
    percentile = batch.percentiles(np.array([4628]), cards=7)[0]
    words = "two pair, Jacks and Tens, Eight kicker"
    assert row == (4628, "two pair", words, percentile, "Jh Js Ts Td 8s", [0, 51], 4137)
    best = sql.execute(
        "select hand from (values ('2c 2d 4h 5s 7c'), ('Ah Kh Qh Jh Th')) t(hand) order by poker_category(hand) desc"
    )
    assert best.fetchone() == (ROYAL,)


def test_duckdb_compares_categories_by_strength_and_never_by_letters(sql: Any) -> None:
    cards = batch.random_hands(5_000, 7, seed=4)
    sql.register("hands", pa.table({"hand": batch.format(cards)}))
    count = "select count(*) from hands where"
    category = "poker_category(hand)"
    strong = int((batch.categories(batch.strengths(cards)) >= Category.STRAIGHT).sum())
    named = "poker_category_named('straight')"
    for condition in (
        f"{category} >= {named}",
        f"{named} <= {category}",
        f"{category}.code >= {named}.code",
        f"{category}.code between {named}.code and poker_category_named('straight flush').code",
    ):
        assert sql.execute(f"{count} {condition}").fetchone() == (strong,)
    for condition in (
        f"{category} >= 'straight'",
        f"'straight' <= {category}",
        f"{category} between 'straight' and 'straight flush'",
        f"{category} between {named} and poker_category_named('straight flush')",  # which duckdb has not for structs
        f"{category} = 'straight'",
        f"{category} in ('straight', 'flush')",
        f"{category} >= concat('str', 'aight')",
        f"greatest({category}, 'straight') = {category}",
        f"{category} >= poker_category_named('strait')",
    ):
        with pytest.raises(duckdb.Error, match=r"cast|BETWEEN|no category 'strait': there are high card, one pair"):
            sql.execute(f"{count} {condition}").fetchall()
    best = sql.execute(
        "select max(poker_category(hand)).name, max_by(hand, poker_strength(hand)) from hands"
    ).fetchone()
    assert best[0] == sql.execute(f"select poker_category('{best[1]}').name").fetchone()[0]
    assert sql.execute("select poker_category_named(null), poker_category(null)").fetchone() == (None, None)


def test_duckdb_gives_null_for_null(sql: Any) -> None:
    everything = (
        "poker_strength(h), poker_category(h), poker_words(h), poker_percentile(h, 5), poker_best(h), poker_parse(h), "
        "poker_omaha_strength(h, 'Ks Qs Js Ts 2h'), poker_winner(h, 'Ah Kh Qh Jh Th'), "
        "poker_showdown('holdem', h, 'As Ks', '2c 3c 4c 5d 9d')"
    )
    assert sql.execute(f"select {everything} from (select null::varchar as h)").fetchone() == (None,) * 9
    rows = sql.execute(f"select poker_strength(h) from (values (null), ('{ROYAL}'), (null)) t(h)").fetchall()
    assert rows == [(None,), (7462,), (None,)]


@pytest.mark.parametrize("bad", BAD)
def test_duckdb_shows_a_bad_hand_or_gives_null(sql: Any, bad: str) -> None:
    for function in ("strength", "category", "words", "best"):
        query = f"_{function}(h) from (values ('{ROYAL}'), ('{bad}')) t(h)"
        with pytest.raises(duckdb.InvalidInputException, match=r"row 1"):
            sql.execute(f"select poker{query}").fetchall()
        good, null = sql.execute(f"select try{query}").fetchall()
        assert good[0] is not None
        assert null == (None,)
    assert sql.execute(f"select try_winner('{ROYAL}', '{bad}'), try_percentile('{bad}', 5)").fetchone() == (None, None)


def test_duckdb_percentiles_of_several_sizes(sql: Any) -> None:
    rows = sql.execute(
        f"select poker_percentile(h, n) "
        f"from (values ('{ROYAL}', 5), (null, 7), ('{TWO_PAIR}', 7), ('{ROYAL}', null)) t(h, n)"
    )
    five, seven = batch.percentiles([7462], cards=5)[0], batch.percentiles([4628], cards=7)[0]
    assert rows.fetchall() == [(five,), (None,), (seven,), (None,)]


def test_duckdb_settles_deals_of_several_games_and_checks_all_cards(sql: Any) -> None:
    rows = sql.execute("""select poker_showdown(game, a, b, board) from (values
        ('holdem', 'AH AC', 'KH KC', 'QC 3H TS 8H JD'), ('holdem', '2C 3C', '2D 3D', 'AS KS QS JS TS'),
        ('omaha', '8H AS 3S 3H', 'TH AD 8D 9C', '2C 9S JH 4D 5S'), (null, 'AH AC', 'KH KC', 'QC 3H TS 8H JD'),
        ('omaha-hi-lo', 'As 2d Kc Qc', 'Ah 2h Jd Jc', '3c 4d 8s Ks 9h')) t(game, a, b, board)""").fetchall()
    assert rows == [(1,), (0,), (1,), (None,), (0,)]
    assert sql.execute("select poker_showdown('five-card-draw', 'Ah Kh Qh Jh Th', 'As Ad Ac Kd Ks')").fetchone() == (1,)
    six = "select poker_showdown('omaha', 'As Ad 2c 7h 3h 4h', 'Kc Kd 5c 5d 6h 6d', 'Ks Qs Js Ts 2h')"
    assert sql.execute(six).fetchone() == (2,)
    twice = "_showdown('holdem', 'AH AC', 'KH AC', 'QC 3H TS 8H JD')"
    with pytest.raises(duckdb.InvalidInputException, match="duplicate card 'Ac'"):
        sql.execute(f"select poker{twice}").fetchall()
    assert sql.execute(f"select try{twice}").fetchone() == (None,)
    with pytest.raises(duckdb.InvalidInputException, match="chess"):
        sql.execute("select poker_showdown('chess', 'AH AC', 'KH KC')").fetchall()


def test_duckdb_functions_can_be_registered_again(sql: Any) -> None:
    register(sql, ranking=ACE_TO_FIVE)
    assert sql.execute("select poker_strength('Ah 2h 3h 4h 5h')").fetchone() == (ACE_TO_FIVE.strongest,)
    with pytest.raises(ArgumentError, match="prefix"):
        register(sql, prefix="drop table ")


# Arrow


def test_judge_adds_what_is_asked_to_batches_and_tables() -> None:
    hands = some_hands(HIGH)
    batches = pa.table({"id": range(len(hands)), "hand": hands}).to_batches(max_chunksize=37)
    judge = pickle.loads(pickle.dumps(EvaluateHands("hand", ask=("strength", "category", "words", "best"))))
    table = pa.Table.from_batches(judge.batches(iter(batches)))
    assert table.schema == judge.schema(batches[0].schema)
    wanted = by_reference(hands, HIGH)
    assert table["strength"].to_pylist() == wanted
    assert table["words"].to_pylist() == [None if each is None else HIGH.describe(each) for each in wanted]
    whole = judge.batch(pa.Table.from_batches(batches))
    assert whole.combine_chunks().to_pylist() == table.to_pylist()
    best = [
        None if cards is None else batch.format(np.array([cards], np.uint8))[0] for cards in table["best"].to_pylist()
    ]
    assert by_reference(best, HIGH) == wanted


def test_judge_gives_spark_only_types_that_it_knows() -> None:
    judge = EvaluateHands("hand", ask=("strength", "category", "percentile"), cards=7, plain=True)
    found = judge.batch(pa.record_batch({"hand": [TWO_PAIR]}))
    assert found.schema == pa.schema(
        {"hand": pa.string(), "strength": pa.int32(), "category": pa.string(), "percentile": pa.float64()}
    )
    assert found.to_pylist()[0]["category"] == "two pair"


def test_judge_gives_pandas_its_frame_with_its_index() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"hand": [ROYAL, None]}, index=[7, 9])
    found = EvaluateHands("hand").pandas(frame)
    assert list(found.index) == [7, 9]
    assert found["strength"].dtype == "UInt16"
    assert found["strength"][7] == 7462
    assert found["strength"].isna().tolist() == [False, True]
    assert list(EvaluateHands("hand").pandas(frame[:0]).dtypes) == list(found.dtypes)
    assert found["category"].astype(object)[7] == "straight flush"


@pytest.mark.parametrize(
    ("game", "players", "hole"),
    [
        ("holdem", 2, None),
        ("holdem", 6, None),
        ("omaha", 3, 5),
        ("omaha-hi-lo", 4, None),
        ("badugi", 2, None),
        ("razz", 3, None),
    ],
)
def test_settler_agrees_with_one_showdown_at_a_time(game: str, players: int, hole: int | None) -> None:
    from fivecard.showdown import Settling, settle

    settling = Settling(game, players, hole)
    cards = batch.random_deals(120, seed=9, game=game, players=players, hole=hole)
    texts = [text.split() for text in batch.format(cards)]
    columns: dict[str, list[str | None]] = {}
    for player in range(players):
        columns[f"player_{player + 1}"] = [
            " ".join(row[player * settling.hole : (player + 1) * settling.hole]) for row in texts
        ]
    if settling.game.board:
        columns["board"] = [" ".join(row[players * settling.hole :]) for row in texts]
    shown = [
        settle(
            [columns[f"player_{p + 1}"][row] or "" for p in range(players)],
            columns.get("board", [""] * 120)[row] or "",
            game=game,
        )
        for row in range(120)
    ]
    columns["player_2"][3] = None
    settler = pickle.loads(pickle.dumps(SettleDeals(Settling(game, players, hole))))
    rows = settler.batch(pa.table(columns)).to_pylist()
    for number, (row, wanted) in enumerate(zip(rows, shown, strict=True)):
        if number == 3:
            assert row["winner"] is row["strength_1"] is row["category_2"] is None
            continue
        alone = [player for player, share in enumerate(wanted.shares, 1) if share == 1]
        assert row["winner"] == (alone[0] if alone else 0)
        for low, part in zip(("", "low_"), wanted.parts, strict=False):
            assert [row[f"{low}strength_{p + 1}"] for p in range(players)] == [
                hand.evaluation.strength for hand in part.hands
            ]


@pytest.mark.parametrize("bad", ["", " \n ", "AH AH", "AH", "AH\nKH", "no cards"])
def test_settler_shows_a_bad_deal_or_gives_null(bad: str) -> None:
    deals = pa.table({"player_1": ["AH AC", bad, bad], "player_2": ["KH KC"] * 3, "board": ["QC 3H TS 8H JD"] * 3})
    with pytest.raises((HandError, CardError), match=r"\(row 1\)") as refused:
        SettleDeals().batch(deals)
    assert refused.value.row == 1
    assert SettleDeals(Settling("holdem", errors="null")).batch(deals)["winner"].to_pylist() == [1, None, None]


def test_cards_in_the_column_of_another_are_bad() -> None:
    deals = pa.table(
        {
            "player_1": ["AH AC", "AH", None, "AH AC KH", "AH AC", "AH AC"],
            "player_2": ["KH KC", "AC KH KC", "AC KH KC", "KC", "KH KC QC", "KH KC"],
            "board": [*["QC 3H TS 8H JD"] * 4, "3H TS 8H JD", "AH 3H TS 8H JD"],
        }
    )
    assert SettleDeals(Settling("holdem", errors="null")).batch(deals)["winner"].to_pylist() == [1, *[None] * 5]
    settle = SettleDeals().batch
    with pytest.raises(HandError, match=r"the hand of player 1 has 2 cards, this one has 1: 'AH' \(row 1\)"):
        settle(deals)
    with pytest.raises(HandError, match=r"the hand of player 2 has 2 cards, this one has 3: 'KH KC QC' \(row 1\)"):
        settle(deals.take([2, 4, 1]))
    with pytest.raises(HandError, match=r"duplicate card 'Ah' .*\(row 1\)"):
        settle(deals.take([0, 5, 1]))
    side_by_side = SettleDeals(Settling("holdem", columns=("player_1", "player_2", "board")))  # as one has named them
    assert side_by_side.batch(deals.slice(1, 1))["winner"].to_pylist() == [1]


SPELLINGS: dict[str, Callable[[str], Any]] = {
    "as files have them": str.upper,
    "small": str.lower,
    "together": lambda text: text.replace(" ", ""),
    "commas": lambda text: text.replace(" ", ","),
    "symbols": lambda text: SYMBOLS.join(parse_cards(text)),
    "ten as number": lambda text: text.replace("T", "10"),
    "lists of texts": str.split,
    "lists of ids": lambda text: [card.id for card in parse_cards(text)],
}


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hi-lo", "short-deck"])
def test_deals_take_the_spellings_of_hands(spell: Callable[[str], Any], game: str, sql: Any) -> None:
    settling = Settling(game)
    deck = [card for card in settling.game.deck if card.rank >= Rank.SIX]
    rows = [PLAIN.join(Random(seed).sample(deck, settling.cards)).split() for seed in range(20)]
    ends = [0, settling.hole, 2 * settling.hole, settling.cards]
    names = ("player_1", "player_2", "board")
    plain, spelt = (
        pa.table(
            {
                name: [write(" ".join(row[first:last])) for row in rows]
                for name, first, last in zip(names, ends[:-1], ends[1:], strict=True)
            }
        )
        for write in (str, spell)
    )
    settler = SettleDeals(Settling(game))
    added = settler.added().names
    assert settler.batch(spelt).select(added) == settler.batch(plain).select(added)
    shown = [settle([row["player_1"], row["player_2"]], row["board"], game=game).winners for row in plain.to_pylist()]
    wanted = [1 + winners[0] if len(winners) == 1 else 0 for winners in shown]
    assert settler.batch(spelt)["winner"].to_pylist() == wanted
    deals = pa.table({"deal": [spell(" ".join(row)) for row in rows]})
    assert settler.batch(deals)["winner"].to_pylist() == wanted
    if spelt["board"].type == pa.string():
        sql.register("deals", spelt)
        found = sql.execute(f"select poker_showdown('{game}', player_1, player_2, board) from deals").fetchall()
        assert [winner for (winner,) in found] == wanted


def test_rows_of_errors_are_those_of_all_batches_or_said_to_be_of_one(sql: Any) -> None:
    hands = [ROYAL] * 9_000 + ["what?"] + [ROYAL] * 100
    batches = pa.table({"hand": hands}).to_batches(max_chunksize=1_000)
    with pytest.raises(FivecardError, match=r"\(row 9000\)$"):
        list(EvaluateHands("hand").batches(batches))
    with pytest.raises(FivecardError, match=r"\(row 9000\)$"):
        EvaluateHands("hand").batch(pa.table({"hand": hands}))
    with pytest.raises(FivecardError, match=r"\(row 9000\)$"):
        pl.Series(hands).poker.strength()
    sql.register("hands", pa.table({"hand": hands}))
    with pytest.raises(duckdb.InvalidInputException, match=r"\(row \d+ of a batch\)"):
        sql.execute("select sum(poker_strength(hand)) from hands").fetchall()
    with pytest.raises((FivecardError, pl.exceptions.ComputeError), match=r"\(row \d+ of a batch\)"):
        pl.LazyFrame({"hand": hands}).select(poker.PokerExpr(pl.col("hand")).strength().sum()).collect(
            engine="streaming"
        )


def test_bytes_that_are_no_text_are_a_bad_deal() -> None:
    deals = pa.table({"deal": [b"AH AC KH KC QC 3H TS 8H JD", b"\xff"]})
    assert SettleDeals(Settling("holdem", errors="null")).batch(deals)["winner"].to_pylist() == [1, None]


def test_judge_keeps_every_row_of_a_frame_and_looks_only_at_its_column() -> None:
    frame = pd.DataFrame({"hand": [ROYAL, TWO_PAIR, None], "other": [1, "x", 2.5]}, index=[0, 0, 1])
    found = EvaluateHands("hand", ask=("strength",)).pandas(frame)
    assert found["strength"].fillna(0).tolist() == [7462, 4628, 0]
    assert found.index.tolist() == [0, 0, 1]
    assert found["other"].tolist() == [1, "x", 2.5]


def test_polars_takes_one_hand_for_all_rows() -> None:
    frame = pl.DataFrame({"hand": [ROYAL, TWO_PAIR, None], "board": ["Ks Qs Js Ts 2h"] * 3})
    full = pl.lit("2c 2d 2h 3s 3d")
    assert frame.select(poker.winner("hand", full)).to_series().to_list() == [1, 2, None]
    assert frame.select(poker.winner(full, "hand")).to_series().to_list() == [2, 1, None]
    assert frame.head(0).select(poker.winner(full, "hand")).to_series().to_list() == []
    assert frame.select(poker.omaha_strength(pl.lit("As Ad 2c 7h"), "board")).to_series().to_list() == [4137] * 3


def test_duckdb_settles_omaha_with_different_numbers_of_cards(sql: Any) -> None:
    deals = [("AH AC 2C 2D", "KH KC 4C 4D"), ("AH AC 2C 2D 5D", "KH KC 4C 4D 5C"), ("AH", "KH KC 4C 4D"), (None, "KH")]
    for order in (deals, deals[::-1]):
        values = ", ".join(
            f"({', '.join('null' if cards is None else repr(cards) for cards in deal)})" for deal in order
        )
        query = f"select a, try_showdown('omaha', a, b, 'QC 3H TS 8H JD') from (values {values}) t(a, b)"
        assert dict(sql.execute(query).fetchall()) == {deals[0][0]: 1, deals[1][0]: 1, "AH": None, None: None}


def test_blank_deals_at_the_end_are_bad_too() -> None:
    deals = pa.table({"deal": ["AH AC KH KC QC 3H TS 8H JD", "", " ", None]})
    assert SettleDeals(Settling("holdem", errors="null")).batch(deals)["winner"].to_pylist() == [1, None, None, None]
    assert SettleDeals().batch(deals.slice(0, 0))["winner"].to_pylist() == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: EvaluateHands("hand", ask=("odds",)), "no question 'odds'"),
        (lambda: EvaluateHands("hand", ask="strength"), "a list of names"),
        (lambda: EvaluateHands("hand", ask=("percentile",)), "number of cards"),
        (lambda: EvaluateHands("hand", ranking="low"), "no ranking 'low'"),
        (lambda: EvaluateHands("hand", errors="drop"), "'raise' or 'null'"),  # type: ignore[arg-type]
        (
            lambda: EvaluateHands("cards").batch(pa.table({"hand": [ROYAL]})),
            "no column 'cards': the columns are 'hand'",
        ),
        (
            lambda: EvaluateHands("hand").batch(pa.table({"hand": [ROYAL], "strength": [1]})),
            "a column 'strength' already",
        ),
        (lambda: EvaluateHands("hand", ask=("percentile",), cards=9), "5 to 7 cards, not 9"),
        (lambda: EvaluateHands("hand", ranking=5), "expected a Ranking or its name, got 5"),  # type: ignore[arg-type]
        (lambda: EvaluateHands("hand").batch(pa.table([[ROYAL], [ROYAL]], names=["hand", "hand"])), "2 columns 'hand'"),
        (lambda: EvaluateHands("hand").pandas(pd.DataFrame({"h": [1]})), "no column 'hand': the columns are 'h'"),
        (
            lambda: EvaluateHands("hand").pandas(pd.DataFrame({"hand": [1], "strength": [1]})),
            "a column 'strength' already",
        ),
        (lambda: SettleDeals().batch(pa.table({"deal": [5]})), "texts or lists, not int64"),
        (lambda: SettleDeals().batch(pa.table({"deal": [["AH"]]})), "a deal has 9 cards, this one has 1"),
        (lambda: poker.winner(), "two players or more, not 0"),
        (lambda: poker.winner("hand"), "two players or more, not 1"),
        (lambda: pl.col("hand").poker.parse(errors="drop"), "'raise' or 'null'"),
        (lambda: SettleDeals(Settling("holdem", players=40)), "2 to 23 players"),
        (lambda: SettleDeals(Settling("chess")), "chess"),
    ],
)
def test_mistakes_are_told_in_a_sentence(make: Any, message: str) -> None:
    with pytest.raises(FivecardError, match=message):
        make()
