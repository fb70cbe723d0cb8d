"""Every setting of the application, declared once. Dialog, file, command line and documentation follow from here.

To rename one: give it the new key and list the old one in `formerly`. To delete one: add its key to `DELETED` with what
the person should know.
"""

from __future__ import annotations

from disputatio.app.paths import closed
from disputatio.app.settings.kinds import Setting
from disputatio.debate.ranges import MOST_DOLLARS
from disputatio.debate.wording import mark

MODELS, DEBATES, MEMORY, LIMITS, PROVIDERS = (
    mark("Models"),
    mark("Debates"),
    mark("Memory"),
    mark("Limits"),
    mark("Providers"),
)
APPROVALS, SANDBOX, HOOKS = mark("Approvals"), mark("Sandbox"), mark("Checks of proposals")
APPEARANCE, PRIVACY, STATE = mark("Appearance"), mark("Privacy"), mark("State of the window")
TOOLS_GROUP, SERVERS, ROUTING = mark("Tools"), mark("Tool servers"), mark("Routing")


def _model(role: str, default: str, help: str) -> Setting[str]:
    return Setting(
        key=f"models.{role}", kind="model", default=default, title=role.capitalize(), help=help, group=MODELS
    )


MODEL_ANALYST = _model("analyst", "openai:gpt-5.2", "Gives the answer that is put to the test.")
MODEL_CRITIC = _model("critic", "anthropic:claude-opus-4-5-20251101", "Tests the answer against the context.")
MODEL_SYNTHESIZER = _model("synthesizer", "anthropic:claude-opus-4-5-20251101", "Writes the synthesis at the end.")
MODEL_CLERK = _model(
    "clerk", "", "Does small chores: lists points, condenses. If empty, a fast model of a provider that has a key."
)
MODEL_ARCHITECT = _model(
    "architect", "gemini:gemini-3.0-pro-001", "Looks after structure in a collaboration, and writes the artifact."
)
MODEL_REVIEWER = _model(
    "reviewer", "anthropic:claude-opus-4-5-20251101", "Looks for edge cases and security problems in a collaboration."
)
MODEL_FALLBACK = _model(
    "fallback",
    "",
    "Answers when a model still fails after all retries; the turn says which model really spoke. If empty, the "
    "debate waits.",
)


def _stand_ins(task: str, title: str, who: str) -> Setting[tuple[str, ...]]:
    return Setting(
        key=f"routing.{task}",
        kind="list",
        default=(),
        title=title,
        help=f"Models that stand in, best first, for {who} when the model still fails after all retries or cannot read "
        "that much. If empty, only the fallback for every model stands in.",
        group=ROUTING,
    )


ROUTING_LISTS = (
    _stand_ins("reasoning", "Reasoning", "the Analyst, a side of a proposition, or an equal seat"),
    _stand_ins("analysis", "Analysis", "the Critic, a Moderator, an Advocate or a Reviewer"),
    _stand_ins("extraction", "Extraction", "the utility model"),
    _stand_ins("synthesis", "Synthesis", "the Synthesizer or a Chair"),
    _stand_ins("code", "Code", "an Architect, a Proposer, an Optimizer, an attacker or a defender"),
    _stand_ins("judging", "Judging", "a Judge"),
)
ROUTING_CEILING = Setting(
    key="routing.ceiling",
    kind="number",
    default=0.0,
    title="Most expensive stand-in",
    help="A model that costs more than this many dollars per million tokens of answers, or whose price is unknown, "
    "never stands in. 0 means no limit.",
    group=ROUTING,
    low=0.0,
    high=MOST_DOLLARS,
    unit="$",
)

