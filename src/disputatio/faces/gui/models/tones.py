"""The tones in which small marks are drawn."""

from __future__ import annotations

from typing import Literal

Tone = Literal["plain", "ok", "caution", "error"]
