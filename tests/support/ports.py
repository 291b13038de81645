"""Ports for servers that tests start in processes of their own."""

import os
import socket

FIRST, LAST, OF_A_PROCESS = 10_000, 30_000, 100


def free_port() -> int:
    """A port that nobody has, and that the system hands out to nobody before the server takes it.

    Those that it hands out begin at 32,768; of those below each process that tests has a stretch of its own.
    """
    start = FIRST + os.getpid() * OF_A_PROCESS % (LAST - FIRST)
    for port in range(start, start + OF_A_PROCESS):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no port from {start} on is free")
