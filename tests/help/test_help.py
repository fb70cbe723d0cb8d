"""The help that ships cannot fall behind the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.paths import resource
from disputatio.app.settings import documentation
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.views.labels import RULES
from disputatio.storage import schema
from disputatio.storage.sqlite import choose

HELP = resource("help")
ROOT = Path(__file__).parents[2]


def test_every_setting_is_described_as_it_is_declared() -> None:
    """The page is a heading and what `documentation()` returns: paste that in after a change."""
    assert documentation().strip() in (HELP / "settings.md").read_text("utf-8")


def samples() -> list[str]:
    return re.findall(r"```sql\n(.*?)```", (HELP / "database.md").read_text("utf-8"), re.S)


@pytest.mark.may_block("looks into the database by the driver itself")
async def test_every_sample_query_finds_something_in_a_real_database(home: Path) -> None:
    async with application() as app:
        config = DebateConfig(
            question="Is the sky blue, or is it air?",
            format="eight-phase",
            seed=1,
            options={"auto_continue": True, "rounds": 1},
        )
        session = await app.open_and_run(await app.prepare(config, rehearse=True))
        await session.wait_for_rest()
        await app.sessions.release(session.id)
        path, debate = app.paths.database, session.id
    connection = choose().connect(str(path))
    found = {}
    for query in samples():
        rows = connection.execute(query, {"debate": debate, "project": "none"}).fetchall()
        found[query] = len(rows)
    connection.close()
    assert len(found) >= 7
    empty = [query for query, count in found.items() if not count and "insights" not in query]
    assert empty == []


def test_every_table_is_named() -> None:
    text = (HELP / "database.md").read_text("utf-8")
    inner = {"bin", "search_places", "search_queue", "search_index"}
    missing = [name for name in schema.METADATA.tables if f"`{name}`" not in text and name not in inner]
    assert missing == []


def test_the_readme_leads_to_every_page_of_the_help() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = [f"resources/help/{page.name}" for page in HELP.glob("*.md")]
    assert [page for page in pages if page not in readme] == []
    links = re.findall(r"\]\((resources/[^)#]+)", readme)
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_every_rule_of_honest_debate_is_described_by_its_option() -> None:
    text = (HELP / "using.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| `([a-z_]+)` \|", text, re.M)
    assert {option: title for title, option in rows if option in RULES} == {
        option: rule.title.lower() for option, rule in RULES.items()
    }
