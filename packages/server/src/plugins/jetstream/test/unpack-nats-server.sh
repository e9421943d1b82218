#!/usr/bin/env bash
# unpack-nats-server.sh DIRECTORY: puts Debian 13's nats-server there and says where. Installs nothing, changes nothing else, needs no root.
# The mirror is the one that apt uses here; APT checks the package against the keys of Debian that are installed here.
set -euo pipefail
directory=${1:?give a directory}
mkdir -p "$directory"
cd "$directory"
directory=$PWD
program=$directory/nats-server
if [ ! -x "$program" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work"/{lists/partial,cache/archives/partial,unpacked}
  mirror=$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian|Debian|//p' | head -1)
  printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s trixie main\n' "${mirror:-http://deb.debian.org/debian/}" >"$work/sources.list"
  options=(-qq -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o Acquire::Languages=none -o "APT::Sandbox::User=$(id -un)")
  apt-get "${options[@]}" update
  (cd "$work" && apt-get "${options[@]}" download nats-server)
  dpkg-deb -x "$work"/nats-server_*.deb "$work/unpacked"
  # Its own file system may be another one: at once, so that nobody runs half of it.
  cp "$work/unpacked/usr/sbin/nats-server" "$program.$$"
  mv "$program.$$" "$program"
fi
echo "$program"
