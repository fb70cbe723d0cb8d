"""What the person should hear of while another window is in front: a debate ended, failed, or waits."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from disputatio.faces.gui import icons
from disputatio.faces.gui.announcements import announce

WORDS = {
    "consensus": "reached consensus",
    "impasse": "ended without agreement",
    "max_rounds": "has used up its rounds",
    "completed": "is complete",
    "error": "needs you: a turn failed",
    "paused": "is paused",
}


class Notifier:
    """Uses the desktop's own notifications where there are any; the tray icon is there only while one is shown."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._tray: QSystemTrayIcon | None = None

    def tell(self, title: str, status: str, *, waiting: bool) -> None:
        said = "waits for you" if waiting else WORDS.get(status, "")
        if not said:
            return
        announce(self._window, f"{title} {said}", urgent=waiting or status == "error")
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable():
            if self._tray is None:
                self._tray = QSystemTrayIcon(icons.app_icon(), self._window)
                self._tray.messageClicked.connect(self._window.raise_)
            self._tray.show()
            self._tray.showMessage("Disputatio", f"{title} {said}", icons.app_icon())
