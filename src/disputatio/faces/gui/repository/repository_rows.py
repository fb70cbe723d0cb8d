"""Repositories in words and rows. Pure."""

from __future__ import annotations

from disputatio.app.repositories.code_search import CodeHit
from disputatio.app.repositories.indexer import IndexProgress
from disputatio.app.repositories.repository_memory import MemoryState
from disputatio.app.repositories.status import IndexState, RepositoryStatus
from disputatio.app.repositories.summariser import MemoryForecast, SummaryReport
from disputatio.debate.views.words import STATES, percent, state_of
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import Row
from disputatio.repository.github import Issue, Thread, Threads
from disputatio.storage.catalogue import DebateEntry

STALE = 20
"""Changed files that a tool tip lists."""
STEPS = {"reading": tr("Reading files"), "embedding": tr("Comparing by meaning"), "summarising": tr("Summarising")}


def shelf_row(status: RepositoryStatus, busy: bool = False) -> Row:
    """Return the row of a repository. `busy`: work on it goes on in the background."""
    chip = tr("at work…") if busy else tr("indexed") if status.index.commit or status.index.at else ""
    return Row(
        key=status.path,
        title=status.name,
        subtitle=status.path,
        icon="repository",
        chip=tr("not readable") if status.trouble else chip,
        tone="error" if status.trouble else "caution" if busy else "ok" if chip else "plain",
        is_path=True,
    )


def commit_line(status: RepositoryStatus) -> str:
    """Return what is at the top of it: subject, author, date."""
    if not status.commit:
        return tr("This repository has no commits yet. Commit something, then refresh.")
    return " · ".join(part for part in (status.subject, status.author, status.committed_at[:10]) if part)


def facts(status: RepositoryStatus) -> list[str]:
    """Return the chips below the name."""
    found = [status.branch or (tr("detached HEAD") if status.commit else tr("no commits"))]
    if status.commit:
        found.append(tr("commit {commit}").format(commit=status.commit[:10]))
        found.append(plural("{count} file", "{count} files", status.files) + ("+" if status.truncated else ""))
        found.append(("" if status.weight.exact else "≈ ") + phrases.size(status.weight.bytes))
    if status.bare:
        found.append(tr("bare"))
    if status.submodules:
        found.append(plural("{count} submodule, not read", "{count} submodules, not read", status.submodules))
    return found


def index_words(index: IndexState, now: float) -> str:
    """Return how the index stands."""
    if not index.at and index.files:
        so_far = tr("{parts} of {files}").format(
            parts=plural("{count} part", "{count} parts", index.chunks),
            files=plural("{count} file", "{count} files", index.files),
        )
        return tr(
            "The index is not finished: {so_far} so far. It continues from there, and reads nothing twice."
        ).format(so_far=so_far)
    if not index.at:
        return tr(
            "Nothing is indexed yet. Indexing reads every text file once and cuts it at its definitions, so that you "
            "and the participants can search it. {sent_words}"
        ).format(sent_words=sent_words(index))
    of = (
        tr("{parts} of {files}").format(
            parts=plural("{count} part", "{count} parts", index.chunks),
            files=plural("{count} file", "{count} files", index.files),
        )
        if index.files
        else tr("Indexed")
    )
    return tr("{of}, at commit {commit}, {at}.").format(of=of, commit=index.commit[:10], at=phrases.day(index.at, now))


def sent_words(index: IndexState) -> str:
    """Return what indexing sends, and to whom."""
    if not index.receiver:
        return tr("This happens on this computer, and nothing leaves it.")
    if index.agreed:
        return tr("As you agreed, all of its text goes to {receiver}, so that you can search by meaning.").format(
            receiver=index.receiver
        )
    return tr(
        "To search by meaning, all of its text would go to {receiver}; you are asked first. Otherwise everything "
        "happens on this computer, and no model is asked."
    ).format(receiver=index.receiver)


def meaning_words(index: IndexState) -> str:
    """Whether parts are found by meaning too; "" before anything is indexed."""
    if not index.at:
        return ""
    if index.model and index.embedded and index.embedded >= index.chunks:
        return tr("All parts are found by meaning as well ({model}).").format(model=index.model)
    if index.model and index.embedded:
        return tr("{embedded} of {chunks} parts are found by meaning as well ({model}).").format(
            embedded=figure(index.embedded), chunks=figure(index.chunks), model=index.model
        )
    return tr("Parts are found by their words{words}.").format(words=f": {index.why_not}" if index.why_not else "")


def stale_words(index: IndexState) -> str:
    if not index.at or not index.stale:
        return ""
    return plural(
        "{count} file differs at the current commit: bring it up to date.",
        "{count} files differ at the current commit: bring it up to date.",
        index.stale,
    )


def memory_words(memory: MemoryState) -> str:
    match memory.kind:
        case "made":
            stale = (
                plural("; {count} part changed since", "; {count} parts changed since", len(memory.stale))
                if memory.stale
                else ""
            )
            return plural(
                "Summarised by {model} in {count} part{stale}.",
                "Summarised by {model} in {count} parts{stale}.",
                memory.parts,
            ).format(model=memory.model, stale=stale)
        case "map":
            return tr("A program extracted a map of its definitions; no model has summarised it.")
    return tr("No memory yet: participants get the README, the tree, the history, and what bears on the question.")


