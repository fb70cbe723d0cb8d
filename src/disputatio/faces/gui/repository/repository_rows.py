"""Repositories in words and rows. Pure."""

from __future__ import annotations

from disputatio.app.repositories.code_search import CodeHit
from disputatio.app.repositories.indexer import IndexProgress
from disputatio.app.repositories.repository_memory import MemoryState
from disputatio.app.repositories.status import IndexState, RepositoryStatus
from disputatio.app.repositories.summariser import MemoryForecast, SummaryReport
from disputatio.debate.views.words import percent
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import Row
from disputatio.repository.github import Issue, Thread, Threads
from disputatio.storage.catalogue import DebateEntry

STALE = 20
"""Changed files that a tool tip lists."""
STEPS = {"reading": "Reading files", "embedding": "Comparing by meaning", "summarising": "Summarising"}


def shelf_row(status: RepositoryStatus, busy: bool = False) -> Row:
    """Return the row of a repository. `busy`: work on it goes on in the background."""
    chip = "at work…" if busy else "indexed" if status.index.commit or status.index.at else ""
    return Row(
        key=status.path,
        title=status.name,
        subtitle=status.path,
        icon="repository",
        chip="not readable" if status.trouble else chip,
        tone="error" if status.trouble else "caution" if busy else "ok" if chip else "plain",
    )


def commit_line(status: RepositoryStatus) -> str:
    """Return what is at the top of it: subject, author, date."""
    if not status.commit:
        return "This repository has no commits yet. Commit something, then refresh."
    return " · ".join(part for part in (status.subject, status.author, status.committed_at[:10]) if part)


def facts(status: RepositoryStatus) -> list[str]:
    """Return the chips below the name."""
    found = [status.branch or ("detached HEAD" if status.commit else "no commits")]
    if status.commit:
        found.append(f"commit {status.commit[:10]}")
        found.append(phrases.count(status.files, "file") + ("+" if status.truncated else ""))
        found.append(("" if status.weight.exact else "≈ ") + phrases.size(status.weight.bytes))
    if status.bare:
        found.append("bare")
    if status.submodules:
        found.append(f"{phrases.count(status.submodules, 'submodule')}, not read")
    return found


def index_words(index: IndexState, now: float) -> str:
    """Return how the index stands."""
    if not index.at and index.files:
        so_far = f"{phrases.count(index.chunks, 'part')} of {phrases.count(index.files, 'file')}"
        return f"The index is not finished: {so_far} so far. It continues from there, and reads nothing twice."
    if not index.at:
        return (
            "Nothing is indexed yet. Indexing reads every text file once and cuts it at its definitions, so that you "
            f"and the participants can search it. {sent_words(index)}"
        )
    of = f"{phrases.count(index.chunks, 'part')} of {phrases.count(index.files, 'file')}" if index.files else "Indexed"
    return f"{of}, at commit {index.commit[:10]}, {phrases.day(index.at, now)}."


def sent_words(index: IndexState) -> str:
    """Return what indexing sends, and to whom."""
    if not index.receiver:
        return "This happens on this computer, and nothing leaves it."
    if index.agreed:
        return f"As you agreed, all of its text goes to {index.receiver}, so that you can search by meaning."
    return (
        f"To be found by meaning, all of its text would go to {index.receiver}; you are asked before. Without that it "
        "happens on this computer, and no model is asked."
    )


def meaning_words(index: IndexState) -> str:
    """Whether parts are found by meaning too; "" before anything is indexed."""
    if not index.at:
        return ""
    if index.model and index.embedded and index.embedded >= index.chunks:
        return f"All parts are found by meaning as well ({index.model})."
    if index.model and index.embedded:
        return f"{index.embedded:,} of {index.chunks:,} parts are found by meaning as well ({index.model})."
    return f"Parts are found by their words{f': {index.why_not}' if index.why_not else ''}."


def stale_words(index: IndexState) -> str:
    if not index.at or not index.stale:
        return ""
    return f"{phrases.count(index.stale, 'file differs', 'files differ')} at the current commit: bring it up to date."


def memory_words(memory: MemoryState) -> str:
    match memory.kind:
        case "made":
            stale = f"; {phrases.count(len(memory.stale), 'part')} changed since" if memory.stale else ""
            return f"Summarised by {memory.model} in {phrases.count(memory.parts, 'part')}{stale}."
        case "map":
            return "A program extracted a map of its definitions; no model has summarised it."
    return "No memory yet: participants get the README, the tree, the history, and what bears on the question."


