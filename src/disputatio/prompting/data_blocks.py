"""Data blocks that their content cannot close (SPEC CONTEXT.5).

The code of a block's markers is a hash of its content, so the content cannot contain it; should it ever, the hash is
taken again until it does not. Names in the opening marker are cut to one short line without its own signs.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from itertools import count

CODE = 8
"""Characters of a code. They need not be many: one that occurs in the content is not taken."""
_UNSAFE = re.compile(r"[^\w .,:;()'/+#&@…·-]+")


@lru_cache(maxsize=1024)
def block(kind: str, content: str, **names: str) -> str:
    """Return the content between its markers. `names` say what it is; those that are empty are left out.

    The result is remembered, since a turn stands in the request of every later turn.
    """
    code = code_for(f"{kind}\n{content}")
    said = "".join(f' {key}="{label(text)}"' for key, text in names.items() if text)
    return f"<<<DATA {code} {kind}{said}>>>\n{content}\n<<<END DATA {code}>>>"


def code_for(content: str) -> str:
    """Return a code that does not occur in the content."""
    folded = content.casefold()
    codes = (hashlib.sha256(f"{n}\x00{content}".encode("utf-8", "replace")).hexdigest()[:CODE] for n in count())
    return next(code for code in codes if code not in folded)


def label(text: str) -> str:
    """Return a name as it may stand in a marker: one line, at most 160 characters, no quotes or brackets."""
    return " ".join(_UNSAFE.sub(" ", text).split())[:160]
