"""Every setting, declared once; the dialog, the file, the command line and the documentation follow.

kinds          what a setting is, and the check of its values
declarations   all settings
file           the TOML file, changed without losing anything the person wrote
store          typed reading and writing, observers
registry       finding a setting by its key, and all of them as Markdown
"""

from disputatio.app.settings.file import Fault, SettingsNotSaved
from disputatio.app.settings.kinds import BadSetting, Setting
from disputatio.app.settings.registry import Registry, documentation
from disputatio.app.settings.store import Settings

__all__ = ["BadSetting", "Fault", "Registry", "Setting", "Settings", "SettingsNotSaved", "documentation"]
