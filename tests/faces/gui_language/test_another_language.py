"""The window in a language that nobody speaks, with accents and a third longer, and in one that is written from the
right: what it shows is translated, fits, and nothing of it gets into a log, a request or an export."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.testing.pseudo_language import ACCENTS

TOUR = Path(__file__).parent / "tour.py"

OWN_WORDS = (
    r".*\b(Ctrl|Alt|Shift)\+.*",  # keys
    r"[\w-]+:[\w.:/-]+(, [\w-]+:[\w.:/-]+)*",  # models
    r"(/|\d|PySide|Debian).*",  # paths, figures and versions of the system
    r"(A|Three|Two) .*",  # what recorded debates are about
    r".*(OpenAI|Anthropic|Gemini|Ollama|LM Studio|llama\.cpp|OpenRouter|Perplexity|GitHub).*",
    r".*(Storage engine|What to believe|one file|Should the event log).*",  # what the tour itself writes
    r"Scroll (Left|Right)",  # Qt's own
    r".*\b(ruff|mypy|bandit|unittest|pytest|make)\b.*",  # commands
    r"Personal",  # a name that can be changed
    r"Disputatio|SQLite",
)
"""Texts that stay as they are: words of people and of models, names, keys."""


def toured(home: Path, locale: str, *screens: str) -> dict[str, Any]:
    command = [sys.executable, str(TOUR), "1000", "700", locale, *screens]
    environment = {**os.environ, "DISPUTATIO_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=250)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return toured(tmp_path_factory.mktemp("home"), "en", "start", "debates", "pages", "dialogs")


QUOTES = str.maketrans("", "", '"“”')
BEFORE = re.compile(r"^(• |✕ |P\d+ )+")


def said() -> str:
    """Return all words of people, models and personas that can be shown."""
    examples = sorted(resource("examples").glob("*.json"))
    found = [json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False) for path in examples]
    found += [path.read_text("utf-8") for path in sorted(resource("personas").glob("*.toml"))]
    return " ".join(found).replace("\\\\n", " ").replace("\\n", " ").replace("\\", "").translate(QUOTES)


def test_what_is_shown_went_through_the_catalogue(seen: dict[str, Any]) -> None:
    words, foreign = said(), set()
    for screen, shown in seen["texts"].items():
        for kind, text in shown:
            plain = re.sub(r"<[^>]*>", "", text)
            if ACCENTS & set(plain) or not re.search(r"[aeiou][a-z]{2,}", plain):
                continue
            if kind == "RoleChoice" or screen == "settings-roles":  # what roles are called, and told
                continue
            pieces = re.split(r"\W*\s+[·—–»+✓✕?•]\s+|[:;,.()]\s+|\n", BEFORE.sub("", plain).translate(QUOTES))
            if all(piece.strip(" .…()") in words for piece in pieces):
                continue
            if not any(re.fullmatch(own, plain, re.S) for own in OWN_WORDS):
                foreign.add((kind, plain))
    assert sorted(foreign) == []


def test_nothing_is_cut(seen: dict[str, Any]) -> None:
    """What ends in "…" where there is no room for all of it says all in its hint."""
    assert {screen: found for screen, found in seen["cut"].items() if found} == {}


def test_nothing_is_wider_than_what_scrolls_it(seen: dict[str, Any]) -> None:
    """What is scrolled only up and down is as wide as there is room for, on each screen."""
    assert len(seen["out_of_reach"]) > 40
    assert {text for found in seen["out_of_reach"].values() for text in found} == set()


ENGLISH = re.compile(
    r"\b(the|and|of|is|are|with|not|by|from|has|have|this|that|for|to|on|your|you|no|minutes|turns|notes|key|failed|"
    r"waiting|well|closing|opening|sealed|round|step|high|low)\b"
)
"""Words that no German sentence has."""


def test_in_german_no_sentence_is_english_in_part(tmp_path: Path) -> None:
    """On the first screen, the pages and the dialogs, where nearly all texts are the window's own."""
    words, foreign = said(), set()
    names = "|".join(tomllib.loads(path.read_text("utf-8"))["name"] for path in resource("personas").glob("*.toml"))
    for screen, shown in toured(tmp_path, "de", "start", "pages", "dialogs")["texts"].items():
        for kind, text in shown:
            plain = re.sub(r"<[^>]*>", "", text)
            pieces = [each.strip(" .…") for each in re.split(rf": |\n|^(?:{names}), ", plain)]
            if all(each in words or not ENGLISH.search(each) for each in pieces):
                continue
            if not any(re.fullmatch(own, plain, re.S) for own in OWN_WORDS):
                foreign.add((screen, kind, plain))
    assert sorted(foreign) == []


def test_nothing_of_it_gets_into_logs_requests_and_exports(seen: dict[str, Any]) -> None:
    assert len(seen["log"]) > 20
    assert len(seen["requests"]) > 5
    assert len(seen["exports"]) == 6
    for name in ("log", "requests", "exports"):
        assert [text for text in seen[name] if ACCENTS & set(text)] == [], name


def test_what_is_written_from_the_right_is_laid_out_from_the_right(tmp_path: Path) -> None:
    found = toured(tmp_path, "ar", "start", "pages")
    assert len(found["mirrored"]) > 5
    assert all(found["mirrored"].values())