DUAL_ROUNDS = Setting(
    key="debates.dual_rounds",
    kind="whole",
    default=5,
    title="Rounds of a dual debate",
    help="Without a consensus, the debate ends after this many rounds.",
    group=DEBATES,
    low=1,
    high=100,
)
DUAL_THRESHOLD = Setting(
    key="debates.dual_threshold",
    kind="whole",
    default=85,
    title="Consensus of a dual debate",
    help="The percentage of agreed points that counts as consensus, once no point is contested any more.",
    group=DEBATES,
    low=1,
    high=100,
    unit="%",
)
AUTO_CONTINUE = Setting(
    key="debates.auto_continue",
    kind="switch",
    default=False,
    title="Continue without asking",
    help="Do not pause after each round of a dual debate or collaboration.",
    group=DEBATES,
)
BRANCH = Setting(
    key="debates.branch",
    kind="switch",
    default=False,
    title="Commit to a branch of its own",
    help="Commit the results of a debate about a repository (its text, the synthesis, proposed changes) to the branch "
    "debate/ID. Your work tree, index and HEAD stay as they are. You are asked before each such debate.",
    group=DEBATES,
)
TOOLS = Setting(
    key="debates.tools",
    kind="switch",
    default=True,
    title="Participants may look things up",
    help="Let the models use the available tools: read more of a debated repository, search the documents of the "
    "context, recall earlier debates, search the web, call tool servers. They get up to 8 look-ups a turn, and "
    "you see each one. Look-ups use tokens. Likely secrets are still held back.",
    group=DEBATES,
)
EFFORT = Setting(
    key="debates.effort",
    kind="choice",
    default="normal",
    title="Effort",
    help="How long reasoning models think before they answer. Thinking takes time and tokens. The utility model "
    "always works quickly, and models that do not reason are not affected.",
    group=DEBATES,
    choices=(("quick", mark("Quick")), ("normal", mark("Normal")), ("thorough", mark("Thorough"))),
)
GATE_ROUNDS = Setting(
    key="approvals.rounds",
    kind="switch",
    default=False,
    title="Before each further round",
    help="New debates wait for your approval before every round but the first.",
    group=APPROVALS,
)
GATE_SPEND = Setting(
    key="approvals.spend",
    kind="number",
    default=0.0,
    title="Before a costly round",
    help="New debates wait for your approval before a round that may cost more than this. 0 switches this off.",
    group=APPROVALS,
    low=0.0,
    high=MOST_DOLLARS,
    unit="$",
)
GATE_RESULT = Setting(
    key="approvals.result",
    kind="switch",
    default=False,
    title="Before the result is written",
    help="New debates wait for your approval before the synthesis or final document is written.",
    group=APPROVALS,
)
GATE_MINUTES = Setting(
    key="approvals.minutes",
    kind="whole",
    default=30,
    title="Time to approve",
    help="If you have not answered after the application has run for this long, the step counts as rejected and the "
    "debate stops. 0 means that it waits for ever.",
    group=APPROVALS,
    low=0,
    high=100_000,
    unit="minutes",
    formerly=("debates.gate_minutes",),
)
DEFAULT_CONTEXT = Setting(
    key="debates.context",
    kind="choice",
    default="none",
    title="Context of a new debate",
    help="What the question box starts with.",
    group=DEBATES,
    choices=(
        ("none", mark("None")),
        ("project", mark("Project")),
        ("assignment", mark("Assignment")),
        ("repository", mark("Repository")),
        ("last", mark("As last time")),
    ),
)

EMBEDDINGS = Setting(
    key="memory.embeddings",
    kind="model",
    default="openai:text-embedding-3-small",
    title="Embedding model",
    help="Finds memories and passages of repositories by meaning. Nothing goes to its provider before you agree: you "
    "are asked when you embed memories or index a repository. local:all-minilm-l6-v2 sends nothing anywhere. If "
    "empty, search uses words only.",
    group=MEMORY,
)
LOCAL_FOLDER = Setting(
    key="memory.local_folder",
    kind="text",
    default="",
    title="Folder of the local model",
    help="The folder that contains model.safetensors and tokenizer.json of all-MiniLM-L6-v2.",
    group=MEMORY,
)
RECALLED = Setting(
    key="memory.recalled",
    kind="whole",
    default=10,
    title="Memories recalled",
    help="How many memories a debate may start with, plus as many established facts.",
    group=MEMORY,
    low=0,
    high=100,
)
SIMILARITY = Setting(
    key="memory.similarity",
    kind="number",
    default=0.7,
    title="Minimum similarity",
    help="A memory less similar to the question than this (cosine) is not recalled; established facts always are. A "
    "value set here overrides the one calibrated for the embedding model.",
    group=MEMORY,
    low=0.0,
    high=1.0,
)


MOST_COUNT = 10**9
"""The largest cap that is no sum of money; 0 is the one that never holds."""


