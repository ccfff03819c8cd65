"""Strengths of a million seven-card hands at once, and what they add up to."""

import numpy as np

from fivecard import batch
from fivecard.evaluation import Category, category_of

hands = batch.random_hands(1_000_000, 7, seed=1)
strengths = batch.strengths(hands)
print("shape", hands.shape, "-> best", strengths.max(), "mean", round(float(strengths.mean()), 1))
categories = np.array([0, *(category_of(strength) for strength in range(1, 7463))])[strengths]
for category in reversed(Category):
    print(f"{category.words:<16}{(categories == category).mean():9.4%}")
