"""Questions reach those who answer, whole and by id; what was answered is shown by their own words."""

from __future__ import annotations

import json

import pytest

from disputatio.app.paths import resource
from disputatio.debate.board.questions import Agenda, Question
from disputatio.debate.log.events import TurnAsked
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.contracts.findings import defences_of_person
from disputatio.prompting.contracts.questions import answers_of_person
from disputatio.prompting.interpret import Incomplete, interpret
from disputatio.prompting.request import Brief, Request
from disputatio.prompting.sections import text_of
from disputatio.testing.boards import moment_of, past_of, turn
from disputatio.testing.debates import live, opening, voices
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import formats_of

SOCRATIC = formats_of(resource("formats"))["socratic"]
ASKED = tuple(
    Question(id=id, text=text, turn=turn("round[1]/question[ada]", "questions"))
    for id, text in (("Q1", "Why now?"), ("Q2", "What does it cost?"))
)
BRIEF = Brief(question="Buy it?", gives="answers", seat="ben", agenda=Agenda(listed=ASKED, put=("Q1", "Q2")))
SAID = "Prices rise in May, so it has to be now. Nobody knows the cost."


def answers(*lines: str, said: str = SAID) -> str:
    listed = "\n".join(f"- {line}" for line in lines)
    return f"{said}\n\n### Answers\n{listed}\n\n### Confidence\n0.7\n\n### Ambiguities\nNone"


@pytest.mark.parametrize("between", ['" "', '" and "', '"; "', "” “", " … "])
def test_several_passages_may_answer_a_question_and_each_has_to_stand_there(between: str) -> None:
    quoted = f'"Prices rise in May{between}Nobody knows the cost."'
    found = interpret("answers", answers(f"Q1 — answered — {quoted}", "Q2 — open"), BRIEF)
    first, _, second = found["items"][0]["quote"].rpartition(" … ")  # type: ignore[index,call-overload,union-attr]
    assert first in ("", "Prices rise in May")
    assert second.removesuffix(".") == ((first and "Nobody knows the cost") or SAID.removesuffix("."))


def test_what_is_declared_of_each_question_is_read_from_lines() -> None:
    found = interpret("answers", answers("Q1 — answered — “Prices rise in May”", "Q2 — open"), BRIEF)
    assert found["items"] == [
        {"to": "Q1", "state": "answered", "quote": "Prices rise in May"},
        {"to": "Q2", "state": "open", "quote": ""},
    ]
    assert found["confidence"] == 0.7


def test_an_answer_is_the_words_that_were_declared_without_what_heads_them() -> None:
    said = "On Q1, which I had not answered: prices, for want of better.\n\nIt does not cost a fortune."
    rows = ("Q1 — answered — “prices, for want of better”", "Q2 — answered — “cost a fortune”")
    found = interpret("answers", answers(*rows, said=said), BRIEF)
    told = [one["quote"] for one in found["items"]]  # type: ignore[union-attr,index,call-overload]
    assert told == ["prices, for want of better", "It does not cost a fortune"], "no denial is cut off"


def test_a_part_is_declared_as_such_and_a_question_can_be_put_again_by_its_id() -> None:
    found = interpret("answers", answers("Q1 — partly answered — “Prices rise in May”", "Q2 — open"), BRIEF)
    assert found["items"][0]["state"] == "partly"  # type: ignore[index,call-overload]
    asked = interpret("questions", "### Items\n- Q2 again: What does it cost in June?\n- Who pays?", Brief())
    assert [(one["text"], one.get("again", "")) for one in asked["items"]] == [  # type: ignore[union-attr,index,call-overload]
        ("What does it cost in June?", "Q2"),
        ("Who pays?", ""),
    ]


