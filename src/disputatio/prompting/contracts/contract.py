"""What an output contract is: all that is particular to one form of reply, as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

from disputatio.debate import format
from disputatio.debate.values import value
from disputatio.debate.views.labels import of_contract
from disputatio.debate.wording import quoted, tr
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import read_payload
from disputatio.prompting.reading.payloads import outside
from disputatio.prompting.rehearsal import NOTICE
from disputatio.prompting.rehearsal.material import Material, material
from disputatio.prompting.rehearsal.sentences import payload_lines
from disputatio.prompting.remembered import without_facts
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Field, Payload, Shape, ending, filled, json_block

EXTRACTION = 0.2
"""Temperature of calls that only record (SPEC TURN.2)."""
REFLECTION = 0.3

Reader = Callable[[Shape, str, Brief], Payload | None]
"""(fields, reply, brief) -> the payload; None where the contract is not kept."""
Rule = Callable[[Brief, str], Payload]
"""(brief, a reply that could not be read, or "") -> the payload that can be had without any model; empty where the rule
abstains."""
Rehearsal = Callable[[Brief, Material], str]
"""(brief, what it can draw on) -> the reply that a rehearsal gives."""
Told = Callable[[Brief, Payload], str]


def _meant(field: Field) -> str:
    """Return what a person writes into a field, in their language; what is chosen from is read as it stands."""
    return tr(" or ").join(field.choices) if field.choices else tr(field.says)


@value
class Contract:
    """One form of reply. The rules' own part, whether it is a message and what its payload must have, stands in
    `debate.format`."""

    name: str
    asks: str = ""
    """What is asked for where neither the role nor the step says more; "" where no model is asked."""
    tasks: Mapping[str, str] = field(default_factory=dict)
    """What is asked for in particular steps, by "role/task" or by task."""
    fields: Shape = ()
    reader: Reader = read_payload
    rehearsal: Rehearsal | None = None
    """A rehearsed participant's turn. None: the rehearsal gives a record."""
    rule: Rule | None = None
    """What can be said without any model: fields that participants filled in, typed values, declarations by id. It
    guesses at no prose (SPEC RECEIPT.1). None: nothing can."""
    rehearses: Rule | None = None
    """What a rehearsed clerk records; None: what the rule derives. It may guess, since nobody has thought anything."""
    told: Told = lambda brief, data: payload_lines(data)
    """What the rule derived, as people read it."""

    alone: bool = False
    """Whether the reply is the structure and nothing else, natively where the provider has it."""
    first: Callable[[Brief], bool] = lambda brief: False
    """Whether there is nothing yet that entries could be about: `first_task` is asked then, without `later` fields."""
    first_task: str = ""
    later: tuple[str, ...] = ()
    judging: Callable[[Brief], bool] = lambda brief: False
    """Whether what is shown only judges the work of others: `judging_task` is asked then, without `unasked` fields."""
    judging_task: str = ""
    unasked: tuple[str, ...] = ()
    idle: bool = False
    """Whether no model is asked where there is nothing to show it: the rule says all that there is."""
    end: str | None = None
    """The form for the end of a turn that people read; None: one heading for each field."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """Another form in particular steps, by task."""
    standing: bool = False
    """Whether what is asked is the same in each turn of a seat: then it stands in its instructions, which providers
    keep, and not behind what was said."""
    again: str = ""
    """The task by which a format itself asks once more, for the structure alone, when a reply cannot be read."""
    whole_again: bool = False
    """A turn that does not do what it is for is asked for once more as a whole: another form would only rename it."""
    unread: str = ""
    """What is noted where even the second reply cannot be read; "": the rule derives what it can."""
    temperature: float | None = None
    whole: bool = False
    """Whether the payload is the bulk of the reply, so that the beginning of a long one must not be left out."""
    context: Literal["none", "facts", "all"] = "none"
    """How much of the context a service is given for it; participants are given all."""
    new: str = ""
    """The list of what is new, or agreed: established facts do not count in it once more."""
    final: bool = False
    """Whether it is what a debate comes to, for whoever asked."""
    changes: str = ""
    """What is said of changes to a repository, by the name of that text, where they are taken from such turns; "" where
    they are not."""
    list_by_hand: str = ""
    """How a person writes the entries of its list, in words, which go through `tr`; "" where nobody has to know."""
    formed: str = ""
    """The heading of the sources where a response that is handed in as a form keeps it; "" where none does."""
    voice: str = ""
    """The role in which the clerk is asked for it, where that is more than a record; "": as the clerk."""

    @property
    def needed(self) -> tuple[str, ...]:
        """The fields that a payload must have, as the rules say."""
        return tuple(format.CONTRACTS[self.name].split())

    @property
    def title(self) -> str:
        """What faces call a turn of it; "": they name what was asked of it instead."""
        return of_contract(self.name).title

    @property
    def confides(self) -> bool:
        """Whether it tells how sure its author is, which stays hidden while participants deliberate."""
        return any(field.name == "confidence" for field in self.fields)

    @property
    def by_hand(self) -> str:
        """How a person ends such a turn, in words: a list, and a line for each field; "" where nothing has to be filled
        in. The names of the fields are English in every language: by them the answer is read."""
        said = [quoted(f"{field.name.capitalize()}: {_meant(field)}") for field in self.lines]
        ending = tr("End with a line for each of these: {lines}.").format(lines=", ".join(said)) if said else ""
        return " ".join(filter(None, (tr(self.list_by_hand), ending)))

    @property
    def lines(self) -> Shape:
        """The fields for which a person writes a line; none where nothing has to be filled in."""
        return tuple(field for field in self.fields if field.kind != "items" and self.needed)

    @property
    def ending(self) -> str:
        return ending(self.fields) if self.end is None else self.end

    def task_of(self, brief: Brief) -> str:
        """Return by which task it is asked for."""
        other = self.judging_task if self.judging(brief) else brief.task
        return self.first_task if self.first(brief) else other

    def asked(self, brief: Brief) -> Shape:
        """Return the fields that are asked for."""
        spared = self.later if self.first(brief) else self.unasked if self.judging(brief) else ()
        return tuple(one for one in self.fields if one.name not in spared)

    def ending_of(self, task: str) -> str:
        """Return the form for the end of a turn in a step."""
        return self.ends.get(task, self.ending)

    def mended(self, text: str, data: Payload) -> str:
        """Return a message with its form as it was filled in when it was asked for once more, in the place of the first
        one: those who read the message read what counts. A reply that is the form alone stays as it was given."""
        form = "" if self.alone else filled(self.fields, data)
        return "\n\n".join(filter(None, (outside(self.fields, text).strip(), form))) if form else text

    def read(self, text: str, brief: Brief) -> Payload | None:
        """Return the payload of a reply; None where the contract is not kept. Whatever its reader makes of a reply, it
        must have what the rules need."""
        try:
            found = self.reader(self.fields, text, brief)
        except Incomplete as left:
            left.data = without_facts(self.new, left.data, brief.sections)
            raise
        if found is None or any(name not in found for name in self.needed):
            return None
        return without_facts(self.new, found, brief.sections)

    def derive(self, brief: Brief, text: str = "") -> tuple[str, Payload] | None:
        """Return (text for people, payload) without any model; None where there is no rule for it, or the rule
        abstains. `text` is a reply that could not be read."""
        found = self.rule(brief, text) if self.rule is not None else {}
        if not found:
            return None
        data = without_facts(self.new, found, brief.sections)
        return self.told(brief, data), data

    def rehearse(self, brief: Brief) -> str:
        """Return a whole reply without any model."""
        if self.rehearsal is not None:
            return f"*{NOTICE}*\n\n{self.rehearsal(brief, material(brief))}"
        rule = self.rehearses or self.rule
        data = without_facts(self.new, rule(brief, ""), brief.sections) if rule is not None else {}
        return f"*{NOTICE}*\n\n{json_block(data)}"
