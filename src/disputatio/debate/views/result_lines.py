"""What each section of a result lists, line by line: who answered what and what turned it, what is in dispute, what was
asked, attacked, reviewed and quoted, and which of the words it rests on were found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word, words
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import FEWEST, candidates, letters_in, poll_of, tally_of
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.proofreading import rows_of
from disputatio.debate.statements.receipts import bare_words, receipt_in
from disputatio.debate.values import Json
from disputatio.debate.views.agreed_lines import weighed
from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.ballot_lines import by_every_rule, steadiness
from disputatio.debate.views.citations import citation_checks, shares
from disputatio.debate.views.letters import key_to, labelled, with_names
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import beginning, without_marks
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.result_section import Line, Section
from disputatio.debate.views.turning_lines import answers_given
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.wording import listed, mark, plural, quoted, tr

LONGEST = 600
"""Characters of what there was to choose, of which a record tells no more than how it begins."""
_NOTHING = re.compile(r"\W*none\b(?! of\b)", re.IGNORECASE)
"""How an entry begins by which a form says that there is none, and why."""
NONE = ("none", "nothing", "keine", "keines", "nichts")
"""Entries of a list that say that there are none."""
NOT_FOUND = mark("The one passage on which this result rests was not found in its turn.")
NO_SOURCE = "No source was given to check quotations against."


def weighing(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield what the verdict or the vote comes to, where there is one, and whom the letters of a text stand for whose
    author did not see any names. What other rules make of the ballots has a section of its own."""
    found = outcome_of(debate, past)
    for one in (line for line in (found.lines if found else ()) if not (line.others or line.detail)):
        yield Line(text=one.text, places=one.places, below=one.below)
    yield from weighed(debate, past)
    yield from _beside_the_vote(debate, past, final)
    known = letters_in(debate, past, final) if final is not None else {}
    if final is not None and (key := key_to(known, debate.seats, final.text, *words(list(final.data.values())))):
        yield Line(text=tr("In the synthesis, {key}.").format(key=key), key=True)


