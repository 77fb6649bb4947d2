"""The real hosts and `skill-lsp prompt`, side by side on the same tree.

commands      the command line
pins          which release of each host is meant
install       puts those releases into .tools/hosts
trees/        random trees of skills, from a seed
manifest      a tree as one JSON value, and on disk
cell          a trial's own network, mounts and processes
trial         one tree, listed by us and by the host
models        the stand-in for the model APIs, on loopback
agents/       one file per host: how it is started, where its listing is, what else it reads
ours          `skill-lsp` in the same tree
side_by_side  a trial judged: against us, or against what the host once said
steady        several runs of a host made one expectation
difference    the first place where we say something else than the host
packages      an author's repository, installed into the host, and what we say in it before
switches      skills turned off and on by `skill-lsp`, and whether the host heeds it
drift         the newest releases beside the pinned ones
shrink        the smallest part of a tree that still shows something
case          a manifest with what the host made of it, as stored under tests/hosts/cases
"""
