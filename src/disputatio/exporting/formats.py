"""The formats in which a debate can be exported: the one list that every face offers. Light: faces show it before
anything is exported."""

from __future__ import annotations

from typing import Final, Literal, get_args

from disputatio.debate.values import value
from disputatio.debate.wording import mark, spoken

Kind = Literal["html", "pdf", "markdown", "json", "aif", "argdown", "adr"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@spoken("title", "about", "use")
@value
class ExportFormat:
    """`ending`: of its files. `about`: what it is for, in a few words; `use`: in a sentence, once a file is written.
    `binary`: it is no text."""

    title: str
    ending: str
    about: str
    use: str = mark("It is for reading; a backup keeps everything.")
    binary: bool = False


EXPORTS: Final[dict[Kind, ExportFormat]] = {
    "html": ExportFormat(
        title="HTML",
        ending=".html",
        about="one page that any browser opens, now and in ten years",
    ),
    "pdf": ExportFormat(title="PDF", ending=".pdf", about="pages to print, send and archive", binary=True),
    "markdown": ExportFormat(title="Markdown", ending=".md", about="text for notes and repositories"),
    "json": ExportFormat(
        title="JSON",
        ending=".json",
        about="everything, to import elsewhere unchanged or to check; its schema is published",
        use="It can be imported elsewhere.",
    ),
    "aif": ExportFormat(
        title="AIF",
        ending=".aif.json",
        about="the argument map for tools of the Argument Interchange Format",
        use="It holds the argument map alone; a backup keeps everything.",
    ),
    "argdown": ExportFormat(
        title="Argdown",
        ending=".argdown",
        about="the argument map as text that Argdown draws",
        use="It holds the argument map alone; a backup keeps everything.",
    ),
    "adr": ExportFormat(
        title="Decision record",
        ending=".md",
        about="an architecture decision record (ADR) in Markdown",
        use="It holds the result alone; a backup keeps everything.",
    ),
}
