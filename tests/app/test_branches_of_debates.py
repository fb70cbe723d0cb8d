"""The branch of a debate as the application keeps it: milestones after the fact, once; proposals; notes."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.app import debate_files
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.milestones import documents_due, proposals
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import branchings
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.events import DebateEnded, DebateOpened, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.state import NO_FORMAT
from disputatio.debate.views.places import when
from disputatio.debate.views.words import REHEARSAL_OVER
from disputatio.repository.branches import open_branch
from disputatio.repository.errors import BranchUnusable
from disputatio.repository.patches import MOST_CHANGES, beyond
from disputatio.testing.repositories import commit

pytestmark = pytest.mark.may_block("a debate is prepared and run as a whole")

APP = b"def retry(order):\n    while True:\n        send(order)\n"
DIFF = (
    "--- a/retry.py\n+++ b/retry.py\n@@ -2,2 +2,2 @@\n-    while True:\n+    for _ in range(3):\n         send(order)\n"
)
WRONG = DIFF.replace("while True", "while not done")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    commit(tmp_path / "shop", {"retry.py": APP, "README.md": "# Shop\n\nOrders are sent again by `retry.py`.\n"})
    return tmp_path / "shop"


@asynccontextmanager
async def opened(home: Path) -> AsyncIterator[Application]:
    async with application({"DISPUTATIO_HOME": str(home), "HOME": str(home)}) as app:
        yield app


async def debated(app: Application, repository: Path, *, branch: bool = True, rounds: int = 1) -> str:
    context = ContextChoice(kind="repository", ref=str(repository))
    options: dict[str, Any] = {"auto_continue": True, "rounds": rounds, "branch": branch}
    config = DebateConfig(question="Is the retry of orders sound?", context=context, options=options, seed=7)
    prepared = await app.prepare(config, rehearse=True)
    id = await app.start(prepared, branchings(prepared.opening))
    async with app.sessions.open(id) as session:
        await session.wait_for_rest()
    await app.branches.wait_until_committed(id)
    return id


async def proposing(app: Application, id: str, *diffs: str, gives: str = "say") -> str:
    """A turn that proposes changes, as if it had been the last; returns its path."""
    path = f"extra[{len(await app.log.read(id))}]"
    text = "\n".join(["I propose:", *(f"```diff\n{diff}```" for diff in diffs)])
    asked = TurnAsked(path=path, seat="analyst", model="m:x", task="extra", gives=gives, heard="all", sees=())
    await app.log.append(id, [asked, TurnCompleted(path=path, text=text, model="m:x")])
    return path


async def test_a_debate_commits_its_rounds_its_synthesis_and_its_end(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository, rounds=2)
        view = await app.branches.view(id)
        subjects = [each.subject for each in reversed(view.log)]
        assert subjects[0] == "Round 1"
        assert subjects[1].startswith("Round 2: ")
        assert "Synthesis" in subjects
        assert subjects[-1].startswith(("The debate ended because", REHEARSAL_OVER)), (
            "nobody thought, so nothing is agreed"
        )
        assert view.wanted
        assert not view.trouble
        changes = {each.path: each.change for each in await app.branches.diff(id)}
        assert changes == {f"debates/{id}/debate.md": "added", f"debates/{id}/synthesis.md": "added"}
        assert "Rehearsal" in " ".join(line.text for line in await app.branches.blame(id, f"debates/{id}/synthesis.md"))
    found = pygit2.Repository(str(repository))
    assert found.status() == {}
    assert found.head.shorthand == "main"


async def test_doing_it_again_commits_nothing_and_a_crash_is_made_good(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        whole = await app.branches.view(id)
        assert await app.branches.commit(id) == 0
        # the application was killed after its second commit: the rest comes when the debate is opened again
        second = whole.log[-2].id
        pygit2.Repository(str(repository)).references[f"refs/heads/debate/{id}"].set_target(second)
    async with opened(home) as app:
        async with app.sessions.open(id) as session:
            await session.wait_for_rest()
        await app.branches.wait_until_committed(id)
        assert (await app.branches.view(id)).log == whole.log


async def test_what_is_due_follows_from_the_log_alone(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository, branch=False)
        records = await app.log.read(id)
        steps = documents_due(id, records)
        assert [step.event for step in steps] == sorted(step.event for step in steps)
        assert [step.files() for step in documents_due(id, records)] == [step.files() for step in steps]
        assert [step.event for step in documents_due(id, records, steps[1].event)] == [step.event for step in steps[2:]]
        for step in steps:  # what came later is not in it
            assert documents_due(id, records[: step.event])[-1].files() == step.files()


async def test_without_the_option_nothing_is_written(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository, branch=False)
        assert (await app.branches.view(id)).log == ()
        assert list(pygit2.Repository(str(repository)).references) == ["refs/heads/main"]
        with pytest.raises(ConsentNeeded) as needed:
            await app.sessions.deliver(id, SetOption(name="branch", value=True))
        await app.sessions.deliver(id, SetOption(name="branch", value=True), needed.value.asked)
        assert await app.branches.commit(id) > 0


async def test_proposals_apply_or_say_why_not_and_a_person_chooses(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        turn = await proposing(app, id, DIFF, WRONG)
        await app.branches.commit(id)
        good, bad = (await app.branches.view(id)).proposals
        assert (good.commit, good.why_not) == ("", "")
        assert "hunk 1" in bad.why_not
        assert "should read “    while not done:”".replace("    ", "") in bad.why_not
        [commit] = await app.branches.apply(id, turn, 1)
        [change] = await app.branches.diff(id, commit)
        assert change.path == "retry.py"
        view = await app.branches.view(id)
        assert view.proposals[0].commit == commit
        assert view.log[0].subject == "Proposal of Analyst: retry.py"
        with pytest.raises(Refused, match="proposes no change"):
            await app.branches.apply(id, "round[1]/analysis[analyst]")


async def test_of_many_changes_of_one_turn_the_first_are_taken_up_and_that_is_said(
    home: Path, repository: Path
) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        diffs = [DIFF.replace("range(3)", f"range({number})") for number in range(MOST_CHANGES + 5)]
        turn = await proposing(app, id, *diffs, diffs[0])
        found = (await app.branches.view(id)).proposals
        assert [each.proposal.diff for each in found] == diffs[:MOST_CHANGES]
        told = "25 changes proposed: the first 20 can be put on the branch, the others stand in the text."
        assert [each.proposal.beyond for each in found] == [""] * (MOST_CHANGES - 1) + [told]
        with pytest.raises(Refused, match=rf"Change 21 of .* cannot be applied. {told}.*in a turn of its own"):
            await app.branches.apply(id, turn, 21)


async def test_what_the_final_text_proposes_is_committed_by_itself(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        turn = await proposing(app, id, DIFF, gives="synthesis")
        assert await app.branches.commit(id) == 2
        [proposed] = (await app.branches.view(id)).proposals
        assert proposed.commit
        assert proposed.proposal.turn == turn
        assert await app.branches.commit(id) == 0


async def test_what_belongs_on_the_branch_and_does_not_apply_is_said_also_after_a_restart(
    home: Path, repository: Path
) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        turn = await proposing(app, id, DIFF, WRONG, gives="synthesis")
        assert await app.branches.commit(id) == 2
        told = f"The change of Analyst ({when(turn)}) belongs on the branch and is not there: retry.py: hunk 1"
        assert app.branches.trouble[id].startswith(told)
    async with opened(home) as app:
        assert (await app.branches.view(id)).trouble.startswith(told)
        await app.sessions.deliver(id, SetOption(name="branch", value=False))
        assert not (await app.branches.view(id)).trouble, "who wants no branch misses nothing there"


async def test_a_crash_between_a_text_and_its_change_leaves_them_in_their_order(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        path = await proposing(app, id, DIFF, gives="artifact")
        await app.log.append(id, [DebateEnded(outcome="completed", why="every step is done")])
        await app.branches.commit(id)
        whole = (await app.branches.view(id)).log
        newest = [each.subject for each in whole[:3]]
        assert [each.proposal for each in whole[:3]] == ["", f"{path}#1", ""], newest
        pygit2.Repository(str(repository)).references[f"refs/heads/debate/{id}"].set_target(whole[2].id)
        await app.branches.commit(id)
        assert (await app.branches.view(id)).log == whole


async def test_notes_that_are_kept_of_a_debate_stand_on_its_branch(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        note = await debate_files.keep_as_note(app, id)
        view = await app.branches.view(id)
        assert view.log[0].subject == "Notes"
        [change] = await app.branches.diff(id, view.log[0].id)
        assert change.path == f"debates/{id}/notes/{note.id}.md"


async def test_trouble_with_the_branch_never_stops_a_debate(home: Path, repository: Path, expected_logs: Any) -> None:
    expected_logs("another program is writing it")
    lock = repository / ".git/refs/heads/debate"
    async with opened(home) as app:
        context = ContextChoice(kind="repository", ref=str(repository))
        options: dict[str, Any] = {"auto_continue": True, "rounds": 1, "branch": True}
        config = DebateConfig(question="Is it sound?", context=context, options=options, seed=7)
        prepared = await app.prepare(config, rehearse=True)
        id = await app.start(prepared, branchings(prepared.opening))
        lock.mkdir()
        (lock / f"{id}.lock").touch()
        ahead = time.time() + 60  # a lock of the last moments is somebody's; an older one was left
        os.utime(lock / f"{id}.lock", (ahead, ahead))
        async with app.sessions.open(id) as session:
            debate = await session.wait_for_rest()
        await app.branches.wait_until_committed(id)
        assert debate.over
        assert "another program is writing it" in app.branches.trouble[id]
        (lock / f"{id}.lock").unlink()
        assert await app.branches.commit(id) > 0


async def test_forks_and_imports_write_nothing_that_nobody_here_agreed_to(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        fork = await app.fork(id, 0)
        exported = await debate_files.export(app, id, "json")
    async with opened(home.parent / "other") as app:
        assert (await debate_files.take_in(app, exported)).id == id
        before = (await app.branches.view(id)).tip
        pygit2.Repository(str(repository)).references.delete(f"refs/heads/debate/{id}")
        async with app.sessions.open(id) as session:
            await session.wait_for_rest()
        await app.branches.wait_until_committed(id)
        assert before
        assert (await app.branches.view(id)).tip == ""
        assert "nobody on this computer has agreed" in (await app.branches.view(id)).trouble
    async with opened(home) as app:
        async with app.sessions.open(fork) as session:
            await session.wait_for_rest()
        await app.branches.wait_until_committed(fork)
        view = await app.branches.view(fork)
        assert (view.tip, view.wanted) == ("", False)
        assert await app.branches.commit(fork) > 0
        assert (await app.branches.view(fork)).wanted


async def test_a_deleted_branch_is_gone_and_a_foreign_one_left_alone(home: Path, repository: Path) -> None:
    async with opened(home) as app:
        id = await debated(app, repository)
        assert await app.branches.delete(id) > 0
        assert (await app.branches.view(id)).tip == ""
        theirs = pygit2.Repository(str(repository))
        who = pygit2.Signature("Ada", "ada@example.org", 1, 0)
        theirs.create_commit(f"refs/heads/debate/{id}", who, who, "mine", theirs.TreeBuilder().write(), [])
        with pytest.raises(BranchUnusable, match="did not make"):
            await app.branches.commit(id)
        assert len(list(theirs.walk(open_branch(repository, id, "").tip))) == 1


async def test_a_debate_about_something_else_has_no_branch(home: Path) -> None:
    async with opened(home) as app:
        config = DebateConfig(question="Is it so?", options={"rounds": 1, "auto_continue": True}, seed=1)
        with pytest.raises(ConfigError, match="A branch belongs to a repository"):
            await app.prepare(replace(config, options={**config.options, "branch": True}), rehearse=True)
        id = await app.start(await app.prepare(config, rehearse=True))
        with pytest.raises(Refused, match="not about a repository"):
            await app.branches.view(id)


@pytest.mark.parametrize("count", [0, 1, MOST_CHANGES, MOST_CHANGES + 1])
def test_only_what_is_too_much_is_said_to_be(count: int) -> None:
    diffs = [DIFF.replace("range(3)", f"range({number})") for number in range(count)]
    text = "\n".join(f"```diff\n{diff}```" for diff in diffs)
    items: list[Any] = [{"text": diff} for diff in diffs]
    said = f"{count} changes proposed" if count > MOST_CHANGES else ""
    assert beyond("say", text, {}).partition(":")[0] == said
    assert beyond("patches", "All of them.", {"items": items}).partition(":")[0] == said
    assert beyond("say", "All of them.", {"items": items}) == ""
    same = "\n".join([f"```diff\n{DIFF}```"] * 50)
    assert beyond("say", same, {}) == "", "one change, said again"


def test_proposals_in_structured_payloads_are_found() -> None:
    opened = DebateOpened(question="Q", format=NO_FORMAT, seats=(), options={})
    asked = TurnAsked(path="fix[blue]", seat="blue", model="m:x", task="", gives="patches", heard="all", sees=())
    items: list[Any] = [
        {"text": DIFF},
        {"text": f"So:\n```diff\n{WRONG}```"},
        {"text": "no diff"},
        "odd",
        {"text": None},
    ]
    done = TurnCompleted(path="fix[blue]", text="Two fixes.", data={"items": items})
    records = [
        Recorded(seq=n, at=5.0, prev_hash="", hash="", event=event) for n, event in enumerate((opened, asked, done), 1)
    ]
    found = proposals(records)
    assert [(each.key, each.due, each.diff) for each in found] == [
        ("fix[blue]#1", 3, DIFF),
        ("fix[blue]#2", 3, WRONG),
    ]
    said = TurnCompleted(path="said-1[person]", text=f"Better:\n```diff\n{DIFF}```", by="person")
    [own] = proposals([records[0], Recorded(seq=2, at=5.0, prev_hash="", hash="", event=said)])
    assert (own.key, own.name, own.due) == ("said-1[person]#1", "You", 0)
    changed = [*records[:2], replace(records[2], event=replace(done, data={"items": "x"}))]
    assert proposals(changed) == []
