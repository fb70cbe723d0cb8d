"""What participants look things up with: the repository of their debate, at its commit, whatever happens after."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from disputatio.app.repositories.look_ups import REPOSITORIES, PinnedTools
from disputatio.debate.context import Context
from disputatio.debate.errors import DisputatioError
from disputatio.prompting.tools import REPOSITORY, arguments
from disputatio.repository.source_tree import open_tree
from disputatio.repository.tools import RepositoryTools
from disputatio.testing.repositories import commit


class Shelf:
    """As much of the repositories as is asked."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, str]] = []

    async def tools(self, path: str, commit: str = "") -> RepositoryTools:
        self.opened.append((path, commit))
        return RepositoryTools(await asyncio.to_thread(open_tree, path, commit or None))


def made(folder: Path, text: str) -> Context:
    """A repository of one file, with one more commit: the debate is about that one."""
    pin = commit(folder, {"shop.py": text}, "The shop")
    return Context(kind="repository", ref=str(folder), title="shop", pin=pin)


async def test_every_tool_on_offer_can_be_called_with_what_it_says_it_takes(tmp_path: Path) -> None:
    context = await asyncio.to_thread(made, tmp_path, "total = 1\n")
    given = {"path": "shop.py", "query": "total", "base": context.pin}
    found, shelf = {}, Shelf()
    tools = PinnedTools(shelf)  # type: ignore[arg-type]
    for spec in REPOSITORY:
        required = spec.parameters.get("required", [])
        assert isinstance(required, list)
        text = "{" + ", ".join(f'"{name}": "{given[str(name)]}"' for name in required) + "}"
        found[spec.name] = await tools.run(context, spec.name, arguments(spec.name, text))
    assert "1| total = 1" in found["read_file"]
    assert "shop.py:1: total = 1" in found["search_code"]
    assert "shop.py" in found["list_files"]
    assert "Ada: The shop" in found["git_blame"]
    assert "Ada: The shop" in found["git_history"]
    assert found["git_diff"] == "There is no difference."
    assert shelf.opened == [(context.ref, context.pin)], "it stays open between two calls"


async def test_it_stays_the_commit_of_the_debate(tmp_path: Path) -> None:
    context = await asyncio.to_thread(made, tmp_path, "total = 1\n")
    await asyncio.to_thread(made, tmp_path, "total = 2\n")
    tools = PinnedTools(Shelf())  # type: ignore[arg-type]
    assert "total = 1" in await tools.run(context, "read_file", arguments("read_file", '{"path": "shop.py"}'))


async def test_only_a_few_stay_open_and_one_that_is_gone_is_said(tmp_path: Path) -> None:
    shelf = Shelf()
    tools = PinnedTools(shelf)  # type: ignore[arg-type]
    contexts = [await asyncio.to_thread(made, tmp_path / str(number), "x") for number in range(REPOSITORIES + 1)]
    for context in [*contexts, contexts[-1], contexts[0]]:
        await tools.run(context, "list_files", {"pattern": ""})
    assert [path for path, _ in shelf.opened] == [context.ref for context in (*contexts, contexts[0])]
    gone = Context(kind="repository", ref=str(tmp_path / "gone"), pin="a" * 40)
    with pytest.raises(DisputatioError):
        await tools.run(gone, "list_files", {"pattern": ""})
