"""The screens of the window: sidebar, start, debate, inspector, library. They know the application by type alone."""
