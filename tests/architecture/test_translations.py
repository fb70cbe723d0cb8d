"""Every text that the window shows can be translated, and is, into every language that it speaks."""

from __future__ import annotations

import ast
import functools
import importlib.util
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo

from disputatio.app.settings.declarations import LANGUAGE
from disputatio.debate.reasons import reason
from disputatio.debate.wording import speak
from disputatio.engine.errors import ProviderError, Rejected
from disputatio.faces.gui.language import translations
from disputatio.providers.faults import WORDS, Fact, Site, answer_error

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "disputatio"


def _program() -> Any:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "scripts" / "translations.py")
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(made)
    return made


PROGRAM = _program()
NAMES = re.compile(r"\{(\w*)[^{}]*\}")

NO_TEXTS = {
    "tr", "mark", "plural", "forms", "Words", "english", "setObjectName", "setProperty", "property", "startswith",
    "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "replace", "strip", "rstrip",
    "compile", "sub", "fullmatch", "search", "setStyleSheet", "setFamilies", "debug", "info", "warning", "error",
    "exception", "getattr", "strftime", "ValueError", "TypeError", "AssertionError", "__init__",
}  # fmt: skip
"""Calls whose arguments are marked, or that nobody reads."""
EXCEPTIONS = {
    "debate/views/code_quality.py": "notes of measuring, kept with the figures",
    "debate/views/differences.py": "a line of a diff",
    "debate/views/excerpts.py": "for participants",
    "debate/views/transcript_words.py": "what a model wrote, compared",
    "debate/views/question_lines.py": "the name of what participants are shown",
    "faces/gui/debate/approvals.py": "it stands in the log",
    "faces/gui/debate/debate_actions.py": "ids of actions",
    "faces/gui/kit/fonts.py": "names of fonts",
    "faces/gui/library/mention_rows.py": "marks of rich text",
    "faces/gui/memory/insights.py": "how a line for participants begins",
}
"""Modules with sentences that are not translated, and why not."""


@functools.cache
def program() -> Any:
    """All that people read in the window. Looking for it takes seconds, which no process spends that only collects."""
    return PROGRAM.Texts()


def texts() -> dict[str | tuple[str, str], list[tuple[str, str]]]:
    found: dict[str | tuple[str, str], list[tuple[str, str]]] = program().found
    return found


def _sentences(nodes: list[ast.AST], unread: set[str], known: set[str]) -> Iterator[tuple[int, str]]:
    """Yield what reads like a text for people and is neither marked nor an argument that nobody reads."""
    above = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if isinstance(above[node], ast.JoinedStr | ast.FormattedValue):
                continue
            text = node.value
        else:
            continue
        styled = "{" in text and ";" in text
        reads = re.search(r"[A-Za-z…’”)][,.:;…]? [A-Za-z“(]", text) or re.match(r"[A-Z][a-z]{2,}[…:.?!]?$", text)
        if reads and not styled and text not in known and not _out_of_sight(node, above, unread):
            yield getattr(node, "lineno", 0), text


def _out_of_sight(node: ast.AST, above: dict[ast.AST, ast.AST], unread: set[str]) -> bool:
    while node in above:
        inside, node = node, above[node]
        if isinstance(node, ast.Call) and PROGRAM.called(node.func) in unread:
            return True
        if isinstance(node, ast.Compare | ast.Subscript | ast.Assert | ast.MatchValue | ast.Expr):
            return True
        if isinstance(node, ast.Dict) and inside in node.keys:
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.stmt):
            return False
    return False


def test_every_text_of_the_window_is_marked() -> None:
    unread = NO_TEXTS | program().errors
    known = {form for text in texts() for form in ((text,) if isinstance(text, str) else text)}
    unmarked: dict[str, list[tuple[int, str]]] = {}
    for module in program().modules.values():
        name = module.path.relative_to(SOURCE).as_posix()
        if name.startswith(("faces/gui/", "debate/views/")) and (
            found := list(_sentences(module.nodes, unread, known))
        ):
            unmarked[name] = found
    left = {name: found for name, found in unmarked.items() if name not in EXCEPTIONS}
    assert left == {}, "tr() is missing, or run: python scripts/translations.py"
    assert EXCEPTIONS.keys() - unmarked.keys() == set(), "these need no exception any more"


