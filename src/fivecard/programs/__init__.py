"""The programs behind the command line: words in, lines out; the rules live elsewhere."""
