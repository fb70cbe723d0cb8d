# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Contracts for texts that people read as they are: contributions, plans, documents.

Nothing has to be read from them. Whatever step asks for no other contract asks for a contribution, so the instructions
of many steps stand here.
"""

from __future__ import annotations

import re

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_payload
from disputatio.prompting.rehearsal.claims import gaps as missing
from disputatio.prompting.rehearsal.claims import topics
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, own, reply_to_last, say
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _said(shape: Shape, text: str, brief: Brief) -> Payload:
    return {}


def _planned(shape: Shape, text: str, brief: Brief) -> Payload:
    return read_payload(shape, text, brief) or {}


def _titled(shape: Shape, text: str, brief: Brief) -> Payload:
    title = re.search(r"^#{1,3}\s+(\S[^\n]{0,200})", text, re.M)
    return {"title": title[1].strip("# ") if title else ""}


def _plan(brief: Brief, given: Material) -> str:
    named = topics(brief.question)[:5]
    steps = [f"{at}. Settle what is true of “{topic}”, and say by which source." for at, topic in enumerate(named, 1)]
    return "\n".join((*steps, f"{len(steps) + 1}. Compare the result with the question, and list what stays open."))


def _artifact(brief: Brief, given: Material) -> str:
    gaps = bullet_list([f"“{one}”" for one in missing(brief, given)])
    said = reply_to_last(brief, given, attacking=False)
    parts = (f"# {short(brief.question, 100)}", said, own(brief, given), f"## What is not known\n\n{gaps}")
    return "\n\n".join(part for part in parts if part)


SAY = Contract(
    name="say",
    asks="""\
Make your contribution to the debate.""",
    tasks={
        "say again": """\
Make your next contribution. Reply to what was said to you or against you; if somebody has asked you something, answer that too. Then move the debate on.""",
        "analyst/analysis": """\
Give your answer to the question.""",
        "analyst/analysis again": """\
Answer the critique; if somebody has asked you something, answer that too. Take each point that the critique disputes, doubts or adds, and what else is contested, by its id or, where it has none yet, in its own words; do one of these:
- defend it, with the evidence or the reason for it;
- revise it, with the new wording in full, as two points if only a part is disputed;
- withdraw it ("I withdraw P3: …"), with the reason;
- where nothing at hand can decide it, keep it as an assumption, and say how your answer depends on it.
Leave alone what is agreed. Close with your answer as it stands now.""",
        "sealed": """\
Give your own first answer. Nobody has read anybody else yet; your answer is sealed until everybody has given theirs.""",
        "draft": """\
Answer the question yourself, completely. Another participant is doing the same right now; you will read each other afterwards.""",
        "cross-review": """\
Read both answers. Say what you take over from the other's answer and why, what in it is wrong or missing and why, and what the common document should now contain.""",
        "opening": """\
Open the debate: say where you stand on the question and why, in your own voice, in one or two paragraphs.""",
        "take": """\
Say what you hold on this aspect, given where everybody stands.""",
        "reply": """\
Answer what somebody else said last on this aspect; if somebody has asked you something, answer that too. Take up the strongest thing that was said against you, and say what you hold now.""",
        "closing": """\
Close: say where you stand now, what moved you and what did not, and what would still change your mind.""",
        "answer-person": """\
The person who asked the question is speaking to you. Answer them directly.""",
        "red-talk": """\
Talk within your team: which attacks are worth making, and which have been answered?""",
        "blue-talk": """\
Talk within your team: which attacks need an answer, and what should it be?""",
        "refinement": """\
Bring together what was said in this round: the valid points, where they agree, where they differ, what could settle each difference, and which questions remain.""",
        "statement": """\
State your position on the claim: what you hold, your best reason, and what would change your mind.""",
    },
    reader=_said,
    rehearsal=say,
    end="",
    formed="Sources",
)
PLAN = Contract(
    name="plan",
    asks="""\
Write the plan: the parts of the task in order and, for each of them, what it needs, who does it, and how one can tell that it is done.""",
    tasks={
        "central-plan": """\
You lead. Write the plan by which the others will each work out a complete solution, alone and at the same time: the parts of the task in order, what each part needs, and how one can tell that it is done. Where something is unclear, say what is to be assumed. Leave solving the task to them.""",
        "own-plans": """\
Plan your part of the task: what you would do, in order, what you need of the others for it, and what they can count on from you.""",
        "negotiation": """\
You see the plans of those whom you work with. Settle with them what depends on one another: say what you take over, what you change in your plan because of theirs, and what is still open. If you lead, write the one plan that follows from all of them, with who does what.""",
    },
    fields=(shapes.items("items", "the steps, in order", shapes.WORDS, also="steps, plan, tasks", needed=False),),
    reader=_planned,
    rehearsal=_plan,
    end="",
)
ARTIFACT = Contract(
    name="artifact",
    asks="""\
Write the document that the question asks for, from everything that was said: one complete text that stands on its own, under a title. Where the participants differed and it matters, say so in the document.""",
    tasks={
        "aggregate": """\
Put the parts that the others have made together into one complete solution by the plan: take the best of each, resolve what does not fit, and say what you left out and why.""",
        "propose": """\
Propose your complete solution, under a title: first the solution itself, then the rationale. Follow the plan, where there is one. Where the task asks for code, give the whole program in one fenced block, with tests of its own that can be run as they stand; where you are shown code of your own that was tested, start from it. Where flaws of yours are listed that still stand, mend them, or say which you do not accept and why; where scores of yours were low, raise them; take over what is better in proposals of others, and say what you changed because of what. State every assumption that you make where the task is unclear.""",
        "optimize": """\
Give the whole improved version of the proposal that you are shown, of the best where there are several, as your role asks, under a title, with the same behaviour where it was right. Mend the flaws that still stand and raise the scores that are low, the worst first. Where it is code, give the whole program in one fenced block, with its tests. Then say what you changed, because of which flaw or score, and what you left alone.""",
    },
    reader=_titled,
    rehearsal=_artifact,
    end="",
    changes="law.change",
    whole=True,
    final=True,
)
