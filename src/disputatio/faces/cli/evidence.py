"""What was cited in a debate, and what came of checking it: evidence."""

from __future__ import annotations

from dataclasses import asdict

import click

from disputatio.debate.evolve import fold
from disputatio.debate.plan import Planner
from disputatio.debate.views.evidence import Cited, Item, Share, bases, cited, label, shares
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line

NOTHING = "No turn of this debate cites anything so far. A format without the step `evidence` checks no citations."
QUOTED = 80
"""Characters of a quotation that a row shows."""


@click.command()
@debate_id
@click.option("--failed", is_flag=True, help="Only citations that did not hold.")
@as_json
@pass_face
def evidence(face: Face, id: str, failed: bool, as_json: bool) -> None:
    """Show what debate ID cites, checked against the source; each participant's share of verified citations; and what
    each claim has for itself by them, before anybody supports or attacks it: 0.5 where nothing was checked, 1 where all
    that it cites holds."""
    _, records = face.run(lambda app: app.records(id))
    debate = fold(record.event for record in records)
    past = Planner().walk(debate).past
    turns, totals, claims = cited(debate, past), shares(debate, past), bases(past)
    if as_json:
        listed = {"turns": [_turn(turn, failed) for turn in turns], "participants": [_total(one) for one in totals]}
        face.json({**listed, "claims": [{**asdict(one), "base_score": one.score} for one in claims]})
        return
    rows = [_row(turn, item) for turn in turns for item in turn.checked.items if item.failed or not failed]
    empty = "Every citation that could be checked holds." if turns and failed else NOTHING
    face.out.table(("TURN", "STATUS", "CITATION", "WHERE IT STANDS", "WHAT DIFFERS", "QUOTED"), rows, empty)
    for one in totals:
        face.out.line(f"{one.who.name}: {one.told}")
    for claim in claims:
        face.out.line(f"{claim.id}: base score {claim.score:.2f}, {claim.told}: {one_line(claim.text, QUOTED)}")


def _row(turn: Cited, item: Item) -> tuple[str, ...]:
    where = item.where if item.status != "verified" or item.where != item.citation else ""
    return (turn.path, label(item).word, item.citation, where, item.differs, one_line(item.quote, QUOTED))


def _turn(turn: Cited, failed: bool) -> dict[str, object]:
    items = [asdict(item) for item in turn.checked.items if item.failed or not failed]
    return {"turn": turn.path, "seat": turn.seat, "items": items}


def _total(one: Share) -> dict[str, object]:
    counts = {"turns": one.turns, "citations": one.citations, "verified": one.verified, "total": one.total}
    return {"seat": one.who.seat, "name": one.who.name, **counts, "share": one.share}


COMMANDS = (evidence,)
