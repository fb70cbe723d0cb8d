"""Makes tests/data/oracles/profiles.json: random profiles of ballots with the winners that pref_voting finds.

    python -m venv OTHER && OTHER/bin/pip install "pref-voting~=1.18" && OTHER/bin/python scripts/vote_oracles.py

pref_voting (MIT) brings 700 MB with it, so it is not installed with the tests: they read the table that it left.
Where two margins are equal, the table has no ranked pairs: there the rules differ on purpose (see `votes`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pref_voting import profiles, voting_methods  # type: ignore[import-not-found]

TABLE = Path(__file__).resolve().parent.parent / "tests" / "data" / "oracles" / "profiles.json"
RULES: dict[str, Callable[..., list[int]]] = {
    "plurality": voting_methods.plurality,
    "borda": voting_methods.borda,
    "copeland": voting_methods.copeland,
    "schulze": voting_methods.beat_path,
    "ranked-pairs": voting_methods.ranked_pairs,
}
PROFILES = 300
SEED = 20261123


def main() -> None:
    drawn = random.Random(SEED)
    table: list[dict[str, Any]] = []
    for _ in range(PROFILES):
        count, voters = drawn.randint(2, 6), drawn.randint(1, 13)
        ballots = [drawn.sample(range(count), count) for _ in range(voters)]
        profile = profiles.Profile(ballots)
        margins = [profile.margin(one, other) for one in range(count) for other in range(count) if one < other]
        equal = 0 in margins or len(set(map(abs, margins))) < len(margins)
        winners = {
            name: sorted(int(one) for one in rule(profile))
            for name, rule in RULES.items()
            if name != "ranked-pairs" or not equal
        }
        found = profile.condorcet_winner()
        table.append({"ballots": ballots, "condorcet": None if found is None else int(found), "winners": winners})
    TABLE.write_text("[\n" + ",\n".join(json.dumps(each) for each in table) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
