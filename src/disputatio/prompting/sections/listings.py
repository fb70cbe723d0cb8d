"""The list of writers, and the figures that are lists: what stands on the board, one entry a line. Text for models."""

from __future__ import annotations

from collections.abc import Callable

from disputatio.debate.board.attacks import Attack, Defence, attacks_of
from disputatio.debate.board.proposals import flaws_of
from disputatio.debate.board.questions import (
    Question,
    agenda_of,
    ambiguities_of,
    changed_since,
    contradictions,
    questions_of,
)
from disputatio.debate.board.recall import memories_of
from disputatio.debate.board.records import strongest
from disputatio.debate.board.room_entry import beside_claim, room_claim
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.citations.evidence import items_of, subject_of, summary
from disputatio.debate.format import FINDING
from disputatio.debate.ids import round_of, without_index
from disputatio.debate.log.state import block_at
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import word, words
from disputatio.debate.policies.ballots import letters, poll_of, slate_of
from disputatio.debate.policies.iterations import aspect_descriptions
from disputatio.debate.policies.reviews import scores_of
from disputatio.debate.policies.speakers import topology_of
from disputatio.debate.policies.works import document_in_hand, document_under, in_force, publishes
from disputatio.debate.policy import At, seat_in
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.values import value
from disputatio.debate.views.ballot_lines import vote_lines
from disputatio.debate.views.labels import FLAWS
from disputatio.debate.views.letters import without_names
from disputatio.debate.views.question_lines import state_of
from disputatio.debate.views.words import ended
from disputatio.prompting.reading.markdown import without_fences
from disputatio.prompting.sections.lines import citation_line, line, one_sentence, stands

Write = Callable[[At], str]


@value
class Writer:
    """`write` says what a figure says at a moment, "" for nothing; `title` stands above it in a request."""

    title: str
    write: Write


WRITERS: dict[str, Writer] = {}


def writes(name: str, title: str) -> Callable[[Write], Write]:
    """Register a function as the writer of a figure (see `debate.policies.figures.FIGURES` for which there are)."""

    def register(write: Write) -> Write:
        WRITERS[name] = Writer(title=title, write=write)
        return write

    return register


def text_of(name: str, at: At) -> str:
    """Return what a figure says at this moment. The name of nobody who has a letter for the reader stands in it,
    whoever wrote it."""
    told, seen = WRITERS[name].write(at), letters(at)
    return without_names(told, {seat: f"Response {letter}" for seat, letter in seen.items()}, at.debate.seats)


def title_of(name: str) -> str:
    """Return what stands above a figure; of one that nobody writes any more, its name."""
    return WRITERS[name].title if name in WRITERS else name


MOST_CITATIONS = 40
"""Citations of one turn that the figure `evidence` lists."""

PRESENT = "Participants"
"""What stands before the names of the participants."""

MOST_REFLECTIONS = 6
"""Reflections that the figure `reflections` lists."""


@writes("topic", "Who takes part, and the aspects")
def topic(at: At) -> str:
    """Return who takes part, and the aspects to be debated."""
    names = ", ".join(seat_name(at, seat.id) for seat in at.seats)
    listed = [f"{name}: {text}" if text else name for name, text in aspect_descriptions(at).items()]
    return f"{PRESENT}: {names}\nAspects: {'; '.join(listed) or 'the question as a whole'}"


@writes("participants", "The participants, by id")
def participants(at: At) -> str:
    """Return who takes part: id, name and role, for those who record."""
    return "\n".join(f"{seat.id}: {seat_name(at, seat.id)} ({seat.role})" for seat in at.seats)


@writes("options", "The options of the vote")
def options(at: At) -> str:
    """Return what a voter can vote for: texts by themselves, and documents and answers by the number that they have for
    this voter alone."""
    shown = slate_of(at)
    return "\n\n".join(f"{one.label}\n{one.text}" if one.authors else f"- {line(one.text)}" for one in shown)


@writes("vote", "What the vote comes to")
def vote(at: At) -> str:
    """Return the tally of the last vote, by the rule of the debate and by the others."""
    poll = poll_of(at)
    if poll is None:
        return ""
    authors = {key: " and ".join(seat_name(at, seat) for seat in seats) for key, seats in poll.authors.items()}
    return "\n".join(one.text for one in vote_lines(at, poll, {key: key for key in poll.vote.options} | authors))


@writes("claim", "The claim in question")
def claim(at: At) -> str:
    """Return the claim that an enclosing block is about, and what else its two sides hold."""
    found = room_claim(at)
    if found is None:
        return ""
    sides = f"Sides: {', '.join(seat_name(at, side) for side in found.sides)}"
    others = [f"{one.id} ({seat_name(at, one.author)}) {line(one.text)}" for one in beside_claim(at, found)]
    return "\n".join((f"{found.id} {found.text}", sides, *(("Other statements:", *others) if others else ())))


