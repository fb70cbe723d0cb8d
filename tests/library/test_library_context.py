"""The context of a project or an assignment: what is in it, within which size, and what it says was cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.context import Context, Section
from disputatio.library.context import Budget, of_assignment, of_project
from disputatio.library.memory import Insight
from disputatio.library.workspace import PURPLE, Assignment, Document, Note, Project, Task, from_debate

PROJECT = Project(id="p", name="Engine", description="Build it.", goals=("fast", "small"), status="active")


def section(context: Context, name: str) -> Section:
    return next(each for each in context.sections if each.name == name)


def test_a_project_shows_what_it_has_and_nothing_that_it_has_not() -> None:
    context = of_project(PROJECT)
    assert (context.kind, context.ref, context.title) == ("project", "p", "Engine")
    assert [each.name for each in context.sections] == ["project", "goals"]
    assert section(context, "project").text == "Status: active\n\nBuild it."
    assert section(context, "goals").text == "- fast\n- small"


def test_the_ten_most_pressing_tasks_are_shown() -> None:
    tasks = [Task(title=f"t{n}", project="p", id=str(n), priority="low", status="done") for n in range(11)]
    tasks += [Task(title="now", project="p", priority="urgent"), Task(title="going", project="p", status="doing")]
    shown = section(of_project(PROJECT, tasks=tasks), "tasks")
    assert shown.text.splitlines()[:2] == ["- going (doing, priority normal)", "- now (open, priority urgent)"]
    assert len(shown.text.splitlines()) == 10
    assert shown.cut == "3 of 13 tasks were left out, the least pressing ones"


def test_tasks_alike_are_in_the_order_of_their_numbers() -> None:
    tasks = [Task(title=f"Task {n}", project="p") for n in (1, 10, 11, 2, 3)]
    shown = section(of_project(PROJECT, tasks=tasks), "tasks")
    titles = [line.removeprefix("- ").partition(" (")[0] for line in shown.text.splitlines()]
    assert titles == ["Task 1", "Task 2", "Task 3", "Task 10", "Task 11"]


def test_documents_that_do_not_fit_are_shortened_or_left_out_and_listed() -> None:
    documents = [Document(title=title, text=f"{title} " * 1000) for title in ("one", "two", "three")]
    shown = section(of_project(PROJECT, documents=documents, budget=Budget(documents=6000)), "documents")
    assert len(shown.text) <= 6000
    assert shown.text.endswith(" …")
    assert "“two” was shortened to" in shown.cut
    assert "“three” was left out" in shown.cut
    assert "one" not in shown.cut


def test_established_facts_stand_apart_and_disputed_insights_are_not_shown() -> None:
    insights = [
        Insight(text="sure", kind="agreed", confidence=0.9, agreed_by_all=True, question="Is the claim so?"),
        Insight(text="likely", kind="finding", confidence=0.8, agreed_by_all=True),
        Insight(text="one view", kind="decision", confidence=0.99, agreed_by_all=True),
        Insight(text="doubted", kind="agreed", confidence=0.9, agreed_by_all=True, status="disputed"),
        Insight(text="gone", kind="agreed", confidence=0.9, agreed_by_all=True, status="deleted"),
    ]
    context = of_project(PROJECT, insights=insights)
    assert section(context, "facts").text == "- sure (of the debate: Is the claim so?)", "which claim is not said else"
    assert section(context, "facts").verified
    assert section(context, "insights").text == (
        "- likely (finding, confidence 0.80)\n- one view (decision, confidence 0.99)"
    )
    short = section(of_project(PROJECT, insights=insights, budget=Budget(insights=50)), "insights")
    assert short.cut == "1 of 2 were left out (limit 50 characters)"


def test_an_assignment_shows_only_its_own_tasks() -> None:
    tasks = [Task(title="mine", project="p", id="1"), Task(title="other", project="p", id="2")]
    assignment = Assignment(id="a", name="Report", project="p", priority="high", status="review", tasks=("1", "gone"))
    context = of_assignment(assignment, tasks=tasks, documents=[Document(title="d", text="x")])
    assert (context.kind, context.ref) == ("assignment", "a")
    assert section(context, "assignment").text == "Status: review, priority high"
    assert section(context, "tasks").text == "- mine (open, priority normal)"
    assert section(context, "documents").text == "## d\n\nx"


def test_a_description_that_is_too_long_is_shortened_and_said_to_be() -> None:
    project = Project(id="p", name="Engine", description="word " * 100, status="active")
    shown = section(of_project(project, budget=Budget(description=50)), "project")
    assert shown.text.startswith("Status: active\n\nword word")
    assert len(shown.text) <= len("Status: active\n\n") + 50
    assert shown.cut == "the description was shortened to 50 characters"


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=900)), max_size=8), st.integers(300, 2000))
def test_no_section_exceeds_its_budget_and_every_cut_is_told(texts: list[tuple[str, str]], size: int) -> None:
    notes = [Note(title=title, body=body) for title, body in texts]
    description = "".join(body for _, body in texts)
    project = Project(name="p", description=description)
    context = of_project(project, notes=notes, budget=Budget(notes=size, description=size))
    about = section(context, "project")
    assert len(about.text) <= size + len("Status: active\n\n")
    assert bool(about.cut) == (len(description) > size)
    for each in context.sections:
        if each.name == "notes":
            assert len(each.text) <= size
            whole = sum(len(f"## {title}\n\n{body.strip()}") + 2 for title, body in texts) - 2
            assert bool(each.cut) == (whole > size)


def test_a_note_from_a_debate_is_titled_tagged_and_linked() -> None:
    question = "Should we   rewrite the storage engine in another language, or rather not?"
    note = from_debate(
        debate="d", question=question, body="b", author="me", kind="project", context="Engine", project="p"
    )
    assert note.title == "Engine: Should we rewrite the storage engine in another la…"
    assert (note.tags, note.colour, note.debate, note.project) == (("ai-debate", "project"), PURPLE, "d", "p")
    alone = from_debate(debate="d", question=question, body="b", author="me", kind="none", context="")
    assert alone.tags == ("ai-debate",)