def stale_parts(memory: MemoryState) -> str:
    """Return the files that were changed since they were summarised, as a tool tip."""
    shown = "\n".join(memory.stale[:STALE])
    more = (
        tr("\n… and {number_of_stale} more").format(number_of_stale=len(memory.stale) - STALE)
        if len(memory.stale) > STALE
        else ""
    )
    return tr("Changed since:\n{shown}{more}").format(shown=shown, more=more) if shown else ""


def forecast_words(expected: MemoryForecast) -> str:
    """Return what summarising would take."""
    parts = tr("{files} and {folders}").format(
        files=plural("{count} file", "{count} files", expected.files),
        folders=plural("{count} folder", "{count} folders", expected.folders),
    )
    price = phrases.money(expected.cost) if expected.cost is not None else tr("an unknown price")
    left = (
        plural(
            " {count} more file would only be in the map.",
            " {count} more files would only be in the map.",
            expected.left,
        )
        if expected.left
        else ""
    )
    return tr("{model} would be asked {times} to summarise {parts}: about {tokens}, ≈ {price}.{left}").format(
        model=expected.model,
        times=plural("{count} time", "{count} times", expected.calls),
        parts=parts,
        tokens=plural("{count} token", "{count} tokens", expected.tokens),
        price=price,
        left=left,
    )


def remembered_words(done: SummaryReport) -> str:
    dropped = (
        plural(
            ", {count} statement left out without a valid source",
            ", {count} statements left out without a valid source",
            done.unsupported,
        )
        if done.unsupported
        else ""
    )
    price = phrases.money(done.cost) if done.cost is not None else tr("price unknown")
    return plural(
        "{count} summary made, {kept} kept{dropped}; {price}.",
        "{count} summaries made, {kept} kept{dropped}; {price}.",
        done.made,
    ).format(kept=figure(done.kept), dropped=dropped, price=price)


def progress_words(progress: IndexProgress) -> str:
    of = (
        tr("{done} of {total}").format(done=figure(progress.done), total=figure(progress.total))
        if progress.total
        else ""
    )
    return " · ".join(part for part in (f"{STEPS[progress.step]} {of}".strip(), progress.path) if part)


def hit_row(place: int, hit: CodeHit) -> Row:
    name = hit.name.rpartition(".")[2]
    lines = [line.strip() for line in hit.text.split("\n") if any(map(str.isalnum, line))]
    first = next((line for line in lines if name and name in line), lines[0] if lines else "")
    if hit.name.partition(".")[2] and hit.name not in first:  # one of many of that name: say whose
        first = f"{hit.name} · {first}" if first else hit.name
    why = tr("by words and meaning") if hit.by_words and hit.by_meaning else tr("by meaning") if hit.by_meaning else ""
    return Row(key=f"{place}", title=f"{hit.path}:{hit.first}-{hit.last}", subtitle=first, icon="file", chip=why)


def thread_rows(found: Threads) -> list[Row | str]:
    """Return issues, then pull requests, each kind with its heading."""
    rows: list[Row | str] = []
    for heading, threads in ((tr("Issues"), found.issues), (tr("Pull requests"), found.pulls)):
        if threads:
            rows += [
                tr("{heading}, the most discussed first").format(heading=heading),
                *(_thread_row(each) for each in threads),
            ]
    return rows


def _thread_row(thread: Thread) -> Row:
    said = (
        plural(" · {count} comment", " · {count} comments", thread.comments)
        if thread.comments or not thread.pull
        else ""
    )
    return Row(
        key=f"{thread.number}",
        title=thread.title or tr("(no title)"),
        subtitle=f"#{thread.number} · {thread.author}{said}",
        icon="fork" if thread.pull else "chat",
    )


def issue_words(found: Issue) -> str:
    kind = tr("Pull request") if found.thread.pull else tr("Issue")
    said = tr("{kind}, {state}, by {author}. Written on GitHub: it is not checked.").format(
        kind=kind, state=found.state or "open", author=found.thread.author
    )
    return f"{said} {found.left_out}".rstrip()


def issue_text(found: Issue) -> str:
    """Return an issue as Markdown: the text, then what was said to it."""
    parts = [found.body.strip() or tr("*No text.*")]
    parts += [f"#### {_named(each.author)}, {each.at}\n\n{each.text.strip()}" for each in found.comments]
    return "\n\n".join(parts)


def _named(author: str) -> str:
    """Return a login, of which nothing can act as Markdown."""
    return "".join(sign for sign in author if sign.isalnum() or sign in "-[]") or tr("nobody")


def debate_row(entry: DebateEntry, now: float) -> Row:
    state = phrases.once(STATES[state_of(entry.status, str(entry.outcome.get("outcome", "")))])
    agreed = tr("{score}% agreed").format(score=percent(entry.score)) if entry.score is not None else state
    return Row(
        key=entry.id,
        title=" ".join((entry.title or entry.topic).split()),
        subtitle=plural(
            "{agreed} · {count} round · {updated_at}", "{agreed} · {count} rounds · {updated_at}", entry.rounds
        ).format(agreed=agreed, updated_at=phrases.day(entry.updated_at, now)),
        icon="chat",
    )