def _cap(name: str, default: int, unit: str, title: str, beside: str = "") -> Setting[int]:
    help = f"After this many {unit}, the debate finishes the current turn and pauses. 0 means no limit.{beside}"
    key = f"budget.{name}"
    return Setting(
        key=key, kind="whole", default=default, title=title, help=help, group=LIMITS, low=0, high=MOST_COUNT, unit=unit
    )


BUDGET_COST = Setting(
    key="budget.cost",
    kind="number",
    default=5.0,
    title="Cost limit per debate",
    help="After this many dollars, the debate finishes the current turn and pauses. 0 means no limit.",
    group=LIMITS,
    low=0.0,
    high=MOST_DOLLARS,
    unit="$",
)
BUDGET_TOKENS = _cap("tokens", 500_000, "tokens", "Token limit per debate")
BUDGET_MINUTES = _cap(
    "minutes",
    60,
    "minutes",
    "Time limit per debate",
    " Until you set it, the eight-phase protocol takes 30 minutes at most.",
)
BUDGET_TURNS = _cap("turns", 200, "turns", "Turn limit per debate")


def _count(key: str, default: int, title: str, help: str, low: float, high: float) -> Setting[int]:
    return Setting(key=key, kind="whole", default=default, title=title, help=help, group=LIMITS, low=low, high=high)


def _seconds(key: str, default: float, title: str, help: str) -> Setting[float]:
    return Setting(
        key=key, kind="number", default=default, title=title, help=help, group=LIMITS, low=0.1, high=86_400, unit="s"
    )


RETRIES = _count("calls.retries", 3, "Retries", "How many times a call is repeated after a fault that may pass.", 0, 20)
BACKOFF_FIRST = _seconds(
    "calls.backoff_first", 1.0, "First wait", "How long to wait before the first retry. The wait doubles each time."
)
BACKOFF_LONGEST = _seconds(
    "calls.backoff_longest", 30.0, "Longest wait", "The wait between retries never grows longer than this."
)
HINT_LONGEST = _seconds(
    "calls.hint_longest", 60.0, "Longest requested wait", "If a provider asks us to wait, we wait no longer than this."
)
TIMEOUT_HEADERS = _seconds(
    "calls.timeout_headers",
    30.0,
    "Time to accept a call",
    "If the provider has not even accepted the request by then, the call is tried again.",
)
TIMEOUT_FIRST = _seconds(
    "calls.timeout_first",
    120.0,
    "Time to the first word",
    "If no part of the answer has come by then, the call is tried again.",
)
TIMEOUT_THINKING = _seconds(
    "calls.timeout_thinking",
    300.0,
    "Time to think",
    "A model that reasons may think this long in silence before its first word.",
)
TIMEOUT_BETWEEN = _seconds(
    "calls.timeout_between",
    60.0,
    "Silence in an answer",
    "If an answer stops arriving for this long, the call is tried again. Signs of life, such as thinking, count as "
    "arriving.",
)
TIMEOUT_TURN = _seconds("calls.timeout_turn", 600.0, "Longest turn", "No answer may take longer than this.")
CONCURRENCY = _count(
    "calls.concurrency",
    8,
    "Calls at once",
    "How many calls one provider gets at once, across all running debates.",
    1,
    1000,
)
AUTOSAVE = _seconds("calls.autosave", 2.0, "Auto-save", "The text of an unfinished answer is saved this often.")
BREAKER_FAILURES = _count(
    "breaker.failures",
    5,
    "Faults before a rest",
    "After this many faults within the window below, the model gets a rest.",
    1,
    1000,
)
BREAKER_WINDOW = _seconds("breaker.window", 120.0, "Window for faults", "Faults longer ago than this no longer count.")
BREAKER_REST = _seconds("breaker.rest", 60.0, "Rest", "How long a faulty model is left alone.")

