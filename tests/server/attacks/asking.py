"""Requests an attacker might send: any bytes, any header, many at once."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.server.servers import PATIENCE, Server

BOUNDARY = "a-line-between-two-fields"
Fields = Mapping[str, str | tuple[str, bytes]]


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        cookies = dict(re.findall(r"(?m)^([^=\s]+)=([^;]*)", "\n".join(answer.headers.get_all("set-cookie") or [])))
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, dict(headers), cookies, answer.read().decode())
    finally:
        connection.close()


def get(server: Server, path: str, /, **headers: str) -> Answer:
    return ask(server, "GET", path, headers=named(headers))


def post(server: Server, path: str, content: Any, /, **headers: str) -> Answer:
    """JSON, as sent by programs."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return ask(server, "POST", path, body, {"content-type": "application/json", **named(headers)})


def post_form(server: Server, path: str, fields: Mapping[str, str] | None = None, /, **headers: str) -> Answer:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    return ask(server, "POST", path, urlencode(dict(fields or {"x": "1"})).encode(), {**kind, **named(headers)})


def post_files(server: Server, path: str, fields: Fields, /, **headers: str) -> Answer:
    """A form with files: name and content of each."""
    parts = []
    for name, value in fields.items():
        file, content = value if isinstance(value, tuple) else ("", value.encode())
        filename = f'; filename="{file}"' if file else ""
        parts.append(
            f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="{name}"{filename}\r\n\r\n'.encode() + content
        )
    body = b"\r\n".join([*parts, f"--{BOUNDARY}--\r\n".encode()])
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
    return ask(server, "POST", path, body, {**kind, **named(headers)})


def named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def cookies(**values: str) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in values.items())}


@contextmanager
def connected(server: Server, sent: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        if sent:
            connection.sendall(sent)
        yield connection


def heard(connection: socket.socket) -> bytes:
    """Everything received until the server closes the connection, even if it does so while we are sending."""
    found = b""
    try:
        while more := connection.recv(65536):
            found += more
    except (ConnectionResetError, BrokenPipeError):
        pass
    return found


def status_line(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def peak_memory(server: Server) -> int:
    """Peak memory of the server process in bytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


class Stream:
    """An event stream, read in its own thread until it ends."""

    def __init__(self, server: Server, path: str, **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", path, headers=named(headers))
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.text = ""
        self.has_ended = False
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        try:
            while more := self.answer.read1():
                self.text += more.decode()
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            return  # closed by us
        self.has_ended = True

    def events(self) -> list[Any]:
        return [json.loads(data) for data in re.findall(r"(?m)^data: (.*)$", self.text)]

    def close(self) -> None:
        if self.connection.sock is not None:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.thread.join(PATIENCE)
        self.answer.close()
        self.connection.close()
