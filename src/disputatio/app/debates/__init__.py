"""Debates that are open or over. For every face. The rules are in `debate` and the work is done by `engine`; nothing
here decides what comes next in a debate.

session         one open debate, driven here or watched while another process drives it
open_sessions   all of them: opening, starting and resuming, and the lease that lets one process drive a debate
upkeep          their background work: heartbeats, take-overs, what other processes write and ask
needs           what waits for a person, over all debates: approvals, consents, their own turns, failures
replies         what a person says in a seat, in one text or question by question
spoken_secrets  what a person says, without likely secrets
requests        what exactly was sent to models, request by request
branches        the branch of a debate in its repository
code_versions   the programs that a debate came to, with what was measured of them
milestones      what of a debate belongs on that branch, and when
documents       the document that a debate ends with, kept in the library
replay          a recorded debate, run again from its own answers
"""
