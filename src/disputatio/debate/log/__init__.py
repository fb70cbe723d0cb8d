"""What has happened: events, the commands that ask for them, and the state that folding them gives.

For everything above it. It knows what a debate is made of and never decides what comes next."""
