"""The command line with the toy game on the shelf: python -m tests.toy play toy"""

import sys

import tests.toy  # noqa: F401 - puts the game on the shelf
from zunft.cli import main

sys.exit(main())
