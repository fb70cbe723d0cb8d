"""A workspace: what belongs together. One always exists."""

from __future__ import annotations

from disputatio.debate.values import value

DEFAULT = "default"
"""The id of the workspace that always exists."""


@value
class Workspace:
    name: str
    description: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
