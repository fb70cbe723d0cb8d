"""What a text cites, and whether the source really says it.

It compares words with words and opens no file. It lives inside `debate` because points and moves depend on its results
and it shares their values; apart, the two would import each other.
"""
