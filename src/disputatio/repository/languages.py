"""Which languages a repository is written in: shares of bytes, by the endings of file names.

Code that others wrote (vendored) or that a program wrote (generated) does not count. Prose and data count only where
there is nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from disputatio.debate.values import value
from disputatio.repository.entries import Entry
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never

MAX_MEASURED = 8_000
"""Files whose size is asked for; of larger repositories an even sample is measured."""


@value
class Share:
    """`part` is 0..1 of all bytes that count."""

    language: str
    part: float


_CODE = {
    "Ada": "adb ads",
    "Assembly": "asm s",
    "C": "c h",
    "C#": "cs",
    "C++": "cc cpp cxx hh hpp hxx inl",
    "Clojure": "clj cljc cljs",
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
    "Lisp": "lisp lsp",
    "Lua": "lua",
    "MATLAB": "m",
    "Nim": "nim",
    "Nix": "nix",
    "Objective-C": "mm",
    "OCaml": "ml mli",
    "Pascal": "pas",
    "Perl": "pl pm",
    "PHP": "php",
    "PowerShell": "ps1 psm1",
    "Prolog": "pro",
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
    "Svelte": "svelte",
    "Swift": "swift",
    "Tcl": "tcl",
    "Terraform": "tf",
    "TypeScript": "cts mts ts tsx",
    "Verilog": "sv v vh",
    "VHDL": "vhd vhdl",
    "Visual Basic": "bas vb",
    "Vue": "vue",
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


def foreign(path: str) -> bool:
    """Whether others or a program wrote it: vendored, built, locked, minified."""
    folder, _, name = path.rpartition("/")
    return _foreign_folder(folder) or _FOREIGN_NAME.search(name) is not None


@lru_cache(maxsize=65_536)
def _foreign_folder(folder: str) -> bool:
    return bool(_FOREIGN_FOLDER.search(folder))


@lru_cache(maxsize=65_536)
def language_of(name: str) -> str:
    """The language of a file by its name, "" where unknown."""
    name = name.lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    stem, _, ending = name.rpartition(".")
    return _BY_ENDING.get(ending, "") if stem else ""


def is_code(name: str) -> bool:
    """Whether it holds a program rather than prose or data."""
    language = language_of(name)
    return bool(language) and language not in _OTHER


def shares(tree: SourceTree, top: int = 5, stopped: Stopped = never) -> tuple[Share, ...]:
    """The `top` languages by bytes, largest first."""
    own = [entry for entry in tree.files(stopped) if entry.kind == "file" and not foreign(entry.path)]
    counted = [entry for entry in own if is_code(entry.name)] or [entry for entry in own if language_of(entry.name)]
    sizes = _measured(tree, _sample(counted), stopped)
    total = sum(sizes.values())
    return tuple(Share(language=name, part=size / total) for name, size in sizes.most_common(top) if size)


def _sample(entries: list[Entry]) -> list[Entry]:
    step = -(-len(entries) // MAX_MEASURED) or 1
    return entries[::step]


def _measured(tree: SourceTree, entries: Iterable[Entry], stopped: Stopped) -> Counter[str]:
    sizes: Counter[str] = Counter()
    for number, entry in enumerate(entries):
        if number % 500 == 0:
            check(stopped)
        sizes[language_of(entry.name)] += tree.size(entry)
    return sizes
