"""Build the documentation site and check every link of the result.

`python tools/build_docs.py [FOLDER]` builds into build/docs, or into a folder; any warning is an error. With --external
it asks every linked site whether the page exists, which needs the network. With --plain the pages have no theme, which
takes a third less time.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.cmd.build import main as sphinx

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXTERNAL_LINKS = "external-links.txt"
LOADED = {"img": "src", "script": "src", "source": "src", "iframe": "src"}
"""Elements by which a page loads something. A `link` loads something too, unless it is only a relation."""
RELATIONS = {"canonical", "index", "search", "next", "prev"}


@dataclass
class Page(HTMLParser):
    """What one built page names: its anchors, where it leads, what it loads."""

    path: Path
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def __hash__(self) -> int:
        return hash(self.path)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what an element names."""
        given = {name: value or "" for name, value in attributes}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") not in RELATIONS:
            self.loads.append(given.get("href", ""))
        if tag in LOADED and LOADED[tag] in given:
            self.loads.append(given[LOADED[tag]])


def read_site(folder: Path) -> dict[Path, Page]:
    """Every page of a built site by its path."""
    return {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}


def broken(site: dict[Path, Page]) -> Iterator[str]:
    """What is wrong: a local address without a file or an anchor, or something loaded from another host."""
    for page in site.values():
        for address in page.loads:
            if is_external(address):
                yield f"{page.path}: loads {address} from another host"
        for address in {*page.links, *page.loads}:
            if not is_external(address) and not _is_there(address, page, site):
                yield f"{page.path}: {address} leads nowhere"


def _is_there(address: str, page: Page, site: dict[Path, Page]) -> bool:
    parts = urlsplit(address)
    if parts.scheme in ("data", "mailto"):
        return True
    target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path.resolve()
    if target not in site:
        return target.is_file()
    return not parts.fragment or unquote(parts.fragment) in site[target].anchors


def is_external(address: str) -> bool:
    """Whether an address is on another host."""
    return urlsplit(address).scheme in ("http", "https") or address.startswith("//")


def external_links(site: dict[Path, Page]) -> list[str]:
    """All addresses of other hosts that the pages link to, each once."""
    return sorted({address for page in site.values() for address in page.links if is_external(address)})


def build(folder: Path, builder: str = "html", *settings: str) -> bool:
    """Let Sphinx build the site; whether it did without a warning."""
    trees = folder.parent / f"{folder.name}-trees"
    chosen = [word for setting in settings for word in ("-D", setting)]
    return sphinx(["-q", "-W", "--keep-going", "-b", builder, "-d", str(trees), *chosen, str(DOCS), str(folder)]) == 0


def main(arguments: list[str]) -> int:
    """Build and check; 0 if all is well."""
    names = [argument for argument in arguments if not argument.startswith("--")]
    folder = Path(names[0]) if names else ROOT / "build" / "docs"
    if "--external" in arguments:
        return 0 if build(folder.parent / "linkcheck", "linkcheck") else 1
    if not build(folder, "html", *(["html_theme=basic"] if "--plain" in arguments else [])):
        return 1
    site = read_site(folder)
    problems = list(broken(site))
    for problem in problems:
        print(problem, file=sys.stderr)
    others = external_links(site)
    (folder / EXTERNAL_LINKS).write_text("".join(f"{link}\n" for link in others), "utf-8")
    print(f"{folder}: {len(site)} pages, {len(problems)} broken links, {len(others)} links to other sites")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
