"""What was said in a debate, as cards to read, search, copy and act upon, and the Markdown behind them.

For the pane of a debate, and for every page that shows Markdown. It knows entries of a debate but neither the board
nor the session that they come from.
"""
