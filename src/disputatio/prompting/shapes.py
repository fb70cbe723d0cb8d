"""The output contracts of `debate.formats.CONTRACTS`, field by field.

One declaration serves the JSON Schema (`schemas`), the form that prompts show (`book`), and the reading of replies
(`reading`), so they cannot drift apart.
"""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import value

Kind = Literal["text", "texts", "flag", "share", "number", "choice", "items", "ids"]
"""text: words. texts: a list of them. flag: yes or no. share: 0 to 1. number: 0 to 10. choice: one of `choices`.
items: a list of objects with the fields `of`. ids: a list of point ids."""


@value
class Field:
    """`says` is what the model is told; `also` are other names that models use for it; `needed`: without it the
    contract is not kept."""

    name: str
    says: str
    kind: Kind = "text"
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    of: tuple[Field, ...] = ()
    needed: bool = False


def _text(name: str, says: str, *also: str, needed: bool = False) -> Field:
    return Field(name=name, says=says, also=also, needed=needed)


def _texts(name: str, says: str, *also: str) -> Field:
    return Field(name=name, says=says, kind="texts", also=also)


def _flag(name: str, says: str, *also: str) -> Field:
    return Field(name=name, says=says, kind="flag", also=also, needed=True)


def _share(name: str, says: str, *also: str, needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="share", also=also, needed=needed)


def _number(name: str, says: str, *also: str) -> Field:
    return Field(name=name, says=says, kind="number", also=also)


def _choice(name: str, says: str, *choices: str, also: tuple[str, ...] = (), needed: bool = False) -> Field:
    return Field(name=name, says=says, kind="choice", choices=choices, also=also, needed=needed)


def _items(name: str, says: str, *of: Field, also: tuple[str, ...] = (), needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="items", of=of, also=also, needed=needed)


_CONFIDENCE = _share("confidence", "how sure you are, 0 to 1", "certainty", "confidence level", "probability")
_SURE = _share("confidence", "how sure you are, 0 to 1", "certainty", "confidence level", needed=False)
_SEAT = _text("seat", "id of the participant", "participant", "agent", "agentid", "who", "author", "name")
_REASON = _text("reason", "why, in one sentence", "because", "why", "rationale", "reasoning", "explanation", "evidence")
_WORDS = _text(
    "text", "the statement, in one sentence", "claim", "statement", "content", "description", "summary", "point text",
    "title", "issue", "item", needed=True,
)  # fmt: skip
_JUDGED = (
    _text("point", "id of the point (P1 …) if it has one, else empty", "id", "point id", "ref", "number"),
    _text("text", "the point, in one sentence", "claim", "statement", "content", "description", "issue", "title"),
    _REASON,
)
_RELATION = (
    _text("on", "on what, in one statement", "text", "what", "about", "topic", needed=True),
    _text("seat", "id of the other participant", "with", "participant", "whom", "who", "agent"),
    _choice("strength", "how strongly", "mild", "strong"),
)
_KINDS = ("claim", "fact", "decision", "finding")

ASSESSMENT = (
    _items("agree", "what you agree with", *_JUDGED, also=("agreed", "agreements", "agreement", "agree points",
           "points of agreement", "supported", "verified", "common ground")),
    _items("disagree", "what you disagree with", *_JUDGED, also=("disagreed", "disagreements", "disagreement",
           "disagree points", "points of disagreement", "contested", "disputed", "objections", "rejected")),
    _items("unverifiable", "what the context neither supports nor contradicts", *_JUDGED, also=("unverified",
           "unverifiable points", "cannot verify", "unsupported", "not verifiable", "unknown", "needs evidence")),
    _choice("level", "overall", "Strong", "Moderate", "Weak", needed=True, also=("overall", "overall level",
            "overall assessment", "assessment", "agreement level", "overall agreement", "strength", "rating")),
)  # fmt: skip

