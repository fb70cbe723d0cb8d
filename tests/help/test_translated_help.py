"""The help in another language says what the English one does: as many sections, the same commands, keys and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from disputatio.app.paths import resource
from disputatio.app.settings import documentation
from disputatio.debate.values import value
from disputatio.debate.wording import speak
from disputatio.faces.gui.language import translations
from disputatio.faces.gui.shell.help import place

LANGUAGES = sorted(path.stem for path in resource("translations").glob("*.po"))
PAGES = sorted([*resource("help").glob("*.md"), resource("formats", "README.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ASIDE = re.compile(r" {3,}.*")
"""What stands beside a command is translated, and so are diagrams, which are of words."""


@value
class Section:
    """What of a section stays as it is, whatever the language."""

    level: int
    fences: tuple[tuple[str, str], ...]
    codes: Counter[str]
    tables: tuple[int, ...]
    """Bars of each row of its tables."""
    items: int
    pages: tuple[str, ...]
    """Where its links lead, without places inside a page."""


def sections(text: str) -> list[Section]:
    return list(_sections(text))


def _sections(text: str) -> Iterator[Section]:
    fences = [(name, "" if name == "mermaid" else ASIDE.sub("", code)) for name, code in FENCE.findall(text)]
    places = iter(fences)
    bare = FENCE.sub("@fence@", text)
    heads = list(HEADING.finditer(bare))
    for head, end in zip(heads, [*(each.start() for each in heads[1:]), len(bare)], strict=True):
        body = bare[head.start() : end]
        lines = [CODE.sub("", line) for line in body.splitlines()]
        yield Section(
            level=len(head[1]),
            fences=tuple(next(places) for _ in range(body.count("@fence@"))),
            codes=Counter(" ".join(code.split()) for code in CODE.findall(body)),
            tables=tuple(line.count("|") for line in lines if line.startswith("|")),
            items=sum(line.startswith(("- ", "1. ", "2. ", "3. ", "4. ")) for line in lines),
            pages=tuple(sorted(link.partition("#")[0] for link in LINK.findall(body))),
        )


def anchors(text: str) -> set[str]:
    """Return the places that links can lead to: headings, as GitHub names them."""
    return {place(CODE.sub(r"\1", title)) for _, title in HEADING.findall(FENCE.sub("", text))}


def translated(page: Path, language: str) -> Path:
    return page.parent / language / page.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_and_no_other(language: str) -> None:
    assert sorted((resource("help") / language).glob("*")) == [
        translated(page, language) for page in PAGES if page.parent.name == "help"
    ]
    assert [page for page in PAGES if not translated(page, language).is_file()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_the_same_sections_commands_and_tables(page: Path, language: str) -> None:
    english, other = page.read_text("utf-8"), translated(page, language).read_text("utf-8")
    pairs = zip(HEADING.findall(FENCE.sub("", english)), sections(english), sections(other), strict=True)
    assert [(title, one, two) for (_, title), one, two in pairs if one != two] == []
    assert len(english) * 0.7 < len(other) < len(english) * 1.6


@pytest.mark.parametrize("language", ["", *LANGUAGES])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_to_what_is_there(page: Path, language: str) -> None:
    path = translated(page, language)
    for link in LINK.findall(FENCE.sub("", path.read_text("utf-8"))):
        if not link.startswith("https://"):
            name, _, heading = link.partition("#")
            there = path.parent / name if name else path
            assert there.is_file(), link
            assert not heading or heading in anchors(there.read_text("utf-8")), link


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_described_as_it_is_declared(language: str) -> None:
    """A heading and what `documentation()` returns in the language: paste that in after a change."""
    page = translated(resource("help", "settings.md"), language).read_text("utf-8")
    speak(translations(language))
    try:
        assert documentation().strip() in page
    finally:
        speak(None)


def test_a_section_that_was_left_out_is_noticed() -> None:
    text = "# A\n\nSay `a`.\n\n## B\n\n| x |\n| --- |\n"
    assert sections(text) == sections("# Ä\n\nSag `a`.\n\n## Be\n\n| y |\n| --- |\n")
    assert sections(text) != sections("# Ä\n\nSag `b`.\n\n## Be\n\n| y |\n| --- |\n")
    assert sections(text) != sections("# Ä\n\nSag `a`.\n\n### Be\n\n| y |\n| --- |\n")
    assert sections(text) != sections("# Ä\n\nSag `a`.\n\n## Be\n\n| y |\n| --- |\n| z |\n")
    assert len(sections("# Ä\n\nSag `a`.\n")) == 1
