"""How sure others are stays hidden while participants deliberate (SPEC FORMAT.2, hidden tallies).

What a contract asks for as a field is blanked out, in the forms in which replies are read: a section, a labelled line,
a member of a JSON object. What somebody argues in a sentence is part of the argument and stays.
"""

from __future__ import annotations

import re

HIDDEN = "hidden"

_NAMES = r"(?:my )?(?:confidence(?: level)?|certainty|probability)"
_MEMBER = re.compile(rf"""(["']{_NAMES}["'][ \t]*:[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|[^,}}\s]+)""", re.IGNORECASE)
_LABELLED = re.compile(rf"^([ \t>*_+#-]{{0,12}}{_NAMES}[ \t*_]{{0,6}}[:=][*_]{{0,3}})[ \t]*[^\s][^\n]*$", re.I | re.M)
_SECTION = re.compile(
    rf"^((?:[ \t]{{0,3}}#{{1,6}}[ \t]*[*_]{{0,3}}|[*_]{{2,3}}){_NAMES}[ \t*_:#]{{0,8}}\n(?:[ \t]*\n){{0,2}})[^\n#]+$",
    re.IGNORECASE | re.MULTILINE,
)


def without_confidence(text: str) -> str:
    """The text of a turn without the confidence that its author declares."""
    text = _MEMBER.sub(rf'\1"{HIDDEN}"', text)
    text = _SECTION.sub(rf"\1{HIDDEN}", text)
    return _LABELLED.sub(rf"\1 {HIDDEN}", text)