@writes("questions", "The questions that were asked")
def questions(at: At) -> str:
    """The last questions, whole. Who asked it and who answered it is not said: names may be hidden."""
    agenda = agenda_of(at)
    status = {one.id: _state(at, one) for one in agenda.listed} | dict.fromkeys(agenda.put, "put to you now")
    return "\n".join(
        f"{one.id} [{status[one.id]}]{_kind(one.category, one.priority)} {line(one.text)}" for one in agenda.listed
    )


def _state(at: At, one: Question) -> str:
    """Return what became of a question, as far as it may be known who answers what."""
    state = state_of(one, [*contradictions(one, at.past)])
    return f"{state.removesuffix(', but put again')}, put again as {one.again}" if one.again else state


@writes("answers", "The questions that were asked, and what was answered")
def answers(at: At) -> str:
    """Return every question, whole, with what became of it and who answered what, for whoever writes the result."""
    lines, known = list[str](), statements_of(at.past).values()
    for one in questions_of(at.past).values():
        lines.append(f"{one.id} [{_state(at, one)}] {line(one.text)}")
        for reply in one.replies:
            changed = [one for one, _ in changed_since(reply, known)]
            gone = [f"withdrawn since: “{line(one.text)}”" for one in changed if one.withdrawn]
            gone += [f"reworded since: “{line(one.text)}”" for one in changed if not one.withdrawn]
            since = f" ({'; '.join(gone)})" if gone else ""
            told = f"  {seat_name(at, reply.seat)}{' in part' if reply.part else ''}: “{line(reply.words)}”{since}"
            lines += [told] if reply.words else []
    return "\n".join(lines)


@writes("open-points", "What the last verdict left open, in an earlier round")
def open_points(at: At) -> str:
    """Return what whoever decides declared open when they decided last."""
    last = at.past.last("verdict")
    return "\n".join(f"- {line(text)}" for text in (words(last.data.get("open")) if last is not None else ()))


@writes("clarified", "What was clarified about the task, and what was not")
def clarified(at: At) -> str:
    """Return every question with the sentence that answers it, and what the last answers left unclear. Who asked and
    who answered is not said: names may be hidden."""
    asked = [
        f"{one.id}{_kind(one.category, one.priority)} {line(one.text)} — {_said(one)}"
        for one in questions_of(at.past).values()
        if at.hears(one.turn)
    ]
    return "\n".join((*asked, *(f"- still unclear: {line(text)}" for text in ambiguities_of(at.past))))


def _said(one: Question) -> str:
    words = [f"“{line(reply.words)}”" for reply in one.replies if reply.words]
    return "; ".join(words) or (f"put again as {one.again}" if one.again else "not answered")


@writes("attacks", "The attacks so far")
def attacks(at: At) -> str:
    """Return every published attack, whole, with its id, and whether it is closed or open; to those who attack, those
    of whom they hear."""
    return "\n".join(
        f"{one.id} [{_became(one)}]{_kind(one.category, one.severity)} {ended(line(one.text))}"
        + "".join(f" {_defence(each)}" for each in one.defences)
        + (" The attackers grant that it is closed." if one.granted else "")
        for one in attacks_of(at.past).values()
        if _may_know(at, one.turn.seat)
    )


def _became(one: Attack) -> str:
    return f"repeats {one.of}" if one.of else "open in part" if one.status == "partly" else one.status


def _defence(one: Defence) -> str:
    left = {"in part": " It closes the attack in part.", "no": " It does not close the attack."}.get(one.closes, "")
    failed = " It was tested, and failed." if one.failed else ""
    return f"Against it{f', a {one.kind}' if one.kind else ''}: {ended(line(one.text))}{left}{failed}"


@writes("patches", "What the defence published since, of what is judged here")
def patches(at: At) -> str:
    """Return what holds of the defences in this round, whole: a document that is voted on lacks what was mended in it
    afterwards. Who has nothing more to defend takes nothing back."""
    found = (turn for turn in at.past.of("patches") if turn.heard == "all" and turn.text.strip() and publishes(turn))
    here = in_force(turn for turn in found if round_of(turn.path) == round_of(at.path) and turn.seat != at.seat)
    return "\n\n".join(f"By {seat_name(at, turn.seat)}{_on(at, turn)}:\n{turn.text}" for turn in here)


def _on(at: At, defence: Turn) -> str:
    """Return which proposal a defence was made for."""
    document = document_under(at.past, defence)
    of = author_of(at, document.path) if document is not None else ""
    return f", on {of}" if of else ""


@writes("other-proposals", "Other proposals, of which you are not shown more")
def other_proposals(at: At) -> str:
    """Return the proposals of the round that are not worked on, a line each: whose it is, its title and its first
    sentence, and whether its author has written another one since."""
    document = document_in_hand(at.past)
    here = [
        turn
        for turn in at.past.of("artifact")
        if turn.heard == "all" and at.hears(turn) and round_of(turn.path) == round_of(at.path)
    ]
    last = {turn.seat: turn for turn in here}
    return "\n".join(
        f"- {author_of(at, turn.path)}: {_in_short(turn)}{'' if last[turn.seat] is turn else ' (written anew since)'}"
        for turn in here
        if turn is not document
    )


