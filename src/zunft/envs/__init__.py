"""Research interfaces: PettingZoo, Gymnasium, OpenSpiel, text and data sets. Needs the extra `zunft[rl]`."""
