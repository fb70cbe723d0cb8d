"""What earlier debates settled: the page of insights, and the inspector that shows which of them came up in a
debate.

For people who want to know why something was recalled, or to correct it. It never decides what is recalled.
"""
