"""A key that lies across the place where a long text is cut is shown neither whole nor half. Each place is tried at
several distances, in what a real program in the real box says, in reports, in names of tests, in faults of servers, in
what people wrote on GitHub, in pages of a search, documents, notes, subjects of commits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.app.bootstrap import application
from disputatio.debate.hooks import command_of
from disputatio.library.context import Budget, of_project
from disputatio.library.memory import LONGEST as LONGEST_MEMORY
from disputatio.library.memory import shortened
from disputatio.library.workspace import Document, Note, Project
from disputatio.repository.context import from_tree
from disputatio.repository.github import COMMENT_CHARACTERS, TITLE_CHARACTERS
from disputatio.repository.source_tree import open_tree
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.checks import Check, checked
from disputatio.sandbox.isolation import Bounds
from disputatio.sandbox.reports import LONGEST, read_report
from disputatio.sandbox.trials import MARGIN, MOST_SAID, Sandbox, cut
from disputatio.secrets.detection import Screening, safe_cut, without_secrets
from disputatio.testing.loopback.github import TOKEN, GitHubServer
from disputatio.testing.loopback.searxng import Hit, SearchServer
from disputatio.testing.repositories import commit
from disputatio.tools import searxng

KEY = "ghp_" + "Zk3v9Q1xT7bN5mR2wL8yH4jC6dF0sA1gP3uE"
PASSWORD = "vK3x9Lq2!pZr7Wm_tQ8"
PEM = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 40 + "-----END PRIVATE KEY-----\n"
PLANTED = {"token": f" {KEY} ", "password": f' password = "{PASSWORD}" ', "key block": f"\n{PEM}"}
HALVES = {"token": KEY, "password": PASSWORD, "key block": "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"}
LONG = ".".join(
    (
        "ey" + "JhbGciOiJIUzI1NiJ9",
        "ey" + "JzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkEgcGVyc29uIG9mIHRoZSBzaG9wIiwicm9sZXMiOlsib3duZXIiLCJzdG9jayJdfQ",
        "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo0BtN",
    )
)
"""A token that is only known whole, longer than any word that is kept whole where a text is cut."""
SHOWN = 6
"""Letters of a key in a row that give nothing away."""
BOX = Box(Bubblewrap())


def leaks(text: str, kind: str) -> bool:
    whole = HALVES[kind]
    return any(whole[at : at + SHOWN] in text for at in range(len(whole) - SHOWN + 1))


def test_the_sign_of_a_leak_is_one() -> None:
    assert leaks(KEY[:SHOWN], "token")
    assert leaks(PEM[40:70], "key block")
    assert not leaks(without_secrets(PLANTED["token"]), "token")


@pytest.mark.parametrize("kind", list(PLANTED))
@pytest.mark.parametrize("edge", [3 * MOST_SAID // 4, MOST_SAID])
@pytest.mark.parametrize("longer", [0, 3 * MARGIN])
def test_nothing_of_a_key_at_the_cut_of_an_output_is_kept(kind: str, edge: int, longer: int) -> None:
    """From the end of what is kept of the beginning, and from the beginning of what is kept of the end."""
    planted = PLANTED[kind]
    for before in range(0, len(planted) + SHOWN, max(5, len(planted) // 10)):
        filler = "line of a log\n" * (MOST_SAID + longer)
        lead = filler[: edge - before]
        for text in (
            lead + planted + filler[: MOST_SAID + longer],
            filler[: MOST_SAID + longer] + planted + lead[: MOST_SAID // 4 - before],
        ):
            told = cut(text, without_secrets)
            assert not leaks(told, kind), before
            assert len(told) < MOST_SAID + 200


@isolated
@pytest.mark.parametrize("over", [0, 8, 30, 60])
async def test_a_program_that_is_stopped_for_its_output_shows_no_half_key(over: int) -> None:
    """It is stopped while it says its key: the bound of the box is a cut, too."""
    most = 20_000
    sandbox = Sandbox(lambda: Bounds(seconds=10, output=most), box=BOX, hide=without_secrets)
    code = f"""
import sys
sys.stdout.write('x' * ({most} - len({KEY!r}) - 8 + {over}) + ' token {KEY} ' + 'y' * 100_000)
"""
    report = await sandbox.test(code, "python")
    assert report.note.startswith("It printed more than")
    assert not leaks(report.text, "token")


@isolated
@pytest.mark.parametrize("before", [150, 170, 190, 470, 480, 490])
async def test_names_and_reasons_of_tests_are_searched_before_they_are_cut(before: int) -> None:
    sandbox = Sandbox(lambda: Bounds(seconds=10), box=BOX, hide=without_secrets)
    code = f"""
def test_it():
    raise ValueError("x" * ({before} - 20) + " token: {KEY}")
