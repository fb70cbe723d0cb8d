"""What a thing is comes before what its tests, its documentation and the notes of a change say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from disputatio.app.repositories.indexer import OFTEN, file_row
from disputatio.debate.citations.notations import is_secondary
from disputatio.repository.context import from_tree
from disputatio.repository.relevance import file_weight, matches, part_weight, stem_counts
from disputatio.repository.source_tree import open_tree

QUESTION = "How are sessions signed?"
SIGNING = 'def sign_session(session):\n    """Sign a session."""\n    return hmac(session)\n'


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_sign.py",
        "src/sign_test.go",
        "src/sign.spec.ts",
        "src/SignTest.java",
        "src/SignTests.cs",
        "playground/sign/main.js",
        "packages/a/__tests__/sign.ts",
        "benches/sign.rs",
        "docs/signing.md",
        "examples/sign.py",
    ],
)
def test_what_is_beside_the_matter_counts_for_less(path: str) -> None:
    assert is_secondary(path)
    assert file_weight(path, QUESTION) < file_weight("src/sign.py", QUESTION) == 1


@pytest.mark.parametrize(
    "path", ["src/contest.py", "src/latest.java", "testify/assert.go", "src/Attest.java", "spectrum.c"]
)
def test_names_that_only_begin_alike_are_no_tests(path: str) -> None:
    assert not is_secondary(path)


def test_tests_count_in_full_where_they_are_asked_for() -> None:
    assert file_weight("tests/test_sign.py", "Which tests cover signing?") == 1
    assert file_weight("docs/sign.md", "Do the docs tell how to sign?") == 1
    assert file_weight("tests/data/sign.json", "Which tests cover signing?") < 1


def test_remarks_and_data_count_for_less() -> None:
    assert file_weight("CHANGES.rst", QUESTION) == file_weight("LICENSE-APACHE.md", QUESTION) < 1
    assert file_weight("src/sign.json", QUESTION) < 1


def test_a_line_or_two_count_for_less_than_a_definition() -> None:
    whole = part_weight("a.py", "definition", 1, 20, QUESTION)
    sizes = [part_weight("a.py", "definition", 1, last, QUESTION) for last in range(1, 9)]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (0.4, whole)
    assert part_weight("a.py", "part", 1, 20, QUESTION) < whole


def test_excerpts_come_from_the_source_before_its_tests(builder: Any) -> None:
    tests = "".join(f"def test_sign_session_{n}():\n    assert sign_session(session)\n" for n in range(20))
    builder.commit({"shop/auth.py": SIGNING, "tests/test_auth.py": tests, "CHANGES.md": "- Sessions are signed.\n" * 9})
    tree = open_tree(builder.path)
    assert matches(tree, QUESTION)[0].entry.path == "shop/auth.py"
    asked = matches(tree, "Which tests are there of how sessions are signed?")
    assert asked[0].entry.path == "tests/test_auth.py"


def test_words_are_kept_as_often_as_they_stand_there(builder: Any) -> None:
    assert stem_counts("parse parser parsing text")["pars"] == 3
    builder.commit({"a.py": "def parse():\n" + "    parse(text)\n" * 40})
    tree = open_tree(builder.path)
    (chunk,) = file_row(tree, tree.files()[0]).chunks
    assert chunk.words.split().count("pars") == OFTEN
    assert chunk.names == "pars"


CHECKS = "".join(f"def test_delay_{n}():\n    assert stop_after_delay(30)  # stop the sleep\n" for n in range(30))
EXCERPTS = Path(__file__).parents[1] / "data" / "citations" / "sources"
PUBLIC = {
    str(file.relative_to(EXCERPTS)).removesuffix(".txt"): file.read_text("utf-8") for file in EXCERPTS.rglob("*.py.txt")
}


@pytest.mark.parametrize(
    ("question", "path", "line"),
    [
        (
            "Is `stop_before_delay` checked before the next sleep, and may it sleep longer than allowed?",
            "src/tenacity/stop.py",
            "class stop_before_delay(stop_base):",
        ),
        ("How are blank lines found when a buffer extracts lines?", "src/h11/_receivebuffer.py", "blank_line_regex"),
        ("Is src/click/globals.py safe with threads?", "src/click/globals.py", "_local = local()"),
    ],
)
def test_of_real_code_the_definition_is_shown_that_the_question_is_about(
    builder: Any, question: str, path: str, line: str
) -> None:
    builder.commit(PUBLIC | {f"tests/test_stop_{n}.py": CHECKS for n in range(40)})
    found = {section.name: section.text for section in from_tree(open_tree(builder.path), question=question).sections}
    first = found["glimpses"].split("### ")[1]
    assert first.startswith(path)
    assert line in first
    assert found["tree"].splitlines()[1].startswith(path)
    assert "tests/" not in found["tree"].partition("Others:")[0], "tests that only repeat the words are not near"
    assert "tests/" not in found["glimpses"]
