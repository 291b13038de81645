"""The attacks of `benchmarks/attacks`, in short, against a real server: refused by name, while others are served."""

import asyncio
import runpy
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]

ATTACKS = Path(__file__).parents[2] / "benchmarks" / "attacks"


@pytest.fixture
def settings() -> Settings:
    return Settings(reading=Rate(1e-6, 6), guests=Rate(1e-6, 2))


@pytest.mark.slow
def test_dear_pages_with_new_cookies_are_refused_beyond_a_number_and_others_are_served(address: str) -> None:
    rush = runpy.run_path(str(ATTACKS / "dear_pages.py"))["rush"]
    found: list[dict[str, Any]] = []
    attackers = Thread(target=lambda: found.append(asyncio.run(rush(address, 30, 1, 1, 3.0))))
    attackers.start()
    with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address="127.8.0.1"), timeout=60) as client:
        while attackers.is_alive():
            assert client.get("/api/me").status_code == 200
            attackers.join(0.2)
    statuses, requests = found[0]["statuses"], found[0]["requests"]
    served = [
        status
        for name, counts in requests.items()
        for status, count in counts.items()
        if "{table}" in name and status in ("200", "404")
        for _ in range(count)
    ]
    assert len(served) <= 6, requests
    assert statuses.get("201", 0) <= 2 + requests.get("/api/drill", {}).get("201", 0)
    assert set(statuses) <= {"200", "201", "202", "401", "403", "404", "429", "503", "ReadError", "RemoteProtocolError"}
