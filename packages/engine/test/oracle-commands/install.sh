#!/usr/bin/env bash
# The programs that the oracle runs, in a Debian of their own: `npm run tools -- oracle:install`. Nothing is installed on this machine
# but debootstrap, bubblewrap and strace. Takes half an hour and some 10 GB; a second run only adds what is missing.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
root=${ORACLE_ROOT:-/var/cache/permesso-oracle/root}
suite=${ORACLE_SUITE:-trixie}
[ "$(id -u)" -eq 0 ] || { echo 'oracle:install needs root: it makes a Debian in a directory' >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
apt-get install -y -qq --no-install-recommends debootstrap debian-archive-keyring bubblewrap strace >/dev/null || exit 1
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase "$suite" "$root" || exit 1
cp /etc/resolv.conf "$root/etc/resolv.conf"
# No service starts in there.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
# An index of manuals after every package would take longer than the packages.
rm -f "$root/var/lib/man-db/auto-update"
# A throw-away root: waiting for the disk after each file, and documentation, are most of the time.
printf 'force-unsafe-io\npath-exclude=/usr/share/doc/*\npath-exclude=/usr/share/locale/*\n' >"$root/etc/dpkg/dpkg.cfg.d/quick"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
trap 'umount "$root/dev" "$root/proc"' EXIT
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@" </dev/null; }
inside apt-get update -qq
while read -r -a chunk; do
  [[ ${chunk[0]:-#} == \#* ]] && continue
  inside apt-get install -y -qq --no-install-recommends "${chunk[@]}" >/dev/null 2>&1 && continue
  for package in "${chunk[@]}"; do
    inside apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 || echo "not installed: $package"
  done
done <"${1:-debian-packages.txt}"
# Tools of npm stand below /opt: the sandbox puts their bin directory on the path. They are installed from outside, with this
# machine's own settings for npm: in there it knows neither its registry nor its certificates, and waits for them.
npm install --global --prefix "$root/opt/npm" --ignore-scripts --no-audit --no-fund $(cat npm-packages.txt) >/dev/null ||
  echo 'npm: some packages were not installed'
