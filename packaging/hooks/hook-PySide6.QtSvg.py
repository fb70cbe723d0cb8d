"""Instead of PyInstaller's own hook: the plugins of `contents.PLUGINS` alone."""

from contents import kept
from PyInstaller.utils.hooks.qt import add_qt6_dependencies

hiddenimports, binaries, datas = add_qt6_dependencies(__file__)
binaries, datas = kept(binaries), kept(datas)
