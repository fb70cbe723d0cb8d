"""An insight: something remembered after a debate."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.context import ContextKind
from disputatio.debate.values import value

InsightKind = Literal["agreed", "decision", "finding"]
InsightStatus = Literal["active", "disputed", "deleted"]

ESTABLISHED = 0.85
"""From this confidence on, an insight that all agreed on is an established fact."""


@value
class Insight:
    """`debate` is where it comes from, `context_kind` and `context_ref` what that was about. `status`: a deleted one
    stays as a mark, so that rebuilding from the log does not bring it back. `merged_into`: the insight that says the
    same and stands for it; `why` a disputed or deleted one is that. `rehearsed`: no AI model was asked; it is recalled
    in rehearsals only."""

    text: str
    kind: InsightKind
    confidence: float
    agreed_by_all: bool = False
    status: InsightStatus = "active"
    debate: str = ""
    context_kind: ContextKind = "none"
    context_ref: str = ""
    retrievals: int = 0
    retrieved_at: float | None = None
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
    merged_into: str = ""
    why: str = ""
    rehearsed: bool = False

    @property
    def established(self) -> bool:
        sure = self.agreed_by_all and self.confidence >= ESTABLISHED
        return self.status == "active" and sure and not self.rehearsed
