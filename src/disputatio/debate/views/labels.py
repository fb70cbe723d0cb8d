"""What the statuses and kinds of a debate are called: a sign, a word and a tone for each, the same in every face.
Nothing is told by colour alone. Light: the window needs them before any debate is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from disputatio.debate.ids import called
from disputatio.debate.values import value
from disputatio.debate.wording import Words, forms, mark, spoken

if TYPE_CHECKING:
    from disputatio.debate.board.attacks import AttackStatus
    from disputatio.debate.board.proposals import FlawStatus
    from disputatio.debate.board.questions import QuestionStatus
    from disputatio.debate.board.records import ReflectionKind
    from disputatio.debate.citations.evidence import Status as Verdict
    from disputatio.debate.log.events import Author
    from disputatio.debate.statements.cards import CruxKind
    from disputatio.debate.statements.claims import ClaimStatus
    from disputatio.debate.statements.statement import Flip, LinkKind, Statement
    from disputatio.debate.statements.statement import Status as PointStatus

Tone = Literal["plain", "ok", "caution", "error"]


@spoken("word", "meaning")
@value
class Label:
    """`meaning` is a sentence, where the word alone does not say enough."""

    sign: str
    word: str
    tone: Tone = "plain"
    meaning: str = ""

    @property
    def parts(self) -> tuple[str, str, Tone]:
        return self.sign, self.word, self.tone

    @property
    def marked(self) -> str:
        """The sign and the word: "✓ agreed"."""
        return f"{self.sign} {self.word}"


Glyph = Literal["diamond", "triangle", "circle", "square", "pentagon", "cross", "star", "rings", "pen"]

CHARACTER: Final[dict[Glyph, str]] = {
    "diamond": "◆",
    "triangle": "▲",
    "circle": "●",
    "square": "■",
    "pentagon": "⬟",
    "cross": "✚",
    "star": "★",
    "rings": "⚭",
    "pen": "✎",
}
"""The sign of each glyph: speakers are told apart without colour, too."""

Hold = Literal[
    "holds",
    "agrees",
    "disputes",
    "conceded",
    "settled",
    "doubts",
    "questions",
    "withdrew",
    "upheld",
    "part",
    "rest",
    "met",
    "dropped",
    "silent",
]

HOLDS: Final[dict[Hold, Label]] = {
    "holds": Label(sign="●", word="holds"),
    "agrees": Label(sign="✓", word="agrees", tone="ok"),
    "disputes": Label(sign="✕", word="disputes", tone="error"),
    "conceded": Label(sign="↷", word="conceded", tone="caution"),
    "settled": Label(sign="✓", word="settled", tone="ok"),
    "doubts": Label(sign="?", word="doubts", tone="caution"),
    "questions": Label(sign="?", word="questions it", tone="caution"),
    "withdrew": Label(sign="–", word="withdrew it"),
    "upheld": Label(sign="✓", word="finds it right"),
    "part": Label(sign="◐", word="accepts a part", tone="caution"),
    "rest": Label(sign="✕", word="disputes a part", tone="error"),
    "met": Label(sign="–", word="calls it met"),
    "dropped": Label(sign="–", word="lets it rest"),
    "silent": Label(sign="–", word="nothing recorded"),
}
"""What a participant says of a claim. Silence is no agreement, and is never shown as one; nor is it known to be one."""

DEEDS: Final[dict[str, str]] = Words(
    {
        "stated": "stated it",
        "raised": "raised it as unverifiable",
        "agreed": "agrees",
        "partly": "accepts a part of it",
        "upheld": "finds it right",
        "disputed": "disputes it",
        "doubted": "doubts it",
        "questioned": "questions it",
        "kept": "stands by it",
        "answered": "says that what was put against it was met",
        "revised": "revised it",
        "withdrew": "withdrew it",
        "closed": "says that the objection was met",
        "dropped": "says that it no longer matters",
        "lifted": "takes the objection back",
        "opposed": "holds to what it attacks",
        "sided": "agrees with what attacks it",
        "assumed": "calls it an assumption",
        "met": "met in a crux room",
        "ruled": "ruled on it",
    }
)
"""What somebody did with a statement."""

RULED: Final = Words(
    {
        "accepted": "accepted it",
        "rejected": "rejected it",
        "open": "left it open",
        "set aside": "set it aside",
    }
)
"""What a person did with a statement by their last ruling."""

CLAIMS: Final[dict[ClaimStatus, Label]] = {
    "active": Label(sign="✕", word="active", tone="error"),
    "in crux room": Label(sign="◎", word="in crux room", tone="caution"),
    "resolved": Label(sign="✓", word="resolved", tone="ok"),
    "abandoned": Label(sign="–", word="left open", meaning="Nobody came back to it."),
}

LAPSED: Final = Label(sign="?", word="reworded", tone="caution", meaning="No judgement of the new wording is recorded.")
"""A dispute about words that nobody holds any more."""

POINTS: Final[dict[PointStatus, Label]] = {
    "contested": Label(sign="✕", word="contested", tone="error"),
    "assumption": Label(
        sign="≈", word="assumption", tone="caution", meaning="Nobody here can decide it; the answer rests on it."
    ),
    "unaddressed": Label(sign="?", word="no judgement recorded", tone="caution"),
    "weighed": Label(
        sign="⚖",
        word="neutral judgement only",
        meaning="Somebody who takes no side has judged it; no judgement of a side is recorded.",
    ),
    "agreed": Label(sign="✓", word="agreed", tone="ok"),
    "withdrawn": Label(sign="–", word="withdrawn"),
    "settled": Label(sign="◇", word="settled by you", meaning="You have settled it; the participants have not."),
}
"""What is open comes first, and faces list points in this order."""
CONCEDED: Final = Label(sign="↷", word="agreed without a reason", tone="caution")
"""A point that is agreed because somebody gave way without a reason."""
PARTLY: Final = Label(
    sign="◐",
    word="accepted in part",
    tone="caution",
    meaning="Somebody accepts a part of it; what they make of the rest is not recorded.",
)
"""A point of which a part is accepted, and of which no side has judged the whole."""


QUESTIONED: Final = Label(
    sign="?",
    word="questioned",
    tone="caution",
    meaning="Somebody finds it not shown, or is not convinced; nobody agrees with it or disputes it.",
)
"""A point that somebody questions, and that no side has judged."""
REWORDED: Final = Label(
    sign="✕",
    word="contested as worded before",
    tone="error",
    meaning="The objections on record are to an earlier wording of it, or were reworded themselves.",
)
"""A point of which no more is known than that the objection was to other words of its author, or in other words."""
FORMERLY: Final = Label(
    sign="?",
    word="no judgement of the present wording",
    tone="caution",
    meaning="The judgements on record are of an earlier wording of it.",
)
"""A point of which others judged an earlier wording alone."""
MET: Final = Label(
    sign="–", word="objection met", meaning="Who raised it says that it was met: nobody has taken it back."
)
"""An objection that its author has let go of."""
DROPPED: Final = Label(
    sign="–", word="no longer matters", meaning="Its author says that it no longer matters: nobody has taken it back."
)
"""What its author has let rest."""
STATUSES: Final = tuple(
    dict.fromkeys(
        (POINTS["contested"], REWORDED, PARTLY, QUESTIONED, FORMERLY, *POINTS.values(), MET, DROPPED, CONCEDED)
    )
)
"""What can become of a statement, what is open first."""


def label_of(one: Statement) -> Label:
    """Return what became of a statement."""
    if one.outdated:
        return REWORDED
    if one.in_part:
        return PARTLY
    if one.judged_before:
        return FORMERLY
    if one.questioned:
        return QUESTIONED
    if one.closed and one.status == "withdrawn":
        return DROPPED if one.dropped else MET
    return CONCEDED if one.given_up else POINTS[one.status]


FLIPS: Final[dict[Flip, Label]] = {
    "evidence": Label(
        sign="✓",
        word="by evidence",
        tone="ok",
        meaning="They cite a source that nobody had cited before, and what they quote stands there.",
    ),
    "argument": Label(
        sign="»",
        word="by argument",
        tone="ok",
        meaning="They name a reason: somebody else's, or a mistake of their own that they correct.",
    ),
    "deferred": Label(
        sign="↷",
        word="deferred",
        tone="caution",
        meaning="They say that they yield to the number, the confidence or the tone of others. That is no reason.",
    ),
    "none": Label(sign="~", word="no reason given", tone="caution", meaning="The whole turn names no reason."),
    "": Label(sign="·", word="reason not recorded", meaning="The record quotes no reason from the turn."),
}
"""How a change of position came about."""

QUESTIONS: Final[dict[QuestionStatus, Label]] = {
    "answered": Label(sign="✓", word="answered", tone="ok"),
    "partly": Label(sign="◐", word="partly answered", tone="caution"),
    "open": Label(sign="?", word="open", tone="caution"),
}
"""What became of a question, as those who answer declare it."""

ATTACKS: Final[dict[AttackStatus, Label]] = {
    "closed": Label(sign="✓", word="closed", tone="ok"),
    "partly": Label(sign="◐", word="open in part", tone="caution"),
    "open": Label(sign="✕", word="open", tone="error"),
    "repeated": Label(sign="↺", word="a repetition"),
}
"""What became of an attack: closed by a defence of which that is declared, and which did not fail where it was run,
until somebody makes it again."""
FAILED_TESTS: Final = mark("It was tested, and failed.")
"""What is said of a defence that closes nothing."""
TESTED: Final = Label(sign="…", word="testing", meaning="What was put against it is being tested.")
"""An attack whose defence is not proven yet."""

TASKS: Final = Words({"complex": "complex", "simple": "simple"})
"""What a task is estimated to be."""

LEVELS: Final = Words({"low": "low", "medium": "medium", "high": "high"})
"""How much agreement there is, and how grave a finding is."""

FLAWS: Final[dict[FlawStatus, Label]] = {
    "stands": Label(sign="✕", word="stands", tone="error"),
    "gone": Label(sign="✓", word="not named again", tone="ok"),
}
"""What became of a flaw of a proposal: whether the critic who named it last still names it."""

UNOPPOSED: Final = Label(sign="✕", word="did not oppose", tone="caution", meaning="This seat is there to oppose.")
"""A turn that had to oppose, and does not by its own declaration."""
UNCHALLENGED: Final = Label(
    sign="✕", word="did not challenge", tone="caution", meaning="Each has to challenge the one before."
)
"""A turn that had to challenge the one before it, and shows no challenge."""
LATE: Final = Label(sign="↺", word="challenged when asked again", meaning="Each has to challenge the one before.")
"""A turn that shows its challenge in a form that was asked for once more."""

VERDICTS: Final[dict[Verdict, Label]] = {
    "verified": Label(
        sign="✓", word="quotation verified", tone="ok", meaning="The quotation was compared, and stands there."
    ),
    "line exists": Label(
        sign="·", word="line exists", meaning="The place is there; nothing was quoted that could be compared with it."
    ),
    "moved": Label(sign="→", word="moved", tone="caution", meaning="Word for word, but elsewhere in the file."),
    "near": Label(sign="≈", word="nearly", tone="caution", meaning="Nearly word for word."),
    "misquoted": Label(sign="✕", word="misquoted", tone="error", meaning="The source does not say that."),
    "missing": Label(sign="○", word="missing", tone="error", meaning="There is no such place at the pinned commit."),
    "ambiguous": Label(
        sign="?",
        word="ambiguous",
        tone="caution",
        meaning="Several sources fit; the citation does not say which.",
    ),
    "external": Label(sign="↗", word="external", meaning="This debate has nothing to check it against."),
}
"""What came of the check of a citation (SPEC EVIDENCE.1)."""

CRUXES: Final[dict[CruxKind, tuple[str, str]]] = {
    "fact": ("Fact", "They disagree about a fact, which a measurement or a source could settle."),
    "value": ("Value", "They weigh the same facts differently."),
    "definition": ("Definition", "They mean different things by the same words."),
    "prediction": ("Prediction", "They expect different things to happen."),
    "premise": ("Premise", "They start from different assumptions."),
    "evidence": ("Evidence", "They trust different sources, or the same ones differently."),
    "horizon": ("Horizon", "They look at different spans of time."),
}
"""Word and meaning of what a dispute hangs on."""

REFLECTIONS: Final[dict[ReflectionKind, Label]] = {
    "pattern": Label(sign="≡", word="pattern"),
    "shift": Label(sign="↷", word="shift", tone="caution"),
    "convergence": Label(sign="»", word="convergence", tone="ok"),
    "escalation": Label(sign="▲", word="escalation", tone="error"),
}

LINKS: Final[dict[LinkKind, tuple[str, str, str]]] = {
    "supports": ("+", "supports", "supported by"),
    "attacks": ("✕", "attacks", "attacked by"),
    "answers": ("»", "answers", "answered by"),
}
"""Sign, word, and the word as it is read from the other end."""
LINKED: Final[dict[LinkKind, str]] = Words(
    {"supports": "used to support", "attacks": "used to attack", "answers": "used to answer"}
)
"""What a statement did to another that nobody holds any more."""

RULINGS: Final = {
    "accepted": ("✓", mark("Accept")),
    "rejected": ("✕", mark("Reject")),
    "open": ("?", mark("Leave open")),
    "set aside": ("–", mark("Set aside")),
}
"""What a person can make of a claim that is no point."""

REHEARSAL: Final = "rehearsal:"
"""How the names of rehearsal models begin."""
REPLAY: Final = "replay:"
"""How the names of models in a recorded debate begin; what answered then follows."""
RECORDED: Final = mark("recorded language model")
"""What answered in the examples, where the recording does not say more."""
NO_AI: Final = (REHEARSAL, f"{REPLAY}rehearsal")
"""How the names of models begin that are no AI, in a recording too."""

BY: Final[dict[Author, str]] = Words(
    {
        "model": "",
        "rules": "worked out by rules",
        "person": "written by a person",
    }
)
"""Who made a turn, where it was not a model."""
BY_RULE: Final = "was made by rule, without a model."


@spoken("title", "busy")
@value
class TurnLabel:
    """`title`: what a turn is called; "": it is named by what was asked of it. `counted`: one of its items and several
    of them, where they are summed up in a line. `busy`: what is said while it is being made."""

    title: str = ""
    counted: tuple[str, str] = ("", "")
    busy: str = ""


TURNS: Final = {
    "answer": TurnLabel(title="Answer"),
    "challenge": TurnLabel(title="Challenge"),
    "assessment": TurnLabel(title="Assessment"),
    "stance": TurnLabel(title="Stance"),
    "opposition": TurnLabel(title="Opposition"),
    "argument": TurnLabel(title="Argument"),
    "questions": TurnLabel(title="Questions"),
    "answers": TurnLabel(title="Answers"),
    "flaws": TurnLabel(title="Critique"),
    "review": TurnLabel(title="Review"),
    "findings": TurnLabel(title="Published attacks"),
    "patches": TurnLabel(title="Published defences"),
    "card": TurnLabel(title="Crux card"),
    "synthesis": TurnLabel(title="Synthesis", busy="the synthesis is being written"),
    "artifact": TurnLabel(title="Artifact", busy="the artifact is being written"),
    "verdict": TurnLabel(title="Verdict"),
    "plan": TurnLabel(title="Plan"),
    "approval": TurnLabel(title="Approval"),
    "insights": TurnLabel(
        counted=forms("{count} insight kept", "{count} insights kept"), busy="insights are being saved"
    ),
    "recall": TurnLabel(
        counted=forms("{count} insight recalled", "{count} insights recalled"),
        busy="earlier insights are being recalled",
    ),
    "code": TurnLabel(title="Program"),
    "cases": TurnLabel(title="Generated cases", busy="more cases are being thought of"),
    "tests": TurnLabel(title="Tests", busy="the program is being run"),
    "reflection": TurnLabel(title="Reflection", busy="the failure is being reflected on"),
    "lessons": TurnLabel(
        counted=forms("{count} lesson recalled", "{count} lessons recalled"),
        busy="lessons of earlier debates are being recalled",
    ),
    "patterns": TurnLabel(
        counted=forms("{count} lesson learnt", "{count} lessons learnt"), busy="lessons are being drawn"
    ),
    "reflections": TurnLabel(counted=forms("{count} reflection", "{count} reflections")),
    "digest": TurnLabel(busy="earlier turns are being condensed"),
    "verification": TurnLabel(busy="the record is being verified"),
}
"""What turns are called in every face, by the contract that they give."""


def work_of(step: str) -> str:
    """Return what comes out of a step, in the middle of a sentence: "improved proposal" of "optimize"."""
    return WORKS.get(step) or called(step)


def of_contract(gives: str) -> TurnLabel:
    """Return the label of the turns that give a contract."""
    return TURNS.get(gives, TurnLabel())


STAGES: Final = Words(
    {
        "draft": "Thinking in parallel",
        "cross-review": "Cross-review",
        "artifact": "Synthesising",
        "opinion": "Sealed answers",
        "review": "Anonymous ranking",
    }
)
"""What the steps of formats without rounds are called while they are under way."""
WORKS: Final = Words(
    {
        "generate": "draft",
        "propose": "proposal",
        "aggregate": "joint proposal",
        "optimize": "improved proposal",
        "defend": "defence",
        "mend": "corrected version",
        "cross-review": "cross-review",
        "artifact": "artifact",
    }
)
"""What comes out of a step, where the name of the step says what is done in it."""
READY: Final = Words({"cross-review": "Review ready", "artifact": "Artifact ready"})
"""What is there when a debate rests before a step, or when it has ended with one."""


@spoken("title", "meaning", "elsewhere")
@value
class Rule:
    """`elsewhere`: why a format without the option that switches it has none."""

    title: str
    meaning: str
    elsewhere: str = ""


RULES: Final = {
    "sealed": Rule(
        title="Sealed first answers",
        meaning="Everybody answers before reading anybody else, so agreement is not an echo.",
        elsewhere="In this format, first answers are always written separately, or nobody answers the question on "
        "their own.",
    ),
    "anonymous": Rule(
        title="Letters for names",
        meaning="Participants see one another as letters, dealt anew for each reader. Those who rank or judge always "
        "do; you always see the names.",
        elsewhere="In this format, participants know one another by their parts or through the board, or they read "
        "only figures.",
    ),
    "hidden": Rule(
        title="Hidden confidence",
        meaning="Participants do not see how sure the others are. You always do.",
    ),
    "early_stop": Rule(
        title="Early stop",
        meaning="The remaining rounds (in a council, the ranking) are skipped once the debate repeats itself: "
        "everybody gives one answer, nobody changes position, or nobody states anything new. Confidence "
        "alone never ends it.",
        elsewhere="In this format, something else decides when the debate ends: its moderator, aspects, analysis or "
        "document.",
    ),
    "ledger": Rule(
        title="Moves and reasons",
        meaning="Each change of position is recorded with its reason, in the participant's own words. Participants "
        "do not see this record.",
        elsewhere="This format keeps no record of who changed position.",
    ),
    "order_swap": Rule(
        title="Both orders",
        meaning="A judge compares two proposals in both orders; a win counts only if both results agree.",
        elsewhere="No judge compares anything in this format.",
    ),
    "diversity": Rule(
        title="Warning about one model",
        meaning="You are warned if all participants use one model: models that think alike agree easily.",
    ),
    "minority": Rule(
        title="Minority report",
        meaning="The synthesis gives the strongest argument of the losing side that nobody has refuted.",
        elsewhere="This format writes no synthesis.",
    ),
}
"""The rules of honest debate, by the option that switches each (SPEC FORMAT.2)."""
