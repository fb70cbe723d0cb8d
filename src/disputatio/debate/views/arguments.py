"""What bears on what: the one account of links that board, terminal, export and argument map draw on.

The argument graph is drawn from what participants said, so it need not be acyclic: two statements may attack each
other. A link was drawn to the wording that its target had by then; whether it bears on a later one, nobody has said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import Claim, Claims, claims_of
from disputatio.debate.statements.objections import aimed_at, bears, conceded
from disputatio.debate.statements.registry import named
from disputatio.debate.statements.statement import Judgement, Link, LinkKind, Statement
from disputatio.debate.values import value
from disputatio.debate.views.labels import LINKED, LINKS
from disputatio.debate.views.plain_text import at_clause
from disputatio.debate.wording import listed, tr

if TYPE_CHECKING:
    from disputatio.debate.log.turns import Past


@value
class Node:
    """A statement (`id`, with its `claim` where it was ever disputed), or evidence (`id` is the citation)."""

    id: str
    kind: Literal["claim", "evidence"]
    text: str
    claim: Claim | None = None


@value
class Edge:
    """`source` supports, attacks or answers `target`. `by` and `path`: who drew it, in which message. A statement that
    rests on a citation is supported by it: there the evidence is the source. `wording`: the number of the target's
    wording that it was drawn to; `former`: it was reworded since. `withdrawn`: nobody holds the source any more.
    `reworded`: an attack in words that its author has changed since. `cited`: the source is a citation."""

    source: str
    target: str
    kind: LinkKind
    by: str = ""
    path: str = ""
    wording: int = 0
    former: bool = False
    withdrawn: bool = False
    reworded: bool = False
    cited: bool = False

    @property
    def drawer(self) -> str:
        """The statement whose author drew it."""
        return self.target if self.cited else self.source

    @property
    def relation(self) -> str:
        """What the source does to the target: "supports"; "used to support" once it is withdrawn."""
        return LINKED[self.kind] if self.withdrawn else tr(LINKS[self.kind][1])

    @property
    def worded(self) -> str:
        """What is to be said behind the target."""
        if self.withdrawn:
            return ""
        if self.reworded:
            return tr(", as {id} was worded before").format(id=self.source)
        return tr(", as it was worded before") if self.former else ""

    @property
    def told(self) -> str:
        """What the statement that drew it does: "supports P1"; "used to support P5"; "supports P6, as it was worded
        before"."""
        if self.cited:
            return tr("is supported by {citation}").format(citation=self.source)
        return f"{self.relation} {self.target}{self.worded}"


