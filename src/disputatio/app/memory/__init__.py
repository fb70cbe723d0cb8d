"""What earlier debates settled, recalled for the next one, and shown to the person who can correct it."""
