"""How the packages of a release are made, one kind a file. `packages/release` puts them together."""
