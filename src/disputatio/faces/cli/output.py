"""Where commands write. On a terminal with colour and tables, in a pipe as plain lines; either way what comes from a
model, a file or a repository can only ever be text: control characters, with which it could rewrite the screen or the
clipboard, are taken out here."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from disputatio.debate.errors import DisputatioError
from disputatio.debate.personas import Character
from disputatio.debate.ranges import moment
from disputatio.debate.views.words import clean, quantity
from disputatio.debate.wording import visible

THEME = Theme({"markdown.code": "cyan", "markdown.code_block": "cyan", "markdown.h2": "bold", "markdown.h3": "bold"})
"""No backgrounds: a terminal may be light or dark."""

WIDEST = 100
"""Columns of running text: longer lines are hard to read."""
NARROWEST = 20
"""Columns that a sentence gets however narrow the terminal is."""


class Unwritable(DisputatioError):
    """What was said cannot be written to where it was sent."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(f"The output cannot be written: {fault.strerror}.", "Make room, or send it somewhere else.")


@contextmanager
def report_unwritable() -> Iterator[None]:
    """Raise Unwritable where a full disk, say, takes no more; BrokenPipeError passes: nobody wants more."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(error) from error


def to_the_second(at: float) -> str:
    """Return a time, in seconds since 1970, as a record has it."""
    return moment(at).strftime("%Y-%m-%d %H:%M:%S UTC")


def one_line(text: str, most: int = 0) -> str:
    """Return it cleaned, on one line, and cut to `most` characters."""
    line = " ".join(clean(text).split())
    return line if not most or len(line) <= most else f"{line[: most - 1].rstrip()}…"


class Output:
    """Made when a command begins, from the streams of that moment."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            _forgiving(stream)
        self.console = _console(sys.stdout)
        self.errors = _console(sys.stderr)
        self.stream = sys.stdout

    @property
    def terminal(self) -> bool:
        """Whether standard output is a terminal that can do more than print lines."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    def line(self, text: str = "") -> None:
        """Print a line of the result, as it is but for control characters."""
        self._plain(self.stream, text)

    def prose(self, text: str) -> None:
        """Print sentences of the result. A terminal breaks them between words, and goes on below where they began; a
        pipe gets one line."""
        if not self.terminal:
            self.line(text)
            return
        words = text.lstrip(" ")
        mark = "- " if words.startswith("- ") else ""
        before = " " * (len(text) - len(words))
        room = max(NARROWEST, self.console.width - len(before) - len(mark))
        for number, part in enumerate(Text(clean(words.removeprefix(mark))).wrap(self.console, room)):
            self.line(f"{before}{' ' * len(mark) if number else mark}{part.plain.rstrip()}")

    def raw(self, text: str) -> None:
        """The result itself where it must stay as it is (an export, JSON); on a terminal, what could rewrite the screen
        is written out."""
        with report_unwritable():
            self.stream.write(visible(text) if self.console.is_terminal else text)
            self.stream.flush()

    def binary(self, content: bytes) -> None:
        """The result itself where it is no text."""
        with report_unwritable():
            self.stream.buffer.write(content)
            self.stream.flush()

    def note(self, text: str) -> None:
        """Something beside the result, on standard error. Not broken into lines: it may hold a command to copy."""
        if self.errors.is_terminal:
            self.errors.print(Text(clean(text), style="dim"), soft_wrap=True)
        else:
            self._plain(sys.stderr, text)

    def warn(self, text: str) -> None:
        if self.errors.is_terminal:
            self.errors.print(Text.assemble(("! ", "bold yellow"), clean(text)), soft_wrap=True)
        else:
            self._plain(sys.stderr, f"Warning: {text}")

    def show(self, what: RenderableType) -> None:
        """Show something made by rich, on a terminal."""
        with report_unwritable():
            self.console.print(what)

    def markdown(self, text: str) -> None:
        if self.terminal:
            self.show(as_markdown(text))
        else:
            self.line(text)

    def heading(self, text: str) -> None:
        if self.terminal:
            self.show(Text(clean(text), style="bold"))
        else:
            self.line(text)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], empty: str = "") -> None:
        """Print a table; in a pipe each row is a line, and tabs part its columns."""
        found = [[one_line(cell) for cell in row] for row in rows]
        if not found:
            self.note(empty)
        elif self.terminal:
            table = Table(box=None, pad_edge=False, header_style="bold dim", padding=(0, 2, 0, 0))
            for place, column in enumerate(columns):
                table.add_column(column, overflow="fold", no_wrap=place == 0)
            for row in found:
                table.add_row(*[Text(cell) for cell in row])
            self.show(table)
        else:
            self.line("\t".join(columns))
            for row in found:
                self.line("\t".join(row))

    def facts(self, facts: Iterable[tuple[str, str]]) -> None:
        """Print names with their values, a line each; empty ones are left out."""
        shown = [(name, text) for name, text in facts if text]
        width = max((cell_len(name) for name, _ in shown), default=0)
        for name, text in shown:
            self.line(f"{name}:{' ' * (width - cell_len(name))} {text}")

    def _plain(self, stream: TextIO, text: str) -> None:
        with report_unwritable():
            stream.write(f"{clean(text)}\n")
            stream.flush()


def as_markdown(text: str) -> RenderableType:
    """Show Markdown of a model on a terminal. Links show where they go; nothing is clickable, fetched or run."""
    from rich.markdown import Markdown  # with parsers of Markdown and of code, which few commands need

    return Markdown(clean(text), hyperlinks=False, code_theme="ansi_dark")


def _console(stream: TextIO) -> Console:
    """NO_COLOR, TERM and COLUMNS are respected by the library."""
    console = Console(file=stream, highlight=False, markup=False, emoji=False, theme=THEME)
    if console.is_terminal:
        console.width = min(console.width, WIDEST)
    return console


def _forgiving(stream: TextIO) -> None:
    """A terminal that cannot show a character shows a mark for it instead of ending the program."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


# ---- Times, and what a persona has with it, as a person reads them.
def when(at: float | None) -> str:
    """Say a time in this computer's zone; "" for none."""
    return moment(at).astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def corpus(character: Character) -> str:
    """What a persona has with it of its corpus, to stand behind its name; "" where there is none."""
    sources = dict.fromkeys(passage.source for passage in character.passages)
    if not sources:
        return f" ({character.cut})" if character.cut else ""
    size = f"{quantity(len(character.passages), 'passage')} of {', '.join(sources)}"
    return f", with {size}{f' ({character.cut})' if character.cut else ''}"
