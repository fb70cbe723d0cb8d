"""Where the packaged application begins. A file of `src/disputatio` would not do: PyInstaller looks for modules beside
it, and takes `secrets` there for that of Python."""

import sys

from disputatio.__main__ import main

sys.exit(main())
