"""Servers on this machine that speak the protocols of OpenAI, Anthropic and Gemini over real HTTP, faults included.

Standard library only. Scripted per protocol, or answering by a function of the request:

    async with LoopbackServer() as server:
        server.reply("openai", text="Yes.", delay=0.01)
        server.fault("anthropic", Fault.CUT)
        ... = server.openai_url, server.anthropic_url, server.gemini_url

`python -m disputatio.testing.loopback` runs one by itself.

scripts    what a request is answered with: a reply, a fault, an answer without an end
dialects   the three protocols: paths, lists of models, errors, embeddings, tools, prompt caching
streams    a reply in each of them
http       just enough HTTP/1.1, on asyncio or in a thread
server     the server
github     another server: the REST API of GitHub
searxng    another server: a search engine
"""

from disputatio.testing.loopback.dialects import Protocol
from disputatio.testing.loopback.scripts import Fault, Script
from disputatio.testing.loopback.server import LoopbackServer, Seen, running_server

__all__ = ["Fault", "LoopbackServer", "Protocol", "Script", "Seen", "running_server"]
