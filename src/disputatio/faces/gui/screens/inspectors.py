"""The table of inspectors, in the order of their tabs. A new one needs one line here, and its name in
`actions.InspectorName`: its tab, its shortcut (Alt and its place), its entry in the palette and the memory of which one
is open follow from it."""

from __future__ import annotations

from disputatio.faces.gui.screens.board.cards import CardsInspector
from disputatio.faces.gui.screens.board.claims import ClaimsInspector
from disputatio.faces.gui.screens.board.ledger import LedgerInspector
from disputatio.faces.gui.screens.board.reflections import ReflectionsInspector
from disputatio.faces.gui.screens.board.reminders import RemindersInspector
from disputatio.faces.gui.screens.context.inspector import ContextInspector
from disputatio.faces.gui.screens.debate.inspecting import Inspector
from disputatio.faces.gui.screens.debate.overview import Overview
from disputatio.faces.gui.screens.repository.evidence_inspector import EvidenceInspector

INSPECTORS: tuple[Inspector, ...] = (
    Inspector(name="overview", title="Overview", icon="scale", make=lambda app, bridge: Overview(app.settings)),
    Inspector(name="ledger", title="Ledger", icon="ledger", make=lambda app, bridge: LedgerInspector(bridge)),
    Inspector(name="claims", title="Claims", icon="claims", make=lambda app, bridge: ClaimsInspector(bridge)),
    Inspector(name="cards", title="Crux cards", icon="crux", make=lambda app, bridge: CardsInspector(bridge)),
    Inspector(
        name="reflections",
        title="Records and reflections",
        icon="reflections",
        make=lambda app, bridge: ReflectionsInspector(bridge),
    ),
    Inspector(name="evidence", title="Evidence", icon="quote", make=lambda app, bridge: EvidenceInspector()),
    Inspector(name="context", title="Context", icon="shield", make=lambda app, bridge: ContextInspector(app, bridge)),
    Inspector(name="memory", title="Memory", icon="memory", make=lambda app, bridge: RemindersInspector(app, bridge)),
)
