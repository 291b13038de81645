"""A way to the database that can be stalled: whoever comes through it is cut off, and no connection ends."""

import socket
from contextlib import suppress
from threading import Event, Thread

CHUNK = 1 << 16


class StalledWay:
    """Passes bytes on between a port of its own and another one, unless it is stalled: then they wait."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._flows = Event()
        self._flows.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def stall(self) -> None:
        """Pass nothing on from now on, in no direction; new connections are accepted, and wait as well."""
        self._flows.clear()

    def let_go(self) -> None:
        """Pass everything on, what waited first."""
        self._flows.set()

    def close(self) -> None:
        """Accept no more."""
        self._listening.close()
        self.let_go()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                Thread(target=self._connect, args=(self._listening.accept()[0],), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        self._flows.wait()
        with suppress(OSError):
            far = socket.create_connection(self._target)
            Thread(target=self._pass_on, args=(far, near), daemon=True).start()
            self._pass_on(near, far)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                self._flows.wait()
                target.sendall(data)
        self._flows.wait()
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
