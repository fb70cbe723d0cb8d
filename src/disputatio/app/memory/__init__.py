"""What earlier debates settled. The next debate recalls it, and the person can see and correct it."""
