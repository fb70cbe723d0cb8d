"""`show --requests` and `show --request SEQ`: what exactly was sent to the models of a debate."""

from __future__ import annotations

from dataclasses import asdict

from disputatio.app.application import Application
from disputatio.app.sent import Sent, content, parts, sent, tools
from disputatio.debate.errors import ConfigError
from disputatio.debate.values import Json
from disputatio.faces.cli.face import Face

WHY = {"asked": "begins the turn", "results": "with what was looked up", "repair": "could not be read"}


def listed(face: Face, id: str, as_json: bool) -> None:
    """Every request of a debate, a line each."""

    async def work(app: Application) -> tuple[Sent, ...]:
        return sent((await app.records(id))[1])

    found = face.run(work)
    if as_json:
        face.json([asdict(each) for each in found])
        return
    rows = [(str(each.seq), each.path, each.model, WHY[each.why], each.hash[:12]) for each in found]
    face.out.table(("SEQ", "TURN", "MODEL", "WHY", "HASH"), rows, "No model was asked anything yet.")


def shown(face: Face, id: str, seq: int, as_json: bool) -> None:
    """One request, whole. Raises ConfigError where there is none at that place, NotFound where it is not kept."""

    async def work(app: Application) -> tuple[Sent, dict[str, Json]]:
        found = next((each for each in sent((await app.records(id))[1]) if each.seq == seq), None)
        if found is None:
            raise ConfigError(
                f"Nothing was sent at place {seq} of this debate.",
                f"List: disputatio show {id} --requests",
                field="request",
            )
        return found, await content(app.log, found.hash)

    found, whole = face.run(work)
    if as_json:
        face.json(whole)
        return
    out = face.out
    out.heading(f"{found.path}, {WHY[found.why]}")
    facts = [("Model", found.model), ("Hash", found.hash), ("Tools", ", ".join(tools(whole)))]
    facts += [(name, str(whole[name])) for name in ("schema_name", "temperature", "max_tokens") if whole.get(name)]
    out.facts(facts)
    for title, text in parts(whole):
        out.line()
        out.heading(f"--- {title} ---")
        out.line(text)
