#!/usr/bin/env bash
# install.sh ROOT: runs /recipe/install in the root, with the network. In a mount namespace of its own: its mounts end with it.
set -euo pipefail
root=$1
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
network=()
[ ! -f "$root/network/userconfig" ] || network+=(npm_config_userconfig=/network/userconfig)
[ ! -f "$root/network/globalconfig" ] || network+=(npm_config_globalconfig=/network/globalconfig)
[ ! -f "$root/network/certificates" ] || network+=(NODE_EXTRA_CA_CERTS=/network/certificates)
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C "${network[@]}" "$@" </dev/null; }
inside apt-get update -qq
# For the checks, not for the server.
inside apt-get install -y -qq --no-install-recommends systemd strace >/dev/null 2>&1
inside bash -euo pipefail /recipe/install >"$root.log" 2>&1 || { tail -15 "$root.log" >&2; exit 1; }
rm -r "$root/network" "$root/etc/resolv.conf"
