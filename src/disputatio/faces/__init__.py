"""Floor 5: the faces. A window, a command line, later a server: blind to one another, equal before the engine."""
