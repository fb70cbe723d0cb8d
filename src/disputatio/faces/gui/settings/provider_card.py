"""One provider in the settings: in use or not, its key, its address, and a test that says only what it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.reasons import reason
from disputatio.debate.wording import Words, tr
from disputatio.engine.ports import Check
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import Chip, Fault, caption
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.kit.screen_reader import announce
from disputatio.faces.gui.settings import provider_state
from disputatio.faces.gui.settings.provider_state import KeyRow, ProviderView
from disputatio.faces.gui.settings.settings_page import Saver
from disputatio.providers.catalogue import UTILITY_MODELS

# ---- the rows of a check ----------------------------------------------------------------------------------------
NAMES: Final = Words({"Reached": "Reached", "Key": "Key", "Models": "Models", "Reply": "Reply", "Test": "Test"})


class CheckRow(QWidget):
    def __init__(self, check: Check) -> None:
        super().__init__()
        self._ok = check.ok
        self._sign = QLabel()
        name = QLabel(NAMES.get(check.name, check.name))
        name.setFixedWidth(84)
        said = f"{reason(check.detail)} {reason(check.remedy)}".strip()
        words = caption(said, "muted" if check.ok else "error")
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setAccessibleName(
            (tr("{check}: yes. {text}") if check.ok else tr("{check}: no. {text}")).format(
                check=check.name, text=words.text()
            )
        )
        line = layouts.row(of=self, margins=layouts.FLUSH, spacing=8)
        for widget in (self._sign, name):
            line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(words, 1)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        look = theme.current()
        icon, colour = ("check", look.ok) if self._ok else ("error", look.error)
        self._sign.setPixmap(icons.pixmap(icon, colour, 16, self.devicePixelRatioF()))


class Checks(QWidget):
    """Hidden while there is nothing to show."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Check] = []
        self._column = layouts.column(of=self, margins=(0, 4, 0, 0), spacing=5)
        self.hide()

    def wait(self, words: str) -> None:
        self._clear()
        self._column.addWidget(caption(words, "muted"))
        self.show()

    def show_rows(self, rows: Sequence[Check]) -> None:
        self._clear()
        self.rows = list(rows)
        for row in rows:
            self._column.addWidget(CheckRow(row))
        self.setVisible(bool(rows))
        announce(
            self, "; ".join((tr("{row}: yes") if row.ok else tr("{row}: no")).format(row=row.name) for row in rows)
        )

    def clear(self) -> None:
        self._clear()
        self.hide()

    def _clear(self) -> None:
        self.rows = []
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()


