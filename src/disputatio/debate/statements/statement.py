"""What is held and disputed: a statement with its wordings, what others say of it, and its history (SPEC §1, DUAL.3).

    unaddressed   nobody but its author has said anything of it
    agreed        somebody else accepts it as it is worded now, and nobody disputes it
    contested     somebody disputes it, or it was raised as an objection that nobody has accepted
    assumption    somebody says that nobody here can decide it, which is more than to question it, or its author calls
                  it a guess and nobody has judged it: neither agreed nor contested
    withdrawn     its author took it back, lets it rest, or let go of it as an objection that was met while what it
                  attacks stood
    settled       the person who holds the debate has settled it; participants have not
    weighed       only somebody who takes no side has judged it, as it is worded now

Agreed and contested is what is so between those who hold a position. What somebody says of it who decides or judges
stands beside that, whatever it is, and makes neither of the two.
A statement is one through all its wordings. Who accepted or doubted an earlier wording has said nothing of the present
one; who disputed an earlier one disputes it still, until they say what they make of the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, get_args

from disputatio.debate.statements.history import ENDS, JUDGED, HistoryStep, turning
from disputatio.debate.statements.receipts import ASSENT, bare_words, is_brief
from disputatio.debate.values import value

Status = Literal["unaddressed", "agreed", "contested", "assumption", "withdrawn", "settled", "weighed"]
Verdict = Literal["agrees", "disagrees", "doubts"]
Flip = Literal["", "evidence", "argument", "deferred", "none"]
"""How a change of position came about: see `moves`."""
Counted = tuple[Status, bool, bool, bool, bool, bool, bool, bool, bool, bool, bool]
"""What is counted of a statement: its status, and whether it is blocking, earned, given up, accepted in part, judged as
it was worded before alone, an assumption that somebody agrees with, questioned alone, an assumption of which somebody
accepts a part."""
LinkKind = Literal["supports", "attacks", "answers"]
LINKS: tuple[LinkKind, ...] = get_args(LinkKind)
ABANDONED = 2
"""Whole rounds in which nobody returns to a dispute, after which it gets no room any more (SPEC LEDGER.2)."""


@value
class Link:
    """An edge of the argument graph: the statement that has it supports, attacks or answers `to`, the id of another or
    a citation. `by`: the seat that drew it; `path`: in which message."""

    kind: LinkKind
    to: str
    by: str = ""
    path: str = ""


@value
class Wording:
    """A statement as it was worded in the turn at `path`. `words`: the receipt, as it stands there. `into`: the ids of
    the statements that carry on the rest of what it said, where its author divided it and holds both."""

    text: str
    path: str
    words: str = ""
    into: tuple[str, ...] = ()


@value
class Judgement:
    """What somebody else says of a statement. `wording`: the number of the wording that they spoke of. `words`: the
    receipt; `reason`: the reason that they name. `decisive`: that the answer would change if it were false. `weak`: a
    doubt of who is not convinced, and does not say that nobody here can decide it. `declared`: read by rule from a
    declaration in prose, which ends no debate (SPEC RECEIPT.1). `unread`: written at the same time as the statement, by
    somebody who did not know of it. `part`: it is of a part alone, and they accept the rest. `neutral`: by somebody who
    holds no position. `holding`: they have said nothing of it, and hold to the statement of this id, which it attacks;
    `through`: and agree with that of this id, which attacks it. `attacked`: they agree, and the statement of theirs of
    this id attacks it: whether they agree still, nobody knows, so it ends no debate. `former`: they dispute it in the
    words of their statement of this id, which they have reworded since. `verified`: quotations of the source in the
    sentence of the receipt that were compared and stand there."""

    seat: str
    verdict: Verdict
    path: str
    wording: int = 0
    words: str = ""
    reason: str = ""
    strong: bool = False
    decisive: bool = False
    weak: bool = False
    declared: bool = False
    unread: bool = False
    part: bool = False
    holding: str = ""
    through: str = ""
    attacked: str = ""
    former: str = ""
    neutral: bool = False
    verified: tuple[str, ...] = ()

    @property
    def weighs(self) -> bool:
        """Whether it finds right or wrong what others hold, and is no agreement and no dispute of its own."""
        return self.neutral and self.verdict != "doubts"

    @property
    def reasoned(self) -> bool:
        """Whether the reason is more than assent."""
        return len(bare_words(self.reason).split()) > ASSENT

    @property
    def brief(self) -> bool:
        """Whether the reason says little by itself."""
        return is_brief(self.reason)


@value
class Statement:
    """`wordings`: oldest first. `judgements`: the last one of each other participant, by seat. `against`: whom it
    was raised against as an objection, "" where it was not. `opponents`: who ever disputed it, in that order.
    `withdrawn_by_rule`: that was read by rule in a declaration, which ends no debate. `closed`: its
    author has let go of it, since an objection was met, or since it no longer matters. `assumed`: its author calls it a
    guess, or accepts it as an assumption. `raised`: its author only raised it as unverifiable, and nobody asserts it.
    `flip`: how the last change of position on it came about. `verified`: quotations of the source that were compared
    and bear it out; `placed`: places that are there, where nothing was compared; `failed`: citations for it that did
    not hold. `ruled`: what the person made of it ("open": left open); `ruling`: in which turn, and `why`. `room`: the
    crux room that it is or was in, `talking`: is; `seated`: who sits or sat there; `card`: the last card; `resolution`:
    how it was resolved.
    `touched`: the round in which a side last took it up; `disputed_in`: that in which somebody last disputed it;
    `streak`: in how many rounds it was contested without a break; `abandoned`: nobody returned to it."""

    id: str
    author: str
    kind: str = "claim"
    wordings: tuple[Wording, ...]
    judgements: dict[str, Judgement] = field(default_factory=dict)
    history: tuple[HistoryStep, ...] = ()
    against: str = ""
    opponents: tuple[str, ...] = ()
    withdrawn: bool = False
    withdrawn_by_rule: bool = False
    closed: bool = False
    assumed: bool = False
    raised: bool = False
    flip: Flip = ""
    links: tuple[Link, ...] = ()
    verified: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    ruled: str = ""
    ruling: str = ""
    why: str = ""
    room: str = ""
    talking: bool = False
    seated: tuple[str, ...] = ()
    card: str = ""
    resolution: str = ""
    touched: int = 0
    disputed_in: int = 0
    streak: int = 0
    abandoned: bool = False

    @property
    def text(self) -> str:
        """The present wording."""
        return self.wordings[-1].text

    @property
    def path(self) -> str:
        """The turn that stated it first."""
        return self.wordings[0].path

    @property
    def words(self) -> str:
        """The receipt of the present wording."""
        return self.wordings[-1].words

    @property
    def since(self) -> str:
        """The turn that gave it its present status, or the person's ruling."""
        return self.turned.path if self.turned else self.path

    @property
    def turned(self) -> HistoryStep | None:
        """The step that gave it its present status."""
        return turning(self.history)

    def agreed_in(self, seat: str) -> HistoryStep | None:
        """Return the step in which somebody agreed with the present wording, and has agreed ever since."""
        found = None
        for step in reversed(self.history):
            if step.deed == "revised" or (step.seat == seat and step.deed != "agreed"):
                break
            found = step if step.seat == seat else found
        return found

    @property
    def agreeing(self) -> tuple[Judgement, ...]:
        """The judgements of those who hold a position and agree with it."""
        return tuple(one for one in self.judgements.values() if one.verdict == "agrees" and not one.neutral)

    @property
    def disputing(self) -> tuple[Judgement, ...]:
        """The judgements of those who hold a position and dispute it, or an earlier wording of it."""
        return tuple(one for one in self.judgements.values() if one.verdict == "disagrees" and not one.neutral)

    @property
    def status(self) -> Status:
        return self._status(self.judgements.values(), withdrawn=self.withdrawn)

    @property
    def firm(self) -> Status:
        """The status by declared fields and records with receipts: what may end a debate."""
        firm = (one for one in self.judgements.values() if not one.declared)
        given = (replace(one, verdict="disagrees") if one.attacked else one for one in firm)
        return self._status(given, withdrawn=self.withdrawn and not self.withdrawn_by_rule)

    def _status(self, judgements: Iterable[Judgement], *, withdrawn: bool) -> Status:
        if self.ruled:
            return "contested" if self.ruled == "open" else "settled"
        if withdrawn:
            return "withdrawn"
        given = [*judgements]
        verdicts = {one.verdict for one in given if not (one.weighs or one.weak or self.forgone(one))}
        if self.closed:
            return "agreed" if verdicts == {"agrees"} else "withdrawn"
        if "disagrees" in verdicts or (self.against and "agrees" not in verdicts):
            return "contested"
        if "doubts" in verdicts or (self.assumed and not verdicts):
            return "assumption"
        weighed = any(one.weighs and not self.overtaken(one) for one in given)
        return "agreed" if verdicts else "weighed" if weighed else "unaddressed"

    @property
    def since_reworded(self) -> tuple[HistoryStep, ...]:
        """What was done with the present wording."""
        revised = [at for at, step in enumerate(self.history) if step.deed == "revised"]
        return self.history[revised[-1] + 1 if revised else 0 :]

    @property
    def granted(self) -> tuple[HistoryStep, ...]:
        """Where those who hold a position accepted a part of the present wording, and have not agreed with it since:
        the last time of each."""
        found = {step.seat: step for step in self.since_reworded if step.deed == "partly" and not step.neutral}
        return tuple(step for step in found.values() if not self.agreed_since(step))

    @property
    def parts(self) -> tuple[HistoryStep, ...]:
        """Where a part of the present wording is accepted, and no more is known of what they make of it."""
        return tuple(step for step in self.granted if step.seat not in self.judgements)

    def agreed_since(self, part: HistoryStep) -> bool:
        """Return whether somebody agreed with it after they had accepted a part of it: that outlives the part."""
        made, paths = self.judgements.get(part.seat), [step.path for step in reversed(self.history)]
        agreed = made is not None and made.verdict == "agrees" and made.path in paths
        return made is not None and agreed and paths.index(made.path) < paths.index(part.path)

    @property
    def in_part(self) -> bool:
        """Whether those who hold a position accept a part of it, and have not judged the whole."""
        return bool(self.parts) and self.status in ("unaddressed", "weighed")

    @property
    def questioned(self) -> bool:
        """Whether others question it as it is worded now, and no side has judged it."""
        weak = any(made.weak and not self.overtaken(made) for made in self.judgements.values())
        return weak and self.status == "unaddressed" and not self.in_part

    @property
    def judged_before(self) -> bool:
        """Whether others judged an earlier wording of it, and nobody has judged the present one."""
        revised = [at for at, step in enumerate(self.history) if step.deed == "revised"]
        steps = self.history[: revised[-1]] if revised and self.status == "unaddressed" and not self.in_part else ()
        return not self.questioned and any(step.deed in JUDGED and step.seat != self.author for step in steps)

    @property
    def dropped(self) -> bool:
        """Whether its author lets it rest."""
        ends = [step.deed for step in self.history if step.seat == self.author and step.deed in ("closed", "dropped")]
        return self.closed and ends[-1:] == ["dropped"]

    @property
    def open(self) -> bool:
        return self.status == "contested"

    @property
    def unsettled(self) -> bool:
        """Whether it is in dispute, or was and is now left open: neither a doubt nor a new wording is an agreement."""
        return self.open or (self.disputed and (self.status == "assumption" or self.lapsed or self.in_part))

    @property
    def lapsed(self) -> bool:
        """Whether its author reworded it when it was disputed, and no side has said anything of the new wording: who
        takes none and finds that right settles nothing between them."""
        ends = [step.deed for step in self.history if step.deed in ENDS]
        last = next((deed for deed in reversed(ends) if deed != "upheld" or "revised" not in ends), "")
        silent = self.status in ("unaddressed", "weighed") and not self.in_part
        return self.disputed and silent and last == "revised"

    @property
    def met(self) -> bool:
        """Whether its last crux room settled it between those who sat there, and they stand by it as it was settled:
        who sat in no room may dispute it."""
        last = next((step for step in reversed(self.history) if step.deed in ("revised", "met")), None)
        if self.ruled or self.status not in ("agreed", "contested", "assumption") or last is None or not last.words:
            return False
        others = (self.judgements.get(seat) for seat in self.seated if seat != self.author)
        return last.deed == "met" and all(made is not None and made.verdict == "agrees" for made in others)

    @property
    def agreed(self) -> bool:
        return self.status == "agreed"

    @property
    def reason(self) -> str:
        """What the last judgement that decides the status names as its reason, else what the person said."""
        found = self._reasoned
        return self.why if self.ruled else found.reason if found else ""

    @property
    def reason_by(self) -> str:
        """Who named that reason; "" where the person said it, or nobody."""
        found = self._reasoned
        return found.seat if found and not self.ruled else ""

    @property
    def _reasoned(self) -> Judgement | None:
        wanted = {"contested": "disagrees", "assumption": "doubts", "agreed": "agrees"}.get(self.status)
        fit = [one for one in self.judgements.values() if one.verdict == wanted and not (one.weighs or one.weak)]
        return next((one for one in reversed(fit) if one.reason), None)

    def overtaken(self, judgement: Judgement) -> bool:
        """Whether it was reworded since, so that a judgement is of an earlier wording, or the judgement was."""
        return self.earlier(judgement) or bool(judgement.former)

    def earlier(self, judgement: Judgement) -> bool:
        """Whether a judgement is of an earlier wording."""
        return judgement.wording < len(self.wordings) - 1

    def forgone(self, judgement: Judgement) -> bool:
        """Whether it is a doubt of an earlier wording alone."""
        return judgement.verdict == "doubts" and self.overtaken(judgement)

    @property
    def outdated(self) -> bool:
        """Whether those who dispute it spoke of an earlier wording, or in words that they have changed themselves, and
        have said nothing since."""
        return self.open and bool(self.disputing) and all(map(self.overtaken, self.disputing))

    @property
    def recast(self) -> bool:
        """Whether it is the objections that were reworded, and it is worded as they found it."""
        return self.outdated and not any(map(self.earlier, self.disputing))

    @property
    def blocking(self) -> bool:
        """An assumption on which the answer hangs, and which its author, or where nobody asserts it another
        participant, does not accept as one (SPEC DUAL.3): also where they reworded it, and who doubts it has said
        nothing since."""
        doubts = [one for one in self.judgements.values() if one.verdict == "doubts"]
        accepted = self.assumed or (self.raised and any(one.seat != self.author for one in doubts))
        standing = self.status not in ("contested", "withdrawn", "settled")
        return standing and any(one.decisive for one in doubts) and not accepted

    @property
    def unsupported(self) -> bool:
        """Whether its only citations did not hold."""
        return bool(self.failed) and not self.verified and not self.placed

    @property
    def disputants(self) -> tuple[str, ...]:
        """Who ever disputed it; of an objection that nobody did, whom it was raised against."""
        return self.opponents or ((self.against,) if self.against else ())

    def disputed_as_it_stands(self, judgement: Judgement, wording: int = -1) -> bool:
        """Whether a judgement disputes the whole of a wording (the present one) that its author had read. Who accepts
        that later has moved."""
        number = wording if wording >= 0 else len(self.wordings) - 1
        whole = not (judgement.unread or judgement.part or judgement.holding or judgement.through or judgement.former)
        return judgement.verdict == "disagrees" and judgement.wording == number and whole

    @property
    def sides(self) -> tuple[str, ...]:
        """Its author, and who disputes it, or did so first; while it is in a crux room, those who sit there."""
        if self.talking:
            return self.seated
        now = [one.seat for one in self.disputing]
        return tuple(seat for seat in (self.author, *(now or self.disputants)[:1]) if seat)

    def disputes_part(self, judgement: Judgement) -> bool:
        """Return whether somebody disputes a part of it alone: in these words, or since they accept another part."""
        accepted = (step.seat for step in self.granted)
        return judgement.verdict == "disagrees" and (judgement.part or judgement.seat in accepted)

    @property
    def disputed(self) -> bool:
        """Whether it is, or ever was, in dispute."""
        return bool(self.disputants) or self.ruled == "open"

    @property
    def objection(self) -> bool:
        """Whether it was raised against something."""
        return bool(self.against) or any(link.kind == "attacks" for link in self.links)

    @property
    def earned(self) -> bool:
        """Whether its agreement was earned (SPEC CONSENSUS.4): in sealed first answers, through evidence or argument,
        or on somebody's first assessment of the present wording with a verified quotation, for the statement or beside
        the agreement, or a reason that is more than assent."""
        if not self.agreed:
            return False
        given = self.agreeing
        if any(one.unread or one.path.startswith("sealed") for one in given) or self.flip in ("evidence", "argument"):
            return True
        wavered = {step.seat for step in self.since_reworded if step.deed in ("disputed", "doubted")}
        reworded = self.flip == "none" and len(self.wordings) > 1 and not wavered
        first = [one for one in given if one.seat not in wavered] if reworded or not self.flip else []
        return any(one.reasoned or one.verified or self.verified for one in first)

    @property
    def given_up(self) -> bool:
        """Whether it is agreed because somebody yielded, or moved without a reason, and nobody names one."""
        return self.agreed and self.flip in ("deferred", "none") and not self.earned

    @property
    def counted(self) -> Counted:
        assumption = self.status == "assumption"
        agreed, granted = assumption and bool(self.agreeing), assumption and bool(self.granted)
        apart = self.in_part, self.judged_before, agreed, self.questioned, granted, self.outdated
        met = self.closed and self.status == "withdrawn"
        return self.status, self.blocking, self.earned, self.given_up, *apart, met


def objects(one: Statement, known: Mapping[str, Statement]) -> bool:
    """Return whether a statement is an objection, or a reason of its author for one of theirs: that can be met."""
    held = (known.get(link.to) for link in one.links if link.kind == "supports")
    return one.objection or any(other is not None and other.objection and other.author == one.author for other in held)
