"""The help of the whole program: commands under headings, so that a newcomer finds the few that matter first."""

from __future__ import annotations

import click

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
