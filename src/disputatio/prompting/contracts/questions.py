# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Questions, and the answers to them."""

from __future__ import annotations

import re

from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import confident, plain, read
from disputatio.prompting.reading.markdown import unfenced
from disputatio.prompting.reading.payloads import loose_items
from disputatio.prompting.rehearsal.claims import gaps, topics
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.reading import sentences, short
from disputatio.prompting.rehearsal.speech import bulleted, reply_to
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

_QUESTION = re.compile(r"[^.?!\n]{8,400}\?")


def _asked(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Questions may stand in a list without any heading, or in prose."""
    found = plain(shape, text, brief)
    if found is None:
        listed = loose_items(text)
        loose = listed if any("?" in one for one in listed) else _QUESTION.findall(unfenced(text))
        items: list[Json] = [one.strip() for one in loose if "?" in one]
        return read(shape, {"items": items}) if items else None
    return found


def _questions(brief: Brief, given: Material) -> str:
    """What is missing, asked once each."""
    asked = " ".join(turn.text for turn in brief.turns if turn.gives == "questions")
    wanted = [*gaps(brief, given), *topics(brief.question)]
    fresh = [one for one in dict.fromkeys(wanted) if f"“{one}”" not in asked]
    found = [f"What is known of “{one}”, and from which source?" for one in fresh[:2]]
    return f"I ask what the answer turns on.\n\n### Items\n{bulleted(found)}"


def _answers(brief: Brief, given: Material) -> str:
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "questions"), None)
    asked = [one for one in sentences(last.text) if one.endswith("?")] if last else []
    replies = [reply_to(one, given) for one in asked]
    open_ = [short(one, 160) for one, said in zip(asked, replies, strict=True) if said.startswith("I don't have")]
    sure = round(1 - len(open_) / len(asked), 2) if asked else 1.0
    told = [short(said.replace("\n", " ").replace(" - ", " "), 300) for said in replies]
    return f"### Items\n{bulleted(told)}\n\n### Confidence\n{sure}\n\n### Ambiguities\n{bulleted(open_)}"


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
                "requirements",
                "constraints",
                "edge_cases",
                "performance",
                "integration",
            ),
            shapes.choice("priority", "how much hangs on it", "high", "medium", "low"),
            also="questions, open questions",
        ),
    ),
    reader=_asked,
    rehearsal=_questions,
)
ANSWERS = Contract(
    name="answers",
    asks="""\
Answer the questions one by one. Say what remains unclear and how sure you are.""",
    fields=(
        shapes.items(
            "items",
            "your answers",
            shapes.text("text", "the answer", also="answer, content, response", needed=True),
            shapes.text("to", "the question it answers", also="question, q"),
            also="answers, responses",
            needed=False,
        ),
        shapes.CONFIDENCE,
        shapes.texts(
            "ambiguities", "what remains unclear", also="remaining ambiguities, open, open questions, unclear"
        ),
    ),
    reader=confident,
    rehearsal=_answers,
)