def test_what_became_of_questions_is_told_with_contradictions_and_what_was_put_again() -> None:
    first, second = "round[1]/question[ada]", "round[2]/question[ada]"
    said = {"ben": "The firm may draw them alone", "cyd": "Not the firm alone, it saves money"}
    turns = [turn(first, "questions", items=[{"text": "Who draws?"}, {"text": "Who pays?"}])]
    for seat, quote in said.items():
        part = {"to": "Q2", "state": "partly", "quote": "A part of us"}
        given = [{"to": "Q1", "state": "answered", "quote": quote}, part]
        turns.append(turn(f"{first}/answer[{seat}]", "answers", text=f"{quote}. A part of us", items=given))
    stated = {"id": "P1", "by": "ben", "text": "It is the firm's", "quote": said["ben"]}
    record = {"id": "P1", "by": "cyd", "does": "disagrees", "quote": said["cyd"]}
    turns.append(turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[record]))
    turns.append(turn(second, "questions", items=[{"text": "Who pays in the end?", "again": "Q2"}]))
    told = text_of("answers", moment_of(past_of(*turns))).splitlines()
    assert told == [
        "Q1 [answered, and the answers differ] Who draws?",
        "  Ben: “The firm may draw them alone”",
        "  Cyd: “Not the firm alone, it saves money”",
        "Q2 [partly answered, put again as Q3] Who pays?",
        "  Ben in part: “A part of us”",
        "  Cyd in part: “A part of us”",
        "Q3 [open] Who pays in the end?",
    ]
    turns.append(turn(f"{second}/answer[ben]", "answers", text="I take that back.", items=[]))
    gone = {"id": "P1", "by": "ben", "does": "withdraws", "quote": "I take that back"}
    turns.append(turn("round[2]/ledger[clerk]", "ledger", about=[gone]))
    told = text_of("answers", moment_of(past_of(*turns))).splitlines()
    assert told[:2] == [
        "Q1 [answered] Who draws?",
        "  Ben: “The firm may draw them alone” (withdrawn since: “It is the firm's”)",
    ]
    less = {"id": "P1", "by": "ben", "does": "revises", "text": "Some are the firm's", "quote": "take that back"}
    turns[-1] = turn("round[2]/ledger[clerk]", "ledger", about=[less])
    told = text_of("answers", moment_of(past_of(*turns))).splitlines()
    assert told[1] == "  Ben: “The firm may draw them alone” (reworded since: “Some are the firm's”)"


def test_what_the_last_verdict_left_open_is_told_to_who_decides_next() -> None:
    assert text_of("open-points", moment_of(past_of())) == ""
    left = turn("round[1]/ruling[mod]", "verdict", open=["Who waits?", "Who pays?"])
    assert text_of("open-points", moment_of(past_of(left))) == "- Who waits?\n- Who pays?"


def test_answers_that_were_mended_are_read_by_all_as_they_were_mended() -> None:
    first = answers("Q1 — answered — “Prices fall in May”", "Q2 — open")
    data = interpret("answers", answers("Q1 — partly — “Prices rise in May”", "Q2 — open"), BRIEF)
    told = contract_of("answers").mended(first, data)
    assert told.startswith(SAID)
    assert "### Answers\n- Q1 — partly — “Prices rise in May”\n- Q2 — open\n\n" in told
    assert "fall" not in told
    assert "Ambiguities" not in told, "what is empty is left out"
    assert interpret("answers", told, BRIEF) == data
    assert contract_of("answers").mended(SAID, {}) == SAID
    assert contract_of("ledger").mended("{}", {"new": []}) == "{}", "a record is the form alone"


def test_a_form_that_was_mended_leaves_no_empty_headings_of_the_first_one() -> None:
    first = "I doubt it.\n\n### Challenged\n\n### How\n\n### Objection\n\n### Position\nNo"
    told = contract_of("challenge").mended(first, {"position": "Yes", "challenged": "It is fast", "how": "wrong"})
    assert told == "I doubt it.\n\n### Position\nYes\n\n### Challenged\nIt is fast\n\n### How\nwrong"


def test_a_line_of_a_list_is_quoted_without_its_mark() -> None:
    said = "I see it so:\n\n1. Prices rise in May.\n2. Nobody knows the cost."
    found = interpret("answers", answers("Q1 — answered — “Prices rise in May”", "Q2 — open", said=said), BRIEF)
    assert found["items"][0]["quote"] == "Prices rise in May"  # type: ignore[index,call-overload]


NOW = "Prices rise in May, so it has to be now."
FORM = answers("Q1 — answered — “Prices rise in May”", "Q2 — open", said="")
BY_LABELS = "Answers:\n- Q1 — answered — “Prices rise in May”\n- Q2 — open\n\nConfidence: 0.7\n\n"


