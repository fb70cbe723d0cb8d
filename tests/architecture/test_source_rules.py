"""Rules that hold for every line of the program and that no linter knows. Each is shown to notice a violation."""

import ast
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))

Finding = tuple[int, str]
Rule = Callable[[ast.Module], Iterator[Finding]]

STATIC_DIALOGS = {
    "QMessageBox": {"about", "aboutQt", "critical", "information", "question", "warning"},
    "QInputDialog": {"getDouble", "getInt", "getItem", "getMultiLineText", "getText"},
    "QFileDialog": {
        *(
            "getExistingDirectory",
            "getExistingDirectoryUrl",
            "getOpenFileContent",
            "getOpenFileName",
            "getOpenFileNames",
        ),
        *("getOpenFileUrl", "getOpenFileUrls", "getSaveFileName", "getSaveFileUrl"),
    },
    "QColorDialog": {"getColor"},
    "QFontDialog": {"getFont"},
}
"""Dialogs that run an event loop of their own."""

WALL_CLOCK = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}

SDKS = {"openai", "anthropic", "google", "mcp", "genai_prices"}
"""Packages that take from 0.1 to 3 seconds to import."""


def last_name(node: ast.expr) -> str:
    """The last part of a dotted name, or nothing."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


@functools.cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All of a tree, walked once for all rules."""
    return tuple(ast.walk(tree))


