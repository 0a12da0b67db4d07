"""Servers over HTTP as people run them: the command, with one or two workers, and nginx with TLS before it."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from socket import create_connection, socket
from typing import TypeVar

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

REPOSITORY = Path(__file__).parents[2]
PATIENCE = 240.0
_T = TypeVar("_T")


@contextmanager
def serving(
    app: str, folder: Path, workers: int, **environment: str
) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """Run `gonogo serve --http`; gives the port and the process."""
    words = [sys.executable, "-m", "gonogo", "serve", "--http", "127.0.0.1:0", "--app", app]
    told = {**os.environ, "PYTHONPATH": str(REPOSITORY / "tests"), **environment}
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [*words, "--workers", str(workers)], cwd=REPOSITORY, env=told, stderr=log, text=True
        )
    try:
        port = _until(lambda: _port_in(folder / "server.log", process))
        _until(lambda: _is_up(port))
        yield port, process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def _port_in(log: Path, process: "subprocess.Popen[str]") -> int:
    text = log.read_text(encoding="utf-8")
    assert process.poll() is None, text
    found = re.search(r"serving http://[^:]+:(\d+)/", text)
    return int(found[1]) if found else 0


def _is_up(port: int) -> bool:
    """Whether somebody answers; a connection alone is taken by the socket before a worker is there."""
    try:
        with create_connection(("127.0.0.1", port), timeout=5) as link:
            link.sendall(b"GET /ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            return link.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def _until(question: Callable[[], _T]) -> _T:
    end = time.monotonic() + PATIENCE
    while not (answer := question()):
        assert time.monotonic() < end, "the server does not come up"
        time.sleep(0.05)
    return answer


@contextmanager
def behind_nginx(port: int, folder: Path) -> Iterator[int]:
    """Run nginx with the configuration of the documentation before a server; gives its port. The authority's
    certificate is `authority.pem` in the folder.
    """
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        front: int = probe.getsockname()[1]
    certify(folder)
    text = (REPOSITORY / "docs" / "nginx.conf").read_text(encoding="utf-8")
    for written, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{front} ssl"),
        ("tools.example.com", "localhost"),
        ("/etc/nginx/tls", str(folder)),
        ("/var/log/nginx", str(folder)),
    ):
        assert written in text, written
        text = text.replace(written, here)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen([*command, "-g", f"daemon off; pid {folder}/nginx.pid;"])  # noqa: S603
    try:
        _until(lambda: _is_open(front))
        yield front
    finally:
        process.terminate()
        process.wait(PATIENCE)


def has_nginx() -> bool:
    """Whether nginx is installed."""
    return shutil.which("nginx") is not None


def _is_open(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def certify(folder: Path) -> None:
    """Write a certificate for this machine that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    (folder / "authority.pem").write_bytes(pem)
    (folder / "fullchain.pem").write_bytes(pem)
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
