"""What a text cites, and whether the source really says it.

For the rules and for whoever reads sources. It compares words with words and opens no file. It lives inside `debate`,
not beside it: points and moves rest on its results, and it shares their values, so that apart the two would import
each other.
"""
