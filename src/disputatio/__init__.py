"""Disputatio: several AI models debate a question until a person can see what to believe.

Floors, from the ground up (imports point downwards only):

    debate                        the rules: a debate is a log of events, and pure functions over it
    library, prompting            what outlives a debate; what models are asked, in words. Pure, as the rules are
    engine                        carries out what the rules ask for
    secrets                       keys, and texts that must not leave the computer
    providers, embeddings         models that answer, and models that turn texts into vectors
    tools                         searching texts and the web, and the client of tool servers
    sandbox                       code that participants write, run in isolation
    metrics                       measuring programs that nobody has read, without running them
    storage, repository           the database; git repositories, read at one commit
    exporting                     debates as files for people and programs
    testing                       fakes that ship, for the tests and for trying things out
    app                           what a person can do, whatever the face
    faces                         window, command line, tool server
"""

__version__ = "0.1.0"
