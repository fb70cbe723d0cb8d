"""What the models of a debate are told and who gets it, as values; and the dialog in which a person reads all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.values import value
from disputatio.debate.views.participants import SERVICE_NAMES
from disputatio.debate.wording import Words, figure, mark, plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.layouts import clear, margins_from_the_side
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.kit.plain_text import PlainEdit

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.models.providers import Providers
    from disputatio.app.privacy.frontier import Consent
    from disputatio.debate.context import Context, ContextKind
    from disputatio.debate.log.seats import Seat


KINDS: Mapping[ContextKind, str] = {
    "none": tr("Files"),
    "project": tr("Project"),
    "assignment": tr("Assignment"),
    "repository": tr("Repository"),
}


SECTIONS: Final = Words(
    {
        title: title
        for title in (
            mark("Files"),
            mark("Languages"),
            mark("Recent history"),
            mark("Excerpts of files that share words with the question"),
            mark("Excerpts of main files (no file shares words with the question)"),
            mark("Goals"),
            mark("Notes"),
            mark("Documents"),
        )
    }
)
"""Titles of sections as participants read them; the person reads those that we give in their own language."""


@value
class Part:
    """A section as it is sent. `share` is that of all characters, 0..1; `cut` says what was left out or held back."""

    name: str
    title: str
    text: str
    cut: str
    share: float
    verified: bool

    @property
    def size(self) -> str:
        return plural("{count} character", "{count} characters", len(self.text))


@value
class Receiver:
    """A provider and the seats that ask it. `leaves`: what it gets crosses a network."""

    title: str
    seats: str
    leaves: bool
    address: str = ""

    @property
    def sentence(self) -> str:
        if not self.leaves:
            return tr("{title} ({seats}): stays on this computer.").format(title=self.title, seats=self.seats)
        where = tr(" at {address}").format(address=self.address) if self.address else ""
        return tr("{title}{where} ({seats}): sent from this computer with every turn it is asked for.").format(
            title=self.title, where=where, seats=self.seats
        )


@value
class ContextSummary:
    """`line` says what the context is, at which commit, and how much of it."""

    line: str
    parts: tuple[Part, ...] = ()
    receivers: tuple[Receiver, ...] = ()

    @property
    def cuts(self) -> tuple[str, ...]:
        return tuple(f"{part.title}: {part.cut}" for part in self.parts if part.cut)


def context_summary(
    context: Context, seats: Iterable[Seat], services: Mapping[str, str], providers: Providers
) -> ContextSummary:
    """Return what the models are told. Every model sees the same sections; what differs is who gets them."""
    total = sum(len(section.text) for section in context.sections)
    parts = tuple(
        Part(
            name=each.name,
            title=SECTIONS.get(each.title, each.title) or each.name,
            text=each.text,
            cut=each.cut,
            share=len(each.text) / total if total else 0.0,
            verified=each.verified,
        )
        for each in context.sections
    )
    return ContextSummary(line=_line(context, total), parts=parts, receivers=_receivers(seats, services, providers))


def _line(context: Context, total: int) -> str:
    if not context.sections:
        return tr("No context. The models get only the question and the debate itself.")
    name = f"{KINDS[context.kind]} {context.title}".strip()
    pin = tr(" at commit {pin}").format(pin=context.pin[:10]) if context.pin else ""
    return tr("{name}{pin}: {characters} in {sections}.").format(
        name=name,
        pin=pin,
        characters=plural("{count} character", "{count} characters", total),
        sections=plural("{count} section", "{count} sections", len(context.sections)),
    )


def _receivers(seats: Iterable[Seat], services: Mapping[str, str], providers: Providers) -> tuple[Receiver, ...]:
    by_provider: dict[str, list[str]] = {}
    asked = [(seat.name or seat.id, seat.model) for seat in seats]
    asked += [(SERVICE_NAMES.get(name, name.capitalize()), model) for name, model in services.items()]
    for name, model in asked:
        if model and model != HUMAN:
            by_provider.setdefault(model.partition(":")[0], []).append(name)
    return tuple(_receiver(provider, names, providers) for provider, names in by_provider.items())


def _receiver(provider: str, names: list[str], providers: Providers) -> Receiver:
    address = providers.leaves(provider)
    title = tr("Rehearsal") if provider == "rehearsal" else providers.title(provider)
    seats = ", ".join(dict.fromkeys(names))
    return Receiver(title=title, seats=seats, leaves=address is not None, address=address or "")


def _part_row(place: int, part: Part) -> Row:
    return Row(
        key=str(place),
        title=part.title,
        subtitle=part.cut or part.text.strip().partition("\n")[0],
        icon="shield" if part.verified else "file",
        chip=figure(len(part.text)),
        tone="ok" if part.verified else "caution" if part.cut else "plain",
    )


WHO, CONSENTS = "who", "consents"
CONSENTED = {
    "none": tr("Files of debate {ref}"),
    "lookups": tr("Repository {ref}, with look-ups in it"),
    "index": tr("All text of repository {ref}, for embedding"),
    "summary": tr("All of repository {ref}, for summarising"),
    "persona": tr("Passages of the corpus of persona {ref}"),
    "memories": tr("All memories, and the corpora of personas"),
}
"""What a consent is about, by its kind; of the others the kind says it."""
LEFT: Final = 290


class ContextDialog(QDialog):
    """All that the models are told, to be read before it leaves; who gets it; and what was consented to."""

    def __init__(self, app: Application, bridge: Bridge, told: ContextSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What the models see"))
        self.resize(960, 640)
        self._app, self._bridge, self.summary = app, bridge, told
        self._given: Sequence[Consent] = ()
        self._pages: dict[str, Callable[[], None]] = {WHO: self._show_who, CONSENTS: self._show_consents}
        self.list = RowList(tr("Sections of the context"))
        self.list.setFixedWidth(LEFT)
        self.title, self.cut = text_label("", "title"), text_label("", "caution")
        self.text = PlainEdit()
        self.text.setReadOnly(True)
        self.text.setFont(font(SMALL, mono=True))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.who, self.consents = _Words(), _Consents()
        self.stack = QStackedWidget()
        for view in (self.text, self.who, self.consents):
            self.stack.addWidget(view)
        self.list.currentItemChanged.connect(lambda *_: self._show(self.list.key()))
        self.list.opened.connect(self._show)
        self.consents.list.delete_wanted.connect(self._revoke)
        self.consents.revoke.clicked.connect(lambda: self._revoke(self.consents.list.key()))
        self._lay_out()
        self._fill()
        bridge.start(self._read_consents(), over=self.finished)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedWidth(1)
        close = TextButton(tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(text_label(self.summary.line, "caption"), 1)
        foot.addWidget(close)
        right = QVBoxLayout()
        right.setSpacing(6)
        for widget in (self.title, self.cut):
            right.addWidget(widget)
        right.addWidget(self.stack, 1)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(self.list)
        row.addWidget(line)
        row.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*margins_from_the_side(16, 16, 18, 14))
        column.setSpacing(12)
        column.addLayout(row, 1)
        column.addLayout(foot)

    def _fill(self) -> None:
        parts = [_part_row(place, part) for place, part in enumerate(self.summary.parts)]
        shown = zip(parts, self.summary.parts, strict=True)
        self._pages |= {row.key: partial(self._show_part, part) for row, part in shown}
        rows: list[Row | str] = [tr("What every model sees"), *parts] if parts else []
        rows += [tr("Where it goes"), Row(key=WHO, title=tr("Who gets it"), icon="send")]
        rows += [Row(key=CONSENTS, title=tr("What you agreed to"), icon="shield")]
        self.list.show_rows(rows)
        self.list.select(parts[0].key if parts else WHO)
        self._show(self.list.key())

    def open_at(self, name: str) -> None:
        """Show a section by its name."""
        place = next((place for place, part in enumerate(self.summary.parts) if part.name == name), -1)
        if place >= 0:
            self.list.select(str(place))

    def _show(self, key: str) -> None:
        if (show := self._pages.get(key)) is not None:
            show()

    def _show_consents(self) -> None:
        self._head(tr("What you agreed to"), "")
        self.stack.setCurrentWidget(self.consents)

    def _show_part(self, part: Part) -> None:
        self._head(f"{part.title} · {part.size}", part.cut)
        self.text.setPlainText(part.text)
        self.text.setAccessibleName(tr("{part_title}, as the models see it").format(part_title=part.title))
        self.who.say((tr("The models see none of this."),))
        self.stack.setCurrentWidget(self.text if part.text else self.who)

    def _show_who(self) -> None:
        self._head(tr("Who gets it"), "")
        nobody = tr("Nobody gets it yet, because no seat has a model.")
        self.who.say([each.sentence for each in self.summary.receivers] or [nobody])
        self.stack.setCurrentWidget(self.who)

    def _head(self, title: str, cut: str) -> None:
        self.title.setText(title)
        self.cut.setText(cut)
        self.cut.setVisible(bool(cut))

    # ---- consents --------------------------------------------------------------------------------------------------
    async def _read_consents(self) -> None:
        self._given = await self._app.privacy.all()
        self.consents.show_consents(self._given)

    def _revoke(self, key: str) -> None:
        if key:
            self._bridge.start(self._take_back(key), over=self.finished)

    async def _take_back(self, key: str) -> None:
        await self._app.privacy.revoke(key)
        await self._read_consents()


def _title(given: Consent) -> str:
    if given.kind in CONSENTED:
        return CONSENTED[given.kind].format(ref=given.ref)
    return f"{given.kind.capitalize()} {given.ref}".strip()


class _Words(QWidget):
    """Sentences below one another."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 0)
        self._column.setSpacing(10)

    def say(self, lines: Sequence[str]) -> None:
        clear(self._column)
        for line in lines:
            self._column.addWidget(text_label(line))
        self._column.addStretch()


class _Consents(QWidget):
    """What may go where without being asked again; each can be taken back."""

    def __init__(self) -> None:
        super().__init__()
        self.list = RowList(tr("What you agreed to"))
        self.revoke = TextButton(tr("Revoke"), icon="close", kind="danger")
        self.revoke.setToolTip(tr("You will be asked again from now on (Delete)"))
        self._none = EmptyState(
            tr("Nothing yet"),
            tr("Before anything leaves this computer, you are asked once for each context and provider."),
            compact=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.addWidget(self._none)
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addWidget(self.revoke)
        row.addStretch()
        column.addLayout(row)
        column.addStretch()
        self.show_consents(())

    def show_consents(self, given: Sequence[Consent]) -> None:
        self.list.show_rows(
            [
                Row(
                    key=each.key,
                    title=_title(each),
                    subtitle=tr("may go to {provider}").format(provider=each.provider)
                    + (tr(" at {address}").format(address=each.address) if each.address else ""),
                    icon="send",
                )
                for each in given
            ]
        )
        if given and not self.list.key():
            self.list.select(given[0].key)
        for widget in (self.list, self.revoke):
            widget.setVisible(bool(given))
        self._none.setVisible(not given)
