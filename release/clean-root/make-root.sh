#!/usr/bin/env bash
# make-root.sh ROOT SUITE: an empty Debian that reaches the network as this machine does. What is copied for that is removed before the server starts.
set -euo pipefail
root=$1 suite=$2
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
debootstrap --variant=minbase "$suite" "$root" >"$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
grep -l Acquire /etc/apt/apt.conf.d/* 2>/dev/null | while read -r file; do cp "$file" "$root/etc/apt/apt.conf.d/"; done
# No service starts by being installed, and nothing waits for the disk.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
printf 'force-unsafe-io\npath-exclude=/usr/share/doc/*\npath-exclude=/usr/share/locale/*\n' >"$root/etc/dpkg/dpkg.cfg.d/quick"
mkdir -p "$root/network"
for name in userconfig globalconfig; do
  file=$(npm config get "$name" --loglevel=error)
  [ ! -f "$file" ] || cp "$file" "$root/network/$name"
done
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/network/certificates"
