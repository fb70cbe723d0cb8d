"""Draws the application's icon in the sizes and kinds that desktops ask for: `python packaging/icons.py FOLDER`."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE: Final = Path(__file__).resolve().parent.parent / "resources" / "icons" / "app" / "disputatio.svg"
DESKTOP: Final = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
WINDOWS: Final = (16, 24, 32, 48, 64, 128, 256)
MACOS: Final = {"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
"""Kinds of pictures in an .icns file, and their sizes."""


def png(size: int) -> bytes:
    drawn = QImage(size, size, QImage.Format.Format_ARGB32)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawn.save(buffer, "PNG")
    return bytes(content.data())


def ico(sizes: tuple[int, ...] = WINDOWS) -> bytes:
    """Return an icon for Windows: a list of where each picture is, then the pictures."""
    pictures = {size: png(size) for size in sizes}
    head, at = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, picture in pictures.items():
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)  # 0 stands for 256
        at += len(picture)
    return head + b"".join(pictures.values())


def icns() -> bytes:
    """Return an icon for macOS: pictures, each after its kind and length."""
    body = b""
    for kind, size in MACOS.items():
        picture = png(size)
        body += kind.encode() + struct.pack(">I", len(picture) + 8) + picture
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write(folder: Path, name: str) -> None:
    """`name`: what the icon is called among those of a desktop."""
    for size in DESKTOP:
        place = folder / "hicolor" / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.png").write_bytes(png(size))
    scalable = folder / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    (scalable / f"{name}.svg").write_bytes(SOURCE.read_bytes())
    (folder / "disputatio.ico").write_bytes(ico())
    (folder / "disputatio.icns").write_bytes(icns())


if __name__ == "__main__":
    from contents import ID

    app = QGuiApplication([])
    write(Path(sys.argv[1]), ID)
