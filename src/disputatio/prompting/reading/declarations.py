"""What a turn declares of listed statements by their ids ("I agree with P2", "I withdraw P3"): all that rules read in
prose (SPEC RECEIPT.1).

A declaration is a sentence that begins with it and takes nothing back: no condition, no reservation, no question, and
not somebody else's words in quotation marks. Whatever is less than that declares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from disputatio.debate.values import value
from disputatio.prompting.reading.markdown import without_fences

Declared = Literal["agrees", "disagrees", "withdraws"]

_DECLARED = re.compile(
    r"(?:^[ \t]*(?:[-*+•][ \t]+|\d{1,2}[.)][ \t]+)?|(?<=[.!?;:][ \t]))[*_]{0,3}"
    r"(?P<words>I (?:(?:now|also|fully|still|hereby|therefore) )?"
    r"(?:(?P<agrees>agree with|accept)|(?P<disagrees>disagree with|reject|dispute)|(?P<withdraws>withdraw|retract)) "
    r"(?P<ids>P\d{1,6}(?:(?:, and |, | and )P\d{1,6})*))(?!['’\w])(?P<rest>[^.!?\n]*)(?P<end>[.!?\n]?)",
    re.M,
)
_RESERVED = re.compile(
    r"\b(?:if|unless|until|only|part(?:ly|ially)?|but|however|(?:al)?though|except|provided|assuming|would|could|might|not"
    r"|sake|for now)\b",
    re.I,
)
_ID = re.compile(r"P\d{1,6}")


@value
class Declaration:
    """What somebody declares of the statement `id`; `words` are the receipt."""

    does: Declared
    id: str
    words: str


def declarations(text: str) -> Iterator[Declaration]:
    """Yield what a turn declares, in its order."""
    plain = without_fences(text)
    for match in _DECLARED.finditer(plain):
        if match["end"] == "?" or _RESERVED.search(match["rest"]) or _quoted(plain, match.start("words")):
            continue
        does: Declared = "agrees" if match["agrees"] else "disagrees" if match["disagrees"] else "withdraws"
        for id in _ID.findall(match["ids"]):
            yield Declaration(does=does, id=id, words=match["words"])


def _quoted(text: str, at: int) -> bool:
    """Return whether a place of a text stands within quotation marks that were opened in its paragraph."""
    before = text[text.rfind("\n\n", 0, at) + 1 : at]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”") or before.count("„") > before.count("“")
