"""Scenes as text, for a look at a match without a window."""

from __future__ import annotations

from collections.abc import Sequence

from .program import Json


def words(text: Json, names: Sequence[str]) -> str:
    """A text of a scene in English: a template with what is put into it. `names`: what the seats are called."""
    if isinstance(text, str):
        return text
    filled: str = text["template"]
    for place, argument in text["with"]:
        filled = filled.replace("{" + place + "}", _argument(argument, names))
    return filled


def _argument(argument: Json, names: Sequence[str]) -> str:
    if isinstance(argument, int):
        return str(argument)
    if isinstance(argument, list):
        return ", ".join(words(one, names) for one in argument)
    if isinstance(argument, dict) and "seat" in argument:
        return names[argument["seat"]]
    return words(argument, names)


def scene_text(scene: Json, names: Sequence[str]) -> str:
    """The table in lines: how far the game is, the seats, and what lies in each area."""
    lines = [words(scene.get("status", ""), names)]
    for panel in scene.get("seats", []):
        notes = [words(note, names) for note in panel.get("notes", [])]
        score = [] if panel.get("score") is None else [f"{panel['score']} points"]
        lines.append(f"{names[panel['seat']]}: " + ", ".join(score + notes))
    lines += [line for area in scene.get("areas", []) if (line := _area(area, names))]
    prompt = scene.get("prompt")
    if prompt:
        lines.append(f"{names[prompt['seat']]}: {words(prompt['text'], names)}")
    return "\n".join(line for line in lines if line)


def _area(area: Json, names: Sequence[str]) -> str:
    layout = area.get("layout", "row")
    kind, details = next(iter(layout.items())) if isinstance(layout, dict) else (layout, {})
    title = words(area.get("title", ""), names) or area.get("handle", "")
    cells = {cell.get("handle"): words(cell.get("name", ""), names) for cell in details.get("cells", [])}
    pieces = [_piece(piece, cells, names) for piece in area.get("pieces", [])]
    if kind == "stack":
        pieces.insert(0, str(details["count"]))
    elif kind == "meter":
        pieces.insert(0, f"{details['reached']} of {details['steps']}")
    elif kind == "sheet":
        return title
    return f"{title}: {', '.join(pieces)}" if pieces else ""


def _piece(piece: Json, cells: dict[str, str], names: Sequence[str]) -> str:
    name = words(piece.get("name", ""), names) or "piece"
    count = f"{piece['count']} " if piece.get("count", 1) > 1 else ""
    on = cells.get(piece.get("on", ""))
    return f"{count}{name}" + (f" on {on}" if on else "")
