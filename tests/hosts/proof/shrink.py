"""The smallest part of a tree that still shows something."""


def shrunk(manifest, shows):
    """The manifest with every file, flag, variable and overlay left out that `shows` does not need."""
    for part in ("files", "touch"):
        if part in manifest:
            manifest = fewer(manifest, part, [[item] for item in manifest[part]], shows)
    pairs = [manifest["flags"][at:at + 2] for at in range(0, len(manifest["flags"]), 2)]
    manifest = fewer(manifest, "flags", pairs, shows)
    for part in ("env", "overlays"):
        for key in list(manifest.get(part, {})):
            smaller = manifest | {part: {name: value for name, value in manifest[part].items() if name != key}}
            manifest = smaller if shows(smaller) else manifest
    return manifest


def fewer(manifest, part, groups, shows):
    """Leaves out groups of a list, many at a time at first."""
    size = len(groups) // 2
    while size:
        at = 0
        while at < len(groups):
            rest = groups[:at] + groups[at + size:]
            smaller = manifest | {part: [item for group in rest for item in group]}
            if shows(smaller):
                groups, manifest = rest, smaller
            else:
                at += size
        size //= 2
    return manifest
