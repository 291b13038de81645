"""Settings of the documentation site, which `make docs` builds."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import houseway  # noqa: E402

project = "houseway"
author = "the houseway authors"
copyright = f"2026, {author}"
version = release = houseway.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "made_pages"]
exclude_patterns = ["_build", "_static"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "houseway"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_logo = html_favicon = "../src/houseway/web/static/mark.svg"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "default"
pygments_dark_style = "native"
highlight_language = "text"

# Docstrings write `code` in single backticks, as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
autodoc_type_aliases = {"CardsLike": "CardsLike", "SeedLike": "SeedLike"}
python_use_unqualified_type_names = True
add_module_names = False

# A reference to a name of ours that does not exist fails the build; those of other projects need their sites.
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!houseway)[\w~\[\]., |'\"]+")]
