"""Runs a Python program and its tests inside of the box, and says what became of each.

Called with a mark; the last line that begins with it is the report, as JSON: a list of {"name", "passed", "why",
"milliseconds"}. What is found is run: classes of unittest, functions called test_*, examples in docstrings. Without any
of these the program is run as it is, and passes if it ends without an exception. Cases that were generated for it stand
in a file of their own and see all its names; they are reported as "generated". Where they cannot be loaded, that is no
fault of the program: they count for nothing, and it is printed. Not imported by anything: it stands alone in the box.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import json
import sys
import time
import traceback
import types
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path

FILE, GENERATED = "program.py", "cases.py"
LONGEST = 5_000
"""Characters of a reason: far more than are kept, since likely secrets are taken out before it is cut again."""


class Failed(Exception):
    """A test failed, and this is why."""


def timed(name: str, action: Callable[[], object]) -> dict[str, object] | None:
    began = time.perf_counter()
    found = tried(name, action)
    return found and {**found, "milliseconds": round((time.perf_counter() - began) * 1000)}


def tried(name: str, action: Callable[[], object]) -> dict[str, object] | None:
    try:
        action()
    except unittest.SkipTest:
        return None
    except SystemExit as left:
        passed = not left.code
        return {"name": name, "passed": passed, "why": "" if passed else f"it ended with exit code {left.code}"}
    except Failed as failed:
        return {"name": name, "passed": False, "why": str(failed)[:LONGEST]}
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)
        frame = next((one for one in reversed(last) if one.filename == FILE), None)
        where = f"line {frame.lineno}: " if frame is not None and frame.lineno else ""
        said = str(error) or (frame.line if frame is not None else "")  # who asserts without a word shows the line
        why = ": ".join(filter(None, (type(error).__name__, said)))
        return {"name": name, "passed": False, "why": f"{where}{why}"[:LONGEST]}
    return {"name": name, "passed": True, "why": ""}


Tests = list[tuple[str, Callable[[], object]]]


def cases(
    module: types.ModuleType, known: dict[str, object] | None = None
) -> Iterator[tuple[str, Callable[[], object]]]:
    for name, found in sorted(vars(module).items()):
        if known is not None and known.get(name) is found:
            continue
        if isinstance(found, type) and issubclass(found, unittest.TestCase) and found.__module__ == module.__name__:
            for method in unittest.defaultTestLoader.getTestCaseNames(found):
                yield f"{name}.{method}", case(found, method)
        elif name.startswith("test") and isinstance(found, types.FunctionType):
            yield name, found
    for example in doctest.DocTestFinder(exclude_empty=True).find(module):
        if example.examples:
            yield f"the example of {example.name}", documented(example)


def case(found: type[unittest.TestCase], method: str) -> Callable[[], None]:
    def run() -> None:
        result = unittest.TestResult()
        found(method).run(result)
        for _, trace in [*result.failures, *result.errors]:
            raise Failed(raised(trace))
        if result.skipped:
            raise unittest.SkipTest("skipped")

    return run


def raised(trace: str) -> str:
    """Return the line of a traceback that names the exception; below it there may be a comparison, line by line."""
    lines = trace.strip().splitlines()
    last = max((at for at, line in enumerate(lines) if line.startswith("Traceback (")), default=-1)
    return next((line for line in lines[last + 1 :] if line[:1].strip()), lines[-1])


def documented(example: doctest.DocTest) -> Callable[[], None]:
    def run() -> None:
        said: list[str] = []
        if doctest.DocTestRunner(verbose=False).run(example, out=said.append).failed:
            raise Failed(" ".join("".join(said).replace("*" * 70, "").split())[-300:])

    return run


def has_tests(source: str) -> bool:
    """Say whether a program brings tests along. One that does not is run once, as a program."""
    for node in ast.parse(source, FILE).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            return True
        if isinstance(node, ast.ClassDef) and any("TestCase" in ast.unparse(base) for base in node.bases):
            return True
    return ">>> " in source


def loaded(name: str, source: str, file: str = FILE, known: dict[str, object] | None = None) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    vars(module).update((each, found) for each, found in (known or {}).items() if not each.startswith("__"))
    exec(compile(source, file, "exec"), vars(module))
    return module


def generated(source: str) -> Tests:
    """Return the cases that were generated for a program."""
    if not Path(GENERATED).exists():
        return []
    made: Tests = []

    def load() -> None:
        program = sys.modules.get("program") or loaded("program", source)
        known = dict(vars(program))
        made.extend(cases(loaded("cases", Path(GENERATED).read_text(encoding="utf-8"), GENERATED, known), known))

    outcome = tried("loading the generated cases", load)
    if outcome and not outcome["passed"]:
        sys.stdout.write(f"The generated cases could not be loaded: {outcome['why']}\n")
    return made


def main() -> None:
    source = Path(FILE).read_text(encoding="utf-8")
    found: Tests = []

    def load() -> None:
        found.extend(cases(loaded("program", source)) if has_tests(source) else [])

    report = [tried("loading the program", load)]
    if report[0] and report[0]["passed"]:
        actions = found or [("running the program", lambda: loaded("__main__", source))]
        report = [timed(name, action) for name, action in actions]
        for name, action in generated(source):
            if (one := timed(name, action)) is not None:
                report.append({**one, "generated": True})
    sys.stdout.write("\n" + sys.argv[1] + json.dumps([one for one in report if one]) + "\n")
    sys.stdout.flush()


with contextlib.suppress(BrokenPipeError):
    main()
