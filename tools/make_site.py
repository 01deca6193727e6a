"""Build the documentation site: generated pages first, then Sphinx with warnings as errors.

make site                             into the package, where `zunft serve` shows it under /docs
python -m tools.make_site FOLDER      somewhere else
"""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.make_assets import INSTALL, npm

from zunft import cli
from zunft.server.app import make_app
from zunft.server.config import Config

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "src/zunft/server/web/docs"


def main(site: Path = SITE) -> int:
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "project/docs")
        shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        fetch_drawing_library(source / "site")
        for path in ROOT.iterdir():  # pages link to sources, examples and tests: they become downloads
            if path.name not in ("docs", "build") and not path.name.startswith("."):
                (source.parent / path.name).symlink_to(path)
        (source / "reference/commands.md").write_text(commands_page(), encoding="utf-8")
        (source / "reference/http.md").write_text(http_page(openapi()), encoding="utf-8")
        return build(source, Path(folder, "doctrees"), site)


def build(source: Path, doctrees: Path, site: Path) -> int:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(doctrees), str(source), str(site)]
    code = subprocess.run(command, check=False).returncode
    if code == 0:
        for page in site.rglob("*.html"):
            page.write_text(with_labels(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"{site}: {len(list(site.rglob('*.html')))} pages")
    return code


def with_labels(page: str) -> str:
    """Accessibility fixes that the theme lacks: heading levels, column names, keyboard scrolling of code."""
    page = page.replace('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">')
    page = page.replace('<p class="caption" role="heading">', '<p class="caption" role="heading" aria-level="2">')
    page = page.replace('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">')
    return page.replace('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer')


def fetch_drawing_library(folder: Path) -> None:
    subprocess.run([*npm(), *INSTALL], cwd=folder, check=True)
    shutil.copy(folder / "node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js", folder / "static")


def commands_page() -> str:
    """`zunft --help` and the help of every command."""
    parts = ["# Commands", fenced_help()]
    for name in cli.COMMANDS:
        parts += [f"## `zunft {name}`", fenced_help(name)]
    return "\n\n".join(parts) + "\n"


def fenced_help(*command: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        cli.main([*command, "--help"])
    return f"```text\n{printed.getvalue().rstrip()}\n```"


def openapi() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return make_app(Config(str(Path(folder, "schema.sqlite")))).openapi_schema.to_schema()


def http_page(schema: dict[str, Any]) -> str:
    """Every path of the JSON interface with its parameters, bodies and answers."""
    parts = ["# HTTP endpoints", "From the OpenAPI document that every site serves as `/schema/openapi.json`."]
    for path, operations in sorted(schema["paths"].items()):
        for method, operation in operations.items():
            if isinstance(operation, dict) and "responses" in operation:
                parts += [f"## `{method.upper()} {path}`", *operation_parts(operation)]
    return "\n\n".join(parts) + "\n"


def operation_parts(operation: dict[str, Any]) -> list[str]:
    parts = [operation.get("description") or operation.get("summary", "")]
    parameters = operation.get("parameters", [])
    if parameters:
        rows = [f"| `{each['name']}` | {each['in']} | {kind(each.get('schema', {}))} |" for each in parameters]
        parts.append("\n".join(["| parameter | in | type |", "|---|---|---|", *rows]))
    if "requestBody" in operation:
        bodies = operation["requestBody"]["content"].items()
        parts.append("Body: " + ", ".join(f"`{media}` {kind(body.get('schema', {}))}" for media, body in bodies))
    answers = [f"| {status} | {answer.get('description', '')} |" for status, answer in operation["responses"].items()]
    parts.append("\n".join(["| status | meaning |", "|---|---|", *answers]))
    return parts


def kind(schema: dict[str, Any]) -> str:
    """A schema's type in a word or two."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[1]}`"
    choices = schema.get("oneOf") or schema.get("anyOf")
    if choices:
        return " or ".join(kind(each) for each in choices)
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