@pytest.mark.parametrize(
    "text",
    [
        f"## Answers\n\n{NOW}{FORM}",
        f"## Answers\n\n- {NOW}\n\n## Confidence\n\nI am rather sure.{FORM}",
        f"{FORM}\n\n{NOW}",
        f"{FORM.removesuffix('None')}- The cost\n  of it\n- The date\n\n{NOW}",
        f"{FORM.replace('### Answers', f'### Answers{chr(10)}{NOW}{chr(10)}')}",
        FORM.replace("0.7", f"0.7\n\n{NOW}"),
        f"{BY_LABELS}{NOW}",
        f"{NOW}{FORM}\n\n### Ambiguities",
        f"{NOW}\n\n```\n# prices\nmay = 3\n```{FORM}",
        f"```\n### Answers\n- Q1 — open\n```\n{NOW}{FORM}",
    ],
    ids=[
        *("a heading", "more headings", "after the form", "after a list", "before a list", "after a value", "labels"),
        *("an empty heading", "code", "a form in a fence"),
    ],
)
def test_prose_is_quoted_wherever_it_stands_and_whatever_its_heading(text: str) -> None:
    quoted = {one["to"]: one["quote"].rstrip(".") for one in interpret("answers", text, BRIEF)["items"]}  # type: ignore[union-attr,index,call-overload]
    assert quoted == {"Q1": "Prices rise in May", "Q2": ""}


@pytest.mark.parametrize(
    "text",
    [
        f"I cannot say.{FORM}",
        f"I cannot say.{FORM}\n\n### Answers",
        f"I cannot say.\n\n```\n### Answers\n- Q1 — answered — “Prices rise in May”\n```{FORM}",
        f"I cannot say.{FORM.replace('- Q', 'Q')}",
        f"I cannot say.{FORM.replace('- Q2', '    and not in June' + chr(10) + '- Q2')}",
    ],
    ids=["one form", "an empty heading", "a form in a fence", "no bullets", "an item of two lines"],
)
def test_what_stands_in_the_form_alone_is_nobody_s_sentence(text: str) -> None:
    with pytest.raises(Incomplete, match="does not stand in your contribution outside the form"):
        interpret("answers", text, BRIEF)


def test_the_same_is_read_from_json() -> None:
    items = [{"to": "q1", "state": "answered", "quote": "Prices rise in May"}, {"question": "Q2", "status": "open"}]
    text = f"{SAID}\n\n```json\n{json.dumps({'items': items, 'confidence': 0.7, 'ambiguities': []})}\n```"
    taken = interpret("answers", text, BRIEF)["items"]
    assert [(one["to"], one["state"]) for one in taken] == [("Q1", "answered"), ("Q2", "open")]  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("Q1 — answered", "Q2 — open"), "Q1 is not said to be open, and no sentence of yours"),
        (
            ("Q1 — answered — “It has to be today”", "Q2 — open"),
            "Q1 quotes “It has to be today”, which does",
        ),
        (
            ("Q1 — answered — “Prices rise in May” “It has to be today”", "Q2 — open"),
            "Q1 quotes “It has to be today”, which does not stand in your contribution outside the form[.] Give",
        ),
        (("Q1 — perhaps", "Q2 — open"), "Q1 is declared neither answered nor partly answered nor open"),
        (("Q2 — open",), "nothing is declared of Q1"),
        (("Q1 — open", "Q2 — open", "Q7 — open"), "Q7 is not listed"),
        (("Q1 — open", "Q2 — open", "the last one — open"), "a question without an id is not listed"),
    ],
)
def test_what_is_declared_badly_is_sent_back_with_the_reason_and_the_rest_is_kept(
    lines: tuple[str, ...], why: str
) -> None:
    with pytest.raises(Incomplete, match=why) as left:
        interpret("answers", answers(*lines), BRIEF)
    several = "each passage in quotation marks of its own"
    assert several in left.value.why
    assert several in contract_of("answers").end
    kept = {one["to"] for one in left.value.data["items"]}  # type: ignore[union-attr,index,call-overload]
    assert kept == {line[:2] for line in lines if line in ("Q1 — open", "Q2 — open")}


def test_who_was_asked_nothing_declares_nothing() -> None:
    assert interpret("answers", answers("Q1 — open"), Brief(gives="answers"))["items"] == []


def test_a_rehearsed_answer_declares_each_question() -> None:
    found = interpret("answers", contract_of("answers").rehearse(BRIEF), BRIEF)
    assert [one["to"] for one in found["items"]] == ["Q1", "Q2"]  # type: ignore[union-attr,index,call-overload]


