"""Programming languages: how each is called, by what fences call it, and the ending of its files."""

from __future__ import annotations

_LANGUAGES = {
    "Python": ("py", "python py python3"),
    "JavaScript": ("js", "javascript js node mjs cjs jsx"),
    "TypeScript": ("ts", "typescript ts tsx"),
    "shell": ("sh", "sh shell bash zsh"),
    "PowerShell": ("ps1", "powershell ps1"),
    "Perl": ("pl", "perl pl"),
    "Ruby": ("rb", "ruby rb"),
    "Lua": ("lua", "lua"),
    "PHP": ("php", "php"),
    "awk": ("awk", "awk"),
    "SQL": ("sql", "sql"),
    "R": ("r", "r"),
    "Julia": ("jl", "julia jl"),
    "C": ("c", "c"),
    "C++": ("cpp", "cpp c++ cc cxx hpp"),
    "C#": ("cs", "csharp c# cs"),
    "Java": ("java", "java"),
    "Kotlin": ("kt", "kotlin kt"),
    "Scala": ("scala", "scala"),
    "Swift": ("swift", "swift"),
    "Go": ("go", "go golang"),
    "Rust": ("rs", "rust rs"),
    "Haskell": ("hs", "haskell hs"),
}
"""The ending of a file in each language, and what fences call it."""
_TITLES = {name: title for title, (_, names) in _LANGUAGES.items() for name in names.split()}


def language_title(fence: str) -> str:
    """Return how the language that a fence names is written, "" where it is none that programs are written in."""
    words = fence.casefold().split()
    return _TITLES.get(words[0].strip("{}.,"), "") if words else ""


def file_ending(fence: str) -> str:
    """Return the ending of a file in a language, "txt" for one that is not known."""
    return _LANGUAGES.get(language_title(fence), ("txt", ""))[0]
