"""Which languages a repository is written in: shares of bytes, by the endings of file names.

Code that others wrote (vendored), that a program wrote (generated), documentation and examples do not count; nor do
prose and data. Where nothing is left, what is the repository's own counts whatever it is. What the repository itself
says of its files (`linguist-…` in its .gitattributes, as on GitHub) goes before what their names say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from disputatio.debate.values import value
from disputatio.repository.entries import Entry
from disputatio.repository.errors import BadPattern, FileMissing
from disputatio.repository.globs import matcher
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never

# ---- linguist attributes in .gitattributes ----------------------------------------------------------------------
_ATTRIBUTE = re.compile(r"(-?)linguist-(language|vendored|generated|documentation|detectable)(?:=(\S{1,60}))?")
MAX_ATTRIBUTES = 100_000
"""Bytes of a .gitattributes that is read."""
MOST_ATTRIBUTES = 40


def flag(found: Mapping[str, str], name: str, *, otherwise: bool) -> bool:
    """Return whether an attribute is set; `otherwise` where nothing is said."""
    return found[name] != "false" if name in found else otherwise


@dataclass(frozen=True, slots=True)
class AttributeLine:
    """A line of .gitattributes: which paths it is about, and what it says of them."""

    matches: Callable[[str], bool]
    attributes: Mapping[str, str]


def attributes(tree: SourceTree) -> tuple[AttributeLine, ...]:
    """Return what the .gitattributes at the top of the tree says for GitHub."""
    try:
        text = tree.read(".gitattributes", MAX_ATTRIBUTES).text
    except FileMissing:
        return ()
    found: list[AttributeLine] = []
    for line in text.split("\n"):
        pattern, *rest = line.split()[:20] or [""]
        named = {match[2]: _value(match) for each in rest if (match := _ATTRIBUTE.fullmatch(each)) is not None}
        if named and not pattern.startswith(("#", '"', "!")) and "{" not in pattern and len(found) < MOST_ATTRIBUTES:
            try:
                found.append(AttributeLine(matches=matcher(pattern), attributes=named))
            except BadPattern:
                continue
    return tuple(found)


def _value(match: re.Match[str]) -> str:
    return "false" if match[1] else (match[3] or "true")


_T = TypeVar("_T")

MAX_MEASURED = 5_000
"""Files whose size is asked for; of larger repositories an even sample is measured."""

LOOKED_AT = 10_000
"""Files whose names are looked at; of larger repositories an even sample."""
MAX_COMPARED = 80_000
"""Comparisons of a path with what .gitattributes says: half a second."""


@value
class Share:
    """`part` is 0..1 of all bytes that count."""

    language: str
    part: float

    @property
    def percent(self) -> str:
        """Say it in words, never rounded to nothing or to all."""
        if self.part < 0.01:
            return "< 1%"
        return "> 99%" if 0.99 < self.part < 1 else f"{self.part:.0%}"


_CODE = {
    "Ada": "adb ads",
    "Assembly": "asm s",
    "Astro": "astro",
    "Batchfile": "bat cmd",
    "C": "c h",
    "C#": "cs",
    "C++": "cc cpp cxx hh hpp hxx inl",
    "Clojure": "clj cljc cljs",
    "CMake": "cmake",
    "COBOL": "cbl cob",
    "Crystal": "cr",
    "CSS": "css less sass scss",
    "CUDA": "cu cuh",
    "D": "d",
    "Dart": "dart",
    "Elixir": "ex exs",
    "Elm": "elm",
    "Emacs Lisp": "el",
    "Erlang": "erl hrl",
    "F#": "fs fsi fsx",
    "Fortran": "f f03 f08 f90 f95 for",
    "Go": "go",
    "GraphQL": "gql graphql",
    "Groovy": "gradle groovy",
    "Haskell": "hs lhs",
    "HTML": "htm html jinja jinja2 j2",
    "Java": "java",
    "JavaScript": "cjs js jsx mjs",
    "Julia": "jl",
    "Kotlin": "kt kts",
    "Lean": "lean",
    "Lex": "l ll",
    "Lisp": "lisp lsp",
    "Lua": "lua",
    "M4": "ac m4",
    "Objective-C": "m",
    "Nim": "nim",
    "Nix": "nix",
    "Objective-C++": "mm",
    "OCaml": "ml mli",
    "Pascal": "pas",
    "Perl": "pl pm",
    "PHP": "php",
    "PowerShell": "ps1 psm1",
    "Protocol Buffers": "proto",
    "Python": "py pyi pyx",
    "R": "r",
    "Racket": "rkt",
    "Ruby": "rb rake",
    "Rust": "rs",
    "Scala": "sc scala",
    "Scheme": "scm ss",
    "Shell": "bash fish sh zsh",
    "Solidity": "sol",
    "SQL": "sql",
    "Starlark": "bzl star",
    "Svelte": "svelte",
    "Swift": "swift",
    "Tcl": "tcl",
    "Terraform": "tf",
    "TypeScript": "cts mts ts tsx",
    "Verilog": "sv v vh",
    "VHDL": "vhd vhdl",
    "Visual Basic": "bas vb",
    "Vue": "vue",
    "Yacc": "y yy",
    "Zig": "zig",
}
_OTHER = {
    "AsciiDoc": "adoc asciidoc",
    "CSV": "csv tsv",
    "Jupyter Notebook": "ipynb",
    "JSON": "json jsonl",
    "Markdown": "markdown md mdx",
    "Org": "org",
    "reStructuredText": "rst",
    "TeX": "bib tex",
    "Text": "txt",
    "TOML": "toml",
    "XML": "xml",
    "YAML": "yaml yml",
}
_SHARED = {"h": ("C", "C++", "Objective-C++", "CUDA"), "m": ("Objective-C", "MATLAB", "Mathematica")}
"""Endings of several languages, the likeliest first."""
_BY_NAME = {
    "makefile": "Makefile",
    "gnumakefile": "Makefile",
    "dockerfile": "Dockerfile",
    "containerfile": "Dockerfile",
    "cmakelists.txt": "CMake",
    "rakefile": "Ruby",
    "gemfile": "Ruby",
    "justfile": "Just",
}
_BY_ENDING = {ending: language for language, endings in (_CODE | _OTHER).items() for ending in endings.split()}

_FOREIGN_FOLDER = re.compile(
    r"(^|/)(node_modules|bower_components|vendor|vendored|third[-_]?party|external|dist|build|site-packages"
    r"|__pycache__|\.venv|venv|Pods|\.yarn)(/|$)",
    re.I,
)
_FOREIGN_NAME = re.compile(
    r"[.-]min\.(js|css)$|\.(map|lock|snap|pb\.go|g\.dart)$|_pb2(_grpc)?\.pyi?$"
    r"|^(package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum|\.pnp\.c?js)$",
    re.I,
)


_DOCUMENTATION = re.compile(
    r"^(docs?|man|examples|demos?|samples?)/|(^|/)(documentation|javadoc|groovydoc|inst/doc)/", re.I
)


def foreign(path: str) -> bool:
    """Return whether others or a program wrote it: vendored, built, locked, minified."""
    folder, _, name = path.rpartition("/")
    return _foreign_folder(folder) or _FOREIGN_NAME.search(name) is not None


@lru_cache(maxsize=65_536)
def _foreign_folder(folder: str) -> bool:
    return bool(_FOREIGN_FOLDER.search(folder))


def _beside(path: str) -> bool:
    """Return whether it is documentation or an example."""
    return _beside_folder(path.rpartition("/")[0])


@lru_cache(maxsize=65_536)
def _beside_folder(folder: str) -> bool:
    return bool(_DOCUMENTATION.search(f"{folder}/"))


@lru_cache(maxsize=65_536)
def language_of(name: str) -> str:
    """Return the language of a file by its name, "" where unknown."""
    name = name.lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    stem, _, ending = name.rpartition(".")
    return _BY_ENDING.get(ending, "") if stem else ""


def is_code(name: str) -> bool:
    """Return whether it holds a program rather than prose or data."""
    language = language_of(name)
    return bool(language) and language not in _OTHER


def shares(tree: SourceTree, top: int = 5, stopped: Stopped = never) -> tuple[Share, ...]:
    """Return the `top` languages by bytes, largest first."""
    files = _sample([entry for entry in tree.files(stopped) if entry.kind == "file"], LOOKED_AT)
    said = attributes(tree)
    if said:
        told = [(entry, _told(entry, said)) for entry in _sample(files, min(MAX_MEASURED, MAX_COMPARED // len(said)))]
        counted = [(entry, language) for entry, (language, own, counts) in told if own and counts]
        counted = counted or [(entry, language) for entry, (language, own, _) in told if own and language]
    else:
        own = [entry for entry in files if language_of(entry.name) and not foreign(entry.path)]
        code = [entry for entry in own if is_code(entry.name)]
        main = [entry for entry in code if not _beside(entry.path)]
        counted = [(entry, language_of(entry.name)) for entry in main or code or own]
    sizes = _measured(tree, _sample(counted), stopped)
    total = sum(sizes.values())
    return tuple(Share(language=name, part=size / total) for name, size in sizes.most_common(top) if size)


def _sample(entries: list[_T], most: int = MAX_MEASURED) -> list[_T]:
    step = -(-len(entries) // most) or 1
    return entries[::step]


def _told(entry: Entry, said: Sequence[AttributeLine]) -> tuple[str, bool, bool]:
    """Return the language of a file ("" if unknown), whether it is the repository's own work, and whether it counts."""
    found: dict[str, str] = {}
    for each in said:
        if each.matches(entry.path):
            found |= each.attributes
    language = found.get("language") or language_of(entry.name)
    vendored = flag(found, "vendored", otherwise=foreign(entry.path)) or flag(found, "generated", otherwise=False)
    detectable = flag(found, "detectable", otherwise="language" in found or is_code(entry.name))
    beside = flag(found, "documentation", otherwise=_beside(entry.path))
    return language, not vendored, bool(language) and detectable and not beside


def _measured(tree: SourceTree, entries: Iterable[tuple[Entry, str]], stopped: Stopped) -> Counter[str]:
    sizes: Counter[str] = Counter()
    headers: Counter[str] = Counter()
    for number, (entry, language) in enumerate(entries):
        if number % 500 == 0:
            check(stopped)
        ending = entry.name.lower().rpartition(".")[2]
        shared = language == language_of(entry.name) and ending in _SHARED
        (headers if shared else sizes)[ending if shared else language] += tree.size(entry)
    for ending, size in headers.items():
        sizes[_whose(ending, sizes)] += size
    return sizes


def _whose(ending: str, sizes: Mapping[str, int]) -> str:
    """Return the language of files whose ending several languages share: the one of them that most is written in."""
    first, *others = _SHARED[ending]
    return max((first, *others), key=lambda name: sizes.get(name, 0))
