"""A debate whose models say what fills a board: claims with links, each class of shift, a crux room and its card."""

import json
from typing import Any

from disputatio.app.application import Application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.ids import bound
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat, SeatChoice
from disputatio.debate.payload import message_at, speaker_of
from disputatio.prompting.request import Request

NAMES = ("Ada", "Ben", "Cyd")
ADA, BEN, CYD = "personas", "personas-2", "personas-3"
AUDIT = "An append-only log is needed to explain every balance at a past instant."
COST = "Two versions of each payload are more than a team of three can maintain."
LOSS = "Snapshots every 500 events keep the cold start below 40 ms."
CLOUD = "A hosted database would cost less within two years."
ON = "store/ledger.py:41"


def claim(text: str, *sides: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "sides": list(sides), "status": "active", **more}


def against(seat: str, text: str, strength: str = "strong") -> dict[str, str]:
    return {"seat": seat, "on": text, "strength": strength}


RECORDS: dict[str, dict[str, Any]] = {
    f"opening[{ADA}]": {
        "stance": "Event sourcing is worth it for the ledger, and for nothing else.",
        "keypoints": ["Provenance comes for free with an append-only log."],
        "confidence": 0.85,
    },
    f"opening[{BEN}]": {
        "stance": "A plain table with an audit trigger is enough for three people.",
        "keypoints": ["Upcasters become a second code base."],
        "confidence": 0.9,
    },
    f"opening[{CYD}]": {"stance": "It depends on how often an auditor will ask.", "confidence": 0.4},
    f"aspect[cost]/take[{ADA}]": {
        "position": "Upcasters are a page of code a year.",
        "claims": [claim(CLOUD, ADA, BEN)],
        "confidence": 0.85,
    },
    f"aspect[cost]/take[{BEN}]": {
        "position": "Two payload versions double every migration.",
        "disagreements": [against(ADA, CLOUD), against(ADA, "Upcasters are a page of code a year.")],
        "claims": [claim(COST, BEN, ADA), claim(CLOUD, ADA, BEN)],
        "confidence": 0.9,
    },
    f"aspect[cost]/take[{CYD}]": {"position": "Salaries outweigh servers here.", "confidence": 0.5},
    f"aspect[cost]/miniround[1]/reply[{ADA}]": {
        "position": "One upcaster a year, tested by the golden logs.",
        "disagreements": [against(BEN, COST)],
        "claims": [claim(COST, BEN, ADA), claim(AUDIT, ADA, BEN, attacks=["COST"])],
        "evidence": ["docs/decisions/007.md"],
        "confidence": 0.8,
    },
    f"aspect[cost]/miniround[1]/reply[{BEN}]": {
        "disagreements": [against(ADA, AUDIT)],
        "claims": [claim(COST, BEN, ADA), claim(AUDIT, ADA, BEN)],
        "unanswered": ["How often was a payload changed last year?"],
        "confidence": 0.9,
    },
    f"aspect[cost]/miniround[1]/reply[{CYD}]": {
        "stance": "Event sourcing costs more than it saves for three people.",
        "shifts": [
            {
                "from": "It depends on how often an auditor will ask.",
                "to": "Event sourcing costs more than it saves for three people.",
                "cause": f"Ben's point: {COST}",
                "because": [COST],
                "sentence": "Ben's count of payload versions settles it for me: three people cannot carry that.",
            }
        ],
        "agreements": [against(BEN, COST, "mild")],
        "confidence": 0.7,
    },
    f"aspect[cost]/miniround[2]/reply[{ADA}]": {
        "disagreements": [against(BEN, COST)],
        "claims": [claim(COST, BEN, ADA)],
        "confidence": 0.8,
    },
    f"aspect[cost]/miniround[2]/reply[{BEN}]": {
        "disagreements": [against(ADA, AUDIT), against(CYD, "It depends on the auditor.")],
        "claims": [claim(COST, BEN, ADA), claim(AUDIT, ADA, BEN)],
        "confidence": 0.85,
    },
    f"aspect[cost]/miniround[2]/reply[{CYD}]": {
        "stance": "Event sourcing for the ledger alone is worth trying.",
        "shifts": [
            {
                "from": "Event sourcing costs more than it saves for three people.",
                "to": "Event sourcing for the ledger alone is worth trying.",
                "sentence": "All right, I go along with it.",
            }
        ],
        "confidence": 0.75,
    },
    f"aspect[recovery]/take[{ADA}]": {
        "position": "A snapshot and the tail of the log are read in one go.",
        "claims": [claim(LOSS, ADA, BEN)],
        "evidence": [ON],
        "confidence": 0.85,
    },
    f"aspect[recovery]/take[{BEN}]": {
        "position": "Nobody measured that on the small machine.",
        "disagreements": [against(ADA, LOSS)],
        "claims": [claim(LOSS, ADA, BEN)],
        "confidence": 0.6,
    },
    f"aspect[recovery]/take[{CYD}]": {"position": "The measurement decides.", "confidence": 0.75},
    f"aspect[recovery]/miniround[1]/reply[{ADA}]": {"evidence": [ON], "confidence": 0.9},
    f"aspect[recovery]/miniround[1]/reply[{BEN}]": {
        "stance": "Event sourcing for the ledger, with snapshots, can be recovered fast enough.",
        "concessions": [LOSS],
        "shifts": [
            {
                "from": "Nobody measured that on the small machine.",
                "to": "Recovery is fast enough with snapshots.",
                "cause": f"The measurement at {ON}.",
                "because": [ON],
                "sentence": "The measurement stands there as quoted, so I take my objection back.",
            }
        ],
        "claims": [claim(LOSS, ADA, BEN, status="resolved", resolution="Ben accepts the measurement.")],
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
RECORD = {
    "summary": "Ben holds that upkeep decides, Ada that it is small; Cyd moved twice.",
    "items": [
        {
            "seat": ADA,
            "position": "One upcaster a year, tested by the golden logs.",
            "argument": "The golden logs catch what an upcaster breaks.",
            "evidence": "docs/decisions/007.md",
            "engaged": [BEN],
        },
        {"seat": BEN, "position": "Two payload versions double every migration.", "engaged": [ADA, CYD]},
    ],
    "disagreements": ["Whether three people can maintain two versions of each payload."],
    "shifts": ["Cyd came to see it as worth trying."],
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
        options={"aspects": ["cost", "recovery"], "minirounds": 2},
    )


def says(request: Request) -> str:
    """What the scripted models say."""
    path, gives = request.brief.path, request.brief.gives
    match gives:
        case "ledger":
            return json.dumps({"importance": 5, **RECORDS.get(message_at(path), {})})
        case "card":
            return json.dumps({**CARD, "claim": bound(path).get("crux", "")})
        case "reflections":
            return json.dumps(REFLECTIONS)
        case "record":
            return json.dumps(RECORD)
        case "stance":
            return STANCES[int(bound(path).get("exchange", "1")) % 2]
        case "say":
            return _message(path)
    return "{}"


def _message(path: str) -> str:
    record = RECORDS.get(path, {})
    said = [record.get("stance", ""), record.get("position", "")]
    said += [shift["sentence"] for shift in record.get("shifts", ())]
    said += [f"- {one['on']}" for one in record.get("disagreements", ())]
    said += [f"The measurement stands at `{one}`." for one in record.get("evidence", ())]
    words = "\n\n".join(text for text in said if text)
    return words or f"I keep to what I said before, as {speaker_of(path)}, and answer what was asked of me."


async def learn(
    app: Application, debate: str, question: str, *texts: str, kind: str = "agreed", ref: str = "p"
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
    items = [{"text": text, "kind": kind} for text in texts]
    await app.log.append(debate, [opened, asked, TurnCompleted(path="insights[clerk]", text="", data={"items": items})])
