"""Until and unless: further exits of loops. `at.path` is the pass that just ended, or `loop[0]` before the first."""

from __future__ import annotations

from disputatio.debate.ids import index_of, inside
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At, Contract, Reason, policy
from disputatio.debate.ranges import amount
from disputatio.debate.statements.consensus import ends_of_passes
from disputatio.debate.values import Json


@policy("until", needs="answer")
def stable(at: At, passes: int) -> Reason | None:
    """Nobody has changed position for some passes."""
    if int(index_of(at.path)) < passes:
        return None
    history = [_present(at, past) for past in ends_of_passes(at, passes)]
    held = list(history[0].values())
    if len(held) < 2 or "" in held or any(then != history[0] for then in history):
        return None
    alike = len(set(held)) == 1
    rounds = "one round" if passes == 1 else f"{passes} rounds"
    return Reason("consensus" if alike else "impasse", f"no position changed for {rounds}")


@policy("until", needs="answer")
def unanimous(at: At) -> Reason | None:
    """The last answers agree, and different models gave them."""
    positions = _present(at, at.past)
    models = {model for seat, model in models_of(at.past).items() if seat in positions}
    if len(set(positions.values())) == 1 and "" not in positions.values() and len(models) > 1:
        return Reason("consensus", "everybody had given the same answer before reading the others")
    return None


@policy("until")
def nothing_new(at: At, contract: Contract) -> Reason | None:
    """No item of a kind that had not been named before."""
    now: set[str] = set()
    before: set[str] = set()
    for turn in at.past.of(contract):
        (now if inside(turn.path, at.path) else before).update(items_of(turn))
    return None if now - before else Reason("completed", f"nothing new in {contract}")


@policy("until")
def confident(at: At, above: float, contract: Contract) -> Reason | None:
    """The last of a kind is confident enough, and declares nothing open."""
    given = at.past.of(contract, at.path)
    if not given:
        return None
    confidence, open_points = number(given[-1].data.get("confidence")), given[-1].data.get("open")
    if confidence > above and not open_points:
        return Reason("completed", f"{given[-1].seat} is confident ({confidence:.2f}) and names no open point")
    return None


@policy("until", needs="tests")
def passed(at: At) -> Reason | None:
    """The tests pass."""
    tests = at.past.of("tests", at.path)
    return Reason("completed", "the tests pass") if tests and tests[-1].data.get("passed") else None


@policy("until", needs="approval")
def approved(at: At) -> Reason | None:
    """The person approved (vacuously so where no gate was asked for)."""
    given = at.past.of("approval", at.path)
    return Reason("completed", "approved") if all(turn.data.get("approved") for turn in given) else None


def _present(at: At, past: Past) -> dict[str, str]:
    """The positions of those who still take part: whoever left neither agrees nor objects."""
    return {seat: position for seat, position in positions_of(past).items() if at.present(seat)}


def positions_of(past: Past) -> dict[str, str]:
    """The last position of each seat, folded over case and surrounding space."""
    return past.fold("positions", _with_position, {})


def _with_position(positions: dict[str, str], turn: Turn) -> dict[str, str]:
    if turn.gives != "answer":
        return positions
    return {**positions, turn.seat: str(turn.data.get("position") or "").strip().casefold()}


def models_of(past: Past) -> dict[str, str]:
    """Which model gave the last answer of each seat."""
    return past.fold("models", _with_model, {})


def _with_model(models: dict[str, str], turn: Turn) -> dict[str, str]:
    return {**models, turn.seat: turn.model} if turn.gives == "answer" else models


def items_of(turn: Turn) -> set[str]:
    """The names of a turn's items: their id, else their text."""
    items = turn.data.get("items")
    return {_name(item) for item in items} if isinstance(items, list) else set()


def _name(item: Json) -> str:
    return str(item.get("id") or item.get("text") or "") if isinstance(item, dict) else str(item)


def number(found: Json) -> float:
    """A number from a payload, 0 where there is none."""
    return float(found) if isinstance(found, (int, float)) and amount(found) else 0.0