def stale_parts(memory: MemoryState) -> str:
    """Return the files that were changed since they were summarised, as a tool tip."""
    shown = "\n".join(memory.stale[:STALE])
    more = f"\n… and {len(memory.stale) - STALE} more" if len(memory.stale) > STALE else ""
    return f"Changed since:\n{shown}{more}" if shown else ""


def forecast_words(expected: MemoryForecast) -> str:
    """Return what summarising would take."""
    parts = f"{phrases.count(expected.files, 'file')} and {phrases.count(expected.folders, 'folder')}"
    price = phrases.money(expected.cost) if expected.cost is not None else "an unknown price"
    left = f" {phrases.count(expected.left, 'more file')} would only be in the map." if expected.left else ""
    return (
        f"{expected.model} would be asked {phrases.count(expected.calls, 'time')} to summarise {parts}: about "
        f"{phrases.count(expected.tokens, 'token')}, ≈ {price}.{left}"
    )


def remembered_words(done: SummaryReport) -> str:
    dropped = (
        f", {phrases.count(done.unsupported, 'statement')} left out without a valid source" if done.unsupported else ""
    )
    price = phrases.money(done.cost) if done.cost is not None else "price unknown"
    return f"{phrases.count(done.made, 'summary', 'summaries')} made, {done.kept:,} kept{dropped}; {price}."


def progress_words(progress: IndexProgress) -> str:
    of = f"{progress.done:,} of {progress.total:,}" if progress.total else ""
    return " · ".join(part for part in (f"{STEPS[progress.step]} {of}".strip(), progress.path) if part)


def hit_row(place: int, hit: CodeHit) -> Row:
    name = hit.name.rpartition(".")[2]
    lines = [line.strip() for line in hit.text.split("\n") if any(map(str.isalnum, line))]
    first = next((line for line in lines if name and name in line), lines[0] if lines else "")
    if hit.name.partition(".")[2] and hit.name not in first:  # one of many of that name: say whose
        first = f"{hit.name} · {first}" if first else hit.name
    why = "by words and meaning" if hit.by_words and hit.by_meaning else "by meaning" if hit.by_meaning else ""
    return Row(key=f"{place}", title=f"{hit.path}:{hit.first}-{hit.last}", subtitle=first, icon="file", chip=why)


def thread_rows(found: Threads) -> list[Row | str]:
    """Return issues, then pull requests, each kind with its heading."""
    rows: list[Row | str] = []
    for heading, threads in (("Issues", found.issues), ("Pull requests", found.pulls)):
        if threads:
            rows += [f"{heading}, the most discussed first", *(_thread_row(each) for each in threads)]
    return rows


def _thread_row(thread: Thread) -> Row:
    said = f" · {phrases.count(thread.comments, 'comment')}" if thread.comments or not thread.pull else ""
    return Row(
        key=f"{thread.number}",
        title=thread.title or "(no title)",
        subtitle=f"#{thread.number} · {thread.author}{said}",
        icon="fork" if thread.pull else "chat",
    )


def issue_words(found: Issue) -> str:
    kind = "Pull request" if found.thread.pull else "Issue"
    said = f"{kind}, {found.state or 'open'}, by {found.thread.author}. Written on GitHub: it is not checked."
    return f"{said} {found.left_out}".rstrip()


def issue_text(found: Issue) -> str:
    """Return an issue as Markdown: the text, then what was said to it."""
    parts = [found.body.strip() or "*No text.*"]
    parts += [f"#### {_named(each.author)}, {each.at}\n\n{each.text.strip()}" for each in found.comments]
    return "\n\n".join(parts)


def _named(author: str) -> str:
    """Return a login, of which nothing can act as Markdown."""
    return "".join(sign for sign in author if sign.isalnum() or sign in "-[]") or "nobody"


def debate_row(entry: DebateEntry, now: float) -> Row:
    agreed = f"{percent(entry.score)}% agreed" if entry.score is not None else entry.status
    return Row(
        key=entry.id,
        title=" ".join((entry.title or entry.topic).split()),
        subtitle=f"{agreed} · {phrases.count(entry.rounds, 'round')} · {phrases.day(entry.updated_at, now)}",
        icon="chat",
    )
