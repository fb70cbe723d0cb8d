"""A debate whose models say what fills a board: claims with links, each class of change, a crux room and its card."""

import json
from typing import Any

from disputatio.app.application import Application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.ids import names_bound, seat_of
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat, SeatChoice
from disputatio.debate.values import Json
from disputatio.prompting.request import Request

NAMES = ("Ada", "Ben", "Cyd")
ADA, BEN, CYD = "personas", "personas-2", "personas-3"
AUDIT = "An append-only log is needed to explain every balance at a past instant."
COST = "Two versions of each payload are more than a team of three can maintain."
LOSS = "Snapshots every 500 events keep the cold start below 40 ms."
SMALL = "The small machine is the one that has to be measured."
CLOUD = "A hosted database would cost less within two years."
DEPENDS = "It depends on how often an auditor will ask."
DEAR = "Event sourcing costs more than it saves for three people."
WORTH = "Event sourcing for the ledger alone is worth trying."
YIELDS = "All right, I go along with it."
COUNTED = "Ben's count of payload versions settles it for me: three people cannot carry that."
MEASURED = "The measurement stands there as quoted, so I take my objection back."
ON = "store/ledger.py:41"


def doing(does: str, of: str, says: str, **more: Any) -> dict[str, Any]:
    """What a participant does with a statement, by its words, and the words in which they do."""
    return {"does": does, "of": of, "says": says, **more}


RECORDS: dict[str, dict[str, Any]] = {
    f"opening[{ADA}]": {
        "stance": "Event sourcing is worth it for the ledger, and for nothing else.",
        "new": ["Provenance comes for free with an append-only log."],
        "confidence": 0.85,
    },
    f"opening[{BEN}]": {
        "stance": "A plain table with an audit trigger is enough for three people.",
        "new": ["Upcasters become a second code base."],
        "confidence": 0.9,
    },
    f"opening[{CYD}]": {"stance": DEPENDS, "new": [DEPENDS], "confidence": 0.4},
    f"aspect[cost]/take[{ADA}]": {
        "position": "Upcasters are a page of code a year.",
        "new": [CLOUD],
        "confidence": 0.85,
    },
    f"aspect[cost]/take[{BEN}]": {
        "position": "Two payload versions double every migration.",
        "new": [COST],
        "confidence": 0.9,
    },
    f"aspect[cost]/take[{CYD}]": {"position": "Salaries outweigh servers here.", "confidence": 0.5},
    f"aspect[cost]/miniround[1]/reply[{ADA}]": {
        "position": "One upcaster a year, tested by the golden logs.",
        "new": [AUDIT],
        "attacks": COST,
        "about": [doing("disagrees", COST, "A page of code a year is no burden on anybody.", strength="strong")],
        "evidence": ["docs/decisions/007.md"],
        "confidence": 0.8,
    },
    f"aspect[cost]/miniround[1]/reply[{BEN}]": {
        "about": [
            doing("disagrees", CLOUD, "The price of a hosted one rises with the events.", strength="strong"),
            doing("disagrees", AUDIT, "A trigger explains a balance as well.", strength="strong"),
            doing("keeps", COST, "Four versions in one year are what I count."),
        ],
        "confidence": 0.9,
    },
    f"aspect[cost]/miniround[1]/reply[{CYD}]": {
        "stance": DEAR,
        "about": [
            doing("revises", DEPENDS, COUNTED, text=DEAR, because=COUNTED, why="argument"),
            doing("agrees", COST, "Three people cannot carry that", strength="mild"),
        ],
        "confidence": 0.7,
    },
    f"aspect[cost]/miniround[2]/reply[{ADA}]": {
        "about": [doing("disagrees", COST, "The golden logs test the one upcaster there is.", strength="strong")],
        "confidence": 0.8,
    },
    f"aspect[cost]/miniround[2]/reply[{BEN}]": {
        "about": [
            doing("keeps", COST, "Each change needed both versions for months."),
            doing("disagrees", AUDIT, "The trigger writes the old balance beside the new one.", strength="strong"),
        ],
        "confidence": 0.85,
    },
    f"aspect[cost]/miniround[2]/reply[{CYD}]": {
        "stance": WORTH,
        "about": [doing("revises", DEAR, YIELDS, text=WORTH, because=YIELDS, why="deferred")],
        "confidence": 0.75,
    },
    f"aspect[recovery]/take[{ADA}]": {
        "position": "A snapshot and the tail of the log are read in one go.",
        "new": [LOSS],
        "evidence": [ON],
        "confidence": 0.85,
    },
    f"aspect[recovery]/take[{BEN}]": {
        "position": "Nobody measured that on the small machine.",
        "confidence": 0.6,
    },
    f"aspect[recovery]/take[{CYD}]": {"position": "The measurement decides.", "confidence": 0.75},
    f"aspect[recovery]/miniround[1]/reply[{ADA}]": {"evidence": [ON], "confidence": 0.9},
    f"aspect[recovery]/miniround[1]/reply[{BEN}]": {
        "about": [doing("disagrees", LOSS, "On the small machine it was never below 90 ms.", strength="strong")],
        "new": [SMALL],
        "confidence": 0.6,
    },
    f"aspect[recovery]/miniround[2]/reply[{BEN}]": {
        "stance": "Event sourcing for the ledger, with snapshots, can be recovered fast enough.",
        "about": [doing("agrees", LOSS, MEASURED, because=MEASURED, why="argument")],
        "confidence": 0.8,
    },
    f"closing[{CYD}]": {"stance": "Event sourcing for the ledger alone, with snapshots.", "confidence": 0.85},
}
"""What each message changes, by its path. Messages without one change nothing."""

