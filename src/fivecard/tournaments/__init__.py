"""What chips of a tournament are worth in money (ICM), and when to push or fold with few of them."""

from fivecard.tournaments.icm import IcmSample, finishing_chances, icm, sample_icm
from fivecard.tournaments.push_fold import PushFold, push_fold

__all__ = ["IcmSample", "PushFold", "finishing_chances", "icm", "push_fold", "sample_icm"]
