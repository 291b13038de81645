"""Half-sent requests, unread answers and too many connections, over real sockets on the loopback."""

import base64
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support.web_fixtures import listening

from houseway.room import Room, TableSpec
from houseway.web.settings import Rate, Settings

FREELY = Rate(1e5, 100_000)
SHORT = 0.6
PATIENCE = 120
"""Seconds after which a server that ends nothing fails a test."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    folder: Path = tmp_path_factory.mktemp("wire")
    opened = Room(f"sqlite:///{folder / 'room.sqlite'}")
    opened.open_table(TableSpec("pick-2-poker", seats=1), by=opened.guest().id)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def port(room: Room) -> Iterator[int]:
    settings = Settings(request_time=SHORT, write_time=SHORT, most_sockets=6, requests=FREELY, all_requests=FREELY)
    with listening(room, settings) as address:
        yield int(address.rpartition(":")[2])


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as link:
        yield link


def heard_until_closed(link: socket.socket) -> bytes:
    heard = b""
    try:
        while part := link.recv(65536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /api/tables/1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
        b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /",
    ],
    ids=["nothing", "a letter", "a head", "a body", "a chunk", "an upgrade", "a second request"],
)
def test_a_request_that_never_comes_whole_is_ended(port: int, sent: bytes) -> None:
    with connected(port) as link:
        link.sendall(sent)
        heard = heard_until_closed(link)
        assert b"408" in heard or b"200 OK" in heard or not sent


def test_a_head_without_end_is_refused(port: int) -> None:
    with connected(port) as link:
        link.sendall(b"GET / HTTP/1.1\r\n")
        try:
            for number in range(100):
                link.sendall(b"X-%d: " % number + b"x" * 1000 + b"\r\n")
        except OSError:
            return
        assert b"431" in heard_until_closed(link)


def test_an_address_has_so_many_connections_and_the_next_is_told_to_wait(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(6):
            shake_hands(stack.enter_context(connected(port)))
        assert b"503" in heard_until_closed(stack.enter_context(connected(port)))
    for _ in range(200):
        with connected(port) as link:
            link.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            if b"200 OK" in heard_until_closed(link):
                return
    raise AssertionError("the connections that are over are still counted")


def shake_hands(link: socket.socket, extra: str = "") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    link.sendall(
        f"GET /api/tables/1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{extra}\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += link.recv(1)
    assert b"101" in head
    return head


def test_requests_and_spectators_are_counted_once_by_connection_and_application_together(room: Room) -> None:
    two = Rate(1e-9, 2)
    settings = Settings(spectators=two, all_spectators=FREELY, refusal_pause=0.0, all_requests=FREELY)
    with listening(room, settings) as address, ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        for _ in range(2):
            shake_hands(stack.enter_context(connected(port)))
        with pytest.raises(AssertionError):
            shake_hands(stack.enter_context(connected(port)))
    with listening(room, Settings(requests=two, refusal_pause=0.0, all_requests=FREELY)) as address:
        port, statuses = int(address.rpartition(":")[2]), list[bytes]()
        for _ in range(3):
            with connected(port) as link:
                link.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                statuses.append(heard_until_closed(link).split()[1])
        assert statuses == [b"200", b"200", b"429"]


def frame(opcode: int, payload: bytes, *, fin: bool = True, announced: int | None = None) -> bytes:
    size = len(payload) if announced is None else announced
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return bytes([(0x80 if fin else 0) | opcode]) + length + b"\0\0\0\0" + payload


@pytest.mark.parametrize(
    "sent",
    [
        frame(1, b'{"type": "pi', fin=False),
        frame(1, b"{", announced=5000),
        frame(1, b"", fin=False) + frame(0, b"", fin=False) * 1000,
        frame(9, b"ping") * 500,
        b"\x81",
    ],
    ids=["a fragment", "half a frame", "empty fragments", "many pings", "a byte"],
)
def test_a_message_that_never_comes_whole_ends_its_connection_alone(port: int, sent: bytes) -> None:
    with connected(port) as other:
        shake_hands(other)
        with connected(port) as link:
            shake_hands(link)
            link.sendall(sent)
            heard_until_closed(link)
        other.sendall(frame(1, b'{"type": "ping"}'))
        heard = b""
        while b"pong" not in heard:
            heard += other.recv(65536)


def test_nothing_is_compressed_so_that_no_small_message_becomes_a_large_one(port: int) -> None:
    with connected(port) as link:
        head = shake_hands(link, "Sec-WebSocket-Extensions: permessage-deflate\r\n")
        assert b"permessage-deflate" not in head.lower()


def test_who_does_not_read_what_was_asked_for_is_ended(port: int) -> None:
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        link.settimeout(PATIENCE)
        link.connect(("127.0.0.1", port))
        request = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            link.sendall(request * 100_000)


def test_an_address_that_begins_too_many_connections_is_cut_off_before_its_request_is_read(room: Room) -> None:
    with listening(room, Settings(new_connections=Rate(1e-6, 3))) as address, ExitStack() as links:
        port, asked = int(address.rpartition(":")[2]), b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        heard = []
        for _ in range(5):
            link = links.enter_context(connected(port))
            link.sendall(asked)
            heard.append(link.recv(65536).split(b" ")[1])
        assert heard == [b"200"] * 3 + [b"503"] * 2
        other = links.enter_context(
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=("127.0.0.2", 0))
        )
        other.sendall(asked)
        assert other.recv(65536).split(b" ")[1] == b"200"


def test_where_all_connections_are_taken_the_address_with_the_most_loses_one_to_a_newcomer(room: Room) -> None:
    with listening(room, Settings(all_sockets=6)) as address, ExitStack() as links:
        port, asked = int(address.rpartition(":")[2]), b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        crowd = [
            links.enter_context(
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(f"127.0.0.{n}", 0))
            )
            for n in (2, 3, 4, 2, 3, 4)
        ]
        for link in crowd:
            link.sendall(asked)
            assert link.recv(65536)
            link.sendall(b"GET /")
        newcomer = links.enter_context(connected(port))
        newcomer.sendall(asked)
        assert newcomer.recv(65536).split(b" ")[1] == b"200"
