"""What turned out to be right: marking the answers of a debate that is over (`mark`), and the track record that each
model has from it (`track`)."""

from __future__ import annotations

from dataclasses import asdict

import click

from disputatio.app.application import Application
from disputatio.debate.decide.hindsight import NONE, UNKNOWN
from disputatio.debate.log.commands import Mark
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.track import ENOUGH
from disputatio.debate.views.track_records import Markable, is_none_right, markable_of, records_of
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import plural
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.interventions import tell


@click.command()
@debate_id
@click.argument("right", nargs=-1, metavar="[ANSWER]...")
@click.option("--why", default="", help="How you know.")
@as_json
@pass_face
def mark(face: Face, id: str, right: tuple[str, ...], why: str, as_json: bool) -> None:
    """Mark which answers of debate ID turned out to be right: by number, or "none" or "unknown" alone.

    Without an ANSWER, the answers of the debate are listed. How sure each model was of what turned out to be right, or
    wrong, becomes its track record (`disputatio track`), by which its ballots weigh in later debates.

    \b
    Examples:
      disputatio mark k3x
      disputatio mark k3x 2 --why "the release of May had no outage"
    """
    if right:
        said = {NONE: "None is right", UNKNOWN: "Nothing is marked"}
        done = said.get(right[0], f"Right: {', '.join(right)}")
        face.run(lambda app: tell(face, app, id, Mark(right=right, why=why), done))
        return
    found, none = face.run(lambda app: _answers(app, id))
    if as_json:
        face.json(found)
        return
    for one in found:
        face.out.line(one.line)
    if none or not found:
        face.out.line("None of them turned out to be right." if found else "This debate has no answers to mark.")


async def _answers(app: Application, id: str) -> tuple[tuple[Markable, ...], bool]:
    _, records = await app.records(id)
    debate = debate_in(records)
    past = Planner().walk(debate).past
    return markable_of(debate, past), is_none_right(past)


@click.command()
@as_json
@pass_face
def track(face: Face, as_json: bool) -> None:
    """Show the track record of each model: how right it was in the debates that you marked, and how sure.

    Imported debates do not count, since somebody else may have made them, nor do forks, which repeat what was said.
    """
    found = records_of(face.run(lambda app: app.tracks()))
    if as_json:
        face.json([{**asdict(one), "weight": round(float(one.track.weight), 4)} for one in found])
        return
    rows = [
        (
            *(one.model, str(one.track.debates), f"{one.track.right:.0%}", f"{one.track.sure:.0%}"),
            *(f"{one.track.brier:.2f}", f"{float(one.track.weight):.2f}" if one.track.enough else "-"),
        )
        for one in found
    ]
    face.out.table(
        ("MODEL", "DEBATES", "RIGHT", "SURE", "BRIER", "WEIGHT"),
        rows,
        "No debate is marked yet: `disputatio mark ID` lists the answers of one that is over.",
    )
    if short := sum(not one.track.enough for one in found):
        face.out.note(
            plural(
                "{count} record has fewer than {enough} debates and does not weigh in votes yet.",
                "{count} records have fewer than {enough} debates and do not weigh in votes yet.",
                short,
            ).format(enough=ENOUGH)
        )


COMMANDS = (mark, track)
