"""The grammars of tree-sitter that come with the application, and what counts as a definition in each language.

Each is a wheel of its own with a compiled parser in it, loaded when a file of that language is first read. Nothing is
downloaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from disputatio.debate.values import value

if TYPE_CHECKING:
    import tree_sitter

LARGEST = 200_000
"""Bytes. The parser lets no other thread run meanwhile: this much takes it about 30 ms."""


BUILT = 3
"""Lines of a constant that is worth its name."""
_MACROS = frozenset(("preproc_function_def",))
"""Told of by what stands around them, where they have a single line."""


@value
class Grammar:
    """`module` and `function` give the parser. `definitions` are kinds of nodes that define something, `imports` those
    that name what is used from elsewhere; `wraps` hold a definition and belong to it (decorators, exports); `pattern`
    is a query for definitions that their kind alone does not tell."""

    module: str
    definitions: str
    imports: str
    function: str = "language"
    wraps: str = ""
    pattern: str = ""


_JAVASCRIPT = "function_declaration generator_function_declaration class_declaration method_definition"
_FUNCTIONS = "[(arrow_function) (function_expression) (class)]"
_VALUES = f"""(program (lexical_declaration) @value)
(program (variable_declaration) @value)
(program (export_statement (lexical_declaration)) @value)
(program (expression_statement
    (assignment_expression left: (member_expression) right: {_FUNCTIONS})) @definition)"""
"""Functions and classes that are values, and what is built in several lines."""
_TYPESCRIPT = (
    f"{_JAVASCRIPT} abstract_class_declaration interface_declaration type_alias_declaration enum_declaration"
    " internal_module module function_signature"
)
_C = "function_definition struct_specifier union_specifier enum_specifier type_definition preproc_function_def"

_OWNER = re.compile(r"(\w+)(?:\[[^\]]*\])?\s*\)?\Z")
"""The type that a method of Go is one of."""

GRAMMARS: dict[str, Grammar] = {
    "Python": Grammar(
        module="tree_sitter_python",
        definitions="function_definition class_definition",
        imports="import_statement import_from_statement",
        wraps="decorated_definition",
    ),
    "JavaScript": Grammar(
        module="tree_sitter_javascript",
        definitions=_JAVASCRIPT,
        imports="import_statement",
        wraps="export_statement",
        pattern=_VALUES,
    ),
    "TypeScript": Grammar(
        module="tree_sitter_typescript",
        function="language_typescript",
        definitions=_TYPESCRIPT,
        imports="import_statement",
        wraps="export_statement ambient_declaration",
        pattern=_VALUES,
    ),
    "TSX": Grammar(
        module="tree_sitter_typescript",
        function="language_tsx",
        definitions=_TYPESCRIPT,
        imports="import_statement",
        wraps="export_statement ambient_declaration",
        pattern=_VALUES,
    ),
    "C": Grammar(module="tree_sitter_c", definitions=_C, imports="preproc_include"),
    "C++": Grammar(
        module="tree_sitter_cpp",
        definitions=f"{_C} class_specifier namespace_definition concept_definition alias_declaration",
        imports="preproc_include",
        wraps="template_declaration",
    ),
    "Go": Grammar(
        module="tree_sitter_go",
        definitions="function_declaration method_declaration type_declaration",
        imports="import_spec",
    ),
    "Rust": Grammar(
        module="tree_sitter_rust",
        definitions="function_item struct_item enum_item union_item trait_item impl_item mod_item macro_definition"
        " type_item",
        imports="use_declaration",
    ),
    "Java": Grammar(
        module="tree_sitter_java",
        definitions="class_declaration interface_declaration enum_declaration record_declaration"
        " annotation_type_declaration method_declaration constructor_declaration",
        imports="import_declaration",
    ),
    "Ruby": Grammar(module="tree_sitter_ruby", definitions="method singleton_method class module", imports=""),
    "C#": Grammar(
        module="tree_sitter_c_sharp",
        definitions="class_declaration interface_declaration struct_declaration enum_declaration record_declaration"
        " method_declaration constructor_declaration property_declaration delegate_declaration namespace_declaration",
        imports="using_directive",
    ),
    "PHP": Grammar(
        module="tree_sitter_php",
        function="language_php",
        definitions="function_definition class_declaration interface_declaration trait_declaration enum_declaration"
        " method_declaration",
        imports="namespace_use_declaration",
    ),
    "Shell": Grammar(module="tree_sitter_bash", definitions="function_definition", imports=""),
}


@value
class Definition:
    """Lines `first` to `last` (from 1, both included) define `name`; `outer`: nothing else of the file holds it."""

    first: int
    last: int
    name: str


@value
class Parsed:
    """The definitions of a file in order, those inside others after them, and the lines that import something."""

    definitions: tuple[Definition, ...]
    imports: tuple[str, ...]


def grammar_of(path: str, language: str) -> str:
    """Return the name of the grammar for a file, "" where there is none."""
    if language == "TypeScript" and path.lower().endswith(".tsx"):
        return "TSX"
    return language if language in GRAMMARS else ""


def parse(text: str, grammar: str) -> Parsed | None:
    """Return what a file defines and imports. None for one that is too large to be parsed."""
    source = text.encode("utf-8", "replace")
    if len(source) > LARGEST:
        return None
    parser, query = _tools(grammar)
    captures = _cursor(query).captures(parser.parse(source).root_node)
    values = [node for node in captures.get("value", ()) if _is_worth_naming(node)]
    defining = [node for node in captures.get("definition", ()) if node.type not in _MACROS or _lines(node) > 1]
    defining = sorted((*defining, *values), key=lambda node: (node.start_byte, -node.end_byte))
    found = [_definition(node, GRAMMARS[grammar]) for node in defining]
    kept = sorted({(each.first, -each.last): each for each in reversed(found)}.items())
    nodes = sorted(captures.get("import", ()), key=lambda node: node.start_byte)
    imports = (" ".join((node.text or b"").decode("utf-8", "replace").split())[:200] for node in nodes)
    return Parsed(definitions=tuple(each for _, each in kept), imports=tuple(dict.fromkeys(imports)))


@lru_cache(maxsize=len(GRAMMARS))
def _tools(grammar: str) -> tuple[tree_sitter.Parser, tree_sitter.Query]:
    library = import_module("tree_sitter")
    chosen = GRAMMARS[grammar]
    language = library.Language(getattr(import_module(chosen.module), chosen.function)())
    lines = [f"({kind}) @definition" for kind in chosen.definitions.split()]
    lines += [f"({kind}) @import" for kind in chosen.imports.split()]
    lines.append(chosen.pattern)
    return library.Parser(language), library.Query(language, "\n".join(lines))


def _cursor(query: tree_sitter.Query) -> tree_sitter.QueryCursor:
    made: tree_sitter.QueryCursor = import_module("tree_sitter").QueryCursor(query)
    return made


def _definition(node: tree_sitter.Node, grammar: Grammar) -> Definition:
    outer = node
    while outer.parent is not None and outer.parent.type in grammar.wraps.split():
        outer = outer.parent
    return Definition(
        first=outer.start_point.row + 1,
        last=_last_line(outer),
        name=_name(node),
    )


def _is_worth_naming(node: tree_sitter.Node) -> bool:
    """Return whether a constant is a function, a class, or something built in several lines."""
    if _lines(node) >= BUILT:
        return True
    declaration = node.child_by_field_name("declaration") or node
    values = (each.child_by_field_name("value") for each in declaration.named_children)
    return any(value is not None and value.type in _FUNCTIONS for value in values)


def _lines(node: tree_sitter.Node) -> int:
    return _last_line(node) - int(node.start_point.row)


def _last_line(node: tree_sitter.Node) -> int:
    """A node that ends with a line break ends on the line before it."""
    end = node.end_point
    return end.row if end.column == 0 and end.row > node.start_point.row else end.row + 1


def _name(node: tree_sitter.Node) -> str:
    """Return what a definition is called: its name, or that of what it declares or implements; with what it belongs
    to."""
    if node.type == "impl_item":
        return " for ".join(_text(each) for each in map(node.child_by_field_name, ("trait", "type")) if each)[:120]
    if receiver := node.child_by_field_name("receiver"):
        owner = _OWNER.search(_text(receiver))
        own = node.child_by_field_name("name")
        return ".".join((owner[1] if owner else "", _text(own) if own else "")).strip(".")[:120]
    for named in _named(node):
        if named.text:
            return _text(named)[:120]
    return ""


def _text(node: tree_sitter.Node) -> str:
    return " ".join((node.text or b"").decode("utf-8", "replace").split())


def _named(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    left = node.named_children[0].child_by_field_name("left") if node.type == "expression_statement" else None
    if left is not None:
        yield left
    for field in ("name", "declarator", "type"):
        inner = node.child_by_field_name(field)
        while inner is not None and (deeper := inner.child_by_field_name("declarator")) is not None:
            inner = deeper
        if inner is not None:
            yield inner
    for child in node.named_children:
        for inner in (child, *child.named_children[:1]):
            named = inner.child_by_field_name("name")
            if named is not None:
                yield named
