"""Servers on this machine that speak the protocols of OpenAI, Anthropic and Gemini over real HTTP, faults included.

Standard library only. Scripted per protocol, or answering by a function of the request:

    async with LoopbackServer() as server:
        server.reply("openai", text="Yes.", delay=0.01)
        server.fault("anthropic", Fault.CUT)
        ... = server.openai_url, server.anthropic_url, server.gemini_url

`python -m disputatio.testing.loopback` runs one by itself.

scripts    what a request is answered with: a reply, a fault
dialects   the three protocols: paths, lists of models, errors
streams    a reply in each of them
floods     answers without an end
embeddings vectors made from words
tools      tools in requests, and the rules of their calls
caching    prompts that were read before, and the rules of their marks
http       just enough HTTP/1.1
server     the server
threaded   the server in a thread of its own, for callers that are not asyncio
git        another server: what `git clone` asks for
github     another server: the REST API of GitHub
"""

from disputatio.testing.loopback.dialects import Protocol
from disputatio.testing.loopback.scripts import Fault, Script
from disputatio.testing.loopback.server import LoopbackServer, Seen
from disputatio.testing.loopback.threaded import running_server

__all__ = ["Fault", "LoopbackServer", "Protocol", "Script", "Seen", "running_server"]
