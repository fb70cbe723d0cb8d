"""What there is to know of one provider, and what can be done with it, apart from how it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from disputatio.app.application import Application
from disputatio.app.settings import BadSetting, declarations
from disputatio.debate.log.seats import CLIPBOARD, HUMAN
from disputatio.debate.natural_order import natural
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.ports import Check
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.providers.config import ADDRESS_VARIABLES, LOCAL, STANDARD, ProviderConfig
from disputatio.providers.remote import Remote
from disputatio.providers.transport import local
from disputatio.secrets.keyring import Key, variable

RESERVED = ("rehearsal", "replay", CLIPBOARD.partition(":")[0], HUMAN.partition(":")[0])
"""Names that stand for something else."""


@value
class ProviderView:
    """How a provider stands. `address` is what the person set; `home` what holds without it."""

    name: str
    title: str
    enabled: bool
    key: Key
    address: str
    home: str
    overridden: str
    own: bool
    needs_key: bool
    unread: str = ""
    """Why the keyring could not be read, so that it may hold a key."""

    @property
    def state(self) -> str:
        """Say it in a word or two."""
        if not self.enabled:
            return tr("Not in use")
        match self.key.source:
            case "environment":
                return tr("Key from the environment")
            case "keyring":
                return tr("Key in the keyring")
            case "session":
                return tr("Key for this session")
        if not self.needs_key:
            return tr("Needs no key")
        return tr("Key not known") if self.unread else tr("No key")

    @property
    def explained(self) -> str:
        """Say where the key comes from, in a sentence."""
        name = variable(self.name)
        match self.key.source:
            case "environment":
                return tr("The key comes from {name} in the environment, which overrides any key saved here.").format(
                    name=name
                )
            case "keyring":
                return tr("A key is saved in this computer's keyring. A new one replaces it.")
            case "session":
                return tr("The key is kept until Disputatio closes, and is not written anywhere.")
        if self.needs_key and self.unread:
            return self.unread
        need = tr("No key yet") if self.needs_key else tr("A server on your own machine usually needs no key")
        return tr("{need}. Paste one, or set {name} in the environment before you start Disputatio.").format(
            need=need, name=name
        )

    @property
    def without_keyring(self) -> str:
        """The same on a computer that has no keyring."""
        if self.key.source != "none":
            return self.explained
        name = variable(self.name)
        return tr(
            "This computer has no keyring. The key is kept until Disputatio closes, and is not written anywhere. To "
            "keep it, set {name} in the environment before you start Disputatio."
        ).format(name=name)


def names(app: Application) -> list[str]:
    """Return the names of the providers across a network, with servers of one's own last."""
    added = [name for name in app.settings.names("providers") if name not in STANDARD]
    away = [name for name in STANDARD if name not in LOCAL]
    return [*away, *LOCAL, *sorted(added, key=natural)]


async def view(app: Application, name: str) -> ProviderView:
    """Return how a provider stands. Asks the keyring if the environment has no key."""
    settings = app.settings
    known = STANDARD.get(name)
    address = settings.get(declarations.PROVIDER_ADDRESS.of(name))
    place = address or (known.base_url if known else "")
    return ProviderView(
        name=name,
        title=known.shown if known else name,
        enabled=settings.provider_enabled(name),
        key=await app.keys.get(name),
        address=address,
        home=known.base_url if known else "",
        overridden=_overridden(app, name),
        own=known is None,
        needs_key=name not in LOCAL and not (place and local(place)),
        unread=app.keys.unread,
    )


def _overridden(app: Application, name: str) -> str:
    """Return the variable of the environment that decides the address, if one does."""
    asked = ADDRESS_VARIABLES.get(name, "")
    return asked if app.environment.get(asked, "").strip() else ""


def provider_from_fields(app: Application, name: str, key: str, address: str) -> ProviderConfig:
    """Return the provider as it stands in the fields, saved or not."""
    known, protocol = STANDARD.get(name), declarations.PROVIDER_KIND.of(name)
    kind = known.kind if known and not app.settings.is_set(protocol) else app.settings.get(protocol)
    variable_set = app.environment.get(_overridden(app, name), "").strip()
    place = variable_set or address.strip() or (known.base_url if known else "")
    return ProviderConfig(
        name=name,
        kind=kind,  # type: ignore[arg-type]
        title=known.title if known else "",
        base_url=place.rstrip("/"),
        key=key.strip(),
    )


