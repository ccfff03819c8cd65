"""Hold'em after the flop, solved in the memory of a GPU."""
