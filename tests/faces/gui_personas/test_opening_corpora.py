"""A citation of what a persona has read opens the passages, whatever the debate is about."""

from __future__ import annotations

import pytest

from disputatio.debate.citations.evidence import Item
from disputatio.debate.context import Context
from disputatio.debate.personas import Character, Passage, with_corpora
from disputatio.faces.gui.sources.source_reader import of_citation

GUIDE = Passage(source="guide.md", place="Caches", text="Stale caches lie.")


@pytest.mark.parametrize("kind", ["none", "project", "repository"])
@pytest.mark.parametrize("cited_as", ["title", "lines"])
def test_a_source_of_a_corpus_is_a_text_of_the_debate(kind, cited_as) -> None:
    context = with_corpora(Context(kind=kind, ref="/shop"), [Character(name="Ada", passages=(GUIDE,))])
    item = Item(citation="guide.md", status="verified", path="guide.md", first=2, last=2, kind=cited_as)
    wanted = of_citation(item, "Ada", context, "d1")
    assert (wanted.shows, wanted.path, wanted.first) == ("text", "guide.md", 2)
    assert wanted.context is context


def test_a_file_of_the_repository_is_still_a_file() -> None:
    context = with_corpora(Context(kind="repository", ref="/shop"), [Character(name="Ada", passages=(GUIDE,))])
    item = Item(citation="app.py:3", status="verified", path="app.py", first=3, last=3, kind="lines")
    assert of_citation(item, "Ada", context, "d1").shows == "file"
