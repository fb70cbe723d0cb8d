"""Settings: every declared one can be changed, keys stay secret, the connection test says what it saw."""

import asyncio
import os
import threading
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QLineEdit, QPlainTextEdit, QWidget
from tests.faces.conftest import question, until

from disputatio.app import data
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.privacy.sendings import Branching, Sending
from disputatio.app.settings import Settings, declarations
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import Pause
from disputatio.engine.ports import Check
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.settings import provider_state
from disputatio.faces.gui.settings.fields import ChoiceField, ModelField, NumberField, SwitchField, TextField, field_for
from disputatio.faces.gui.settings.provider_card import ProviderCard
from disputatio.faces.gui.settings.settings_dialog import SettingsDialog
from disputatio.faces.gui.settings.settings_page import SettingsPage
from disputatio.faces.gui.start.model_shelf import ModelShelf
from disputatio.library.workspace import Note, Project
from disputatio.secrets.keyring import Keys
from disputatio.storage.sqlite import raw
from disputatio.testing.fake_keyring import FakeKeyring, Mood
from disputatio.testing.loopback import Fault, LoopbackServer

LATE = pytest.mark.may_block("Qt for Python reads the source of whatever an SDK imports at its first call")
KEY = "sk-test-0123456789abcdef"


class Opened:
    """A dialog over an application of its own, and what its bridge could not deliver."""

    def __init__(self, app: Application, keyring: FakeKeyring) -> None:
        self.app, self.keyring, self.bridge = app, keyring, Bridge()
        self.errors: list[object] = []
        self.bridge.explained.connect(self.errors.append)
        self.bridge.crashed.connect(lambda fault: self.errors.append("".join(traceback.format_exception(fault))))
        self.dialog = SettingsDialog(app, self.bridge)
        self.dialog.show()

    def card(self, name: str) -> ProviderCard:
        return self.dialog.providers.cards[name]

    def row(self, key: str):
        pages = (page for page in self.dialog.pages.values() if isinstance(page, SettingsPage))
        return next(page.rows[key] for page in pages if key in page.rows)


@asynccontextmanager
async def opened(environment: dict[str, str] | None = None, mood: Mood = "working") -> AsyncIterator[Opened]:
    given = {**os.environ, **(environment or {})}
    async with application(given) as app:
        keyring = FakeKeyring(mood)
        app.keys = Keys(given, backend=lambda: keyring)
        shown = Opened(app, keyring)
        try:
            await until(lambda: "llamacpp" in shown.dialog.providers.cards)
            yield shown
        finally:
            await shown.bridge.close()
            shown.dialog.close()
            shown.dialog.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            assert not shown.errors, "".join(map(str, shown.errors))


async def saved(app: Application) -> str:
    """The settings file as it is now."""
    path = app.paths.settings_file
    return await asyncio.to_thread(lambda: path.read_text() if path.exists() else "")


# ---- declared settings ---------------------------------------------------------------------------------------------
async def test_every_declared_setting_has_a_field_somewhere(loop, home):
    async with opened() as shown:
        for setting in declarations.SETTINGS:
            if setting.internal or "*" in setting.key:
                continue
            row = shown.row(setting.key)
            assert row.setting is setting
            assert row.findChild(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly) is not None


def widest(page) -> int:
    """Where what can be used ends on the right, in pixels."""
    fields = [each for each in page.findChildren(QWidget) if each.isVisible() and each.focusPolicy()]
    return max((each.mapTo(page.widget(), each.rect().bottomRight()).x() for each in fields), default=0)


