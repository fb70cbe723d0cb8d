"""Who and what is meant: the seats behind the names that a recording model uses, since it is told ids and names, and
mixes them; and what a claim is called."""

from __future__ import annotations

import hashlib
import re

from disputatio.debate.sameness import normalised
from disputatio.prompting.reading.figures import claims_known
from disputatio.prompting.request import Brief

_LINE = re.compile(r"^(?P<id>[^:\n]+): (?P<name>.+?) \((?P<role>[^()]*)\)$")


def seats_of(brief: Brief) -> dict[str, str]:
    """Id, name and role of each participant, casefolded -> id; a role that two of them have names nobody."""
    ids: dict[str, str] = {}
    roles: dict[str, list[str]] = {}
    for line in brief.figures.get("participants", "").splitlines():
        if match := _LINE.match(line.strip()):
            ids |= {match["id"].casefold(): match["id"], match["name"].casefold(): match["id"]}
            roles.setdefault(match["role"].casefold(), []).append(match["id"])
    alone = {role: found[0] for role, found in roles.items() if len(found) == 1}
    return alone | ids


def seat_meant(seats: dict[str, str], said: str) -> str:
    """The seat that is meant, "" where that is none of them: an id, a name, or "Name (role)"."""
    plain = said.strip(" .,:;@\"'`*").casefold()
    return seats.get(plain) or seats.get(plain.partition(" (")[0].strip()) or ""


def known_claims(brief: Brief) -> dict[str, str]:
    """The claims that the figures list: id -> text."""
    return {claim.id: claim.text for claim in claims_known(brief)}


def claim_id(text: str) -> str:
    """The id of a new claim, from its normalised words, so that the same claim has the same id everywhere."""
    return "c" + hashlib.sha256(normalised(text).encode()).hexdigest()[:6]
