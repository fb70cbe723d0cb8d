"""Brings the translations of the window up to date, after texts were added: `python scripts/translations.py`.

Texts stand in the code in English, marked as `disputatio.debate.wording` says. They are found in its syntax; each
catalogue in `resources/translations` gets the new ones, without a translation, and loses those that are gone. The
program reads what is compiled from it. Untranslated texts are counted, and `tests/architecture` names them.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from disputatio.app.settings.declarations import SETTINGS
from disputatio.app.starting.roles import APART
from disputatio.prompting.book import ROLES, role_text
from disputatio.prompting.contracts import CONTRACTS

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "disputatio"
FOLDER: Final = ROOT / "resources" / "translations"
ELSEWHERE: Final = ("disputatio.faces.cli", "disputatio.faces.mcp", "disputatio.testing", "disputatio.metrics")
"""Modules that the window does not show."""
HEADER: Final = """msgid ""
msgstr ""
"Project-Id-Version: Disputatio\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals={plurals.num_plurals}; plural={plurals.plural_expr};\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Without dates and names, which would differ whenever it is written."""
GIVING_REASONS: Final = ("BlockLeft", "DebateEnded", "DebateHalted", "Pause", "TurnAbstained", "TurnCut")
"""What stands in the log in English with a reason, and is shown translated."""
LONG_AGO: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""What has no date of its own is the same whenever it is written."""
Text = str | tuple[str, str]
"""A text, or its forms for one and for many."""
Place = tuple[str, str]
"""The file, and what of it the text stands in."""


class Module:
    """One module: its syntax, its named texts, and what it imports from where."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = ".".join(("disputatio", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        self.tree = ast.parse(path.read_text("utf-8"))
        self.nodes = list(ast.walk(self.tree))
        self.named: dict[str, ast.expr] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                self.imported |= {one.asname or one.name: (node.module, one.name) for one in node.names}
        for node in self.tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    self.named |= dict(_pairs(target, node.value))


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, its)


