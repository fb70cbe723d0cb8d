"""Ballots that were cast in a debate: over which options, for which of them, and what a vote decides (SPEC VOTE.1).

The options are a closed list, which is fixed by what precedes the vote: the texts that whoever opened the debate named
(option `choices`), else the last document of each participant, else their last answers; equal answers are one option.
Each voter is shown all of them but their own, in an order of its own. The rankings of a council are votes, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction

from disputatio.debate.ids import step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, word, words
from disputatio.debate.policies.answers import last_answers
from disputatio.debate.policies.visibility import is_lettered, split_view, view
from disputatio.debate.policy import At, Cast, Reason, policy, seat_in
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.votes import Ballot, Tally, Vote, tally
from disputatio.debate.track import Track
from disputatio.debate.values import value

CHOICES = "choices"
"""The option that names what is voted on."""
FEWEST = 2
"""Options without which there is nothing to choose."""


@value
class Candidate:
    """An option of a vote. `key`: the text itself, or the path of the turn that gives it; `label`: what a voter calls
    it; `authors`: who gave it, nobody where it was named before the debate."""

    key: str
    text: str
    authors: tuple[str, ...] = ()
    label: str = ""


@value
class Poll:
    """A vote, and who or what stands behind its options: `authors` of each, none where it is a text by itself.
    `partial`: whose ranking leaves out an answer that they were shown, and does not count; `silent`: whose ballot
    counts, but does not say how sure they are, so that all are trusted alike; `tracks`: the track record of each voter,
    where they are trusted by it."""

    vote: Vote
    authors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    partial: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    tracks: Mapping[str, Track] = field(default_factory=dict)


# ---- the options ---------------------------------------------------------------------------------------------------
def candidates(at: At) -> tuple[Candidate, ...]:
    """Return all options that there are at a moment, in the order in which they came up."""
    named = at.debate.options.get(CHOICES)
    if isinstance(named, list) and named:
        texts = {bare_words(text) or text: text for text in reversed(named)}
        return tuple(Candidate(key=text, text=text) for text in reversed(texts.values()))
    if written := at.past.fold("documents", _with_document, dict[str, Candidate]()):
        return tuple(written.values())
    held: dict[str, Candidate] = {}
    for one in last_answers(at.past).values():
        before = held.get(one.words)
        if before is not None:
            held[one.words] = replace(before, authors=(*before.authors, one.seat))
        elif one.position:
            held[one.words] = Candidate(key=one.path, text=one.position, authors=(one.seat,))
    return tuple(held.values())


def _with_document(before: dict[str, Candidate], turn: Turn) -> dict[str, Candidate]:
    """Return the last document of each seat, after one more turn."""
    if turn.gives != "artifact" or turn.heard != "all" or not turn.text.strip():
        return before
    return {**before, turn.seat: Candidate(key=turn.path, text=turn.text, authors=(turn.seat,))}


def slate_of(at: At) -> tuple[Candidate, ...]:
    """Return the options that a voter is shown: all but their own, in an order of its own. A text goes by itself, a
    document or an answer by the number under which this voter sees it."""
    open_ = {one.key: one for one in candidates(at) if at.seat not in one.authors}
    shown = [open_[key] for key in at.random_order(open_)]
    return tuple(
        replace(one, label=f"Option {number}" if one.authors else one.text) for number, one in enumerate(shown, 1)
    )


@policy("who")
def voters(at: At) -> list[str]:
    """Every seat that has a choice: at least two options that are not its own."""
    found = candidates(at)
    return [seat.id for seat in at.seats if sum(seat.id not in one.authors for one in found) >= FEWEST]


@policy("who")
def voters_among(at: At, *parts: Cast) -> list[str]:
    """Every seat of some parts that has a choice: at least two options that are not its own."""
    wanted = {seat.id for seat in at.seats if seat.part in parts}
    return [seat for seat in voters(at) if seat in wanted]


# ---- the ballots ---------------------------------------------------------------------------------------------------
def poll_of(at: At) -> Poll | None:
    """Return the last vote of a debate: its ballots over the same options, else its rankings; None where nobody has
    voted. Each voter is trusted by the track record of the model that voted; where one of those who count has none, or
    too short a one, each as far as they say that they are sure; where one does not say it, all alike."""
    cast = at.past.nodes_of("ballot")
    if not cast:
        return _ranked_poll(at)
    slates = [_moment(at, node) for node in cast]
    listed = candidates(slates[-1])
    over = {one.key for one in listed}
    turns = [node.turn for node in cast if node.turn is not None]
    sure = {turn.seat: share(turn.data.get("confidence")) for turn in turns}
    tracks = {turn.seat: track for turn in turns if (track := at.debate.tracks.get(turn.model))}
    ballots = [
        _ballot(then, turn, listed)
        for then, turn in zip(slates, turns, strict=True)
        if {one.key for one in candidates(then)} == over
    ]
    authors = {one.key: one.authors for one in listed if one.authors}
    poll = Poll(vote=Vote(options=tuple(one.key for one in listed), ballots=tuple(ballots)), authors=authors)
    return _trusted(poll, sure, tracks)


def _trusted(poll: Poll, sure: Mapping[str, float | None], tracks: Mapping[str, Track]) -> Poll:
    """Return the vote with each voter trusted as far as their track record says, else as far as they are sure; else
    with those who count and do not say how sure they are. What is measured and what is claimed are never mixed."""
    counted = [one.voter for one in poll.vote.counted]
    if counted and all(voter in tracks and tracks[voter].enough for voter in counted):
        trust = {voter: tracks[voter].weight for voter in counted}
        return replace(poll, vote=_weighing(poll.vote, trust), tracks={voter: tracks[voter] for voter in counted})
    if silent := tuple(voter for voter in counted if sure.get(voter) is None):
        return replace(poll, silent=silent)
    return replace(poll, vote=_weighing(poll.vote, {voter: Fraction(str(sure[voter])) for voter in counted}))


def _weighing(vote: Vote, trust: Mapping[str, Fraction]) -> Vote:
    return replace(vote, ballots=tuple(replace(one, trust=trust.get(one.voter, one.trust)) for one in vote.ballots))


def _moment(at: At, node: Past) -> At:
    assert node.turn is not None
    return replace(at, path=node.turn.path, past=node)


def _ballot(then: At, turn: Turn, listed: tuple[Candidate, ...]) -> Ballot:
    """Return what a voter declared, by the keys of the options. Who leaves out an order has ranked their choice."""
    keys = {one.label: one.key for one in slate_of(then)}
    chosen = [keys[label] for label in (word(turn.data.get("choice")), *words(turn.data.get("order"))) if label in keys]
    approved = [keys[label] for label in words(turn.data.get("approves")) if label in keys]
    approved = [*dict.fromkeys((*chosen[:1], *approved))] if approved else []  # what they want would do, too
    return Ballot(
        voter=turn.seat,
        ranking=tuple((key,) for key in dict.fromkeys(chosen)),
        approves=tuple(approved),
        own=next((one.key for one in listed if turn.seat in one.authors), ""),
    )


@value
class Ranked:
    """One ranking: by whom, in which turn; the seats whose answers it orders, best first; whom its letters stand for;
    and its reasons, as they were given; `adopts`: the answer that its author declares to hold now, "" for their own."""

    voter: str
    path: str
    order: tuple[str, ...]
    letters: Mapping[str, str]
    because: tuple[str, ...]
    adopts: str = ""


def rankings_of(at: At) -> tuple[Ranked, ...]:
    """Return the last ranking of each voter, in the order in which they were given."""
    found = dict[str, Ranked]()
    for node in at.past.nodes_of("ranking"):
        turn = _turn(node)
        called = letters_in(at.debate, at.past, turn)
        order = dict.fromkeys(called[letter] for letter in words(turn.data.get("order")) if letter in called)
        because = tuple(words(turn.data.get("because")))
        ranked = Ranked(
            voter=turn.seat,
            path=turn.path,
            order=tuple(order),
            letters=called,
            because=because,
            adopts=word(turn.data.get("adopts")),
        )
        found = {seat: one for seat, one in found.items() if seat != turn.seat} | {turn.seat: ranked}
    return tuple(found.values())


def _turn(node: Past) -> Turn:
    assert node.turn is not None
    return node.turn


def mean_ranks(at: At) -> dict[str, float]:
    """Return the mean rank of the answer of each seat over the rankings given, best first. Each ranker was dealt
    letters of its own, which its view tells apart."""
    places: dict[str, list[int]] = {}
    poll = _ranked_poll(at)
    for ballot in poll.vote.counted if poll is not None else ():
        for place, group in enumerate(ballot.ranking, 1):
            for seat in group:
                places.setdefault(seat, []).append(place)
    means = {seat: sum(found) / len(found) for seat, found in places.items()}
    return dict(sorted(means.items(), key=lambda each: (each[1], each[0])))


def _ranked_poll(at: At) -> Poll | None:
    """Return the rankings given as a vote on the answers, which go by the seats of their authors. One that leaves out
    an answer is empty: it was sent back once, and whoever counted it would take what is missing for the worst."""
    options: dict[str, None] = {}
    ballots: dict[str, Ballot] = {}
    partial = set[str]()
    tracks: dict[str, Track] = {}
    for node in at.past.nodes_of("ranking"):
        turn = _turn(node)
        seats = {letter: seat for seat, letter in letters(_moment(at, node)).items()}
        options |= dict.fromkeys(seats.values()) | {turn.seat: None}
        order = dict.fromkeys(seats[letter] for letter in words(turn.data.get("order")) if letter in seats)
        whole = order.keys() >= {*seats.values()} - {turn.seat}
        (partial.discard if whole or not order else partial.add)(turn.seat)
        ranking = tuple((seat,) for seat in order) if whole else ()
        ballots[turn.seat] = Ballot(voter=turn.seat, ranking=ranking, own=turn.seat)
        tracks |= {turn.seat: track} if (track := at.debate.tracks.get(turn.model)) else {}
    if not ballots:
        return None
    over = tuple(seat for seat in at.debate.seats if seat in options)
    vote = Vote(options=over, ballots=tuple(ballots.values()))
    poll = Poll(vote=vote, authors={seat: (seat,) for seat in over}, partial=tuple(sorted(partial)))
    return _trusted(poll, registry_of(at.past).confidence, tracks)


def letters(at: At) -> dict[str, str]:
    """Return the letters under which a call sees the others, by seat; empty where it sees their names."""
    step = step_of(at.path)
    block = next((block for block in blocks(at.debate.format.body) if block.name == step), None)
    if block is None or not is_lettered(at, block.sees):
        return {}
    seen, _ = split_view(view(at, block.sees))
    return {seat_in(path, at.debate.seats): letter for letter, _, path in (one.partition("=") for one in seen) if path}


def letters_in(debate: Debate, past: Past, turn: Turn) -> dict[str, str]:
    """Return whose work the letters stand for by which a turn names what it judges: seats by letter."""
    node = next(node for node in past.back(turn.gives) if node.turn is turn)
    seen = letters(At(debate=debate, path=turn.path, past=node))
    return {letter: seat for seat, letter in sorted(seen.items(), key=lambda each: each[1])}


# ---- what it decides -----------------------------------------------------------------------------------------------
def tally_of(at: At, vote: Vote) -> Tally:
    """Return the tally of a vote by the rule that the debate names, or that fits the number of voters."""
    return tally(vote, str(at.debate.options.get("vote") or ""), at.debate.seed)


@policy("until", needs="ballot")
def elected(at: At) -> Reason | None:
    """The vote of this pass has one winner, by the rule of the option `vote` (SPEC VOTE.1)."""
    poll = poll_of(at) if at.past.of("ballot", at.path) else None
    found = tally_of(at, poll.vote) if poll is not None else None
    if poll is None or found is None or len(found.winners) != 1:
        return None
    behind = poll.authors.get(found.winner, ())
    names = [at.debate.seats[seat].name or seat for seat in behind if seat in at.debate.seats]
    what = f"the answer of {' and '.join(names)}" if names else f"“{found.winner}”"
    voters = "one voter" if found.voters == 1 else f"{found.voters} voters"
    return Reason("completed", f"{what} is elected by {voters} ({found.fallback or found.rule})")