SANDBOX_USE = Setting(
    key="sandbox.use",
    kind="switch",
    default=False,
    title="Run code of participants",
    help="In formats whose participants write programs, run those programs with their tests, and your own commands "
    "that check proposals. Everything runs isolated: no network, none of your files, limited time and memory. "
    "The limits guard against accidents; a program written to exhaust this computer could still slow it down "
    "until it is stopped. Where this machine cannot isolate programs, nothing is run.",
    group=SANDBOX,
)
SANDBOX_BOX = Setting(
    key="sandbox.box",
    kind="choice",
    default="bubblewrap",
    title="Isolation",
    help="Bubblewrap lets programs see the system's own programs and libraries. Docker and Podman run each program "
    "in a container that sees its image, and none of your folders except the one with the program. Podman was "
    "tested by hand on one kind of machine, Docker only with a stand-in. Whatever you choose must be installed; "
    "nothing is run without it.",
    group=SANDBOX,
    choices=(
        ("bubblewrap", "Bubblewrap"),
        ("docker", mark("Docker (untested)")),
        ("podman", mark("Podman (hardly tested)")),
    ),
)
SANDBOX_IMAGE = Setting(
    key="sandbox.image",
    kind="text",
    default="python:3-slim",
    title="Container image",
    help="The image that Docker or Podman uses. Pull it yourself first (docker pull python:3-slim): Disputatio never "
    "fetches one.",
    group=SANDBOX,
)
SANDBOX_SECONDS = Setting(
    key="sandbox.seconds",
    kind="number",
    default=30.0,
    title="Time limit",
    help="A program that runs longer than this is stopped.",
    group=SANDBOX,
    low=1.0,
    high=600.0,
    unit="s",
)
SANDBOX_MEMORY = Setting(
    key="sandbox.memory",
    kind="whole",
    default=512,
    title="Memory limit",
    help="How much memory a program may use, including everything it starts.",
    group=SANDBOX,
    low=64,
    high=65_536,
    unit="MB",
)

SANDBOX_READS: Setting[tuple[str, ...]] = Setting(
    key="sandbox.reads",
    kind="list",
    default=(),
    title="Folders that programs may read",
    help="Absolute paths without links, in addition to the system's programs and libraries: a project's virtual "
    "environment, its node_modules, a toolchain. Programs in their bin folders are found first. Your home "
    "folder itself is never shown, folders that hold keys and passwords, such as .ssh, are refused, and "
    "containers see none of these paths.",
    group=SANDBOX,
    refusal=closed,
)
HOOK_CONTEXT = Setting(
    key="hooks.*.context",
    kind="text",
    default="",
    title="Project",
    help="What the commands are for: the path of a repository, or the name of a project or an assignment.",
    group=HOOKS,
)
HOOK_COMMANDS: Setting[tuple[str, ...]] = Setting(
    key="hooks.*.commands",
    kind="list",
    default=(),
    title="Commands",
    help='Commands that check proposals, such as "tests 120 s!: python3 -m pytest -q --junitxml={report}": the kind, '
    "how long it may take, an exclamation mark if you want to be asked when it fails, the command. Kinds are "
    "tests, lint, analysis, scan, benchmark, format, types, profile and fuzz. They run in isolation, in debates "
    "that ask for them.",
    group=HOOKS,
)

PROVIDER_KIND = Setting(
    key="providers.*.kind",
    kind="choice",
    default="openai-compatible",
    title="Protocol",
    help="The protocol that the server speaks. Known providers need no choice.",
    group=PROVIDERS,
    choices=(
        ("openai", mark("OpenAI")),
        ("anthropic", mark("Anthropic")),
        ("gemini", mark("Google Gemini")),
        ("perplexity", mark("Perplexity")),
        ("openai-compatible", mark("OpenAI-compatible")),
    ),
)
PROVIDER_ADDRESS = Setting(
    key="providers.*.base_url",
    kind="address",
    default="",
    title="Address",
    help="Where the server is, for example http://127.0.0.1:11434/v1. If empty, the provider's own address. "
    "OPENAI_BASE_URL, ANTHROPIC_BASE_URL and GEMINI_BASE_URL in the environment take precedence.",
    group=PROVIDERS,
)
PROVIDER_ENABLED = Setting(
    key="providers.*.enabled",
    kind="switch",
    default=True,
    title="In use",
    help="A provider that is not in use is neither offered nor asked.",
    group=PROVIDERS,
)

