"""The language of the window. It is chosen before anything else of the window is imported, which reads its texts then;
so a change counts from the next start on."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import GNUTranslations
from pathlib import Path

from PySide6.QtCore import QDate, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QGuiApplication

from disputatio.app.paths import Paths, ResourceMissing, resource
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import Catalogue, language, speak, speak_in_window, tr

ENGLISH = "en"


def begin(environment: Mapping[str, str]) -> None:
    """Speak what the settings say, to somebody who has a window. What is wrong with them, the window says itself, and
    it says so in English."""
    speak_in_window()
    try:
        wanted = str(Settings.load(Paths.from_environment(environment).settings_file).get(declarations.LANGUAGE))
        system = QLocale.system()
        name = QLocale.languageToCode(system.language()) if wanted == "system" else wanted
        name = name if name in dict(declarations.LANGUAGE.choices) else ENGLISH
        with_system = QLocale.languageToCode(system.language()) == name  # Austria writes its numbers in its own way
        speak_as(system if with_system else QLocale(name), translations(name))
    except (DisputatioError, OSError):
        return


def translations(name: str) -> Catalogue | None:
    """Return the texts in a language. Raises `ResourceMissing` where they are not installed."""
    if name == ENGLISH:
        return None
    with resource("translations", f"{name}.mo").open("rb") as file:
        return GNUTranslations(file)


def speak_as(locale: QLocale, catalogue: Catalogue | None) -> None:
    """Have texts, numbers and dates as they are where this language is spoken."""
    QLocale.setDefault(locale)
    speak(catalogue)


def page(folder: str, name: str) -> Path:
    """Return a page that ships, in the language of the window (`help/de/using.md` beside `help/using.md`), or else in
    English. Raises `ResourceMissing`."""
    if language() is not None:
        try:
            return resource(folder, QLocale.languageToCode(QLocale().language()), name)
        except ResourceMissing:
            pass
    return resource(folder, name)


def adapt(app: QGuiApplication) -> None:
    """Give an application the direction of the language, and the texts of Qt itself: menus of fields, file dialogs."""
    locale = QLocale()
    if locale.language() not in (QLocale.Language.C, QLocale.Language.English):
        translator = QTranslator(app)
        if translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            app.installTranslator(translator)
        app.setLayoutDirection(locale.textDirection())


def date(year: int, month: int, day: int, *, with_year: bool) -> str:
    """Say a day, as in "4 Mar 2026"."""
    return QLocale().toString(QDate(year, month, day), tr("d MMM yyyy") if with_year else tr("d MMM"))
