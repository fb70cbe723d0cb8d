"""Storage: one SQLite file with the logs of all debates, what is derived from them, and the library.

One thread writes and groups what waits into one transaction; readers never wait for it (WAL). A write is durable
against a killed process (`synchronous=NORMAL`: after a power cut the last moments may be missing, never damaged).

The log's hot path runs SQL text compiled from the Core tables on the driver's own connection: measured with three
statements a transaction, Core takes 117 µs, `exec_driver_sql` 80 µs, the driver 34 µs. Full-text indexing costs 1.7 ms
for a turn of 3 KB (trigrams), so it waits until nobody writes, or until somebody searches.
"""
