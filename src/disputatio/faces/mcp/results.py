"""What each tool gives: the layered result of `debate.views.layers` and what goes with it. Long texts come in pages,
and long lists are cut, with a count of all."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from disputatio.debate.values import OptionValue
from disputatio.debate.views.analysis import ConsensusAnalysis
from disputatio.debate.views.layers import Decision, EvidenceLayer, Layers, Metadata
from disputatio.debate.views.responses import AgentResponse

Status = Literal["created", "active", "paused", "completed", "error"]
"""The states of SPEC LIFE.1, in the words of tool servers."""


class Result(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True)


class Said(Result):
    by: str
    text: str


class GateArtifacts(Result):
    """What is to be approved: changes that were proposed since the last gate, with tests and scores in words. `cut`: so
    many characters of the changes are left out; the person sees them whole in the window or with disputatio branch."""

    diff: list[str] = []
    tests: list[str] = []
    scores: list[str] = []
    cut: int = 0


class Gate(Result):
    """What waits for approval. `phase`: what comes next; `why` it is asked; `summary`: what was said since the last
    gate; after a choice among proposals, the `task` and what was `chosen` and how; `models`: who is asked next; `price`
    in words, and `costUsd`, null where nobody knows; `back`: what a rejection has done again, and `otherwise` the same
    in words; `secondsLeft` until it counts as rejected, null for ever."""

    phase: str
    question: str
    why: str
    summary: list[Said]
    task: str
    chosen: list[str]
    artifacts: GateArtifacts
    models: list[str]
    price: str
    cost_usd: float | None
    back: str
    otherwise: str
    requested_at: float
    seconds_left: float | None


class Awaited(Result):
    """What a debate waits for. `kind`: a person's own words, a reply to be pasted, or an approval, of which `gate` says
    what and why; list_sessions leaves `gate` out."""

    kind: Literal["answer", "paste", "approval"]
    seat: str
    path: str
    summary: str
    gate: Gate | None = None


class SessionState(Result):
    """`state` says in a sentence how it stands, `driven_by` who runs it now, `next` what can be done. `cost_usd` leaves
    out turns of unknown price, which `unpriced_turns` counts.
    `turns` are all that are recorded, also those by rule. Times are seconds since 1970."""

    session_id: str
    topic: str
    title: str
    format: str
    status: Status
    state: str
    next: str = ""
    interrupted: bool = False
    driven_by: Literal["this server", "another process", "nobody"] = "nobody"
    rounds: int
    turns: int
    cost_usd: float
    unpriced_turns: int
    tokens: int
    created_at: float
    updated_at: float
    waiting_for: list[Awaited] = []


class Sessions(Result):
    sessions: list[SessionState]
    total: int


QUESTION: Final = 4_000
"""Characters of the question that goes along with a result."""


class Layered(Result):
    """The layered result of a round."""

    session_id: str
    topic: str
    round_number: int
    decision: Decision
    agent_responses: tuple[AgentResponse, ...]
    evidence: EvidenceLayer
    metadata: Metadata

    @classmethod
    def fields_of(cls, layers: Layers) -> dict[str, object]:
        return {
            "session_id": layers.sessionId,
            "topic": layers.topic[:QUESTION],
            "round_number": layers.roundNumber,
            "decision": layers.decision,
            "agent_responses": layers.agentResponses,
            "evidence": layers.evidence,
            "metadata": layers.metadata,
        }


class Roundtable(Layered):
    """The last round of a debate, and how the debate stands. `waited_out`: it still runs, and goes on by itself.
    `notices`: what to know of its start; `recommendation`: the final text, "" while there is none."""

    session: SessionState
    waited_out: bool = False
    recommendation: str = ""
    notices: list[str] = []


class Line(Result):
    text: str
    agent_id: str = ""
    path: str = ""


class Section(Result):
    title: str
    text: str = ""
    lines: list[Line] = []


class Synthesis(Result):
    """`recommendation` is its decision, `text` all of it; `path`: the turn that wrote it, for get_response_detail.
    `missing` and `outdated` say why there is no recommendation, or why it is not the last word; `minority` is its
    minority report."""

    session: SessionState
    recommendation: str
    text: str
    path: str = ""
    missing: str = ""
    outdated: str = ""
    minority: str = ""


class Point(Result):
    """A statement on which the answer hangs, with what became of it and why."""

    id: str
    text: str
    status: str
    agent_id: str
    note: str = ""
    reason: str = ""


class Outcome(Result):
    """Who or what won, by a verdict, a vote or the answers; `winner` is empty where nobody and nothing did."""

    winner: str
    method: str
    score: float | None
    confidence: float | None
    lines: list[str]


class Stability(Result):
    """`drift` is the share of participants who changed position from round to round, `entropy` how positions differed
    in each, `correlation` how alike their rankings are."""

    drift: list[float]
    entropy: list[float]
    correlation: float | None


class Consensus(Result):
    """`score`, `interval`, `coverage` and `earned` are shares from 0 to 1, null where nothing was measured; agreement,
    stability and confidence are never blended. `summary` says it in sentences."""

    session_id: str
    topic: str
    decision: Decision
    evidence: EvidenceLayer
    score: float | None
    interval: tuple[float, float] | None
    coverage: float | None
    earned: float | None
    agreed: int
    contested: int
    assumptions: int
    unassessed: int
    weighed: int
    partly: int
    outcome: Outcome | None
    stability: Stability | None
    analysis: ConsensusAnalysis | None
    summary: list[str]
    history: list[tuple[int, float | None]]
    points: list[Point]
    total_points: int
    recommendation: str
    sections: list[Section]


class TurnReference(Result):
    """A turn in short; get_response_detail has all of it."""

    path: str
    agent_id: str
    agent_name: str
    round_number: int
    kind: str
    status: str
    excerpt: str
    characters: int


class Thoughts(Result):
    """Where a participant stands, and how that came about: `ledger` in lines. `confidences`: oldest first."""

    agent_id: str
    agent_name: str
    model: str
    stance: str
    confidences: list[float]
    ledger: list[str]
    turns: list[TurnReference]
    total_turns: int


class AllThoughts(Result):
    session_id: str
    topic: str
    agents: list[Thoughts]


class RoundDetails(Layered):
    """`rounds`: those that there are. `phases`: how each phase stands now, with who works, attacks, tests and the plan,
    in words; empty where the format has no phases."""

    rounds: list[int]
    phases: list[str]
    turns: list[TurnReference]
    total_turns: int


class Page(Result):
    """A piece of a text; `next_offset` is null at its end."""

    text: str
    offset: int
    next_offset: int | None
    total_characters: int


class Export(Page):
    """`base64`: the format is no text, and this is how it is written here. `audit`: whether the debate is what was
    recorded, in sentences; `intact` if so."""

    session_id: str
    format: str
    base64: bool
    intact: bool
    audit: list[str]


class ToolCall(Result):
    name: str
    arguments: str
    result: str
    failed: bool


class CodeVersion(Result):
    """The program of a turn, as a version of the debate's code: `follows` is the number of the version before it, null
    for none. Null stands for what was not measured; `measures` says it all in lines."""

    number: int
    language: str
    follows: int | None
    score: float | None
    test_pass_rate: float | None
    measures: list[str]
    diff: str


class ResponseDetail(Page):
    """A turn. `partials`: how many attempts were broken off before it; `code`: its program, if it has one."""

    session_id: str
    turn: TurnReference
    part: str
    model: str
    asked_model: str
    why: str
    confidence: float | None
    tool_calls: list[ToolCall]
    cost_usd: float | None
    tokens: int
    latency_ms: int
    partials: int
    code: CodeVersion | None = None


class Citation(Result):
    path: str
    agent_id: str
    citation: str
    status: str
    note: str
    quote: str
    found_at: str


class Share(Result):
    """`others`: how many are neither verified nor lines that exist, by what came of them."""

    agent_id: str
    agent_name: str
    citations: int
    verified: int
    exists: int
    others: dict[str, int]
    checkable: int


class Citations(Result):
    session_id: str
    citations: list[Citation]
    total: int
    next_offset: int | None
    shares: list[Share]


class ModelHealth(Result):
    """How a model has done so far on this computer, over all debates. `resting`: it is left alone for a while."""

    model: str
    success_rate: float | None
    calls: int
    latency_ms: float
    last_error: str
    resting: bool


class Provider(Result):
    """`ready`: it can be asked; `address`: where to. `checks` and `models` if it was asked now."""

    name: str
    title: str
    ready: bool
    key: str
    address: str
    health: list[ModelHealth]
    checks: list[str] = []
    models: list[str] = []


class Participant(Result):
    agent_id: str
    agent_name: str
    role: str
    model: str
    health: ModelHealth | None


class Part(Result):
    """Seats of a format: `seat` is what a configuration calls the first; further ones are `seat#2` and so on. `names`:
    what each has to be named by, such as its expertise."""

    seat: str
    role: str
    least: int
    most: int
    names: str


class Format(Result):
    """`options` with their defaults, `max_cost` in dollars; `gates`: the points at which a debate can wait for
    approval. `fault` says why it cannot be used; `own`: the person wrote it."""

    name: str
    title: str = ""
    summary: str = ""
    parts: list[Part] = []
    options: dict[str, OptionValue] = {}
    gates: list[str] = []
    own: bool = False
    fault: str = ""


class Role(Result):
    """`also`: further ids by which it can be asked for. `tools`: those that a seat with this role is offered, where a
    debate has them. `own`: the person wrote it."""

    id: str
    also: list[str]
    title: str
    focus: str
    tools: list[str]
    own: bool


class Agents(Result):
    providers: list[Provider]
    participants: list[Participant]
    formats: list[Format]
    roles: list[Role]