SHAPES: dict[str, tuple[Field, ...]] = {
    "say": (),
    "plan": (_items("items", "the steps, in order", _WORDS, also=("steps", "plan", "tasks"), needed=False),),
    "artifact": (),
    "answer": (
        _text("position", "your answer in one sentence", "option", "choice", "vote", "answer", "stance", "decision",
              "recommendation", "final answer", "my position", needed=True),
        _CONFIDENCE,
        _texts("because", "the reasons that carry it", "reasons", "rationale", "reasoning", "why", "evidence",
               "justification", "key points", "explanation"),
    ),
    "assessment": ASSESSMENT,
    "stance": (
        _flag("resolved", "true if you accept the common statement", "agreed", "accepted", "settled", "accept"),
        _text("statement", "the common statement that you would accept", "common statement", "proposal", "position"),
        _SURE,
    ),
    "questions": (
        _items("items", "your questions", _text("text", "the question", "question", "q", "content", needed=True),
               _choice("category", "what it is about", "requirements", "constraints", "edge_cases", "performance",
                       "integration"), _choice("priority", "how much hangs on it", "high", "medium", "low"),
               also=("questions", "open questions")),
    ),
    "answers": (
        _items("items", "your answers", _text("text", "the answer", "answer", "content", "response", needed=True),
               _text("to", "the question it answers", "question", "q"), also=("answers", "responses"), needed=False),
        _CONFIDENCE,
        _texts("ambiguities", "what remains unclear", "remaining ambiguities", "open", "open questions", "unclear"),
    ),
    "review": (
        _items("items", "score by criterion", _text("text", "the criterion", "criterion", "name", needed=True),
               _share("score", "0 to 1", "rating", "value", needed=False), _REASON,
               also=("criteria", "scores", "rubric"), needed=False),
        _share("score", "overall, 0 to 1", "overall score", "overall", "total", "rating", "total score"),
    ),
    "findings": (
        _items("items", "the weaknesses found", _WORDS,
               _choice("severity", "how bad", "critical", "high", "medium", "low", also=("priority", "level")),
               _text("category", "which kind of attack or flaw", "type", "kind"), _REASON,
               also=("findings", "attacks", "vulnerabilities", "weaknesses", "flaws", "issues", "risks")),
    ),
    "patches": (
        _items("items", "the defences",
               _text("text", "the defence, in one sentence", "defence", "defense", "patch", "fix", "mitigation",
                     "description", "content", needed=True),
               _text("answers", "the finding it answers", "finding", "attack", "to", "addresses", "issue"),
               also=("patches", "defences", "defenses", "fixes", "mitigations", "hardening")),
    ),
    "verdict": (
        _choice("decision", "your decision", "SUPPORT", "OPPOSE", "UNCERTAIN", needed=True,
                also=("verdict", "ruling", "outcome", "conclusion", "winner", "position")),
        _CONFIDENCE,
        _texts("open", "points that are still open", "open points", "unresolved", "open questions", "open issues"),
        _text("reasoning", "why, weighing both sides", "reason", "because", "rationale", "justification"),
    ),
    "approval": (_flag("approved", "true to go on", "approve", "approval", "accepted"),
                 _text("reason", "why", "because", "comment")),
    "card": (
        _text("claim", "the claim that was debated, or its id", "topic", "id"),
        _choice("crux", "what it really hangs on", "fact", "value", "definition", "prediction", "premise", "evidence",
                "horizon", needed=True, also=("the crux", "true crux", "crux type", "type", "kind")),
        _text("statement", "the crux in one sentence", "crux statement", "summary", "question"),
        _items("best", "each side's best case", _SEAT, _WORDS, also=("best cases", "best case", "cases"), needed=False),
        _items("minds", "what would change each mind", _SEAT, _WORDS, needed=False,
               also=("what would change each mind", "change minds", "would change", "what would change minds")),
        Field(name="resolved", says="true if both accepted a common statement", kind="flag", also=("settled",)),
        _text("how", "how it was resolved, if it was", "resolution", "common statement"),
    ),
    "synthesis": (
        _text("decision", "what to believe or do, and how far that was agreed", "recommendation", "final answer",
              "conclusion", "answer", "synthesis", "verdict", "final recommendation", "bottom line"),
        _text("minority", "the strongest surviving argument against it, and whose it is", "minority report", "dissent",
              "dissenting view", "minority view", "dissenting opinion", "strongest objection", "remaining objection"),
        _SURE,
        _texts("decisions", "what was settled as the way to go", "agreed decisions", "decisions made"),
        _texts("findings", "facts and insights relied on", "key findings", "findings of fact", "insights"),
    ),
    "points": (
        _items("items", "the points that the turn states", _WORDS,
               _choice("kind", "what it is", *_KINDS, also=("type",)),
               _text("same_as", "id of an earlier point that says the same, else empty", "same as", "duplicate of",
                     "restates", "existing"), also=("points", "claims", "statements")),
        Field(name="withdrawn", says="ids of points that the author took back", kind="ids",
              also=("withdrew", "retracted", "taken back", "conceded")),
    ),
    "ledger": (
        _text("stance", "the author's overall stance, in one sentence; empty if it is as before", "overall stance",
              "view"),
        _text("position", "the author's position on the aspect at hand, in one sentence", "aspect position"),
        _texts("keypoints", "one to three key points of the message", "key points", "key_points", "points"),
        _texts("evidence", "citations and evidence named, as they stand", "citations", "evidence cited"),
        _items("agreements", "new agreements", *_RELATION, also=("agrees", "agreement", "agrees with"), needed=False),
        _items("disagreements", "new disagreements", *_RELATION,
               also=("disagrees", "disagreement", "challenges"), needed=False),
        _texts("concessions", "what the author gave up", "concedes", "concession", "conceded"),
        _items("shifts", "changes of position",
               _text("from", "the position before", "before", "old"),
               _text("to", "the position now", "after", "new", "text", "content", needed=True),
               _text("cause", "what the author says moved them", "why", "reason"),
               _texts("because", "ids of the claims, and the citations, that the author names for it", "evidence"),
               _text("sentence", "the author's own words, quoted", "quote"),
               also=("shift", "changes", "changed", "moves"), needed=False),
        _texts("unanswered", "challenges to the author that they still have not answered", "open challenges",
               "unanswered challenges"),
        _share("confidence", "the author's confidence as stated or clearly implied, 0 to 1", needed=False),
        _number("importance", "importance of the message, 1 to 10", "weight"),
        _items("claims", "statements on which the author and another participant disagree",
               _text("id", "id of the claim it continues, else empty", "claim id", "same as"), _WORDS,
               _texts("sides", "ids of the two participants, the one who holds it first", "participants", "between",
                      "parties", "seats", "agents"),
               _choice("status", "where it stands after this message", "active", "resolved"),
               _text("resolution", "how it was resolved, if it was", "how"),
               _texts("supports", "ids of claims that it supports"),
               _texts("attacks", "ids of claims that it attacks"),
               _texts("answers", "ids of claims that it answers"),
               also=("disputes",), needed=False),
    ),
    "record": (
        _text("summary", "the round in one or two sentences", "overview", "round summary", needed=True),
        _items("items", "each participant", _SEAT, _text("position", "their position", "stance", needed=True),
               _text("argument", "their key argument", "key argument", "main argument"),
               _text("evidence", "what they cited", "citations"), _texts("engaged", "whom they answered", "engages"),
               also=("participants", "positions"), needed=False),
        _texts("disagreements", "new disagreements", "new disagreements"),
        _texts("shifts", "who moved, and why", "changes"),
    ),
    "reflections": (
        _items("items", "two or three observations", _WORDS,
               _choice("kind", "what it is", "pattern", "shift", "convergence", "escalation", also=("type",)),
               _texts("about", "ids of the participants concerned", "participants", "who"),
               _number("importance", "1 to 10", "weight"), also=("reflections", "observations", "insights")),
    ),
    "digest": (
        _texts("agreed", "what is agreed", "agreement", "agreements", "agreed points", "common ground"),
        _texts("contested", "what is contested", "disagreements", "disputed", "contested points", "open disputes"),
        _texts("decisions", "what was decided", "decisions made", "agreed decisions"),
        _texts("findings", "key findings", "key findings", "facts", "established facts"),
        _text("narrative", "how the debate went, briefly", "summary", "story", "overview", "history"),
    ),
    "traits": (
        _flag("complex", "true if the task has several dependent parts or unclear requirements", "is complex"),
        _text("reason", "why", "because", "rationale", "explanation"),
    ),
    "code": (
        _text("code", "the whole program", "source", "program", "solution", needed=True),
        _text("language", "its language", "lang"),
    ),
    "tests": (
        _flag("passed", "true if all passed", "pass", "success", "ok"),
        _items("items", "each test", _WORDS, also=("tests", "results", "failures"), needed=False),
    ),
    "reflection": (
        _text("cause", "the root cause", "root cause", needed=True),
        _text("wrong", "what went wrong", "what went wrong", "failure"),
        _text("change", "what to change next", "what to change next", "next", "fix", "improvement", "what to change"),
        _share("confidence", "confidence in the fix, 0 to 1", "confidence in the fix", needed=False),
    ),
    "ranking": (
        _texts("order", "the letters of the answers, best first", "ranking", "final ranking", "ranks", "rank"),
        _texts("because", "why, in short", "reasons", "reasoning", "rationale", "explanation"),
    ),
    "ballot": (
        _text("choice", "one of the options, exactly as it is written", "option", "vote", "position", "answer",
              "decision", "pick", "my vote", needed=True),
        _CONFIDENCE,
        _text("reason", "why, in one sentence", "rationale", "because", "reasoning", "explanation", "justification"),
    ),
    "comparison": (
        _choice("winner", "which answer is better", "A", "B", "tie", needed=True,
                also=("better", "preferred", "choice", "verdict", "decision")),
        _text("reason", "why, by the criteria", "rationale", "because", "reasoning", "explanation"),
    ),
    "flips": (
        _items("items", "each change of position", _SEAT,
               _text("point", "id of the point", "point id", "claim", "id", "on"),
               _choice("class", "what moved it", "evidence", "argument", "capitulation", "spontaneous", needed=True,
                       also=("kind", "type", "flip", "classification", "cause")),
               _texts("because", "the evidence or points that did it", "reasons", "reason", "evidence", "why"),
               also=("flips", "changes", "shifts", "position changes")),
    ),
    "agreement": (
        _share("level", "how far the participants agree, 0 to 1", "agreement level", "agreementlevel", "agreement",
               "consensus level", "score", "consensus"),
        _items("clusters", "groups that hold the same", _text("theme", "what they hold", "topic", "position", "label"),
               _texts("seats", "ids of the participants", "agentids", "agents", "participants", "members"),
               _text("text", "summary", "summary", "description"), also=("groups", "themes"), needed=False),
        _texts("common", "common ground", "common ground", "commonground", "shared", "agreements", "agreed"),
        _texts("disagreements", "points of disagreement", "disagreement points", "disagreementpoints", "disagreement",
               "contested", "differences"),
        _texts("partial", "partial agreements", "partial agreements", "partialagreements"),
        _texts("conditional", "positions that hold under a condition", "conditional positions", "conditionalpositions"),
        _texts("uncertainties", "what they are unsure about", "uncertainty", "unknowns"),
        _text("reasoning", "why this level", "reason", "rationale", "because", "explanation"),
    ),
    "recall": (_items("items", "what was remembered", _WORDS, _SURE, also=("memories", "insights")),),
    "aspects": (
        _items("items", "the aspects", _text("label", "one to three words", "name", "title", "id", "aspect", "text",
                                            needed=True),
               _text("description", "what is debated under it, in one sentence", "about", "summary"),
               also=("aspects", "facets")),
    ),
    "memories": (_items("items", "what each participant is reminded of", _SEAT, _WORDS),),
    "evidence": (
        _items("items", "citations and what came of checking them", _text("citation", "as it stands", "text"),
               _text("status", "what came of it", "result"), _text("where", "where it stands", "place"),
               _text("differs", "what is not the same", "difference"), also=("citations",)),
    ),
    "insights": (
        _items("items", "what is worth remembering", _WORDS,
               _choice("kind", "what it is", "agreed", "decision", "finding", also=("type",)), _SURE,
               also=("insights", "lessons", "learnings")),
    ),
    "ruling": (
        _text("point", "id of the point", "id", needed=True),
        _text("status", "what becomes of it", "decision", "ruling", needed=True),
        _text("why", "why", "reason", "because"),
    ),
}  # fmt: skip
