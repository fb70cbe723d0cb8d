"""What earlier debates settled, to be read and corrected.

For people who want to know why something was recalled. It never decides what is recalled.

memory_page         the page of insights
memory_shelf        its left side: search, list, how embedding stands
insight_sheet       one insight in full, and what can be done to it
reminder_inspector  the inspector of what was recalled into a debate
insights            the memory in words and rows, for all of them
"""
