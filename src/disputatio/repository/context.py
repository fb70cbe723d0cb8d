"""What the participants of a debate may take as known of a repository: sections with a budget each, at one commit.

What was cut to keep a budget, and what was held back because it looks like a secret, is said in `Section.cut`.
Everything here is untrusted text: it is data for the models, delimited and declared as such by the prompts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from disputatio.debate.context import GLIMPSES, Context, Section
from disputatio.repository.entries import Entry, beginning, visible
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import excerpts, held_back
from disputatio.repository.languages import shares
from disputatio.repository.outline import about
from disputatio.repository.relevance import Match, by_prominence, matches, prominent_files
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, never
from disputatio.secrets.detection import Screening, redact, safe_cut

README_CHARACTERS = 1_000
TREE_FILES = 50
TREE_CHARACTERS = 6_000
NAME = 100
"""Characters of a folder's name or an author that are shown."""
LANGUAGES = 5
COMMITS, SUBJECT = 5, 80
"""Commits that are listed, and characters of what each says."""
FILES_CHARACTERS = 4_000
"""Of excerpts, though files may take more (SPEC §17): in questions about this project twice as many files had a fifth
more of those that matter, and the listing names those too, at a tenth of the length."""
FILE_CHARACTERS = 1_000
"""Of one file: short excerpts of many files are worth more than long ones of a few, since participants can look up the
rest."""
SAID = 60
"""Characters of what a listed file says of itself, about."""
BEARING_FILES = 16
"""Files that the listing names because they share words with the question, with what they say of themselves."""
LEAST_BEARING = 0.4
"""The share of the best file's score from which on a file bears on the question."""
PROMINENT_FILES = 4
NEAR = "These share words with the question, the nearest first:"
OTHERS = "Others:"

_README = re.compile(r"readme(\.(md|markdown|rst|adoc|org|txt))?", re.I)
_PICTURE = (
    r"(?:</?[a-zA-Z][^<>]{0,1000}>|<!--[^<>]{0,1000}-->"
    r"|\[!\[[^\[\]]{0,200}\]\([^()]{0,500}\)\]\([^()]{0,500}\)|!\[[^\[\]]{0,200}\]\([^()]{0,500}\))"
)
_PICTURES = re.compile(rf"\s*{_PICTURE}(?:\s*{_PICTURE})*+\s*")
_README_FOLDERS = ("", "docs/", ".github/")


def from_tree(
    tree: SourceTree,
    question: str = "",
    stopped: Stopped = never,
    *,
    memory: Section | None = None,
    bearing: Section | None = None,
    screening: Screening | None = None,
) -> Context:
    """Return the context of a repository that is open already. `memory` is what is known of the whole: where it was
    verified, it stands for README, listing, languages and history. `bearing` is what a search found; without one, files
    are looked through for the words of the question."""
    screening = screening or Screening()
    parts = bearing if bearing is not None and bearing.text else None
    found = [] if parts else _bearing(matches(tree, question, stopped, most=BEARING_FILES))
    if not tree.files(stopped):
        sections: tuple[Section | None, ...] = (_empty(tree),)
    elif memory is not None and memory.verified:
        sections = (memory, parts or _files(tree, found, stopped, screening))
    else:
        sections = (
            _readme(tree, screening),
            _listing(tree, found, stopped),
            _languages(tree, stopped),
            _history(tree, stopped),
            memory,
            parts or _files(tree, found, stopped, screening),
        )
    return Context(
        kind="repository",
        ref=str(tree.root),
        title=tree.name,
        pin=tree.pin,
        sections=tuple(_scrubbed(section, screening) for section in sections if section),
    )


def _scrubbed(section: Section, screening: Screening) -> Section:
    """Return a last look at what is about to leave: paths, names and notes may hold secrets too."""
    texts = [section.title, section.text, section.cut]
    found = [screening.find(text) for text in texts]
    screening.note((finding for findings in found for finding in findings), section.title)
    title, text, cut = (redact(text, findings) for text, findings in zip(texts, found, strict=True))
    return replace(section, title=title, text=text, cut=_joined([cut, held_back([f for each in found for f in each])]))


def _empty(tree: SourceTree) -> Section:
    state = "holds no files at this commit" if tree.pin else "has no commits yet, so there is nothing to read"
    return Section(name="tree", title="Files", text=f"The repository {tree.name} {state}.")


def _readme(tree: SourceTree, screening: Screening) -> Section | None:
    entry = _readme_entry(tree.files())
    if entry is None:
        return None
    try:
        file = tree.read(entry)
    except FileMissing as missing:
        return Section(name="readme", title="README", text="", cut=missing.what)
    if file.kind != "text":
        return Section(name="readme", title="README", text="", cut=f"{entry.path} is not shown: it is {file.kind}.")
    findings = screening.find(file.text, entry.path)
    screening.note(findings)
    whole = visible(redact(file.text, findings)).strip()
    text = _without_pictures(whole)
    left = f"Pictures at the top of {entry.path} are left out." if text != whole else ""
    taken = beginning(text, README_CHARACTERS)
    cut = [_cut_text(entry.path, text, taken), left, held_back(findings)]
    return Section(name="readme", title=f"README ({entry.path})", text=taken, cut=_joined(cut))


def _without_pictures(text: str) -> str:
    """Return a text without the lines of pictures, badges and bare tags before the first heading or words, and right
    after that heading: a model sees nothing in them, and often they take all the room."""
    lines = text.split("\n")
    kept: list[str] = []
    for at, line in enumerate(lines):
        if _PICTURES.fullmatch(line) or (not line.strip() and (not kept or not kept[-1].strip())):
            continue
        if line.strip() and not line.startswith("#"):
            return "\n".join([*kept, *lines[at:]]).strip()
        kept.append(line)
    return "\n".join(kept).strip() or text


