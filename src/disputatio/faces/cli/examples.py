"""Recorded debates: list them, play one; and what is shown where there is no display and no command."""

from __future__ import annotations

import click

from disputatio.app.application import Application
from disputatio.app.errors import Exit
from disputatio.app.examples import Example
from disputatio.faces.cli.face import Face, as_json, pass_face
from disputatio.faces.cli.run import run_on
from disputatio.providers.replay import AT_ONCE

SPEED_OF_DEMONSTRATION = 10.0
"""How many times faster than reading a demonstration goes that nobody asked for."""
WAY_ON = """The replies were recorded; the board, the citations and the result were made just now.
To hold a debate of your own:
  disputatio debate "…"                with models that you have a key for (disputatio keys set openai)
  disputatio fork {id} --at SEQ        goes on from this one; give a seat a model with: disputatio swap"""


@click.command()
@click.argument("name", required=False)
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=1.0, show_default=True, help="Times reading speed.")
@click.option("--at-once", is_flag=True, help="Show everything at once.")
@as_json
@pass_face
def examples(face: Face, name: str | None, speed: float, at_once: bool, as_json: bool) -> None:
    """List the recorded debates that came with Disputatio, or play the one called NAME.

    No model is asked and nothing is paid. It plays like any other debate: stop it with Ctrl+C, continue it with
    `resume`, look at it with `show`. With --json, the list, or the events of the debate, are printed as JSON.
    """
    if name is not None:
        chosen = name
        face.end(lambda app: play(face, app, chosen, AT_ONCE if at_once else speed, json=as_json))
        return
    found = face.run(lambda app: app.examples.all())
    if as_json:
        face.json(found)
        return
    rows = [(each.name, each.title, each.rules, each.recorded, each.answered_by) for each in found]
    face.out.table(("NAME", "TITLE", "FORMAT", "RECORDED", "ANSWERED BY"), rows, "No example came with this copy.")


async def play(face: Face, app: Application, name: str, speed: float, *, json: bool = False) -> Exit:
    """Play an example until it rests, and say before what it is, and after it how to hold a debate of one's own."""
    example, _ = await app.examples.get(name)
    for line in introduction(example):
        face.out.note(line)
    id = await app.play(name, speed)
    face.out.note(f"Debate {id}")
    code = await run_on(face, app, id, json=json)
    if code is Exit.FINISHED:
        face.out.note(WAY_ON.format(id=id))
    return code


def introduction(example: Example) -> list[str]:
    lines = [f"Example: {example.title}. {example.about}", example.answered, example.took]
    return [*lines, f"Files: {example.sources}"] if example.sources else lines


async def demonstrate(face: Face, app: Application) -> Exit:
    """Play an example whose citations are checked, quickly."""
    found = await app.examples.all()
    shown = next((each for each in found if each.sources), found[0])
    return await play(face, app, shown.name, SPEED_OF_DEMONSTRATION if face.out.terminal else AT_ONCE)


COMMANDS = (examples,)
