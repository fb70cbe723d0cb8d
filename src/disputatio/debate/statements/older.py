"""Records of earlier versions in the words of the present one. They carry no receipts.

Until statements became one registry, a clerk listed `points` after a turn, a `ledger` with its own claims in a persona
dialogue, and `flips` after a round. What those say of statements is kept; what they guessed of moves is not.
"""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.payload import identifier, items, word, words
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json

Records = dict[str, Json]
CONTRACTS = ("points", "flips")
"""What a clerk was asked for then, and is not any more."""


def require_present(format: Format) -> None:
    """Raise Refused for a debate whose format has its records made by earlier rules: it can be read, but can neither go
    on nor be run again."""
    if any(map(is_former, blocks(format.body))):
        raise Refused(
            "This debate was recorded under older rules, which this version can read but no longer run.",
            "You can show, search and export it. To debate its question under the present rules, start a new debate.",
        )


def is_former(block: Block) -> bool:
    """Return whether a step has records made by earlier rules. A ledger had claims of its own then, and no points."""
    ledger = block.gives == "ledger" and "figure claims" in block.sees and "figure points" not in block.sees
    return ledger or block.gives in CONTRACTS


def from_points(data: Records, by: str, path: str) -> Records:
    """Return a list of points as a record: what is new, what was said again, what was withdrawn."""
    new: list[Json] = []
    about: list[Json] = []
    for item in items(data.get("items")):
        if id := word(item.get("same_as")):
            about.append({"by": by, "turn": path, "id": id, "does": "keeps"})
        else:
            new.append({"by": by, "turn": path, "text": word(item.get("text")), "kind": word(item.get("kind"))})
    about += [{"by": by, "turn": path, "id": id, "does": "withdraws"} for id in words(data.get("withdrawn"))]
    return {"new": new, "about": about}


def from_ledger(data: Records, by: str, path: str, known: Mapping[str, Statement]) -> Records:
    """Return a ledger with claims of its own as a record. `known`: the statements so far."""
    new: list[Json] = []
    about: list[Json] = []
    for item in items(data.get("claims")):
        id, sides = identifier(item.get("id")), words(item.get("sides"))[:2]
        over, entry = word(item.get("status")) == "resolved", {"by": by, "turn": path, "id": id}
        if id in known:
            own = known[id].author == by
            about.append(
                {**entry, "does": ("withdraws" if over else "keeps") if own else "agrees" if over else "disagrees"}
            )
        elif id and not over:
            links: Records = {kind: item.get(kind) for kind in ("supports", "attacks", "answers")}
            new.append({"id": id, "by": (*sides, by)[0], "turn": path, "text": word(item.get("text")), **links})
            about += [{**entry, "by": side, "does": "disagrees"} for side in (*sides, by)[1:2]]
    stands: Records = {name: data.get(name) for name in ("stance", "position", "confidence", "importance")}
    return {"new": new, "about": about, "stands": [{"by": by, "turn": path, **stands}]}
