"""Omaha showdowns: one with its reason, and a file of them."""

import io

from fivecard.showdown import settle, settle_file

print(settle(["8H AS 3S 3H", "TH AD 8D 9C"], "2C 9S JH 4D 5S"))
deals = io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\nnot a deal\n")
results = io.BytesIO()
score = settle_file(deals, results.write, keep_bad_lines=True)
print(results.getvalue().decode(), end="")
print("lines", score.lines, "wins", score.wins, "invalid", score.invalid)
