"""Storage: one SQLite file with the logs of all debates, what is derived from them, and the library. For `app`, through
the ports of `engine`. It knows no rules: what a log means is asked of `debate`.

database       the file: opened and examined, one writer, several readers
schema         the tables; `VERSION` goes up with every change
upgrade        from an older version to this one, a copy of which is kept
migrations     its steps
writer         the one thread that writes
surroundings   what lies where the database is, looked at before SQLite touches it
soundness      what is damaged in it, and the text indexes, which are made anew
sqlite         SQLite itself: which build, its SQL text, its faults in words

log            the event log of all debates
codec          events, commands and library values to JSON and back
chain          the hash chain of a log
leases         several processes and one debate: who drives it, who leaves commands
projections    the tables that can be asked, kept beside the log and made anew from it
debate_rows    the rows of one debate in them: a fold over its log
catalogue      the debates there are: list, rename, delete, bin; how right each model was in them, from what was marked

search         full-text search
mentions       where words occur in debates, for people to read
vectors        vectors, stored and searched
memories       whatever can be recalled, with its words
insights       what a person, and later debates, do to insights
episodes       programs that failed in debates, found by agent and debate
library_store  workspaces, projects, notes, personas: create, edit, list, delete
corpora        corpora of personas: files and passages
corpus_files   such a file, read as text
repositories   repositories that were opened, and their summaries
code           their index: files, where their parts stand, words and vectors
backup         backup and restore: one zip
foreign        a database from elsewhere, read as data
own_files      files of the person: read, but no pipes, devices and folders; formats and roles that they wrote, in a
               backup and brought back
merging        a backup added to what is here

One thread writes and groups what waits into one transaction; readers never wait for it (WAL). A write outlives a
killed process. After a power cut the last moments may be missing, never damaged (`synchronous=NORMAL`), unless the
person wants each write on the disk itself (`privacy.write_through`, `synchronous=FULL`).

The log's hot path runs SQL text compiled from the Core tables on the driver's own connection: measured with three
statements a transaction, Core takes 117 µs, `exec_driver_sql` 80 µs, the driver 34 µs. Full-text indexing costs 1.7 ms
for a turn of 3 KB (trigrams), so it waits until nobody writes, or until somebody searches.
"""
