"""What a person asks for becomes fact, or is refused with a reason and a remedy.

For the engine, which records what comes out. Nothing here changes a debate by itself."""
