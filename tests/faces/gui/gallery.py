"""A debate window made of all the pieces, to be looked at: `python gallery.py OUT.png [dark] [WIDTHxHEIGHT] [state]`.

States: debate (default), streaming, trouble, first, find, zoom. Not a test; the tests build the same window from here.
"""

import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.views.labels import CONCEDED, POINTS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.score import Score
from disputatio.debate.views.statements import PointItem
from disputatio.faces.gui.charts.gauge import ConsensusGauge, ScoreAt, Sparkline
from disputatio.faces.gui.debate.points import PointsCard
from disputatio.faces.gui.debate.run_inspector import RunCard, RunFigures
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.library.debate_index import DebateItem, Group
from disputatio.faces.gui.transcript.message_items import Badge, MessageAction, MessageItem
from disputatio.faces.gui.transcript.search import FindBar
from disputatio.faces.gui.transcript.view import Transcript

OPENING = """The audit requirement settles this. Every balance must be **reconstructible at any past instant**, and a
CRUD table only stores the latest state.

1. Append-only events give provenance for free.
2. Projections can be rebuilt when the schema of a *view* changes.
3. Replays double as regression tests.

```python
def project(events: Iterable[Event]) -> Ledger:
    \"\"\"Fold events into the current ledger.\"\"\"
    ledger = Ledger()
    for event in events:            # ordered by (stream, seq)
        ledger = ledger.apply(event)
    return ledger
```

> Concession: snapshots every `500` events keep cold start below 40 ms.
"""
OBJECTION = """I accept provenance, but the cost is understated. Two objections remain:

- **Schema drift.** Upcasters for `v1 → v4` events become a second codebase; see
  [the 2024 post-mortem](https://example.org).
- **Read-your-writes.** Asynchronous projections break the UI contract unless every command waits.

| approach | reads after writes | code to keep |
|---|---|---:|
| events, async views | stale | 2 × |
| events, same transaction | fresh | 1.4 × |
| plain tables | fresh | 1 × |

My stance on vector clocks is unchanged: last-writer-wins is sufficient for a *single-user desktop* ledger.
"""
REBUTTAL = """Both objections are answerable inside one process. Projections run **in the same SQLite transaction** as
the append, so reads are never stale:

```sql
BEGIN IMMEDIATE;
INSERT INTO events(stream, seq, kind, body) VALUES (?, ?, ?, ?);
UPDATE balance SET amount = amount + ? WHERE account = ?;
COMMIT;
```

As for upcasters, we version payloads and migrate on *snapshot*, which bounds the live versions to two"""
SYNTHESIS = """## What to believe

Event sourcing is worth it **for the ledger alone**: the audit requirement cannot be met otherwise at acceptable cost.

### Minority report
The Critic holds that two live payload versions are still one too many for a team of three.
"""


def message(key: str, who: str, round_: int, text: str, **more: object) -> MessageItem:
    looks = {
        "Analyst": {"role": "analyst", "glyph": "diamond", "colour": "#3B82F6", "model": "claude-opus-4.5"},
        "Critic": {"role": "critic", "glyph": "triangle", "colour": "#8B5CF6", "model": "gpt-5.2"},
        "Synthesis": {"role": "synthesis", "glyph": "rings", "colour": "teal", "model": "claude-opus-4.5"},
        "You": {"role": "you", "glyph": "pen", "colour": "slate", "model": ""},
    }[who]
    return MessageItem(**{"key": key, "author": who, "round": round_, "text": text, **looks, **more})


