"""What is said in English: why a hand wins, and what happened."""
