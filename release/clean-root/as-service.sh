#!/usr/bin/env bash
# as-service.sh ROOT STATE COMMAND...: in the root as the unit would: a user of its own, no rights, nothing to write but STATE and /tmp, no home directories.
set -euo pipefail
root=$1 state=$2
shift 2
user=61184
mkdir -p "$root$state"
chown "$user:$user" "$root$state"
chmod 0700 "$root$state"
mount --bind "$root$state" "$root$state"
mount -o remount,bind,ro "$root"
for hidden in home root; do mount -t tmpfs -o ro,mode=0000 tmpfs "$root/$hidden"; done
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
umask 077
exec chroot "$root" /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
