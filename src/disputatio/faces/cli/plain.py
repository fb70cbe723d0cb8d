"""A running debate in a pipe or a file: plain lines, each turn once it is whole."""

from __future__ import annotations

from disputatio.debate.views.labels import CHARACTER
from disputatio.debate.views.messages import author, text_of
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.words import spent
from disputatio.faces.cli.live import Reader, heading


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
