"""One debate configuration, TOML or JSON, the same for every face (SPEC CONFIG.1).

    question = "…"                      format = "dual"           seed = 7
    [context]  kind = "repository"      ref = "path or id"        commit = "HEAD"   issue = 12
    [[seats]]  seat = "critic"          model = "provider:name"   persona = "…"   effort = "thorough"
               role = "Lawyer"          team = "attackers"        name = "…"      person = true (in place of a model)
    [services] clerk = "provider:name"  synthesis = "provider:name"
    [rules]    sealed = true            hidden = true             early_stop = true   ledger = "round"
    [budget]   cost = 5.0               tokens = 500000           minutes = 60        turns = 200
    [options]  rounds = 5               auto_continue = true      …whatever the format knows

Short keys that may stand at the top: `rounds`, `aspects`, `topology`, `planning`, `complexity`, `phases` (a list of
those that are on), `vote`, `verdict`, `auto_continue`, `branch`, `release`, `tools` (a list, or false), `effort`,
`gates` (a list of points), `hooks` (true for the commands that are configured for the project, or a list such as
["tests: make test"]), and `max_cost` (dollars). `id` is another word for `seat`.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from disputatio.debate.context import ContextKind
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.seats import HUMAN, SeatChoice
from disputatio.debate.ranges import MOST, MOST_DOLLARS
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.labels import RULES
from disputatio.debate.wording import tr
from disputatio.engine.errors import did_you_mean

MICRO = 1_000_000
LARGEST_SEED = 2**63 - 1
SHOWN = 60
"""Characters of a wrong value that a message quotes."""
LONGEST = 500
"""Characters of what names a seat, its model or its role: every turn repeats them."""
SHORT = (
    *("rounds", "aspects", "topology", "planning", "complexity", "phases", "vote", "verdict", "auto_continue"),
    *("branch", "release", "tools", "effort", "gates", "hooks"),
)
TOP = (
    *("question", "format", "context", "seats", "services", "rules", "budget", "options", "files", "seed", "max_cost"),
    *SHORT,
)
SEAT = ("seat", "id", "model", "person", "name", "role", "team", "persona", "effort")
CHOSEN = ("seat", "model", "name", "persona", "effort", "role", "team")
"""What is kept of a seat: the others are other words for these."""
BUDGET = ("cost", "tokens", "minutes", "turns")
CONTEXT = ("kind", "ref", "commit", "issue")
TWICE = "Leave one of the two out; the second of equal seats is role#2."
"""What to do about a seat that is chosen more than once."""
KINDS: tuple[ContextKind, ...] = ("none", "project", "assignment", "repository")


@value
class ContextChoice:
    """`ref`: the id or name of a project or assignment, or the path of a repository. `issue`: the issue or pull request
    on GitHub that is to be known in full, 0 for none."""

    kind: ContextKind = "none"
    ref: str = ""
    commit: str = ""
    issue: int = 0


@value
class DebateConfig:
    """What a person wants debated. `seed` None: drawn when the debate is opened, and recorded there."""

    question: str = ""
    format: str = "dual"
    context: ContextChoice = field(default_factory=ContextChoice)
    seats: tuple[SeatChoice, ...] = ()
    services: dict[str, str] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    seed: int | None = None


def parse(text: str, name: str) -> DebateConfig:
    """Read a configuration. Raises ConfigError, which names the field and the remedy."""
    return from_mapping(_decoded(text, name))


def _decoded(text: str, name: str) -> Mapping[str, Any]:
    as_json = name.endswith(".json") or text.lstrip().startswith("{")
    try:
        found = json.loads(text) if as_json else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of too many digits
        kind = "JSON" if as_json else "TOML"
        raise ConfigError(
            tr("{name} is not valid {kind}: {error}.").format(name=name, kind=kind, error=error),
            "Correct the line that it names.",
        ) from error
    if not isinstance(found, dict):
        raise ConfigError(tr("{name} contains no configuration.").format(name=name), 'Start with question = "…".')
    return found


def from_mapping(found: Mapping[str, Any]) -> DebateConfig:
    _known(found, TOP, "")
    options = {name: _option(name, given) for name, given in _table(found, "options").items()}
    for key in (*SHORT, "max_cost"):
        if key in found and key in options:
            raise ConfigError(
                tr("{key} appears twice.").format(key=key), "Leave it out at the top, or in [options].", field=key
            )
    options |= {key: _option(key, found[key]) for key in SHORT if key in found}
    dollars = found.get("max_cost", options.get("max_cost"))
    if dollars is not None:
        options["max_cost"] = micro_dollars(dollars)
    for table, more in (("rules", _rules(found)), ("budget", _budget(found))):
        for name, given in more.items():
            if name in options:
                raise ConfigError(
                    tr("{name} appears twice.").format(name=name),
                    tr("Leave it out of [{table}].").format(table=table),
                    field=f"{table}.{name}",
                )
            options[name] = given
    return DebateConfig(
        question=_text(found, "question"),
        format=_text(found, "format") or "dual",
        context=_context(_table(found, "context")),
        seats=_seats(found.get("seats", [])),
        services={key: _text(_table(found, "services"), key, "services.") for key in _table(found, "services")},
        options=options,
        files=tuple(_texts(found, "files")),
        seed=_seed(found.get("seed")),
    )


def to_mapping(config: DebateConfig) -> dict[str, Any]:
    """Return the configuration as plain data, without what is left at its default."""
    seats = [{key: getattr(seat, key) for key in CHOSEN if getattr(seat, key)} for seat in config.seats]
    context = {key: getattr(config.context, key) for key in CONTEXT if getattr(config.context, key)}
    found: dict[str, Any] = {"question": config.question, "format": config.format}
    optional = {
        "context": context if config.context.kind != "none" else {},
        "seats": seats,
        "services": config.services,
        "options": {name: _in_dollars(name, given) for name, given in config.options.items()},
        "files": list(config.files),
    }
    found |= {key: given for key, given in optional.items() if given}
    return found | ({"seed": config.seed} if config.seed is not None else {})


def _in_dollars(name: str, given: OptionValue) -> OptionValue:
    """Return an option as a person writes it."""
    return given / MICRO if name == "max_cost" and isinstance(given, int) else given


def to_toml(config: DebateConfig) -> str:
    """Return the configuration as a file that `parse` reads: money in dollars, 0 where there is no limit, each option
    where people look for it. Loads the TOML library."""
    import tomlkit

    found = to_mapping(config)
    options = dict(found.pop("options", {}))
    short = {name: options.pop(name) for name in SHORT if name in options}
    seed = {"seed": found.pop("seed")} if "seed" in found else {}
    first = {name: found.pop(name) for name in ("question", "format")}
    files = {"files": found.pop("files")} if "files" in found else {}
    rules = {name: options.pop(name) for name in RULES if name in options}
    budget = {name: options.pop(f"max_{name}") or 0 for name in BUDGET if f"max_{name}" in options}
    tables = {key: table for key, table in (("rules", rules), ("budget", budget), ("options", options)) if table}
    return tomlkit.dumps({**first, **seed, **files, **short, **found, **tables})


def _rules(found: Mapping[str, Any]) -> dict[str, OptionValue]:
    table = _table(found, "rules")
    _known(table, tuple(RULES), "rules.")
    return {name: _option(name, given) for name, given in table.items()}


def _budget(found: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return caps as options; 0 is no cap."""
    table = _table(found, "budget")
    _known(table, BUDGET, "budget.")
    for name in table:
        if name != "cost" and not (type(table[name]) in (int, float) and 0 <= table[name] <= MOST):
            remedy = f"Give a number up to {MOST:,}; 0 means no limit."
            raise ConfigError(
                tr("budget.{name} cannot be {shown}.").format(name=name, shown=_shown(table[name])),
                remedy,
                field=f"budget.{name}",
            )
    return {f"max_{name}": micro_dollars(given) if name == "cost" else given or None for name, given in table.items()}


