"""What turned out to be right: a person marks the answers of a debate that is over, and what each model had forecast is
recorded with it; over many debates this is its track record (SPEC VOTE.1, EVAL.4). Pure.

A forecast is what a seat declared together with how sure it was: its ballot, else its last answer; of a proposition,
what its moderator decided, since those who argued were given their sides. Whose own answer turned out to be right could
not vote for it, so their ballot forecast nothing. A debate counts once for a model, however many seats it had there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from disputatio.debate.board.verdict import SIDES
from disputatio.debate.decide.extensions import look, splice_count
from disputatio.debate.errors import Refused
from disputatio.debate.format import ANSWERING, Block
from disputatio.debate.ids import MARKING
from disputatio.debate.log.commands import Mark
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word, words
from disputatio.debate.policies.answers import answer_of
from disputatio.debate.policies.ballots import Candidate, candidates, poll_of
from disputatio.debate.policy import At
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.track import Track
from disputatio.debate.values import Json
from disputatio.debate.wording import tr

MARKS = "marks"
"""The contract of what a person marked."""
NONE, UNKNOWN = "none", "unknown"
"""What can be marked in place of answers: that none of them is right, or that nobody knows any more or yet."""
LONGEST = 80
"""Characters of an answer that the record quotes."""


def markable(debate: Debate, past: Past) -> tuple[Candidate, ...]:
    """Return what can be marked, in the order in which it came up: the sides of a proposition, else the options of a
    vote, else the answers."""
    if past.last("verdict") is not None:
        return tuple(Candidate(key=side, text=side) for side in SIDES)
    return candidates(At(debate=debate, path="", past=past))


def marked(past: Past) -> tuple[str, ...]:
    """Return what is marked: keys of what can be, or NONE alone; nothing where nobody has, or it was taken back."""
    turn = past.last(MARKS)
    found = words(turn.data.get("right")) if turn is not None else ()
    return () if found == (UNKNOWN,) else found


def marking(debate: Debate, command: Mark) -> tuple[Block, str, dict[str, Json]]:
    """Return what is spliced in, in words and as data. Raises Refused."""
    if not debate.over:
        raise Refused("This debate is not over.", "What turned out to be right is marked when it has ended.")
    past = look(debate).past
    listed = markable(debate, past)
    if not listed:
        raise Refused(
            "Nobody has given an answer that could be marked.",
            "Formats in which participants declare their answers, vote or decide have some.",
        )
    known = {str(number): one for number, one in enumerate(listed, 1)}
    alone = command.right in ((NONE,), (UNKNOWN,))
    if not alone and (not command.right or not {*command.right} <= known.keys()):
        said = ", ".join(command.right)
        raise Refused(
            tr("There is no answer {said}.").format(said=said) if said else "No answer is named.",
            tr("Choose from these, or {none} or {unknown} alone: {known}.").format(
                none=NONE,
                unknown=UNKNOWN,
                known="; ".join(f"{number}. {called(debate, one)}" for number, one in known.items()),
            ),
        )
    right = [] if alone else [known[number] for number in dict.fromkeys(command.right)]
    keys: list[Json] = [one.key for one in right] or [*command.right]
    forecasts = [] if command.right == (UNKNOWN,) else _forecasts(debate, past, [one.key for one in right])
    block = Block(name=f"{MARKING}{splice_count(debate) + 1}", ask="person", gives=MARKS, task=MARKS, heard="all")
    told = f"{_told(debate, command, right)}\n\n{command.why}".strip()
    return block, told, {"right": keys, "why": command.why, "forecasts": forecasts}


def _told(debate: Debate, command: Mark, right: Iterable[Candidate]) -> str:
    if command.right == (UNKNOWN,):
        return "What turned out to be right is not known."
    if command.right == (NONE,):
        return "None of the answers turned out to be right."
    return f"Turned out to be right: {'; '.join(called(debate, one) for one in right)}."


def called(debate: Debate, one: Candidate) -> str:
    """Return an answer in words: who gave it, and its beginning."""
    text = " ".join(one.text.split()).rstrip(".")
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"
    who = ", ".join(debate.seats[seat].name or seat for seat in one.authors if seat in debate.seats)
    return f"{text} ({who})" if who else text


# ---- forecasts ----------------------------------------------------------------------------------------------------
def _forecasts(debate: Debate, past: Past, right: Collection[str]) -> list[Json]:
    """Return who was how sure of something that turned out to be `right`, or not."""
    return [
        {"seat": turn.seat, "model": turn.model, "sure": sure, "right": key in right}
        for turn, key in _declared(debate, past, right)
        if turn.by == "model" and turn.model and key and (sure := share(turn.data.get("confidence"))) is not None
    ]


def _declared(debate: Debate, past: Past, right: Collection[str]) -> Iterator[tuple[Turn, str]]:
    """Yield what each seat declared last, with the key of what it is about."""
    if (ruling := past.last("verdict")) is not None:
        decided = word(ruling.data.get("decision"))
        yield ruling, decided if decided in SIDES else ""
        return
    ballots = {turn.seat: turn for turn in past.of("ballot")}
    poll = poll_of(At(debate=debate, path="", past=past)) if ballots else None
    voted = {one.voter: one for one in poll.vote.counted} if poll is not None else {}
    for seat, ballot in voted.items():
        if ballot.own not in right and ballot.first:
            yield ballots[seat], ballot.first[0]
    listed = markable(debate, past)
    answered = {turn.seat: turn for turn in past if turn.gives in ANSWERING}
    for seat, turn in answered.items():
        if seat not in voted:
            said = answer_of(turn).words
            yield turn, next((one.key for one in listed if seat in one.authors or bare_words(one.key) == said), "")


def tracks_of(marks: Iterable[Mapping[str, Json]]) -> dict[str, Track]:
    """Return the record of each model, from what was marked of each debate (`forecasts`)."""
    seen: dict[str, list[tuple[float, ...]]] = {}
    for each in marks:
        here: dict[str, list[tuple[float, ...]]] = {}
        for one in items(each.get("forecasts")):
            sure, right, model = share(one.get("sure")), one.get("right"), word(one.get("model"))
            if model and sure is not None and isinstance(right, bool):
                here.setdefault(model, []).append((float(right), sure, (sure - right) ** 2))
        for model, found in here.items():
            seen.setdefault(model, []).append(_mean(found))
    return {model: _track(found) for model, found in sorted(seen.items())}


def _mean(found: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(each) / len(found) for each in zip(*found, strict=True))


def _track(found: list[tuple[float, ...]]) -> Track:
    right, sure, brier = (round(each, 4) for each in _mean(found))
    return Track(debates=len(found), right=right, sure=sure, brier=brier)