def arithmetic(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield how a weighing was calculated."""
    found = outcome_of(debate, past)
    for one in (line for line in (found.lines if found else ()) if line.detail):
        yield Line(text=one.text, places=one.places, below=one.below)


def _beside_the_vote(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield which answer won a vote, and whose answer the recommendation names, where its author does not vote and
    does not give that answer again: by labels and fields alone."""
    at = At(debate=debate, path="", past=past)
    poll = poll_of(at) if final is not None and final.by != "rules" else None
    winner = tally_of(at, poll.vote).winner if poll is not None else ""
    won = poll.authors.get(winner, ()) if poll is not None else ()
    answer = next((one for one in candidates(at) if {*won} & {*one.authors}), None)
    if final is None or poll is None or answer is None or final.seat in (one.voter for one in poll.vote.counted):
        return
    decision = str(final.data.get("decision") or "")
    if not decision or bare_words(decision) == bare_words(answer.text):
        return
    named = [name_of(seat, debate.seats) for seat in labelled(decision, letters_in(debate, past, final))]
    whose = tr("and names the answer of {names}").format(names=listed(named)) if named else tr("who had no vote")
    told = tr("The answer that won, of {authors}: {answer}. The recommendation above is by {seat}, {whose}.")
    yield Line(
        text=told.format(
            authors=listed(name_of(seat, debate.seats) for seat in won),
            answer=quoted((_titled(answer.text) or beginning(answer.text) or answer.text).rstrip(".")),
            seat=name_of(final.seat, debate.seats),
            whose=whose,
        ),
        places=(Place(path=final.path, label=when(final.path)),),
    )


def _titled(text: str) -> str:
    """Return the title that a document begins with; "" where it has none."""
    first = text.strip().partition("\n")[0]
    return without_marks(first).lstrip("# ").strip() if first.startswith("#") else ""


def analysis(debate: Debate, past: Past) -> Iterator[Line]:
    found = analysis_of(debate, past)
    for one in analysis_lines(found, debate, past) if found is not None else ():
        yield Line(text=one.text, places=one.places, below=one.below)


def by_each_rule(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what each rule makes of the ballots, and how far these agree."""
    if is_rehearsal(debate):
        return
    yield from (Line(text=text, lead=rule) for rule, text in by_every_rule(debate, past))
    yield from map(_line, steadiness(debate, past))


def _line(text: str) -> Line:
    return Line(text=text)


def entries(debate: Debate, past: Past, final: Turn | None, name: str) -> Iterator[Line]:
    """Yield what the synthesis lists under a name of its form."""
    for text in words(final.data.get(name)) if final is not None else ():
        if bare_words(text) not in NONE and not _NOTHING.match(text):
            yield Line(text=named(debate, past, final, text))


def named(debate: Debate, past: Past, final: Turn | None, text: str) -> str:
    """Return words of the synthesis with the names of those whom its author saw as letters."""
    return with_names(text, letters_in(debate, past, final), debate.seats) if final is not None else text


def alternatives(debate: Debate, past: Past, final: Turn | None) -> Iterator[Line]:
    """Yield what there was to choose from: the options of a vote, or the proposals or answers of participants; where
    there is but one, what everybody answered first and in the end."""
    at = At(debate=debate, path="", past=past)
    found, poll = candidates(at), poll_of(at)
    if len(found) < FEWEST or is_rehearsal(debate):
        yield from answers_given(debate, past, final, None)
        return
    stated = answers(at, past)
    if stated.complete and len(stated.groups) == 1 and poll is None:
        return  # everybody answered the same
    winner = tally_of(at, poll.vote).winner if poll is not None else ""
    chosen = {winner, *(poll.authors.get(winner, ()) if poll is not None else ())} - {""}
    for one in found:
        if one.key in chosen or (chosen and chosen <= {*one.authors}):
            continue  # it is what was chosen
        authors = listed(name_of(seat, debate.seats) for seat in one.authors)
        yield Line(text=beginning(one.text, LONGEST) or one.text, lead=authors)


def quotations(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what participants quote from the source and what stands there, each quotation once."""
    seen = set[tuple[str, str]]()
    for turn in citation_checks(debate, past):
        for item in turn.checked.items:
            where = item.where or item.citation
            if item.grounded and item.quote and (item.quote, where) not in seen:
                seen.add((item.quote, where))
                who = name_of(turn.seat, debate.seats)
                place = Place(path=turn.path, label=when(turn.path), words=item.quote)
                told = tr("“{split}” stands at {where} ({who})")
                told = told.format(split=" ".join(item.quote.split()), where=where, who=who)
                yield Line(text=told, places=(place,))


def count_receipts(past: Past, sections: list[Section]) -> tuple[int, int]:
    """Return how many of the words that the result rests on were found in the turns that they are quoted from, and
    of how many. What somebody declared in a field is its own receipt, however short it is."""
    turns = {turn.path: turn for turn in past}
    rests = {(place.path, place.words) for one in sections for line in one.lines for place in line.places}
    quoted = [(turns.get(path), said) for path, said in rests if said]
    found = sum(
        turn is not None and (said in _fields(turn) or receipt_in(said, turn.text) is not None) for turn, said in quoted
    )
    return found, len(quoted)


def _fields(turn: Turn) -> Iterator[str]:
    """Yield what stands in the fields of a form. A quotation there still has to be found."""
    left: list[Json] = [turn.data]
    while left:
        match left.pop():
            case dict() as fields:
                left += [each for name, each in fields.items() if name != "quote"]
            case list() as members:
                left += members
            case leaf:
                yield str(leaf).strip()


def _verified(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield how many judgements were compared with their words once more, and which of them came to less."""
    node = past.node_of("verification")
    if node is None or node.turn is None or node.before is None or is_rehearsal(debate):
        return
    count = len(rows_of(statements_of(node.before).values()))
    if "rows" in node.turn.data and count:
        less = dict.fromkeys(word(item.get("id")) for item in items(node.turn.data["rows"]))
        told = plural(
            "A model compared the one judgement on record with its words once more; {outcome}.",
            "A model compared each of the {count} judgements on record with its words once more; {outcome}.",
            count,
        )
        came = tr("what was recorded of {ids} came to less").format(ids=listed(less)) if less else ""
        yield Line(text=told.format(outcome=came or tr("the words bear out what was recorded")))


def receipts(debate: Debate, past: Past, found: int, total: int) -> Iterator[Line]:
    """Yield what was found of the words that the result rests on, and what came of the quotations of the source."""
    if total == 1:
        whole, none = tr("The one passage on which this result rests was found in its turn."), tr(NOT_FOUND)
        yield Line(text=whole if found else none)
    elif total:
        whole = tr("All {count} passages on which this result rests were found in their turns.")
        part = tr("{found} of the {count} passages on which this result rests were found in their turns.")
        yield Line(text=(whole if found == total else part).format(found=found, count=total))
    yield from _verified(debate, past)
    known = [one for one in shares(debate, past) if one.total]
    yield from (Line(text=f"{one.who.name}: {one.told}.") for one in known)
    if debate.context.kind == "none" and not debate.context.sections and not known:
        yield Line(text=tr(NO_SOURCE))
