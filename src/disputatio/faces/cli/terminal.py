"""How a person follows a running debate: plain lines in a pipe; on a terminal a block for each turn, below them the
text that is being spoken and a status line."""

from __future__ import annotations

import time

from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from disputatio.app.debates.sessions import Session
from disputatio.debate.log.events import Recorded
from disputatio.debate.views.labels import CHARACTER
from disputatio.debate.views.messages import author, forming, text_of
from disputatio.debate.views.progress import score_of
from disputatio.debate.views.status import activity, open_turns
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.words import clean, percent, spent, total
from disputatio.engine.hub import Delta, Signal
from disputatio.faces.cli.output import Output, as_markdown
from disputatio.faces.cli.reader import Reader, heading


# ---- A running debate in a pipe or a file: plain lines, each turn once it is whole.
class PlainReader(Reader):
    def begin(self) -> None:
        """Nothing stands on the screen between lines."""

    def end(self) -> None:
        """Everything was written already."""

    def title(self, question: str) -> None:
        self.out.line(f"Question: {question}\n")

    def round(self, text: str) -> None:
        self.out.line(f"== {text} ==\n")

    def turn(self, entry: TurnEntry) -> None:
        seats = self.transcript.seats
        glyph = f"{CHARACTER[author(entry, seats).glyph]} " if entry.seat in seats else ""
        self.out.line(f"{glyph}{heading(entry, self.transcript.seats)}\n{text_of(entry)}\n")

    def failure(self, entry: TurnEntry) -> None:
        self.out.line(f"{entry.name} failed: {entry.why} {entry.remedy}".rstrip() + "\n")

    def consensus(self, text: str) -> None:
        self.out.line(f"{text} · {spent(self.session.debate.spent)}\n")

    def ended(self, text: str) -> None:
        self.out.line(text + "\n")

    def aside(self, text: str) -> None:
        self.out.line(f"-- {text}")


EVERY = 0.08
"""Seconds between two drawings of what is being spoken."""

LEAST = 4
"""Lines of a turn that are shown while it is spoken, also on a small screen."""


class TerminalReader(Reader):
    def __init__(self, session: Session, out: Output, verbose: bool) -> None:
        super().__init__(session, out, verbose)
        self._live = Live(console=out.console, auto_refresh=False, transient=True, vertical_overflow="crop")
        self._drawn = 0.0
        self._score = ""

    def begin(self) -> None:
        self._live.start()
        self._draw()

    def end(self) -> None:
        self._live.stop()

    def record(self, record: Recorded) -> None:
        super().record(record)
        self._draw()

    def signal(self, signal: Signal) -> None:
        if isinstance(signal, Delta):
            turn = self.transcript.turns.get(signal.path)
            if turn is not None and not signal.thinking:
                turn.text = turn.text[: signal.start] + signal.text
        else:
            super().signal(signal)
        if time.monotonic() - self._drawn >= EVERY:
            self._draw()

    # ---- what stays -------------------------------------------------------------------------------------------------
    def title(self, question: str) -> None:
        self._print(Text(clean(question), style="bold"), Text())

    def round(self, text: str) -> None:
        self._print(Rule(Text(clean(text)), style="dim"), Text())

    def turn(self, entry: TurnEntry) -> None:
        self._print(self._heading(entry), Padding(as_markdown(text_of(entry)), (0, 0, 1, 2)))

    def failure(self, entry: TurnEntry) -> None:
        why = f"{entry.name} failed: {entry.why} {entry.remedy}".rstrip()
        self._print(Text(f"✖ {clean(why)}", style="red"), Text())

    def consensus(self, text: str) -> None:
        self._print(Text(f"⚖ {clean(text)}", style="bold"), Text())

    def ended(self, text: str) -> None:
        self._print(Text(f"■ {clean(text)}", style="bold"), Text())

    def aside(self, text: str) -> None:
        self._print(Text(clean(text), style="dim"))

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.out.console.print(part)

    def _heading(self, entry: TurnEntry) -> Text:
        seats = self.transcript.seats
        name, _, rest = heading(entry, seats).partition(" · ")
        if entry.seat not in seats:
            return Text(f"{name} · {rest}", style="bold")
        glyph = CHARACTER[author(entry, seats).glyph]
        return Text.assemble((f"{glyph} {name}", f"bold {seats[entry.seat].colour}".strip()), (f" · {rest}", "dim"))

    # ---- what changes -----------------------------------------------------------------------------------------------
    def _draw(self) -> None:
        self._drawn = time.monotonic()
        spoken = (entry for entry in open_turns(self.transcript) if self.shown(entry))
        shown = [entry for entry in spoken if entry.text and not forming(entry.text)]
        room = max(LEAST, (self.out.console.height - 3) // max(1, len(shown)) - 2)
        parts: list[RenderableType] = []
        for entry in shown:
            parts += [self._heading(entry), Padding(self._tail(entry.text, room), (0, 0, 1, 2))]
        self._live.update(Group(*parts, self._status()), refresh=True)

    def _tail(self, text: str, lines: int) -> Text:
        """Return the end of what was said so far, as wide as the screen."""
        width = max(20, self.out.console.width - 4)
        wrapped = Text(clean(text[-lines * width :])).wrap(self.out.console, width)
        return Text("\n").join(wrapped[-lines:])

    def _status(self) -> Text:
        progress, spent = self.session.progress(), self.session.debate.spent
        score = score_of(self.session.debate, progress).score
        parts = [progress.rounds_told] if progress.round else []
        if score is not None:
            parts.append(f"consensus {percent(score)}%")
        parts += [total(spent.cost, spent.unpriced), f"{spent.tokens:,} tokens"]
        now = activity(self.transcript, {})
        parts += [f"{now} …"] if now else []
        return Text(clean(" · ".join(parts)), style="reverse dim", no_wrap=True, overflow="ellipsis")
