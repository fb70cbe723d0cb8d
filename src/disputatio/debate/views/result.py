"""The result of a debate, the answer first (SPEC EXPORT.1): what export, terminal and window begin with. All of it
comes from the registry, so it says of a statement what board and gauge say of it."""

from __future__ import annotations

from disputatio.debate.decide.extensions import stands_in, turn_after_synthesis
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.cards import ROOM
from disputatio.debate.values import value
from disputatio.debate.views import agreed_lines, open_lines
from disputatio.debate.views import contest_lines as contest
from disputatio.debate.views import result_lines as lines
from disputatio.debate.views.citations import citation_checks
from disputatio.debate.views.measurability import records_statements
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.planning import planning_of
from disputatio.debate.views.progress import is_rehearsal, progress_of
from disputatio.debate.views.question_lines import question_lines
from disputatio.debate.views.result_section import Line, Section
from disputatio.debate.views.rules import rules_of
from disputatio.debate.views.score import score_of
from disputatio.debate.views.solution import competing, solution_facts, solution_of, solution_text
from disputatio.debate.views.status import failed_synthesis
from disputatio.debate.views.turning_lines import turning_points
from disputatio.debate.views.words import sentence as in_full
from disputatio.debate.wording import mark, tr

JUDGING = frozenset({"agreement", "ballot", "challenge", "comparison", "findings", "flaws", "opposition", "ranking"})
JUDGING |= {"appraisal", "review", "stance", "verdict"}
"""What somebody gives who judges what others say."""
NO_DECISION = "Rehearsal: no AI model took part, so there is no recommendation."
AGAIN = "It can be made again."
SOLUTION = mark("The solution")
DECIDED, ADVISED, FINDINGS = mark("What was settled"), mark("What is recommended"), mark("What it relies on")
COMMON, PARTLY = mark("What is agreed"), mark("Accepted in part")
AGREED, WEIGHED, ANALYSED = mark("How much is agreed"), mark("How it was weighed"), mark("Consensus analysis")
ENDED = mark("How it ended")
TALLIED = mark("The same votes under every rule")
ARITHMETIC = mark("How the weighing was calculated")
TURNED, ASSUMED = mark("How positions changed"), mark("Assumptions, and what to check next")
DISPUTED, ASKED, OPPOSITION, ATTACKED = (
    mark("In dispute"),
    mark("Questions"),
    mark("Opposition"),
    mark("Attacks and defences"),
)
REVIEWED = mark("Scores and flaws of the proposals")
MINORITY, QUOTED, RECEIPTS = mark("Minority report"), mark("Verified quotations"), mark("Receipts")
HELD = mark("Rules of honest debate")
"""The titles of what a result consists of, beside the recommendation."""


@value
class Result:
    """`title`: what the answer is called. `answer`: the recommendation, or the document; `path`: the turn that gives
    it. `missing`: why there is none; `outdated`: that it does not know what came later; `derived`: that a rule made it,
    since a model failed: each in a sentence. `sections`: what it rests on; those that are empty are left out.
    `alternatives`: what there was to choose from. `over`: the debate had ended by then. `found`: it rests on words of
    which each was found, and no citation failed."""

    question: str = ""
    title: str = "Recommendation"
    answer: str = ""
    path: str = ""
    missing: str = ""
    outdated: str = ""
    derived: str = ""
    sections: tuple[Section, ...] = ()
    alternatives: tuple[Line, ...] = ()
    over: bool = False
    found: bool = False

    def section(self, title: str) -> Section:
        """Return the section of that title; an empty one where there is none."""
        return next((one for one in self.sections if one.title == title), Section(title=title))

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """The recommendation, or why there is none, and what it rests on."""
        notes = tuple(Line(text=text) for text in (self.missing, self.outdated, self.derived) if text)
        return (Section(title=self.title, text=self.answer, lines=notes), *self.sections)


