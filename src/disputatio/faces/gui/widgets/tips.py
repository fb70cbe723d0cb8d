"""Tool tips of texts that came from outside."""

from __future__ import annotations

from html import escape


def tip(text: str) -> str:
    """The text as a tool tip that shows it to the letter: Qt would take what looks like markup for markup."""
    return f"<p>{escape(text)}</p>" if "<" in text else text
