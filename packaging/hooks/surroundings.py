"""Runs first in the packaged application: gives what it starts (a browser, the sandbox, a tool server) the library path
that the person has, instead of the one that PyInstaller set for this process. Ours are loaded by then, or found by the
paths that are written into them."""

import os

for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    else:
        os.environ.pop(name, None)
