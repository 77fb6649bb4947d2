#!/bin/sh
# Installs the program skill-lsp for this machine, without root: sh install.sh [--to FOLDER] [--version VERSION]
# Needs curl or wget, tar, and sha256sum, shasum or openssl. Nothing else is changed: no file of a shell is written.
# SKILL_LSP_DOWNLOAD is another place to take the archives and their checksums from, an address or a folder.
set -eu

version=@VERSION@
repository=@REPOSITORY@
folder=${SKILL_LSP_INSTALL:-$HOME/.local/bin}

say() { printf '%s\n' "$*" >&2; }
fail() { say "install: $*"; exit 1; }

while [ $# -gt 0 ]; do
  case $1 in
    --to) [ $# -gt 1 ] || fail "--to needs a folder"; folder=$2; shift 2 ;;
    --version) [ $# -gt 1 ] || fail "--version needs a version, such as $version"; version=${2#v}; shift 2 ;;
    -h | --help) sed -n '2,4s/^# //p' "$0"; exit 0 ;;
    *) fail "unknown argument $1; there are --to FOLDER and --version VERSION" ;;
  esac
done

case $(uname -s) in
  Linux) system=unknown-linux-musl ;;
  Darwin) system=apple-darwin ;;
  MINGW* | MSYS* | CYGWIN*) fail "on Windows use install.ps1 in PowerShell" ;;
  *) fail "there is no program for $(uname -s); with Rust: cargo install skill-lsp" ;;
esac
case $(uname -m) in
  x86_64 | amd64) processor=x86_64 ;;
  aarch64 | arm64) processor=aarch64 ;;
  *) fail "there is no program for $(uname -m); with Rust: cargo install skill-lsp" ;;
esac
# A shell that is translated on an ARM Mac says x86_64.
if [ $system$processor = apple-darwinx86_64 ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || echo 0)" = 1 ]; then
  processor=aarch64
fi

name=skill-lsp-$version-$processor-$system
from=${SKILL_LSP_DOWNLOAD:-$repository/releases/download/v$version}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

get() {
  case $from in
    http://* | https://*)
      if command -v curl >/dev/null 2>&1; then curl --proto '=https,http' -fsSL "$from/$1" -o "$work/$1"
      elif command -v wget >/dev/null 2>&1; then wget -q "$from/$1" -O "$work/$1"
      else fail "curl or wget is needed"; fi || fail "cannot fetch $from/$1" ;;
    *) cp "$from/$1" "$work/$1" || fail "cannot read $from/$1" ;;
  esac
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$1"
  elif command -v openssl >/dev/null 2>&1; then openssl dgst -sha256 -r "$1"
  else fail "sha256sum, shasum or openssl is needed to see whether the download is whole"; fi | cut -d ' ' -f 1
}

get "$name.tar.gz"
get SHA256SUMS
wanted=$(while read -r sum file; do
  case $file in "$name.tar.gz" | "*$name.tar.gz") echo "$sum" ;; esac
done <"$work/SHA256SUMS")
[ -n "$wanted" ] || fail "SHA256SUMS does not name $name.tar.gz"
[ "$(checksum "$work/$name.tar.gz")" = "$wanted" ] || fail "$name.tar.gz is not what SHA256SUMS says: nothing was installed"

tar -xzf "$work/$name.tar.gz" -C "$work" || fail "cannot unpack $name.tar.gz"
mkdir -p "$folder" || fail "cannot make $folder"
# Beside, then renamed: a program that runs is not written into, and half of one is never there.
cp "$work/$name/skill-lsp" "$folder/.skill-lsp.$$" && chmod 755 "$folder/.skill-lsp.$$" && mv -f "$folder/.skill-lsp.$$" "$folder/skill-lsp" ||
  fail "cannot write $folder/skill-lsp"

say "skill-lsp $version is in $folder"
case :$PATH: in
  *":$folder:"*) say "try: skill-lsp" ;;
  *) say "$folder is not on your PATH: add it, or run $folder/skill-lsp" ;;
esac
