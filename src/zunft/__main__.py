"""python -m zunft"""

import sys

from zunft.cli import main

sys.exit(main())
