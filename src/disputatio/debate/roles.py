"""Roles that a person wrote, as a debate pins them when it is opened: editing a role's file later changes no debate in
which somebody had it (SPEC ROLE.1). How such a file is read: `formats.role_file`."""

from __future__ import annotations

from collections.abc import Iterable

from disputatio.debate.values import value


@value
class Role:
    """`focus` is what it attends to, told with every request; `task` what it does besides what a step asks for. `tools`
    are all that it is offered, servers by "mcp:NAME"."""

    id: str
    title: str
    focus: str
    task: str = ""
    tools: tuple[str, ...] = ()


def folded(name: str) -> str:
    """Return the name of a role as it is compared: whatever its capitals, apostrophes and spaces."""
    return " ".join(name.replace("’", "'").split()).casefold()


def role_named(roles: Iterable[Role], name: str) -> Role | None:
    """Return the role that a person calls by its id or its title."""
    return next((role for role in roles if folded(name) in (role.id, folded(role.title))), None)
