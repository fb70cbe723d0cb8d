"""Before the first paint and around the window: screens, one process, where it stood, names for everybody, reports."""

import asyncio
import os
import socket
import subprocess
import sys

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from disputatio.app.logs import Logging
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.app.starting.configuration import ContextChoice
from disputatio.faces.gui.kit import layouts, theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.shell import process
from disputatio.faces.gui.shell.process import Process
from disputatio.faces.gui.shell.trouble import Hooks
from disputatio.faces.gui.shell.window import SMALLEST
from disputatio.library.workspace import Project
from disputatio.secrets.keyring import Masking

NAMED = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit)


def nameless(window: QWidget) -> list[str]:
    """Widgets that can have the focus and that a screen reader has no word for."""
    found = []
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, NAMED) or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        inside = isinstance(widget.parent(), QWidget) and widget.parent().inherits("QComboBoxPrivateContainer")
        if widget.objectName().startswith("qt_") or inside:
            continue
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        if not (widget.accessibleName() or text):
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


async def test_everything_that_takes_the_focus_has_a_name(loop, opened):
    async with opened() as gui:
        await gui.rehearse("Is it named?")
        await gui.rested()
        assert nameless(gui.window) == []


@pytest.mark.may_block("the style sheet of the other theme names its icons")
async def test_the_theme_of_the_system_is_followed_while_the_window_is_open(loop, opened, qapp):
    hints = qapp.styleHints()
    try:
        async with opened() as gui:
            hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
            assert theme.current() is DARK
            assert gui.window.sidebar.theme_button.accessibleName() == "Light theme"
            hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
            assert theme.current() is LIGHT
            await asyncio.to_thread(gui.app.settings.set, "appearance.theme", "light")
            hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
            assert theme.current() is LIGHT, "who chose light keeps it"
    finally:
        theme.apply(qapp, LIGHT)


