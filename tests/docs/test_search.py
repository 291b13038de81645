"""The search of the built site leads to the right page first."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright
from support.card_room import CHROMIUM, CHROMIUM_ARGUMENTS

ROOT = Path(__file__).parents[2]
RIGHT = {
    "practice": {"training.html", "tutorials/player.html"},
    "house edge": {"rules/worth.html"},
    "custom pay table": {"how-to/custom-pay-table.html"},
    "restore": {"how-to/restore-a-backup.html"},
}

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Chromium")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site") / "docs"
    built = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "build_docs.py"), str(folder), "--plain"], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.slow
def test_the_first_result_is_the_page_that_a_reader_wants(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_ARGUMENTS)
        page = browser.new_page()
        for words, right in RIGHT.items():
            page.goto(f"{address}/search.html?q={words.replace(' ', '+')}")
            page.wait_for_selector("#search-results .search-summary:has-text('found')")
            page.wait_for_selector("#search-results ul.search li a")
            links = page.locator("#search-results ul.search li a")
            first = [str(links.nth(place).get_attribute("href")) for place in range(min(5, links.count()))]
            assert first[0].partition("?")[0].partition("#")[0] in right, f"{words}: {first}"
        browser.close()
