"""Markdown: the whole debate to read, where nothing that a model wrote can do more than be read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import hypothesis
import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.exporting.conftest import example

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import (
    BlockEntered,
    DebateEnded,
    DebateOpened,
    Event,
    PassBegan,
    Recorded,
    SeatAssigned,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.seats import Seat
from disputatio.debate.payload import items, word
from disputatio.debate.values import Json
from disputatio.debate.views.look_ups import UNAVAILABLE
from disputatio.debate.views.result_section import Line
from disputatio.exporting.account import in_lists
from disputatio.exporting.argument_map import map_of
from disputatio.exporting.markdown import block, export_markdown, in_line, inline, part_lines
from disputatio.exporting.pieces import Run, Table
from disputatio.storage.chain import EMPTY, stamp
from disputatio.storage.codec import EVENTS

OPENED = DebateOpened(
    question="Which database?",
    format=Format(name="dual", title="Dual debate", body=Block(name=""), cast=()),
    seats=(
        Seat(id="analyst", part="analyst", role="Analyst", name="Analyst", model="openai:gpt"),
        Seat(id="critic", part="critic", role="Critic", name="Carl", model="rehearsal:critic"),
    ),
    options={},
    context=Context(kind="repository", ref="/x", title="engine", pin="abc123"),
)


def records(*events: Event) -> list[Recorded]:
    return [record for _, record in stamp([EVENTS.encode(each) for each in events], EMPTY, 1_700_000_000.0)]


def asked(path: str, seat: str, gives: str = "say", heard: str = "all") -> TurnAsked:
    return TurnAsked(path=path, seat=seat, model=f"m:{seat}", task=step_of(path), gives=gives, heard=heard, sees=())


ASSESSED: dict[str, Json] = {
    "agree": [{"point": "P1", "text": "It is fast", "reason": "measured"}],
    "disagree": [{"text": "It scales"}],
    "unverifiable": [],
}
DEBATE = records(
    OPENED,
    PassBegan(path="round", n=1),
    asked("round[1]/analysis[analyst]", "analyst"),
    TurnCompleted(
        path="round[1]/analysis[analyst]",
        text="# Claim\nSQLite.",
        model="openai:gpt-5",
        tools=(
            ToolUse(name=UNAVAILABLE, arguments="", result="The web was not searched.", failed=True),
            ToolUse(name="web_search", arguments="", result=""),
        ),
    ),
    asked("round[1]/critique[critic]", "critic", "assessment"),
    TurnCompleted(path="round[1]/critique[critic]", text="Mostly.", by="rules", data=ASSESSED),
    asked("round[1]/ledger[clerk]", "clerk", "ledger"),
    TurnCompleted(path="round[1]/ledger[clerk]", text="SECRET LEDGER"),
    PassBegan(path="round", n=2),
    asked("round[2]/critique[critic]", "critic", "assessment"),
    TurnCompleted(path="round[2]/critique[critic]", text="Yes.", data=ASSESSED),
    TurnCompleted(path="round[2]/interjection-1[person]", text="And cost?", by="person"),
    asked("round[2]/analysis[analyst]", "analyst"),
    TurnDrafted(path="round[2]/analysis[analyst]", start=0, text="It began "),
    TurnDrafted(path="round[2]/analysis[analyst]", start=9, text="and then"),
    TurnFailed(path="round[2]/analysis[analyst]", kind="transient", why="the line broke"),
    asked("synthesis[clerk]", "clerk", "synthesis"),
    TurnCompleted(path="synthesis[clerk]", text="Take SQLite.", data={"minority": "It may not scale."}),
    DebateEnded(outcome="max_rounds", why="five rounds are over"),
)


def test_a_debate_reads_from_question_to_transcript() -> None:
    text = export_markdown("On databases", DEBATE)
    parts = [
        "# On databases",
        "## Question\n\nWhich database?",
        "## Recommendation\n\n",
        "## How it ended\n\n- Rounds used up: five rounds are over.",
        "## Seats",
        "- Started: 2023-11-14 22:13 UTC",
        "- Context: repository engine at `abc123`",
        "| Carl | Critic | `rehearsal:critic` |",
        "## Cost\n\n",
        "## Transcript\n\n### Round 1",
        "#### Analyst\n\n*`openai:gpt-5`*\n\n##### Claim\nSQLite.\n\nLooked up:\n\n- searched the web for “”",
        "#### Carl\n\n*worked out by rules*\n\nMostly.",
        "### Round 2",
        "#### You\n\n*written by a person*\n\nAnd cost?",
        "### Synthesis\n\n#### Synthesis\n\n*`m:clerk`*\n\nTake SQLite.\n\n##### Minority report\n\nIt may not scale.",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)
    assert "was not searched" not in text, "nothing was looked up"
    assert "LEDGER" not in text, "records of the board are told in sections of their own"


def test_headings_say_where_a_turn_was_said() -> None:
    """Aspect and round, also in a crux room; and what was said after the synthesis is not under it."""
    room = "aspect[run cost]/miniround[1]/crux[C1]"
    late = "synthesis[clerk]/crux-1[C2]"
    log = records(
        OPENED,
        asked("aspect[run cost]/take[analyst]", "analyst"),
        TurnCompleted(path="aspect[run cost]/take[analyst]", text="Cheap."),
        PassBegan(path="aspect[run cost]/miniround", n=1),
        asked("aspect[run cost]/miniround[1]/say[critic]", "critic"),
        TurnCompleted(path="aspect[run cost]/miniround[1]/say[critic]", text="Dear."),
        PassBegan(path=f"{room}/exchange", n=2),
        asked(f"{room}/exchange[2]/rejoinder[critic]", "critic", heard=f"room:{room}"),
        TurnCompleted(path=f"{room}/exchange[2]/rejoinder[critic]", text="Still."),
        asked("synthesis[clerk]", "clerk", "synthesis"),
        TurnCompleted(path="synthesis[clerk]", text="Take it."),
        asked(f"{late}/statement[analyst]", "analyst", heard=f"room:{late}"),
        TurnCompleted(path=f"{late}/statement[analyst]", text="My case."),
        TurnCompleted(path="synthesis[clerk]/ruling-2[person]", text="C2 is rejected.", by="person"),
    )
    told = export_markdown("t", log).partition("## Transcript\n")[2].splitlines()
    assert [line for line in told if line.startswith(("### ", "#### "))] == [
        "### run cost",
        "#### Analyst",
        "### run cost · round 1",
        "#### Carl",
        "### Crux room: C1",
        "#### Carl",
        "### Synthesis",
        "#### Synthesis",
        "### Crux room: C2",
        "#### Analyst",
        "### After the synthesis",
        "#### You",
    ]


def test_unfinished_turns_are_marked() -> None:
    text = export_markdown("t", DEBATE)
    assert "*This turn failed: the line broke*\n\nIt began and then" in text
    log = records(
        OPENED,
        asked("a[critic]", "critic"),
        TurnCut(path="a[critic]", text="half"),
        asked("b[critic]", "critic"),
        TurnAbstained(path="b[critic]", why="skipped by you"),
    )
    text = export_markdown("t", log)
    assert "*This turn was interrupted. What had arrived by then is kept.*\n\nhalf" in text
    assert "*No turn: skipped by you*" in text


def test_a_reply_in_json_is_told_in_words_and_a_person_s_own_words_stay() -> None:
    reply = '{"agree": [{"point": "P1", "text": "It is fast"}], "level": "Strong"}'
    log = records(
        OPENED,
        asked("a[critic]", "critic", "assessment"),
        TurnCompleted(path="a[critic]", text=reply),
        asked("b[analyst]", "analyst"),
        TurnCompleted(path="b[analyst]", text='{"mine": 1}', by="person"),
        asked("synthesis[clerk]", "clerk", "synthesis"),
        TurnCompleted(path="synthesis[clerk]", text='{"decision": "Take it."}'),
    )
    text = export_markdown("t", log)
    assert "##### Agree\n\n- P1 — It is fast\n\n##### Level\n\nStrong" in text
    assert "#### Synthesis\n\n*`m:clerk`*\n\n##### Decision\n\nTake it." in text
    assert '{"mine": 1}' in text
    assert '"agree"' not in text


def test_whose_common_ground_something_is_stands_there_also_where_the_analysis_says_it_in_their_words() -> None:
    title, log = example("problem-first")
    at, event = next(
        (at, one.event)
        for at, one in reversed([*enumerate(log)])
        if isinstance(one.event, TurnCompleted) and one.event.data.get("common")
    )
    ground = next(item for item in items(event.data["common"]) if items(item.get("receipts")))
    said = word(next(items(ground["receipts"]))["quote"])
    found: dict[str, Json] = {**event.data, "common": [{**ground, "text": f"All say: {said}"}]}
    log[at] = replace(log[at], event=replace(event, data=found))
    told = re.findall(r"All say: .*", export_markdown(title, log))
    assert told
    assert told[0].count(": “") == sum(bool(one.get("quote")) for one in items(ground["receipts"])), "each by name"


def test_a_log_without_an_opening_still_reads() -> None:
    text = export_markdown("t", [])
    assert text.startswith("# t\n\n## Recommendation\n\n- The debate is not over yet.\n")
    assert "## Transcript" not in text


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=http://x/y.png onerror=alert(1)>",
    "![pixel](http://x/y.png)",
    "a <b onclick=x>b</b>",
    "`code` <iframe src=x>",
    "```\n<script>x</script>",
    "~~~\nunclosed <script>",
    "    <script>indented</script>",
    "``` `x` <script>",
    "<!-- comment",
    "text\n<script\n>alert(1)</script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_markdown_stays_text(text: str) -> None:
    log = records(
        OPENED,
        asked("a[critic]", "critic"),
        TurnCompleted(path="a[critic]", text=text),
        asked("b[critic]", "critic"),
        TurnCompleted(path="b[critic]", text="Plain."),
        DebateEnded(outcome="completed", why=text),
    )
    html = markdown.markdown(export_markdown(text, log), extensions=["fenced_code", "tables"])
    for tag in ("<script", "<img", "<b ", "<iframe", "<!--"):
        assert tag not in html
    assert html.count("<h4>Carl</h4>") == 2


@settings(max_examples=400)
@hypothesis.example("```<\n=")
@hypothesis.example(" ```\n=")
@hypothesis.example("~~~`\n=\n\n`#-\n")
@given(st.text(st.sampled_from("`~#=-<>!&[]()\n a"), max_size=80))
def test_no_text_escapes_its_block(text: str) -> None:
    ended = DebateEnded(outcome="completed", why="w")
    plain = TurnCompleted(path="b[critic]", text="Plain.")
    log = records(OPENED, TurnCompleted(path="a[critic]", text=text), plain, ended)
    html = markdown.markdown(export_markdown("t", log), extensions=["fenced_code"])
    assert html.count("<h4>Carl</h4>") == 2
    assert "<h1>" not in html.removeprefix("<h1>t</h1>")
    assert "<img" not in html


@given(st.text())
def test_inline_text_is_one_line_without_markup(text: str) -> None:
    assert "\n" not in inline(text)
    html = markdown.markdown(f"x {inline(text)}")
    assert not any(tag in html for tag in ("<a", "<em", "<strong", "<code", "<img"))


@pytest.mark.parametrize(
    "text",
    [
        "[a](javascript:alert)",
        "[a]( JavaScript:alert)",
        "[a](<javascript:alert>)",
        "[a](&#106;avascript:alert)",
        "[a](\njavascript:alert)",
        "[a][b]\n\n[b]: javascript:alert",
        "[a][b]\n\n[b]:\n  javascript:alert",
        "[a](data:text/html,x)",
        "<javascript:alert>",
    ],
)
def test_links_lead_to_web_pages_or_nowhere(text: str) -> None:
    html = markdown.markdown(block(text))
    assert "<a" not in html or re.search(r'href="(&lt;)?unsafe:', html)


@pytest.mark.parametrize(
    "text",
    ["[a](https://x.org/y?z=1&b=(2))", "[a](src/engine.py)", "[a](#part)", "[a]( https://x.org)", "list[0]: `x`"],
)
def test_other_links_and_brackets_stay_as_they_are(text: str) -> None:
    assert block(text) == text


def test_code_keeps_its_letters() -> None:
    assert block("```py\nif a < b: # x\n```") == "```py\nif a < b: # x\n```"


def test_a_turn_that_had_to_oppose_and_did_not_is_marked_in_the_transcript() -> None:
    path = "round[1]/opposition[critic]"
    torn: dict[str, Json] = {"stance": "supports", "quote": "Buy it"}
    log = records(
        OPENED, asked(path, "critic", "opposition"), TurnCompleted(path=path, text="Buy it.", data=torn, model="m:x")
    )
    said = "did not oppose: it declares its stance as “supports”"
    assert f"#### Carl\n\n*`m:x`*\n\n*{said}*\n\nBuy it." in export_markdown("t", log)


def test_what_somebody_made_bold_stands_without_stars_in_a_line_of_ours_and_a_product_keeps_its() -> None:
    assert in_line((Run(text="I would plan for **archiving it**, 2**3**4, `a**b**c` and *soon*."),)) == (
        r"I would plan for archiving it, 2\*\*3\*\*4, `a**b**c` and soon."
    )


def test_code_stays_code_in_a_line_and_nothing_else_becomes_markup() -> None:
    told = in_line((Run(text="`stop_before_delay` of a_b, _not_ `open, ``x ` y`` and `<img>`"),))
    assert told == r"`stop_before_delay` of a_b, \_not\_ \`open, \`\`x \` y\`\` and `<img>`"


@pytest.mark.parametrize("title", ["Which database", "Which data…"])
def test_a_title_that_is_the_question_is_not_said_twice_nor_cut_off(title: str) -> None:
    told = export_markdown(title, DEBATE)
    assert "## Question" not in told
    assert told.lower().startswith("# which database")
    assert export_markdown("Which other…", DEBATE).startswith("# Which other…")


def test_a_heading_gives_a_long_question_up_to_the_end_of_a_clause() -> None:
    """One broke off after "140 names on its"."""
    first = "We have 96 plots and 140 names on our waiting list"
    rest = "how should we let vacant plots from next spring: whole, in halves, or " * 5
    told = export_markdown("We have 96 plots and 140…", records(replace(OPENED, question=f"{first}; {rest}?")))
    assert told.startswith(f"# {first}…\n\n## Question\n")
    endless = records(replace(OPENED, question="We have plots " * 40))
    assert export_markdown("We have plots We…", endless).startswith("# We have plots We…\n")


def test_a_dispute_stands_with_its_statement_and_nowhere_else() -> None:
    title, log = example("oral-examinations")
    told = export_markdown(title, log)
    assert "## Claims" not in told
    assert re.search(r"^- P\d+ .*\n  - (?:Open between|Settled in|Withdrawn by) ", told, re.MULTILINE)
    drawn = re.findall(r"^  - It (?:used to )?(?:support|attack|answer)s? (P\d+)", told, re.MULTILINE)
    reworded = re.findall(
        r"^- (P\d+) (?:.*\n(?!- ))*?  - As it was worded before, it was attacked by (.*)$", told, re.MULTILINE
    )
    assert reworded, "what spoke against words that are gone is told once, there"
    drawn += [id for id, bore in reworded for _ in re.findall(r"P\d+", bore)]
    bonds = [
        one for one in map_of(title, log).relations if one.bond != "rephrases" and re.fullmatch(r"P\d+", one.source)
    ]
    mapped = Counter(bond.target.partition(",")[0] for bond in bonds)
    assert not Counter(drawn) - mapped, "as the map has them"
    assert {*(mapped - Counter(drawn))} <= {id for id, _ in reworded}, "but for what supported words that are gone"
    assert not re.search(r"“([^“”]{9,})” \(“\1”\)", told.replace("`", "")), "nothing is quoted twice in a line"


def test_a_reason_of_somebody_else_stands_behind_a_statement_in_their_name() -> None:
    told = export_markdown(*example("oral-examinations"))
    assert " (Proponent: “I was too quick in treating writing as a mere exercise.”)\n" in told


def test_rooms_that_run_at_the_same_time_are_told_one_after_the_other_each_with_its_card() -> None:
    events: list[Event] = [OPENED]

    def speaks(room: str, step: str, seat: str, text: str, gives: str = "say", heard: str = "") -> None:
        path = f"round[1]/crux[{room}]/{step}[{seat}]"
        heard = heard or f"room:round[1]/crux[{room}]"
        events.append(asked(path, seat, gives, heard))
        events.append(TurnCompleted(path=path, text=text, data={"crux": "horizon", "statement": "By when"}))

    for room in ("P1", "P2"):
        speaks(room, "statement", "analyst", f"First in {room}.")
    for room in ("P1", "P2"):
        speaks(room, "rejoinder", "critic", f"Second in {room}.", "stance")
    for room in ("P1", "P2"):
        speaks(room, "card", "clerk", "{}", "card", "all")
    text = export_markdown("", records(*events))
    said = re.findall(r"Crux room: P\d|First in P\d|Second in P\d|It turned on the time horizon: By when", text)
    turned = "It turned on the time horizon: By when"
    assert said[-8:] == [
        "Crux room: P1", "First in P1", "Second in P1", turned, "Crux room: P2", "First in P2", "Second in P2", turned,
    ]  # fmt: skip


def test_a_result_is_not_told_twice() -> None:
    told = export_markdown(*example("oral-examinations"))
    assert "## Recommendation" in told
    assert "#### Synthesis" not in told, "all that it says stands above"
    assert len(re.findall(r"^#+ Minority report$", told, re.MULTILINE)) == 1


def test_whom_letters_stand_for_is_told_once_where_they_stand() -> None:
    """Below the text of a chair, and among the ballots once more."""
    title, log = example("one-tired-maintainer")
    told = export_markdown(title, log)
    assert told.count("In the synthesis, A is ") == 1, "its lists alone have letters"

    def lettered(event: Event) -> Event:
        said = isinstance(event, TurnCompleted) and step_of(event.path) == "chair"
        return replace(event, text=f"Response A goes to the root of it.\n\n{event.text}") if said else event

    again = export_markdown(title, [replace(one, event=lettered(one.event)) for one in log])
    assert "In the synthesis, A is " not in again
    assert len(re.findall(r"^\*A: .*\*$", again, re.MULTILINE)) == 1


DECIDED: dict[str, Json] = {"decision": "Take SQLite.", "decisions": ["One file"], "findings": ["It is fast"]}
WRITTEN = """\
**Take SQLite: that is agreed.**

