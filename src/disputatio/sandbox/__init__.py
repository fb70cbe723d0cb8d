"""Running programs that nobody has read: without network, without the person's files, within limits (SPEC SANDBOX.1).

For the engine, which hands over the code of a turn and gets back what came of it. It never runs anything outside of the
isolation: where this machine cannot isolate, it refuses and says what to install.

`isolation`: what isolates, as a port; what a program may use, and what becomes of it.
`box`: running a program in the walls that the person chose, once it was seen that they hold here.
`bubblewrap`: these walls, made by bubblewrap, with a filter of the calls of the kernel that no program here needs.
`containers`: the same by docker or podman.
`scopes`: a cgroup for a program, by which the kernel bounds all that it starts together.
`watching`: what a program uses, and the bound at which it is ended.
`interpreters`: the languages that this machine can run, and how.
`trials`: running the code of a turn with its tests, and saying what passed.
`checks`: running a command of the person's, among the files of a project or beside a program.
`reports`: what such a command reports of tests and findings, in JUnit XML or SARIF.
`harness.py` is run inside of the box, and imported by nobody.
"""
