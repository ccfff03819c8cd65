"""Hands in the memory of a GPU. `fivecard.batch` and `fivecard.equities` come here for arrays that are there."""
