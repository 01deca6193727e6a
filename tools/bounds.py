"""Run the server's tests with the oldest versions that pyproject.toml allows; `make test` runs them with the newest.

make bounds
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOWEST: Final = re.compile(r"([\w-]+)(\[[\w,]+\])?>=([\w.]+)")
RUNNERS: Final = (
    "aiosmtpd",
    "pytest",
    "pytest-xdist",
    "httpx",
    "hypothesis",
    "playwright",
    "axe-playwright-python",
)
NEED_SCHEMATHESIS: Final = ("tests/server/test_schema.py", "tests/server/attacks/test_fuzz.py")  # it needs a newer Rich


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    pins = [lowest(each) for each in (*project["dependencies"], *extras["web"])]
    runners = [each for each in extras["test"] if re.split(r"[=\[]", each)[0] in RUNNERS]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin/python"))
        constraints = Path(folder, "lowest.txt")
        constraints.write_text("\n".join(pins) + "\n", encoding="utf-8")
        print("\n".join(pins), flush=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "--editable", f"{ROOT}[web]", *runners, "--constraint", str(constraints)], check=True)
        left_out = [f"--ignore={path}" for path in NEED_SCHEMATHESIS]
        tests = ["tests/server", "-n", "auto", "-p", "no:cacheprovider", "-W", "default", *left_out, *sys.argv[1:]]
        return subprocess.run([python, "-m", "pytest", *tests], cwd=ROOT, check=False).returncode


def lowest(requirement: str) -> str:
    found = LOWEST.match(requirement)
    assert found, f"{requirement} has no lower bound"
    return f"{found[1]}=={found[3]}"


if __name__ == "__main__":
    sys.exit(main())