def called(node: ast.expr) -> str:
    """Return the last part of a name: `words.OUTCOMES` is OUTCOMES."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


class Texts:
    """All that people read in the window: texts in their places."""

    def __init__(self) -> None:
        self.found: dict[Text, list[Place]] = {}
        modules = [
            module for module in map(Module, sorted(SOURCE.rglob("*.py"))) if not module.name.startswith(ELSEWHERE)
        ]
        self.modules = {module.name: module for module in modules}
        classes = [node for module in modules for node in module.nodes if isinstance(node, ast.ClassDef)]
        self._spoken = {node.name: names for node in classes if (names := set(_spoken(node)))}
        self._spoken |= {name: {"why"} for name in GIVING_REASONS}
        del self._spoken["DisputatioError"]  # its sentences have places, not names
        self.errors = _errors(classes)
        for module in self.modules.values():
            self._look(module, module.tree, "")
        self._shipped()
        for each in (each for each in SETTINGS if not each.internal):  # some are put together
            for text in (each.title, each.help):
                self._add(text, SOURCE / "app" / "settings" / "declarations.py", each.key)

    def _shipped(self) -> None:
        """Add what files say that ship with the program."""
        for path in sorted((ROOT / "resources" / "formats").glob("*.toml")):
            format = tomllib.loads(path.read_text("utf-8"))
            steps = format.get("step", {})
            for name in (*steps, *(each["task"] for each in steps.values() if "task" in each)):
                self._add(name.replace("-", " ").capitalize(), path, "steps")
            for key in ("title", "summary"):
                if key in format:
                    self._add(format[key], path, key)
        for path in sorted((ROOT / "resources" / "examples").glob("*.json")):
            example = json.loads(path.read_text("utf-8"))
            for key in ("title", "about"):
                self._add(example[key], path, key)
        for path in sorted((ROOT / "resources" / "personas").glob("*.toml")):
            self._add(tomllib.loads(path.read_text("utf-8"))["about"], path, "about")
        for contract in CONTRACTS.values():  # what a person is told of a form
            for line in contract.lines:
                if line.says and not line.choices:
                    self._add(line.says, SOURCE / "prompting" / "contracts" / "contract.py", "by_hand")
        for name in sorted(ROLES.keys() - set(APART)):
            self._add(" ".join(role_text(name).split()), SOURCE / "prompting" / "book.py", "ROLES")

    def _add(self, text: Text, path: Path, inside: str) -> None:
        place = (path.relative_to(ROOT).as_posix(), inside)
        if place not in self.found.setdefault(text, []):
            self.found[text].append(place)

    def _look(self, module: Module, node: ast.AST, inside: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{inside}.{node.name}".lstrip(".")
        if isinstance(node, ast.Call):
            for text in self._of_call(module, node):
                self._add(text, module.path, inside)
        for child in ast.iter_child_nodes(node):
            self._look(module, child, inside)

    def _of_call(self, module: Module, call: ast.Call) -> Iterator[Text]:
        name, first = called(call.func), call.args[0] if call.args else None
        if name in ("tr", "mark") and first is not None:
            yield from self._constants(module, first)
        elif name in ("plural", "forms"):
            one, many = (list(self._constants(module, each)) for each in call.args[:2])
            yield from zip(one, many, strict=True)
        elif name == "Words" and isinstance(first, ast.Dict):
            for each in first.values:
                yield from self._constants(module, each)
        elif fields := self._spoken.get(name):
            for keyword in call.keywords:
                if keyword.arg in fields:
                    yield from self._constants(module, keyword.value)
        elif name in self.errors or _is_super(call):
            for each in call.args[:2]:
                yield from self._constants(module, each)

    def _constants(self, module: Module, node: ast.expr) -> Iterator[str]:
        """Yield the texts that an expression can be: a literal, one of two, a named one."""
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and any(sign.isalnum() for sign in node.value):
                yield node.value
        elif isinstance(node, ast.IfExp):
            yield from self._constants(module, node.body)
            yield from self._constants(module, node.orelse)
        elif isinstance(node, ast.Call) and called(node.func) in ("mark", "Final"):
            yield from self._constants(module, node.args[0])
        elif isinstance(node, ast.Tuple | ast.Dict):
            for each in node.elts if isinstance(node, ast.Tuple) else node.values:
                yield from self._constants(module, each)
        elif isinstance(node, ast.Subscript):
            yield from self._constants(module, node.value)
        elif isinstance(node, ast.Name) and node.id in module.named:
            yield from self._constants(module, module.named[node.id])
        elif isinstance(node, ast.Name | ast.Attribute) and called(node).isupper():
            source, name = module.imported.get(called(node), ("", called(node)))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                source, name = ".".join(module.imported.get(node.value.id, ("", ""))), node.attr
            there = self.modules.get(source)
            if there is not None and name in there.named:
                yield from self._constants(there, there.named[name])


def _spoken(node: ast.ClassDef) -> Iterator[str]:
    """Yield the fields that `@spoken(…)` names."""
    for each in node.decorator_list:
        if isinstance(each, ast.Call) and called(each.func) == "spoken":
            yield from (one.value for one in each.args if isinstance(one, ast.Constant))


def _errors(classes: list[ast.ClassDef]) -> set[str]:
    found = {"DisputatioError"}
    while more := {one.name for one in classes if found & set(map(called, one.bases))} - found:
        found |= more
    return found


def _is_super(call: ast.Call) -> bool:
    """Whether this is `super().__init__(…)`, which errors pass their sentences to."""
    match call.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"):
            return all(isinstance(one, ast.Constant) for one in call.args)
    return False


def template() -> Catalog:
    """Return all texts, in the order of their places."""
    made = Catalog(project="Disputatio", version="", charset="utf-8", fuzzy=False)
    for text, places in sorted(Texts().found.items(), key=lambda one: one[1][0]):
        made.add(text, locations=[(file, 0) for file in dict.fromkeys(file for file, _ in places)])
    return made


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def written(of: Catalog, language: str) -> str:
    out = io.BytesIO()
    write_po(out, of, width=120, include_lineno=False, ignore_obsolete=True, omit_header=True)
    return HEADER.format(language=language, plurals=get_plural(language)) + out.getvalue().decode()


def compiled(of: Catalog) -> bytes:
    of.creation_date = of.revision_date = LONG_AGO
    out = io.BytesIO()
    write_mo(out, of)
    return out.getvalue()


def main() -> int:
    texts = template()
    for path in sorted(FOLDER.glob("*.po")):
        found = catalogue(path)
        found.update(texts, no_fuzzy_matching=True)
        path.write_text(written(found, path.stem), "utf-8")
        path.with_suffix(".mo").write_bytes(compiled(found))
        missing = sum(not any(one.string) if one.pluralizable else not one.string for one in found if one.id)
        sys.stdout.write(f"{path.name}: {len(texts)} texts, {missing} without a translation\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
