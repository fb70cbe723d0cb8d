"""What is cut off for want of room, whole. The pointer gets it as a tip; whoever has none gets it with a key: for what
has the keyboard, and what stands around it. A screen reader is told the same."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import YieldingButton
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.screen_reader import announce

STAYS = 60_000
"""Milliseconds for which it is shown, unless something else is done."""


def show_whole(widget: QWidget | None) -> None:
    """Show it below what has the keyboard."""
    if widget is None:
        return
    found = whole_texts(widget) or [tr("Nothing is cut off here.")]
    words = "".join(f"<p>{escape(each)}</p>".replace("\n", "<br>") for each in found)
    QToolTip.showText(widget.mapToGlobal(_below(widget)), words, widget, widget.rect(), STAYS)
    announce(widget, "\n".join(found))


def whole_texts(widget: QWidget) -> list[str]:
    """Return what is said of the thing itself, then the nearest that is cut off around it."""
    found = [_tip(widget)]
    around: QWidget | None = widget
    while around is not None:
        cut = [
            each.cut
            for each in around.findChildren(QWidget)
            if isinstance(each, ElidedLabel | YieldingButton) and each.isVisible()
        ]
        if any(cut) or around.isWindow():
            found += cut
            break
        around = around.parentWidget()
    return [each for each in dict.fromkeys(found) if each]


def _tip(widget: QWidget) -> str:
    """Return what the pointer would be told of a widget, or of the item of a list that is chosen."""
    if isinstance(widget, QAbstractItemView) and (index := widget.currentIndex()).isValid():
        return _plain(str(index.data(Qt.ItemDataRole.ToolTipRole) or index.data() or ""))
    return _plain(widget.toolTip()) or widget.accessibleDescription()


def _plain(told: str) -> str:
    return QTextDocumentFragment.fromHtml(told).toPlainText() if told.startswith("<") else told  # see `labels.tip`


def _below(widget: QWidget) -> QPoint:
    """Return where the item of a list that is chosen ends; else where the widget begins."""
    if isinstance(widget, QAbstractItemView) and (index := widget.currentIndex()).isValid():
        return widget.visualRect(index).bottomLeft()
    return QPoint(0, min(widget.height(), 40))
