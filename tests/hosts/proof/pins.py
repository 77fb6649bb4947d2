"""Which release of each host is meant: tests/hosts/pins.txt."""
import dataclasses
import pathlib

FILE = pathlib.Path(__file__).resolve().parent.parent / "pins.txt"


@dataclasses.dataclass(frozen=True)
class Pin:
    host: str
    version: str
    client: str   # npm or pypi
    package: str  # as the client takes it, version included


def pins():
    """Every pin, by host."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    return {host: Pin(host, version, client, package.format(version=version))
            for host, version, client, package in lines}
