"""Exports of debates. Text from models is untrusted, so it is escaped for its target and never interpreted.

account        what Markdown, HTML, PDF and the decision record tell, in its order
pieces         of what that consists: chapters with their parts, and turns
spoken         its transcript
argument_map   what AIF and Argdown draw
passages       Markdown of participants as a tree, for HTML and PDF
addresses      web addresses that stand in it by themselves
formulas       mathematics in it: where it stands, as MathML, and as a picture
formats        the one list of formats that every face offers

`html`, `pdf`, `markdown`, `adr`, `aif` and `argdown` write one format each, and `json_export` the log itself. PDF is
set by Typst, for reasons that were measured (`pdf`): 38 times as fast as fpdf2, with pages that need no hand.
"""