def _in_short(turn: Turn) -> str:
    """Return the title of a document and the first sentence below it."""
    lines = (
        text
        for text in without_fences(turn.text).replace("**", "").splitlines()
        if text.strip() and not text.startswith("#")
    )
    told = (word(turn.data.get("title")), one_sentence(line(next(lines, ""))))
    return " ".join(map(ended, filter(None, told))) or "without a title"


@writes("flaws", "The flaws that critics named")
def flaws(at: At) -> str:
    """Return every flaw with its id, whether it still stands, what it is a flaw of and what shows it; to those who
    judge, the flaws that those named whom they hear."""
    return "\n".join(
        f"{one.id} [{FLAWS[one.status].word}]{_kind(author_of(at, one.proposal), one.severity)} {ended(line(one.text))}"
        + (f" Shown by: {ended(line(one.evidence))}" if one.evidence else "")
        for one in flaws_of(at.past).values()
        if _may_know(at, one.by)
    )


def _may_know(at: At, finder: str) -> bool:
    """Return whether the seat is told what somebody found in a piece of work. Who judges or attacks finds for itself,
    and is told as much as the topology lets it hear; who mends, defends or votes has to know all of it."""
    block = block_at(at.debate, without_index(at.path))
    finds = block is not None and block.gives in FINDING
    return not finds or finder == at.seat or topology_of(at).hears(at.seat, finder)


@writes("scores", "What reviewers gave each proposal, from 0 to 1")
def scores(at: At) -> str:
    """Return the scores of each proposal, by criterion."""
    return "\n".join(
        f"{author_of(at, one.path)}: {one.score:.2f} "
        f"({', '.join(f'{line(name)} {score:.2f}' for name, score in one.criteria.items())})"
        for one in sorted(scores_of(at.past), key=lambda one: -one.score)
    )


@writes("rubric", "The criteria")
def rubric(at: At) -> str:
    """Return the criteria by which work is scored."""
    listed = at.debate.options.get("rubric")
    return "\n".join(f"- {line(each)}" for each in listed) if isinstance(listed, list) else ""


def author_of(at: At, path: str, *, hidden: bool = False) -> str:
    """Return whose proposal a turn gives, as the reader knows its author. `hidden`: "" of those without a letter, where
    authors have letters for the reader."""
    seat = seat_in(path, at.debate.seats)
    if not seat or seat == at.seat:
        return "yours" if seat else ""
    if (called := _option(at, seat)) is not None:
        return called
    seen = letters(at)
    if hidden and seen and seat not in seen:
        return ""
    return f"Response {seen[seat]}" if seat in seen else seat_name(at, seat)


def _option(at: At, seat: str) -> str | None:
    """Return what a voter calls the proposal of a seat, "" where it is no option; None for whoever does not vote."""
    block = block_at(at.debate, without_index(at.path))
    if block is None or "figure options" not in block.sees:
        return None
    return next((one.label for one in slate_of(at) if seat in one.authors), "")


def _kind(*told: str) -> str:
    """Return in parentheses what is known of an entry; "" for nothing."""
    known = ", ".join(filter(None, told))
    return f" ({known})" if known else ""


@writes("ledger", "Where everyone stands")
def ledger(at: At) -> str:
    """Return where each participant stands."""
    return "\n".join(stands(at, standing, whole=True) for standing in ledger_of(at.past).values())


@writes("reflections", "Observations so far")
def reflections(at: At) -> str:
    """Return the reflections so far, the most important first."""
    return "\n".join(f"- [{one.kind}] {line(one.text)}" for one in strongest(at.past, MOST_REFLECTIONS))


@writes("memories", "What you remember from earlier")
def memories(at: At) -> str:
    """Return what the seat is reminded of: from earlier in this debate, and from others where its persona was."""
    return "\n".join(f"- {text}" for text in memories_of(at))


@writes("evidence", "Citations, checked by machine against the source")
def evidence(at: At) -> str:
    """Return how the citations of what was said to the seat since it spoke last were checked against the source, and
    which of them are no verified quotations."""
    found: list[str] = []
    for turn in at.past.newest():
        if turn.seat == at.seat and turn.message:
            break
        if turn.gives == "evidence" and at.hears(turn):
            found.append(_checked(at, turn))
    return "\n\n".join(text for text in reversed(found) if text)


def _checked(at: At, turn: Turn) -> str:
    """Return what came of one check: the count, and each citation that is no verified quotation; what failed goes
    first."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    author = seat_in(of, at.debate.seats)
    if not items or author == at.seat:
        return ""
    ordered = sorted((item for item in items if item.status != "verified"), key=lambda item: not item.failed)
    lines = [f"- {citation_line(item)}" for item in ordered[:MOST_CITATIONS]]
    if len(ordered) > MOST_CITATIONS:
        lines.append(f"- and {len(ordered) - MOST_CITATIONS} more")
    return "\n".join((f"{seat_name(at, author)}: {summary(items)}", *lines))


def seat_name(at: At, seat: str) -> str:
    """Return the name of a seat, or its id."""
    return at.debate.seats[seat].name or seat if seat in at.debate.seats else seat
