"""The settings as pictures, to be looked at: `show_settings.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")
os.environ["ANTHROPIC_API_KEY"] = "sk-ant-not-a-real-key"

from PySide6.QtWidgets import QApplication

from disputatio.app.bootstrap import application
from disputatio.engine.ports import Check
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.settings.settings_dialog import SettingsDialog
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.secrets.keyring import Keys
from disputatio.testing.fake_keyring import FakeKeyring

ROWS = (
    Check(name="Reached", ok=True, detail="OpenAI answered at https://api.openai.com/v1."),
    Check(name="Key", ok=False, detail="OpenAI did not accept the key.", remedy="Check it, or make another one."),
)


async def show(folder: Path, look: str, size: tuple[int, int]) -> None:
    async with application(os.environ) as app:
        app.keys = Keys(os.environ, backend=lambda: FakeKeyring("absent"))
        app.settings.set("models.critic", "gemini:gemini-3.0-pro-001")
        app.settings.set("providers.office.base_url", "http://192.168.1.20:8000/v1")
        app.settings.set("servers.files.command", ("npx", "-y", "@modelcontextprotocol/server-filesystem", "~/papers"))
        app.settings.set("servers.wiki.address", "https://wiki.example.org/mcp")
        app.settings.set("tools.search", "endpoint")
        app.settings.set("routing.analysis", ("anthropic:claude-haiku-4-5", "gemini:gemini-2.5-flash"))
        for _ in range(40):
            app.routing.note_success("anthropic:claude-opus-4-5-20251101", 8_400)
            app.routing.note_success("openai:gpt-5.2", 12_100)
        for _ in range(12):
            app.routing.note_failure("openai:gpt-5.2", "OpenAI is overloaded (503). Retry in a minute.")
        dialog = SettingsDialog(app, Bridge())
        dialog.resize(*size)
        dialog.show()
        for key in dialog.pages:
            dialog.open_at(key)
            await asyncio.sleep(0.4)
            if key == "providers":
                dialog.open_at("openai")
                card = dialog.providers.cards["openai"]
                card.key.field.setText("sk-something")
                card.key.save_wanted.emit("sk-something")
                card.checks.show_rows(ROWS)
                await asyncio.sleep(0.2)
            dialog.grab().save(str(folder / f"settings-{key}-{look}-{size[0]}.png"))
        dialog.close()
        dialog.deleteLater()


def main() -> None:
    folder, look = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "light"
    width, _, height = (sys.argv[3] if len(sys.argv) > 3 else "1000x700").partition("x")
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(show(folder, look, (int(width), int(height))))


if __name__ == "__main__":
    main()
