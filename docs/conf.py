"""Sphinx: the documentation site, built by `make site`; decision record 27 says why this generator."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from textwrap import shorten
from typing import Any

from docutils import nodes

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent / "src"))

from zunft.version import __version__  # noqa: E402

project = "Zunft"
author = "The Zunft contributors"
copyright = "the Zunft contributors, MIT licence"
release = version = __version__

SUMMARY = "Four guild board games to play in the browser with friends and fair bots, and to study from Python."
SHORTEST_DESCRIPTION, LONGEST_DESCRIPTION = 60, 160  # characters

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = ["site"]
source_suffix = {".md": "markdown"}
suppress_warnings = [
    "myst.xref_missing",  # files of the repository outside docs/; tests/test_docs.py checks every link
    "misc.highlighting_failure",  # Pygments does not know Mermaid
]

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_inherit_docstrings = False  # the peers' own are written for other pages
autodoc_member_order = "bysource"
autodoc_mock_imports = ["stable_baselines3"]  # of the extra `train`, which the site is built without
autodoc_typehints = "signature"
default_role = "code"  # docstrings use single backticks
add_module_names = False

html_theme = "furo"
html_title = f"Zunft {__version__}"
html_favicon = "../src/zunft/server/web/static/icon.svg"
html_static_path = ["site/static"]
html_show_sphinx = False
html_copy_source = False


def add_diagrams(app: Any, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """The drawing library is 2.8 MB: only pages with a diagram load it."""
    blocks = doctree.findall(nodes.literal_block) if doctree else ()
    if any(block.get("language") == "mermaid" for block in blocks):
        app.add_js_file("mermaid.tiny.js", loading_method="defer")
        app.add_js_file("diagrams.js", loading_method="defer")


def add_description(
    app: Any, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """For search engines: the beginning of the page's first long paragraph."""
    texts = [each.astext() for each in doctree.findall(nodes.paragraph)] if doctree else []
    text = next((each for each in texts if len(each) > SHORTEST_DESCRIPTION), SUMMARY)
    text = shorten(text, LONGEST_DESCRIPTION, placeholder=" …")
    context["metatags"] = f'{context.get("metatags", "")}<meta name="description" content="{escape(text)}">'


def setup(app: Any) -> None:
    app.connect("html-page-context", add_diagrams)
    app.connect("html-page-context", add_description)
