"""Deals as lines of text, and what comes of them."""

# Handout E's table. Its row 3 says that player 2 wins with a pair; by its own ranking two pair beats one pair.
HANDOUT = [
    ("8H AS 3S 3H", "TH AD 8D 9C", "2C 9S JH 4D 5S", "Player 1 wins",
     "straight Five Four Three Two Ace beats two Nines Ace Jack Five"),
    ("TC QC 9D 6S", "5C 2S 6C 6H", "6D TH JD 3S KH", "Player 1 wins",
     "straight King Queen Jack Ten Nine beats three of a kind Sixes with King Jack"),
    ("7S 3H 5D 3S", "KH 5C KS 9C", "AH 5S 4C TH 7C", "Player 1 wins",
     "two Sevens two Fives Ace beats two Kings Ace Ten Seven"),
    ("7D 5D 9H KS", "7S 6H 3S 6D", "TH 2S 7C 4D QD", "Player 1 wins",
     "two Sevens King Queen Ten beats two Sevens Queen Ten Six"),
    ("7H KC JD 7C", "6D AD TH KD", "KH 6C QD 2D 4D", "Player 2 wins",
     "flush Ace King Queen Four Two beats two Kings Queen Jack Six"),
    ("TC TD KH JS", "8D JC 2H AD", "4D 7S 8C JD 3C", "Player 2 wins",
     "two Jacks two Eights Seven beats two Jacks King Eight Seven"),
    ("7S 9D 2C JS", "AC 4S AD 2D", "QC 3H KH KD 9H", "Player 2 wins",
     "two Aces two Kings Queen beats two Kings two Nines Jack"),
    ("AH AC KH KC", "AS AD KS KD", "QC 3H TS 8H JD", "No single winner",
     "both have straight Ace King Queen Jack Ten"),
]  # fmt: skip
HANDOUT_TEXT = "".join(f"{one} {two} {board}\n" for one, two, board, _, _ in HANDOUT)
GOOD = "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"
