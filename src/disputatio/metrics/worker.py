"""Measures one program, in a process of its own: reads {"code", "title"} from standard input as JSON, writes what it
found to standard output as `debate.views.code_quality` reads it.

The tools only parse. That this stays so is enforced: they are tried on a small program first, and from then on whatever
would execute code, start a process or reach a network is refused.
"""

from __future__ import annotations

import ast
import io
import json
import logging
import os
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

SECONDS, MEMORY, FILE = 10, 1 << 30, 4 << 20
"""What the process may use: seconds of work, bytes of memory, bytes of a file that it writes."""
FINDINGS = 20
SEVERITIES = ("HIGH", "MEDIUM", "LOW")
ENDINGS = {
    "JavaScript": "js", "TypeScript": "ts", "Perl": "pl", "Ruby": "rb", "Lua": "lua", "PHP": "php", "R": "r", "C": "c",
    "C++": "cpp", "C#": "cs", "Java": "java", "Kotlin": "kt", "Scala": "scala", "Swift": "swift", "Go": "go",
    "Rust": "rs",
}  # fmt: skip
"""The languages whose complexity lizard knows, and the ending by which it tells them."""
SAMPLES = {"Python": ("def f(x):\n    assert x\n    return eval(x)\n", "def f(:\n")}
REFUSED = ("exec", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "socket.", "subprocess.", "ctypes.")
"""The beginnings of what Python's audit calls that which no measuring needs."""

Found = dict[str, Any]


def measured(code: str, title: str, folder: Path) -> Found:
    found: Found = {"missing": {}, "tools": []}
    if title == "Python":
        only(found, "maintainability", "complexity", lambda: by_radon(found, code))
        only(found, "security", lambda: by_bandit(found, code, folder))
    elif title in ENDINGS:
        only(found, "complexity", lambda: by_lizard(found, code, ENDINGS[title]))
        found["missing"] |= dict.fromkeys(("security", "maintainability"), f"nothing here measures it in {title}")
    return found


def only(found: Found, *parts: Any) -> None:
    """Measure some parts; where that fails, say why."""
    *names, work = parts
    try:
        work()
    except ImportError as error:
        why = f"{error.name or 'what measures it'} is not installed"
    except (SyntaxError, ValueError) as error:
        line = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        why = f"it cannot be read as a program{line}"
    except (RecursionError, MemoryError):
        why = "it is nested too deeply, or too large"
    except Exception as error:  # a tool has met what its authors did not think of
        why = f"the tool failed: {type(error).__name__}"
    else:
        return
    found["missing"] |= dict.fromkeys(names, why)


def named(tool: str) -> str:
    return f"{tool} {version(tool)}"


def by_radon(found: Found, code: str) -> None:
    from radon.metrics import mi_visit
    from radon.visitors import ComplexityVisitor

    tool = named("radon")
    ast.parse(code)
    index = mi_visit(code, multi=True)
    visitor = ComplexityVisitor.from_code(code)
    functions = [*visitor.functions, *(one for each in visitor.classes for one in each.methods)]
    worst = max(functions, key=lambda one: one.complexity, default=None)
    found |= {
        "maintainability": index,
        "complexity": worst.complexity if worst else visitor.complexity,
        "function": worst.fullname[:100] if worst else "",
    }
    found["tools"].append(tool)


def by_bandit(found: Found, code: str, folder: Path) -> None:
    from bandit.core.config import BanditConfig
    from bandit.core.manager import BanditManager

    tool = named("bandit")
    ast.parse(code)  # its own complaint does not say where
    file = folder / "program.py"
    file.write_text(code, encoding="utf-8")
    profile = {"include": [], "exclude": ["B101"]}  # programs bring their tests along, which assert
    manager = BanditManager(BanditConfig(), "file", profile=profile, ignore_nosec=True)
    manager.discover_files([str(file)])
    manager.run_tests()
    if manager.skipped:
        raise ValueError(manager.skipped[0][1])
    issues = sorted(manager.get_issue_list(), key=lambda one: (SEVERITIES.index(one.severity), one.lineno))
    findings = [
        {"severity": one.severity.lower(), "line": one.lineno, "text": f"{one.text} ({one.test_id})"[:300]}
        for one in issues[:FINDINGS]
    ]
    counts = {each.lower(): sum(one.severity == each for one in issues) for each in SEVERITIES}
    found["security"] = {**counts, "findings": findings}
    found["tools"].append(tool)


def by_lizard(found: Found, code: str, ending: str) -> None:
    import lizard

    tool = named("lizard")
    functions = lizard.analyze_file.analyze_source_code(f"program.{ending}", code).function_list
    worst = max(functions, key=lambda one: one.cyclomatic_complexity, default=None)
    if worst is None:
        found["missing"]["complexity"] = "it has no functions"
        return
    found |= {"complexity": worst.cyclomatic_complexity, "function": worst.name[:100]}
    found["tools"].append(tool)


def limit() -> None:
    try:
        import resource
    except ImportError:  # Windows; whoever started this ends it in time
        return
    for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
        resource.setrlimit(kind, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(REFUSED):
        raise PermissionError(f"{event} is refused")


def main() -> None:
    limit()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    given = json.load(sys.stdin.buffer)
    code, title = str(given["code"]), str(given["title"])
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CACHE_HOME"] = os.environ["LOCALAPPDATA"] = place  # bandit's loader of plugins keeps a cache
        out, sys.stdout = sys.stdout, io.StringIO()  # the tools have nothing to say to whoever reads this
        for sample in SAMPLES.get(title, ("",)):
            measured(sample, title, Path(place))
        sys.addaudithook(refuse)
        found = measured(code, title, Path(place))
        out.write(json.dumps(found))
        out.flush()


if __name__ == "__main__":
    main()
