"""The model of each role, and what is missing for it to be asked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from disputatio.app.application import Application
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.settings.fields import ModelField
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage
from disputatio.providers.catalogue import EQUAL_SEATS, ROLE_MODELS, UTILITY_MODELS

DEBATE = (declarations.MODEL_ANALYST, declarations.MODEL_CRITIC, declarations.MODEL_SYNTHESIZER)
COLLABORATION = (declarations.MODEL_ARCHITECT, declarations.MODEL_REVIEWER)
OTHERS = tuple(
    each
    for each in declarations.SETTINGS
    if each.group == declarations.MODELS and each.key not in {one.key for one in (*DEBATE, *COLLABORATION)}
)
CARDS = ((tr("Debate"), DEBATE), (tr("Collaboration"), COLLABORATION), (tr("In the background"), OTHERS))
REHEARSALS = ("rehearsal:live", "rehearsal:quick")


class ModelsPage(SettingsPage):
    provider_wanted = Signal(str)
    """The person wants to give this provider a key."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Models"), CARDS, saver, bridge)
        self._app, self._bridge = app, bridge
        self._lists: dict[str, list[str]] = {}
        self._lacking = ""
        self.summary = caption(look="caution")
        self.add_key = TextButton(tr("Add a key"), icon="key")
        self.add_key.clicked.connect(lambda: self.provider_wanted.emit(self._lacking))
        self.faults = caption()
        self.body.insertWidget(1, self.summary)
        self.body.insertWidget(2, self.add_key, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.faults)
        self.finish()
        saver.saved.connect(lambda _key: self.refresh())
        self.refresh()

    def enter(self) -> None:
        """Ask for the lists, now that somebody looks."""
        self.refresh()
        for name in self._app.offered_providers():
            if name not in self._lists:
                self._lists[name] = []
                self._bridge.start(self._fetch(name))

    def refresh(self) -> None:
        lacking: dict[str, str] = {}
        for row in self.rows.values():
            model = str(self._app.settings.get(row.setting.key))
            name, words = model_problem(self._app, model)
            row.say(words)
            if words:
                lacking[name] = words
            if isinstance(row.field, ModelField):
                row.field.offer(self._offered())
        self._lacking = next(iter(lacking), "")
        self.summary.setText(
            tr(
                "A debate cannot start while a role that it needs has no key. Add one, choose another model, or "
                "rehearse: "
                "a rehearsal asks no AI model."
            )
        )
        for widget in (self.summary, self.add_key):
            widget.setVisible(bool(lacking))

    def _offered(self) -> list[str]:
        live = [model for models in self._lists.values() for model in models]
        usual = [*ROLE_MODELS.values(), *EQUAL_SEATS, *UTILITY_MODELS]
        return list(dict.fromkeys([*live, *usual, *REHEARSALS]))

    async def _fetch(self, name: str) -> None:
        """Fetch a list. That one cannot be had is said, and changes nothing: a name can be typed."""
        try:
            self._lists[name] = [info.id for info in await self._app.registry.get(name).models()]
        except DisputatioError as error:
            del self._lists[name]
            self.faults.setText(
                tr("The list of models is incomplete. {user_message} You can type any name.").format(
                    user_message=error.user_message
                )
            )
        self.refresh()


def model_problem(app: Application, model: str) -> tuple[str, str]:
    """Return a model's provider, and in a sentence what it lacks; "" when it can be asked as things are."""
    name = model.partition(":")[0]
    if not model or app.registry.ready(name):
        return name, ""
    config = app.registry.config(name)
    if config is not None:
        return name, config.unread or tr("No key for {shown} yet.").format(shown=config.shown)
    if name in app.settings.names("providers") and not app.settings.provider_enabled(name):
        return name, tr("{name} is not in use.").format(name=name)
    return name, tr("There is no provider {name!r}.").format(name=name)
