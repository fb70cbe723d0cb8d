"""The branch of a debate about a repository: its commits, what they change, who wrote what, what could be applied."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.debates.branches import OPTION, BranchView, Proposed
from disputatio.debate.log.commands import SetOption
from disputatio.debate.views.words import quantity
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line, when
from disputatio.repository.branch_views import BlameLine, FileChange

SHORT = 10
"""Characters of a commit's id that are shown."""
NONE = "There is no branch yet. Create it with: disputatio branch {id} --commit, or put a proposal on it with --apply."
WRITES = (
    "This changes the branch debate/{id} in {repository}; your work tree, index and HEAD stay as they are. Continue?"
)


@click.command()
@debate_id
@click.option("--show", "what", flag_value="show", default="show", help="Show commits and proposals (the default).")
@click.option("--log", "what", flag_value="log", help="Show only the commits.")
@click.option("--diff", "what", flag_value="diff", help="Show what the branch changes in the debated commit.")
@click.option("--of", "commit", metavar="COMMIT", help="With --diff: show what one commit changes.")
@click.option("--blame", metavar="FILE", help="Show who wrote each line of a file on the branch.")
@click.option("--apply", "turn", metavar="TURN", help="Commit what a turn proposes (TURN, or TURN#2 for its second).")
@click.option("--commit", "now", is_flag=True, help="Commit missing parts: texts, notes, final proposals.")
@click.option("--delete", is_flag=True, help="Delete the branch and do not make another.")
@click.option("--yes", is_flag=True, help="Do not ask before writing to the repository.")
@as_json
@pass_face
def branch(
    face: Face,
    id: str,
    what: str,
    commit: str | None,
    blame: str | None,
    turn: str | None,
    now: bool,
    delete: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Show the branch of debate ID in its repository: its commits, and which proposals apply or why they do not.

    `debate --repo PATH --branch` makes one. It gets documents after every round and at the end, and one commit for each
    change that the final text proposes. The repository's hooks and filters never run.
    """
    if sum([bool(turn), now, delete, bool(blame), what != "show"]) > 1:
        raise click.UsageError("Give only one of --log, --diff, --blame, --apply, --commit and --delete.")
    if as_json and (turn or now or delete):
        raise click.UsageError("--json only prints, so it does not go with --apply, --commit or --delete.")
    if commit and (turn or now or delete or blame or what == "log"):
        raise click.UsageError("--of goes with --diff.")
    if turn:
        face.run(lambda app: _written(face, app, id, yes, lambda full: _apply(face, app, full, turn)))
    elif now:
        face.run(lambda app: _written(face, app, id, yes, lambda full: _commit(face, app, full)))
    elif delete:
        view = face.run(lambda app: _view(app, id))
        if view.tip:
            face.confirm(erasures.of_branch(view), yes)
        face.run(lambda app: _delete(face, app, id, view))
    elif blame:
        _blame(face, id, blame, as_json)
    elif what == "diff" or commit:
        _diff(face, id, commit or "", as_json)
    else:
        _show(face, id, as_json, proposals=what == "show")


async def _written(face: Face, app: Application, id: str, yes: bool, work: Callable[[str], Awaitable[None]]) -> None:
    """Ask, unless the person agreed to the branch when the debate began."""
    full = (await app.catalogue.get(id)).id
    view = await app.branches.view(full)
    question = WRITES.format(id=full, repository=view.repository)
    face.ask(question, yes or view.wanted or bool(view.tip), "This would write to the repository")
    await work(full)


async def _apply(face: Face, app: Application, id: str, turn: str) -> None:
    path, _, number = turn.partition("#")
    for commit in await app.branches.apply(id, path, int(number) if number.isdecimal() else 0):
        face.out.line(f"Committed {commit[:SHORT]} to debate/{id}.")


async def _commit(face: Face, app: Application, id: str) -> None:
    made = await app.branches.commit(id)
    face.out.line(f"{quantity(made, 'commit')} made on debate/{id}." if made else "The branch already has everything.")


async def _view(app: Application, id: str) -> BranchView:
    return await app.branches.view((await app.catalogue.get(id)).id)


async def _delete(face: Face, app: Application, id: str, view: BranchView) -> None:
    full = (await app.catalogue.get(id)).id
    if view.wanted:
        await app.sessions.deliver(full, SetOption(name=OPTION, value=False))
    face.out.line(f"Deleted debate/{full} with {quantity(await app.branches.delete(full), 'commit')}.")


def _show(face: Face, id: str, as_json: bool, *, proposals: bool) -> None:
    view = face.run(lambda app: _view(app, id))
    if as_json:
        face.json(view)
        return
    if proposals:
        facts = [("Branch", view.name), ("Repository", view.repository), ("Debated commit", view.pin)]
        face.out.facts([*facts, ("Commits automatically", "yes" if view.wanted else "no"), ("Tip", view.tip)])
    if view.trouble:
        face.out.warn(view.trouble)
    rows = [(each.id[:SHORT], when(each.at), each.author, each.subject) for each in view.log]
    face.out.table(("COMMIT", "WHEN", "AUTHOR", "WHAT"), rows, NONE.format(id=id))
    if proposals and view.proposals:
        face.out.table(("PROPOSAL", "BY", "STATE"), [_row(each) for each in view.proposals])
        for each in view.proposals:
            if each.proposal.beyond:
                face.out.note(f"{each.proposal.turn}: {each.proposal.beyond}")


def _row(proposed: Proposed) -> tuple[str, ...]:
    state = f"committed as {proposed.commit[:SHORT]}" if proposed.commit else proposed.why_not or "applies"
    return (proposed.proposal.key, proposed.proposal.name, state)


def _diff(face: Face, id: str, commit: str, as_json: bool) -> None:
    async def work(app: Application) -> tuple[FileChange, ...]:
        return await app.branches.diff((await app.catalogue.get(id)).id, commit)

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    for each in found:
        face.out.line(each.text.rstrip("\n") or f"{each.path}: {each.change}")
        if each.cut:
            face.out.note(f"{each.path}: the rest of its diff is too long to show.")
    if not found:
        face.out.note("The branch changes nothing.")


def _blame(face: Face, id: str, path: str, as_json: bool) -> None:
    async def work(app: Application) -> tuple[BlameLine, ...]:
        return await app.branches.blame((await app.catalogue.get(id)).id, path)

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    for each in found:
        mark = "+" if each.here else " "
        face.out.line(f"{each.commit[:SHORT]} {mark} {one_line(each.author, 16):<16} {each.number:>5}| {each.text}")


COMMANDS = (branch,)
