"""What is found in a repository and about it: likely secrets (`repo secrets`), and what is discussed on GitHub (`repo
issues`)."""

from __future__ import annotations

import click

from disputatio.app.application import Application
from disputatio.faces.cli.face import Face, as_json, pass_face
from disputatio.repository.github import Issue, Threads


@click.command()
@click.argument("path", default=".", metavar="[PATH]")
@click.option("--file", "files", multiple=True, metavar="FILE", help="Look only in this file (repeatable).")
@click.option("--commit", default="", metavar="REV", help="Look at this commit (by default HEAD).")
@as_json
@pass_face
def secrets(face: Face, path: str, files: tuple[str, ...], commit: str, as_json: bool) -> None:
    """List what looks like a secret in the repository at PATH. Models neither see these places nor can look them up.

    `disputatio debate --release ID` lets one of them through for that debate. The secrets themselves are not printed.
    """
    found = face.run(lambda app: app.repositories.reading.held_back(path, commit, files))
    if as_json:
        face.json(found)
        return
    rows = [(each.id, each.kind, each.place) for each in found]
    face.out.table(("ID", "WHAT", "WHERE"), rows, "Nothing in it looks like a secret.")


@click.command()
@click.argument("path", default=".", metavar="[PATH]")
@click.option("--number", "-n", type=click.IntRange(1), metavar="N", help="Show issue or pull request N in full.")
@as_json
@pass_face
def issues(face: Face, path: str, number: int | None, as_json: bool) -> None:
    """List the open issues and pull requests of the repository at PATH (default: here), or show one in full.

    Its `origin` must be on GitHub, and you need a token: `keys set github`, or GITHUB_TOKEN. Debates about the
    repository are told the same titles; `debate --repo PATH --issue N` also tells them one issue in full.
    """
    if number:
        _show(face, face.run(lambda app: _one(app, path, number)), as_json)
    else:
        _list(face, face.run(lambda app: _all(app, path)), as_json)


async def _all(app: Application, path: str) -> Threads:
    return await app.github.threads(await app.repositories.origin(path))


async def _one(app: Application, path: str, number: int) -> Issue:
    return await app.github.issue(await app.repositories.origin(path), number)


def _list(face: Face, found: Threads, as_json: bool) -> None:
    if as_json:
        face.json(found)
        return
    rows = [
        (f"#{each.number}", "pull request" if each.pull else "issue", each.title, each.author)
        for each in (*found.issues, *found.pulls)
    ]
    face.out.table(("NUMBER", "KIND", "TITLE", "BY"), rows, "Nothing is open there.")


def _show(face: Face, found: Issue, as_json: bool) -> None:
    if as_json:
        face.json(found)
        return
    kind = "Pull request" if found.thread.pull else "Issue"
    face.out.heading(f"{kind} #{found.thread.number}: {found.thread.title} ({found.state}, {found.thread.author})")
    face.out.line(f"\n{found.body.strip() or '(no text)'}")
    for each in found.comments:
        face.out.line(f"\n{each.author}, {each.at}:\n{each.text.strip()}")
    if found.left_out:
        face.out.note(found.left_out)


COMMANDS = (secrets, issues)
