"""Rare shapes of citations, each of which has had, or could have, a meaning of its own."""

from __future__ import annotations

from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.evidence import Finding, items_of
from disputatio.debate.citations.passages import blank, fences
from disputatio.debate.citations.quotations import Text
from disputatio.debate.citations.recognition import Citation, KnownSources
from disputatio.debate.citations.verification import Source, check
from disputatio.prompting.sections.lines import citation_line

LONG = "be called from a thread while the cache is written to the disk by {} log of that turn"


def of(quote: str, text: str) -> Finding:
    citation = Citation(kind="lines", text="m.py", start=0, end=4, path="m.py", first=0, last=0, quote=quote)
    return check(citation, [Source(name="m.py", text=Text(text))])


def test_an_exclamation_mark_of_a_program_is_a_negation() -> None:
    found = of("ready then go on", "if !ready then go on\n")
    assert (found.status, "“!” right before it" in found.differs) == ("misquoted", True)
    assert of("ready then go on", "Stop! ready then go on\n").status == "verified"


def test_a_nearly_verbatim_quotation_that_drops_a_negation_at_its_edge_is_misquoted() -> None:
    stands = LONG.format("a") + "\n"
    assert of(LONG.format("the"), "It must " + stands).status == "near"
    found = of(LONG.format("the"), "It must not " + stands)
    assert (found.status, "“not”" in found.differs) == ("misquoted", True)


def test_single_words_with_something_left_out_between_them_quote_nothing() -> None:
    assert of("a ... b", "a x y b\n").status == "misquoted"
    assert of("a x ... y b", "a x, and so y b\n").status == "verified"


def quotes(gap: int) -> list[str]:
    return [one.quote for one in recognise("src/a.py:3 reads:" + "\n" * gap + "```\nx = 1\n```\n")]


def test_a_block_far_below_a_place_is_not_its_quotation() -> None:
    assert quotes(2) == ["x = 1"]
    assert quotes(4) == [""]


def test_a_title_without_a_word_is_never_cited() -> None:
    text = 'The note "Plan of March" says "it is late", and *** stands between.'
    assert recognise(text, KnownSources(titles=("***", "Plan of March"))) == recognise(
        text, KnownSources(titles=("Plan of March",))
    )


def test_three_backticks_with_another_behind_them_open_no_block() -> None:
    (block,) = fences("``` a`b\nx\n```\ny\n```\nz")
    assert block.body == "y"


def test_what_overlaps_is_blanked_once() -> None:
    assert blank("ab\ncdef", [(0, 4), (1, 6), (4, 5)]) == "  \n  ef"


def test_an_ambiguous_citation_tells_what_it_could_be() -> None:
    (item,) = items_of({"items": [{"citation": "a.py:3", "status": "ambiguous", "where": "x/a.py, y/a.py"}]})
    assert citation_line(item).endswith("(it could be x/a.py, y/a.py)")
    (missing,) = items_of({"items": [{"citation": "a.py:3", "status": "missing"}]})
    assert "could be" not in citation_line(missing)
