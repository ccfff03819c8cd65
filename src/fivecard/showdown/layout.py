"""What stands on a line of deals."""

from fivecard.errors import ArgumentError, quoted
from fivecard.games import Game, find_game


class Layout:
    """What stands on a line: the game, its number of players and of cards that each holds, and the board at the end.

    The handout's is Omaha for two with four cards each.

    >>> Layout("holdem", players=6).cards
    17
    """

    def __init__(self, game: str | Game = "omaha", players: int = 2, hole: int | None = None) -> None:
        self.game = game if isinstance(game, Game) else find_game(game)
        self.hole = self.game.hole[0] if hole is None else hole
        self.players = players
        if not isinstance(self.hole, int) or self.hole not in self.game.hole:
            *fewer, last = map(str, self.game.hole)
            usual = f"{', '.join(fewer)} or {last}" if fewer else last
            raise ArgumentError(f"in {self.game.name} a player has {usual} cards, not {quoted(hole)}")
        most = self.game.most_players(self.hole)
        if not isinstance(players, int) or not 2 <= players <= most:
            table = f"{self.game.name} with {self.hole} cards each"
            raise ArgumentError(f"{table} is for 2 to {most} players, not {quoted(players)}")

    def __repr__(self) -> str:
        return f"Layout({self.game.name!r}, players={self.players}, hole={self.hole})"

    @property
    def cards(self) -> int:
        """How many cards stand on a line."""
        return self.players * self.hole + self.game.board