async def check(app: Application, config: ProviderConfig, ask: str = "") -> Sequence[Check]:
    """Return what was really seen. With `ask`, a model's name, that model says a word, which may cost money."""
    provider = app.registry.make(config)
    try:
        return await provider.check(ask) if isinstance(provider, Remote) else await provider.check()
    finally:
        await provider.close()


def checked_name(app: Application, name: str) -> str:
    """Return a usable name for another server. Raises BadSetting."""
    name = name.strip()
    declarations.PROVIDER_ADDRESS.of(name)
    if name.casefold() in {each.casefold() for each in (*names(app), *RESERVED)}:
        raise BadSetting(
            tr("The name {name!r} is taken.").format(name=name), tr("Choose another one, such as my-server.")
        )
    return name


# ---- the field for a key; a saved key is never shown again ------------------------------------------------------
class KeyRow(QWidget):
    """A field that hides what is typed, and what can be done with it."""

    save_wanted = Signal(str)
    session_wanted = Signal(str)
    """The person chose to keep the key until the application ends."""
    remove_wanted = Signal()
    typed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.field = LineField()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Key for {title}").format(title=title))
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._save)
        self.reveal = IconButton("eye", tr("Show the key you type for {title}").format(title=title), size=16)
        self.reveal.setCheckable(True)
        self.reveal.toggled.connect(self._show_typed)
        self.save = TextButton(tr("Save key"), icon="key", kind="primary")
        self.save.setAccessibleName(tr("Save the key for {title}").format(title=title))
        self.save.clicked.connect(self._save)
        self.remove = TextButton(tr("Remove key"), icon="trash", kind="danger")
        self.remove.setAccessibleName(tr("Remove the key for {title}").format(title=title))
        self.remove.clicked.connect(self.remove_wanted)
        self.words, self.fault = caption(), Fault()
        self.session = TextButton(tr("Keep it only for this session"), icon="clock")
        self.session.clicked.connect(lambda: self.session_wanted.emit(self.text()))
        self._view: ProviderView | None = None
        self._for_session = False
        self._lay_out()
        self.remove.hide()  # until it is known that there is a key
        self._typed()
        self.explain("")

    def set_keyring(self, *, missing: bool) -> None:
        """Where there is no keyring, the button keeps the key for as long as Disputatio runs: that works."""
        self._for_session = missing
        self.save.setText(tr("Keep for this session") if missing else tr("Save key"))
        if self._view is not None:
            self.show_view(self._view)

    def _lay_out(self) -> None:
        label = QLabel(tr("Key"))
        label.setFixedWidth(72)
        label.setBuddy(self.field)
        line = layouts.row(label, (self.field, 1), self.reveal, self.save, self.remove, spacing=8)
        below = layouts.column(self.words, self.fault, margins=(80, 0, 0, 0), spacing=6)
        choice = layouts.row(self.session, None)
        below.addLayout(choice)
        layouts.column(line, below, of=self, margins=layouts.FLUSH, spacing=6)

    def text(self) -> str:
        return self.field.text().strip()

    def show_view(self, view: ProviderView) -> None:
        """Show how the key stands; what is being typed stays."""
        kept = view.key.source in ("keyring", "session")
        self.field.setPlaceholderText(tr("A key is kept") if view.key else tr("Paste the key"))
        self._view = view
        self.words.setText(view.without_keyring if self._for_session else view.explained)
        self.remove.setVisible(kept)

    def clear(self) -> None:
        """Empty the field: what was typed was taken."""
        self.field.clear()
        self.reveal.setChecked(False)
        self.explain("")

    def explain(self, words: str, *, session: bool = False) -> None:
        """Say why a key was not kept; with `session` the person may keep it until the application ends."""
        self.fault.say(words)
        self.session.setVisible(session)

    def _typed(self) -> None:
        there = bool(self.text())
        self.save.setEnabled(there)
        self.save.setToolTip("" if there else tr("Paste a key first"))
        self.reveal.setEnabled(there)
        self.explain("")
        self.typed.emit()

    def _save(self) -> None:
        if self.text():
            (self.session_wanted if self._for_session else self.save_wanted).emit(self.field.text())

    def _show_typed(self, shown: bool) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
