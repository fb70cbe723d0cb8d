"""The pieces of the window. They are fed with values and answer with signals; none of them knows the engine."""
