"""Every setting, declared once; the dialog, the file, the command line and the documentation follow.

kinds          what a setting is, and the check of its values
declarations   all settings
file           the TOML file, changed without losing anything the person wrote
store          all settings by their keys, typed reading and writing, all of them as Markdown
"""

from disputatio.app.settings.file import Fault, SettingsNotSaved
from disputatio.app.settings.kinds import BadSetting, Setting
from disputatio.app.settings.store import Registry, Settings, documentation

__all__ = ["BadSetting", "Fault", "Registry", "Setting", "Settings", "SettingsNotSaved", "documentation"]
