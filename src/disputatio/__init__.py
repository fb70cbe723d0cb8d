"""Disputatio: several AI models debate a question until a person can see what to believe.

Floors, from the ground up (imports point downwards only):

    debate, library, prompting   the pure rules and values, standard library only
    engine                       carries out what the rules ask for
    providers, storage, …        what the engine needs from the outside world
    app                          what a person can do, whatever the face
    faces                        window, command line
"""

__version__ = "0.1.0"
