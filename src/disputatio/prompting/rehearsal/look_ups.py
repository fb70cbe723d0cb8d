"""What a rehearsed participant looks up before its first turn, where tools are on offer, and how it uses what it found:
one call that follows from the question and the context, so that one sees without any AI how tools are used."""

from __future__ import annotations

import json
import re
from collections.abc import Container
from dataclasses import replace

from disputatio.debate.context import Section
from disputatio.debate.tools import DOCUMENTS
from disputatio.prompting.rehearsal.character import own_lines
from disputatio.prompting.rehearsal.material import Material, material, words_of
from disputatio.prompting.request import Brief, Request, ToolCall

AROUND = 20
"""Lines before and after the one that bears on the question most."""
_READ = re.compile(r"^(?P<path>\S.*) at commit [0-9a-f]+, lines \d+ to \d+ of \d+$", re.M)
_HIT = re.compile(r"^(?P<path>\S[^\n:]*):(?P<number>\d+): (?P<text>.*)$", re.M)
_NUMBERED = re.compile(r"^(?P<number>\d+)\| .*$", re.M)
_WORD = re.compile(r"\w{4,}")


def first_look_up(request: Request) -> ToolCall | None:
    """Return the call to make first: once, in the first turn of a seat. Who speaks first reads around the line that
    bears on the question most; who comes later searches for the word of the question that is rarest in the context."""
    brief = request.brief
    if not request.tools or any(message.calls for message in request.messages) or _spoke(brief):
        return None
    known, offered = material(brief), {tool.name for tool in request.tools}
    line = next((line for line in known.about(words_of(brief.question)) if line.path), None)
    if "read_file" in offered and line is not None and not brief.turns:
        start, end = max(1, line.number - AROUND), line.number + AROUND
        return _call("read_file", path=line.path, start=start, end=end)
    if rarest := _rarest(brief, known):
        return next((_call(name, query=rarest) for name in ("search_code", DOCUMENTS) if name in offered), None)
    return _call("list_files") if "list_files" in offered else None


def _rarest(brief: Brief, known: Material) -> str:
    """Return the word of the question that is rarest in the context, "" where it has none."""
    words = [word for word in _WORD.findall(brief.question) if words_of(word)]
    return min(words, key=lambda word: (_common(word, known.counts), -len(word), word), default="")


def _spoke(brief: Brief) -> bool:
    """Return whether the seat spoke before: it sees its own words, or an assembled view says where it stands."""
    return any(turn.mine for turn in brief.turns) or bool(own_lines(brief))


def _common(word: str, counts: dict[str, int]) -> int:
    """Return in how many lines of the context a word stands."""
    return sum(counts.get(each, 0) for each in words_of(word))


def _call(name: str, **arguments: str | int) -> ToolCall:
    return ToolCall(id="look-1", name=name, arguments=json.dumps(arguments, ensure_ascii=False))


def with_findings(request: Request) -> Brief:
    """Return the brief, with what was found as one more section of the context."""
    brief = request.brief
    texts = [result.text for message in request.messages for result in message.results if not result.failed]
    if not texts:
        return brief
    known = {line.place for line in material(brief).lines}
    found = "\n".join(_numbered(text, known) for text in texts)
    section = Section(name="found", title="Looked up in the repository", text=found)
    return replace(brief, sections=(*brief.sections, section))


def _numbered(text: str, known: Container[str]) -> str:
    """Return what a tool said that was not known, as files with numbered lines."""
    if read := _READ.search(text):
        path = read["path"]
        lines = [line[0] for line in _NUMBERED.finditer(text) if f"{path}:{line['number']}" not in known]
        return "\n".join((f"### {path}", *lines))
    hits = [hit for hit in _HIT.finditer(text) if f"{hit['path']}:{hit['number']}" not in known]
    return "\n".join(f"### {hit['path']}\n{hit['number']}| {hit['text']}" for hit in hits)
