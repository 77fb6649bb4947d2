"""Whether a bill of materials tells exactly what cargo builds: sbom.py BILL…, with cargo's messages on standard input."""

import json
import sys

messages = [json.loads(line) for line in sys.stdin if line.startswith("{")]
# `registry+…#name@1.2.3`, or `path+…/name#1.2.3`.
ids = [it["package_id"].rsplit("/", 1)[-1].rsplit("#") for it in messages if it["reason"] == "compiler-artifact"]
built = {it[-1] if "@" in it[-1] else "@".join(it) for it in ids}
main = next(it for it in built if it.startswith("skill-lsp@"))

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        bill = json.load(file)
    wrong = []
    listed = [bill["metadata"]["component"], *bill["components"]]
    names = {f"{it['name']}@{it['version']}" for it in listed}
    wrong += [f"{it} is not listed" for it in sorted(built - names)]
    wrong += [f"{it} is not built" for it in sorted(names - built)]
    for it in bill["components"]:
        digests = [hash["content"] for hash in it.get("hashes", []) if hash["alg"] == "SHA-256"]
        wrong += [f"{it['name']} has no {what}" for what in ("licenses", "purl") if not it.get(what)]
        wrong += [] if [len(digest) for digest in digests] == [64] else [f"{it['name']} has no SHA-256"]
    known = {it["bom-ref"] for it in listed}
    needs = {it["ref"]: it.get("dependsOn", []) for it in bill["dependencies"]}
    wrong += [f"{it} is in the graph, but not listed" for it in sorted({*needs, *sum(needs.values(), [])} - known)]
    # Whatever is listed is needed by something that the program needs.
    reached, waiting = set(), [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += needs.get(here, [])
    wrong += [f"{it} is listed, and nothing needs it" for it in sorted(known - reached)]
    if wrong:
        sys.exit(f"{path}:\n" + "\n".join(wrong))
    print(f"{path}: {len(names)} packages, {sum(it.get('scope') == 'required' for it in bill['components'])} of them in {main}")
