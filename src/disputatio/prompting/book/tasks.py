# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What is asked now. Looked up by "role/task", then by task, then by the output contract."""

from __future__ import annotations

TASKS: dict[str, str] = {
    "analyst/analysis": """\
Answer the question. If there is a critique, answer it: defend, revise or withdraw each contested or unverifiable point by its id, with the reason. Then say what your answer is now.""",
    "critique": """\
Judge the last answer to the question: every point of the list that it touches, and every claim in it that has no id yet. Refer to points by their ids where they have one. Citations were checked by machine where the material says so: a claim that rests on a citation which is not verified is not supported by it, so it is unverifiable unless something else decides it; say which citation failed. Then give the assessment.""",
    "assess-again": """\
Your last turn did not end in an assessment that could be read. Give the assessment alone, of what was said there.""",
    "sealed": """\
Give your own first answer. Nobody has read anybody yet, and your answer is sealed before the debate begins.""",
    "draft": """\
Answer the question by yourself, completely. Another participant does the same at this moment; you will read each other afterwards.""",
    "cross-review": """\
Read both answers. Say what you take over from the other's answer and why, what in it is wrong or missing and why, and what you now think the common document should contain.""",
    "artifact": """\
Write the document that the question asks for, from all that was said: one text, complete, that stands on its own. Begin with a heading. Where the participants differed and it matters, say so in the document.""",
    "propose": """\
Propose your solution, complete, with its rationale.""",
    "optimize": """\
Give the improved version of the solution, whole, and say what you changed and why.""",
    "plan": """\
Write the plan: the parts of the task in order, what each one needs, who does it, and how one will see that it is done.""",
    "opening": """\
Open: say where you stand on the question and why, in your own voice, in one or two paragraphs.""",
    "take": """\
Say what you hold about this aspect, given where everybody stands.""",
    "reply": """\
Answer what was said last on this aspect: take up the strongest thing said against you, and say what you hold now.""",
    "closing": """\
Close: say where you stand now, what moved you and what did not, and what would still change your mind.""",
    "answer": """\
Answer the question that was put to you, directly and completely. If it cannot be answered from what is known, say so and declare it open.""",
    "answer-person": """\
The person who asked the question speaks to you. Answer them directly.""",
    "red-talk": """\
Talk within your team: which attacks are worth making, and which have been answered?""",
    "blue-talk": """\
Talk within your team: which attacks must be answered, and how?""",
    "case": """\
Make the case for the proposition.""",
    "rebuttal": """\
Answer the case for the proposition and make the case against it.""",
    "refinement": """\
Bring together what was said in this round: valid points, agreement, difference, ways to settle it, open questions.""",
    "opposition": """\
Oppose the view that is gaining ground.""",
    "challenge": """\
Challenge the answer before yours, then give your own.""",
    "statement": """\
State your position on the claim: what you hold, your best reason, and what would change your mind.""",
    "points": """\
List the points of the turn: each statement on which the answer depends and that somebody could dispute, in one self-contained sentence, in the author's sense. No questions, no courtesies, no announcements, nothing about the debate itself, and nothing that the section of established facts says already. If a point of the list says the same in other words, name its id; a statement and its negation are never the same. List the ids of points that the author took back in this turn.""",
    "aspects": """\
Name the three aspects of the question that are worth debating one by one: each a different reason why people who know the matter could answer differently, together all that the answer depends on, none of them part of another. One to three words each, and a sentence on what is debated under it.""",
    "digest": """\
Condense the messages, merging them with the earlier digest if there is one: what is agreed, what is contested, what was decided, key findings, and a short narrative. Keep ids, figures, citations and who holds what. At most 4,000 characters in all.""",
    "flips": """\
List who changed position on which point, in the last round only, and what moved them: "evidence" if they name newly verified evidence, "argument" if they name a new claim or reason that was made, "capitulation" if they name neither, or only numbers, confidence or tone, "spontaneous" if nobody had spoken against it. Give what they name, and nothing that they do not name: citations as they stand, points by their ids, a reason in the words in which the other participant gave it. What was said before they spoke last, and what nobody said, moved nobody. An empty list if nobody moved.""",
    "agreement": """\
Judge how far the participants agree. Similar words can hide opposite positions ("is dangerous", "is not dangerous"): compare what they hold. Not objecting is not agreeing. Group those who hold the same, and name common ground, disagreements, partial agreements, conditional positions and uncertainties.""",
    "ledger": """\
Record what the last message changes in where its author stands, and only that; what is as before stays empty. Stance and position each in one sentence; one to three key points; evidence and citations as they stand; new agreements and disagreements (with whom, on what, mild or strong); concessions; shifts, each with what the author says moved them and the ids of claims or the citations that they name, and nothing that they do not name; challenges to the author that they still leave unanswered. Importance 1 to 10; new evidence, a concession or a shift is 7 or more. Then the claims: statements on which the author and another participant disagree. Where a claim is in the list already, give its id; a claim and its negation are one dispute with two sides, never two agreements. Not objecting is not agreeing: a claim is resolved only if the author says that they now accept the other side. Name participants by their ids.""",
    "record": """\
Record the round: each participant's position, key argument, evidence and whom they engaged; a summary in one or two sentences; new disagreements; shifts.""",
    "reflections": """\
Write two or three observations that nobody has made: a pattern, a shift, a convergence or an escalation. Each names the participants concerned and rests on what they said.""",
    "traits": """\
Judge the task, not its answer: is it complex, that is, does it have several parts that depend on one another, or requirements that are unclear?""",
    "card": """\
Record what the exchange came to: the claim, what it really hangs on (a fact, a value, a definition, a prediction, a premise, the evidence, or the time horizon), each side's best case, what would change each mind, and whether and how it was resolved.""",
    "synthesis": """\
Write the synthesis for the person who asked: what to believe or do, how far that was agreed and on what evidence, what stays in dispute and what would settle it. Claim no more agreement than there was; if nothing was settled, say so. The minority report is the strongest argument of the losing side that was not refuted, at its strongest, with whose it is. Points marked unverifiable are not facts.""",
    "insights": """\
List what is worth remembering beyond this debate, each as one self-contained sentence: points that all agreed on (confidence 0.9), decisions (0.85), key findings (0.8). Nothing that is still in dispute.""",
    "ranking": """\
Rank the answers by accuracy, then insight, then clarity. Name each by its letter, best first.""",
    "comparison": """\
Compare the two answers by the criteria and say which is better, A or B, or that it is a tie.""",
    "ballot": """\
Vote. Choose exactly one of the options, as it is written, by what you now think is right. Nobody sees your vote before all have voted.""",
    "verdict": """\
Weigh both sides and decide: SUPPORT, OPPOSE or UNCERTAIN. List what is still open.""",
    "stance": """\
Answer what was said last in this room. Look for the one thing on which the dispute really hangs, and say what would change your mind. Then word the common statement that you could accept, and say whether you accept the one that the other side worded last. Accept only what you believe.""",
    "questions": """\
Ask the questions that matter most for answering well: about what is unclear, assumed or avoided. One question an item.""",
    "answers": """\
Answer the questions one by one, say what remains unclear, and how sure you are.""",
    "review": """\
Score the work by criterion, each from 0 to 1 with the reason, and overall.""",
    "findings": """\
Publish your attacks: new ones only, each concrete.""",
    "patches": """\
Publish your defences, each with the attack that it answers.""",
    "assessment": """\
Judge the points and give the assessment.""",
    "code": """\
Write the whole program, in one fenced block.""",
    "reflection": """\
The tests failed. Say what the root cause is, what went wrong, what to change next, and how confident you are in that change.""",
    "approval": """\
Say whether this may go on, and why.""",
    "ruling": """\
Say what becomes of the point.""",
    "say": """\
Make your contribution to the debate.""",
}