def calls(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Calls of the form `owner.name(…)`: line, owner's last name, name."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.lineno, last_name(node.func.value), node.func.attr


def imports(tree: ast.AST) -> Iterator[Finding]:
    """Imported modules anywhere under a node: line, dotted name."""
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""


def nested_event_loops(tree: ast.Module) -> Iterator[Finding]:
    """Under one loop for Qt and asyncio, a second one inside it never wakes the task that waits."""
    for line, owner, name in calls(tree):
        if name in {"exec", "exec_", "processEvents"} or name in STATIC_DIALOGS.get(owner, ()):
            yield line, f"{owner}.{name}() runs a nested event loop: use open() and a future"


def clock_readers(tree: ast.Module) -> Iterator[Finding]:
    """Time comes from the Clock port, so that a debate can be replayed."""
    for line, owner, name in calls(tree):
        if (owner, name) in WALL_CLOCK:
            yield line, f"{owner}.{name}(): ask the Clock port"


def mocks(tree: ast.Module) -> Iterator[Finding]:
    """Fakes are programs that are checked; mocks agree with everything."""
    for line, module in imports(tree):
        if module in ("mock", "unittest.mock") or (module == "unittest" and from_unittest(tree)):
            yield line, f"{module}: write a fake in disputatio.testing"


def from_unittest(tree: ast.Module) -> bool:
    """Whether a name is taken from `unittest`, which is how mocks come. The whole of it runs tests of participants."""
    return any(isinstance(node, ast.ImportFrom) and node.module == "unittest" for node in nodes(tree))


def undocumented(tree: ast.Module) -> Iterator[Finding]:
    """A module says what it is for."""
    if not ast.get_docstring(tree):
        yield 1, "the module has no docstring"


def outside_functions(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported, those under TYPE_CHECKING left out."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        waiting += ast.iter_child_nodes(node)


def eager_sdks(tree: ast.Module) -> Iterator[Finding]:
    """An SDK is imported by the factory that needs it, or the window would wait for all of them."""
    for node in outside_functions(tree):
        for line, module in imports(node):
            if module.partition(".")[0] in SDKS:
                yield line, f"{module} is imported with the module: import it in the factory that needs it"


def hidden_imports(tree: ast.Module) -> Iterator[Finding]:
    """An import of our own inside a function hides a cycle."""
    if not any(isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset for node in nodes(tree)):
        return  # all stand at the margin, and functions need not be looked through one after the other
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for line, module in imports(node):
                if module.partition(".")[0] == "disputatio":
                    yield line, f"{module} is imported inside {node.name}()"


@functools.cache
def parsed(path: Path) -> ast.Module:
    """A file as its tree, read once for all rules."""
    return ast.parse(path.read_text(encoding="utf-8"))


def findings(rule: Rule, files: list[Path]) -> list[str]:
    return [f"{path.relative_to(ROOT)}:{line}: {text}" for path in files for line, text in rule(parsed(path))]


EVERYWHERE = [nested_event_loops, clock_readers, mocks, undocumented, eager_sdks]


@pytest.mark.parametrize("rule", EVERYWHERE, ids=lambda rule: rule.__name__)
def test_the_program_follows(rule: Rule) -> None:
    assert SOURCES, "no sources were found"
    assert findings(rule, SOURCES) == []


def test_only_the_entry_point_imports_our_own_modules_late() -> None:
    assert findings(hidden_imports, [path for path in SOURCES if path.name != "__main__.py"]) == []


def motion(tree: ast.Module) -> Iterator[Finding]:
    """What moves, blinks or fades by itself: nobody has to ask this window to keep still. `QAbstractAnimation` alone is
    no motion: by it, one that Qt began is ended."""
    moving = {"QMovie", "QScroller", "QScrollerProperties", "QTimeLine", "QEasingCurve", "QGraphicsOpacityEffect"}
    for node in nodes(tree):
        for name in [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []:
            if name in moving or (name.endswith(("Animation", "AnimationGroup")) and name != "QAbstractAnimation"):
                yield node.lineno, name
        if isinstance(node, ast.Call):
            given = [each.value for each in node.args if isinstance(each, ast.Constant)]
            if last_name(node.func) == "setAnimated" or (last_name(node.func) == "setRange" and given == [0, 0]):
                yield node.lineno, last_name(node.func)


def composing(tree: ast.Module) -> Iterator[Finding]:
    """Fields that send half a word: `kit.inputs.LineField` leaves Enter to an input method while it composes."""
    for node in nodes(tree):
        bases = node.bases if isinstance(node, ast.ClassDef) else [node.func] if isinstance(node, ast.Call) else []
        yield from ((node.lineno, "QLineEdit") for each in bases if last_name(each) == "QLineEdit")


WINDOW = [path for path in SOURCES if "gui" in path.parts]


def test_nothing_in_the_window_moves_by_itself() -> None:
    assert findings(motion, WINDOW) == []


def test_enter_belongs_to_an_input_method_while_it_composes() -> None:
    assert findings(composing, [path for path in WINDOW if path.name != "inputs.py"]) == []


def test_the_tests_use_no_mocks() -> None:
    assert findings(mocks, [path for path in TESTS if "mock" in path.read_text(encoding="utf-8")]) == []


def test_no_module_is_named_after_nothing() -> None:
    empty_names = {"utils", "util", "common", "helpers", "helper", "misc"}
    assert [path for path in SOURCES if empty_names & {*path.relative_to(ROOT / "src").parts[:-1], path.stem}] == []


def test_test_files_have_unique_names() -> None:
    names = [path.name for path in TESTS if path.name != "conftest.py"]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (nested_event_loops, "dialog.exec()"),
        (nested_event_loops, "QtWidgets.QMessageBox.warning(None, 'a', 'b')"),
        (nested_event_loops, "QFileDialog.getOpenFileName(self)"),
        (nested_event_loops, "QApplication.processEvents()"),
        (clock_readers, "import datetime\nx = datetime.datetime.now()"),
        (clock_readers, "date.today()"),
        (mocks, "from unittest.mock import Mock"),
        (mocks, "from unittest import mock"),
        (motion, "from PySide6.QtCore import QPropertyAnimation"),
        (motion, "bar.setRange(0, 0)"),
        (motion, "tree.setAnimated(True)"),
        (composing, "field = QLineEdit()"),
        (composing, "class Words(QtWidgets.QLineEdit):\n    pass"),
        (undocumented, "x = 1"),
        (eager_sdks, "import openai"),
        (eager_sdks, "try:\n    from google import genai\nexcept ImportError:\n    pass"),
        (eager_sdks, "class Model:\n    import anthropic"),
        (hidden_imports, "def f():\n    from disputatio.engine import chat"),
    ],
)
def test_a_rule_notices_its_violation(rule: Rule, source: str) -> None:
    assert list(rule(ast.parse(source)))


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (nested_event_loops, "dialog.open()\nQMessageBox(parent).setText('a')\nlog.warning('a')"),
        (clock_readers, "clock.now()"),
        (motion, "from PySide6.QtCore import QTimer\nbar.setRange(0, total)"),
        (composing, "field = LineField()\nedit: QLineEdit"),
        (eager_sdks, "def client():\n    import openai"),
        (eager_sdks, "if TYPE_CHECKING:\n    import openai"),
        (hidden_imports, "def f():\n    import anthropic"),
    ],
)
def test_a_rule_lets_the_right_way_pass(rule: Rule, source: str) -> None:
    assert not list(rule(ast.parse(source)))
