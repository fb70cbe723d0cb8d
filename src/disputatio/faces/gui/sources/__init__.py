"""What a debate cites: files at their lines, commits, documents, with the result of each check.

For readers who want to see what a citation stands on. It reads in threads, shows what it finds, and never checks or
changes a source itself.

evidence       the inspector of citations: what each says it stands on, and what the check found
source_page    the page of a source: the file at its commit, the lines marked
source_header  its head: back and forward, search, what can be done with the file
source_view    its middle: the text with who wrote which line, and the history beside it
source_reader  reading what it shows: files, history and authors, in threads
code_pane      text that is read line by line, with a gutter
diff           what differs between two texts: as a unified diff, or beside one another
"""