CARD = {
    "crux": "prediction",
    "statement": "Whether a payload of the ledger will change more than once a year.",
    "best": [
        {
            "seat": BEN,
            "text": "It changed four times in the last year, and each change needed both versions for months.",
        },
        {"seat": ADA, "text": "Three of those four were fields that the ledger itself does not have."},
    ],
    "minds": [
        {"seat": BEN, "text": "A year of history in which the ledger's own payload changed once or never."},
        {"seat": ADA, "text": "Two changes of the ledger's payload in one quarter."},
    ],
    "resolved": False,
    "how": "Both accept to count the changes of the ledger's own payload in the history of the repository.",
}
REFLECTIONS = {
    "items": [
        {
            "text": "Cyd moved twice in one aspect, the second time without naming a reason.",
            "kind": "shift",
            "about": [CYD],
            "importance": 8,
            "sources": [f"aspect[cost]/miniround[2]/reply[{CYD}]"],
        },
        {
            "text": "Ada and Ben come back to the upkeep of payload versions whatever is asked.",
            "kind": "pattern",
            "about": [ADA, BEN],
            "importance": 6,
            "sources": [f"aspect[cost]/take[{BEN}]", f"aspect[cost]/miniround[1]/reply[{ADA}]", "the opening"],
        },
    ]
}
STANCES = (
    "I hold what I hold until they are counted.\n\n### Statement\nThe changes of the last year are counted first.\n\n"
    "### Resolved\nfalse",
    "The count of changes decides, and one change a year would move me.\n\n### Statement\nThe count decides.\n\n"
    "### Resolved\nfalse",
)


def config() -> DebateConfig:
    seats = tuple(
        SeatChoice(seat="personas" if not number else f"personas-{number + 1}", model="scripted:one", name=name)
        for number, name in enumerate(NAMES)
    )
    return DebateConfig(
        question="Is event sourcing worth it for a ledger that three people maintain?",
        format="dialogue",
        seats=seats,
        services={"clerk": "scripted:one"},
        options={"aspects": ["cost", "recovery"], "minirounds": 2, "auto_continue": False},
    )


def says(request: Request) -> str:
    """What the scripted models say."""
    path, gives = request.brief.path, request.brief.gives
    match gives:
        case "ledger":
            return json.dumps(recorded(request))
        case "card":
            return json.dumps({**CARD, "claim": names_bound(path).get("crux", "")})
        case "reflections":
            return json.dumps(REFLECTIONS)
        case "stance":
            return STANCES[int(names_bound(path).get("exchange", "1")) % 2]
        case "say":
            return _message(path)
    return "{}"


def recorded(request: Request) -> dict[str, Any]:
    """The record of messages: the statements in them, what is done with known ones, where their authors stand. Every
    entry quotes its message."""
    ids = {one.text: one.id for one in request.brief.statements}
    found: dict[str, Any] = {"new": [], "about": [], "stands": []}
    for one in [turn.path for turn in request.brief.turns if turn.path in RECORDS]:
        record, by = RECORDS.get(one, {}), seat_of(one)
        links = {"links": [f"attacks {ids[record['attacks']]}"]} if "attacks" in record else {}
        stands = {name: record[name] for name in ("stance", "position", "confidence") if name in record}
        quote = record.get("stance") or record.get("position") or _sure(record)
        for text in record.get("new", ()):
            found["new"].append({"by": by, "text": text, "quote": text, **links})
            ids[text] = f"N{len(found['new'])}"
        found["about"] += [
            {**each, "by": by, "id": ids[each["of"]], "quote": each["says"]}
            for each in record.get("about", ())
            if each["of"] in ids
        ]
        found["stands"].append({"by": by, "quote": quote, "importance": 5, **stands})
    return found


def _sure(record: dict[str, Any]) -> str:
    return f"I am {record['confidence']:.0%} sure of that." if "confidence" in record else ""


def _message(path: str) -> str:
    record = RECORDS.get(path, {})
    said = [record.get("stance", ""), record.get("position", ""), *record.get("new", ())]
    said += [one["says"] for one in record.get("about", ())]
    said += [f"The measurement stands at `{one}`." for one in record.get("evidence", ())]
    said += [_sure(record)]
    words = "\n\n".join(text for text in said if text)
    return words or f"I keep to what I said before, as {seat_of(path)}, and answer what was asked of me."


async def learn(
    app: Application, debate: str, question: str, *texts: str, kind: str = "agreed", ref: str = "p", **more: Json
) -> None:
    """A debate about a project that leaves these insights."""
    opened = DebateOpened(
        question=question,
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model="openai:gpt"),),
        options={},
        context=Context(kind="project", ref=ref, title="Ledger"),
    )
    asked = TurnAsked(
        path="insights[clerk]", seat="clerk", model="", task="insights", gives="insights", heard="all", sees=()
    )
    items: list[Json] = [{"text": text, "kind": kind, **more} for text in texts]
    await app.log.append(debate, [opened, asked, TurnCompleted(path="insights[clerk]", text="", data={"items": items})])


def headings_of(transcript):
    """What stands above the messages of a transcript, from the first stretch to the last."""
    return [words for row in range(len(transcript.store)) if (words := transcript.heading(row))]
