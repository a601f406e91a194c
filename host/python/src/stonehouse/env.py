"""The games as environments for learning, in the usual form of the field: PettingZoo's AEC, one agent acts after another.

Needs the extra `env`. Where several seats choose at once, they are asked one after the other, and none sees what the others chose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from .errors import StonehouseError
from .program import Json, PathLike, Program
from .table import Choice, Ending, Question, Table, least_values
from .text import scene_text

MOST_CHOICES = 512
"""How many choices the action space has room for, unless another number is asked for. What has been
seen in the games that ship is in `README.md`."""

Rewards = Callable[[Ending, Mapping[int, int]], Mapping[int, float]]
"""The end of a match and the team of each seat → a reward for each seat."""


def by_win(ending: Ending, teams: Mapping[int, int]) -> dict[int, float]:
    """1 for the seats of a team that won alone, 0 for those that share the win, -1 for all others; 0 for everybody if nobody won."""
    winning = {teams[seat] for seat in ending.winners}
    if not winning:
        return dict.fromkeys(teams, 0.0)
    won = 1.0 if len(winning) == 1 else 0.0
    return {seat: won if team in winning else -1.0 for seat, team in teams.items()}


def by_score(ending: Ending, teams: Mapping[int, int]) -> dict[int, float]:
    """The score of each seat, as the game counts it."""
    return {seat: float(ending.scores[seat]) for seat in teams}


class SceneSpace(gymnasium.Space[Any]):
    """All tables that a seat can see: dicts, as `scene` in `docs/outside-players.md`. Nobody can draw one at random: a sample is an
    empty table."""

    def __init__(self) -> None:
        """A space without shape or type of numbers."""
        super().__init__(None, None, None)

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """An empty table."""
        return {"status": "", "areas": [], "seats": []}

    def contains(self, x: Any) -> bool:
        """Whether this is a dict with the parts of a scene."""
        return isinstance(x, dict) and {"areas", "seats"} <= x.keys()

    @property
    def is_np_flattenable(self) -> bool:
        """It has no fixed length."""
        return False

    def __eq__(self, other: object) -> bool:
        """All are alike."""
        return isinstance(other, SceneSpace)

    def __hash__(self) -> int:
        """All are alike."""
        return hash(SceneSpace)


class AECEnv(pettingzoo.AECEnv[str, Any, Any]):
    """A variant as an environment. The agents are your seats: `"seat_0"`, `"seat_1"`, …

    An observation is a dict: `scene`, the table as the seat sees it, and `action_mask`, which of the actions can be chosen: none while
    it is not this seat's turn. An action is the place of a choice in the list of choices, which is `infos[agent]["choices"]` of the
    agent whose turn it is. The list's length changes from decision to decision, so the action space is padded: `Discrete(most_choices)`,
    of which the first `len(choices)` are open. With `features`, the dict has an `observation` too, which is the array that you make of
    a `Question`; give its space with it.

    Rewards are 0 until the end and then what `rewards` returns. `infos[agent]` at the end: `scores`, `winners` and `reason`.
    """

    def __init__(
        self,
        variant: str,
        players: Sequence[str] | None = None,
        *,
        program: Program | None = None,
        set: Mapping[str, Json] | None = None,  # the option's name
        script: Sequence[PathLike] = (),
        record_dir: PathLike | None = None,
        rewards: Rewards = by_win,
        most_choices: int = MOST_CHOICES,
        values: Callable[[Choice], Sequence[int]] = least_values,
        features: Callable[[Question], Any] | None = None,
        space: gymnasium.Space[Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The first options are those of `Table`. `values`: the numbers for a choice that asks for some. `render_mode`: "ansi", a text,
        or "human", which prints it."""
        super().__init__()
        if (features is None) != (space is None):
            raise ValueError("`features` and `space` belong together: give both, or neither")
        self.metadata = {"name": variant, "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.table = Table(variant, players, program=program, set=set, script=script, record_dir=record_dir)
        self.match_seed: int | None = None
        """The seed of the match. Keep it from the agents: everything hidden follows from it."""
        self._teams = {place.seat: place.team for place in self.table.seats}
        self._names = [place.name for place in self.table.seats]
        self._seats = {f"seat_{seat}": seat for seat in self.table.yours()}
        self._rewards, self._values, self._features = rewards, values, features
        self._dice = random.Random()
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._actions = {agent: gymnasium.spaces.Discrete(most_choices) for agent in self.possible_agents}
        self._observations = {
            agent: gymnasium.spaces.Dict(
                {
                    **({} if space is None else {"observation": space}),
                    "scene": SceneSpace(),
                    "action_mask": gymnasium.spaces.Box(0, 1, (most_choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._last_features: dict[str, Any] = {}
        self._no_features: Any = None if space is None else np.zeros(space.shape or (), space.dtype or np.float32)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What the agent may observe."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """What the agent may do."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match: of this seed, and later ones, without a seed, of seeds that follow from it."""
        if seed is not None:
            self._dice.seed(seed)
            self.match_seed = index(seed)
        else:
            self.match_seed = self._dice.getrandbits(63)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._last_features = {}
        self.agent_selection = self.agents[0]
        self._update(self.table.new(self.match_seed))

    def step(self, action: Any) -> None:
        """The agent whose turn it is chooses; None once the match is over.

        Raises `stonehouse.Refused` for an action that is not open.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        question = self.table.question
        if question is None:
            raise StonehouseError("the match has failed: reset the environment")
        values = self._values(question.choices[action]) if 0 <= action < len(question.choices) else ()
        answer = self.table.choose(action, values)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self._update(answer)

    def _update(self, answer: Question | Ending) -> None:
        """Goes on with the next question, or the end."""
        if isinstance(answer, Question):
            self.agent_selection = f"seat_{answer.seat}"
            room = self._actions[self.agent_selection].n
            if len(answer.choices) > room:
                raise StonehouseError(
                    f"there are {len(answer.choices)} choices, and the action space has room for {room}: "
                    f"make the environment with most_choices={len(answer.choices) * 2}"
                )
            self.infos[self.agent_selection] = {"choices": answer.choices, "log": answer.log}
            if self._features is not None:
                self._last_features[self.agent_selection] = self._features(answer)
            return
        rewards = self._rewards(answer, self._teams)
        for agent in self.agents:
            self.rewards[agent] = rewards[self._seats[agent]]
            self.terminations[agent] = True
            self.infos[agent] = {"scores": answer.scores, "winners": answer.winners, "reason": answer.reason}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now."""
        seat, question, ending = self._seats[agent], self.table.question, self.table.ending
        mask = np.zeros(self._actions[agent].n, np.int8)
        if ending is not None:
            scene = ending.scenes[seat]
        elif question is not None and question.seat == seat:
            scene = question.scene
            mask[: len(question.choices)] = 1
        else:
            scene = self.table.look(seat)
        observed = {"scene": scene, "action_mask": mask}
        if self._features is not None:
            # An agent that was never asked has no question to be described.
            observed = {"observation": self._last_features.get(agent, self._no_features), **observed}
        return observed

    def render(self) -> str | None:
        """The table as the agent whose turn it is sees it, as a text."""
        text = scene_text(self.observe(self.agent_selection)["scene"], self._names)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Ends the match and the program that plays it."""
        self.table.close()