def _readme_entry(entries: Iterable[Entry]) -> Entry | None:
    found = [
        (_README_FOLDERS.index(folder), not entry.name.lower().endswith(".md"), entry.raw, entry)
        for entry in entries
        if entry.kind == "file" and _README.fullmatch(entry.name)
        for folder in [entry.path[: -len(entry.name)]]
        if folder in _README_FOLDERS
    ]
    return min(found)[-1] if found else None


def _bearing(found: Sequence[Match]) -> list[Match]:
    """Return the files that bear on the question, of some that share words with it. One or two that are named in it say
    nothing about the others."""
    least = LEAST_BEARING * found[min(2, len(found) - 1)].score if found else 0
    return [match for match in found if match.score >= least][:BEARING_FILES]


def _listing(tree: SourceTree, found: Sequence[Match], stopped: Stopped) -> Section:
    """Return the files that bear on the question, then what a newcomer should see first."""
    entries = tree.files(stopped)
    told = [(match.entry, about(match.entry.path, visible(match.text.text))) for match in found]
    near = [f"{entry.path}{says and f': {_in_short(says)}'}" for entry, says in told]
    named = {entry.path for entry, _ in told}
    notes = {"file": "", "symlink": " (symbolic link, not followed)", "submodule": " (submodule, not read)"}
    others = [entry for entry in by_prominence(tree, stopped) if entry.path not in named]
    kept = _fitting([*near, *(entry.path + notes[entry.kind] for entry in others)][:TREE_FILES])
    rest = _by_folder(sorted(kept[len(near) :]))
    lines = [*([NEAR, *kept[: len(near)], *([OTHERS] if rest else [])] if near else []), *rest]
    cut = []
    if len(entries) > len(kept) or tree.truncated:
        lines += ["", _folders(entries)]
        more = f"{'more than ' if tree.truncated else ''}{len(entries):,}"
        cut.append(f"{len(kept)} of {more} files are listed.")
    return Section(name="tree", title="Files", text="\n".join(lines), cut=_joined(cut))


def _by_folder(paths: Iterable[str]) -> list[str]:
    """Return a line for each folder: its name stands once."""
    folders: dict[str, list[str]] = {}
    for path in paths:
        folder, slash, name = path.rpartition("/")
        folders.setdefault(folder + slash, []).append(name)
    return [f"{folder}: {', '.join(names)}" if folder else ", ".join(names) for folder, names in folders.items()]


def _fitting(lines: Iterable[str]) -> list[str]:
    """Return the first ones, as many as there is room for."""
    sizes = accumulate(len(line) + 1 for line in lines)
    return [line for line, size in zip(lines, sizes, strict=True) if size <= TREE_CHARACTERS]


def _folders(entries: Iterable[Entry]) -> str:
    counts = Counter(entry.path.partition("/")[0] + "/" for entry in entries if entry.depth)
    shown = ", ".join(f"{_short(folder)} {count:,}" for folder, count in counts.most_common(20))
    return f"Files by folder: {shown or 'none'}{' …' if len(counts) > 20 else ''}"


def _languages(tree: SourceTree, stopped: Stopped) -> Section | None:
    found = shares(tree, LANGUAGES, stopped)
    if not found:
        return None
    lines = [f"{share.language} {share.percent}" for share in found]
    return Section(name="languages", title="Languages", text="\n".join(lines))


def _history(tree: SourceTree, stopped: Stopped) -> Section:
    commits = tree.history(COMMITS + 1, stopped)
    shown = commits[:COMMITS]
    alone = len({commit.author for commit in shown}) == 1 < len(shown)
    by = [f"All of them by {shown[0].author[:NAME]}:"] if alone else []
    told = (f"{'' if alone else f'{c.author[:NAME]}: '}{c.subject[: safe_cut(c.subject, SUBJECT)]}" for c in shown)
    lines = [*by, *(f"{c.id[:10]} {c.date[:10]} {text}" for c, text in zip(shown, told, strict=True))]
    cut = f"The {COMMITS} newest commits are listed." if len(commits) > COMMITS else ""
    return Section(name="history", title="Recent history", text="\n".join(lines), cut=cut)


def _files(tree: SourceTree, found: Sequence[Match], stopped: Stopped, screening: Screening) -> Section | None:
    title = "Excerpts of files that share words with the question"
    if not found:
        found = prominent_files(tree, PROMINENT_FILES, stopped)
        title = "Excerpts of main files (no file shares words with the question)"
    taken = excerpts(found, FILES_CHARACTERS, FILE_CHARACTERS, screening)
    screening.note(taken.held_back)
    if not taken.files:
        return None
    files = f"{taken.files} file{'s' * (taken.files != 1)}"
    cut = [f"{taken.shown_lines:,} of {taken.whole:,} lines of {files} are shown."]
    if taken.shown_lines == taken.whole:
        cut = []
    return Section(name=GLIMPSES, title=title, text=taken.text, cut=_joined([*cut, held_back(taken.held_back)]))


def _in_short(said: str) -> str:
    """Return the beginning of a sentence, whole words."""
    return said if len(said) <= SAID else f"{said[:SAID].rpartition(' ')[0] or said[:SAID]} …"


def _short(name: str) -> str:
    """Return the end of a long name, which tells most."""
    return name if len(name) <= NAME else "…" + name[-NAME:]


def _cut_text(path: str, text: str, taken: str) -> str:
    whole = len(taken) == len(text)
    return "" if whole else f"The first {len(taken):,} of {len(text):,} characters of {path} are shown."


def _joined(notes: Iterable[str]) -> str:
    return " ".join(note for note in notes if note)
