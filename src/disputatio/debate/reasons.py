"""What a debate gives as its reasons, in the language of the person.

A log keeps its reasons in English, figures and all, whatever language was spoken while it was written. Each kind of
them has its sentence here, as the log writes it; what stands in place of a {name} is put into words by that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from disputatio.debate.ids import called
from disputatio.debate.wording import as_written, forms, language, mark, plural, tr

_KINDS: Final = (
    mark("all {figure} rounds are over"),
    mark("all {figure} attempts are over"),
    mark("the one round is over"),
    mark("the one attempt is over"),
    mark("nobody asked for another round"),
    mark("every step is done"),
    mark("{step} {figure} is over"),
    mark("aspect {name} is next"),
    mark("{step} is next"),
    mark("{gate} waits for your approval"),
    mark("{gate} and {gate2} wait for your approval"),
    mark("{gate} wait for your approval"),
    mark("you rejected {gate}"),
    mark("you ended it"),
    mark("no position changed for one round"),
    mark("no position changed for {figure} rounds"),
    mark("no estimate changed for one round"),
    mark("no estimate changed for {figure} rounds"),
    mark("everybody had given the same answer before reading the others"),
    mark("everybody gives one answer"),
    mark("the analysis finds {figure} percent agreement"),
    mark("nothing new in findings"),
    mark("no new claim was made"),
    mark("no attack was new"),
    mark("{name} is confident ({figure}) and names no open point"),
    mark("{name} says that all is clear"),
    mark("{name} was sure of the fix ({figure}), so no other is tried"),
    mark("the tests pass"),
    mark("the one point that was assessed is agreed"),
    mark("the one point that was assessed is agreed; {open}"),
    mark("all {figure} assessed points are agreed"),
    mark("all {figure} assessed points are agreed; {open}"),
    mark("1 point is contested and nobody has moved for {figure} rounds"),
    mark("{figure} points are contested and nobody has moved for {figure2} rounds"),
    mark("both sides accept: {name}"),
    mark("the exchange brought nothing new"),
    mark("the answer of {name} is elected by one voter ({rule})"),
    mark("the answer of {name} is elected by {figure} voters ({rule})"),
    mark("“{name}” is elected by one voter ({rule})"),
    mark("“{name}” is elected by {figure} voters ({rule})"),
    mark("the budget is spent ({sum} of {sum2}; option max_cost)"),
    mark("the budget is spent ({figure} of {figure2} tokens; option max_tokens)"),
    mark("the budget is spent ({figure} of {figure2} turns; option max_turns)"),
    mark("the budget is spent ({figure} of {figure2} minutes; option max_minutes)"),
    mark("the time is up ({figure} of {figure2} minutes of debating; option max_minutes)"),
    mark("absent: {why}"),
    mark("the seat is empty"),
    mark("the debate was stopped"),
    mark("its step was left"),
    mark("skipped by you"),
    mark("paused by you"),
    mark("stopped by you"),
    mark("nothing was run: {why}"),
    mark("the citations could not be checked: {why}"),
    mark("Aspect {name}: {why}"),
    mark("Made by rule, without a model. {figure} of {figure2} positions were compared."),
    mark(
        "Made by rule, without a model. {figure} of {figure2} positions were compared. {figure3} could not be, since "
        "they are not declared or are in words of their own."
    ),
    mark("Made by rule, without a model. Nobody has spoken."),
    mark("known to everybody here"),
    mark("no isolated execution is set up, so nothing was run"),
    mark("there is no code to run"),
)
_FAULTS: Final = (
    mark("{who} was asked too often{cause}."),
    mark("{who} could not answer right now{cause}."),
    mark("{who} did not accept the key{cause}."),
    mark("{who} has no credit left for this key{cause}."),
    mark("{who} refused the request{cause}."),
    mark("{who} does not know this model or address{cause}."),
    mark("{who} cannot read that much at once{cause}."),
    mark("{who} declined to answer{cause}."),
    mark("{who} took too long{cause}."),
    mark("{who} broke off its answer{cause}."),
    mark("{who} broke off its answer: {detail}"),
    mark("{who} did not finish within {figure} s."),
    mark("{who} could not be reached at {url}: {detail}"),
    mark("There is no key for {who}, so {model} cannot be asked."),
    mark("Retry a little later. If this goes on, run fewer debates at once or raise the limit at {who}."),
    mark("Retry a little later. If this goes on, look at the status page of {who}, or choose another model."),
    mark("Check {key}, and that the key may use this model."),
    mark("Add credit or raise the spending limit at {who}, or choose another model."),
    mark("Choose another model, or check the settings of {who}."),
    mark("Pick a model from the list that {who} offers to your key, or check the address {url}."),
    mark("Choose a model with a larger context window, or give the debate less context."),
    mark("Put the question differently, or give this seat another model."),
    mark("Retry. If this goes on, choose another model, or raise the limits of time in the settings."),
    mark("Retry: the turn is asked again from its start. If this goes on, choose another model."),
    mark("Enter {key}, or choose another model; rehearsal: needs none."),
    mark("Check the network, and that the address of {who} in the settings is right and its server runs."),
    mark("{who} answered at {url}."),
    mark("The key was accepted."),
    mark("No key is needed here."),
    mark("{figure} models are offered."),
    mark("{who} offers no models."),
    mark("Load a model there, or check what the key may use."),
    mark("Type the model's name in."),
    mark("Try again, or choose another model."),
    mark("Code of participants cannot be run: {why}"),
    mark("isolating it is only supported on Linux."),
    mark("Run it yourself; the debate goes on without it."),
    mark("{name} is not installed."),
    mark("Install it: {name}"),
    mark("Install it, or choose Bubblewrap in the settings, under Sandbox."),
    mark("no image is named for {name}."),
    mark("Name one in the settings, under Sandbox."),
    mark("{name} cannot be reached{cause}."),
    mark("Start it, and see that you may use it, or choose Bubblewrap in the settings, under Sandbox."),
    mark("the image {name} is not on this computer{cause}."),
    mark("Get it: {name}"),
    mark("The web was not searched."),
    mark("No web search is set up."),
    mark("The web search has no address of an endpoint."),
    mark("No model that searches the web has a key."),
)
"""What goes wrong at a provider or with the sandbox, what can be done about it, and what a test of one finds."""
_KEY: Final = (mark("the {who} key in the settings or the variable {name}"), mark("the {who} key in the settings"))
_GATES: Final = (
    mark("the synthesis"),
    mark("what follows this step"),
    mark("what follows {step}"),
    mark("the first {step}"),
    mark("the {step}"),
    mark("{step} {figure}"),
)
"""What comes after a gate, in the order in which they are tried."""
_MISSED: Final = re.compile(r"not ([\w-]+(?: [\w$.-]+)*)")
_OPEN: Final = re.compile(r"(\d+) assumptions? stays? open")
_ENDS: Final = re.compile(r"(?<=[.:!?…]) ")
_FIGURE: Final = r"\$?\d[\d,]*(?:\.\d+)?"
_COUNTED: Final = {
    "By rule: the task has {figure} part(s)": forms(
        "by rule, since it has {count} part", "by rule, since it has {count} parts"
    ),
    "By rule: the task has {figure} part(s); it names {name}": forms(
        "by rule, since it has {count} part and names {name}", "by rule, since it has {count} parts and names {name}"
    ),
}
"""What is counted, and read in other words than it was written."""
_SHAPES: Final = {"figure": _FIGURE, "sum": _FIGURE, "step": r"[\w -]+?", "cause": r"(?: \(.+\))?"}
_Patterns = tuple[tuple[str, re.Pattern[str]], ...]


def _patterns(kinds: tuple[str, ...]) -> _Patterns:
    return tuple((kind, re.compile(_expression(kind), re.S)) for kind in kinds)


def _expression(kind: str) -> str:
    parts = re.split(r"\{(\w+)\}", kind)
    return "".join(
        f"(?P<{part}>{_SHAPES.get(part.rstrip('23'), '.+?')})" if place % 2 else re.escape(part)
        for place, part in enumerate(parts)
    )


_REASONS: Final = _patterns(tuple(kind for kind in (*_KINDS, *_FAULTS) if "{" in kind))
_KEYS: Final = _patterns(_KEY)
_SUBJECTS: Final = _patterns(_GATES)
_COUNTED_KINDS: Final = _patterns(tuple(_COUNTED))


def reason(why: str) -> str:
    """Return a reason that a log gives, in words for the person; what nobody knows here stays as it is."""
    return _reason(why, language())


@lru_cache(maxsize=4_096)
def _reason(why: str, _: object) -> str:
    if missed := _MISSED.fullmatch(why):
        return tr("its condition is not met ({condition})").format(condition=missed[1])
    for kind, pattern in _COUNTED_KINDS:
        if found := pattern.fullmatch(why):
            return plural(*_COUNTED[kind], int(found["figure"])).format(name=found.groupdict().get("name", ""))
    if (told := _sentence(why)) != why:
        return told
    for end in _ENDS.finditer(why):  # what happened, and what can be done about it
        first, rest = why[: end.start()], why[end.end() :]
        if (told := _sentence(first)) != first:
            return f"{told} {reason(rest)}"
    return why


def _sentence(why: str) -> str:
    told = tr(why)
    return told if told != why else _filled(_REASONS, why)


def subject_told(subject: str) -> str:
    """Return what comes after a gate, in words for the person: "round 3", "the critique"."""
    return _filled(_SUBJECTS, subject)


def _filled(patterns: _Patterns, text: str) -> str:
    if language() is None:
        return text
    for kind, pattern in patterns:
        if found := pattern.fullmatch(text):
            return tr(kind).format(**{name: _told(name, part) for name, part in found.groupdict().items()})
    return text


def _told(name: str, part: str) -> str:
    return _PARTS.get(name.rstrip("23"), str)(part)


def _still_open(part: str) -> str:
    found = _OPEN.fullmatch(part)
    return plural(*ASSUMPTIONS, int(found[1])) if found else part


ASSUMPTIONS: Final = forms("{count} assumption stays open", "{count} assumptions stay open")
_PARTS: Final[dict[str, Callable[[str], str]]] = {
    "figure": as_written,
    "sum": lambda part: tr("${amount}").format(amount=as_written(part.removeprefix("$"))),
    "step": called,
    "gate": subject_told,
    "why": reason,
    "key": lambda part: _filled(_KEYS, part),
    "open": _still_open,
}