"""
    report = await sandbox.test(code, "python")
    assert not report.passed
    assert "ValueError" in report.text
    assert not leaks(report.text + json.dumps(report.data), "token")
    failed = await sandbox.test(f"echo '{'x' * (before - 200)} token: {KEY}' >&2; exit 3", "bash")
    assert "exit code 3" in failed.text
    assert not leaks(failed.text, "token")


def reported(name: str, why: str, kind: str) -> str:
    if kind == "junit":
        return f'<testsuite><testcase name="{name}"><failure message="{why}"/></testcase></testsuite>'
    result = {"ruleId": name, "level": "error", "message": {"text": why}}
    return json.dumps({"version": "2.1.0", "runs": [{"results": [result]}]})


@pytest.mark.parametrize("kind", ["junit", "sarif"])
def test_reports_are_searched_before_they_are_cut(kind: str) -> None:
    for before in range(60, LONGEST + 20, 11):
        planted = f"{'x' * before} token: {KEY} and on {'y' * 900}"
        found = read_report(reported(planted, planted, kind), without_secrets)
        assert found is not None
        assert not leaks(found.items[0].text, "token"), before


@isolated
def test_what_a_command_says_is_searched_before_it_is_cut(tmp_path: Path) -> None:
    made = tmp_path / "work"
    made.mkdir()
    for before in (2_960, 2_980, 3_000):
        (made / "log.txt").write_text("x" * before + f" token: {KEY} " + "y " * 10_000, "utf-8")
        line = command_of("tests: cat log.txt")
        found: Check = checked(BOX, Bounds(seconds=8), line, lambda: False, folder=made, hide=without_secrets)
        assert found.said.endswith("y y y y")
        assert not leaks(found.said, "token")


# ---- what others wrote is cut where no key lies, and searched afterwards ---------------------------------------------
WRITTEN = {
    "token": f"token: {KEY} ",
    "password": f'password = "{PASSWORD}" ',
    "sentence": 'password = "correct horse battery staple ninety" ',
    "long": f"by {LONG} ",
}
PARTS = HALVES | {"sentence": "battery staple ninety", "long": LONG}


@pytest.mark.parametrize("kind", list(WRITTEN))
def test_a_cut_never_goes_through_a_secret(kind: str) -> None:
    planted = WRITTEN[kind]
    for before in range(100, 201, 3):
        text = f"{'word ' * 60}"[:before] + planted + "word " * 700
        kept = text[: safe_cut(text, 200)]
        assert len(kept) <= 200
        told = without_secrets(kept)
        whole = PARTS[kind]
        assert not any(whole[at : at + 8] in told for at in range(len(whole) - 8)), before
    assert safe_cut("short", 200) == 5
    assert safe_cut("word " * 100, 200) == 200


@pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call")
async def test_what_people_wrote_on_github_is_searched_before_it_is_cut(tmp_path: Path) -> None:
    origin = "https://github.com/acme/shop.git"
    home = {"DISPUTATIO_HOME": str(tmp_path), "GITHUB_TOKEN": TOKEN}
    async with GitHubServer() as hub, application(home) as app:
        app.settings.set("github.address", hub.root)
        for number, over in enumerate((10, 20, 60, 200, 290), 1):
            title, body = f"{'t ' * (TITLE_CHARACTERS // 2)}"[:-over], f"{'b ' * (COMMENT_CHARACTERS // 2)}"[:-over]
            said = f"{body}by {LONG} and more " + "of it " * 100
            hub.issue("acme/shop", number, f"{title}by {LONG} and more of it", said, comments=[said, said])
            sections = await app.github.sections(origin, number, Screening())
            told = " ".join(f"{each.title} {each.text}" for each in sections)
            assert "b b b" in told
            assert LONG[:SHOWN] not in told, over
            app.github._told.clear()


async def test_what_a_search_finds_is_searched_before_it_is_cut(tmp_path: Path) -> None:
    hits = [
        Hit(
            address=f"https://example.org/{over}",
            title=f"{'t ' * 100}"[:-over] + f"by {LONG}",
            says=f"{'c ' * 1_000}"[: searxng.LONGEST - over] + f"by {LONG} and " + "more " * 400,
        )
        for over in (10, 20, 60, 150)
    ]
    async with SearchServer() as server:
        server.finds("keys", *hits)
        text = without_secrets(searxng.shown(await searxng.search(server.root, "keys")))
    assert "c c c" in text
    assert LONG[:SHOWN] not in text


def test_documents_and_notes_of_a_project_are_cut_where_no_key_lies() -> None:
    for kind, planted in WRITTEN.items():
        for over in (5, 15, 25, 60, 110, 150, 240):
            text = f"{'word ' * 200}"[: 900 - over] + planted + "word " * 400
            context = of_project(
                Project(name="Shop", description=text),
                documents=[Document(id="d", title="Plan", text=text)],
                notes=[Note(id="n", title="Talk", body=text)],
                budget=Budget(documents=910, notes=910, description=900),
                kept=safe_cut,
            )
            told = " ".join(without_secrets(section.text) for section in context.sections)
            assert told.count("word …") + told.count(" …") >= 3
            whole = PARTS[kind]
            assert not any(whole[at : at + 8] in told for at in range(len(whole) - 8)), (kind, over)


def test_subjects_of_commits_are_cut_where_no_key_lies(tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"a.txt": "a"}, f"{'s ' * 95}by {LONG}")
    context = from_tree(open_tree(tmp_path / "shop"))
    told = " ".join(section.text for section in context.sections)
    assert "s s s" in told
    assert LONG[:SHOWN] not in told


def test_what_is_remembered_ends_at_a_word() -> None:
    text = f"{'word ' * 236}{LONG} and more"
    assert LONG[:SHOWN] not in shortened(text, LONGEST_MEMORY)
    assert shortened("one  two\nthree", 9) == "one two"
    assert shortened("one two", 7) == "one two"
    assert LONG[:SHOWN] not in shortened(LONG * 8, LONGEST_MEMORY)
