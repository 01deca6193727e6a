"""The command line with the toy game registered: python -m tests.toy play toy"""

import sys

from tests import toy
from zunft.cli import main
from zunft.core.game import loaded

loaded["toy"] = toy.game
sys.exit(main())
