"""The argument graph: claims and the evidence they rest on, and how they bear on one another (SPEC LEDGER.2).

It is drawn from what participants said, so it need not be acyclic: two claims may attack each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from disputatio.debate.statements.claims import Claim, Claims
from disputatio.debate.statements.statement import LinkKind
from disputatio.debate.values import value


@value
class Node:
    """A claim (`id`, with its `claim`), or a piece of evidence (`id` is the citation)."""

    id: str
    kind: Literal["claim", "evidence"]
    text: str
    claim: Claim | None = None


@value
class Edge:
    """`source` supports, attacks or answers `target`. `by` and `path`: who drew it, in which message. A claim that
    rests on a citation is supported by it: there the evidence is the source."""

    source: str
    target: str
    kind: LinkKind
    by: str = ""
    path: str = ""


@value
class ArgumentGraph:
    """Nodes in the order in which they came up; edges by the claims that drew them."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


def graph_of(claims: Claims) -> ArgumentGraph:
    """The graph of all claims, whatever has become of them."""
    edges = tuple(dict.fromkeys(_edges(claims)))
    cited = dict.fromkeys(edge.source for edge in edges if edge.source not in claims)
    named = dict.fromkeys(edge.target for edge in edges if edge.target not in claims)
    return ArgumentGraph(
        nodes=(
            *(Node(id=claim.id, kind="claim", text=claim.text, claim=claim) for claim in claims.values()),
            *(Node(id=citation, kind="evidence", text=citation) for citation in {**cited, **named}),
        ),
        edges=edges,
    )


def _edges(claims: Claims) -> Iterable[Edge]:
    for claim in claims.values():
        for link in claim.links:
            rests = link.to not in claims and link.kind == "supports"
            source, target = (link.to, claim.id) if rests else (claim.id, link.to)
            if source != target:
                yield Edge(source=source, target=target, kind=link.kind, by=link.by, path=link.path)
