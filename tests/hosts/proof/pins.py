"""Which release of each host is meant: tests/hosts/pins.txt."""
import dataclasses
import pathlib
import re

FILE = pathlib.Path(__file__).resolve().parent.parent / "pins.txt"


@dataclasses.dataclass(frozen=True)
class Pin:
    host: str
    version: str
    client: str    # npm or pypi
    template: str  # the package as the client takes it, with `{version}` in it
    held: bool = False  # newer releases are not looked for

    @property
    def package(self):
        return self.template.format(version=self.version)


def pins():
    """Every pin, by host."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    return {host: Pin(host, version, client, package, "held" in rest) for host, version, client, package, *rest in lines}


def with_version(pin, version):
    """The same host in another release."""
    # A registry may give the version with the mark of a platform, which the template has already.
    tail = pin.template.partition("{version}")[2]
    return dataclasses.replace(pin, version=version.removesuffix(tail) if tail else version)


def write(host, version):
    """Pins another release of a host; the columns stay where they are."""
    def line(found):
        room = len(found[2]) + len(found[3])
        return found[1] + version.ljust(room - 1) + " "
    text = FILE.read_text()
    FILE.write_text(re.sub(rf"^({re.escape(host)} +)(\S+)( +)", line, text, count=1, flags=re.MULTILINE))
