"""What only the course handouts ask for: their titles and numbers, complex numbers, Julia sets, pictures of cards."""

from fivecard.handouts.dialects import Handout as Handout
from fivecard.handouts.dialects import block_number as block_number
from fivecard.handouts.dialects import hand_and_type as hand_and_type
from fivecard.handouts.dialects import summary as summary
from fivecard.handouts.dialects import summary_value as summary_value
from fivecard.handouts.dialects import title as title
from fivecard.showdown.phrases import phrase as phrase
