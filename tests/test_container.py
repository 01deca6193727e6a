"""The container without an engine: the steps of the Dockerfile in a virtual environment, and the site of compose.yaml
with two processes on PostgreSQL, behind its proxy.
"""

from __future__ import annotations

import ipaddress
import json
import os
import shutil
import subprocess
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

import zunft
from tests.server.servers import free_port, postgres_database, wait_for
from tests.server.test_play import Listener
from tests.test_install import answers, run, site
from zunft.server.client import Client, Seat

ROOT = Path(__file__).parent.parent
REQUIRED = "proxy" in os.environ.get("ZUNFT_REQUIRE", "").split(",")

pytestmark = pytest.mark.skipif(zunft.is_compiled(), reason="the container is tested once, by the interpreted run")


class Image(NamedTuple):
    """What the Dockerfile's steps leave behind, in a folder instead of an image."""

    wheel: Path
    environment: dict[str, str]


def instructions(name: str) -> list[str]:
    """The arguments of these instructions of the Dockerfile."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [line.strip().partition(" ")[2] for line in lines if line.strip().startswith(f"{name} ")]


def step(beginning: str) -> str:
    """A command of a RUN instruction."""
    commands = [command.strip() for run in instructions("RUN") for command in run.split("&&")]
    (found,) = [command for command in commands if command.startswith(beginning)]
    return found


def copy_context(target: Path) -> None:
    """What .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "*", "everything is ignored that is not listed"
    ignored = shutil.ignore_patterns(*(line.removeprefix("**/") for line in lines if line.startswith("**/")))
    for name in (line[1:] for line in lines if line.startswith("!")):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, target / name)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Both stages, but for the system's packages; the wheel is not compiled, which takes minutes."""
    folder = tmp_path_factory.mktemp("image")
    context = folder / "context"
    copy_context(context)
    venv.create(folder / "python", with_pip=True)
    path = os.pathsep.join([str(folder / "python/bin"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "ZUNFT_PURE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    places = {"/wheels": str(folder / "wheels"), "/tmp/constraints.txt": str(context / "deploy/constraints.txt")}
    for command in (step("pip wheel"), step("pip install")):
        for inside, here in places.items():
            command = command.replace(inside, here)
        run(["sh", "-c", command], context, environment)
    (wheel,) = (folder / "wheels").glob("zunft-*.whl")
    return Image(wheel, environment)


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return content


def test_the_image_has_everything_that_pages_need(image: Image) -> None:
    with zipfile.ZipFile(image.wheel) as content:
        names = content.namelist()
    for needed in ("server/web/static/built/icons.svg", "server/text/ru.toml", "games/norenberc/web/board.html"):
        assert f"zunft/{needed}" in names


def test_the_image_is_checked_by_its_own_command(image: Image, tmp_path: Path) -> None:
    """Healthy while the server runs, and only then; as in the image, a host adds nothing to its command."""
    port = free_port()
    (entrypoint,), (command,) = instructions("ENTRYPOINT"), instructions("CMD")
    (check,) = instructions("HEALTHCHECK")
    probe = json.loads(check.partition("CMD ")[2].replace("8000", str(port)))
    with site([*json.loads(entrypoint), *json.loads(command), "--port", str(port)], tmp_path, image.environment, port):
        assert subprocess.run(probe, env=image.environment, check=False).returncode == 0
        assert (tmp_path / "zunft.sqlite").exists(), "the volume is the current folder"
    assert subprocess.run(probe, env=image.environment, stderr=subprocess.DEVNULL, check=False).returncode != 0


def test_the_parts_of_compose_fit_together() -> None:
    services, networks = compose()["services"], compose()["networks"]
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert ipaddress.ip_address(proxy) in ipaddress.ip_network(networks["inside"]["ipam"]["config"][0]["subnet"])
    command = services["site"]["command"]
    assert command[command.index("--proxy") + 1] == proxy
    database = services["database"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    url = f"postgresql://{user}:{database['POSTGRES_PASSWORD']}@database/{name}"
    assert services["site"]["environment"]["ZUNFT_DATABASE_URL"] == url
    assert "reverse_proxy site:8000" in (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")


def test_the_site_of_compose_is_played_through_its_proxy(image: Image, tmp_path: Path) -> None:
    """Moves and streams pass at once, whichever process they reach."""
    port, command = free_port(), compose()["services"]["site"]["command"]
    here = {"0.0.0.0": "127.0.0.1", command[command.index("--proxy") + 1]: "127.0.0.1"}
    (entrypoint,) = instructions("ENTRYPOINT")
    arguments = [*json.loads(entrypoint), *(here.get(each, each) for each in command), "--port", str(port)]
    with postgres_database() as database:
        environment = {**image.environment, "ZUNFT_DATABASE_URL": database}
        with site(arguments, tmp_path, environment, port), proxy_to(port, tmp_path) as url:
            host = Client(url).create("norenberc", 2, ["human", "open"], "Anna")
            guest = Client(url).sit(host.table, "Bruno", 1, host.invitations[1])
            listeners = [Listener(Seat(Client(url), host.table, 1, guest.secret)) for _ in range(4)]
            for word in range(4):
                number = host.chat(f"word {word}")
                for listener in listeners:
                    listener.hears(number)
            for listener in listeners:
                listener.close()
    assert "Traceback" not in (tmp_path / "site.log").read_text(encoding="utf-8")


@contextmanager
def proxy_to(port: int, folder: Path) -> Iterator[str]:
    """The proxy with its own settings; only addresses differ, and it serves HTTP."""
    caddy = shutil.which("caddy")
    if caddy is None:
        reason = "no Caddy was found"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    url = f"http://127.0.0.1:{free_port()}"
    settings = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8").replace("site:8000", f"127.0.0.1:{port}")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + settings, encoding="utf-8")
    environment = {**os.environ, "ZUNFT_DOMAIN": url, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [caddy, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_for(lambda: answers(url), f"the proxy, see {folder / 'proxy.log'}")
        yield url
    finally:
        process.terminate()
        process.wait()
