"""Random trees of skills, the same for the same host, seed and kinds.

words       the words, names and odd values that texts are made of
document    one SKILL.md, from ordinary to hostile
grower      the tree: roots, folders, links and what the kinds add
every_host  trees for every host that is built in, with what the checks look for; for `tests/same`
"""
