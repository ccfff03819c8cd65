"""Strengths of a million seven-card hands at once, and what they add up to."""

from fivecard import Category, batch

hands = batch.random_hands(1_000_000, 7, seed=1)
strengths = batch.strengths(hands)
print("shape", hands.shape, "-> best", strengths.max(), "mean", round(float(strengths.mean()), 1))
categories = batch.categories(strengths)
for category in reversed(Category):
    print(f"{category.words:<16}{(categories == category).mean():9.4%}")
