"""Runs a Python program and its tests inside of the box, and says what became of each.

Called with a mark; the last line that begins with it is the report, as JSON: a list of {"name", "passed", "why"}. What
is found is run: classes of unittest, functions called test_*, examples in docstrings. Without any of these the program
is run as it is, and passes if it ends without an exception. Not imported by anything: it stands alone in the box.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import json
import sys
import traceback
import types
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path

FILE = "program.py"


class Failed(Exception):
    """A test failed, and this is why."""


def tried(name: str, action: Callable[[], object]) -> dict[str, object] | None:
    try:
        action()
    except unittest.SkipTest:
        return None
    except SystemExit as left:
        passed = not left.code
        return {"name": name, "passed": passed, "why": "" if passed else f"it ended with exit code {left.code}"}
    except Failed as failed:
        return {"name": name, "passed": False, "why": str(failed)[:500]}
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)
        line = next((one.lineno for one in reversed(last) if one.filename == FILE), None)
        where = f"line {line}: " if line else ""
        return {"name": name, "passed": False, "why": f"{where}{type(error).__name__}: {error}"[:500]}
    return {"name": name, "passed": True, "why": ""}


def cases(module: types.ModuleType) -> Iterator[tuple[str, Callable[[], object]]]:
    for name, found in sorted(vars(module).items()):
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
            raise Failed(trace.strip().splitlines()[-1])
        if result.skipped:
            raise unittest.SkipTest("skipped")

    return run


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


def loaded(name: str, source: str) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, FILE, "exec"), vars(module))
    return module


def main() -> None:
    source = Path(FILE).read_text(encoding="utf-8")
    found: list[tuple[str, Callable[[], object]]] = []

    def load() -> None:
        found.extend(cases(loaded("program", source)) if has_tests(source) else [])

    report = [tried("loading the program", load)]
    if report[0] and report[0]["passed"]:
        actions = found or [("running the program", lambda: loaded("__main__", source))]
        report = [tried(name, action) for name, action in actions]
    sys.stdout.write("\n" + sys.argv[1] + json.dumps([one for one in report if one]) + "\n")
    sys.stdout.flush()


with contextlib.suppress(BrokenPipeError):
    main()
