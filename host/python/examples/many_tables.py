"""Random play at many tables, and how many decisions a second that makes: python many_tables.py three-stones/standard"""

import sys
import time

import numpy as np

from stonehouse.vector import VectorEnv

variant = sys.argv[1] if len(sys.argv) > 1 else "three-stones/standard"
tables = int(sys.argv[2]) if len(sys.argv) > 2 else 1024
dice = np.random.default_rng(7)
with VectorEnv(variant, tables) as env:
    observations, info = env.reset(seed=7)
    steps, ended, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < 5:
        # Each choice that there is is as likely as any other.
        actions = (dice.random(tables) * info["choices"]).astype(np.int64)
        observations, rewards, terminations, truncations, info = env.step(actions)
        steps += tables
        ended += terminations.sum()
    seconds = time.perf_counter() - began
print(f"{steps / seconds:,.0f} decisions a second, {ended / seconds:,.0f} matches a second")
