"""What a person does to a claim: send it into a crux room, or settle it."""

from __future__ import annotations

from disputatio.debate.commands import OpenRoom, Rule
from disputatio.debate.errors import DisputatioError
from disputatio.debate.views.board_view import room_awaited
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.widgets.ledger_detail import LedgerDetail


def open_room(live: LiveDebate, claim: str, detail: LedgerDetail) -> None:
    """Send it; where it is refused, `detail` says why. The room opens at the next place between two turns."""
    detail.room.setEnabled(False)
    debate = live.debate
    detail.why.setText(room_awaited("debating" if debate.over else debate.status))  # what is over goes on by itself

    def refused(error: DisputatioError) -> None:
        detail.room.setEnabled(True)
        detail.why.setText(error.user_message)

    live.submit(OpenRoom(claim=claim), refused)


def rule(live: LiveDebate, point: str, status: str, detail: LedgerDetail) -> None:
    """Settle a point or a claim; where that is refused, `detail` says why."""
    live.submit(Rule(point=point, status=status), lambda error: detail.why.setText(error.user_message))
