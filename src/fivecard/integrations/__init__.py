"""Poker where data frames live: expressions of polars, functions of duckdb's SQL, and Arrow's batches for clusters.

Each module imports its library when it is imported itself, and none of the others:

- `fivecard.integrations.polars`: `pl.col("hand").poker.strength()`, lazy and streaming
- `fivecard.integrations.duckdb`: `register(connection)`, then `select poker_strength(hand)`
- `fivecard.integrations.arrow`: record batches in, record batches out, for Spark, Ray and Dask
"""

__all__ = [
    "arrow",
    "converters",
    "duckdb",
    "polars",
]
