"""What is this hand, and why does it beat that one?"""

from fivecard import compare, evaluate

mine, theirs = "Jh Js Ts Td 8s", "Jc Jd Th Tc 7s"
hand = evaluate(mine)
print(hand)
print("category:", hand.category.words, "- strength:", hand.strength, "of 7462")
print("of seven cards:", evaluate("Ah Kd 2c 2d 7s 2h 9c"))
print(*compare(mine, theirs).steps, sep="\n")
