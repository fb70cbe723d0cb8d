"""Which words of a turn are compared with a place: ellipses, names, quotations beside it, comments, rows of tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.evidence import Item, item_of
from disputatio.debate.citations.quotations import BETWEEN, MOST_STARTS, Text, match_with_gaps
from disputatio.debate.citations.recognition import Citation
from disputatio.debate.citations.verification import MOST_LINES, Source, check

CODE = """\
class Walk:
    MAX_STEPS = 30

    def children(self, block):
        self.remember(path + PASSES, before, past, moves, over)
        if not self.over:
            raise ValueError("the walk is not over yet")
        return [child for child in block.do]


# A pass is remembered with its past; it is never walked
# a second time, and what joins it later counts for nothing.
def together(runs: Callable[..., int]) -> bool:
    return finished == len(runs)
"""


def checked(text: str, source: str = CODE, **more: object) -> list[Item]:
    """The citations of a text, checked against the only file, m.py."""
    known = Source(name="m.py", text=Text(source), **more)  # type: ignore[arg-type]
    return [item_of(citation, check(citation, [known]), "") for citation in recognise(text)]


def status(text: str, source: str = CODE, **more: object) -> str:
    (item,) = checked(text, source, **more)
    return f"{item.status} {item.where}".strip()


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("`remember(path + PASSES, …)` (m.py:5)", "verified m.py:5"),
        ("`self.remember(path + PASSES, ...)` (m.py:5)", "verified m.py:5"),
        ("`self.remember(… over)` (m.py:5)", "verified m.py:5"),
        ("`… past, moves, over)` (m.py:5)", "verified m.py:5"),
        ("`self.remember(path, …)` (m.py:5)", "misquoted m.py:5"),
        ("`self.remember(path + PASSES, …)` (m.py:12)", "moved m.py:5"),
        ("`self.remember(path + PASSES, …` in m.py", "verified m.py:5"),
        ("m.py:4-8:\n```python\ndef children(self, block):\n    # ...\n    return [child for child in block.do]\n```",
         "verified m.py:4-8"),
        ("m.py:4-6:\n```python\ndef children(self, block):\n    # ...\n    return finished == len(runs)\n```",
         "misquoted"),
        ("m.py:1-8:\n```python\nclass Walk:\n    # … the constants …\n    def children(self, block):\n```",
         "verified m.py:1-4"),
        ("“the walk is … over yet” (m.py:7)", "misquoted m.py:7"),
        ("`def together(runs: Callable[..., int]) -> bool:` (m.py:13)", "verified m.py:13"),
        ("`def together(runs: Callable[..., str]) -> bool:` (m.py:13)", "near m.py:13"),
    ],
)  # fmt: skip
def test_an_ellipsis_stands_for_anything_between(text: str, came: str) -> None:
    assert status(text).startswith(came)


def test_parts_that_stand_too_far_apart_are_no_quotation() -> None:
    def source(lines: int) -> Text:
        return Text("first = begin()\n" + "\n" * lines + "last = end()\n")

    assert match_with_gaps("first = begin() … last = end()", source(BETWEEN - 1)) is not None
    assert match_with_gaps("first = begin() … last = end()", source(BETWEEN + 1)) is None


def test_what_leaves_nothing_out_or_says_nothing_is_none() -> None:
    text = Text("a b c\n")
    assert match_with_gaps("a b", text) is None
    assert match_with_gaps("…", text) is None
    assert match_with_gaps("a … c", text) is None


def test_the_search_for_a_beginning_ends() -> None:
    text = Text("go on\n" * (MOST_STARTS + 50) + "go on there is an end\n")
    assert match_with_gaps("go on … there is an end", text, MOST_STARTS + 40, MOST_STARTS + 51) is not None
    assert match_with_gaps("go on … nowhere at all", text) is None
    apart = Text("go on\n" * (MOST_STARTS + 50) + "\n" * BETWEEN + "there is an end\n")
    assert match_with_gaps("go on … there is an end", apart) is None, "it is not tried at every place"


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("`together()` in m.py:13", "verified m.py:13"),
        ("`together()` (m.py:13)", "verified m.py:13"),
        ("m.py:13 (`together()`)", "verified m.py:13"),
        ("`together()` in m.py", "verified m.py:13"),
        ("`together()` in m.py:2", "moved m.py:13"),
        ("`MAX_STEPS` in m.py:2", "verified m.py:2"),
        ("`MAX_LOOPS` in m.py:2", "misquoted"),
        ("`apart()` in m.py:13", "misquoted"),
        ("`apart()` in m.py:99", "missing"),
        ("`Walk.children()` (m.py:4)", "line exists m.py:4"),
        ("`Walk.grandchildren()` (m.py:4)", "misquoted"),
        ("it raises `WalkError` in m.py:7", "line exists m.py:7"),
        ("`walk` in m.py:1", "line exists m.py:1"),
        ("`MAX_STEPS` (m.py:2)", "line exists m.py:2"),
    ],
)
def test_the_name_of_something_in_code(text: str, came: str) -> None:
    assert status(text) == came or status(text).startswith(f"{came} ")


def test_a_name_that_only_a_part_of_the_source_may_have_says_so() -> None:
    (item,) = checked("`apart()` in m.py:13", whole=False)
    assert item.differs == "apart does not stand in the part that is known of m.py"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("`self.remember(path + PASSES, …)` keeps what `together` needs for the next one (m.py:5).",
         "self.remember(path + PASSES, …)"),
        ("At m.py:14 all is counted before anything else, since `finished == len(runs)` decides.",
         "finished == len(runs)"),
        ("`x = 1` or `return finished == len(runs)` decides about it (m.py:14).", "return finished == len(runs)"),
        ("| m.py:14 | it asks whether `finished == len(runs)` | good |", "finished == len(runs)"),
    ],
)  # fmt: skip
def test_a_quotation_in_the_same_sentence_is_compared_and_can_only_help(text: str, quote: str) -> None:
    (item,) = checked(text)
    assert (item.status, item.quote) == ("verified", quote)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing like `finished == len(runs)` is asked, there is no such thing (m.py:14).",
        "It is not `finished == len(runs)` that decides about it (m.py:14).",
        "`finished == len(runs)` is what decides. Something else stands there (m.py:14).",
        "`finished == count(runs)` decides about the end of it all (m.py:14).",
        "`walked` is what it says, I think (m.py:14).",
        "`the walk is` what it says at the place that I mean (m.py:14).",
        "`self.over` is what it is about, if I see it right (m.py:14).",
    ],
)
def test_a_quotation_in_the_same_sentence_that_does_not_stand_there_does_no_harm(text: str) -> None:
    assert status(text) == "line exists m.py:14"


def test_of_many_lines_a_few_words_in_the_same_sentence_prove_nothing() -> None:
    text = CODE + "\n" * MOST_LINES
    said = "`finished == len(runs)` is what decides about it in the end (m.py:{})."
    assert status(said.format("9-20"), text).startswith("verified")
    assert status(said.format(f"9-{10 + MOST_LINES}"), text).startswith("line exists")


def test_a_quotation_beside_a_place_that_is_cut_behind_a_negation_counts_for_nothing() -> None:
    assert status("It is about `over yet` as far as I can see from what is written (m.py:7).") == "line exists m.py:7"


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("| `m.py:14` | `return finished == len(runs)` |", "verified m.py:14"),
        ("| `m.py:2` | `return finished == len(runs)` |", "moved m.py:14"),
        ("| `return finished == count(runs)` | m.py:14 | bad |", "misquoted m.py:14"),
        ("| `a == b` | m.py:14 | `c == d` |", "line exists m.py:14"),
        ("| m.py:14 | `a == b`, `c == d` |", "line exists m.py:14"),
    ],
)
def test_a_row_of_a_table_quotes_where_it_holds_one_quotation(text: str, came: str) -> None:
    assert status(text) == came


def test_each_item_of_a_list_stands_for_itself() -> None:
    found = checked("- `MAX_STEPS = 30` — `m.py:2`\n- `return finished == len(runs)` — `m.py:14`")
    assert [item.status for item in found] == ["verified", "verified"]


def test_a_block_of_several_files_is_one_quotation_of_each() -> None:
    block = "```python\n# m.py:2\nMAX_STEPS = 30\n\n# m.py:14\nreturn finished == 2\n# m.py:1\n```"
    assert [(item.status, item.first) for item in checked(block)] == [("verified", 2), ("misquoted", 14)]


def test_a_quotation_in_a_block_of_its_own_has_its_source_below() -> None:
    assert status("> A pass is remembered with its past;\n\n— m.py:11") == "verified m.py:11"


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("“it is never walked a second time, and what joins it later” (m.py:11-12)", "verified m.py:11-12"),
        ("“it is walked a second time, and what joins it later” (m.py:11-12)", "misquoted m.py:11-12"),
        ("“walked a second time, and what joins it later” (m.py:11-12)", "misquoted m.py:12"),
        ("“counts for nothing at all ever” (m.py:3)", "misquoted m.py:12-13"),
        ("“counts for nothing,” (m.py:12)", "verified m.py:12"),
        ("“counts for nothing much at all,” (m.py:12)", "misquoted"),
    ],
)
def test_words_of_a_comment_are_compared_without_its_signs(text: str, came: str) -> None:
    assert status(text) == came


def test_a_very_long_comment_is_compared_with_its_signs() -> None:
    text = "# one two three\n# four five six\n" + "#\n" * MOST_LINES
    place = Citation(kind="lines", text="m.py", start=0, end=4, path="m.py", first=1, last=MOST_LINES + 2)
    found = check(replace(place, quote="two three four five"), [Source(name="m.py", text=Text(text))])
    assert found.status in ("near", "misquoted")


@pytest.mark.parametrize(
    ("stands", "quoted"),
    [
        ("if portion * edge.ratio <= edge.minimum_size:", "if portion * edge.ratio < edge.minimum_size:"),
        ("return min(self.first * 2.0**tried, self.longest)", "return min(self.first * 2.0*tried, self.longest)"),
        ("waits a while: first seconds, doubling to longest", "waits a while: first milliseconds, doubling to longest"),
        ("total -= portion * edge.ratio + remainder(one)", "total = portion * edge.ratio + remainder(one)"),
    ],
)
def test_an_operator_or_a_unit_that_differs_is_never_near(stands: str, quoted: str) -> None:
    assert status(f"m.py:1: `{quoted}`", f"{stands}\n").startswith("misquoted")
    assert status(f"m.py:1: `{stands}`", f"{stands}\n") == "verified m.py:1"


def test_the_message_of_a_commit_stands_right_behind_its_id() -> None:
    found = [one.quote for one in recognise("Commit 8cf82ad “Open the shop” did it, and commit 9cf82ad as well.")]
    assert found == ["Open the shop", ""]


def test_a_contraction_that_is_left_out_is_never_near() -> None:
    stands = "I haven't measured it, and nobody else has measured it so far."
    assert status(f"m.py:1: “{stands}”", stands) == "verified m.py:1"
    quoted = stands.replace("n't", "")
    assert status(f"m.py:1: “{quoted}”", stands) == "misquoted m.py:1"
