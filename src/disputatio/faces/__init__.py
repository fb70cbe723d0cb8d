"""Floor 5: the faces. A window, a command line, a tool server: blind to one another, equal before the engine."""
