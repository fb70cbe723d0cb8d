"""What a model is asked to summarise a repository: which files, in which order, and what its answers are worth.

Bottom-up: files, then folders from what lies in them, then the whole from its folders. Every part names what it was
made of (`source`), so that only what changed is asked again, and what is stale can be named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from disputatio.debate.log.seats import QUICK
from disputatio.debate.values import Json, value
from disputatio.prompting.book import LAW
from disputatio.prompting.data_blocks import block
from disputatio.prompting.reading.literals import literals
from disputatio.prompting.request import Message, Request
from disputatio.repository.excerpts import numbered_line

MOST_FILES = 300
"""Files that are summarised, the main ones first; of the others the map tells."""
FILE_CHARACTERS = 9_000
TOGETHER = 24_000
"""Characters of the files that one question is about."""
CHILDREN_CHARACTERS = 40_000
"""Of the summaries that a folder, or the whole, is summed up from."""
KNOWLEDGE = 12_000
"""Characters of the accumulated text (SPEC §17)."""

FILE_TOKENS, FOLDER_TOKENS, WHOLE_TOKENS = 130, 220, 2_800
"""About how long answers are, for forecasts."""


@value
class Source:
    """A file to be summarised: `id` is that of its blob, `text` what may be shown of it."""

    path: str
    id: str
    text: str


@value
class Folder:
    """A folder with more than one part; `source` is a hash of what lies in it. The whole has the path ""."""

    path: str
    children: tuple[str, ...]
    source: str


def folders(files: Mapping[str, str]) -> list[Folder]:
    """Return the folders that hold several summarised parts, the deepest first, the whole last. `files`: blob ids by
    path. A folder with a single part in it is passed over: that part stands for it."""
    inner: dict[str, dict[str, str]] = {}
    for path, id in files.items():
        inner.setdefault(path.rpartition("/")[0], {})[path] = id
    for path in list(inner):
        while path:
            path = path.rpartition("/")[0]
            inner.setdefault(path, {})
    found = []
    for path in sorted(inner, key=lambda each: (-(each.count("/") + bool(each)), each)):
        children = inner[path]
        above = path.rpartition("/")[0]
        if path and len(children) < 2:
            inner[above].update(children)
            continue
        source = hashlib.sha256("\n".join(f"{p}\0{s}" for p, s in sorted(children.items())).encode()).hexdigest()
        found.append(Folder(path=path, children=tuple(sorted(children)), source=source))
        if path:
            inner[above][path] = source
    return found


def batches(files: Iterable[Source]) -> list[list[Source]]:
    """Return the files that one question is about: neighbours, up to `TOGETHER` characters."""
    found: list[list[Source]] = []
    room = 0
    for file in sorted(files, key=lambda each: each.path):
        size = min(len(file.text), FILE_CHARACTERS)
        if not found or size > room:
            found.append([])
            room = TOGETHER
        found[-1].append(file)
        room -= size
    return found


# ---- what is asked ---------------------------------------------------------------------------------------------------
_SYSTEM = f"""\
You describe a repository for people who will debate about it and see little else of it. Say what is there, not what is
good or bad. Use only what you are shown; never guess what a name might mean. Support each statement with a citation of
the form `path:line` or `path:first-last`, exactly as the lines are numbered, followed by a few words or a piece of code
quoted from there to the letter: (`src/pay.py:12`: `retries = 3`). Each quotation is compared with the source, and a
statement without one that stands there is dropped; a statement that you cannot support so, leave out.

{LAW["law.data"]}"""

_FILES = """\
Summarise each file in one to four sentences: what it is for, what it defines that others use, what it relies on, and
what would surprise a reader. Answer with one JSON object of this form and nothing else:
{"files": [{"path": "…", "summary": "…"}]}"""

_FOLDER = """\
These are summaries of what lies in the folder {path}. Say in at most 120 words what the folder is responsible for, how
its parts work together, and which of them one would read first. Keep the citations that support what you say, with
their quotations. One statement a line. Plain text, no headings."""

_WHOLE = """\
These are summaries of the parts of a repository. Write what its participants must know, in at most {characters:,}
characters of Markdown with these headings: Purpose; Architecture; Main parts; How data flows; Conventions; How it is
built and tested. Under each, one statement a line, beginning with "- ", with the citations that support it and their
quotations. Leave a heading out where nothing is known."""


def ask_files(files: Sequence[Source], model: str) -> Request:
    shown = [block("file", _numbered(file.text), path=file.path) for file in files]
    return _request("\n\n".join([*shown, _FILES]), model)


def ask_folder(path: str, children: Sequence[tuple[str, str]], model: str) -> Request:
    return _request(f"{_children(children)}\n\n{_FOLDER.format(path=path)}", model)


def ask_whole(children: Sequence[tuple[str, str]], model: str) -> Request:
    return _request(f"{_children(children)}\n\n{_WHOLE.format(characters=KNOWLEDGE - 2_000)}", model)


def _request(text: str, model: str) -> Request:
    asked = (Message(role="user", text=text),)
    return Request(model=model, system=_SYSTEM, messages=asked, temperature=0.2, effort=QUICK)


def _numbered(text: str) -> str:
    lines = [numbered_line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    shown: list[str] = []
    room = FILE_CHARACTERS
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return "\n".join([*shown, f"… {len(lines) - len(shown)} more lines"])
        shown.append(line)
    return "\n".join(shown)


def _children(children: Sequence[tuple[str, str]]) -> str:
    share = CHILDREN_CHARACTERS // max(1, len(children))
    return "\n\n".join(block("summary", text[: max(share, 200)], of=path) for path, text in children)


# ---- what is answered ------------------------------------------------------------------------------------------------
def summaries_of(text: str, files: Sequence[Source]) -> dict[str, str]:
    """Return the summaries of an answer by path, of files that were asked about."""
    asked = {file.path for file in files}
    found: dict[str, str] = {}
    for each in literals(text):
        listed: Json = each.value.get("files") if isinstance(each.value, dict) else each.value
        for item in listed if isinstance(listed, list) else ():
            path, said = (item.get("path"), item.get("summary")) if isinstance(item, dict) else (None, None)
            if path in asked and isinstance(path, str) and isinstance(said, str) and said.strip():
                found[path] = " ".join(said.split())
    return found


def with_support(text: str, holds: Callable[[str], bool]) -> tuple[str, int]:
    """Return the text without the lines that nothing supports, and how many were taken out. Headings that nothing is
    left of go, too."""
    kept: list[str] = []
    headings: list[str] = []
    dropped = 0
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            headings = [line]
        elif line.strip() and holds(line):
            kept += [*headings, line]
            headings = []
        elif line.strip():
            dropped += 1
    while kept and sum(len(line) + 1 for line in kept) > KNOWLEDGE:
        kept.pop()
    return "\n".join(kept), dropped
