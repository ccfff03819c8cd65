"""Omaha showdowns: one with its reason, and a file of them."""

import io

from fivecard.showdown import Settling, settle

print(settle(["8H AS 3S 3H", "TH AD 8D 9C"], "2C 9S JH 4D 5S", game="omaha"))
deals = io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\nnot a deal\n")
results = io.BytesIO()
tally = Settling("omaha", errors="null").write(deals, results)
print(results.getvalue().decode(), end="")
print("lines", tally.lines, "wins", tally.wins, "invalid", tally.invalid)