@pytest.mark.may_block("a licence and icons are read while the pages are gone through")
async def test_no_page_is_cut_in_the_smallest_dialog_and_rows_come_back_to_one_line(loop, home):
    async with opened() as shown:
        shown.dialog.resize(shown.dialog.minimumSize())
        for name, page in shown.dialog.pages.items():
            shown.dialog.open_at(name)
            for card in shown.dialog.providers.cards.values() if name == "providers" else ():
                card.set_open(True)
            await until(lambda page=page: widest(page) <= page.viewport().width() == page.widget().width())
        row = shown.row("memory.embeddings")
        shown.dialog.open_at("memory")
        await until(lambda: row.field.y() > row.height() // 2)
        shown.dialog.resize(1100, 700)
        await until(lambda: row.field.y() < row.height() // 2)


async def test_the_keyboard_goes_through_the_providers_as_the_eye_does(loop, home):
    async with opened() as shown:
        page = shown.dialog.providers
        cards = list(page.cards.values())
        cards[0].set_open(True)
        shown.dialog.activateWindow()
        shown.dialog.groups.setFocus()
        met: list[QWidget] = []
        for _ in range(60):
            shown.dialog.focusNextChild()
            met.append(shown.dialog.focusWidget())
            if met[-1] is page.new_address:
                break
        one, key = cards[0], cards[0].key
        written = [one.fold, one.enabled, key.field, key.reveal, key.save, key.remove, key.session]
        written += [one.address, *([one.drop] if one.drop else []), one.paid, one.model, one.test]
        first = [each for each in written if each.isVisible() and each.isEnabled()]
        assert met[: len(first)] == first
        assert met[len(first) : len(first) + 3] == [cards[1].fold, cards[1].enabled, cards[2].fold]
        assert met[-2:] == [page.new_name, page.new_address]


def test_each_kind_has_its_field(loop):
    fitting = {"switch": SwitchField, "choice": ChoiceField, "whole": NumberField, "number": NumberField}
    for setting in declarations.SETTINGS:
        wanted = fitting.get(setting.kind, ModelField if setting.kind == "model" else TextField)
        field = field_for(setting)
        assert type(field) is wanted
        field.deleteLater()


async def test_what_is_entered_is_in_the_file_at_once_and_can_be_reset(loop, home):
    async with opened() as shown:
        shown.dialog.open_at("limits")
        row = shown.row("calls.retries")
        assert row.back.isHidden()
        row.field.spin.setValue(7)
        await until(lambda: not row.back.isHidden())
        assert (await asyncio.to_thread(Settings.load, shown.app.paths.settings_file)).get(declarations.RETRIES) == 7
        row.back.click()
        await until(lambda: not shown.app.settings.is_set(declarations.RETRIES))
        await until(lambda: row.field.spin.value() == declarations.RETRIES.default)
        assert "retries" not in await saved(shown.app)


async def test_a_number_that_is_stepped_on_while_it_is_saved_does_not_jump_back(loop, home, monkeypatch):
    async with opened() as shown:
        row, may_be_saved, seen = shown.row("calls.retries"), threading.Event(), []
        spin, save = row.field.spin, shown.app.settings.set

        def slowly(key, content):
            may_be_saved.wait(30)
            save(key, content)

        monkeypatch.setattr(shown.app.settings, "set", slowly)
        shown.dialog.saver.saved.connect(lambda _key: seen.append(spin.value()))
        for content in (5, 6, 7):
            spin.setValue(content)
        may_be_saved.set()
        await until(lambda: len(seen) == 3)
        assert seen == [7, 7, 7]
        await until(lambda: not row.back.isHidden())
        assert shown.app.settings.get(declarations.RETRIES) == 7


async def test_a_number_outside_its_bounds_cannot_be_entered(loop, home):
    async with opened() as shown:
        shown.dialog.open_at("debates")
        spin = shown.row("debates.dual_threshold").field.spin
        spin.selectAll()
        QTest.keyClicks(spin, "900")
        QTest.keyClick(spin, Qt.Key.Key_Return)
        await asyncio.sleep(0.05)
        assert shown.app.settings.get(declarations.DUAL_THRESHOLD) <= 100
        assert "to 100" in spin.toolTip()


async def test_a_bad_model_is_said_beside_the_field_and_not_saved(loop, home):
    async with opened() as shown:
        shown.dialog.open_at("models")
        row = shown.row("models.critic")
        row.field.edit.setText("just a name")
        row.field.edit.editingFinished.emit()
        await until(lambda: not row.fault.isHidden())
        assert "provider:model" in row.fault.text()
        assert shown.app.settings.model("critic") == declarations.MODEL_CRITIC.default
        row.field.edit.setText("ollama:llama3.2:3b")
        row.field.edit.editingFinished.emit()
        await until(lambda: shown.app.settings.model("critic") == "ollama:llama3.2:3b")
        await until(lambda: row.fault.isHidden())


async def test_changes_made_at_once_are_all_kept(loop, home):
    async with opened() as shown:
        entered = {"calls.retries": 5, "calls.concurrency": 3, "budget.turns": 9, "budget.minutes": 2}
        for key, content in entered.items():
            shown.row(key).field.spin.setValue(content)
        await until(lambda: all(map(shown.app.settings.is_set, entered)))
        text = await saved(shown.app)
        assert all(line in text for line in ("retries = 5", "concurrency = 3", "turns = 9", "minutes = 2"))


async def test_a_faulty_line_of_the_file_is_said_at_its_field(loop, home):
    faulty = '[calls]\nretries = "many"\n[colour]\nname = "red"\n'
    await asyncio.to_thread((home / "settings.toml").write_text, faulty)
    async with opened() as shown:
        assert "line 2" in shown.row("calls.retries").fault.text()
        assert "colour.name" in shown.dialog.faults.text()
        assert not shown.dialog.faults.isHidden()


async def test_appearance_is_told_and_only_appearance(loop, home):
    async with opened() as shown:
        told = []
        shown.dialog.appearance_changed.connect(lambda: told.append(shown.app.settings.get(declarations.THEME)))
        shown.row("calls.retries").field.spin.setValue(4)
        await until(lambda: shown.app.settings.is_set(declarations.RETRIES))
        field = shown.row("appearance.theme").field
        field.combo.setCurrentIndex(2)
        field.combo.activated.emit(2)
        await until(lambda: told)
        assert told == ["dark"]
        shown.dialog.hide()
        await asyncio.to_thread(shown.app.settings.set, declarations.THEME.key, "light")  # as the sidebar does
        shown.dialog.show()
        assert field.combo.currentData() == "light"


async def test_a_group_is_opened_by_its_name_a_provider_by_its(loop, home):
    async with opened() as shown:
        assert list(shown.dialog.pages.made) == ["providers"], "the others are made once somebody comes to them"
        for name in ("providers", "models", "debates", "limits", "appearance", "data", "about"):
            shown.dialog.open_at(name)
            assert shown.dialog.stack.currentWidget() is shown.dialog.pages[name]
        shown.dialog.open_at("gemini")
        assert shown.dialog.stack.currentWidget() is shown.dialog.providers
        assert shown.card("gemini").is_open


# ---- models --------------------------------------------------------------------------------------------------------
async def test_a_role_says_which_key_it_lacks_until_there_is_one(loop, home):
    async with opened() as shown:
        row = shown.row("models.analyst")
        assert row.note.text() == "No key for OpenAI yet."
        wanted = []
        shown.dialog.pages["models"].provider_wanted.connect(wanted.append)
        shown.dialog.pages["models"].add_key.click()
        assert wanted == ["openai"]
        shown.card("openai").key.field.setText(KEY)
        shown.card("openai").key.save.click()
        await until(lambda: row.note.text() == "")


# ---- keys ----------------------------------------------------------------------------------------------------------
async def test_a_key_goes_to_the_keyring_and_is_never_shown_again(loop, home):
    async with opened() as shown:
        card = shown.card("anthropic")
        assert card.chip.text() == "No key"
        assert not card.test.isEnabled()
        assert card.why_not.text() == "Paste a key first."
        card.key.field.setText(f'  "{KEY}" \n')
        assert card.test.isEnabled()
        card.key.save.click()
        await until(lambda: card.chip.text() == "Key in the keyring")
        assert shown.keyring.passwords == {("disputatio", "anthropic"): KEY}
        assert shown.app.registry.ready("anthropic")
        assert card.key.field.text() == ""
        every = [field.text() for field in shown.dialog.findChildren(QLineEdit)]
        assert not any(KEY in text for text in every)
        assert KEY not in await saved(shown.app)
        card.key.remove.click()
        await agree(shown.dialog, "Delete the key of Anthropic for good?", "stay")
        assert shown.keyring.passwords == {("disputatio", "anthropic"): KEY}
        card.key.remove.click()
        await agree(shown.dialog, "Delete the key of Anthropic for good?")
        await until(lambda: card.chip.text() == "No key")
        assert shown.keyring.passwords == {}
        assert not shown.app.registry.ready("anthropic")


async def test_what_is_typed_is_hidden_until_it_is_wanted_shown(loop, home):
    async with opened() as shown:
        key = shown.card("openai").key
        assert key.field.echoMode() == QLineEdit.EchoMode.Password
        key.field.setText(KEY)
        key.reveal.click()
        assert key.field.echoMode() == QLineEdit.EchoMode.Normal
        key.save.click()
        await until(lambda: key.field.text() == "")
        assert key.field.echoMode() == QLineEdit.EchoMode.Password


async def test_without_a_keyring_nothing_is_kept_until_the_person_chooses(loop, home):
    async with opened(mood="absent") as shown:
        await until(lambda: not shown.dialog.providers.keyring.isHidden())
        assert "no keyring" in shown.dialog.providers.keyring.text()
        card = shown.card("openai")
        assert card.key.save.text() == "Keep for this session", "the button does what works"
        assert "set OPENAI_API_KEY in the environment" in card.key.words.text()
        card.key.field.setText(KEY)
        assert not await shown.app.keys.get("openai")
        card.key.save.click()
        await until(lambda: card.chip.text() == "Key for this session")
        assert shown.app.registry.ready("openai")
        assert card.key.session.isHidden()


async def test_a_key_of_the_environment_is_named_and_cannot_be_removed(loop, home):
    async with opened({"OPENAI_API_KEY": KEY}) as shown:
        card = shown.card("openai")
        assert card.chip.text() == "Key from the environment"
        assert "OPENAI_API_KEY" in card.key.words.text()
        assert card.key.remove.isHidden()
        assert card.key.field.text() == ""
        assert card.test.isEnabled()


async def test_a_bad_key_is_said_without_repeating_it(loop, home):
    async with opened() as shown:
        card = shown.card("openai")
        card.key.field.setText("two words of nothing")
        card.key.save.click()
        await until(lambda: not card.key.fault.isHidden())
        assert "two words" not in card.key.fault.text()
        assert shown.keyring.passwords == {}


async def test_a_provider_out_of_use_is_not_offered(loop, home):
    async with opened({"OPENAI_API_KEY": KEY}) as shown:
        assert "openai" in shown.app.offered_providers()
        shown.card("openai").enabled.click()
        await until(lambda: shown.card("openai").chip.text() == "Not in use")
        assert "openai" not in shown.app.offered_providers()


# ---- test connection -----------------------------------------------------------------------------------------------
@LATE
async def test_the_connection_test_tries_what_is_typed_and_asks_no_model_unasked(loop, home):
    async with LoopbackServer() as server, opened() as shown:
        card = shown.card("openai")
        card.address.setText(server.openai_url)
        card.key.field.setText(KEY)
        card.test.click()
        await until(lambda: card.checks.rows)
        assert [(row.name, row.ok) for row in card.checks.rows] == [("Reached", True), ("Key", True), ("Models", True)]
        assert shown.keyring.passwords == {}, "a test saves nothing"
        assert server.requests == [], "no model was asked"


@LATE
async def test_a_word_is_asked_for_only_when_the_person_says_so(loop, home):
    async with LoopbackServer() as server, opened() as shown:
        server.reply("openai", text="ready")
        card = shown.card("openai")
        card.address.setText(server.openai_url)
        card.key.field.setText(KEY)
        card.paid.setChecked(True)
        card.model.setText("gpt-small")
        card.test.click()
        await until(lambda: card.checks.rows)
        assert card.checks.rows[-1].name == "Reply"
        assert card.checks.rows[-1].ok
        assert [seen.model for seen in server.requests] == ["gpt-small"]


@LATE
async def test_a_refused_key_is_a_row_with_a_next_step(loop, home):
    async with LoopbackServer() as server, opened() as shown:
        server.fault_list("openai", Fault.UNAUTHORISED)
        card = shown.card("openai")
        card.address.setText(server.openai_url)
        card.key.field.setText(KEY)
        await card.check()
        bad = [row for row in card.checks.rows if not row.ok]
        assert [row.name for row in bad] == ["Key"]
        assert bad[0].remedy
        assert card.test.isEnabled()


async def test_the_button_that_tests_keeps_the_focus_and_asks_once(loop, home, monkeypatch):
    may_end, asked = asyncio.Event(), []

    async def check(app, config, ask):
        asked.append(config.name)
        await may_end.wait()
        return [Check(name="Reached", ok=True, detail="It answered.")]

    monkeypatch.setattr(provider_state, "check", check)
    async with opened() as shown:
        card = shown.card("openai")
        card.set_open(True)
        card.key.field.setText(KEY)
        shown.dialog.show()
        shown.dialog.activateWindow()
        card.test.setFocus()
        card.test.click()
        await until(lambda: bool(asked))
        card.test.click()
        assert card.test.isEnabled()
        assert shown.dialog.focusWidget() is card.test
        may_end.set()
        await until(lambda: bool(card.checks.rows))
        assert asked == ["openai"]
        assert shown.dialog.focusWidget() is card.test


# ---- servers of one's own ------------------------------------------------------------------------------------------
@LATE
async def test_a_server_is_added_by_name_used_and_removed(loop, home):
    async with LoopbackServer() as server, opened() as shown:
        page = shown.dialog.providers
        assert not page.add.isEnabled()
        page.new_name.setText("office")
        page.new_address.setText(server.openai_url)
        page.add.click()
        await until(lambda: "office" in page.cards)
        assert shown.app.registry.config("office").base_url == server.openai_url
        assert page.cards["office"].chip.text() == "Needs no key"
        await page.cards["office"].check()
        assert all(row.ok for row in page.cards["office"].checks.rows)
        shelf = ModelShelf(shown.bridge)
        shelf.adopt(shown.app)
        shelf.refresh()
        await until(lambda: shelf.found.get("office"))
        next(
            each for each in page.cards["office"].findChildren(QAbstractButton) if each.text() == "Remove server"
        ).click()
        await agree(shown.dialog, "Forget the server office?")
        await until(lambda: "office" not in page.cards)
        assert shown.app.registry.config("office") is None
        shelf.refresh()
        assert shelf.found == {}, "its models are not offered any more"
        assert "office" not in await saved(shown.app)


async def test_a_server_is_removed_while_it_is_tested(loop, home, monkeypatch):
    begun, may_end, given_up = asyncio.Event(), asyncio.Event(), []

    async def check(app, config, ask):
        begun.set()
        try:
            await may_end.wait()
        except asyncio.CancelledError:
            given_up.append(config.name)
            raise
        return []

    monkeypatch.setattr("disputatio.faces.gui.settings.provider_state.check", check)
    async with opened() as shown:
        page = shown.dialog.providers
        page.new_name.setText("office")
        page.new_address.setText("http://127.0.0.1:9/v1")
        page.add.click()
        await until(lambda: "office" in page.cards)
        page.cards["office"].test.click()
        await begun.wait()
        page.cards["office"].drop.click()
        await agree(shown.dialog, "Forget the server office?")
        await until(lambda: "office" not in page.cards)
        await until(lambda: given_up == ["office"])


@pytest.mark.parametrize(
    ("name", "address", "said"),
    [
        ("openai", "http://127.0.0.1:1/v1", "taken"),
        ("a b", "http://127.0.0.1:1/v1", "name"),
        ("mine", "ftp://x", "http"),
    ],
)
async def test_a_server_that_cannot_be_is_refused_in_words(loop, home, name, address, said):
    async with opened() as shown:
        page = shown.dialog.providers
        page.new_name.setText(name)
        page.new_address.setText(address)
        page.add.click()
        await until(lambda: not page.add_fault.isHidden())
        assert said in page.add_fault.text()
        assert page.new_name.text() == name, "nothing that was typed is lost"
        assert len(page.cards) == 9


# ---- data ----------------------------------------------------------------------------------------------------------
async def test_the_data_is_checked_rebuilt_and_backed_up(loop, home, tmp_path):
    async with opened() as shown:
        page = shown.dialog.pages["data"]
        shown.dialog.open_at("data")
        await until(lambda: str(shown.app.paths.database) in page.place.text())
        page.buttons["check"].setFocus()
        page.buttons["check"].click()
        await until(lambda: page.results["check"].text() == "The database is intact.")
        assert shown.dialog.focusWidget() is page.buttons["check"], "the next one does something else"
        page.buttons["rebuild"].click()
        await until(lambda: "0 debates" in page.results["rebuild"].text())
        page.back_up(tmp_path / "kept.zip")
        await until(lambda: "Saved in" in page.results["backup"].text())
        page.back_up(tmp_path / "kept.zip")
        await until(lambda: "exists already" in page.results["backup"].text())
        assert page.buttons["backup"].isEnabled()


async def test_a_damaged_backup_changes_nothing_and_asks_nothing(loop, home, tmp_path):
    backwards = tmp_path / "a\u202epiz.zip"  # whoever shows that as it is shows another name
    await asyncio.to_thread(backwards.write_bytes, b"no zip at all")
    async with opened() as shown:
        page = shown.dialog.pages["data"]
        page.restore(backwards)
        await until(lambda: page.results["restore"].text().startswith("a\\u202epiz.zip cannot be restored"))
        assert await shown.app.library.all(Project) == []


async def test_a_backup_is_added_to_what_is_here_at_once(loop, home, tmp_path):
    async with opened() as shown:
        note = await shown.app.library.create(Note(title="Kept", body="x"))
        page = shown.dialog.pages["data"]
        page.back_up(tmp_path / "kept.zip")
        await until(lambda: "Saved in" in page.results["backup"].text())
        await shown.app.library.delete(Note, note.id)
        await shown.app.library.purge([each.id for each in await shown.app.library.bin()])
        page.merge(tmp_path / "kept.zip")
        await until(lambda: page.results["merge"].text() == "Added: 1 thing of the library.")
        assert await shown.app.library.get(Note, note.id) == note
        await asyncio.to_thread((tmp_path / "broken.zip").write_bytes, b"no zip")
        page.merge(tmp_path / "broken.zip")
        await until(lambda: "cannot be restored" in page.results["merge"].text())


async def test_whose_a_backup_is_is_asked_where_it_matters(loop, home, tmp_path):
    """Only the person can say so: what was made in another data folder may be somebody else's."""
    async with application({**os.environ, "DISPUTATIO_HOME": str(tmp_path / "other")}) as other:
        await data.backup(other.database, other.paths, tmp_path / "empty.zip", other.clock)
        ids = []
        for name in ("first", "second"):
            ids.append(await other.start(await other.prepare(DebateConfig(question=f"The {name}?"), rehearse=True)))
            await other.sessions.deliver(ids[-1], Pause(why="enough"))
            await data.backup(other.database, other.paths, tmp_path / f"{name}.zip", other.clock)
    async with opened() as shown:
        page = shown.dialog.pages["data"]
        said = page.results["merge"]
        page.merge(tmp_path / "empty.zip")
        await until(lambda: said.text() == "Nothing was missing here.")
        assert question(shown.dialog) is None, "nobody's debates are in it"

        page.merge(tmp_path / "first.zip")
        await until(lambda: question(shown.dialog))
        asked = question(shown.dialog)
        assert asked.stay.isDefault()
        assert not asked.choice.isChecked(), "nobody is believed unasked"
        asked.stay.click()
        await until(lambda: said.text() == "Nothing was changed.")
        assert await shown.app.catalogue.all() == []

        page.merge(tmp_path / "first.zip")
        await until(lambda: question(shown.dialog))
        question(shown.dialog).go.click()
        await until(lambda: "count as imported" in said.text())
        page.merge(tmp_path / "second.zip")
        await until(lambda: question(shown.dialog))
        asked = question(shown.dialog)
        QTest.mouseClick(asked.choice, Qt.MouseButton.LeftButton, pos=QPoint(8, asked.choice.height() // 2))
        asked.go.click()
        await until(lambda: said.text() == "Added: 1 debate.")
        assert [(await shown.app.catalogue.get(id)).imported for id in ids] == [True, False]


async def test_a_restore_asks_keeps_what_was_there_and_asks_to_start_again(loop, home, tmp_path):
    async with opened() as shown:
        page, over = shown.dialog.pages["data"], []
        shown.dialog.restored.connect(over.append)
        page.back_up(tmp_path / "kept.zip")
        await until(lambda: "Saved in" in page.results["backup"].text())
        await shown.app.library.create(Project(name="Later than the backup"))

        page.restore(tmp_path / "kept.zip")
        await until(lambda: question(shown.dialog))
        asked = question(shown.dialog)
        assert asked.stay.isDefault(), "Enter keeps what is there"
        asked.stay.click()
        await until(lambda: page.results["restore"].text() == "Nothing was changed.")
        assert len(await shown.app.library.all(Project)) == 1

        page.restore(tmp_path / "kept.zip")
        await until(lambda: question(shown.dialog))
        question(shown.dialog).go.click()
        await until(lambda: over)
        assert "before-restore" in over[0], "the window that comes next says it"
        assert "before-restore" in page.results["restore"].text()
    async with application(os.environ) as again:
        assert await again.library.all(Project) == []


async def test_who_replaces_everything_with_what_was_made_elsewhere_is_told(loop, home, tmp_path):
    async with application({**os.environ, "DISPUTATIO_HOME": str(tmp_path / "other")}) as other:
        await data.backup(other.database, other.paths, tmp_path / "other.zip", other.clock)
        id = await other.start(await other.prepare(DebateConfig(question="Is it so?"), rehearse=True))
        await other.sessions.deliver(id, Pause(why="enough"))
        cut = "UPDATE debates SET head_seq = head_seq + 1"  # one event more was recorded than is there
        await other.database.write(lambda connection: raw(connection).execute(cut))
        await data.backup(other.database, other.paths, tmp_path / "changed.zip", other.clock)
    async with opened() as shown:
        page = shown.dialog.pages["data"]
        page.back_up(tmp_path / "own.zip")
        await until(lambda: "Saved in" in page.results["backup"].text())
        for name, told in (("own", False), ("other", True), ("changed", True)):
            page.restore(tmp_path / f"{name}.zip")
            await until(lambda: question(shown.dialog))
            asked = question(shown.dialog)
            said = " ".join(each.text() for each in asked.findChildren(QLabel))
            assert ("not made in this data folder" in said) is told
            assert ("The log of 1 debate in this backup was changed" in said) is (name == "changed")
            asked.stay.click()
            await until(lambda: question(shown.dialog) is None)


async def agree(dialog: QDialog, title: str, answer: str = "go") -> None:
    """Wait for a question, and answer it."""
    await until(lambda: question(dialog) is not None)
    asked = question(dialog)
    assert asked.windowTitle() == title
    getattr(asked, answer).click()
    await until(lambda: question(dialog) is None)


# ---- everything ----------------------------------------------------------------------------------------------------
async def test_versions_and_licences_are_there(loop, home):
    async with opened() as shown:
        about = shown.dialog.pages["about"]
        assert all(about.versions.values())
        await about.read("LGPL-3.0.txt")
        assert "GNU LESSER GENERAL PUBLIC LICENSE" in about.text.toPlainText()


async def test_whatever_takes_the_keyboard_says_its_name(loop, home):
    async with opened() as shown:
        for card in shown.dialog.providers.cards.values():
            card.set_open(True)
        named = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit)
        for name, page in shown.dialog.pages.items():
            shown.dialog.open_at(name)
            for widget in page.findChildren(QWidget):
                if isinstance(widget, named) and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                    inner = widget.parent().accessibleName() if widget.objectName() == "qt_spinbox_lineedit" else ""
                    said = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else inner)
                    assert said, f"{name}: {widget} has no name"


@LATE
async def test_a_proxy_that_says_its_login_back_is_named_without_it(loop, home, monkeypatch):
    async def refuse(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 407 Denied to me:geheim@99\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    proxy = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    monkeypatch.setenv("HTTPS_PROXY", f"http://me:geheim%4099@{proxy}")
    async with opened() as shown:
        card = shown.card("ollama")
        card.address.setText("https://elsewhere.invalid/v1")
        await card.check()
        said = " ".join(label.text() for label in card.findChildren(QLabel))
        assert f"the proxy http://{proxy} lets nothing through (407 Denied to [key])" in said
        assert "geheim" not in said
    server.close()


@LATE
async def test_an_unknown_error_of_a_provider_is_a_row_not_a_crash(loop, home):
    """Nothing listens there: the test says so in a row."""
    async with opened() as shown:
        card = shown.card("ollama")
        card.address.setText("http://127.0.0.1:9/v1")
        await card.check()
        assert [row.ok for row in card.checks.rows] == [False]
        assert isinstance(card.checks.rows[0].remedy, str)
        assert not isinstance(shown.errors, DisputatioError)


# ---- GitHub --------------------------------------------------------------------------------------------------------
async def test_a_token_for_github_is_kept_and_removed(loop, home):
    async with opened() as shown:
        card = shown.dialog.providers.github
        await until(lambda: "No key yet" in card.key.words.text())
        card.key.field.setText("ghp_0123456789abcdefghij0123456789abcdef")
        card.key.save.click()
        await until(lambda: not card.key.remove.isHidden())
        assert (await shown.app.keys.get("github")).source == "keyring"
        assert card.key.field.text() == ""
        card.key.remove.click()
        await agree(shown.dialog, "Delete the key of GitHub for good?")
        await until(lambda: card.key.remove.isHidden())
        assert not await shown.app.keys.get("github")


async def test_what_was_agreed_to_is_listed_in_words_and_taken_back(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        sending = Sending(kind="project", ref=project.id, what="", characters=9, provider="openai", address="")
        branch = Branching(repository="/shop", debate="abc")
        await shown.app.privacy.give([sending, branch])
        shown.dialog.open_at("gates")
        page = shown.dialog.stack.currentWidget()
        await until(lambda: len(page.buttons) == 2)
        texts = [each.text() for each in page.findChildren(QLabel)]
        assert "The contents of project “Ledger”" in texts
        assert "may go to openai" in texts
        assert "The branch debate/abc" in texts
        page.buttons[sending.key].click()
        await until(lambda: list(page.buttons) == [branch.key])
        assert [each.key for each in await shown.app.privacy.all()] == [branch.key]
        page.buttons[branch.key].click()
        await until(lambda: page.said.text() == "You have agreed to nothing yet.")


async def test_without_a_keyring_a_token_can_serve_for_this_session(loop, home):
    async with opened(mood="locked") as shown:
        await until(lambda: "openai" in shown.dialog.providers.cards)
        openai = shown.dialog.providers.cards["openai"]
        await until(lambda: openai.chip.text() == "Key not known")
        card = shown.dialog.providers.github
        card.key.field.setText("ghp_0123456789abcdefghij0123456789abcdef")
        card.key.save.click()
        await until(lambda: not card.key.session.isHidden())
        assert "was not saved" in card.key.fault.text()
        card.key.session.click()
        await until(lambda: not card.key.remove.isHidden())
        assert (await shown.app.keys.get("github")).source == "session"
