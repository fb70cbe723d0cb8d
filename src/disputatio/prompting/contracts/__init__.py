"""The output contracts: what a format's `gives` can name, each with all that is particular to it in one module.

A contract is one value, `contract.Contract`: its fields, what a model is asked for, how a reply is read, what can be
derived without a model, what a rehearsal says, and what faces call it. No other table of this package is keyed by
contracts; the rules have one, `debate.format`, which says of each whether it is a message or a record, and what its
payload must have.

contract                              what a contract is
prose, answer, argument, opposition   what participants say: texts, an answer, a case for a side, a counterpart
challenge                             an answer that has to challenge the one before it
questions, findings, programs         questions and answers, attacks and defences, code and its tests
stance, review, ranking, ballot       a side of a crux room, a score of the work, an order, a vote
assessment, agreement, approval       the Critic's assessment, how far all agree, a person's word at a gate
verdict, appraisal, synthesis         a moderator's decision, a judge's figures, the result for the person who asked
ledger, record, reflections, card     what a clerk records: of a message, of a round, of the course, of a crux room
digest, aspects, traits, insights     older messages condensed; aspects, the kind of task, what is worth remembering
verification                          whether the words of each judgement say as much as was recorded
lessons                               what failing programs of earlier debates teach, and of this one
served                                what services answer instead of a model

To add one:

    prompting/contracts/NAME.py      the contract
    prompting/contracts/__init__.py  one line in `CONTRACTS`, and its name above
    debate/format.py                 one line, in MESSAGES or RECORDS
    resources/formats/README.md      one line for who writes formats

The tests find a line that was forgotten. What replies change in a debate is the rules' own. A stage whose replies are
counted (`ballot` is one) takes, beside the contract where it is new:

    debate/policies/NOTION.py        what the replies come to, and its policies: a figure, an exit
    debate/walk/rulebook.py          the line that lists the module
    resources/formats/standard.toml  the step, or a format of its own
    resources/formats/README.md      a line for each policy and step
    prompting/sections/listings.py   how the tally is headed in a prompt
"""

from __future__ import annotations

from disputatio.prompting.contracts.agreement import AGREEMENT
from disputatio.prompting.contracts.answer import ANSWER
from disputatio.prompting.contracts.appraisal import APPRAISAL
from disputatio.prompting.contracts.approval import APPROVAL, MARKS, RULING
from disputatio.prompting.contracts.argument import ARGUMENT
from disputatio.prompting.contracts.aspects import ASPECTS
from disputatio.prompting.contracts.assessment import ASSESSMENT
from disputatio.prompting.contracts.ballot import BALLOT
from disputatio.prompting.contracts.card import CARD
from disputatio.prompting.contracts.challenge import CHALLENGE
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.contracts.digest import DIGEST
from disputatio.prompting.contracts.findings import FINDINGS, PATCHES
from disputatio.prompting.contracts.insights import INSIGHTS
from disputatio.prompting.contracts.ledger import LEDGER
from disputatio.prompting.contracts.lessons import LESSONS, PATTERNS
from disputatio.prompting.contracts.opposition import OPPOSITION
from disputatio.prompting.contracts.programs import CASES, CODE, REFLECTION_ON_TESTS, TESTS
from disputatio.prompting.contracts.prose import ARTIFACT, PLAN, SAY
from disputatio.prompting.contracts.questions import ANSWERS, QUESTIONS
from disputatio.prompting.contracts.ranking import COMPARISON, RANKING
from disputatio.prompting.contracts.record import RECORD
from disputatio.prompting.contracts.reflections import REFLECTIONS
from disputatio.prompting.contracts.review import FLAWS, REVIEW
from disputatio.prompting.contracts.served import EVIDENCE, MEMORIES, RECALL
from disputatio.prompting.contracts.stance import STANCE
from disputatio.prompting.contracts.synthesis import SYNTHESIS
from disputatio.prompting.contracts.traits import TRAITS
from disputatio.prompting.contracts.verdict import VERDICT
from disputatio.prompting.contracts.verification import VERIFICATION

CONTRACTS: dict[str, Contract] = {
    contract.name: contract
    for contract in (
        *(SAY, ANSWER, CHALLENGE, ASSESSMENT, STANCE, OPPOSITION, ARGUMENT, QUESTIONS, ANSWERS, PLAN, ARTIFACT),
        *(FLAWS, REVIEW, FINDINGS, PATCHES, VERDICT, APPROVAL, CARD, SYNTHESIS),
        *(ASPECTS, LEDGER, VERIFICATION, RECORD, REFLECTIONS, DIGEST, TRAITS, CODE, CASES, TESTS, REFLECTION_ON_TESTS),
        *(RANKING, BALLOT, COMPARISON, APPRAISAL, AGREEMENT, RECALL, MEMORIES, INSIGHTS, RULING, MARKS, EVIDENCE),
        *(LESSONS, PATTERNS),
    )
}
"""Every contract by name: the messages first, then the records."""


def contract_of(gives: str) -> Contract:
    """Return the contract of that name. A debate that was opened with another version may name one that is gone: its
    turns are prose."""
    return CONTRACTS.get(gives, SAY)


__all__ = ["CONTRACTS", "Contract", "contract_of"]
