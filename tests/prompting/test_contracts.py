"""Every contract is whole, and nothing outside its module lists contracts by name: a forgotten place fails here.

That the reference of the formats describes each of them is shown in `tests/debate/test_language_reference.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio import prompting
from disputatio.debate import format
from disputatio.debate.context import Section
from disputatio.debate.views import labels
from disputatio.prompting import book
from disputatio.prompting.book import LAW
from disputatio.prompting.contracts import CONTRACTS, contract_of
from disputatio.prompting.interpret import Unreadable, interpret
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.prompting.shapes import ending
from disputatio.testing.boards import statement_of

ROOT = Path(prompting.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
SERVED = {"marks", "recall", "lessons", "memories", "evidence", "tests"}
"""Contracts that services answer, not a model."""
FULL = Brief(
    question="Should failed calls be retried, and is three the right limit?",
    role="Analyst",
    seat="analyst",
    name="Analyst",
    sections=(Section(name="files", title="Files", text="### retry.py\n4| MAX_RETRIES = 3\n9| def backoff(n): pass"),),
    turns=(
        SeenTurn(
            path="round[1]/a[ada]", label="Response A", role="Critic", gives="say", text="The limit of three is wrong."
        ),
        SeenTurn(path="round[1]/b[ben]", label="Response B", role="Critic", gives="findings", text="- It never ends."),
    ),
    figures={"options": "- three\n- five"},
    statements=(statement_of("P1", "ada", "The limit of three is wrong", disagrees={"ben": "nothing says so"}),),
    cast=(Member(seat="ada", name="Ada", role="Critic"), Member(seat="ben", name="Ben", role="Critic")),
)


def test_the_rules_know_the_same_contracts() -> None:
    assert set(CONTRACTS) == set(format.CONTRACTS)
    assert not set(format.MESSAGES) & set(format.RECORDS)
    for name, contract in CONTRACTS.items():
        assert contract.name == name
        assert contract.needed == tuple(format.CONTRACTS[name].split())


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_a_contract_asks_for_what_its_payload_must_have(contract: object) -> None:
    assert isinstance(contract, type(CONTRACTS["say"]))
    assert set(contract.needed) <= {field.name for field in contract.fields}
    assert bool(contract.asks) is (contract.name not in SERVED)
    assert contract.rule or contract.rehearses or contract.rehearsal, "a rehearsal has something to say"
    assert not contract.alone or contract.fields, "a structure alone has fields"
    if contract.again:
        assert contract.again in contract.tasks
    if contract.new:
        assert next(field for field in contract.fields if field.name == contract.new).kind in ("items", "rows")
    if contract.voice:
        assert contract.voice in book.ROLES, "the clerk is asked for it in a role that the book knows"
    named = [field.also for field in contract.fields if field.name == "items"]
    assert contract.alone or not any(named) or "### Items" not in ending(contract.fields), "it is called what it lists"
    for field in contract.fields:
        assert field.says or field.name in contract.asks, "the form says what is meant, or the task does"
        assert field.kind not in ("items", "rows") or field.of
        assert field.kind != "choice" or len(field.choices) > 1


@pytest.mark.parametrize("brief", [Brief(question="Is it so?"), FULL], ids=["nothing", "everything"])
@pytest.mark.parametrize("gives", CONTRACTS)
def test_what_is_rehearsed_can_be_read(gives: str, brief: Brief) -> None:
    contract = contract_of(gives)
    found = interpret(gives, contract.rehearse(brief), brief)
    assert set(contract.needed) <= set(found)
    names = {field.name for field in contract.fields} | {"title", "sources", "value"}
    assert set(found) <= names, "a payload has the fields of its contract"


@pytest.mark.parametrize("gives", sorted(gives for gives, contract in CONTRACTS.items() if contract.rule))
def test_what_is_derived_is_a_payload(gives: str) -> None:
    derived = CONTRACTS[gives].derive(FULL, "I disagree with P1: the limit of three is right.")
    assert derived is not None
    text, data = derived
    assert text.strip()
    assert set(CONTRACTS[gives].needed) <= set(data)


@pytest.mark.parametrize("gives", ["say", "ballot", "code", "digest", "record", "reflections", "traits", "aspects"])
def test_where_there_is_no_rule_nothing_is_derived(gives: str) -> None:
    assert CONTRACTS[gives].derive(FULL, "I vote for three.") is None


def test_a_payload_without_what_the_rules_need_is_none() -> None:
    """Whatever a reader forgets."""
    forgetful = replace(CONTRACTS["ballot"], reader=lambda shape, text, brief: {"reason": text})
    assert forgetful.read("Because.", FULL) is None
    assert forgetful.needed == ("choice",)


def test_each_task_has_one_text() -> None:
    """A task of one contract would hide another's."""
    listed = [*CONTRACTS, *(task for contract in CONTRACTS.values() for task in contract.tasks)]
    assert len(listed) == len(set(listed))
    for contract in CONTRACTS.values():
        for task, text in contract.tasks.items():
            role, _, step = task.removesuffix(" again").rpartition("/")
            again = task.endswith(" again")
            assert book.task_text(role or "Astrologer", step, contract.name, again) == text


