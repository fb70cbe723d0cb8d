"""Sees: what a seat is shown of what it can hear.

`heard` (the sender's side) decides what a seat can hear at all; the filters here (the receiver's side) choose from it,
left to right. No filter hides the person: an interjection or a rejection is a message that all participants see.

A view is written into the log as references: a turn's path, "B=path" for a turn whose author is hidden, and "#name" for
a figure. What a figure says is no part of the view: it is written when the call is made, and kept by the request.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from disputatio.debate.ids import inside, parent, segments, sent_back, within
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.speakers import topology_of
from disputatio.debate.policy import At, Cast, Contract, Figure, Index, Step, call, policy
from disputatio.debate.statements.bookkeeping import registry_of

ANONYMOUS = "anonymous"
"""The option by which participants read the others under letters."""
LETTERED = (ANONYMOUS, "pair")
"""The filters that put letters in the place of authors."""
FIGURE = "#"
"""The first character of a reference to a figure; its name follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view in the making. `messages`: places in the past, newest first, lazily. `records`: entries of the board taken
    on purpose. `labels`: letters instead of authors, by path; where there are any, the order of `shuffled` holds for
    those turns."""

    messages: Iterable[Past]
    records: tuple[Past, ...] = ()
    figures: tuple[str, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)
    shuffled: tuple[str, ...] = ()


def view(at: At, filters: tuple[str, ...]) -> tuple[str, ...]:
    """Return the references that a call at this moment sees, oldest first, figures last."""
    hides = _hides(at)
    if not filters and not hides:
        heard = _heard(at.past)
        if not heard.first_private:
            return heard.messages
    seen = View(messages=_audible(at, at.past.nodes()))
    for reference in filters:
        seen = call("sees", reference, at, seen)
    if hides and not seen.labels:
        seen = anonymous(at, seen)
    nodes = {node.length: node for node in (*seen.messages, *seen.records)}
    nodes |= {node.length: node for node in _audible(at, at.past.by_seat("person"))}
    paths = [_turn(node).path for _, node in sorted(nodes.items())]
    plain = [path for path in paths if path not in seen.labels]
    hidden = [f"{seen.labels[path]}={path}" for path in seen.shuffled if path in paths]
    return (*plain, *hidden, *(FIGURE + name for name in seen.figures))


def is_lettered(at: At, filters: tuple[str, ...]) -> bool:
    """Return whether a call at this moment can see letters in the place of authors."""
    return _hides(at) or any(reference.partition(" ")[0] in LETTERED for reference in filters)


def _hides(at: At) -> bool:
    return bool(at.debate.options.get(ANONYMOUS)) and at.seat in at.debate.seats


def _audible(at: At, nodes: Iterable[Past]) -> Iterator[Past]:
    """Yield the messages that the seat can hear at all."""
    for node in nodes:
        turn = _turn(node)
        if turn.message and at.hears(turn):
            yield node


def split_view(sees: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a view as references to turns, and the names of the figures that it ends with."""
    end = len(sees)
    while end and sees[end - 1][:1] == FIGURE:
        end -= 1
    return sees[:end], tuple([reference[1:] for reference in sees[end:]])


def _turn(node: Past) -> Turn:
    assert node.turn is not None
    return node.turn


def digest_of(past: Past) -> Past | None:
    """Return the newest digest for all. A digest that was made inside a room stays there."""
    return next((node for node in past.back("digest") if _public(node)), None)


def _public(node: Past) -> bool:
    return _turn(node).heard == "all"


class Heard(NamedTuple):
    """How many turns there are, the paths of the messages among them, and the place of the first that is not for all; 0
    while there is none."""

    turns: int
    messages: tuple[str, ...]
    first_private: int


def _heard(past: Past) -> Heard:
    return past.fold("heard", _with_turn, Heard(0, (), 0))


def _with_turn(before: Heard, turn: Turn) -> Heard:
    place, paths, first = before
    return Heard(
        place + 1,
        (*paths, turn.path) if turn.message else paths,
        first or (place + 1 if turn.heard != "all" else 0),
    )


def messages_to_condense(past: Past, keep: int) -> Iterator[Past]:
    """Yield the messages for all that no digest covers, newest first: a digest leaves the `keep` messages before it
    verbatim. What a room or a team says is never condensed, because a digest is read by all."""
    digest = digest_of(past)
    spared = keep
    for node in past.nodes():
        if not (_turn(node).message and _public(node)):
            continue
        if digest and node.length < digest.length:
            if not spared:
                return
            spared -= 1
        yield node


@policy("sees")
def nothing(at: At, view: View) -> View:
    """Nothing so far: what follows adds."""
    return View(messages=())


@policy("sees")
def own(at: At, view: View) -> View:
    """The seat's own words."""
    return replace(view, messages=(node for node in view.messages if _turn(node).seat == at.seat))


@policy("sees", name="others")
def not_own(at: At, view: View) -> View:
    """Everybody's but the seat's own words."""
    return replace(view, messages=(node for node in view.messages if _turn(node).seat != at.seat))


@policy("sees")
def step(at: At, view: View, *names: Step) -> View:
    """What was said in some steps."""
    wanted = set(names)
    return replace(
        view,
        messages=(node for node in view.messages if wanted & {name for name, _ in segments(_turn(node).path)}),
    )


@policy("sees")
def also(at: At, view: View, *names: Step) -> View:
    """Adds what was said in some steps, whatever the topology."""
    wanted = step(at, View(messages=_audible(at, at.past.nodes())), *names)
    return joined(view, wanted.messages)