def messages(state: str) -> list[MessageItem]:
    shown = [
        message(
            "r1a",
            "Analyst",
            1,
            OPENING,
            chip="Opening",
            time="14:02",
            footer="1,204 tokens · $0.018 · first word 0.6 s",
        ),
        message(
            "r1c",
            "Critic",
            1,
            OBJECTION,
            chip="Assessment",
            time="14:03",
            footer="988 tokens · $0.011",
            badges=(Badge(text="✓ 2 sources verified", tone="ok"), Badge(text="? 1 not found", tone="caution")),
        ),
        message("n", "You", 0, "You paused the debate for 4 minutes.", state="note"),
        message("me", "You", 0, "Assume a team of three people.", chip="Interjection", time="14:08"),
    ]
    if state == "trouble":
        shown += [
            message(
                "r2a",
                "Analyst",
                2,
                REBUTTAL,
                chip="Rebuttal",
                state="partial",
                time="14:09",
                footer="connection lost after 412 tokens",
            ),
            message(
                "r2c",
                "Critic",
                2,
                "",
                chip="Assessment",
                state="failed",
                time="14:10",
                notice="gpt-5.2 refused the request: the rate limit of your plan is reached. Wait 38 seconds, "
                "or go on with another model.",
                details='HTTP 429 Too Many Requests\nretry-after: 38\n{"error": …}',
                remedies=(MessageAction.RETRY, MessageAction.CHANGE_MODEL, MessageAction.SKIP),
            ),
            message(
                "r2w",
                "You",
                2,
                "",
                chip="Your turn",
                state="waiting",
                time="14:11",
                notice="The debate waits for you: the next round would cost about $0.09, the budget has $0.04 left.",
                remedies=(MessageAction.RETRY, MessageAction.SKIP),
            ),
        ]
    elif state in ("debate", "find", "zoom"):
        shown += [
            message("r2a", "Analyst", 2, REBUTTAL + ".", chip="Rebuttal", time="14:09", footer="1,016 tokens · $0.014"),
            message("s", "Synthesis", 0, SYNTHESIS, time="14:12", footer="640 tokens · $0.009"),
        ]
    else:
        shown.append(message("r2a", "Analyst", 2, "", chip="Rebuttal", state="streaming", time="148 tok/s"))
    return shown


def debates() -> list[DebateItem]:
    return [
        DebateItem(
            key="1",
            title="Event sourcing vs. CRUD for the ledger",
            subtitle="Round 2 of 5 · writing",
            score=0.72,
            state="running",
        ),
        DebateItem(
            key="2", title="SQLite FTS5 or an external index?", subtitle="Agreed · 4 rounds", score=0.91, unread=True
        ),
        DebateItem(key="3", title="Should prompts live in the repository?", subtitle="Agreed · 3 rounds", score=0.88),
        DebateItem(
            key="4", title="Monorepo for plugins", subtitle="No agreement · 5 rounds", score=0.38, state="impasse"
        ),
        DebateItem(key="5", title="Pricing tiers for teams", subtitle="Waiting for you", score=0.5, state="waiting"),
        DebateItem(key="6", title="Remote-first interview loop", subtitle="A turn failed", score=0.77, state="failed"),
        DebateItem(key="7", title="Which licence for the templates?", subtitle="Draft", state="draft"),
    ]


def points() -> list[PointItem]:
    analyst = Participant(seat="analyst", name="Analyst", glyph="diamond", colour="#3B82F6")
    critic = Participant(seat="critic", name="Critic", glyph="triangle", colour="#8B5CF6")
    return [
        PointItem(
            key="a",
            text="The audit requirement needs every past balance to be reconstructible",
            label=POINTS["agreed"],
            author=analyst,
            note="since round 1",
        ),
        PointItem(
            key="b", text="Upcasters become a second codebase", label=POINTS["contested"], author=critic, note="round 2"
        ),
        PointItem(key="c", text="Snapshots every 500 events", label=CONCEDED, author=critic, note="evidence, round 2"),
        PointItem(
            key="d", text="CRDT editing is out of scope for version 1", label=POINTS["unaddressed"], author=analyst
        ),
    ]


