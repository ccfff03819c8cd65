"""What is said in English: why a hand wins, and what happened."""

__all__ = [
    "comparing",
    "english",
    "explaining",
    "hands",
    "narrating",
    "stakes",
]
