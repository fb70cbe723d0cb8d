"""What participants look things up with beyond the repository (SPEC TURN.7): searching texts, an endpoint that searches
the web, the tools of servers that the person configured.

documents  the passages of some texts that bear on a query
searxng    an endpoint that searches the web
servers    servers of the Model Context Protocol: a program or an address

For `app.tools`, which knows what a debate may use and what the person has agreed to. Nothing here asks for consent, and
nothing decides what to look up.
"""
