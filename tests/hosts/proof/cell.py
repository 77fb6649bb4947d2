"""A trial's own network, mounts and processes, which end with it.

`run` starts this program once more inside new namespaces, as process 1 there: it raises loopback, lays the private
mounts, makes the trial, writes the result and leaves; the kernel then ends whatever a host left running.
"""
import ctypes
import fcntl
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile

from proof import manifest as manifests
from proof.problem import Problem

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "prove"


def run(order):
    """The result of one trial; `order` is what `trial.trial` takes, as JSON."""
    seconds = int(os.environ.get("SKILL_LSP_SECONDS") or 120)
    manifests.BASE.mkdir(exist_ok=True)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="prove-"))
    try:
        (scratch / "order.json").write_text(json.dumps(order | {"scratch": str(scratch), "seconds": seconds}))
        message = start([sys.executable, str(PROGRAM), "inside", str(scratch / "order.json")], seconds + 20)
        if not (scratch / "result.json").exists():
            raise Problem(f"the trial ended without a result: {message or 'no word'}")
        return json.loads((scratch / "result.json").read_text(encoding="utf-8", errors="surrogatepass"))
    finally:
        # A tree may hold folders without permissions.
        subprocess.run(["chmod", "-R", "u+rwX", str(scratch)], stderr=subprocess.DEVNULL)
        shutil.rmtree(scratch, ignore_errors=True)


def start(argv, seconds):
    """Runs a program in namespaces of its own, and gives what it wrote to standard error."""
    process = subprocess.Popen(namespaces() + argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, preexec_fn=end_with_parent)
    try:
        return process.communicate(timeout=seconds)[1].strip()
    except BaseException as error:
        process.kill()  # `--kill-child` passes it on to process 1, and with that the namespace ends.
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            return f"nothing for {seconds} seconds"
        raise


def namespaces():
    if not shutil.which("unshare"):
        raise Problem("`unshare` (util-linux) is not on PATH; hosts are only run where they cannot reach a network")
    words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return words if os.geteuid() == 0 else words + ["--map-root-user"]


def demand():
    """Complains when this machine does not let us make namespaces."""
    test = subprocess.run(namespaces() + ["true"], capture_output=True, text=True)
    if test.returncode != 0:
        raise Problem(f"namespaces are not permitted here ({test.stderr.strip()}); "
                      "run as root, in a container with CAP_SYS_ADMIN, or allow user namespaces")


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def inside(path):
    """Process 1 of the namespaces."""
    from proof import trial
    order = json.loads(pathlib.Path(path).read_text())
    scratch = pathlib.Path(order["scratch"])
    raise_loopback()
    if not order["keep"]:
        # The same path for every trial, a folder of its own behind it: trials do not meet.
        (scratch / "trees").mkdir()
        mount("--bind", scratch / "trees", manifests.BASE)
    place = manifests.root(order["manifest"])
    subprocess.run(["chmod", "-R", "u+rwX", str(place)], stderr=subprocess.DEVNULL)
    shutil.rmtree(place, ignore_errors=True)
    manifests.write(order["manifest"], place)
    for system, folder in order["manifest"].get("overlays", {}).items():
        lay_over(system, manifests.expand(folder, place), scratch)
    result = trial.trial(order, place, scratch)
    text = json.dumps(result, ensure_ascii=False)
    (scratch / "result.new").write_text(text, encoding="utf-8", errors="surrogatepass")
    os.rename(scratch / "result.new", scratch / "result.json")
    os._exit(0)


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        up_and_running = struct.pack("16sH14s", b"lo", 0x1 | 0x40, b"")
        fcntl.ioctl(control, 0x8914, up_and_running)  # SIOCSIFFLAGS


def lay_over(system, folder, scratch):
    """Lays a folder of the tree over one of the system, for this namespace only."""
    layer = scratch / "layers" / system.strip("/").replace("/", "-")
    layer.mkdir(parents=True)
    mount("-t", "tmpfs", "none", layer)
    shutil.copytree(folder, layer / "upper", symlinks=True)
    (layer / "work").mkdir()
    mount("-t", "overlay", "overlay", "-o", f"lowerdir={system},upperdir={layer}/upper,workdir={layer}/work", system)


def mount(*words):
    done = subprocess.run(["mount", *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"mount {' '.join(map(str, words))}: {done.stderr.strip()}")