def languages() -> list[str]:
    return sorted(path.stem for path in PROGRAM.FOLDER.glob("*.po"))


def test_the_setting_offers_what_there_is() -> None:
    assert {name for name, _ in LANGUAGE.choices} == {"system", "en", *languages()}


@pytest.mark.parametrize("name", languages())
def test_a_catalogue_has_every_text_and_its_placeholders(name: str) -> None:
    found = PROGRAM.catalogue(PROGRAM.FOLDER / f"{name}.po")
    first = {text if isinstance(text, str) else text[0] for text in texts()}
    there = {message.id[0] if message.pluralizable else message.id for message in found if message.id}
    assert there == first, "run: python scripts/translations.py"
    faults = []
    for message in found:
        if not message.id:
            continue
        forms = message.string if message.pluralizable else (message.string,)
        if len(forms) != (found.num_plurals if message.pluralizable else 1) or not all(forms):
            faults.append(("not translated", message.id))
        many = message.id[-1] if message.pluralizable else message.id
        wanted = set(NAMES.findall(many))
        for place, form in enumerate(forms):
            spare = {"count"} if message.pluralizable and not place else set()
            if not wanted - spare <= set(NAMES.findall(form)) <= wanted:
                faults.append(("placeholders", message.id))
    assert faults == []


def test_german_calls_the_person_du() -> None:
    """As it does in most sentences: none is formal among them."""
    formal = re.compile(r"\w+en Sie\b|\b(Sie|Ihnen|Ihrer?) (sich|einräumen|schreiben|danach|Änderung)\b|^Ihre Antwort")
    found = PROGRAM.catalogue(PROGRAM.FOLDER / "de.po")
    said = [form for one in found if one.id for form in (one.string if one.pluralizable else (one.string,))]
    assert [form for form in said if formal.search(form)] == []


@pytest.mark.parametrize("name", languages())
def test_what_the_program_reads_is_made_of_the_catalogue(name: str) -> None:
    made = PROGRAM.compiled(PROGRAM.catalogue(PROGRAM.FOLDER / f"{name}.po"))
    kept = (PROGRAM.FOLDER / f"{name}.mo").read_bytes()
    assert entries(kept) == entries(made), "run: python scripts/translations.py"


def entries(catalogue: bytes) -> dict[object, object]:
    """Return what is translated to what; the same entries may be written in several ways."""
    return {(message.context, str(message.id)): message.string for message in read_mo(io.BytesIO(catalogue))}


class NotFound(Rejected):
    """The kind of what is not known there."""


KINDS = ("block-entered", "block-left", "debate-ended", "debate-halted", "turn-abstained")


def _reasons() -> set[str]:
    """Return all reasons that the golden logs give for what the rules did: none of them comes from a provider."""
    found: set[str] = set()
    for path in sorted((ROOT / "tests" / "golden").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            kind = str(record.get("type", "")).partition("/")[0]
            event = record.get("event", {})
            gate = "gate" in str(event.get("path"))  # what was asked for, in the words of the format
            if kind in KINDS and event.get("reason") != "fault" and not gate:
                found.add(event.get("why") or "")
    return found - {""}


@pytest.mark.parametrize("kind", [*WORDS, NotFound])
@pytest.mark.parametrize("said", ["", "Incorrect key. Try another."])
def test_what_a_provider_failed_at_is_read_in_german(kind: type[ProviderError], said: str) -> None:
    """The log keeps it in English: what happened, with the words of the provider, and what can be done."""
    site = Site(title="OpenAI", name="openai", model="gpt-5", url="https://api.openai.com", variable="OPENAI_API_KEY")
    codes = {"it": kind if kind is not NotFound else Rejected}
    fault = answer_error(site, Fact(status=404 if kind is NotFound else 500, codes=("it",), said=said), codes)
    speak(translations("de"))
    try:
        what, remedy, both = (reason(each) for each in (fault.what, fault.remedy, f"{fault.what} {fault.remedy}"))
    finally:
        speak(None)
    assert what != fault.what
    assert said in what
    assert remedy != fault.remedy
    assert both == f"{what} {remedy}"


def test_the_reasons_that_logs_give_are_read_in_german() -> None:
    logged = _reasons()
    assert len(logged) > 20
    speak(translations("de"))
    try:
        english = {why for why in logged if reason(why) == why}
    finally:
        speak(None)
    assert english == set()
