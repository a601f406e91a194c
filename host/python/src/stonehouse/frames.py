"""Results as data frames. Needs the extra `frames`."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from .program import Json, PathLike

QUANTILES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
"""What the quantiles of a figure are."""


def figures(result: Json) -> pd.DataFrame:
    """All figures of a simulation, a row each.

    Columns: `metric` (its id), `of` (which seat, player, action or card it is about; empty where it is about all), `value` with its
    interval from `lower` to `upper`, `cases`, and where single values vary, their `deviation` and quantiles from `q0` to `q100`.
    """
    return pd.DataFrame(
        [
            {
                "metric": metric["id"],
                "of": figure["of"],
                "value": figure["value"],
                "lower": figure["lower"],
                "upper": figure["upper"],
                "cases": figure["cases"],
                **_spread(figure.get("spread")),
            }
            for metric in result["metrics"]
            for figure in metric["figures"]
        ]
    )


def _spread(spread: Json) -> dict[str, float]:
    if spread is None:
        return {}
    named = {f"q{at * 100:g}": value for at, value in zip(QUANTILES, spread["quantiles"], strict=True)}
    return {"deviation": spread["deviation"], **named}


def histogram(result: Json, metric: str, of: str = "") -> pd.DataFrame:
    """How often each value of a figure came up: columns `at` and `count`. Raises `KeyError` if there is no such figure."""
    for measured in result["metrics"]:
        for figure in measured["figures"]:
            if measured["id"] == metric and figure["of"] == of and "spread" in figure:
                return pd.DataFrame(figure["spread"]["histogram"], columns=["at", "count"])
    raise KeyError(f"there is no metric {metric!r} with a spread for {of!r}")


def differences(result: Json) -> pd.DataFrame:
    """What `Program.compare` found, a row for each figure.

    Columns: `metric` and `of`, `one` and `other` (the figure under each variant), `more` (how much more under the second) with its
    interval from `lower` to `upper`, `is_clear`: whether that is beyond chance, and `effect`: how large it is (Cohen's h for shares, d
    for means).
    """
    return pd.DataFrame(
        [
            {
                "metric": found["metric"],
                "of": found["of"],
                "one": found["one"]["value"],
                "other": found["other"]["value"],
                "more": found["more"]["value"],
                "lower": found["more"]["lower"],
                "upper": found["more"]["upper"],
                "is_clear": found["is_clear"],
                "effect": found["effect"],
            }
            for found in result["differences"]
        ]
    )


def sweep(results: Mapping[object, Json], name: str = "knob") -> pd.DataFrame:
    """The figures of several simulations in one frame, with what each was made under in the column `name`."""
    frames = [figures(result).assign(**{name: key}) for key, result in results.items()]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def games(file: PathLike) -> pd.DataFrame:
    """The games of `stonehouse simulate --csv FILE`, a row each. `winners` is a list of seats by name."""
    frame = _table(file, {"game": "uint64", "seed": "uint64"})
    frame["winners"] = [text.split() for text in frame["winners"]]
    return frame


def actions(file: PathLike) -> pd.DataFrame:
    """The actions of `stonehouse simulate --actions-csv FILE`, a row each."""
    return _table(file, {"game": "uint64"})


def _table(file: PathLike, types: Mapping[str, str]) -> pd.DataFrame:
    return pd.read_csv(file, dtype=types, keep_default_na=False)