class Gallery(QMainWindow):
    def __init__(self, state: str = "debate") -> None:
        super().__init__()
        self.setWindowTitle("Disputatio")
        self.setWindowIcon(icons.app_icon())
        row = QSplitter()
        row.setHandleWidth(1)
        row.setChildrenCollapsible(False)
        row.addWidget(self._sidebar())
        row.addWidget(self._centre(state))
        self.inspector = self._inspector(state)
        row.addWidget(self.inspector)
        row.setSizes([276, 850, 336])
        row.setStretchFactor(1, 1)
        self.setCentralWidget(row)
        self.toast = Toast(self)
        if state == "trouble":
            self.toast.say("Debate moved to the bin", undo="4")
        if state == "streaming":
            self.transcript.feed("r2a", REBUTTAL)
        if state == "find":
            self.find.open()
            self.find.field.setText("projections")
        if state == "zoom":
            self.transcript.set_zoom(1.5)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inspector.setVisible(self.width() >= 1100)

    def _sidebar(self) -> QWidget:
        side = QWidget(objectName="sidebar")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setMinimumWidth(220)
        column = QVBoxLayout(side)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(10)
        head = QHBoxLayout()
        mark = QLabel()
        mark.setPixmap(icons.app_mark(24))
        name = QLabel("Disputatio")
        name.setProperty("look", "title")
        head.addWidget(mark)
        head.addWidget(name)
        head.addStretch()
        head.addWidget(IconButton("settings", "Settings"))
        column.addLayout(head)
        column.addWidget(TextButton("New debate", icon="plus", kind="primary"))
        self.debates = Group("Recent")
        self.debates.set_items(debates())
        self.debates.select("1")
        column.addWidget(self.debates)
        column.addStretch(1)
        foot = QHBoxLayout()
        foot.addWidget(QLabel("3 providers ready", objectName="state"))
        foot.addStretch()
        foot.addWidget(IconButton("moon", "Dark theme"))
        column.addLayout(foot)
        return side

    def _centre(self, state: str) -> QWidget:
        centre = QWidget()
        centre.setMinimumWidth(380)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(24, 12, 16, 8)
        head.setSpacing(6)
        titles = QVBoxLayout()
        titles.setSpacing(1)
        titles.addWidget(ElidedLabel("Event sourcing vs. CRUD for the ledger", look="title"))
        titles.addWidget(ElidedLabel("Analyst · Critic — dual debate, 5 rounds", look="muted"))
        head.addLayout(titles, 1)
        head.addWidget(Chip("Round 2 / 5"))
        head.addWidget(Chip("$0.41"))
        for icon, label in (
            ("pause", "Pause after this turn"),
            ("stop", "Stop"),
            ("fork", "Fork"),
            ("export", "Export"),
        ):
            head.addWidget(IconButton(icon, label))
        column.addLayout(head)
        self.transcript = Transcript(centre)
        self.find = FindBar(self.transcript.search, self.transcript)
        holder = QHBoxLayout()
        holder.setContentsMargins(24, 0, 24, 6)
        holder.addWidget(self.find)
        column.addLayout(holder)
        if state == "first":
            empty = EmptyState(
                "Put a question to two minds",
                "An Analyst answers, a Critic looks for what is wrong with it. You see what stands at the end.",
                icon="scale",
            )
            empty.add_button("rehearse", "Rehearse without a key", icon="play", primary=True)
            empty.add_button("connect", "Connect a provider", icon="key")
            column.addWidget(empty, 1)
            self.transcript.hide()
        else:
            column.addWidget(self.transcript, 1)
            self.transcript.set_items(messages(state))
        self.composer = Composer("Interject or add evidence…")
        context = IconButton("book", "Context: repository ledger@4f2a1c")
        self.composer.slot.addWidget(context)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 8, 18, 16)
        self.composer.setMaximumWidth(860)
        foot.addWidget(self.composer)
        column.addLayout(foot)
        return centre

    def _inspector(self, state: str) -> QWidget:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setMinimumWidth(260)
        inside = QWidget(objectName="inspector")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        card = TitledCard("Consensus")
        self.gauge, line = ConsensusGauge(), Sparkline()
        card.body.addWidget(self.gauge)
        self.points, run = PointsCard(), RunCard()
        if state != "first":
            card.body.addWidget(line)
            self.gauge.set_score(
                Score(
                    score=0.72,
                    agreed=8,
                    contested=3,
                    before=(5, 9),
                    round=2,
                    given_up=0.12 if state == "trouble" else 0,
                )
            )
            line.set_points([ScoreAt(label=f"R{n}", score=s) for n, s in ((1, 0.31), (2, 0.44), (3, 0.58), (4, 0.72))])
            self.points.set_points(points())
            run.set_figures(
                RunFigures(
                    round="2 of 5",
                    tokens="48,210",
                    cost="$0.41 of $0.50",
                    forecast="≈ $0.52",
                    time="6 min 12 s",
                    spent=0.82,
                    note="Prices of 3 Nov 2026",
                )
            )
        for each in (card, self.points, run):
            column.addWidget(each)
        column.addStretch()
        scroll.setWidget(inside)
        return scroll


def main() -> None:
    out, *rest = sys.argv[1:]
    app = QApplication(sys.argv[:1])
    theme.apply(app, DARK if "dark" in rest else LIGHT)
    width, height = next((map(int, word.split("x")) for word in rest if "x" in word and word[0].isdigit()), (1480, 920))
    window = Gallery(next((word for word in rest if word.isalpha() and word != "dark"), "debate"))
    window.resize(width, height)
    window.show()
    if "find" in rest:
        QTimer.singleShot(80, window.find.next)

    def shoot() -> None:
        window.grab().save(str(Path(out)))
        app.quit()

    QTimer.singleShot(500, shoot)
    sys.exit(app.exec())


if __name__ == "__main__":
    main()
