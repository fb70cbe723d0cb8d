"""A request to a model, before any provider's dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from disputatio.debate.attempts import Attempt
from disputatio.debate.board.questions import Agenda
from disputatio.debate.context import Section
from disputatio.debate.ids import index_of
from disputatio.debate.policies.ballots import Candidate
from disputatio.debate.roles import Role
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json, value

OWN_ID = "here-"
"""How the ids of calls begin that were made here, because their provider gave none that can be used."""


@value
class ToolSpec:
    """A tool that a model may call. `parameters` is the JSON Schema of its arguments, an object."""

    name: str
    description: str
    parameters: dict[str, Json]


@value
class ToolCall:
    """A call that a model made. `arguments` is a JSON object as text; `signature` is what its provider wants back with
    it as it came, and means nothing to anybody else."""

    id: str
    name: str
    arguments: str
    signature: str = ""


@value
class ToolResult:
    """What a call came to, fenced as data. `id` and `name` are those of the call."""

    id: str
    name: str
    text: str
    failed: bool = False


@value
class Message:
    """`calls` are of the assistant, after its text; `results` are of the user, and answer the calls just before, each
    of them. `repeats`: how many characters of the text the next request of the same seat begins with, too: up to the
    end of the question, of the context, then of each earlier turn and of what was looked up in it. `parts`: those of
    them at which context and turns end, else the question, and the end of the text where calls are likely to follow it.
    Providers may keep what they have read up to there."""

    role: Literal["user", "assistant"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    repeats: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()


@value
class SeenTurn:
    """A turn as its recipient sees it: `label` is the name of its author, or a letter where names are hidden. `beside`:
    the paths of the turns that were written at the same time, itself included, so that none had read another.
    `letters`: whose work the letters in it stand for, where its recipient may know."""

    path: str
    label: str
    role: str
    gives: str
    text: str
    data: dict[str, Json] = field(default_factory=dict)
    mine: bool = False
    beside: tuple[str, ...] = ()
    letters: str = ""

    @property
    def seat(self) -> str:
        """The seat of its author, by its place; its label where the place names none."""
        return index_of(self.path) or self.label


@value
class Member:
    """A participant, as those who keep records know it."""

    seat: str
    name: str
    role: str


@value
class Brief:
    """What a request says, as data. Never sent to a provider: `rehearsal` and `replay` read it instead of the prose.
    `persona` is the contract of whom the seat plays; `day` the day on which the debate began, YYYY-MM-DD. `excerpts`:
    what was looked up, by the path of the turn that did. `statements`, `cast` and `agenda`: what the figures of the
    view list; `slate`: the options of a vote, as this voter is shown them; `attempts`: the programs that failed, in the
    order in which they are shown. `minority`: a synthesis has a minority
    report. `changes`: changes to the repository are taken from diffs, and `checks` tells what they are checked with.
    `said`: the turn itself, where its form alone is asked for once more. `put`: of a record of several speakers, the
    statements of which it is to say what each makes, by seat. `own_role`: a role that the person
    wrote, and `lacking`, in sentences, what it cannot work with because it is not set up. `round_alone`: of the turns,
    those of the present round alone are shown. `last`: its seat has
    no turn after this one, and others can answer it still, or perhaps nobody.
    `recurs`: its seat reads them in several passes."""

    debate: str = ""
    path: str = ""
    seat: str = ""
    role: str = ""
    name: str = ""
    task: str = ""
    gives: str = "say"
    question: str = ""
    persona: str = ""
    day: str = ""
    seed: int = 0
    turns: tuple[SeenTurn, ...] = ()
    sections: tuple[Section, ...] = ()
    excerpts: Mapping[str, Section] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    cast: tuple[Member, ...] = ()
    agenda: Agenda = field(default_factory=Agenda)
    slate: tuple[Candidate, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    minority: bool = True
    changes: bool = False
    checks: tuple[str, ...] = ()
    said: str = ""
    put: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_role: Role | None = None
    lacking: tuple[str, ...] = ()
    round_alone: bool = False
    last: Literal["", "answered", "unanswered"] = ""
    recurs: bool = True


@value
class Request:
    """One request. `schema` is a JSON Schema that the reply must follow: it stands nowhere else, so a model that
    its provider does not show it to is told of it in words (`compose.in_words`);
    `temperature` and `max_tokens` are left to the provider where None; `tools` are what the model may call; `effort`
    says how long a model that reasons is to think ("quick", "normal", "thorough"), "" leaves it to the provider;
    `search`: the model is to search the web with the provider's own tool. No turn is asked so."""

    model: str
    system: str
    messages: tuple[Message, ...]
    schema_name: str = ""
    schema: dict[str, Json] | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    tools: tuple[ToolSpec, ...] = ()
    effort: str = ""
    search: bool = False
    brief: Brief = field(default_factory=Brief, compare=False, repr=False)
