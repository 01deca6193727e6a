"""Draw random comments, docstrings, messages, help and page texts for proofreading.

python tools/samples.py                      100 samples of everything
python tools/samples.py --seed 7 --number 50
python tools/samples.py --kind ru            one kind: comment, docstring, message, test, docs, or a language
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeGuard

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ("src/zunft", "tests", "tools", "bench", "docs", "examples")
BUILT: Final = ("server/web/docs", "static/built", "node_modules")
LANGUAGES: Final = ("en", "de", "ru")
KINDS: Final = ("comment", "docstring", "message", "test", "docs", *LANGUAGES)
DIRECTIVES: Final = ("# type:", "# noqa", "# ruff:", "# fmt:", "#!")
BLOCKS: Final = ("p", "li", "td", "th", "h2", "h3", "dt", "dd")
FENCED: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
WORD: Final = re.compile(r"[^\W\d_]{2}")
ARGUMENT: Final = re.compile(r"\{[^{}]*\}")
REMARKS: Final = {  # comments of scripts, styles, templates, and of files that a shell, make, CI or Docker reads
    ".js": re.compile(r"^ *//.*(?:\n *//.*)*|(?<=[;{},)] ) *//.*|(?s:/\*.*?\*/)", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"\{#(?! icons:).*?#\}", re.DOTALL),
    "": re.compile(r"^ *#(?!!).*(?:\n *#.*)*", re.MULTILINE),
}
HASHED: Final = (
    ".ci/run",
    ".github/workflows/ci.yml",
    ".pre-commit-config.yaml",
    "Dockerfile",
    "Makefile",
    "compose.yaml",
)
SPOKEN: Final = ("print", "exit", "error", "warning", "info", "log", "add_argument", "ArgumentParser")


class Sample(NamedTuple):
    kind: str
    place: str
    text: str


def samples() -> Iterator[Sample]:
    for path in files("py"):
        yield from of_source(path)
    for path in files("toml"):
        yield from of_texts(path)
    for path in files("html"):
        yield from of_rules(path)
    for path in (*files("js"), *files("css"), *files("html"), *(ROOT / name for name in HASHED)):
        yield from of_remarks(path)
    for path in (*ROOT.glob("*.md"), *files("md")):
        yield from of_document(path)


def files(extension: str) -> list[Path]:
    found = [path for folder in SOURCES for path in (ROOT / folder).rglob(f"*.{extension}")]
    return sorted(path for path in found if not any(folder in name(path) for folder in BUILT))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def of_source(path: Path) -> Iterator[Sample]:
    """Comments, docstrings, the texts of errors, and the names of tests."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(DIRECTIVES):
            yield Sample("comment", f"{name(path)}:{token.start[0]}", token.line.strip())
    for node in ast.walk(ast.parse(source)):
        place = f"{name(path)}:{getattr(node, 'lineno', 1)}"
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            text = ast.get_docstring(node)
            if text:
                yield Sample("docstring", place, text)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Sample("test", place, node.name)
        message = node.exc if isinstance(node, ast.Raise) else node if says_something(node) else None
        if message:
            texts = [part.value for part in ast.walk(message) if isinstance(part, ast.Constant)]
            if any(isinstance(text, str) and " " in text for text in texts):
                yield Sample("message", place, ast.unparse(message))


def says_something(node: ast.AST) -> TypeGuard[ast.Call]:
    """Prints, logs, or describes an argument of a command."""
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", "")) in SPOKEN


def of_remarks(path: Path) -> Iterator[Sample]:
    """Comments of files that are not Python."""
    source = path.read_text(encoding="utf-8")
    for found in REMARKS[path.suffix if path.suffix in REMARKS else ""].finditer(source):
        yield Sample("comment", f"{name(path)}:{source.count(chr(10), 0, found.start()) + 1}", found[0].strip())


def of_texts(path: Path) -> Iterator[Sample]:
    """Texts in TOML: a file for each language, or a key for each."""
    for key, text in leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
        language = path.stem if path.stem in LANGUAGES else key.rsplit(".", 1)[-1]
        if language in LANGUAGES and not key.endswith(".of"):  # names of features
            yield Sample(language, f"{name(path)} {key}", text)


def leaves(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(entry, dict):
        for part, value in entry.items():
            yield from leaves(value, f"{key}.{part}".lstrip("."))
    elif isinstance(entry, list):
        for value in entry:
            yield from leaves(value, key)
    elif isinstance(entry, str):
        yield key, entry


class Blocks(HTMLParser):
    """The text of every paragraph, list item, cell and heading."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.found.append("")

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1] += data


def of_rules(path: Path) -> Iterator[Sample]:
    """The rules pages: `rules.<language>.html`."""
    language = path.stem.rpartition(".")[2]
    if language in LANGUAGES:
        blocks = Blocks()
        blocks.feed(path.read_text(encoding="utf-8"))
        for text in blocks.found:
            if text.strip():
                yield Sample(language, name(path), " ".join(text.split()))


def of_document(path: Path) -> Iterator[Sample]:
    """Paragraphs of Markdown, without code."""
    for text in FENCED.sub("", path.read_text(encoding="utf-8")).split("\n\n"):
        if text.strip():
            yield Sample("docs", name(path), text.strip())


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw random texts of the project for proofreading.")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, help="default: all, each as likely as another")
    chosen = parser.parse_args()
    by_kind: dict[str, list[Sample]] = {kind: [] for kind in KINDS}
    for sample in samples():
        if WORD.search(ARGUMENT.sub("", sample.text)):
            by_kind[sample.kind].append(sample)
    rng = random.Random(chosen.seed)
    for number in range(chosen.number):
        sample = rng.choice(by_kind[chosen.kind or rng.choice(KINDS)])
        print(f"{number + 1}. {sample.kind}, {sample.place}\n    {sample.text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
