"""The twelve tools: what each is called, what it is for, what it takes and gives, and what kind of tool it is."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.faces.mcp import arguments, results


@value
class ToolEntry:
    """`reads`: it changes nothing; `ends`: it can end something; `outside`: models or files may be reached by it."""

    name: str
    title: str
    description: str
    takes: type[arguments.Arguments]
    gives: type[results.Result]
    reads: bool = False
    ends: bool = False
    outside: bool = False


TOOLS: tuple[ToolEntry, ...] = (
    ToolEntry(
        name="start_roundtable",
        title="Start a debate",
        description="Several AI models debate a question. Returns the layered result once the debate rests, or after "
        "waitSeconds, while it goes on by itself. Cancelling the call stops the debate at once; what was said is kept. "
        "If it is refused for a missing consent, show the person what would go where, and repeat the call with the "
        "ids that they agree to.",
        takes=arguments.StartRoundtable,
        gives=results.Roundtable,
        outside=True,
    ),
    ToolEntry(
        name="continue_roundtable",
        title="Continue a debate, or wait for it",
        description="Takes up a debate that is paused, was stopped or interrupted, or failed; waits for one that runs, "
        "here or in the window; gives it more rounds, a remark, or the answer that it waits for.",
        takes=arguments.ContinueRoundtable,
        gives=results.Roundtable,
        outside=True,
    ),
    ToolEntry(
        name="control_session",
        title="Steer a debate",
        description="Pause, resume, stop, stop now, end, approve, reject or interject, wherever the debate runs.",
        takes=arguments.ControlSession,
        gives=results.SessionState,
        ends=True,
        outside=True,
    ),
    ToolEntry(
        name="list_sessions",
        title="List debates",
        description="The debates on this computer, last changed first: those of the window and the command line, too.",
        takes=arguments.ListSessions,
        gives=results.Sessions,
        reads=True,
    ),
    ToolEntry(
        name="get_consensus",
        title="How far it is agreed",
        description="The score and what it rests on, every point with what became of it, what is in dispute, and the "
        "recommendation with its minority report.",
        takes=arguments.GetConsensus,
        gives=results.Consensus,
        reads=True,
    ),
    ToolEntry(
        name="get_thoughts",
        title="What a participant thinks",
        description="Where each participant stands by the ledger, how sure they are, how they moved, and their turns.",
        takes=arguments.GetThoughts,
        gives=results.AllThoughts,
        reads=True,
    ),
    ToolEntry(
        name="export_session",
        title="Export a debate",
        description="A debate in one of the formats of export, in pages; what is no text comes in base64. Says as well "
        "whether the debate is what was recorded: its log, what was sent to the models, the tables made from it.",
        takes=arguments.ExportSession,
        gives=results.Export,
        reads=True,
    ),
    ToolEntry(
        name="synthesize_debate",
        title="Write the synthesis",
        description="The synthesis of a debate with its minority report; has it written where there is none yet, after "
        "a stop or a failure, for which a model is asked.",
        takes=arguments.SynthesizeDebate,
        gives=results.Synthesis,
        outside=True,
    ),
    ToolEntry(
        name="get_round_details",
        title="Look into a round",
        description="The layered result of one round, and a reference to each of its turns.",
        takes=arguments.GetRoundDetails,
        gives=results.RoundDetails,
        reads=True,
    ),
    ToolEntry(
        name="get_response_detail",
        title="Read a turn",
        description="A turn in full, in pages, with its tool calls and cost; or exactly what its model was sent.",
        takes=arguments.GetResponseDetail,
        gives=results.ResponseDetail,
        reads=True,
    ),
    ToolEntry(
        name="get_citations",
        title="What was cited",
        description="Every citation with what came of checking it against its source.",
        takes=arguments.GetCitations,
        gives=results.Citations,
        reads=True,
    ),
    ToolEntry(
        name="get_agents",
        title="Who can debate",
        description="Providers with their keys and health, the formats and roles there are, and the participants of a "
        "debate. "
        "Naming a provider asks it for its models.",
        takes=arguments.GetAgents,
        gives=results.Agents,
        reads=True,
        outside=True,
    ),
)