@policy("sees")
def of(at: At, view: View, contract: Contract) -> View:
    """The last entry of that kind that the seat may know: code, tests, a digest, a card."""
    known = (node for node in at.past.back(contract) if at.hears(_turn(node)))
    return replace(view, records=(*view.records, *itertools.islice(known, 1)))


@policy("sees", needs="ranking")
def rankings(at: At, view: View) -> View:
    """Every ranking that was given, whole. Those who keep records are told whose answers its letters stand for."""
    given = (node for node in at.past.nodes_of("ranking") if at.hears(_turn(node)))
    return replace(view, records=(*view.records, *given))


@policy("sees")
def around(at: At, view: View) -> View:
    """The turn that encloses this step."""
    enclosing = parent(at.path)
    inner = itertools.takewhile(lambda node: inside(_turn(node).path, enclosing), at.past.nodes())
    found = (node for node in inner if _turn(node).path == enclosing and at.hears(_turn(node)))
    return replace(view, records=(*view.records, *itertools.islice(found, 1)))


@policy("sees")
def earlier(at: At, view: View, loop: Index) -> View:
    """Complete passes only: nothing of the pass that is under way, but what the seat wrote itself before a person sent
    it back."""
    now = within(at.path, loop)
    back = sent_back(at.path)

    def known(turn: Turn) -> bool:
        rejected = bool(back) and turn.seat == at.seat and not inside(turn.path, back)
        return rejected or not inside(turn.path, now)

    return replace(view, messages=(node for node in view.messages if known(_turn(node))))


@policy("sees")
def here(at: At, view: View, block: Index) -> View:
    """Only what was said inside the enclosing instance of a block."""
    now = within(at.path, block)
    return replace(view, messages=(node for node in view.messages if inside(_turn(node).path, now)))


@policy("sees")
def predecessor(at: At, view: View) -> View:
    """The last message alone."""
    return replace(view, messages=itertools.islice(view.messages, 1))


@policy("sees")
def recent(at: At, view: View, messages: int) -> View:
    """The messages that no digest covers, verbatim, and the digest of what is older (SPEC DUAL.5)."""
    digest = digest_of(at.past)
    if digest is None:
        return view
    fresh = {node.length for node in messages_to_condense(at.past, messages)}
    oldest = min((*fresh, digest.length, _heard(at.past).first_private or digest.length))
    near = itertools.takewhile(lambda node: node.length >= oldest, view.messages)
    kept = (node for node in near if node.length in fresh or not _public(node))
    return replace(view, messages=kept, records=(*view.records, digest))


@policy("sees")
def last(at: At, view: View, messages: int) -> View:
    """The newest messages, as many."""
    return replace(view, messages=itertools.islice(view.messages, messages))


@policy("sees")
def unrecorded(at: At, view: View) -> View:
    """The messages that no record of the ledger covers yet, and this one can: of the turn or the round it closes."""
    missed = set(registry_of(at.past).uncovered_messages(at.path))
    found = (node for node in view.messages if _turn(node).path in missed)
    return replace(view, messages=itertools.islice(found, len(missed)))


@policy("sees")
def older(at: At, view: View, messages: int) -> View:
    """What is to be condensed: the messages that no digest covers but for the newest ones, and the earlier digest."""
    digest = digest_of(at.past)
    due = list(itertools.islice(messages_to_condense(at.past, messages), max(messages, 0), None))
    return replace(view, messages=due, records=(*view.records, digest) if digest else view.records)


@policy("sees")
def neighbours(at: At, view: View, part: Cast = Cast(""), other: Cast = Cast("")) -> View:  # noqa: B008  constants
    """Whom the topology lets this seat hear; among parts of the cast, past the seats of all others."""
    hears = topology_of(at, tuple(filter(None, (part, other)))).hears
    known = (*SERVICES, at.seat)
    return replace(
        view,
        messages=(n for n in view.messages if _turn(n).seat in known or hears(at.seat, _turn(n).seat)),
    )


@policy("sees", needs="artifact")
def proposals(at: At, view: View) -> View:
    """Adds the last document of everybody else, whatever the topology: who judges sees what there is to judge."""
    found = {_turn(node).seat: node for node in at.past.nodes_of("artifact") if at.hears(_turn(node))}
    return joined(view, (found[seat] for seat in found if seat != at.seat))


def joined(view: View, added: Iterable[Past]) -> View:
    """Return a view with more messages."""
    known = {node.length: node for node in (*view.messages, *added)}
    return replace(view, messages=[node for _, node in sorted(known.items(), reverse=True)])


@policy("sees")
def anonymous(at: At, view: View) -> View:
    """Others are letters, dealt anew for each recipient, in an order of its own."""
    nodes = list(view.messages)
    foreign = [_turn(n) for n in nodes if _turn(n).seat in at.debate.seats and _turn(n).seat != at.seat]
    dealt = at.random_order({turn.seat for turn in foreign})
    letters = {seat: chr(65 + place) for place, seat in enumerate(dealt)}
    labels = {turn.path: letters[turn.seat] for turn in foreign}
    return replace(view, messages=nodes, labels=labels, shuffled=tuple(at.random_order(labels)))


@policy("sees")
def figure(at: At, view: View, name: Figure) -> View:
    """A section that is written from the board."""
    return replace(view, figures=(*view.figures, str(name)))
