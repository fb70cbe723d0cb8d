"""What a result lists of what is left open: assumptions, with what would settle them, and disputes, with what each has
against a statement and what they accept of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from disputatio.debate.log.state import Debate, beside
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.estimates import given_since
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.cards import cards_of
from disputatio.debate.statements.history import Deed, HistoryStep, agreed_before
from disputatio.debate.statements.receipts import bare_words, is_brief, sentence
from disputatio.debate.statements.statement import Judgement, Statement
from disputatio.debate.views.agreed_lines import part_lines
from disputatio.debate.views.arguments import hinges_of, named_in_short, places_of, put_against, put_before
from disputatio.debate.views.board_view import asked_again, card_item
from disputatio.debate.views.labels import DEEDS
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import without_because, without_item, without_marks
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.statements import told_once
from disputatio.debate.views.tallies import figures_apart
from disputatio.debate.views.words import sentence as in_full
from disputatio.debate.wording import listed, plural, quoted, tr

_ID = re.compile(r"\bP\d{1,6}\b")


def assumptions(debate: Debate, past: Past) -> Iterator[Line]:
    for one in statements_of(past).values():
        if one.status != "assumption" and not (one.assumed and one.open):
            continue
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        text = f"{one.id} {one.text}"
        yield Line(text=tr("{text} (also in dispute)").format(text=text) if one.open else text, places=(place,))
        if (calls := _called(one)) is not None:
            told = tr("{seat} calls it an assumption: {words}")
            told = told.format(seat=name_of(one.author, debate.seats), words=quoted(without_marks(calls.words)))
            where = Place(path=calls.path, label=when(calls.path), words=calls.words)
            yield Line(text=told, places=(where,), below=True)
        yield from part_lines(debate, one)
        yield from _granted(debate, one)
        doubts = [
            made
            for made in one.judgements.values()
            if made.verdict == "doubts" and made.words and not one.forgone(made)
        ]
        for told, made in {made.reason or made.words: made for made in doubts}.items():  # what two say alike, once
            raised = one.raised and made.seat == one.author
            by = tr("Questioned by {seat}") if made.weak else tr("Doubted by {seat}")
            by = tr("Raised as unverifiable by {seat}") if raised else by
            by = by.format(seat=name_of(made.seat, debate.seats)) + (tr(" (decisive)") if made.decisive else "")
            words, why = (quoted(without_marks(text)) for text in (told if raised else made.words, told))
            said = f"{by}: {_because(words, why)}"
            yield Line(text=said, places=(_doubted(one, made),), below=True)
        if not one.open:  # else it stands with the disputes
            yield from _agreeing(debate, one)


def _called(one: Statement) -> HistoryStep | None:
    """Return where its author calls a statement an assumption: the last time that the words name it before any other,
    or name none, else the last time of all."""
    calls = [step for step in one.since_reworded if step.deed == "assumed" and step.words]
    first = [step for step in calls if (_ID.findall(step.words) or [one.id])[0] == one.id]
    return next(reversed(first or calls), None)


def _granted(debate: Debate, one: Statement) -> Iterator[Line]:
    """Yield which part of an assumption those accept who doubt it, where they say so in other words."""
    revised = one.wordings[-1].path if len(one.wordings) > 1 else ""
    at = max((at for at, step in enumerate(one.history) if step.path == revised), default=0)
    last = {step.seat: step for step in one.history[at:] if step.deed == "partly" and not step.neutral}
    for seat, step in last.items():
        made = one.judgements.get(seat)
        if made is not None and made.verdict == "doubts" and made.reason != step.words:
            words = without_item(step.words)
            told = tr("{seat} accepts a part of it: {words}")
            told = told.format(seat=name_of(seat, debate.seats), words=quoted(without_marks(words)))
            yield Line(text=told, places=(Place(path=step.path, label=when(step.path), words=words),), below=True)


def disputes(debate: Debate, past: Past) -> Iterator[Line]:
    """Yield what is open, with the objection to it, and what its crux room found that it hangs on: also what was
    reworded since it was disputed, and nobody has judged since. Figures that differ are the first dispute."""
    for text, paths in figures_apart(debate, past):
        yield Line(text=text, places=tuple(Place(path=path, label=when(path)) for path in paths))
    cards, texts, hinges = {card.path: card for card in cards_of(past)}, registry_of(past).texts, _hinges(past)
    since = given_since(past, debate.question)
    known, places = statements_of(past), places_of(past)
    called = {one.id: one.id if one.open or one.lapsed else named_in_short(one) for one in known.values()}
    reworded = [one for one in known.values() if one.lapsed or one.outdated]
    reworded = [one for one in reworded if one.recast or not put_against(one, known.values(), places)]
    lapsed = {one.id: _late(debate, past, one) for one in reworded}
    former = [one for one in reworded if one.outdated and not lapsed[one.id]]
    headings = {
        False: tr("Reworded after a dispute; what the others make of the new wording is not recorded:"),
        True: tr("Reworded in a last turn, which the other side could not answer any more:"),
    }
    for one in (
        *(one for one in known.values() if (one.open or one.lapsed) and one not in reworded),
        *former,
        *sorted((known[id] for id in lapsed if known[id] not in former), key=lambda one: lapsed[one.id]),
    ):
        if former and one is former[0]:
            yield Line(
                text=tr("Disputed before a rewording; whether the objection still holds is not recorded:"), stage="head"
            )
        if (heading := headings.pop(lapsed[one.id], "")) if one.id in lapsed and one not in former else "":
            yield Line(text=heading, stage="head")
        place = Place(path=one.wordings[-1].path, label=when(one.wordings[-1].path), words=one.words)
        text = f"{one.id} {name_of(one.author, debate.seats)}: {one.text}"
        if one.id in since:
            last_given = since[one.id].typed or since[one.id].position.rstrip(".")
            text = tr("{text} Last given: {value}.").format(text=in_full(text), value=last_given)
            place = Place(path=since[one.id].path, label=when(since[one.id].path), words=since[one.id].position)
        yield Line(text=text, places=(place,))
        yield from _objections(debate, one, known, texts, called)
        yield from _attacks(debate, one, known.values(), places)
        yield from _defence(debate, one, texts)
        yield from _met(debate, one)
        yield from _agreeing(debate, one)
        yield from _upheld(debate, one)
        yield from hinges.get(one.id, ())
        if one.card in cards:
            card = card_item(cards[one.card], debate.seats)
            where = Place(path=card.key, label=card.label)
            yield from (Line(text=line, places=(where,), below=True) for line in card.lines)


def _late(debate: Debate, past: Past, one: Statement) -> bool:
    """Return whether nobody who disputed a statement had a turn left when its author reworded it."""
    asked = asked_again(debate, past)
    return debate.over and not any(asked(one.wordings[-1].path, seat) for seat in one.disputants)


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


def _objections(
    debate: Debate, one: Statement, known: Mapping[str, Statement], texts: Mapping[str, str], called: Mapping[str, str]
) -> Iterator[Line]:
    """Yield what others have against a statement, and what they accept of it: one line of each. `called`: what each
    statement is called, where its id alone would say nothing."""
    revised = [at for at, step in enumerate(one.history) if step.deed == "revised"]
    former = {(step.path, step.seat) for step in one.history[: revised[-1] if revised else 0]}
    parts = {seat: part for seat, part in _accepted(one, former).items() if not one.agreed_since(part[0])}
    against = {
        made.seat: _in_one_turn(one, made)
        for made in one.judgements.values()
        if made.verdict in ("disagrees", "doubts")
    }
    for seat in dict.fromkeys((*parts, *against)):
        made = against.get(seat)
        if made is not None and made.holding:
            yield _holding(debate, made, known[made.holding])
            made = None
        if seat not in parts:
            if made is not None:
                yield _objection(debate, one, made, texts, called)
            continue
        step, rejected = parts[seat]
        apart = made is not None and made.path != step.path and made.reason != rejected  # disputed in another turn
        of = tr("its earlier wording") if (step.path, seat) in former else tr("it")
        known_of = apart or made is not None or one.lapsed
        yield _in_part(debate, step, of, rejected if known_of else None, agreed_before(one.history, step))
        if made is not None and apart:
            yield _objection(debate, one, made, texts, called)


def _because(words: str, reason: str) -> str:
    """Return the words in which somebody turns something down, with the reason that they name: it takes their place
    nowhere. Each stands in quotation marks; where one holds the other, that alone is told."""
    said, why = bare_words(words), bare_words(reason)
    if why in said or said in why:
        return words if why in said else reason
    return tr("{words}, because {reason}").format(words=words, reason=reason)


def _in_one_turn(one: Statement, made: Judgement) -> Judgement:
    """Return a judgement with the words and the reason of one turn: whoever says it once more keeps the reason that
    they gave first, which is none for what else they say now. Where they only call it to mind, the first turn
    counts."""
    wanted = bare_words(made.reason)
    steps = [step for step in one.history if step.seat == made.seat and step.deed in ("disputed", "doubted")]
    given = [step for step in steps if wanted and wanted in (bare_words(step.because), bare_words(step.words))]
    if not given or any(step.path == made.path for step in given):
        return made
    if is_brief(made.words):
        return replace(made, path=given[-1].path, words=given[-1].words)
    return replace(made, reason="")


def _last_deed(one: Statement, seat: str) -> Deed | None:
    """Return what somebody did last with a statement."""
    return next((step.deed for step in reversed(one.history) if step.seat == seat), None)


def _agreeing(debate: Debate, one: Statement) -> Iterator[Line]:
    """Yield who agrees with what is in dispute or an assumption: one in their words, several by their names."""
    given = [made for made in one.agreeing if made.path != one.card]
    if given:
        who = listed(name_of(made.seat, debate.seats) for made in given)
        told = (
            plural("{who} agrees with the new wording", "{who} agree with the new wording", len(given))
            if one.outdated
            else plural("{who} agrees with it", "{who} agree with it", len(given))
        ).format(who=who)
        own = {made.seat: made.words for made in given if bare_words(made.words) != bare_words(one.text)}
        words = without_item(without_marks(own.get(given[0].seat, ""))) if len(given) == 1 else ""
        places = tuple(Place(path=made.path, label=when(made.path), words=own.get(made.seat, "")) for made in given)
        yield Line(text=f"{told}: {quoted(words)}" if words else told, places=places, below=True)


def _defence(debate: Debate, one: Statement, texts: Mapping[str, str]) -> Iterator[Line]:
    """Yield for which reason, in which words, its author stood by a statement after it was disputed, as it is worded
    now."""
    steps = one.since_reworded
    disputed = [at for at, step in enumerate(steps) if step.deed in ("disputed", "opposed", "sided")]
    kept = [step for step in steps[disputed[0] :] if step.deed == "kept" and step.because] if disputed else []
    for step in kept[-1:]:
        text = texts.get(step.path, "")
        why = _because(_whole(step.words, text), _whole(step.because, text))
        told = tr("{seat} stands by it: {words}").format(seat=name_of(one.author, debate.seats), words=why)
        yield Line(text=told, places=(Place(path=step.path, label=when(step.path), words=step.words),), below=True)


def _attacks(debate: Debate, one: Statement, known: Iterable[Statement], places: Mapping[str, int]) -> Iterator[Line]:
    """Yield what else others have put against the present wording, and against a former one where nobody has judged the
    present one, and hold still, in the words in which they did: the words of those who say that they dispute it stand
    above."""
    against = [made for made in one.judgements.values() if made.verdict == "disagrees" and made.words]
    told = [bare_words(made.words) for made in against]
    last = one.wordings[-1].path  # who wrote at the same time had not read it
    order = {**places, **{path: places.get(last, 0) - 1 for path in beside(debate, last) if path != last}}
    former = put_before(one, known, order) if one.outdated or one.lapsed else []
    for other in (*former, *put_against(one, known, order)):
        first = other.wordings[0]
        if not any(bare_words(first.words) in words or words in bare_words(first.words) for words in told):
            text = tr("{seat} puts {id} against it: {text}")
            text = tr("{seat} put {id} against it, worded otherwise then: {text}") if len(other.wordings) > 1 else text
            text = tr("{seat} put {id} against its earlier wording: {text}") if other in former else text
            text = text.format(seat=name_of(other.author, debate.seats), id=other.id, text=first.text)
            place = Place(path=first.path, label=when(first.path), words=first.words)
            yield Line(text=text, places=(place,), below=True)


def _met(debate: Debate, one: Statement) -> Iterator[Line]:
    """Yield where the author of a statement says that what was put against its present wording was met."""
    for step in [step for step in one.since_reworded if step.deed == "answered"][-1:]:
        told = f"{name_of(step.seat, debate.seats)} {DEEDS[step.deed]}: {quoted(without_marks(step.words))}"
        yield Line(text=told, places=(Place(path=step.path, label=when(step.path), words=step.words),), below=True)


def _upheld(debate: Debate, one: Statement) -> Iterator[Line]:
    """Yield who finds right what is in dispute, and takes no side."""
    for made in one.judgements.values():
        if made.weighs and _last_deed(one, made.seat) == "upheld":
            told = tr("{seat} finds it right: {words}") if made.words else tr("{seat} finds it right")
            told = told.format(seat=name_of(made.seat, debate.seats), words=quoted(without_marks(made.words)))
            yield Line(text=told, places=(Place(path=made.path, label=when(made.path), words=made.words),), below=True)


def _accepted(one: Statement, former: Collection[tuple[str, str]]) -> dict[str, tuple[HistoryStep, str | None]]:
    """Return where each accepts a part of a statement, and what they dispute of it: the last time, or the one before
    where a few words only call to mind what they said of the same wording. `former`: the turns, each with who spoke,
    that came before it."""
    parts = dict[str, tuple[HistoryStep, str | None]]()
    for step, rejected in told_once(one.history):
        known = parts.get(step.seat)
        again = known is not None and (known[0].path, step.seat) not in former and is_brief(step.words)
        if step.deed == "partly" and not again:
            parts[step.seat] = (step, rejected)
    return parts


def _objection(
    debate: Debate, one: Statement, made: Judgement, texts: Mapping[str, str], called: Mapping[str, str]
) -> Line:
    """Return what somebody has against a statement, or against an earlier wording of it, in whole sentences. `called`:
    what the statement is called with which they agree, and which attacks it."""
    of = tr("its earlier wording") if one.earlier(made) else tr("it")
    where, text = Place(path=made.path, label=when(made.path), words=made.words), texts.get(made.path, "")
    why = _because(_whole(made.words, text), _whole(made.reason, text))
    unsure = tr("{against} doubts {of}{said}")
    form = unsure if made.verdict == "doubts" else tr("{against} disputes {of}{said}")
    if made.weak:
        form = tr("{against} questions {of}{said}")
    if made.unread and made.verdict == "disagrees":
        form = tr("{against} wrote against {of} at the same time{said}")
    if made.through:
        through = called.get(made.through, made.through)
        form = tr("{against} agrees with {id}, which attacks it{said}").replace("{id}", through)
    if made.former:
        form = tr("{against} disputed it with {id}, worded otherwise then{said}").replace("{id}", made.former)
    said = form.format(against=name_of(made.seat, debate.seats), of=of, said=f": {why}" if why else "")
    return Line(text=said, places=(where,), below=True)


def _holding(debate: Debate, made: Judgement, held: Statement) -> Line:
    """Return who holds to a statement of their own, in its words, that another attacks, of which they say nothing."""
    told = tr("{who} holds to {id}, which it attacks: {words}")
    told = told.format(who=name_of(made.seat, debate.seats), id=held.id, words=quoted(without_marks(held.words)))
    path = held.wordings[-1].path
    return Line(text=told, places=(Place(path=path, label=when(path), words=held.words),), below=True)


def _in_part(debate: Debate, step: HistoryStep, of: str, rejected: str | None, held: HistoryStep | None) -> Line:
    """Return what somebody accepts a part of, with what they dispute: nothing for None, for "" the rest of it in the
    same words, or a part of what they `held` before."""
    place = Place(path=step.path, label=when(step.path), words=without_item(step.words))
    whole = tr("{seat} accepts a part of {of} and disputes the rest: {words}")
    if held is not None:
        whole = tr("{seat} agreed with {of} ({agreed}), and disputes a part of it now: {words}")
    agreed = quoted(without_item(without_marks(held.words))) if held is not None else ""
    said = whole if rejected == "" else tr("{seat} accepts a part of {of}: {words}")
    words = quoted(without_item(without_marks(step.words)))
    more = tr("; objects: {words}").format(words=quoted(without_marks(rejected))) if rejected else ""
    told = said.format(seat=name_of(step.seat, debate.seats), of=of, words=words, agreed=agreed)
    return Line(text=told + more, places=(place,), below=True)


def _whole(words: str, text: str) -> str:
    """Return the sentence of a turn in which these words stand, as a quotation: a part of one is hard to follow; the
    words themselves where they stand nowhere."""
    found = sentence(words, text) or without_because(words)
    return quoted(without_item(" ".join(found.split()))) if found else ""