SEARCH = Setting(
    key="tools.search",
    kind="choice",
    default="off",
    title="Web search",
    help="How participants search the web and check claims: with a model provider's own search, or at an endpoint "
    "that speaks SearXNG's API. What they search for leaves this computer; you are asked first.",
    group=TOOLS_GROUP,
    choices=(("off", mark("Off")), ("model", mark("With a model")), ("endpoint", mark("At an endpoint"))),
)
SEARCH_MODEL = Setting(
    key="tools.search_model",
    kind="model",
    default="",
    title="Model that searches",
    help="A model of OpenAI, Anthropic, Google or Perplexity; each search calls it and costs money. If empty, a fast "
    "model of a provider that has a key.",
    group=TOOLS_GROUP,
)
SEARCH_ADDRESS = Setting(
    key="tools.search_address",
    kind="address",
    default="",
    title="Address of the endpoint",
    help="The address of a SearXNG server that answers in JSON, for example http://127.0.0.1:8888.",
    group=TOOLS_GROUP,
)
SERVER_COMMAND: Setting[tuple[str, ...]] = Setting(
    key="servers.*.command",
    kind="list",
    default=(),
    title="Command",
    help="The server's program and its arguments. It runs on this computer with your permissions.",
    group=SERVERS,
)
SERVER_ADDRESS = Setting(
    key="servers.*.address",
    kind="address",
    default="",
    title="Address",
    help="Where the server is, if it is not a program. A token for it is kept in the keyring (disputatio tools token).",
    group=SERVERS,
)
SERVER_PASSES: Setting[tuple[str, ...]] = Setting(
    key="servers.*.passes",
    kind="list",
    default=(),
    title="Variables",
    help="Names of the environment variables that the program gets. It gets no others, so none of your keys.",
    group=SERVERS,
)
SERVER_PERMISSION = Setting(
    key="servers.*.permission",
    kind="choice",
    default="debate",
    title="Permission",
    help="Whether you are asked about its tools at every call, once for each debate, or never.",
    group=SERVERS,
    choices=(
        ("call", mark("Ask at every call")),
        ("debate", mark("Ask once a debate")),
        ("always", mark("Always allow")),
    ),
)
SERVER_ENABLED = Setting(
    key="servers.*.enabled",
    kind="switch",
    default=True,
    title="In use",
    help="A server that is not in use is not offered to participants.",
    group=SERVERS,
)

GITHUB = Setting(
    key="github.ask",
    kind="switch",
    default=True,
    title="Ask GitHub",
    help="If a debated repository has its origin on GitHub, tell the debate the titles of the five most discussed open "
    "issues and pull requests. This needs a token: beside the keys of providers, or in GITHUB_TOKEN.",
    group=DEBATES,
)
GITHUB_ADDRESS = Setting(
    key="github.address",
    kind="address",
    default="https://api.github.com",
    title="Address of GitHub's API",
    help="Change it for an enterprise server, such as https://git.example.org/api/v3. Your token goes to this address.",
    group=DEBATES,
)

THEME = Setting(
    key="appearance.theme",
    kind="choice",
    default="system",
    title="Theme",
    help="Light, dark, or what the system uses.",
    group=APPEARANCE,
    choices=(("system", mark("Same as the system")), ("light", mark("Light")), ("dark", mark("Dark"))),
)
LANGUAGE = Setting(
    key="appearance.language",
    kind="choice",
    default="system",
    title="Language",
    help="The language of the window. Debates, exports and the command line stay as they are. Takes effect at the "
    "next start.",
    group=APPEARANCE,
    choices=(("system", mark("Same as the system")), ("en", "English"), ("de", "Deutsch")),
)
ZOOM = Setting(
    key="appearance.zoom",
    kind="whole",
    default=100,
    title="Zoom",
    help="The size of the text in debates. Ctrl and + or - change it for one debate.",
    group=APPEARANCE,
    low=80,
    high=200,
    unit="%",
)
SCALE = Setting(
    key="appearance.scale",
    kind="whole",
    default=100,
    title="Size of everything",
    help="The size of all text, buttons and pictures in the window. Takes effect at the next start.",
    group=APPEARANCE,
    low=75,
    high=200,
    unit="%",
)
HIDE_COST = Setting(
    key="appearance.hide_cost",
    kind="switch",
    default=False,
    title="Hide cost",
    help="Hide money and tokens. Budgets still apply.",
    group=APPEARANCE,
)
GAUGE_SCALE = Setting(
    key="appearance.gauge",
    kind="choice",
    default="words",
    title="Consensus gauge",
    help="Show consensus in one hue with words, or in colours from red to green.",
    group=APPEARANCE,
    choices=(("words", mark("One hue with words")), ("traffic", mark("Red, yellow, green"))),
)
CONFIRM_SENDING = Setting(
    key="privacy.confirm_sending",
    kind="switch",
    default=True,
    title="Ask before data leaves the computer",
    help="Before a context goes to a provider for the first time, show what would be sent and to whom.",
    group=PRIVACY,
)
WRITE_THROUGH = Setting(
    key="privacy.write_through",
    kind="switch",
    default=False,
    title="Survive a power cut",
    help="Write each event to the disk itself before it counts as recorded. If off, nothing is lost when the program "
    "crashes, but a power cut or a system crash may lose the last moments, and nothing before them. Takes "
    "effect at the next start.",
    group=PRIVACY,
)
LOG_LEVEL = Setting(
    key="privacy.log_level",
    kind="choice",
    default="info",
    title="Log",
    help="How much is written to the log on this computer. Keys are never written. With “Everything” it may include "
    "parts of debates.",
    group=PRIVACY,
    choices=(
        ("error", mark("Errors")),
        ("warning", mark("Warnings")),
        ("info", mark("Normal")),
        ("debug", mark("Everything")),
    ),
)


