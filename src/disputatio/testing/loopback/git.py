"""A git server on this machine, over HTTP: what a repository is cloned from in tests. It never runs git.

with running_git(folder) as server:
    ... = server.address
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pygit2


@dataclass
class GitServer:
    """`login`: it asks for one. `hold`: a clone gets its objects only once this is set."""

    folder: Path
    address: str = ""
    login: bool = False
    hold: threading.Event = field(default_factory=threading.Event)
    requests: list[str] = field(default_factory=list)

    def refs(self) -> bytes:
        """Return what the repository has, as the protocol advertises it."""
        repository = pygit2.Repository(str(self.folder))
        tip, head = str(repository.head.target), repository.head.name
        first = f"{tip} HEAD\0symref=HEAD:{head} agent=disputatio-loopback\n"
        return _line("# service=git-upload-pack\n") + b"0000" + _line(first) + _line(f"{tip} {head}\n") + b"0000"

    def pack(self) -> bytes:
        """Return all its objects."""
        repository = pygit2.Repository(str(self.folder))
        builder = pygit2.PackBuilder(repository)
        for id in repository:
            builder.add(id)
        with tempfile.TemporaryDirectory() as place:
            builder.write(place)
            return _line("NAK\n") + next(Path(place).glob("*.pack")).read_bytes()


@contextmanager
def running_git(folder: Path, *, login: bool = False, held: bool = False) -> Iterator[GitServer]:
    """Serves the repository at a folder as `shop.git` until the block ends."""
    server = GitServer(folder=folder, login=login)
    if not held:
        server.hold.set()
    web = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server))
    server.address = f"http://127.0.0.1:{web.server_address[1]}/shop.git"
    thread = threading.Thread(target=web.serve_forever, name="loopback-git", daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.hold.set()
        web.shutdown()
        web.server_close()
        thread.join()


def _handler(server: GitServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.requests.append(self.path)
            if server.login:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="loopback"')
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif self.path == "/shop.git/info/refs?service=git-upload-pack":
                self._answer("advertisement", server.refs())
            else:
                self.send_error(404)

        def do_POST(self) -> None:
            server.requests.append(self.path)
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            server.hold.wait()
            self._answer("result", server.pack())

        def _answer(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"application/x-git-upload-pack-{kind}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            return None

    return Handler


def _line(text: str) -> bytes:
    """Return a packet of the protocol: its length with the length itself, then the text."""
    return f"{len(text.encode()) + 4:04x}{text}".encode()
