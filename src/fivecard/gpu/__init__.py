"""Hands in the memory of a GPU. `fivecard.batch` and `fivecard.equity` come here for arrays that are there."""