def _known(found: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    for key in found:
        if key not in names:
            remedy = did_you_mean(str(key), names, f"Known are: {', '.join(names)}.")
            raise ConfigError(
                tr("Unknown field {where}{key!s}.").format(where=where, key=key), remedy, field=f"{where}{key}"
            )


def _table(found: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = found.get(key, {})
    if not isinstance(table, dict):
        raise ConfigError(
            tr("{key} is not a table.").format(key=key),
            tr("Write [{key}] with its fields below.").format(key=key),
            field=key,
        )
    return table


def _text(found: Mapping[str, Any], key: str, where: str = "") -> str:
    text = found.get(key, "")
    if not isinstance(text, str):
        raise ConfigError(
            tr("{where}{key} is not text: {shown}.").format(where=where, key=key, shown=_shown(text)),
            "Put it in quotes.",
            field=f"{where}{key}",
        )
    if where == "seats." and len(text) > LONGEST:
        raise ConfigError(
            tr("{where}{key} is too long: {shown}.").format(where=where, key=key, shown=_shown(text)),
            tr("Shorten it to {count} characters.").format(count=LONGEST),
            field=f"{where}{key}",
        )
    return text


def _shown(given: object) -> str:
    """Return what was written, as far as a sentence can hold it."""
    text = repr(given)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _option(name: str, given: Any) -> OptionValue:
    """Return what an option can hold; whether it fits this one is for the format to say."""
    if given is None or isinstance(given, (bool, int, str)):
        return given
    if isinstance(given, float) and math.isfinite(given):
        return given
    if isinstance(given, list) and all(isinstance(one, str) for one in given):
        return given
    raise ConfigError(
        tr("Option {name!r} cannot be {shown}.").format(name=name, shown=_shown(given)),
        "Give a number, a text, true, false or a list of texts.",
        field=name,
    )


def _texts(found: Mapping[str, Any], key: str) -> list[str]:
    texts = found.get(key, [])
    if not (isinstance(texts, list) and all(isinstance(one, str) for one in texts)):
        raise ConfigError(
            tr("{key} is not a list of texts.").format(key=key), tr('Write {key} = ["…"].').format(key=key), field=key
        )
    return texts


def _context(table: Mapping[str, Any]) -> ContextChoice:
    _known(table, CONTEXT, "context.")
    kind = _text(table, "kind", "context.") or "none"
    for known in KINDS:
        if kind == known:
            _require_place(table, known)
            return ContextChoice(
                kind=known,
                ref=_text(table, "ref", "context."),
                commit=_text(table, "commit", "context."),
                issue=_issue(table.get("issue", 0), known),
            )
    raise ConfigError(
        tr("context.kind cannot be {kind!r}.").format(kind=kind),
        tr("Choose one of {kinds}.").format(kinds=", ".join(KINDS)),
        field="context.kind",
    )


def _require_place(table: Mapping[str, Any], kind: ContextKind) -> None:
    """What is said of a context must be about the kind that it is of."""
    if _text(table, "ref", "context.") and kind == "none":
        kinds = ", ".join(KINDS[1:])
        raise ConfigError(
            "context.ref is set, but context.kind is not.",
            tr("Set kind: {kinds}.").format(kinds=kinds),
            field="context.kind",
        )
    if table.get("commit") and kind != "repository":
        raise ConfigError("A commit belongs to a repository.", 'Set kind = "repository".', field="context.commit")


def _issue(given: Any, kind: ContextKind) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < 2**31:
        raise ConfigError(
            tr("context.issue cannot be {shown}.").format(shown=_shown(given)),
            "Give its number.",
            field="context.issue",
        )
    if given and kind != "repository":
        raise ConfigError("An issue belongs to a repository.", 'Set kind = "repository".', field="context.issue")
    return given


def _seats(found: Any) -> tuple[SeatChoice, ...]:
    if not (isinstance(found, list) and all(isinstance(one, dict) for one in found)):
        raise ConfigError("seats is not a list of tables.", "Write one [[seats]] for each.", field="seats")
    choices = tuple(map(_seat, found))
    named = [choice.seat for choice in choices]
    for seat in named:
        if named.count(seat) > 1:
            raise ConfigError(tr("Seat {seat!r} appears twice.").format(seat=seat), TWICE, field="seats")
    return choices


def _seat(table: Mapping[str, Any]) -> SeatChoice:
    _known(table, SEAT, "seats.")
    seat = _text(table, "seat", "seats.") or _text(table, "id", "seats.")
    if not seat:
        raise ConfigError("A seat has no name.", 'Add seat = "critic", for example.', field="seats.seat")
    if table.get("seat") and table.get("id") not in (None, "", seat):
        raise ConfigError(
            tr("One seat has two names: {seat!r} and {table!r}.").format(seat=seat, table=table["id"]),
            "Leave out id.",
            field="seats.id",
        )
    person, model = table.get("person", False), _text(table, "model", "seats.")
    if not isinstance(person, bool):
        raise ConfigError(
            tr("seats.person is not true or false: {shown}.").format(shown=_shown(person)),
            "Write true.",
            field="seats.person",
        )
    if person and model not in ("", HUMAN):
        raise ConfigError(
            tr("Seat {seat!r} has a model and a person.").format(seat=seat),
            "Leave out model, or person.",
            field="seats.person",
        )
    others = {key: _text(table, key, "seats.") for key in ("name", "persona", "effort", "role", "team")}
    return SeatChoice(seat=seat, model=HUMAN if person else model, **others)


def micro_dollars(dollars: Any) -> int | None:
    """Return a cap in dollars; 0 means no cap, as in the settings. Raises ConfigError."""
    if isinstance(dollars, (int, float)) and not isinstance(dollars, bool) and 0 <= dollars <= MOST_DOLLARS:
        return round(dollars * MICRO) or None
    raise ConfigError(
        tr("max_cost cannot be {shown}.").format(shown=_shown(dollars)),
        "Give dollars, such as 2.50; 0 means no limit.",
        field="max_cost",
    )


def _seed(found: Any) -> int | None:
    if found is None or (isinstance(found, int) and not isinstance(found, bool) and abs(found) <= LARGEST_SEED):
        return found
    raise ConfigError(
        tr("seed cannot be {shown}.").format(shown=_shown(found)), "Give a whole number, or leave it out.", field="seed"
    )
