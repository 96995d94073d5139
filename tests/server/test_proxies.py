"""The examples of proxies in docs/hosting.md, tried where the proxies are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from patience import PATIENCE
from server_in_thread import OPENED, Running, Socket, settings_for
from server_process import free_port

HOST = "azul.example.org"
ORIGIN = f"https://{HOST}"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"

NGINX = """
daemon off;
master_process off;
pid FOLDER/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
client_body_temp_path FOLDER/body;
proxy_temp_path FOLDER/proxy;
fastcgi_temp_path FOLDER/fastcgi;
uwsgi_temp_path FOLDER/uwsgi;
scgi_temp_path FOLDER/scgi;
EXAMPLE
}
"""
CADDY = """
{
    admin off
    auto_https off
    storage file_system FOLDER/storage
}
EXAMPLE
"""


class Proxy:
    """A proxy before a server, and people who know it by its name."""

    def __init__(self, running: Running, port: int) -> None:
        self.running = running
        self.port = port

    def http(self, **headers: str) -> httpx.Client:
        """A browser that trusts the certificate."""
        headers |= {"Host": HOST, "Origin": ORIGIN}
        url = f"https://127.0.0.1:{self.port}"
        client = httpx.Client(base_url=url, verify=False, timeout=PATIENCE)  # noqa: S501
        client.headers.update(headers)
        return OPENED.enter_context(client)

    def ask(
        self, client: httpx.Client, method: str, path: str, body: object = None
    ) -> httpx.Response:
        return client.request(method, path, json=body, extensions={"sni_hostname": HOST})

    def socket(self, table: str, cookie: str, **headers: str) -> Socket:
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        line = socket.create_connection(("127.0.0.1", self.port))
        opening = connect(
            f"wss://{HOST}/api/tables/{table}/socket",
            sock=line,
            ssl=trusting,
            origin=ORIGIN,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie, **headers},
        )
        return Socket(OPENED.enter_context(opening))


def example(language: str, heading: str) -> str:
    """The example under a heading."""
    result = re.search(rf"### {heading}\n\n```{language}\n(.*?)```", HOSTING.read_text(), re.DOTALL)
    assert result
    return result[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    making = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    making += ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    making += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(making, check=True, capture_output=True)
    return certificate, key


def nginx(folder: Path, port: int, address: str) -> list[str]:
    """The command for nginx with the example's settings, at a port of our own."""
    settings = example("nginx", "nginx").replace("listen 443", f"listen 127.0.0.1:{port}")
    settings = settings.replace(f"/etc/letsencrypt/live/{HOST}", str(folder))
    settings = settings.replace("127.0.0.1:8000", address)
    file = folder / "nginx.conf"
    file.write_text(NGINX.replace("EXAMPLE", settings).replace("FOLDER", str(folder)))
    return ["nginx", "-c", str(file), "-e", "stderr"]


def caddy(folder: Path, port: int, address: str) -> list[str]:
    """The command for Caddy with the example's settings, at a port and certificate of our own."""
    settings = example("", "Caddy").replace("127.0.0.1:8000", address)
    ours = f"{HOST}:{port} {{\n    tls {folder}/fullchain.pem {folder}/privkey.pem\n"
    settings = settings.replace(f"{HOST} {{\n", ours)
    file = folder / "Caddyfile"
    file.write_text(CADDY.replace("EXAMPLE", settings).replace("FOLDER", str(folder)))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    for program in (request.param.__name__, "openssl"):
        if shutil.which(program) is None and os.environ.get("CI") != "true":
            pytest.skip(f"{program} is not installed")
    settings = settings_for(tmp_path / "games.db", origins=(ORIGIN,))
    running = Running(settings, proxies="127.0.0.1")
    certificate(tmp_path)
    port = free_port()
    command = request.param(tmp_path, port, running.address)
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(port, process, tmp_path / "log")
        yield Proxy(running, port)
    finally:
        OPENED.close()
        process.kill()
        process.wait()
        running.stop()


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, log.read_text()
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        else:
            return


def test_a_game_can_be_played_behind_the_proxy(proxy: Proxy) -> None:
    ana = proxy.http()
    made = proxy.ask(ana, "POST", "/api/tables", {"game": "azul"})
    assert made.status_code == 201, made.text
    cookie = made.headers["set-cookie"]
    assert "Secure" in cookie
    assert "strict-transport-security" in made.headers
    table, secret = made.json()["table"], cookie.partition(";")[0]
    page = proxy.ask(ana, "GET", f"/t/{table}")
    assert page.status_code == 200
    anas = proxy.socket(table, secret, **{"X-Forwarded-For": "192.0.2.1"})
    assert anas.next_update()["seat"] == 0
    assert anas.ask("say", text="hello")["type"] == "done"
    assert list(proxy.running.hub.sockets) == ["127.0.0.1"], "a visitor's own word is not believed"


def test_a_programs_stream_is_not_held_back(proxy: Proxy) -> None:
    program = proxy.http()
    token = proxy.ask(program, "POST", "/api/bot/tokens", {"name": "Robot"}).json()["token"]
    program.headers["Authorization"] = f"Bearer {token}"
    table = proxy.ask(program, "POST", "/api/tables", {"game": "azul"}).json()["table"]
    path = f"/api/bot/games/{table}/stream"
    with program.stream("GET", path, extensions={"sni_hostname": HOST}) as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(lines)["to_move"] is None
        other = proxy.http()
        assert proxy.ask(other, "POST", f"/api/tables/{table}/seats/1").status_code == 200
        assert next(lines)["to_move"] in (0, 1)


def test_metrics_are_hidden_and_other_pages_refused(proxy: Proxy) -> None:
    client = proxy.http()
    assert proxy.ask(client, "GET", "/metrics").status_code == 404
    assert proxy.ask(client, "GET", "/health").status_code == 200
    client.headers["Origin"] = "https://evil.example"
    assert proxy.ask(client, "POST", "/api/tables", {"game": "azul"}).status_code == 403
