"""What each tool takes, checked before anything is done. A field that nobody knows is refused by name.

The fields of a debate's configuration are called as in a configuration file (SPEC CONFIG.1) and are read by the same
reader; everything else is in the camel case of the results. Snake case is understood, too.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

CONFIGURATION: Final = frozenset({"auto_continue", "max_cost"})
"""The fields of a configuration whose names have two words."""
WAIT: Final = 50
"""Seconds that a call waits by default: many clients give up after a minute, and the debate would be stopped."""
PAGE: Final = 20_000
"""Characters of a text in one answer."""


def wire_name(name: str) -> str:
    return name if name in CONFIGURATION else to_camel(name)


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=wire_name, validate_by_name=True, validate_by_alias=True)

    @model_validator(mode="before")
    @classmethod
    def _unpacked(cls, given: Any) -> Any:
        """Take lists and objects that a client has put into a string, as some do."""
        if not isinstance(given, dict):
            return given
        plain = {name for name, field in cls.model_fields.items() if field.annotation is str}
        known = plain | {wire_name(name) for name in plain}
        return {name: found if name in known else _structure(found) for name, found in given.items()}


def _structure(found: Any) -> Any:
    if not isinstance(found, str) or found.lstrip()[:1] not in ("[", "{"):
        return found
    try:
        return json.loads(found)
    except (ValueError, RecursionError):
        return found


Id = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(max_length=200_000)]
Name = Annotated[str, Field(max_length=4_096)]
"""What names something, a file too: refusals repeat it."""
Session = Annotated[Id, Field(description="The id of a debate, as list_sessions gives it; its first letters suffice.")]
Consent = Annotated[
    list[Id],
    Field(
        max_length=100,
        description="What the person agrees to, by the ids in the refusal that named it. Ask them; never fill it in "
        "by yourself.",
    ),
]
Wait = Annotated[
    int,
    Field(
        ge=0,
        le=3600,
        description="Seconds to wait for the debate to rest. Afterwards it goes on by itself: call "
        "continue_roundtable to wait on.",
    ),
]
Model = Annotated[Name, Field(description='"provider:model", "human:" or "clipboard:NAME"')]
Option = bool | int | float | str | list[str] | None


class SeatArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seat: Annotated[Name, Field(description='A role ("critic"), or role#n for equal seats ("table#2").')] = ""
    id: Annotated[Name, Field(description="Another word for seat.")] = ""
    model: Model = ""
    person: Annotated[bool, Field(description="The person sits here, in place of a model.")] = False
    name: Name = ""
    role: Annotated[Name, Field(description="Another role: the id of a built-in or own one, or any name.")] = ""
    team: Annotated[Name, Field(description="Another team of the format, where it has teams.")] = ""
    persona: Name = ""
    effort: Name = ""


class ContextArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Literal["none", "project", "assignment", "repository"] = "none"
    ref: Annotated[Name, Field(description="An id or a name, or the path of a repository on this computer.")] = ""
    commit: Name = ""
    issue: Annotated[int, Field(ge=0)] = 0


class RulesArguments(BaseModel):
    """The rules of honest debate that are switched for this debate; what is left out stays as the format has it."""

    model_config = ConfigDict(extra="forbid")

    sealed: bool | None = None
    anonymous: bool | None = None
    order_swap: bool | None = None
    diversity: bool | None = None
    minority: bool | None = None
    hidden: bool | None = None
    early_stop: bool | None = None
    ledger: Annotated[str | None, Field(description="message, round or off")] = None


class BudgetArguments(BaseModel):
    """Where the debate pauses; 0 means no limit."""

    model_config = ConfigDict(extra="forbid")

    cost: Annotated[float | None, Field(description="Dollars.")] = None
    tokens: int | None = None
    minutes: float | None = None
    turns: int | None = None


class StartRoundtable(Arguments):
    """The configuration of a debate, and how it is started."""

    question: Annotated[Text, Field(min_length=1, description="What is to be debated.")]
    format: Annotated[Name, Field(description="The rules: dual, collaborative, adversarial, delphi, …")] = "dual"
    context: ContextArguments | None = None
    seats: Annotated[list[SeatArguments], Field(max_length=40)] = Field(default_factory=list)
    services: Annotated[dict[Name, Model], Field(description='Models of "synthesis" and "clerk".')] = Field(
        default_factory=dict
    )
    options: Annotated[dict[Name, Option], Field(description="Whatever the format knows.")] = Field(
        default_factory=dict
    )
    files: Annotated[list[Name], Field(max_length=100, description="Paths of text files for the context.")] = Field(
        default_factory=list
    )
    seed: int | None = None
    rounds: int | None = None
    aspects: list[Text] | None = None
    topology: Name | None = None
    planning: Name | None = None
    complexity: Annotated[
        Name | None, Field(description="Is the task clarified first: estimated, complex, simple.")
    ] = None
    phases: Annotated[list[Name] | None, Field(description="Those that are on; all others are off then.")] = None
    vote: Annotated[Name | None, Field(description="The rule by which votes are counted.")] = None
    verdict: Annotated[Name | None, Field(description="How arguments are weighed.")] = None
    rules: RulesArguments | None = None
    budget: BudgetArguments | None = None
    auto_continue: bool | None = None
    branch: bool | None = None
    release: list[Name] | None = None
    tools: Annotated[
        bool | list[Name] | None,
        Field(description='Tools of participants by name, "mcp:NAME" for a server; false: none.'),
    ] = None
    effort: Name | None = None
    max_cost: Annotated[float | None, Field(description="Dollars; 0 means no limit.")] = None
    gates: Annotated[
        list[Id],
        Field(description='Where to wait: "rounds", "synthesis", "spend:USD", a step, "after:STEP", or "all".'),
    ] = Field(default_factory=list)
    hooks: Annotated[
        bool | list[Text] | None,
        Field(
            description='Check proposals: true for the commands of the project, or a list such as ["tests: make test"].'
        ),
    ] = None
    step: Annotated[bool, Field(description="Pause after each round.")] = False
    rehearse: Annotated[bool, Field(description="Ask no AI model; rules compose the debate.")] = False
    consent: Consent = Field(default_factory=list)
    wait_seconds: Wait = WAIT


class ContinueRoundtable(Arguments):
    session_id: Session
    rounds: Annotated[int, Field(ge=0, le=100, description="More rounds, even after the end.")] = 0
    say: Annotated[Text, Field(description="Something that everybody hears before it goes on.")] = ""
    to: Annotated[Name, Field(description="The seat that is asked to answer what is said.")] = ""
    answer: Annotated[
        Text, Field(description="The words of a seat that waits for a person, or for a pasted reply.")
    ] = ""
    seat: Annotated[Name, Field(description="Whose answer it is, if several wait.")] = ""
    raise_limit: Annotated[
        bool, Field(description="Double the limit that the debate waits at. Ask the person first.")
    ] = False
    consent: Consent = Field(default_factory=list)
    wait_seconds: Wait = WAIT


Action = Literal["pause", "resume", "stop", "stop_now", "end", "approve", "reject", "interject", "mark"]


class ControlSession(Arguments):
    session_id: Session
    action: Annotated[
        Action,
        Field(
            description="pause and stop take effect after the turn in flight, stop_now cuts it off and keeps what was "
            "said, end is final, approve and reject answer what waits for approval. mark says, of a debate that is "
            "over, what turned out to be right."
        ),
    ]
    text: Annotated[Text, Field(description="What is said (interject), or the reason (reject, mark).")] = ""
    to: Annotated[Name, Field(description="The seat that is asked to answer (interject).")] = ""
    path: Annotated[
        Name,
        Field(description="Which approval is answered, if several wait: its path in waitingFor."),
    ] = ""
    right: Annotated[
        list[Text],
        Field(
            description="Which answers of a debate that is over turned out to be right (mark): their numbers, or none "
            "or unknown alone. Without any, the refusal lists the answers.",
            max_length=50,
        ),
    ] = Field(default_factory=list)
    end: Annotated[bool, Field(description="A rejection ends the debate, instead of sending it back.")] = False
    consent: Consent = Field(default_factory=list)


class SynthesizeDebate(Arguments):
    session_id: Session
    again: Annotated[
        bool,
        Field(
            description="Ask a model again where a rule had to write it, since the model failed. One that is "
            "outdated is always written again."
        ),
    ] = False
    consent: Consent = Field(default_factory=list)
    wait_seconds: Wait = WAIT


class ListSessions(Arguments):
    status: Literal["", "created", "active", "paused", "completed", "error"] = ""
    limit: Annotated[int, Field(ge=1, le=200)] = 50


class OfSession(Arguments):
    session_id: Session


class GetConsensus(OfSession):
    """Nothing but the debate."""


class GetThoughts(OfSession):
    agent_id: Annotated[Name, Field(description='A seat ("critic"); empty: every participant.')] = ""


class ExportSession(OfSession):
    format: Annotated[
        Name, Field(description="markdown or html to read, json for everything, pdf, aif, argdown, adr.")
    ] = "markdown"
    offset: Annotated[int, Field(ge=0, description="The character to begin with: nextOffset of the page before.")] = 0
    limit: Annotated[int, Field(ge=1, le=100_000, description="Characters in this answer.")] = PAGE


class GetRoundDetails(OfSession):
    round_number: Annotated[int | None, Field(ge=0, description="Without it, the last round.")] = None


class GetResponseDetail(OfSession):
    path: Annotated[Name, Field(description="The turn, as get_round_details lists it; or give agentId.")] = ""
    agent_id: Annotated[Name, Field(description="The last turn of this seat, in roundNumber if that is given.")] = ""
    round_number: Annotated[int | None, Field(ge=0)] = None
    part: Annotated[
        Literal["answer", "request"], Field(description="What it says, or what exactly its model was sent.")
    ] = "answer"
    offset: Annotated[int, Field(ge=0)] = 0
    limit: Annotated[int, Field(ge=1, le=100_000)] = PAGE


class GetCitations(OfSession):
    agent_id: Annotated[Name, Field(description="Those of this seat alone.")] = ""
    failed: Annotated[bool, Field(description="Only those that did not hold.")] = False
    offset: Annotated[int, Field(ge=0)] = 0
    limit: Annotated[int, Field(ge=1, le=500)] = 100


class GetAgents(Arguments):
    session_id: Annotated[Name, Field(description="Also the participants of this debate.")] = ""
    provider: Annotated[
        Name, Field(description="Also ask this provider now whether it answers, and for its models.")
    ] = ""
