"""Studying hold'em after the flop in the browser: questions are asked, solved, looked at and practised.

`questions` and `ranges` read what is typed, `library` solves it and keeps solutions, `places` says what is shown of
them, `practice` deals hands from them, `kinds` names what a hand makes; `web` is the server, `page` what browsers get.
"""

__all__ = ["kinds", "library", "places", "practice", "questions", "ranges", "web"]