@value
class ArgumentGraph:
    """Nodes: disputed statements first, then what bears on others; edges by the statements that drew them."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


def graph_of(statements: Mapping[str, Statement], claims: Claims, order: Mapping[str, int]) -> ArgumentGraph:
    """Return the graph of all statements, whatever has become of them, with what they bear on. `order`: the places of
    the turns by their path."""
    edges = tuple(dict.fromkeys(edges_of(statements, order)))
    named = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target) if end not in claims)
    texts = {id: one.text for id, one in statements.items()}
    return ArgumentGraph(
        nodes=(
            *(Node(id=claim.id, kind="claim", text=claim.text, claim=claim) for claim in claims.values()),
            *(Node(id=id, kind="claim" if id in texts else "evidence", text=texts.get(id, id)) for id in named),
        ),
        edges=edges,
    )


def arguments_of(past: Past) -> ArgumentGraph:
    return graph_of(statements_of(past), claims_of(past), places_of(past))


def places_of(past: Past) -> dict[str, int]:
    """Return the places of the turns by their path."""
    return {turn.path: place for place, turn in enumerate(past)}


def hinges_of(past: Past) -> Iterator[tuple[Statement, Statement, Judgement]]:
    """Yield each dispute that hangs on an assumption, with that and the doubt by which the answer would change if it
    were false: it was declared to bear on the dispute, and both are worded as they were then. Where a part alone is
    disputed, it may bear on the rest, unless an objection names it."""
    statements = statements_of(past)
    for edge in arguments_of(past).edges:
        if edge.cited or edge.former or edge.kind == "attacks":
            continue
        one, target = statements[edge.source], statements[edge.target]
        doubt = next((made for made in one.judgements.values() if made.verdict == "doubts" and made.decisive), None)
        if doubt is None or one.status != "assumption" or one.wordings[-1].path != edge.path or not target.open:
            continue
        against = [made for made in target.judgements.values() if made.verdict == "disagrees"]
        if not against or any(not made.part or named(f"{made.words} {made.reason}", (one.id,)) for made in against):
            yield target, one, doubt


def put_against(one: Statement, known: Iterable[Statement], order: Mapping[str, int]) -> list[Statement]:
    """Return what others have put against a statement as it is worded now, and hold still. What those put beside it who
    find it right is a caveat. `order`: the places of the turns by their path."""
    still = [other for other in _attacking(one, known, order) if other.author != one.author]
    return [other for other in still if not conceded(other, one)]


def put_before(one: Statement, known: Iterable[Statement], order: Mapping[str, int]) -> list[Statement]:
    """Return what others have put against a former wording of a statement alone, and hold still, and its author does
    not accept."""
    held = [other for other in known if other.author != one.author and not (other.withdrawn or other.closed)]
    held = [other for other in held if one.author not in (made.seat for made in other.agreeing)]
    return [other for other in held if _drawn(other, one) and not _aims(other, one, order)]


def named_in_short(one: Statement) -> str:
    """Return the id of a statement with how its text begins: "P4 (The lease runs out in May)"."""
    return f"{one.id} ({at_clause(one.text).rstrip('.')})"


def against(
    one: Statement, known: Iterable[Statement], order: Mapping[str, int], shown: Collection[str] | None = None
) -> Iterator[str]:
    """Yield what others have put against a statement: "attacked by P4 and P6". What its own author puts against it is
    told where others agree with that: it makes no dispute. `order`: the places of the turns by their path; `shown`: the
    ids of which the texts stand on the same page, None for all; of others, it is said how they begin."""
    known = [*known]
    own = [other for other in _attacking(one, known, order) if other.author == one.author and other.agreeing]
    told = {each.id: each.id if shown is None or each.id in shown else named_in_short(each) for each in known}
    before = {each.id: tr("the earlier wording of {id}") for each in known if len(each.wordings) > 1}
    told = {id: before.get(id, "{id}").format(id=called) for id, called in told.items()}
    if found := [told[other.id] for other in put_against(one, known, order)]:
        yield tr("attacked by {ids}").format(ids=listed(found))
    if own:
        yield tr("others agree with {ids}, which its author puts against it").format(
            ids=listed(told[other.id] for other in own)
        )


def _attacking(one: Statement, known: Iterable[Statement], order: Mapping[str, int]) -> Iterator[Statement]:
    """Yield what attacks a statement in its present wording, and is held still."""
    for other in known:
        if _aims(other, one, order) and not (other.withdrawn or other.closed):
            yield other


def _drawn(other: Statement, one: Statement) -> list[Link]:
    """Return where a statement was declared to attack another."""
    return [link for link in other.links if (link.kind, link.to) == ("attacks", one.id)]


def _aims(other: Statement, one: Statement, order: Mapping[str, int]) -> bool:
    """Return whether a statement attacks the present wording of another."""
    return any(bears(link, one, order) for link in _drawn(other, one))


def edges_of(statements: Mapping[str, Statement], order: Mapping[str, int]) -> Iterator[Edge]:
    """Yield what each statement rests on, and what it does to others. Nothing bears on itself, and who puts something
    against a statement of their own attacks nobody: that is told where others agree with it."""
    for one in statements.values():
        for citation in one.verified:
            yield Edge(source=citation, target=one.id, kind="supports", by=one.author, path=one.path, cited=True)
        for link in one.links:
            by = link.by or one.author
            target = statements.get(link.to)
            own = target is not None and (target is one or (link.kind == "attacks" and target.author == one.author))
            if target is not None and not own:
                number = aimed_at(link, target, order)
                yield Edge(
                    source=one.id,
                    target=link.to,
                    kind=link.kind,
                    by=by,
                    path=link.path,
                    wording=number,
                    former=number < len(target.wordings) - 1,
                    withdrawn=one.withdrawn,
                    reworded=link.kind == "attacks" and len(one.wordings) > 1,
                )
            elif target is None and link.kind == "supports":
                yield Edge(source=link.to, target=one.id, kind="supports", by=by, path=link.path, cited=True)
