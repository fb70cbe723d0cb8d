"""Embeddings: texts as vectors, so that what means the same is found in other words (the port is `engine.ports`).

catalogue   which models there are, and their dimensions
vectors     what goes in and out: texts cut and put into batches; what comes back becomes a vector, or is refused
remote      asking over HTTP, in batches: Google's wire, and OpenAI's, which Voyage, Ollama and others speak
local       a MiniLM from a folder on this computer, with its forward pass in numpy

All but the local one are two or three fields of JSON over HTTP, so none of them loads an SDK (0.5 to 1.2 s each). The
error table and the HTTP client are those of `providers`, which is why this package stands above it.
"""
