"""The question box: question, context, format, seats, rounds, what it may cost, what would leave the computer."""