def test_who_answers_questions_is_asked_to_answer_them() -> None:
    """The step is called like another contract, in whose words it was asked wherever somebody had spoken before: to
    take up the strongest thing that was said, and not a word of the questions."""
    for again in (False, True):
        assert "questions that are put to you" in book.task_text("Participant", "answer", "answers", again)
    assert "if it has changed" in book.task_text("Participant", "answer", "answer", again=True)
    assert "earlier ones that you take up" in CONTRACTS["answers"].ending, "what the task allows has a row in the form"


def test_of_what_several_say_the_first_states_it_and_nobody_agrees_before_it_was_said() -> None:
    assert "one new row, of the first; the others agree" in LAW["law.record.several"]


def test_a_contract_that_is_gone_is_prose() -> None:
    assert contract_of("claims") is CONTRACTS["say"]
    with pytest.raises(Unreadable, match="no output contract"):
        interpret("claims", "It rains.", Brief())


def tables(tree: ast.Module) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Literals whose every key or member is the name of a contract: line, names. A single name, names that a condition
    compares with, and the words for people that a keyword gives are no table."""
    apart = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Compare) for inner in node.comparators}
    apart |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=found) if found:
                entries = found
            case ast.Set(elts=found) | ast.List(elts=found) | ast.Tuple(elts=found) if id(node) not in apart:
                entries = list(found)
            case ast.Match(cases=cases):
                entries = [
                    case.pattern.value if isinstance(case.pattern, ast.MatchValue) else None
                    for case in cases
                    if not isinstance(case.pattern, ast.MatchAs)
                ]
            case _:
                continue
        names = [entry.value for entry in entries if isinstance(entry, ast.Constant)]
        if len(names) == len(entries) > 1 and all(name in CONTRACTS for name in names):
            yield node.lineno, tuple(names)


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(ROOT)) for path in SOURCES])
def test_no_table_is_keyed_by_contracts(path: Path) -> None:
    found = list(tables(ast.parse(path.read_text("utf-8"))))
    assert found == [], f"put it into the contract's own module, as a field of Contract: {found}"


@pytest.mark.parametrize(
    "source",
    [
        'READERS = {"ballot": read, "code": None}',
        'ALONE = frozenset({"ballot", "code"})',
        'INFORMED = ("synthesis", "digest")',
        'ALONE = ["ballot", "code"]',
        'match gives:\n    case "code":\n        pass\n    case "ledger":\n        pass\n    case _:\n        pass',
    ],
)
def test_a_table_is_noticed(source: str) -> None:
    assert list(tables(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        '{"evidence": 1, "stance": 2, "seat": 3}',
        'gives in ("say", "answer")',
        '("say",)',
        'f(counted=("code", "tests"))',
    ],
)
def test_what_is_no_table_is_left_alone(source: str) -> None:
    assert not list(tables(ast.parse(source)))


def test_what_faces_call_turns_is_said_of_contracts_that_there_are() -> None:
    assert set(labels.TURNS) <= set(CONTRACTS)
    assert contract_of("card").title == "Crux card"
    assert contract_of("ballot").title == "", "faces name it by what was asked"


def test_who_is_told_to_argue_one_side_is_asked_what_they_can_answer() -> None:
    argument = CONTRACTS["argument"]
    case, rebuttal, voice = map(argument.ending_of, ("case", "rebuttal", "voice"))
    assert "SUPPORT | OPPOSE | NEITHER" in voice
    for form in (case, rebuttal):
        assert "SUPPORT | OPPOSE>" in form, "nobody who argues one side tests both"
    assert "### Wording" in case
    assert "### Wording" not in rebuttal, "who is against it narrows nothing"
    for form in (case, rebuttal, voice):
        assert "how sure you are that what you defend here is right" in form, "also who defends a narrower version"


def test_what_a_form_asks_for_does_not_repeat_what_the_text_is_to_begin_with() -> None:
    assert "### Recommendation\n<your recommendation again" in CONTRACTS["synthesis"].ending
    assert "### Decision\n" not in CONTRACTS["synthesis"].ending, "beside “Decisions”, which are not the same"
    assert "what decided it, in two or three sentences" in CONTRACTS["verdict"].ending
