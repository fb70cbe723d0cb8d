"""What the tests of exports share: logs of a few turns, the recorded debates that ship, readers of what is written."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from disputatio.app.paths import resource
from disputatio.debate.format import Block, Format
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import DebateEnded, DebateOpened, Event, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.exporting.json_export import import_json
from disputatio.storage.chain import EMPTY, event_of_row, stamp
from disputatio.storage.codec import EVENTS

EXAMPLES = sorted(path.stem for path in resource("examples").glob("*.json"))
OPENED = DebateOpened(
    question="Which database?",
    format=Format(name="dual", title="Dual debate", body=Block(name=""), cast=()),
    seats=(Seat(id="critic", part="critic", role="Critic", name="Carl", model="openai:gpt"),),
    options={},
)


def log_of(*turns: str) -> list[Recorded]:
    """A debate in which Carl says these."""
    events: list[Event] = [OPENED]
    for number, text in enumerate(turns, 1):
        path = f"round[{number}]/critique[critic]"
        asked = TurnAsked(
            path=path, seat="critic", model="openai:gpt", task=step_of(path), gives="say", heard="all", sees=()
        )
        events += (asked, TurnCompleted(path=path, text=text, model="openai:gpt"))
    events.append(DebateEnded(outcome="completed", why="all was said"))
    return [record for _, record in stamp([EVENTS.encode(each) for each in events], EMPTY, 1_700_000_000.0)]


def example(name: str) -> tuple[str, list[Recorded]]:
    """The title and the log of a recorded debate."""
    found = import_json(json.dumps(json.loads(resource("examples", f"{name}.json").read_text("utf-8"))["debate"]))
    return found.title, [event_of_row(row) for row in found.rows]


class Page(HTMLParser):
    """A page as a reader of HTML takes it: `text`, the `tags` that were opened, the `attributes`. Tags must nest."""

    VOID = frozenset({"meta", "br", "hr"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.tags, self.attributes = "", list[str](), list[tuple[str, str, str]]()
        self._open = list[str]()
        self.feed(page)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, text or "") for name, text in attrs]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1:] == [tag], f"</{tag}> closes {self._open[-1:]}"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.text += data


def read_pdf(content: bytes) -> str:
    """The text of a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def letters(text: str) -> str:
    """The letters and digits alone: lines are broken elsewhere in each format."""
    return re.sub(r"[\W_]+", "", text)


@pytest.fixture(params=EXAMPLES)
def recorded(request: pytest.FixtureRequest) -> tuple[str, list[Recorded]]:
    """Each recorded debate."""
    return example(request.param)
