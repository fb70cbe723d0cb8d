"""What a person is asked before something happens that needs their approval: a gate, what would leave the computer, a
branch that would be written. As values, which the card shows."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.values import value
from disputatio.debate.views.gate_view import GateView
from disputatio.debate.views.labels import REHEARSAL
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import phrases


@value
class Question:
    """What the card asks. `facts`: pairs of a word and a sentence. `said`: who said what since the last decision.
    `back`: where a rejection leads, in a few words; "" where it can only end the debate. `others`: how many more wait.
    `no`: what the button says that needs no reason."""

    key: str
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...] = ()
    diff: str = ""
    back: str = ""
    others: int = 0
    no: str = ""


def gate_question(view: GateView, diffs: Sequence[str], others: int = 0, *, hide_cost: bool = False) -> Question:
    """Return the question of a gate."""
    asked = dict.fromkeys(map(phrases.model, view.models))
    came = {
        tr("Chosen"): " ".join(view.chosen),
        tr("Tests"): " ".join(view.tests),
        tr("Scores"): " ".join(view.scores),
        tr("Task"): view.task,
    }
    asks = [(tr("Asks"), ", ".join(asked) or tr("Nobody")), (tr("Why"), view.why)]
    told = [(name, words) for name, words in came.items() if words]
    facts = [*told, *asks] if view.chosen else [*asks, *told]
    if not hide_cost:
        rehearsed = bool(view.models) and all(each.startswith(REHEARSAL) for each in view.models)
        facts.append((tr("Cost"), tr("Nothing: no AI model is asked.") if rehearsed else view.price))
    facts.append((tr("If not"), view.otherwise))
    return Question(
        key=view.path,
        title=view.question,
        subtitle=tr("The step does not begin until you approve it."),
        facts=tuple(facts),
        said=view.summary,
        diff="\n".join(diffs),
        back=view.way,
        others=others,
    )


def consent_question(sentences: Sequence[str]) -> Question:
    """Return the question before data leaves the computer."""
    return Question(
        key="consent",
        title=tr("May this be sent?"),
        subtitle=tr("It would leave this computer for the first time. Nothing is sent until you agree."),
        facts=(
            (tr("Why"), tr("The models of this debate need it to go on.")),
            (tr("If not"), tr("The debate ends here. You can also give it a model on this computer.")),
        ),
        said=tuple(("", sentence) for sentence in sentences),
    )


def write_question(repository: str, branch: str, diffs: Sequence[str]) -> Question:
    """Return the question before a branch is written."""
    return Question(
        key="write",
        title=tr("Write to the repository?"),
        subtitle=tr("The results of this debate, as commits on a branch of their own."),
        facts=(
            (
                tr("Where"),
                tr("{branch} in {repository}. Work tree, index, HEAD and other branches stay as they are.").format(
                    branch=branch, repository=repository
                ),
            ),
            (
                tr("Why"),
                tr(
                    "This debate is set to keep its results on a branch, and nobody on this computer has "
                    "agreed to that."
                ),
            ),
            (tr("Cost"), tr("Nothing: a commit is local.")),
            (tr("If not"), tr("The debate goes on without a branch.")),
        ),
        said=()
        if diffs
        else (("", tr("No changes to files have been proposed so far; the debate's texts are kept.")),),
        diff="\n".join(diffs),
        no=tr("Write no branch"),
    )