class ProviderCard(QFrame):
    """Folded to a line until it is wanted."""

    changed = Signal()
    """A key, an address, or whether it is in use: other models can be asked now."""
    dropped = Signal(str)
    """The person took this server out of the list."""

    def __init__(self, view: ProviderView, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__()
        self.name, self.view = view.name, view
        self._app, self._saver, self._bridge = app, saver, bridge
        self._checking = False
        self.setProperty("card", True)
        self.setAccessibleName(view.title)
        self.chip = Chip()
        self.enabled = QCheckBox(tr("In use"))
        self.enabled.setAccessibleName(tr("{view_title} is in use").format(view_title=view.title))
        self.enabled.clicked.connect(lambda on: self._start(self._enable(bool(on))))
        self.fold = IconButton("chevron-right", tr("Show {view_title}").format(view_title=view.title), size=16)
        self.fold.clicked.connect(lambda: self.set_open(not self.is_open))
        self.key = KeyRow(view.title)
        self.key.save_wanted.connect(lambda text: self._bridge.start(self._keep(text), self._refuse_key))
        self.key.session_wanted.connect(lambda text: self._bridge.start(self._remember(text), self._refuse_key))
        self.key.remove_wanted.connect(lambda: self._bridge.start(self._forget(), self._refuse_key))
        self.key.typed.connect(self._fit_test)
        self.address = self._make_address()
        self.overridden, self.fault = caption(), Fault()
        self.test = TextButton(tr("Test connection"), icon="link")
        self.test.setAccessibleName(tr("Test the connection to {view_title}").format(view_title=view.title))
        self.test.clicked.connect(lambda: self._bridge.start(self.check(), over=self.destroyed))
        self.why_not = caption()
        self.paid = QCheckBox(tr("Also ask a model for one word, which may cost a fraction of a cent:"))
        self.model = self._make_model()
        self.checks = Checks()
        self.drop: TextButton | None = None
        self._lay_out()
        self.set_open(False)
        self.show_view(view)

    # ---- shown -----------------------------------------------------------------------------------------------------
    def _make_address(self) -> QLineEdit:
        field = LineField()
        field.setAccessibleName(tr("Address of {view_title}").format(view_title=self.view.title))
        field.editingFinished.connect(self._address_entered)
        field.textChanged.connect(self._fit_test)
        return field

    def _make_drop(self) -> TextButton:
        drop = self.drop = TextButton(tr("Remove server"), icon="trash", kind="danger")
        drop.setAccessibleName(tr("Remove the server {view_title}").format(view_title=self.view.title))
        drop.clicked.connect(lambda: self._start(self._drop()))
        return drop

    def _make_model(self) -> QLineEdit:
        field = LineField()
        field.setAccessibleName(tr("Model of {view_title} to ask for a word").format(view_title=self.view.title))
        field.setPlaceholderText(tr("name of a model"))
        known = next((each for each in UTILITY_MODELS if each.startswith(self.name + ":")), "")
        field.setText(known.partition(":")[2])
        field.setEnabled(False)
        field.textChanged.connect(self._fit_test)
        self.paid.setAccessibleName(
            tr("Ask a model of {view_title} for one word, which may cost money").format(view_title=self.view.title)
        )
        self.paid.toggled.connect(field.setEnabled)
        self.paid.toggled.connect(self._fit_test)
        return field

    def _lay_out(self) -> None:
        title = QLabel(self.view.title)
        title.setTextFormat(Qt.TextFormat.PlainText)
        head = layouts.row(self.fold, title, self.chip, None, self.enabled, spacing=8)
        self.inside = QWidget()
        body = layouts.column(
            self.key, self._address_line(), self._test_lines(), of=self.inside, margins=(30, 6, 0, 6), spacing=10
        )
        self.checks.setContentsMargins(*layouts.margins_from_the_side(80, 0, 0, 0))
        body.addWidget(self.checks)
        layouts.column(head, self.inside, of=self, margins=(10, 7, 16, 7), spacing=2)

    def _address_line(self) -> QVBoxLayout:
        label = QLabel(tr("Address"))
        label.setFixedWidth(72)
        label.setBuddy(self.address)
        line = layouts.row(label, (self.address, 1), spacing=8)
        if self.view.own:
            line.addWidget(self._make_drop())
        column = layouts.column(line, spacing=4)
        for words in (self.overridden, self.fault):
            words.setContentsMargins(*layouts.margins_from_the_side(80, 0, 0, 0))
            words.hide()
            column.addWidget(words)
        return column

    def _test_lines(self) -> QVBoxLayout:
        ask = layouts.row(self.paid, (self.model, 1), margins=(80, 0, 0, 0))
        test = layouts.row(self.test, (self.why_not, 1), margins=(80, 0, 0, 0), spacing=10)
        column = layouts.column(ask, test, spacing=8)
        return column

    @property
    def is_open(self) -> bool:
        return not self.inside.isHidden()

    def set_open(self, open_: bool) -> None:
        self.inside.setVisible(open_)
        self.fold.set_icon("chevron-down" if open_ else "chevron-right")
        self.fold.set_label(
            (tr("Hide {view_title}") if open_ else tr("Show {view_title}")).format(view_title=self.view.title)
        )

    def show_view(self, view: ProviderView) -> None:
        self.view = view
        self.chip.setText(view.state)
        self.enabled.setChecked(view.enabled)
        self.key.show_view(view)
        if self.address.text().strip() != view.address and not self.fault.text():
            self.address.setText(view.address)
        self.address.setPlaceholderText(view.home or (tr("http://…/v1") if view.own else tr("The provider's own")))
        self.overridden.setText(
            tr("{overridden} in the environment overrides this address.").format(overridden=view.overridden)
        )
        self.overridden.setVisible(bool(view.overridden))
        self._fit_test()

    def _fit_test(self) -> None:
        reason = self._why_no_test()
        self.test.setEnabled(not reason)
        self.test.setToolTip(reason)
        self.why_not.setText(reason)

    def _why_no_test(self) -> str:
        if self.view.own and not self.address.text().strip():
            return tr("Type the address of the server first.")
        if self.view.needs_key and not self.view.key and not self.key.text():
            return tr("Paste a key first.")
        if self.paid.isChecked() and not self.model.text().strip():
            return tr("Name the model to ask for a word.")
        return ""

    async def refresh(self) -> None:
        self.show_view(await provider_state.view(self._app, self.name))

    # ---- key -------------------------------------------------------------------------------------------------------
    async def _keep(self, text: str) -> None:
        """Put a key into the keyring. Where there is none, ask the person before anything else is done with it."""
        state = await self._app.keys.set(self.name, text)
        if not state.available:
            self.key.explain(
                tr("The key was not saved. {reason} {remedy}").format(reason=state.reason, remedy=state.remedy),
                session=True,
            )
            return
        await self._key_taken()

    async def _remember(self, text: str) -> None:
        self._app.keys.remember(self.name, text)
        await self._key_taken()

    async def _forget(self) -> None:
        if not await answer(Confirm.of(erasures.of_key(self.view.title), tr("Keep it"), self.window())):
            return
        state = await self._app.keys.delete(self.name)
        await self._app.keys_changed()
        await self.refresh()
        self.changed.emit()
        if not state.available and self.view.key.source == "keyring":
            self.key.explain(
                tr("The key was not removed. {reason} {remedy}").format(reason=state.reason, remedy=state.remedy)
            )

    async def _key_taken(self) -> None:
        self.key.clear()
        self.checks.clear()
        await self._app.keys_changed()
        await self.refresh()
        self.changed.emit()

    def _refuse_key(self, error: DisputatioError) -> None:
        self.key.explain(error.user_message)

    # ---- address ---------------------------------------------------------------------------------------------------
    def _address_entered(self) -> None:
        if self.address.text().strip() != self.view.address:
            self._start(self._set_address(self.address.text().strip()))

    async def _set_address(self, text: str) -> None:
        setting = declarations.PROVIDER_ADDRESS.of(self.name)
        await (self._saver.save(setting, text) if text or self.view.own else self._saver.reset(setting))
        self.fault.say("")
        await self._app.keys_changed()
        await self.refresh()
        self.changed.emit()

    async def _enable(self, on: bool) -> None:
        await self._saver.save(declarations.PROVIDER_ENABLED.of(self.name), on)
        await self._app.keys_changed()
        await self.refresh()
        self.changed.emit()

    async def _drop(self) -> None:
        """Forget the server, its address and its key, once the person has said so."""
        words = tr("This forgets its address and its key, if it has one. The server itself stays as it is.")
        if not await answer(
            Confirm(
                tr("Forget the server {view_title}?").format(view_title=self.view.title),
                words,
                tr("Clear"),
                tr("Keep it"),
                self.window(),
            )
        ):
            return
        await self._app.keys.delete(self.name)
        for setting in (declarations.PROVIDER_ADDRESS, declarations.PROVIDER_KIND, declarations.PROVIDER_ENABLED):
            await self._saver.reset(setting.of(self.name))
        await self._app.keys_changed()
        self.dropped.emit(self.name)

    # ---- test ------------------------------------------------------------------------------------------------------
    async def check(self) -> None:
        """Try what is typed; where no key is typed, the one that is kept. The button stays enabled, so that it keeps
        the focus; pressed again in the meantime, it does nothing."""
        if self._checking:
            return
        self._checking = True
        self.checks.wait(tr("Asking {view_title}…").format(view_title=self.view.title))
        key = self.key.text() or self.view.key.text
        config = provider_state.provider_from_fields(self._app, self.name, key, self.address.text())
        ask = self.model.text().strip() if self.paid.isChecked() else ""
        try:
            found = await provider_state.check(self._app, config, ask)
        except DisputatioError as error:
            found = [Check(name="Test", ok=False, detail=error.what, remedy=error.remedy)]
        finally:
            self._checking = False
        self.checks.show_rows(found)

    def _start(self, work: object) -> None:
        self._bridge.start(work, self.fault.explain)  # type: ignore[arg-type]
