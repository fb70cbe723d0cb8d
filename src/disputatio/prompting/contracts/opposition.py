# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The contribution of whoever must oppose, with the stance that it declares and a sentence of its own that shows it.

One that declares anything else, or shows nothing, is sent back once as a whole. No rule reads a stance out of prose.
"""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.reading.quoting import own_words
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import say
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

OPPOSES = "opposes"


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    stance, quote = line(found["stance"]), line(found["quote"])
    data: Payload = {"stance": stance, "quote": own_words(shape, text, brief)(quote)}
    if stance != OPPOSES:
        raise Incomplete(f"You are the one who must oppose here, and you declare your stance as “{stance}”.", data)
    if not data["quote"]:
        raise Incomplete("The sentence that you quote for your stance does not stand in your contribution.", data)
    return data


def _opposition(brief: Brief, given: Material) -> str:
    against = "I oppose the view that is gaining ground."
    return f"{say(brief, given)}\n\n{against}\n\n### Stance\n{OPPOSES}\n\n### Quote\n{against}"


OPPOSITION = Contract(
    name="opposition",
    asks="""\
Oppose the view that is gaining ground: make the best case against it that can honestly be made. Then declare where your contribution stands towards that view, and copy from it the sentence in which you oppose it.""",
    fields=(
        shapes.choice(
            "stance",
            "where your contribution stands towards the view that is gaining ground",
            OPPOSES,
            "supports",
            "mixed",
            needed=True,
        ),
        shapes.text(
            "quote",
            "the sentence of your contribution that shows it, copied exactly",
            also="quotation, sentence, receipt",
        ),
    ),
    reader=_read,
    rehearsal=_opposition,
    whole_again=True,
)
