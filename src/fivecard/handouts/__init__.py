"""What only the course handouts ask for: their titles and numbers, complex numbers, Julia sets, pictures of cards."""

from fivecard.handouts.dialects import Handout, block_number, hand_and_type, summary, summary_value, title
from fivecard.showdown.phrases import phrase

__all__ = [
    "Handout",
    "block_number",
    "hand_and_type",
    "phrase",
    "summary",
    "summary_value",
    "title",
]
