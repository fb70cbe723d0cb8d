# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Questions, and the answers to them: who answers declares by id what they have answered, in which words, and what they
leave open. What is declared badly is sent back once; from the second reply, what shows nothing is left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from disputatio.debate.board.questions import Question
from disputatio.debate.payload import items
from disputatio.debate.statements.receipts import clause
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import confident, line, read, read_payload
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.reading.columns import in_columns
from disputatio.prompting.reading.markdown import without_fences
from disputatio.prompting.reading.payloads import loose_items
from disputatio.prompting.reading.quoting import own_words
from disputatio.prompting.rehearsal.claims import gaps, topics
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, reply_to
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

CATEGORIES = ("requirements", "constraints", "edge_cases", "performance", "integration")
"""What a question can be about (SPEC PHASE.1)."""
_QUESTION = re.compile(r"[^.?!\n]{8,400}\?")
_AGAIN = re.compile(r"\W*(?P<id>Q\d{1,4})\W+again\W+(?P<text>\S.*)", re.I | re.S)


def _asked(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Questions may stand in a list without any heading, or in prose."""
    found = in_columns(read_payload(shape, text, brief), shape[0], {}, "text")
    if found is None:
        listed = loose_items(text)
        loose = listed if any("?" in one for one in listed) else _QUESTION.findall(without_fences(text))
        listed_questions: list[Json] = [one.strip() for one in loose if "?" in one]
        found = read(shape, {"items": listed_questions}) if listed_questions else None
    for item in items(found.get("items")) if found is not None else ():
        if (again := _AGAIN.match(line(item.get("text")))) is not None:
            item["again"], item["text"] = again["id"].upper(), again["text"]
    return found


def _questions(brief: Brief, given: Material) -> str:
    """Return what is missing, asked once each."""
    asked = " ".join(turn.text for turn in brief.turns if turn.gives == "questions")
    wanted = [*gaps(brief, given), *topics(brief.question)]
    fresh = [one for one in dict.fromkeys(wanted) if f"“{one}”" not in asked]
    found = [f"What is known of “{one}”, and from which source?" for one in fresh[:2]]
    return f"I ask what the answer turns on.\n\n### Questions\n{bullet_list(found)}"


def _answers(brief: Brief, given: Material) -> str:
    """Return an answer to each question, of which a line is quoted; what nothing bears on is left open."""
    replies = {one.id: reply_to(one.text, given) for one in brief.agenda.listed if one.id in brief.agenda.put}
    open_ = {id for id, said in replies.items() if said.startswith("I don't have")}
    sure = round(1 - len(open_) / len(replies), 2) if replies else 1.0
    told = "\n\n".join(replies.values()) or "I was asked nothing."
    lines = {id: said.rpartition("\n")[2].removeprefix("- ") for id, said in replies.items()}
    done = [f"{id} — open" if id in open_ else f"{id} — answered — “{said}”" for id, said in lines.items()]
    left = [short(one.text, 160) for one in brief.agenda.listed if one.id in open_]
    return (
        f"{told}\n\n### Answers\n{bullet_list(done)}\n\n### Confidence\n{sure}\n\n### Ambiguities\n{bullet_list(left)}"
    )


# ---- what is declared of each question, by its id --------------------------------------------------------------------
_ANSWERED, _PARTLY, _OPEN = "answered", "partly", "open"
_STATES = (_ANSWERED, _PARTLY, _OPEN)
_DECLARED = re.compile(r"\W*(?P<id>Q\d{1,4})\b\W*(?:(?P<state>[a-z]+)(?: answered\b)?\W*)?(?P<quote>.*)", re.I | re.S)
_END = """\
### Answers
- <id of each question put to you, one row for each, and of earlier ones that you take up> — <answered; partly, if something that it asks is left; or open> — "<the words of your contribution that answer it, copied exactly, each passage in quotation marks of its own; none if it is open>"

### Confidence
<how sure you are, 0 to 1>

### Ambiguities
- <what remains unclear>"""


_FORM = f"""\
### Questions
- <high, medium or low: how much hangs on it> — <{", ".join(CATEGORIES)}> — <the question>"""


def _answered(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return what was answered, in which words of the turn, and what is left open; for each of the questions put."""
    found = confident(shape, text, brief)
    if found is None:
        return None
    words_of = own_words(shape, text, brief, clause)
    known, faults = {one.id for one in brief.agenda.listed}, list[str]()
    taken: dict[str, Json] = {}
    for id, state, quote in map(_declared, items(found.get("items"))):
        shown, fault = ("", "") if state == _OPEN else _shown(id, state, quote, words_of)
        if id not in known:
            faults.append(f"{id or 'a question without an id'} is not listed")
        elif fault:
            faults.append(fault)
        else:
            taken[id] = {"to": id, "state": state, "quote": shown}
    faults += [f"nothing is declared of {id}" for id in brief.agenda.put if id not in taken and not _named(id, faults)]
    data: Payload = {**found, "items": list(taken.values())}
    if faults and known:
        raise Incomplete(
            f"Not every question is declared as it has to be: {'; '.join(faults[:_TOLD])}. Give all of them, each as "
            "answered or partly answered, with words copied exactly from your contribution, each passage in quotation marks of its own, or as "
            "open.",
            data,
        )
    return data


def _shown(id: str, state: str, quote: str, words_of: Callable[[str], str]) -> tuple[str, str]:
    """Return the words of a contribution that answer a question, and what is wrong with them: of several passages, each
    has to stand there."""
    if state not in (_ANSWERED, _PARTLY):
        return "", f"{id} is declared neither answered nor partly answered nor open"
    whole = words_of(quote)
    found = {one: words_of(one) for one in ([] if whole else _passages(quote))}
    if whole or (found and all(found.values())):
        return whole or " … ".join(dict.fromkeys(found.values())), ""
    if not found:
        return "", f"{id} is not said to be open, and no sentence of yours is quoted that answers it"
    missing = next(one for one, words in found.items() if not words)
    return "", f"{id} quotes “{missing[:_NAMED]}”, which does not stand in your contribution outside the form"


def _passages(quote: str) -> list[str]:
    """Return what is quoted in a row: several passages stand in quotation marks of their own."""
    return [one for part in _BETWEEN.split(quote) if (one := part.strip(_MARKS))]


_MARKS = ' \t"“”„«».,;'
_NAMED = 80
"""Characters of a passage that is named when an answer is sent back."""
_BETWEEN = re.compile(r"""[”"»]\s*(?:[,;]|\band\b|…|\.\.\.)?\s*(?=[“"„«])|\s+…\s+""")
"""What stands between two passages of a row."""
_TOLD = 12
"""Faults that are named when an answer is sent back."""


def _named(id: str, faults: list[str]) -> bool:
    return any(fault.startswith(f"{id} ") for fault in faults)


def answers_of_person(
    asked: Sequence[Question], said: Mapping[str, str], left: str, *, clear: bool
) -> tuple[str, Payload]:
    """Return the turn in which a person answers the questions put to them, and what it declares: they fill in a field
    for each, and need quote nothing. `said`: their answers by the id of the question; `left`: what is still unclear, a
    line for each; `clear`: they take everything to be clear now. Nobody asks them for a figure, so none is given."""
    given = {one.id: text for one in asked if (text := said.get(one.id, "").strip())}
    unclear = [text for one in left.splitlines() if (text := one.strip(" -*•"))]
    parts = [f"**{one.id}. {line(one.text)}**\n\n{given.get(one.id, _UNANSWERED)}" for one in asked]
    parts += [f"**{_STILL}**\n\n" + "\n".join(f"- {one}" for one in unclear)] if unclear else []
    declared: list[Json] = [
        {"to": one.id, "state": _ANSWERED if one.id in given else _OPEN, "quote": line(given.get(one.id, ""))}
        for one in asked
    ]
    ambiguities: list[Json] = list(unclear)
    return "\n\n".join(parts), {"items": declared, "clear": clear, "ambiguities": ambiguities}


_UNANSWERED, _STILL = "*Left open.*", "What is still unclear"


def _declared(item: Payload) -> tuple[str, str, str]:
    """Id, state and quotation of an entry: from its fields, or from one line that holds them."""
    match = _DECLARED.match(line(item.get("to")))
    if match is None:
        return "", "", ""
    state = line(item.get("state")) or choice(match["state"] or "", _STATES)
    return match["id"].upper(), state, line(item.get("quote")) or match["quote"]


QUESTIONS = Contract(
    name="questions",
    asks="""\
Ask the questions that matter most for a good answer: about what is unclear, what is taken for granted, what nobody has touched. One question per item.""",
    fields=(
        shapes.items(
            "items",
            "your questions",
            shapes.text("text", "the question", also="question, q, content", needed=True),
            shapes.choice(
                "category",
                "what it is about",
                *CATEGORIES,
            ),
            shapes.choice("priority", "how much hangs on it", "high", "medium", "low"),
            also="questions, open questions",
        ),
    ),
    tasks={
        "question again": """\
Ask the questions that matter most for a good answer now: about what is unclear, what is taken for granted, what nobody has touched. One question per item. Those that are listed have been asked already. Where an answer to one of them leaves something out that it asks, or two answers contradict each other, put it again in the words that fit now, and begin the item with its id: "Q2 again: …".""",
        "clarify": """\
Before anybody solves the task, ask whoever knows what is wanted. Ask only what decides how the solution has to be, and what the task and the material leave open: requirements, constraints, edge cases, performance, integration. One question per item, answerable in a sentence or two, the most important first, five at most. Do not ask again what is listed as answered. If the task is clear, ask nothing: write "None" under the heading.""",
    },
    reader=_asked,
    rehearsal=_questions,
    ends={"clarify": _FORM},
)
ANSWERS = Contract(
    name="answers",
    asks="""\
Answer the questions that are put to you one by one, in prose. Earlier ones that are still open may be taken up, too. Then declare of each question, by its id, whether you have answered it, answered a part of it, or leave it open; for what you have answered, copy the words of your contribution that do, one sentence or several. Say what remains unclear and how sure you are.""",
    fields=(
        shapes.items(
            "items",
            "what became of each question",
            shapes.text("to", "id of the question (Q1 …)", also="question, q, id", needed=True),
            shapes.choice("state", "whether you have answered it, or a part of it", *_STATES, also="status"),
            shapes.text(
                "quote",
                "if you have: the words of your contribution that do, copied exactly; else empty",
                also="quotation, sentence, words, receipt",
            ),
            also="answers, responses, questions",
            needed=False,
        ),
        shapes.CONFIDENCE,
        shapes.texts("ambiguities", "what remains unclear", also="remaining ambiguities, open questions, unclear"),
    ),
    reader=_answered,
    tasks={
        "clarification": """\
You are asked what is wanted before anybody solves the task. Answer each question that is put to you, exactly and completely, from what you know and from the material; decide where a decision is wanted. Then declare of each question, by its id, whether you have answered it, answered a part of it, or leave it open; for what you have answered, copy the words of your contribution that do, one sentence or several. Say what remains ambiguous, and how sure you are that the task can now be solved as it is meant.""",
    },
    rehearsal=_answers,
    end=_END,
)