async def test_the_start_screen_fits_a_small_window(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.window.resize(*SMALLEST)
        area = gui.start.findChild(QScrollArea)
        await gui.until(lambda: gui.window.width() == SMALLEST[0] and gui.start.seats.isVisible())
        await gui.until(lambda: area.verticalScrollBar().isVisible())
        assert area.widget().minimumSizeHint().width() <= area.viewport().width(), "nothing is cut on the right"


async def test_what_leaves_the_computer_is_asked_once_and_enter_does_not_approve(loop, opened, read):
    async with opened({"OPENAI_API_KEY": "sk-test-0123456789abcdef"}) as gui:
        project = await gui.app.library.create(_project())
        gui.start.context.choose(ContextChoice(kind="project", ref=project.id))
        await gui.until(lambda: gui.start.preparing.prepared and gui.start.preparing.prepared.opening.context.sections)
        seats = [seat.id for seat in gui.start.preparing.prepared.opening.seats]
        models = dict.fromkeys(seats, "openai:gpt-5.2")
        services = {"clerk": "", "synthesis": "openai:gpt-5.2"}
        gui.start.seating.choices = gui.start.choices.__class__(models=models, services=services)
        gui.start.composer.set_draft("Should it stay?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.start.consent.isVisible())
        assert "openai" in read(gui.start.consent)
        assert gui.window.debates.pane() is None
        await gui.until(lambda: gui.start.consent.approve.isEnabled())
        for widget in (gui.start.consent, gui.start.consent.text):
            QTest.keyClick(widget, Qt.Key.Key_Return)
        await asyncio.sleep(0.05)
        assert gui.start.consent.isVisible()
        gui.start.consent.decline.click()
        assert gui.start.composer.draft() == "Should it stay?"
        assert await gui.app.catalogue.all() == []


async def test_a_question_that_seems_to_hold_a_secret_is_asked_about_before_it_leaves(loop, opened, read):
    secret = "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2
    async with opened({"OPENAI_API_KEY": "sk-test-0123456789abcdef"}) as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        models = dict.fromkeys([seat.id for seat in gui.start.preparing.prepared.opening.seats], "openai:gpt-5.2")
        services = {"clerk": "", "synthesis": "openai:gpt-5.2"}
        gui.start.seating.choices = gui.start.choices.__class__(models=models, services=services)
        gui.start.composer.set_draft(f"Why is {secret} refused?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.start.consent.isVisible())
        assert "seems to contain a secret (DigitalOcean token in line 1)" in read(gui.start.consent)
        assert secret not in read(gui.start.consent)
        gui.start.consent.decline.click()
        assert secret in gui.start.composer.draft()
        assert await gui.app.catalogue.all() == []


def _project() -> Project:
    return Project(name="Ledger", description="An append-only log.")


def test_no_display_is_said_in_words(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert "There is no display" in process.display_problem({})
    assert "does not answer" in process.display_problem({"DISPLAY": ":4711"})
    assert process.display_problem({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_a_wayland_display_is_tried(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        assert process.display_problem({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}) == ""


@pytest.mark.parametrize(
    ("frame", "seen"),
    [((10, 10, 800, 600), True), ((-700, 0, 800, 600), True), ((-790, 0, 800, 600), False), ((0, 5000, 9, 9), False)],
)
def test_a_window_counts_as_seen_when_enough_of_it_is_on_a_screen(frame, seen):
    assert layouts.on_screen(QRect(*frame), [QRect(0, 0, 1600, 1000)]) is seen


def test_no_window_is_larger_than_the_screen(qapp):
    room = qapp.primaryScreen().availableSize()
    assert layouts.within_screen(200, 100) == QSize(200, 100)
    small = layouts.within_screen(5 * room.width(), 5 * room.height())
    assert small.width() <= room.width()
    assert small.height() < room.height(), "the title stays in reach"


def test_each_data_folder_has_one_window(tmp_path):
    assert process.name_of(tmp_path) != process.name_of(tmp_path / "other")


async def test_a_second_start_hands_over_what_it_was_asked(loop):
    name = f"disputatio-test-{os.getpid()}"
    first, heard = process.Instance(name), []
    first.called.connect(heard.append)
    code = (
        "import sys; from PySide6.QtCore import QCoreApplication\n"
        "from disputatio.faces.gui.shell import process\n"
        "app = QCoreApplication([]); sys.exit(not process.forward(sys.argv[1], ['--x', '/a b']))"
    )
    second = await asyncio.create_subprocess_exec(sys.executable, "-c", code, name)
    async with asyncio.timeout(30):
        assert await second.wait() == 0
    first.close()
    assert heard == [["--x", "/a b"]]


def test_a_display_that_is_lost_is_said_in_words(tmp_path):
    """Qt ends its loop by itself then, with this exit code."""
    code = (
        "import sys; from PySide6.QtCore import QCoreApplication, QTimer\n"
        "from disputatio.faces.gui.shell import process\n"
        "shown = process.Window.show\n"
        "def show(window): shown(window); QTimer.singleShot(0, lambda: QCoreApplication.exit(1))\n"
        "process.Window.show = show\n"
        "sys.exit(process.run(['disputatio']))"
    )
    environ = {**os.environ, "DISPUTATIO_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 130, done.stderr
    assert "The display is gone, so the window had to close." in done.stderr
    assert "Traceback" not in done.stderr


async def test_bugs_of_slots_and_tasks_are_shown(loop, expected_logs):
    expected_logs("A bug", at_least=2)
    shown = []
    hooks = Hooks(asyncio.get_running_loop(), shown.append)
    error = ZeroDivisionError("slot")
    sys.excepthook(ZeroDivisionError, error, None)
    asyncio.get_running_loop().call_exception_handler({"message": "orphan", "exception": KeyError("task")})
    hooks.remove()
    assert [type(each) for each in shown] == [ZeroDivisionError, KeyError]


async def test_a_process_lives_until_its_window_is_closed_and_keeps_where_it_stood(loop):
    paths = Paths.from_environment(os.environ)
    await asyncio.to_thread(paths.create)
    settings, masking = await asyncio.to_thread(Settings.load, paths.settings_file), Masking()
    process = Process(f"disputatio-test-{os.getpid()}-2", settings, masking, Logging(masking))
    living = asyncio.create_task(process.live([]))
    async with asyncio.timeout(30):
        while process.window is None or process.window.app is None:
            assert not living.done(), living.exception()
            await asyncio.sleep(0.01)
        process.window.resize(1010, 720)
        process.window.close()
        assert await living == 0
    kept = await asyncio.to_thread(Settings.load, paths.settings_file)
    assert kept.get("window.geometry")
