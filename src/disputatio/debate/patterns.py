"""Regular expressions that are made at their first use.

Making those of the whole program takes a tenth of the time that a window has to open, and a start needs none of them.
So a module keeps the text of an expression, its flags written in it ("(?i)"), and asks for the expression where it is
used.
"""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=2_048)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Return the expression of a text, made once. Raises `re.error`."""
    return re.compile(pattern)
