"""Each export that people read tells the same in the same order: question, answer, what it rests on, the transcript."""

from __future__ import annotations

import io
import sys
from dataclasses import replace

import pytest
from pypdf import PdfReader
from tests.exporting.conftest import Page, letters, log_of, read_pdf

from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.debate.log.events import Recorded
from disputatio.exporting import adr, html, markdown, pdf
from disputatio.exporting.account import Account, account_of
from disputatio.exporting.passages import nodes_of
from disputatio.exporting.pieces import Chapter, Item, Listing, Passage, Run

FONTS = resource("fonts")
BEGINNING = 30
"""Letters by which a turn is found: its end may be on another page."""


def text_of(account: Account, kind: str) -> str:
    if kind == "html":
        return letters(Page(html.html_of(account)).text)
    return letters(read_pdf(pdf.pdf_of(account, FONTS)))


def words(text: str) -> str:
    return letters("".join(node.words for node in nodes_of(text)))[:BEGINNING]


def told(account: Account) -> list[str]:
    """What has to be there, in its order."""
    parts = ["Question", words(account.question)]
    for chapter in account.all_chapters:
        parts.append(letters(chapter.title))
        for part in chapter.parts:
            if isinstance(part, Passage):
                parts.append(words(part.text))
            elif isinstance(part, Listing):
                parts += ["".join(letters(run.shown) for run in item.runs)[:BEGINNING] for item in part.items]
    for stretch in account.stretches:
        parts.append(letters(stretch.title))
        for speech in stretch.speeches:
            parts += [letters(speech.name), words(speech.text)]
            parts += [letters(line)[:BEGINNING] for line in speech.looked_up]
    return parts


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_all_is_told_in_its_order(recorded: tuple[str, list[Recorded]], kind: str) -> None:
    account = account_of(*recorded)
    text, place = text_of(account, kind), 0
    for part in told(account):
        found = text.find(part, place)
        assert found >= 0, f"{part!r} is missing, or stands before {text[place : place + 80]!r}"
        place = found + len(part)


def test_no_turn_and_no_chapter_is_left_out_of_the_account(recorded: tuple[str, list[Recorded]]) -> None:
    account = account_of(*recorded)
    text = markdown.markdown_of(account)
    assert account.answer[0].title == "Recommendation"
    assert account.result.answer
    assert sum(len(stretch.speeches) for stretch in account.stretches) == text.count("\n#### ")
    assert [f"## {chapter.title}" in text for chapter in account.all_chapters].count(False) == 0


def test_the_decision_record_has_the_sections_of_one(recorded: tuple[str, list[Recorded]]) -> None:
    account = account_of(*recorded)
    text = adr.record_of(account)
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    assert heads == [f"## {each}" for each in ("Status", "Context", *adr.SECTIONS)]
    assert "## Status\n\nProposed." in text
    decision = text.partition("## Decision\n\n")[2].partition("\n\n## ")[0]
    assert letters(decision).startswith(letters(account.result.answer)[:BEGINNING])
    for chapter in account.answer:  # nothing of the result is lost
        for part in chapter.parts:
            assert markdown.part_lines(part) in text


def test_a_section_of_the_result_that_records_know_no_place_for_is_evidence() -> None:
    account = account_of("t", log_of("Yes."))
    more = Chapter(title="What the weather said", parts=(Passage(text="It rains."),))
    text = adr.record_of(replace(account, answer=(*account.answer, more)))
    assert "## Evidence" in text
    assert text.partition("## Evidence")[2].endswith("### What the weather said\n\nIt rains.\n")


def test_a_decision_record_says_what_is_missing() -> None:
    text = adr.record_of(account_of("On databases", log_of("I hold that it is fast.")))
    assert "## Status\n\nOpen. There is no synthesis yet." in text
    assert [each in text for each in adr.NOTHING.values()] == [True] * 4
    bare = adr.record_of(account_of("t", []))
    assert all(each in bare for each in adr.NOTHING.values())
    assert adr.record_of(account_of("t", [])).startswith("# t\n\n## Status\n\nOpen. The debate is not over yet.")


def test_a_pdf_can_be_archived_and_read_aloud(recorded: tuple[str, list[Recorded]]) -> None:
    title, records = recorded
    found = PdfReader(io.BytesIO(pdf.pdf_of(account_of(title, records), FONTS, records[-1].at)))
    catalogue = found.trailer["/Root"]
    assert found.metadata
    assert found.metadata.title == title
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/Lang"] == "en"
    assert b"<pdfaid:part>2</pdfaid:part>" in catalogue["/Metadata"].get_data()
    assert [entry.title for entry in found.outline if not isinstance(entry, list)][:2] == ["Question", "Recommendation"]
    assert not {"/OpenAction", "/AA", "/JavaScript"} & set(catalogue)
    fonts = {font for page in found.pages for font in page["/Resources"]["/Font"].values()}
    assert {str(font.get_object()["/BaseFont"]).partition("+")[2].partition("-")[0] for font in fonts} >= {
        "LibertinusSerif",
        "Inter",
    }


def test_the_same_debate_makes_the_same_file() -> None:
    account = account_of("t", log_of("Yes."))
    assert pdf.pdf_of(account, FONTS, 1_700_000_000) == pdf.pdf_of(account, FONTS, 1_700_000_000)


def test_heads_of_pages_say_debate_and_chapter_and_each_page_has_its_number() -> None:
    found = PdfReader(io.BytesIO(pdf.pdf_of(account_of("On pumps", log_of(*["It leaks. " * 900] * 3)), FONTS)))
    texts = [page.extract_text() for page in found.pages]
    assert len(texts) > 3
    assert all("On pumps" in text and "Transcript" in text for text in texts[1:])
    assert all(f"{number} / {len(texts)}" in text for number, text in enumerate(texts, 1))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("“**P16** was `too_broad` here”", "“P16 was too_broad here”"),
        ("a\n b  c", "a b c"),
    ],
)
def test_lines_are_shown_without_marks_of_markdown(given: str, shown: str) -> None:
    assert Run(text=given).shown == shown
    assert Run(text=given, style="own").shown == given
    assert Item(runs=(Run(text=given),)).below is False


def test_where_typst_is_missing_a_way_on_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)  # as on Windows on ARM, for which there is no wheel
    with pytest.raises(Refused, match=r"PDF cannot be made on this computer.*Export as HTML, and print that\."):
        pdf.pdf_of(account_of("t", []), FONTS)
