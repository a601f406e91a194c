"""An agent that chooses at random, in any game: python random_agent.py stonerow/duel"""

import sys

from stonehouse.env import AECEnv

env = AECEnv(sys.argv[1] if len(sys.argv) > 1 else "three-stones/standard")
env.reset(seed=7)
for agent in env.possible_agents:
    env.action_space(agent).seed(7)
decisions = 0
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent}: reward {reward:g}, scores {info['scores']}")
        env.step(None)
    else:
        decisions += 1
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(f"{decisions} decisions")
env.close()
