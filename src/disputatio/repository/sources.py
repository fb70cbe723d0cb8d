"""What citations of a repository are checked against: its files and commits at the pin.

Sources are read as participants are shown them: likely secrets held back, control characters made visible. So a
quotation of what was shown is found, and the report of a check never says what was held back. All functions block.
"""

from __future__ import annotations

import posixpath
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Collection

from disputatio.debate.citations.notations import begun, home_of
from disputatio.debate.citations.quotations import Text
from disputatio.debate.citations.verification import Source
from disputatio.repository.entries import Entry, printable, visible
from disputatio.repository.errors import FileMissing, UnknownRevision
from disputatio.repository.git_library import readable
from disputatio.repository.past import item_at
from disputatio.repository.source_tree import SourceTree, kind_of
from disputatio.secrets.detection import without_secrets

MAX_BYTES = 1_000_000
"""Larger files are not compared."""

MAX_CHARACTERS = 8_000_000
"""Of texts kept ready for the next turn of the debate; the least used go first."""

_FLAWS = {
    "binary": "{} is not a text file",
    "large-file pointer": "the contents of {} are kept outside the repository (Git LFS)",
    "symlink": "{} is a symbolic link, which is not followed",
    "submodule": "{} is a submodule, which is not read",
    "too large": "{} is too large to be compared (more than 1 MB)",
}


class RepositorySources:
    """The files and commits of a repository at its pin, as sources. May be used from several threads. `released` names
    the secrets that the participants were shown. `home`: where its `origin` lives on a code host, "" if nowhere."""

    def __init__(self, tree: SourceTree, released: Collection[str] = ()) -> None:
        self.tree, self._released = tree, frozenset(released)
        self.home = home_of(tree.origin())
        self._by_path: dict[str, Entry] = {}
        self._by_name: dict[str, list[Entry]] = {}
        for entry in tree.files():
            self._by_path[entry.path] = entry
            self._by_name.setdefault(_folded(entry.name), []).append(entry)
        for entry in tree.files():
            if "\\" in entry.path:
                self._by_path.setdefault(entry.path.replace("\\", "/"), entry)
        self._texts: OrderedDict[str, Text] = OrderedDict()
        self._held = 0
        self._lock = threading.Lock()

    def knows(self, path: str) -> bool:
        """Return whether some file can be meant by a path."""
        return bool(self.resolve(path))

    def knows_commit(self, id: str) -> bool:
        """Return whether an abbreviated id is that of a commit in the history of the pin."""
        return bool(self.commits(id))

    def files(self, path: str) -> tuple[Source, ...]:
        """Return the sources that a path can mean."""
        return tuple(self._source(entry) for entry in self.resolve(path))

    def commits(self, id: str) -> tuple[Source, ...]:
        """Return the commit of an abbreviated id, with its message, if the history of the pin has it."""
        try:
            full, message = self.tree.message(id)
        except UnknownRevision:
            return ()
        return (Source(name=full[: max(10, len(id))], text=Text(self._shown(message))),)

    def commit(self, id: str) -> str:
        """Return the full id of a commit of the history of the pin, "" where it has none."""
        try:
            return self.tree.message(id)[0]
        except UnknownRevision:
            return ""

    def files_at(self, id: str, path: str) -> tuple[Source, ...]:
        """Return the sources that a path can mean at a commit of the history of the pin: that very path, else what it
        means at the pin. Other branches are not what the person let the participants read."""
        full = self.commit(id)
        if not full:
            return (Source(name=path, text=Text(""), flaw=f"there is no commit {id} in the history"),)
        wanted = posixpath.normpath(path.replace("\\", "/")).lstrip("/")
        found = self._entry_at(full, wanted.encode("utf-8", "surrogateescape"))
        if found is not None:
            return (self._source(found),)
        others = (self._entry_at(full, entry.raw) for entry in self.resolve(path))
        return tuple(self._source(entry) for entry in others if entry is not None)

    def _entry_at(self, id: str, raw: bytes) -> Entry | None:
        with readable(self.tree.root, printable(raw)):
            item = item_at(self.tree.repository[id], raw)
        if item is None or item.type_str == "tree":
            return None
        return Entry(path=printable(raw), raw=raw, kind=kind_of(item.filemode), id=str(item.id))

    def resolve(self, path: str) -> tuple[Entry, ...]:
        """Return the entries that a path can mean: that very path; else those that end in it; else the same whatever
        the case; else the one that begins so ("the README"); else, where the path begins outside the repository, what
        remains below its folder. A letter with a mark is the same letter whether it is stored as one sign or as two."""
        wanted = posixpath.normpath(path.replace("\\", "/")).lstrip("/")
        if not wanted or wanted.startswith(".."):
            return ()
        for candidate in (wanted, wanted[2:] if wanted[:2] in ("a/", "b/") else ""):
            if candidate in self._by_path:
                return (self._by_path[candidate],)
        named = self._by_name.get(_folded(wanted.rpartition("/")[2]), [])
        for fold in (_composed, _folded):
            end = "/" + fold(wanted)
            if found := [entry for entry in named if ("/" + fold(entry.path)).endswith(end)]:
                return tuple(found)
        if one := begun(wanted, self._by_path):
            return (self._by_path[one],)
        return self._from_outside(path, wanted, named)

    def _from_outside(self, path: str, wanted: str, named: list[Entry]) -> tuple[Entry, ...]:
        if not (path.startswith(("/", "~", f"{self.tree.name}/")) or path[1:2] == ":"):
            return ()
        inner = [entry for entry in named if _composed(wanted).endswith("/" + _composed(entry.path))]
        return tuple(sorted(inner, key=lambda entry: -len(entry.path))[:1])

    def _source(self, entry: Entry) -> Source:
        name = self._name(entry.path)
        with self._lock:
            text = self._texts.get(entry.id)
            if text is not None:
                self._texts.move_to_end(entry.id)
                return Source(name=name, text=text)
        try:
            file = self.tree.read(entry, MAX_BYTES)
        except FileMissing as missing:
            return Source(name=name, text=Text(""), flaw=self._name(missing.what))
        if file.kind != "text":
            return Source(name=name, text=Text(""), flaw=_FLAWS[file.kind].format(name))
        text = Text(self._shown(file.text, entry.path))
        self._keep(entry.id, text)
        return Source(name=name, text=text)

    def _name(self, path: str) -> str:
        """Return a path as it may be told: its report goes to the models, and it may hold a secret itself."""
        return without_secrets(path, released=self._released)

    def _shown(self, text: str, path: str = "") -> str:
        return visible(without_secrets(text, path, self._released))

    def _keep(self, id: str, text: Text) -> None:
        with self._lock:
            if id not in self._texts:
                self._texts[id] = text
                self._held += len(text.plain)
            while self._held > MAX_CHARACTERS and len(self._texts) > 1:
                self._held -= len(self._texts.popitem(last=False)[1].plain)


def _composed(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _folded(path: str) -> str:
    return _composed(path).lower()
