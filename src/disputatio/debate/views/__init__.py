"""What faces show of a debate: pure functions and folds over its events."""
