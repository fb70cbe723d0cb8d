"""The versions of code of a debate: what each follows, what its tests said, how good it is, and ways back to it."""

from __future__ import annotations

from pathlib import Path

import click

from disputatio.app.actions.debates import Fork
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debate_files import document_of_version
from disputatio.app.debates.code_versions import commit_of
from disputatio.debate.errors import Refused
from disputatio.debate.views.code_quality import FORMULA
from disputatio.debate.views.code_versions import Version, VersionHistory, fields_of
from disputatio.faces.cli.branch import SHORT, WRITES
from disputatio.faces.cli.face import Face, agreed, as_json, debate_id, pass_face
from disputatio.library.workspace import Project

NONE = "No code yet."
WHEN = "A version appears with each turn that gives a program, as in: disputatio debate --format eight-phase"
HEADS = ("VERSION", "BY", "STEP", "LANGUAGE", "LINES", "FOLLOWS", "TESTS", "SCORE")


@click.command()
@debate_id
@click.option("--number", "-n", type=click.IntRange(min=1), help="Print one version, whole.")
@click.option("--diff", is_flag=True, help="Print the difference from the version that it follows.")
@click.option("--against", type=click.IntRange(min=1), help="With --diff: compare with this version instead.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the version to a new file.")
@click.option("--save", is_flag=True, help="Keep the version as a document in the library.")
@click.option("--project", default="", help="With --save: the project that it belongs to.")
@click.option("--commit", is_flag=True, help="Commit the version to the debate's branch in its repository.")
@click.option("--fork", is_flag=True, help="Start a new debate from the turn that wrote the version.")
@agreed
@as_json
@pass_face
def versions(
    face: Face,
    id: str,
    number: int | None,
    diff: bool,
    against: int | None,
    out: Path | None,
    save: bool,
    project: str,
    commit: bool,
    fork: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Show the versions of code in debate ID: who wrote each, which tests passed, and its score.

    Without --number, --diff is about the last version, and so are --out, --save, --commit and --fork.
    """
    if sum([diff, bool(out), save, commit, fork, as_json]) > 1:
        raise click.UsageError("Give only one of --diff, --out, --save, --commit, --fork and --json.")
    if (against and not diff) or (project and not save):
        raise click.UsageError("--against goes with --diff, and --project goes with --save.")
    full, history = face.run(lambda app: _history(app, id))
    if as_json:
        wanted = [_wanted(history, number)] if number else history.versions
        face.json([fields_of(full, history, one) for one in wanted])
        return
    if not (number or diff or out or save or commit or fork):
        _list(face, history)
        return
    chosen = _wanted(history, number)
    if diff:
        _diff(face, history, chosen, against)
    elif out:
        face.write(chosen.content.decode(), out)
    elif save:
        face.run(lambda app: _save(face, app, full, chosen, project))
    elif commit:
        face.run(lambda app: _commit(face, app, full, chosen, yes))
    elif fork:
        face.run(lambda app: _fork(face, app, full, chosen))
    else:
        _show(face, chosen)


async def _history(app: Application, id: str) -> tuple[str, VersionHistory]:
    full = (await app.catalogue.get(id)).id
    return full, await app.versions.of(full)


def _wanted(history: VersionHistory, number: int | None) -> Version:
    if not history.versions:
        raise Refused(NONE, WHEN)
    if number is not None and number > len(history.versions):
        raise Refused(f"There is no version {number}.", f"It has v1 to v{len(history.versions)}.")
    return history.versions[(number or 0) - 1]


def _list(face: Face, history: VersionHistory) -> None:
    face.out.table(HEADS, [_row(one) for one in history.versions], f"{NONE} {WHEN}")
    if history.versions:
        face.out.note(FORMULA)
    if history.postponed:
        face.out.note(history.postponed)


def _row(one: Version) -> tuple[str, ...]:
    after = f"v{one.follows}" if one.follows else ""
    return (one.name, one.who.name, one.step, one.written_in, str(one.lines), after, one.tests_told, one.score_told)


def _show(face: Face, one: Version) -> None:
    """What is known of it goes beside the result, so that the program alone can be sent to a file."""
    face.out.note(one.line)
    for line in one.metrics.lines if one.metrics is not None else ():
        face.out.note(line)
    for test in one.run.tests if one.run is not None else ():
        face.out.note(f"- {test.text}")
    face.out.raw(one.content.decode())


def _diff(face: Face, history: VersionHistory, chosen: Version, against: int | None) -> None:
    before = _wanted(history, against) if against else history.before(chosen)
    if chosen.changes and not against:
        face.out.raw(f"{history.diff(chosen)}\n")
        return
    if before is None:
        raise Refused(f"{chosen.name} follows no other version.", "Compare it with one: --against NUMBER.")
    found = chosen.diff_to(before)
    if found:
        face.out.raw(f"{found}\n")
    else:
        face.out.note(f"{before.name} and {chosen.name} are the same.")


async def _save(face: Face, app: Application, id: str, chosen: Version, project: str) -> None:
    draft = await document_of_version(app, id, chosen.number)
    if project:
        draft = draft.moved_to(await app.library.by_name(Project, project))
    face.out.line(f"Saved as document: {(await app.library.create(draft)).title}")


async def _commit(face: Face, app: Application, id: str, chosen: Version, yes: bool) -> None:
    view = await app.branches.view(id)
    question = WRITES.format(id=id, repository=view.repository)
    face.ask(question, yes or view.wanted or bool(view.tip), "This would write to the repository")
    made = await app.branches.put(id, commit_of(id, chosen))
    face.out.line(f"Committed {made[:SHORT]} to debate/{id}." if made else f"{chosen.name} is on the branch already.")


async def _fork(face: Face, app: Application, id: str, chosen: Version) -> None:
    made = (await carry_out(app, id, Fork(turn=chosen.path))).debate
    face.out.line(made)
    face.out.note(f"It ends with {chosen.name}. Continue with: disputatio resume {made}")


COMMANDS = (versions,)
