"""What somebody is told to do next names what is before them: a command where one is typed, else a place."""

from __future__ import annotations

from contextvars import copy_context

from disputatio.app.audit import Audit
from disputatio.debate.wording import speak_in_window


def test_a_window_has_no_command_line() -> None:
    found = Audit(debate="d", behind=("A table differs.",))
    assert "disputatio audit verify d --rebuild" in found.sentences[-1]
    told = copy_context()
    told.run(speak_in_window)
    assert "“Rebuild”" in told.run(lambda: found.sentences)[-1]
    assert "disputatio" not in " ".join(told.run(lambda: found.sentences))
