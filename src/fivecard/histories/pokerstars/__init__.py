"""The plain text in which PokerStars writes hands down, and which tracking programs import.

>>> text = '''PokerStars Hand #1:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/01/31 20:15:00 ET
... Table 'Hebe' 6-max Seat #5 is the button
... Seat 2: Ann ($10 in chips)
... Seat 3: Bob ($12.40 in chips)
... Seat 5: Cleo ($9.95 in chips)
... Ann: posts small blind $0.05
... Bob: posts big blind $0.10
... *** HOLE CARDS ***
... Dealt to Cleo [Ah Ad]
... Cleo: raises $0.20 to $0.30
... Ann: folds
... Bob said, "again?"
... Bob: folds
... Uncalled bet ($0.20) returned to Cleo
... Cleo collected $0.25 from pot
... '''
>>> [history] = load_all(text)
>>> history.names, history.stacks, history.finishing_stacks
(('Ann', 'Bob', 'Cleo'), (1000, 1240, 995), (995, 1230, 1010))
>>> history.replay().stacks == history.finishing_stacks
True
>>> print(dumps(history, hero=2).splitlines()[-4])
Total pot $0.25 | Rake $0
"""

from fivecard.histories.pokerstars.layout import GAMES
from fivecard.histories.pokerstars.lines import split
from fivecard.histories.pokerstars.reader import load_all, loads
from fivecard.histories.pokerstars.writer import dumps

__all__ = ["GAMES", "dumps", "load_all", "loads", "split"]