def test_the_figure_lists_every_question_whole_with_what_became_of_it() -> None:
    long = f"Is it so that {'very ' * 200}much depends on it?"
    past = past_of(
        turn("round[1]/question[ada]", "questions", items=[{"text": "Why now?"}, {"text": long}]),
        turn("round[1]/question[ada]/answer[ben]", "answers", items=[{"to": "Q1", "state": "open"}]),
        turn("round[1]/question[ada]/answer[cyd]", "answers", items=[{"to": "Q2", "state": "answered", "quote": "So"}]),
    )
    assert text_of("answers", moment_of(past)) == f"Q1 [open] Why now?\nQ2 [answered] {long}\n  Cyd: “So”"
    ben, dot = (text_of("questions", moment_of(past, f"round[2]/x[{seat}]")) for seat in ("ben", "dot"))
    assert ben == f"Q1 [open] Why now?\nQ2 [answered] {long}"
    assert dot == f"Q1 [put to you now] Why now?\nQ2 [put to you now] {long}"


async def test_in_a_socratic_debate_the_questions_reach_those_who_answer() -> None:
    said: list[Request] = []

    def answer(request: Request) -> str:
        said.append(request)
        return answers("Q1 — open", said="I cannot know.") if len(said) > 1 else answers("Q1 — answered", said="Now.")

    script = voices(questions="I ask.\n\n### Items\n- Why now?", answers=answer)
    first = opening(SOCRATIC, "Buy it?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    async with live(first, ScriptedProvider(script)) as on:
        await on.settle()
        asked = [e for e in on.events if isinstance(e, TurnAsked) and e.gives == "answers"]
    assert asked
    assert "Q1 [put to you now] Why now?" in said[0].messages[0].text
    assert "no sentence of yours is quoted" in said[1].messages[-1].text, "it is sent back once"


# ---- a person fills in a field for each ------------------------------------------------------------------------------
def test_a_person_answers_field_by_field_and_need_quote_nothing() -> None:
    text, data = answers_of_person(ASKED, {"Q1": " Prices rise. \n", "Q9": "x"}, "- the budget\n\n", clear=False)
    assert text == (
        "**Q1. Why now?**\n\nPrices rise.\n\n**Q2. What does it cost?**\n\n*Left open.*\n\n"
        "**What is still unclear**\n\n- the budget"
    )
    assert data == {
        "items": [
            {"to": "Q1", "state": "answered", "quote": "Prices rise."},
            {"to": "Q2", "state": "open", "quote": ""},
        ],
        "clear": False,
        "ambiguities": ["the budget"],
    }, "whoever gave no figure has none"
    text, data = answers_of_person(ASKED[:1], {"Q1": "Now."}, "", clear=True)
    assert (text, data["clear"], data["ambiguities"]) == ("**Q1. Why now?**\n\nNow.", True, [])


def test_whoever_works_on_the_task_is_told_what_was_clarified_and_what_was_not() -> None:
    given = [{"to": "Q1", "state": "answered", "quote": "At most ten."}, {"to": "Q2", "state": "open"}]
    past = past_of(
        turn(
            "dehallucination[1]/clarify[ada]",
            "questions",
            items=[{"text": "How many?", "category": "constraints", "priority": "high"}, {"text": "By when?"}],
        ),
        turn("dehallucination[1]/clarification[ben]", "answers", items=given, ambiguities=["the budget"]),
    )
    assert text_of("clarified", moment_of(past, "round[1]/propose[cyd]")).splitlines() == [
        "Q1 (constraints, high) How many? — “At most ten.”",
        "Q2 By when? — not answered",
        "- still unclear: the budget",
    ]
    assert text_of("clarified", moment_of(past_of())) == ""


def test_a_person_defends_attack_by_attack_and_declares_what_they_picked() -> None:
    attacks = {"A1": "It leaks.", "A2": "It ends.", "A3": "It burns."}
    said = {"A1": " Lock it.\nTwice. ", "A2": "So it does.", "A3": " ", "A9": "Nobody said that."}
    picked = {"A1": {"kind": "patch", "closes": "yes"}}
    text, data = defences_of_person(attacks, said, picked, "\n```diff\n-a\n+b\n```\n")
    assert text == (
        "**Against A1: It leaks.**\n\nLock it.\nTwice.\n\n*It closes the attack.*\n\n"
        "**Against A2: It ends.**\n\nSo it does.\n\n*How far it closes the attack is left open.*\n\n"
        "```diff\n-a\n+b\n```"
    )
    assert data["items"] == [
        {"text": "Lock it. Twice.", "answers": "A1", "repeats": "", "kind": "patch", "closes": "yes"},
        {"text": "So it does.", "answers": "A2", "repeats": "", "kind": "", "closes": ""},
    ]
    assert "```" not in defences_of_person(attacks, said, picked, " ")[0]