def result_of(debate: Debate, past: Past) -> Result:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    kinds = ("synthesis",) if competing(debate.format) else ("synthesis", "artifact")
    final = next((turn for turn in past.newest() if turn.gives in kinds), None)
    silent = final is None or is_rehearsal(debate)
    answer = "" if final is None or silent else word(final.data.get("decision")) or final.text.strip()
    score = score_of(debate, progress_of(debate, past))
    thought = None if silent else final
    answer = lines.named(debate, past, thought, answer)
    judged = judges(debate)
    minority = "" if thought is None else lines.named(debate, past, thought, word(thought.data.get("minority")))
    common = (*agreed_lines.earned(past), *agreed_lines.agreed(debate, past))
    found = [
        _solution(debate, past),
        Section(title=ATTACKED, lines=tuple(contest.attacks(debate, past))),
        Section(
            title=DECIDED if settles(debate, past) else ADVISED,
            lines=tuple(lines.entries(debate, past, thought, "decisions")),
        ),
        Section(title=COMMON, lines=common if not is_rehearsal(debate) else ()),
        Section(title=PARTLY, lines=tuple(agreed_lines.in_part(debate, past)) if not is_rehearsal(debate) else ()),
        Section(title=AGREED if judged else ENDED, lines=tuple(agreed_lines.agreement(debate, past, score, thought))),
        Section(title=WEIGHED, lines=tuple(lines.weighing(debate, past, thought))),
        Section(title=ANALYSED, lines=tuple(lines.analysis(debate, past))),
        Section(title=TURNED, lines=tuple(turning_points(debate, past, final, thought))),
        Section(title=ASSUMED, lines=tuple(open_lines.assumptions(debate, past))),
        Section(title=DISPUTED, lines=tuple(open_lines.disputes(debate, past))),
        Section(title=ASKED, lines=question_lines(debate, past)),
        Section(title=OPPOSITION, lines=tuple(contest.opposition(debate, past))),
        Section(title=REVIEWED, lines=tuple(contest.reviews(debate, past))),
        Section(title=MINORITY, text=minority),
        Section(title=FINDINGS, lines=tuple(lines.entries(debate, past, thought, "findings"))),
        Section(title=QUOTED, lines=tuple(lines.quotations(debate, past))),
    ]
    receipts, total = lines.count_receipts(past, found)
    told = (*(rules_of(debate, past) if judged else ()), *planning_of(debate, past))
    found.append(Section(title=HELD, lines=tuple(Line(text=f"{rule}.") for rule in told)))
    if judged or total:
        found.append(Section(title=RECEIPTS, lines=tuple(lines.receipts(debate, past, receipts, total))))
    if calculated := tuple(lines.arithmetic(debate, past)):
        rough = (Line(text=score.rough),) if score.rough else ()
        found.append(Section(title=ARITHMETIC, lines=(*calculated, *rough)))
    found.append(Section(title=tr(TALLIED), lines=tuple(lines.by_each_rule(debate, past))))
    return Result(
        question=debate.question,
        title=tr("Document") if final is not None and final.gives == "artifact" else tr("Recommendation"),
        answer=answer,
        path=final.path if final is not None else "",
        missing="" if answer else absence_notice(debate),
        outdated=outdated_notice(past),
        derived=derived_notice(thought) if thought is not None else "",
        sections=tuple(one for one in found if one.text or one.lines),
        alternatives=tuple(lines.alternatives(debate, past, final)),
        over=debate.over,
        found=0 < total == receipts and not any(one.checked.failed for one in citation_checks(debate, past)),
    )


def settles(debate: Debate, past: Past) -> bool:
    """Return whether all participants, or the person, settled on something to do: where the board holds no such
    decision, the way to go that a synthesis lists is its own advice. Without a record nobody knows better."""
    registry = registry_of(past)
    decided = [one for one in registry.statements.values() if one.kind == "decision"]
    holders = agreed_lines.holders(debate)
    by_all = (one for one in decided if one.agreed and holders <= {one.author, *(made.seat for made in one.agreeing)})
    return not registry.kept or any(one.status == "settled" for one in decided) or any(by_all)


def judges(debate: Debate) -> bool:
    """Return whether anybody in a debate judges what others say: where they only make something together, nothing can
    be agreed, disputed or weighed."""
    return records_statements(debate.format) or any(one.gives in JUDGING for one in blocks(debate.format.body))


def _solution(debate: Debate, past: Past) -> Section:
    """Return what won where proposals compete: whole, with what is known of it."""
    found = solution_of(debate, past)
    if found is None:
        return Section(title=SOLUTION)
    facts = (
        Line(text=text, lead=what, places=(Place(path=path, label=when(path)),) if path else ())
        for what, text, path in solution_facts(debate, past, found)
    )
    return Section(title=SOLUTION, text=solution_text(debate, found), lines=tuple(facts))


def outdated_notice(past: Past) -> str:
    """That the synthesis does not know what came after it, in a sentence; "" where nothing did."""
    later = turn_after_synthesis(past)
    if later is None:
        return ""
    if later.gives == "ruling":
        what = tr("you ruled on {word}").format(word=word(later.data.get("point")) or tr("a statement"))
    elif later.heard.startswith(ROOM):
        what = tr("a crux room was held")
    else:
        what = tr("the debate went on")
    return tr("The synthesis is outdated: {what} after it was written. {again}").format(what=what, again=tr(AGAIN))


def derived_notice(final: Turn) -> str:
    """That a rule made the synthesis in the place of a model that failed, in a sentence; "" where none did."""
    why = stands_in(final)
    return (
        tr("No model has written the synthesis: {in_full} It was made by rule. {again}").format(
            in_full=in_full(why), again=tr(AGAIN)
        )
        if why
        else ""
    )


def absence_notice(debate: Debate) -> str:
    """Why there is no recommendation, in a sentence."""
    if is_rehearsal(debate):
        return tr(NO_DECISION)
    if why := failure(debate):
        return why
    return tr("There is no synthesis yet.") if debate.over else tr("The debate is not over yet.")


def failure(debate: Debate) -> str:
    """Why a synthesis that was wanted is missing, in a sentence; "" otherwise."""
    why = failed_synthesis(debate)
    return tr("The synthesis failed: {in_full} {again}").format(in_full=in_full(why), again=tr(AGAIN)) if why else ""
