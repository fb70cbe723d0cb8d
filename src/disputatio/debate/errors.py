"""Errors of the pure floors. Each says what happened, why, and what to do.

DisputatioError
├── Refused        a command that cannot be carried out now
├── FormatError    a file of a format or a role that cannot be used
└── ConfigError    a debate configuration that cannot be used
"""

from __future__ import annotations

from disputatio.debate.wording import spoken, visible


@spoken("what", "remedy")
class DisputatioError(Exception):
    """The root of every error that is meant for the person who uses the application. `what` and `remedy` are read in
    their language: what was put together speaks it already. `place`: the page of the settings where the remedy is, by
    its key, for a window to go there; "" where it is elsewhere."""

    place = ""

    def __init__(self, what: str, remedy: str = "", *, place: str = "") -> None:
        super().__init__(f"{what} {remedy}".strip())
        self.what = what
        self.remedy = remedy
        if place:
            self.place = place

    @property
    def user_message(self) -> str:
        """What a person reads: names of files and words of servers that are in it rewrite no screen."""
        return visible(f"{self.what} {self.remedy}".strip())


class Refused(DisputatioError):
    """A command that cannot be carried out: what cannot be done, why, and what to do instead."""


class FormatError(DisputatioError):
    """All faults of a file of a format or a role at once, each with file, line and remedy."""


class ConfigError(DisputatioError):
    """A field of the debate configuration is wrong: `field` names it."""

    def __init__(self, what: str, remedy: str = "", *, field: str = "") -> None:
        super().__init__(what, remedy)
        self.field = field
