"""The settings: every declared setting with its fitting field, providers with their keys, models, data.

`dialog.SettingsDialog(app, bridge, parent)` is opened by the window; `open_at(group)`; signal `appearance_changed()`.
"""
