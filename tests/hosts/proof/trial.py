"""One tree, listed by us and by the host. Runs inside a cell."""
import json
import os
import pathlib
import shutil
import signal
import subprocess

from proof import manifest as manifests
from proof import models, ours
from proof.agents import AGENTS
from proof.data import package
from proof.problem import NoListing


def trial(order, place, scratch):
    """Both answers, with `@ROOT@` for the root; `problem` where one could not be had."""
    manifest = order["manifest"]
    agent = AGENTS[manifest["host"]](manifest, pathlib.Path(order["hosts"]), place, scratch)
    touched = manifests.expand(manifest.get("touch", []), place)
    flags = manifests.expand(manifest.get("flags", []), place)
    (scratch / "tmp").mkdir()
    env = environment(agent, scratch) | manifests.expand(manifest.get("env", {}), place)
    result = {}
    if "repository" in manifest:
        commit(place / manifest["repository"], env)
    if release := manifest.get("release"):
        # As npm leaves it when somebody installs it: that is how we find out which release it is.
        note = agent.home / ".npm-global/lib/node_modules" / package(manifest["host"]) / "package.json"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"name": package(manifest["host"]), "version": release}))
    if order["binary"]:
        # We come first, since hosts write into the home folder.
        ask = ours.packaged if "repository" in manifest else ours.shown if manifest.get("loads") else ours.answer
        result["ours"] = ask(order["binary"], manifest, flags, touched, place, env)
    result["host"] = heard(agent, flags, touched, place, scratch, env, order)
    result["real"] = real_paths(result, manifests.expand(manifest.get("overlays", {}), place))
    return manifests.abstract(result, place)


def environment(agent, scratch):
    """Nothing is inherited but where programs are."""
    node = pathlib.Path(shutil.which("node") or "/usr/bin/node").parent
    path = ":".join([*agent.programs(), str(node), "/usr/local/bin", "/usr/bin", "/bin"])
    return {"PATH": path, "HOME": str(agent.home), "TERM": "dumb", "USER": "user",
            "LANG": "C.UTF-8", "TMPDIR": str(scratch / "tmp")} | agent.variables()


def heard(agent, flags, touched, place, scratch, env, order):
    """What the host lists, as it is stored in a case, and whether it lets the model load skills."""
    loads = manifests.expand(agent.manifest.get("loads", []), place)
    if agent.manifest.get("typed"):
        server = models.Models([])
        server.start()
        agent.prepare()
        run = lambda: ended(agent, flags, place, scratch, env, order)
        return {"loads": [typed(agent, load, server, run, order["debug"]) for load in loads]}
    calls = [agent.call(load) for load in loads] or [("Read", {"file_path": path}) for path in touched]
    server = models.Models(calls)
    server.start()
    agent.prepare()
    if "repository" in agent.manifest:
        # An address that leads to the repository: what hosts take from a folder they at times read in place.
        path = place / agent.manifest["repository"]
        (agent.home / ".gitconfig").write_text(f'[url "file://{path}"]\n\tinsteadOf = {manifests.ADDRESS}\n')
    installs = [install(agent, words, place, env, order) for words in agent.manifest.get("installs", [])]
    run = lambda: ended(agent, flags, place, scratch, env, order)
    code, printed, said = run()
    if order["debug"]:
        seen = {"stdout": printed, "stderr": said, "requests": server.requests}
        pathlib.Path(order["debug"]).write_text(json.dumps(seen, ensure_ascii=False, indent=1))
    agent.said = said
    try:
        if loads:
            return {"loads": agent.loaded(server.requests, loads)}
        if agent.manifest.get("own"):
            return {"own": agent.own(server.requests, printed), "loaded": []}
        expected = agent.listing(server.requests, printed).expected(agent)
    except (NoListing, ValueError, KeyError) as error:
        said = (said or printed).strip()[-600:]
        return {"problem": f"no listing: {error!r}; the host ended with {code} and said: {said}"}
    verdicts = {}
    for names in agent.asked_at_once(agent.manifest.get("calls", [])):
        server.requests, server.calls = [], [agent.call({"skill": name}) for name in names]
        _, _, said = run()
        verdicts |= agent.verdicts(names, server.requests, said)
    return expected | ({"calls": verdicts} if verdicts else {}) | ({"installs": installs} if installs else {})


def typed(agent, load, server, run, debug):
    """What the model gets when a person types the name of a skill."""
    server.requests = []
    agent.manifest["types"] = agent.typed(load)
    _, printed, said = run()
    if debug:
        seen = {"stdout": printed, "stderr": said, "requests": server.requests}
        pathlib.Path(debug).write_text(json.dumps(seen, ensure_ascii=False, indent=1))
    text = agent.typed_text(server.requests)
    return text if text is not None else {"refused": (said or printed).strip()[-600:]}


def commit(repository, env):
    """Makes a folder a git repository in which everything is committed."""
    author = ["-c", "user.name=author", "-c", "user.email=author@example.com", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A", "-f"], ["commit", "-q", "-m", "all", "--allow-empty"]):
        subprocess.run(["git", "-C", repository, *author, *words], env=env, check=True, capture_output=True)


def install(agent, words, place, env, order):
    """Runs one of the host's own commands that install packages: how it ended, and what it said."""
    argv = [str(word) for word in [*agent.program(), *manifests.expand(words, place)]]
    try:
        done = subprocess.run(argv, cwd=place / agent.manifest["cwd"], env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=order["seconds"])
    except subprocess.TimeoutExpired:
        return {"code": "a time limit", "said": ""}
    said = (done.stdout + done.stderr).decode(errors="replace").strip()
    return {"code": done.returncode, "said": said}


def ended(agent, flags, place, scratch, env, order):
    """Runs the host once: how it ended, what it printed, and what it wrote to standard error."""
    out, err = scratch / "stdout", scratch / "stderr"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        try:
            process = subprocess.Popen([str(word) for word in agent.command(flags)], cwd=place / agent.manifest["cwd"],
                                       env=env, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                       start_new_session=True)
        except OSError as error:
            return f"cannot start: {error}", "", ""
        try:
            code = process.wait(order["seconds"])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = "a time limit"
    return code, out.read_text(encoding="utf-8", errors="replace"), err.read_text(errors="replace")


def real_paths(result, overlays):
    """Where the paths in both answers lead, links followed and overlays lifted."""
    def real(path):
        path = os.path.realpath(path)
        for system, folder in overlays.items():
            if path.startswith(f"{system}/"):
                return folder + path.removeprefix(system)
        return path

    paths = {item["path"] for item in result.get("host", {}).get("loaded", [])}
    told = result.get("ours", {})
    paths |= {item["path"] for item in told.get("prompt", {}).get("answer", {}).get("entries", [])}
    paths |= {item["path"] for item in told.get("skills", [])}
    paths |= {os.path.dirname(item["path"]) for item in told.get("skills", [])}
    return {path: real(path) if path else "" for path in paths | {""}}
