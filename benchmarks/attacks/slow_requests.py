"""Half-sent requests and unread answers: how long a server keeps them. On the loopback only.

    python benchmarks/attacks/slow_requests.py --port 8000 --sockets 200 --seconds 40

opens so many connections, sends each a byte of a request a second, and counts how many are still open.
"""

import argparse
import json
import socket
import time

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


def opened(port: int) -> socket.socket | None:
    """A connection, None where it is refused."""
    link = socket.socket()
    link.settimeout(2)
    try:
        link.connect(("127.0.0.1", port))
    except OSError:
        return None
    link.setblocking(False)
    return link


def is_open(link: socket.socket) -> bool:
    """Send a byte more; whether the server still listens."""
    try:
        if link.recv(4096) == b"":
            return False
    except BlockingIOError:
        pass
    except OSError:
        return False
    try:
        return bool(link.send(b"x"))
    except OSError:
        return False


def main() -> None:
    """Trickle, print how many connections were open when."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=40)
    chosen = parser.parse_args()
    links = [link for _ in range(min(chosen.sockets, 1000)) if (link := opened(chosen.port)) is not None]
    for link in links:
        link.send(HEAD)
    began, counts = time.monotonic(), {}
    for _ in range(min(chosen.seconds, 120)):
        time.sleep(1)
        links = [link for link in links if is_open(link)]
        counts[round(time.monotonic() - began)] = len(links)
        if not links:
            break
    print(json.dumps({"sockets": chosen.sockets, "open_after_seconds": counts}))


if __name__ == "__main__":
    main()
