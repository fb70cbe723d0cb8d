"""The help of the whole program: commands under headings, so that a newcomer finds the few that matter first."""

from __future__ import annotations

import click

from disputatio.app.actions.action import APPLICATION
from disputatio.app.actions.debates import DEBATE

SECTIONS: dict[str, tuple[str, ...]] = {
    "Debating": (
        *("debate", "resume", "stop", "say", "answer", "extend", "synthesise", "retry", "swap", "set", "rule"),
        "room",
    ),
    "Your debates": (
        *("list", "show", "search", "export", "import", "fork", "rename", "delete", "undelete", "gates"),
        *("replay", "audit", "evidence", "branch"),
    ),
    "Your library": (
        *("workspace", "project", "assignment", "task", "document", "note", "persona", "memory", "repo", "bin"),
    ),
    "Models and rules": ("models", "providers", "keys", "consents", "check", "formats"),
    "This installation": ("settings", "doctor", "data", "backup", "restore", "rebuild"),
}


def tell(commands: click.Group) -> None:
    """The help of a command also says what does the same in the window, and by which key."""
    told: dict[str, list[str]] = {}
    for action in (*APPLICATION, *DEBATE):
        names = [word for word in action.command.split() if not word.startswith("-")]
        if names:
            told.setdefault(" ".join(names), []).append(action.hint)
    for name, hints in told.items():
        found: click.Command = commands
        for word in name.split():
            assert isinstance(found, click.Group), name
            found = found.commands[word]
        found.epilog = f"In the window: {'; '.join(hints)}."


class Sections(click.Group):
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        limit = formatter.width - 18
        for title, names in self.sections().items():
            with formatter.section(title):
                rows = [(name, self.commands[name].get_short_help_str(limit)) for name in names]
                formatter.write_dl(rows)

    def sections(self) -> dict[str, tuple[str, ...]]:
        """Every command is in one section: one without a place is shown under "Other"."""
        placed = {name for names in SECTIONS.values() for name in names}
        others = tuple(name for name in self.commands if name not in placed)
        return {**SECTIONS, "Other": others} if others else SECTIONS
