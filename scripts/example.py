"""Turns the export of a debate into an example that ships.

    .venv/bin/disputatio export ID --as json --out debate.json
    .venv/bin/python scripts/example.py debate.json NAME --title "…" --about "…" [--repo FOLDER --licence "…"]

The example holds no path of a machine, no name of a provider and no id of the original: models become "recorded
language model" (with a letter where there were several), costs and counts become estimates, what was sent is left out,
and so are caps, since playing costs nothing. Of a debate about a repository, the files that were cited come along as
they were at its commit, so that citations are checked anew; `--licence` says under which licence they may be passed on.
What was inserted, swapped or set while the debate ran cannot be played, so such a debate is refused.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from disputatio.debate.citations.evidence import items_of
from disputatio.debate.context import EXAMPLE, Context, Section
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.events import (
    DebateHalted,
    DebateOpened,
    Event,
    FollowUpAsked,
    OptionChanged,
    Recorded,
    SeatAssigned,
    Spliced,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.evolve import fold
from disputatio.exporting.json_export import export_json, import_json
from disputatio.repository.source_tree import open_tree
from disputatio.storage.chain import Row, event_of_row, head_of, stamp
from disputatio.storage.codec import EVENTS

FORMAT, VERSION = "disputatio-example", 1
FOLDER = Path(__file__).resolve().parent.parent / "resources" / "examples"
LANGUAGE_MODEL, REHEARSAL = "recorded language model", "rehearsal without AI"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LEFT_OUT = (TurnDrafted, FollowUpAsked, TurnCut, TurnFailed)
"""What only tells how the replies came about."""
UNPLAYABLE = (Spliced, OptionChanged, SeatAssigned)
CAPS = ("max_cost", "max_tokens", "max_turns", "max_minutes")
"""Options that end nothing where nothing is spent: an example has none of them."""

MODEL = "the name of a provider's model"
TRACES = {
    "an absolute path": re.compile(
        r"(?<![\w.:/])/(?:home|root|Users|work|tmp|var|opt|mnt|srv|media|private|workspace)/[\w.-]+|\b[A-Za-z]:\\\\?\w"
    ),
    "the address of a person": re.compile(r"\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b"),
    MODEL: re.compile(r"\b(?:openai|anthropic|gemini|perplexity|ollama|clipboard):\w"),
}
"""What must not be left."""


@dataclass(slots=True)
class Scrubber:
    """`home`: the folder of the repository that was debated, "" for none; `ids` are those of the debate. `models`:
    what each is called in the example."""

    home: str
    title: str
    name: str
    id: str
    models: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, id: str, opened: DebateOpened, *, alone: bool) -> Scrubber:
        """`alone`: one model answered for all seats, whatever they name."""
        context = opened.context
        home = context.ref if context.kind == "repository" else ""
        asked = [seat.model for seat in opened.seats] + list(opened.services.values())
        named = dict.fromkeys(model for model in asked if model)
        rehearsed = bool(named) and all(model.startswith("rehearsal:") for model in named)
        answered = REHEARSAL if rehearsed else LANGUAGE_MODEL
        several = len(named) > 1 and not (alone or rehearsed)
        letters = {model: f"replay:{answered} {chr(65 + n)}" for n, model in enumerate(named)}
        models = letters if several else dict.fromkeys(named, f"replay:{answered}")
        return cls(home, context.title or "the repository", name, id, models)

    @property
    def answered_by(self) -> str:
        return next(iter(self.models.values()), "").removeprefix("replay:").removesuffix(" A")

    def event(self, event: Event) -> Event:
        """The event as it ships. Raises Refused for one that cannot be played."""
        if isinstance(event, UNPLAYABLE):
            what = type(event).__name__
            raise Refused(f"This debate was changed while it ran ({what}), and that is not recorded as a reply.")
        match event:
            case DebateOpened():
                return self._opened(event)
            case TurnAsked():
                return replace(event, model=self._model(event.model), request="")
            case TurnCompleted():
                usage = replace(event.usage, estimated=True)
                return replace(event, model=self._model(event.model), usage=usage, tools=())
            case _:
                return event

    def _opened(self, opened: DebateOpened) -> DebateOpened:
        return replace(
            opened,
            seats=tuple(replace(seat, model=self._model(seat.model)) for seat in opened.seats),
            services={name: self._model(model) for name, model in opened.services.items()},
            context=replace(opened.context, ref=EXAMPLE + self.name),
            options={**opened.options, **{name: None for name in CAPS if name in opened.options}},
            prompts="",
            parent="",
        )

    def _model(self, model: str) -> str:
        return self.models.get(model, next(iter(self.models.values()), "")) if model else ""

    def text(self, text: str) -> str:
        """The text without the folder of the repository and the id of the debate."""
        if self.home:
            text = text.replace(self.home.rstrip("/") + "/", "").replace(self.home.rstrip("/"), self.title)
        return re.sub(rf"\b{re.escape(self.id)}\b", self.name, text)


def cited(events: Sequence[Event]) -> list[str]:
    """The files whose lines were found, as the records of citations name them."""
    turns = (event for event in events if isinstance(event, TurnCompleted) and event.by == "rules")
    paths = (item.path for turn in turns for item in items_of(turn.data) if item.where and "/" in item.path)
    return sorted(dict.fromkeys(paths))


def with_files(context: Context, repository: Path, paths: Sequence[str]) -> Context:
    """The context with the cited files as they were at its commit; nothing of it needs the repository any more."""
    tree = open_tree(repository, context.pin or None)
    parts = []
    for path in paths:
        lines = tree.read(tree.entry(path)).text.splitlines()
        parts.append("\n".join((f"### {path}", *(f"{number}| {line}" for number, line in enumerate(lines, 1)))))
    files = Section(name="files", title="Files", text="\n\n".join(parts), verified=True)
    kept = tuple(section for section in context.sections if section.name != "files")
    title = f"{context.title} at {context.pin[:10]}, the files that are cited"
    return replace(context, kind="none", title=title, pin="", sections=(*kept, files) if parts else kept)


def scrubbed(records: Sequence[Recorded], scrubber: Scrubber) -> list[Row]:
    """The events that are kept, as a log of their own."""
    log: list[Row] = []
    for record in records:
        if isinstance(record.event, LEFT_OUT) or of_a_cap(record.event):
            continue
        name, body, _ = EVENTS.encode(scrubber.event(record.event))
        event = EVENTS.decode(name, scrubber.text(body))
        log += [row for row, _ in stamp([EVENTS.encode(event)], head_of(log), record.at)]
    return log


def of_a_cap(event: Event) -> bool:
    """Whether an event says that a cap was reached, or raised."""
    match event:
        case OptionChanged(name=name):
            return name in CAPS
        case DebateHalted(reason=reason):
            return reason == "budget"
    return False


def traces(text: str, known: Collection[str] = ()) -> Iterator[str]:
    """What is left of the machine, of people and of providers, in words. `known`: words that stand in the files that
    come along; a program may name models."""
    for what, pattern in TRACES.items():
        found = sorted({match[0] for match in pattern.finditer(text)} - set(known))
        if found:
            yield f"{what} ({', '.join(found[:5])})"


def made(
    export: str, name: str, head: Mapping[str, str], repository: Path | None = None, *, alone: bool = False
) -> str:
    """The example as the text of its file. Raises Refused."""
    if not NAME.fullmatch(name):
        raise Refused(f"{name!r} is no name of an example.", "Use small letters, figures and dashes.")
    debate = import_json(export)
    records = [event_of_row(row) for row in debate.rows]
    opened = records[0].event
    assert isinstance(opened, DebateOpened)
    scrubber = Scrubber.of(name, debate.debate, opened, alone=alone)
    if opened.context.kind == "repository":
        if repository is None:
            raise Refused("This debate is about a repository.", "Say where it is, with --repo FOLDER.")
        context = with_files(opened.context, repository, cited([record.event for record in records]))
        records[0] = replace(records[0], event=replace(opened, context=context))
    log, spent = scrubbed(records, scrubber), fold(record.event for record in records).spent
    content = {
        "format": FORMAT,
        "version": VERSION,
        **head,
        "rules": opened.format.title,
        "recorded": datetime.fromtimestamp(records[0].at, UTC).date().isoformat(),
        "answered_by": scrubber.answered_by,
        "cost": spent.cost,
        "tokens": spent.tokens,
        "turns": sum(isinstance(event_of_row(row).event, TurnCompleted) for row in log),
        "debate": json.loads(export_json(name, head["title"], log)),
    }
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    first = event_of_row(log[0]).event
    assert isinstance(first, DebateOpened)
    told = "\n".join(section.text for section in first.context.sections)
    if left := list(traces(text, TRACES[MODEL].findall(told))):
        raise Refused(f"The example still holds {'; '.join(left)}.", "Take it out of the debate, or choose another.")
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", type=Path, help="what `disputatio export ID --as json` wrote")
    parser.add_argument("name", help="the name of the example, and of its file")
    parser.add_argument("--title", required=True)
    parser.add_argument("--about", required=True, help="what it shows, in a sentence")
    parser.add_argument("--language", default="en")
    parser.add_argument("--one-model", action="store_true", help="one model answered for all seats and services")
    parser.add_argument("--repo", type=Path, help="the repository that was debated")
    parser.add_argument("--licence", default="", help="of the files that come along")
    given = parser.parse_args(arguments)
    head = {"title": given.title, "about": given.about, "language": given.language, "sources": given.licence}
    try:
        text = made(given.export.read_text("utf-8"), given.name, head, given.repo, alone=given.one_model)
    except DisputatioError as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 2
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{given.name}.json").write_text(text, "utf-8")
    sys.stdout.write(f"Written: {FOLDER / given.name}.json\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
