"""Research interfaces: PettingZoo, Gymnasium, OpenSpiel, text and data sets. Needs the extra `zunft[rl]`.

Importing this package registers the games with Gymnasium: `gymnasium.make("zunft/Norenberc-v0")`.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:  # texts for language models work without it
    from zunft.envs.registration import register

    register()