**Recommendation.** One file is enough, as both say.

### Decision
Take SQLite.

### Decisions
- One file

### Findings
- It is fast"""


def test_what_the_author_of_the_result_wrote_stands_at_the_beginning_without_what_is_listed_there_anyway() -> None:
    steps = (Block(name="say", ask="analyst"), Block(name="synthesis", ask="clerk", gives="synthesis"))
    form = replace(OPENED.format, body=Block(name="", do=steps), cast=(Part(name="analyst", role="Analyst"),))
    text = export_markdown(
        "On databases",
        records(
            replace(OPENED, format=form, seats=(replace(OPENED.seats[0], model="m:one"),)),
            BlockEntered(path="say", groups=(("analyst",),)),
            asked("say[analyst]", "analyst"),
            TurnCompleted(path="say[analyst]", text="SQLite."),
            BlockEntered(path="synthesis", groups=(("clerk",),)),
            asked("synthesis[clerk]", "clerk", "synthesis"),
            TurnCompleted(path="synthesis[clerk]", text=WRITTEN, data=DECIDED),
            DebateEnded(outcome="max_rounds", why="one round is over"),
        ),
    )
    prose = "**Recommendation.** One file is enough, as both say."
    assert f"## Recommendation\n\nTake SQLite.\n\n## The result in full\n\n{prose}\n\n## " in text
    assert text.count(prose) == 1
    assert "that is agreed" not in text, "it is the recommendation, which stands above"
    assert text.partition("## Transcript")[2].strip().endswith("SQLite."), "nothing is left to say of it there"
    assert text.count("- One file") == text.count("- It is fast") == 1


def test_what_a_run_came_to_is_told_once_however_often_it_was_checked() -> None:
    """The same was told after the turn, after its phase and after the last vote."""
    one, other = "### Proposal of Ada\n\n**Tests passed** (2)", "### Proposal of Ben\n\n**Tests failed** (1)"
    runs = (one, f"{one}\n\n{other}", f"{one}\n\n{other.replace('failed', 'passed')}", "Python: 1 check, none failed.")
    log = [OPENED]
    for number, text in enumerate((*runs, runs[-1]), 1):
        path = f"round[{number}]/validation[sandbox]"
        log += [asked(path, "sandbox", "tests"), TurnCompleted(path=path, text=text, by="rules")]
    told = export_markdown("On databases", records(*log)).partition("## Transcript")[2]
    assert told.count("**Tests passed** (2)") == 1
    assert told.count("Run again, with the same result: Proposal of Ada.") == 2
    assert "**Tests failed** (1)" in told
    assert "**Tests passed** (1)" in told, "what came of it this time"
    assert told.count("Python: 1 check, none failed.") == 2, "of whose program it is, its turn says"


def test_code_with_a_bar_in_it_is_code_in_a_line_and_ends_no_cell() -> None:
    assert in_line((Run(text="Use `a | b` here"),)) == "Use `a | b` here"
    table = Table(head=("Seat",), rows=(((Run(text="`a | b` | c"),),),))
    assert part_lines(table).splitlines()[-1] == r"| `a \| b` \| c |"


def test_what_a_seat_had_to_do_without_was_not_looked_up() -> None:
    why = "Not set up: scan. Its role may use it, but no command is configured for it; add one in the settings."
    lacks = ToolUse(name=UNAVAILABLE, arguments="", result=why, failed=True)
    path = "round[1]/analysis[analyst]"
    log = records(OPENED, asked(path, "analyst"), TurnCompleted(path=path, text="So.", tools=(lacks,)))
    told = export_markdown("On databases", log)
    assert f"So.\n\n*{why}*" in told
    assert "Looked up" not in told


def test_a_seat_that_was_given_another_model_names_both() -> None:
    swaps = (SeatAssigned(seat="critic", model="openai:mini"), SeatAssigned(seat="clerk", model="openai:mini"))
    told = export_markdown("t", records(OPENED, *swaps))
    assert "| Carl | Critic | `rehearsal:critic`, then `openai:mini` |" in told
    assert "| Analyst | Analyst | `openai:gpt` |" in told
    assert "then left empty" in export_markdown("t", records(OPENED, SeatAssigned(seat="critic", model="")))


def test_the_headings_of_a_turn_begin_below_those_of_the_export_and_none_is_skipped() -> None:
    assert block("### Position\nYes\n#### Why") == "##### Position\nYes\n###### Why"
    assert block("# A\n## B\n#### C") == "##### A\n###### B\n###### C"
    assert block("### B\n# A") == "###### B\n##### A"
    assert block("```\n# a remark\n```\n### B") == "```\n# a remark\n```\n##### B", "a remark in code is no heading"


def test_what_heads_lines_is_no_item_among_them() -> None:
    """“Reworded in a last turn:” was a bullet level with what it was said of, and “Earned” one among agreements."""
    sentence, heading = (Line(text=text, stage="head") for text in ("It counts if it is earned.", "Partly accepted:"))
    below = Line(text="A part", below=True)
    found = in_lists((sentence, Line(text="P1"), below, heading, below, Line(text="P2"), below))
    assert list(map(part_lines, found)) == [
        "It counts if it is earned.",
        "- P1\n  - A part",
        "### Partly accepted",
        "- A part\n- P2\n  - A part",
    ]


def test_a_heading_does_not_break_off_inside_brackets() -> None:
    """One ended in "(120 hectares, clay loam…"."""
    farm = "An arable farm (120 hectares, clay loam) stops ploughing. " + "When is its yield back? " * 20
    log = records(replace(OPENED, question=farm))
    whole = "# When is its yield back?\n"
    for title in ("An arable farm (120 hectares…", "An arable farm (120 hectares, clay loam) stops…"):
        assert export_markdown(title, log).startswith(whole), "the sentence that asks"
    plan = records(replace(OPENED, question=farm.replace("?", ".")))
    whole = "# An arable farm (120 hectares, clay loam) stops ploughing…\n"
    assert export_markdown("An arable farm (120 hectares…", plan).startswith(whole), "its first clause"
    heating = "A hut is to be heated. " * 12 + "How should it be: by pellets; by gas?"
    log_of_heating = records(replace(OPENED, question=heating))
    for title in ("A hut is to be heated. A hut is…", "How should it be: by…"):
        assert export_markdown(title, log_of_heating).startswith("# How should it be: by pellets; by gas?\n")
    long = records(replace(OPENED, question=heating.replace("gas", "logs, or " * 40)))
    assert export_markdown("How should it be: by…", long).startswith("# How should it be: by pellets…\n")
    assert export_markdown("A hut is to be heated. A hut is…", long).startswith("# How should it be…\n")
    assert export_markdown("Our farm (120 hectares…", log).startswith("# Our farm…\n"), "in other words"
