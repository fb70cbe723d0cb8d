"""The tools that participants can be given, by name, and which of them a debate lets them use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from disputatio.debate.context import Context
from disputatio.debate.values import OptionValue

OPTION = "tools"
"""The option of a debate that lets its participants use tools: a list of their names; true for those of the repository
that the debate is about; false for none."""
REPOSITORY = ("read_file", "search_code", "list_files", "git_blame", "git_history", "git_diff")
READ = REPOSITORY[0]
"""The tool by which whoever has it reads the files that matter."""
DOCUMENTS, MEMORY, FORM = "search_documents", "recall", "submit_response"
WEB = ("web_search", "fact_check")
RUN_CODE = "run_code"
RUNNING = {
    "run_tests": "tests",
    "format": "format",
    "lint": "lint",
    "analyse": "analysis",
    "type_check": "types",
    "profile": "profile",
    "scan": "scan",
    "fuzz": "fuzz",
}
"""The tools that run a configured command, with its kind (debate.hooks)."""
CODE = (RUN_CODE, *RUNNING)
"""The tools that run programs in isolation."""
TOOLS = (*REPOSITORY, DOCUMENTS, MEMORY, *WEB, *CODE, FORM)
"""The tools that a list may name, besides servers."""
SERVER = "mcp:"
"""How a list names all tools of a server that the person configured: "mcp:NAME"."""
BETWEEN = "__"
"""What stands between the name of a server and that of a tool of it, where a model calls it."""


NOT_SEARCHED = "The web was not searched."
"""How a turn begins to say why there was no web to search."""


def tools_wanted(context: Context, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Return the tools that a debate lets its participants use, servers by "mcp:NAME". In debates from before the
    option they used none."""
    wanted, pinned = options.get(OPTION), context.kind == "repository" and bool(context.pin)
    named = wanted if isinstance(wanted, list) else REPOSITORY if wanted is True else ()
    return tuple(name for name in dict.fromkeys(named) if pinned or name not in REPOSITORY)


def unknown_tool(names: Iterable[str]) -> tuple[str, str] | None:
    """Return what is wrong with a list of tools, and what to do about it; None where every name may be one: which
    servers there are is not known here."""
    for name in names:
        if name not in TOOLS and not (name.startswith(SERVER) and name != SERVER):
            near = get_close_matches(name, TOOLS, 1)
            return (
                f"There is no tool {name!r}.",
                f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(TOOLS)}.",
            )
    return None
