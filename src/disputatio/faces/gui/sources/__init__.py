"""What a debate cites: files at their lines, commits, documents, with the result of each check.

For readers who want to see what a citation stands on. It reads in threads, shows what it finds, and never checks or
changes a source itself.
"""
