"""What each section of a result lists, line by line: who answered what and what turned it, what is in dispute, what was
asked, attacked, reviewed and quoted, and which of the words it rests on were found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disputatio.debate.board.questions import contradictions, questions_of
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import words
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.ballots import FEWEST, candidates, letters_in, poll_of, tally_of
from disputatio.debate.policies.estimates import given_since
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import cards_of
from disputatio.debate.statements.receipts import bare_words, receipt_in, sentence
from disputatio.debate.statements.statement import HistoryStep, Judgement, Statement
from disputatio.debate.values import Json
from disputatio.debate.views.agreed_lines import part_lines, weighed
from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.arguments import hinges_of
from disputatio.debate.views.ballot_lines import by_every_rule, steadiness
from disputatio.debate.views.board_view import card_item
from disputatio.debate.views.citations import citation_checks, shares
from disputatio.debate.views.labels import QUESTIONS
from disputatio.debate.views.letters import key_to, labelled, with_names
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import beginning, paired, without_because, without_item, without_marks
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.result_section import Line, Section
from disputatio.debate.views.statements import told_once
from disputatio.debate.views.tallies import figures_apart
from disputatio.debate.views.turning_lines import answers_given
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.views.words import sentence as in_full
from disputatio.debate.wording import listed, plural, quoted, tr

FIGURE = "figure questions"
"""What those are shown who declare what they have answered."""
LONGEST = 600
"""Characters of what there was to choose, of which a record tells no more than how it begins."""
NONE = ("none", "nothing", "keine", "keines", "nichts")
"""Entries of a list that say that there are none."""
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
        yield Line(text=tr("In the synthesis, {key}.").format(key=key))


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
    whose = (
        tr("names the answer of {names}").format(names=listed(named))
        if named
        else tr("does not declare whose answer it follows")
    )
    told = tr("The answer that won, of {authors}: {answer}. The recommendation above is by {seat}, and {whose}.")
    yield Line(
        text=told.format(
            authors=listed(name_of(seat, debate.seats) for seat in won),
            answer=quoted(_titled(answer.text) or beginning(answer.text) or answer.text),
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
        if bare_words(text) not in NONE:
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


def assumptions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in statements_of(past).values():
        if one.status != "assumption" and not (one.assumed and one.open):
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        text = f"{one.id} {one.text}"
        yield Line(text=tr("{text} (also in dispute)").format(text=text) if one.open else text, places=(place,))
        calls = next((step for step in reversed(one.history) if step.deed == "assumed" and step.words), None)
        if calls is not None:
            told = tr("{seat} calls it an assumption: {words}")
            told = told.format(seat=name_of(one.author, debate.seats), words=quoted(without_marks(calls.words)))
            where = Place(path=calls.path, label=when(calls.path), words=calls.words)
            yield Line(text=told, places=(where,), below=True)
        yield from part_lines(debate, one)
        doubts = [made for made in one.judgements.values() if made.verdict == "doubts" and made.words]
        for told, made in {made.reason or made.words: made for made in doubts}.items():  # what two say alike, once
            raised = one.raised and made.seat == one.author
            by = tr("Raised as unverifiable by {seat}") if raised else tr("Doubted by {seat}")
            by = by.format(seat=name_of(made.seat, debate.seats)) + (tr(" (decisive)") if made.decisive else "")
            said = f"{by}: {quoted(without_marks(told))}"
            yield Line(text=said, places=(_doubted(one, made),), below=True)


def disputes(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what is open, with the objection to it, and what its crux room found that it hangs on. Figures that differ
    are the first dispute."""
    for text, paths in figures_apart(debate, past):
        yield Line(text=text, places=tuple(Place(path=path, label=when(path)) for path in paths))
    cards, texts, hinges = {card.path: card for card in cards_of(past)}, registry_of(past).texts, _hinges(past)
    since = given_since(past, debate.question)
    for one in statements_of(past).values():
        if not one.open:
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        text = f"{one.id} {name_of(one.author, debate.seats)}: {one.text}"
        if one.id in since:
            last_given = since[one.id].typed or since[one.id].position.rstrip(".")
            text = tr("{text} Last given: {value}.").format(text=in_full(text), value=last_given)
            place = Place(path=since[one.id].path, label=when(since[one.id].path), words=since[one.id].position)
        yield Line(text=text, places=(place,))
        yield from _objections(debate, one, texts)
        yield from hinges.get(one.id, ())
        if one.card in cards:
            card = card_item(cards[one.card], debate.seats)
            where = Place(path=card.key, label=card.label)
            yield from (Line(text=line, places=(where,), below=True) for line in card.lines)


def _hinges(past: Past) -> dict[str, list[Line]]:
    """Return what each dispute hangs on, by its statement."""
    found = dict[str, list[Line]]()
    for target, one, made in hinges_of(past):
        told = tr("It hangs on whether {id} holds: {text}").format(id=one.id, text=one.text)
        found.setdefault(target.id, []).append(Line(text=told, places=(_doubted(one, made),), below=True))
    return found


def _doubted(one: Statement, made: Judgement) -> Place:
    """Return where the words of a doubt stand: one that was given once more keeps its first reason."""
    words = made.reason or made.words
    said = (step.path for step in one.history if (step.seat, step.words) == (made.seat, words))
    path = next(said, made.path)
    return Place(path=path, label=when(path), words=words)


