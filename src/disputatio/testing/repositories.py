"""Repositories for tests and pictures: small ones on disk, and a git server on this machine, over HTTP, from which one
is cloned. The server never runs git.

    with running_git(folder) as server:
        ... = server.address
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pygit2

WHEN = 1_700_000_000
"""Seconds since 1970 of every commit, so that the same files make the same commit."""


def commit(
    folder: Path, files: Mapping[str, str | bytes], message: str = "First", author: str = "Ada", origin: str = ""
) -> str:
    """Write files into the repository at `folder`, which is made if there is none, and commit all that is there.
    Returns the id of the commit. `origin`: where the repository says that it is from."""
    repository = pygit2.init_repository(str(folder), initial_head="main")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    repository.index.add_all()
    repository.index.write()
    who = pygit2.Signature(author, "ada@example.org", WHEN, 0)
    parents = [] if repository.head_is_unborn else [repository.head.target]
    made = repository.create_commit("HEAD", who, who, message, repository.index.write_tree(), parents)
    if origin:
        repository.remotes.create("origin", origin)
    return str(made)


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
    """Serve the repository at a folder as `shop.git` until the block ends."""
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
