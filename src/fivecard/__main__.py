"""`python -m fivecard` is the command `fivecard`."""

import sys

from fivecard.cli import main

sys.exit(main())