def _objections(debate: Debate, one: Statement, texts: Mapping[str, str]) -> Iterator[Line]:
    """Yield what others have against a statement, and what they accept of it: one line of each."""
    parts = {step.seat: (step, rejected) for step, rejected in told_once(one.history) if step.deed == "partly"}
    parts = {seat: part for seat, part in parts.items() if not one.agreed_since(part[0])}
    against = {made.seat: made for made in one.judgements.values() if made.verdict in ("disagrees", "doubts")}
    revised = [at for at, step in enumerate(one.history) if step.deed == "revised"]
    former = {(step.path, step.seat) for step in one.history[: revised[-1] if revised else 0]}
    for seat in dict.fromkeys((*parts, *against)):
        made = against.get(seat)
        if seat not in parts:
            assert made is not None
            of = tr("an earlier wording of it") if one.overtaken(made) else tr("it")
            yield _objection(debate, made, of, texts.get(made.path, ""))
            continue
        step, rejected = parts[seat]
        old = one.overtaken(made) if made is not None else (step.path, seat) in former
        of = tr("an earlier wording of it") if old else tr("it")
        if made is not None and made.path != step.path:
            rejected = made.words or made.reason  # disputed in another turn
        yield _in_part(debate, step, of, rejected if made is not None else None)


def _objection(debate: Debate, made: Judgement, of: str, text: str) -> Line:
    """Return what somebody has against a statement, or against an earlier wording of it, in the sentence of their
    turn."""
    where = Place(path=made.path, label=when(made.path), words=made.words)
    why = _whole(made.reason or made.words, text)
    form = tr("{against} doubts {of}{said}") if made.verdict == "doubts" else tr("{against} disputes {of}{said}")
    if made.unread and made.verdict == "disagrees":
        form = tr("{against} wrote against {of} at the same time{said}")
    if made.holding:
        form = tr("{against} holds {id} against it{said}").replace("{id}", made.holding)
    said = form.format(against=name_of(made.seat, debate.seats), of=of, said=f": {why}" if why else "")
    return Line(text=said, places=(where,), below=True)


def _in_part(debate: Debate, step: HistoryStep, of: str, rejected: str | None) -> Line:
    """Return what somebody accepts a part of, with what they dispute: nothing for None, for "" the rest of it in the
    same words."""
    place = Place(path=step.path, label=when(step.path), words=without_item(step.words))
    whole = tr("{seat} accepts a part of {of} and disputes the rest: {words}")
    said = whole if rejected == "" else tr("{seat} accepts a part of {of}: {words}")
    words = quoted(without_item(without_marks(step.words)))
    more = tr("; disputes: {words}").format(words=quoted(without_marks(rejected))) if rejected else ""
    return Line(
        text=said.format(seat=name_of(step.seat, debate.seats), of=of, words=words) + more, places=(place,), below=True
    )


def _whole(words: str, text: str) -> str:
    """Return the sentence of a turn in which these words stand, as a quotation: a part of one is hard to follow; the
    words themselves where they stand nowhere."""
    found = sentence(words, text) or without_because(words)
    return quoted(without_item(" ".join(found.split()))) if found else ""


def question_lines(debate: Debate, past: Past) -> tuple[Line, ...]:
    """Return each question that was asked, and what became of it: who answered it in which words, and who left it
    open. Where a format asks nobody to declare that, nothing is known of it."""
    asks = any(one.gives == "answers" and FIGURE in one.sees for one in blocks(debate.format.body))
    return tuple(_questions(debate, past)) if asks else ()


def _questions(debate: Debate, past: Past) -> Iterator[Line]:
    answering = any((block := block_at(debate, path)) and block.gives == "answers" for path in debate.asked)
    for one in questions_of(past).values():
        asked, word = when(one.turn.path), QUESTIONS[one.status].word
        how = ", ".join(
            filter(None, (name_of(one.turn.seat, debate.seats), asked, one.category, _weight(one.priority)))
        )
        told = f"{one.id} {word} ({how}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=asked),))
        for reply in one.replies:
            where = Place(path=reply.path, label=when(reply.path), words=reply.words)
            did = tr("answered a part: {reply_words}") if reply.part else tr("answered: {reply_words}")
            told = did.format(reply_words=paired(reply.words)) if reply.words else tr("left it open")
            yield Line(text=f"{name_of(reply.seat, debate.seats)} {told}", places=(where,), below=True)
        for mine, theirs in contradictions(one, statements_of(past)):
            told = tr("The answers contradict each other: {who} disputes what {other} answered.")
            named = {"who": name_of(mine, debate.seats), "other": name_of(theirs, debate.seats)}
            yield Line(text=told.format(**named), below=True)
        if one.again:
            yield Line(text=tr("It was put again as {id}.").format(id=one.again), below=True)
        if not one.replies:
            yield Line(
                text=tr("It is being answered.") if answering else tr("No answer to it is recorded."), below=True
            )


def _weight(priority: str) -> str:
    return tr("{priority} priority").format(priority=priority) if priority else ""


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


def receipts(debate: Debate, past: Past, found: int, total: int) -> Iterator[Line]:
    """Yield what was found of the words that the result rests on, and what came of the quotations of the source."""
    if total:
        yield Line(
            text=plural(
                "{found} of {count} quotation of a participant in this result was found in their turn.",
                "{found} of {count} quotations of participants in this result were found in their turns.",
                total,
            ).format(found=found)
        )
    known = [one for one in shares(debate, past) if one.total]
    yield from (Line(text=f"{one.who.name}: {one.told}.") for one in known)
    if debate.context.kind == "none" and not debate.context.sections and not known:
        yield Line(text=tr(NO_SOURCE))
