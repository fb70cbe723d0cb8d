"""Personas of a debate: what was set aside of their corpora, as sections that can be cited and found again."""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.context import Context, Section
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.formats.opening import cast, open_debate
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.personas import CORPUS, Character, Passage, place_at, sections_of, with_corpora
from disputatio.storage.codec import EVENTS

ONE = Passage(source="guide.md", place="Guide › Caches", text="Caches go stale.\nThey lie.")
TWO = Passage(source="book.pdf", place="page 3", text="Budgets are spent.")
THREE = Passage(source="guide.md", place="Guide", text="Begin here.")
ADA = Character(name="Ada", id="a1", holds="Numbers decide.", passages=(ONE, TWO, THREE))
FORMAT = Format(name="x", title="X", body=Block(name=""), cast=(Part(name="ada", role="Ada"),))


def test_each_source_is_a_section_with_its_passages_under_their_places() -> None:
    guide, book = sections_of(ADA.passages, "3 of 9 passages")
    assert (guide.name, guide.title, guide.cut) == (CORPUS, "guide.md", "3 of 9 passages")
    assert guide.text == "[§ Guide › Caches]\nCaches go stale.\nThey lie.\n\n[§ Guide]\nBegin here."
    assert (book.title, book.text, book.cut) == ("book.pdf", "[§ page 3]\nBudgets are spent.", "")
    assert sections_of(()) == ()


def test_a_line_of_a_section_is_found_at_its_place() -> None:
    (guide, _) = sections_of(ADA.passages)
    assert [place_at(guide.text, line) for line in (1, 2, 3, 4, 5, 6, 99)] == [
        *["Guide › Caches"] * 4,
        *["Guide"] * 3,
    ]
    assert place_at("no mark\nat all", 2) == ""


def test_what_is_checked_are_the_context_and_each_corpus_once() -> None:
    readme = Section(name="readme", title="README", text="It caches.")
    context = Context(kind="repository", sections=(readme,))
    other = Character(name="Ben", passages=(TWO,))
    known = with_corpora(context, [ADA, replace(ADA, passages=()), other])
    assert [section.title for section in known.sections] == ["README", "guide.md", "book.pdf", "book.pdf"]
    assert known.kind == "repository"
    assert with_corpora(context, []) == context


def test_a_debate_keeps_its_personas_and_a_log_without_them_is_as_it_was() -> None:
    seats = cast(FORMAT, [SeatChoice(seat="ada", persona="Ada")], {"*": "m:1"})
    opened = open_debate("So?", FORMAT, seats, {}, personas={"ada": ADA})
    stored = EVENTS.encode(opened)
    assert EVENTS.decode(stored.name, stored.body) == opened
    assert fold([opened]).personas == {"ada": ADA}
    assert '"personas"' not in EVENTS.encode(open_debate("So?", FORMAT, seats, {})).body