def _state(key: str, title: str) -> Setting[str]:
    return Setting(
        key=key, kind="text", default="", title=title, help="Kept by the window.", group=STATE, internal=True
    )


WINDOW_GEOMETRY = _state("window.geometry", "Place and size")
WINDOW_LAYOUT = _state("window.layout", "Panels and splitters")
LAST_CONTEXT = _state("window.last_context", "Context chosen last")
LOCAL_MODEL = _state("window.local_model", "Model of the local server that was found last")
RECENT_REPOSITORIES: Setting[tuple[str, ...]] = Setting(
    key="window.recent_repositories",
    kind="list",
    default=(),
    title="Recently opened repositories",
    help="Kept by the window, newest first.",
    group=STATE,
    internal=True,
)

SETTINGS: tuple[Setting[str] | Setting[int] | Setting[float] | Setting[bool] | Setting[tuple[str, ...]], ...] = (
    MODEL_ANALYST,
    MODEL_CRITIC,
    MODEL_SYNTHESIZER,
    MODEL_CLERK,
    MODEL_ARCHITECT,
    MODEL_REVIEWER,
    MODEL_FALLBACK,
    *ROUTING_LISTS,
    ROUTING_CEILING,
    DUAL_ROUNDS,
    DUAL_THRESHOLD,
    AUTO_CONTINUE,
    BRANCH,
    TOOLS,
    EFFORT,
    GITHUB,
    GITHUB_ADDRESS,
    DEFAULT_CONTEXT,
    SEARCH,
    SEARCH_MODEL,
    SEARCH_ADDRESS,
    SERVER_COMMAND,
    SERVER_ADDRESS,
    SERVER_PASSES,
    SERVER_PERMISSION,
    SERVER_ENABLED,
    GATE_ROUNDS,
    GATE_SPEND,
    GATE_RESULT,
    GATE_MINUTES,
    EMBEDDINGS,
    LOCAL_FOLDER,
    RECALLED,
    SIMILARITY,
    BUDGET_COST,
    BUDGET_TOKENS,
    BUDGET_MINUTES,
    BUDGET_TURNS,
    RETRIES,
    BACKOFF_FIRST,
    BACKOFF_LONGEST,
    HINT_LONGEST,
    TIMEOUT_HEADERS,
    TIMEOUT_FIRST,
    TIMEOUT_THINKING,
    TIMEOUT_BETWEEN,
    TIMEOUT_TURN,
    CONCURRENCY,
    AUTOSAVE,
    BREAKER_FAILURES,
    BREAKER_WINDOW,
    BREAKER_REST,
    SANDBOX_USE,
    SANDBOX_BOX,
    SANDBOX_IMAGE,
    SANDBOX_SECONDS,
    SANDBOX_MEMORY,
    SANDBOX_READS,
    HOOK_CONTEXT,
    HOOK_COMMANDS,
    PROVIDER_KIND,
    PROVIDER_ADDRESS,
    PROVIDER_ENABLED,
    THEME,
    LANGUAGE,
    ZOOM,
    SCALE,
    HIDE_COST,
    GAUGE_SCALE,
    CONFIRM_SENDING,
    WRITE_THROUGH,
    LOG_LEVEL,
    WINDOW_GEOMETRY,
    WINDOW_LAYOUT,
    LAST_CONTEXT,
    LOCAL_MODEL,
    RECENT_REPOSITORIES,
)

DELETED: dict[str, str] = {}
"""Keys of earlier versions that mean nothing any more, with what the person should know."""
