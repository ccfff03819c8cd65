"""Five-card draw without bets: what every discard is worth, and the game solved for simultaneous draws."""
