#!/usr/bin/env bash
# run.sh ROOT: PostgreSQL, the unit's checks, the server, its first organisation, its end. In mount, network and process namespaces of
# its own: no network but loopback, and whatever still runs ends with it. /recipe/unit.sh sets what the unit says.
set -euo pipefail
root=$1
here=$(dirname "$0")
. "$root/recipe/unit.sh"
step() { printf '  %3d s  %s\n' "$SECONDS" "$1"; }
fail() { echo "FAILED: $1" >&2; exit 1; }
ip link set lo up
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C "$@" </dev/null; }

# The network was that of this machine when PostgreSQL was installed: where 5432 is taken there, Debian chose another port.
inside bash -c 'for each in $(pg_lsclusters -h | cut -d" " -f1); do pg_conftool "$each" main set port 5432; pg_ctlcluster "$each" main start; done'
step "$(inside /bin/sh -c 'su postgres -c "psql -tAc \"select version()\""' | cut -d' ' -f1,2) runs"

inside bash -euo pipefail -c 'cd /recipe && . ./prepare' || fail 'the second block of the page'
[ "$(stat -c %a "$root$environment_file")" = 600 ] || fail "$environment_file can be read by others"
step 'database, settings and unit are there'

inside systemd-analyze verify /etc/systemd/system/permesso.service >"$root.log" 2>&1 || { cat "$root.log" >&2; fail 'systemd-analyze verify'; }
inside systemd-analyze security --offline=true --threshold=20 /etc/systemd/system/permesso.service >"$root.log" 2>&1 || { tail -1 "$root.log" >&2; fail 'systemd-analyze security'; }
step "systemd-analyze: no complaint, $(tail -1 "$root.log" | grep -oE 'exposure level.*: [0-9.]+' | sed 's/ for .*:/:/')"

as_service() { unshare --mount --propagation private "$here/as-service.sh" "$root" "$state_directory" "$@"; }
# What the wrapper claims is tried before it is relied on.
as_service /bin/sh -c "echo 1 > $state_directory/try && rm $state_directory/try && echo 1 > /tmp/try" || fail 'the state directory cannot be written'
for place in / /etc /opt/permesso /var/lib /root; do
  ! as_service /bin/sh -c "echo 1 > $place/try" 2>/dev/null || fail "$place can be written"
done
! as_service /bin/cat "$environment_file" >/dev/null 2>&1 || fail 'the service can read the file with its secrets'
step 'the service writes nowhere but where it may'

mapfile -t settings < <(grep -E '^[A-Z_]+=' "$root$environment_file")
trace=$state_directory/system-calls
as_service /usr/bin/env -i "${environment[@]}" "${settings[@]}" /usr/bin/strace -f -qq -o "$trace" $exec_start >"$root.server" 2>&1 &
as_node() { inside "${environment[@]}" node -e "$1"; }
ready="fetch('http://127.0.0.1:7400/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
for ((tries = 0; ; tries++)); do
  ! as_node "$ready" || break
  kill -0 $! 2>/dev/null && [ "$tries" -lt 120 ] || { tail -5 "$root.server" >&2; fail 'the server did not become ready'; }
  sleep 0.5
done
step 'the server is ready'

inside bash -euo pipefail /recipe/first >"$root.first" 2>&1 || { cat "$root.first" >&2; fail 'the fourth block of the page'; }
token=$(awk '$1 == "token" { print $2 }' "$root.first")
as_node "fetch('http://127.0.0.1:7400/v1/me', { headers: { authorization: 'Bearer $token' } }).then(async (r) => { const t = await r.text(); if (!r.ok || !t.includes('anna@acme.example')) { console.error(r.status, t); process.exit(1); } })" || fail 'the first person cannot sign in'
as_node "fetch('http://127.0.0.1:7400/').then(async (r) => { if (!r.ok || !(await r.text()).includes('<script')) process.exit(1); })" || fail 'the console is not there'
as_node "fetch('http://127.0.0.1:9464/metrics').then(async (r) => { if (!(await r.text()).includes('process_resident_memory_bytes')) process.exit(1); })" || fail 'no metrics'
step 'first organisation and person; token, console and metrics answer'

server=$(pgrep -P "$(pgrep -u 61184 -x strace)")
grep -qE '^CapBnd:\s+0+$' "/proc/$server/status" && grep -qE '^NoNewPrivs:\s+1$' "/proc/$server/status" || fail 'the server has rights'
stopping=$(date +%s)
kill -TERM "$server"
code=0
wait $! || code=$?
[ "$code" -eq 0 ] && [ $(($(date +%s) - stopping)) -lt "$stop_seconds" ] || { tail -3 "$root.server" >&2; fail "the server ended with $code"; }
step "stopped by SIGTERM with 0 after $(($(date +%s) - stopping)) s"

# main.ts holds the one against the other.
inside systemd-analyze syscall-filter --no-pager >"$root.sets" 2>/dev/null
cp "$root$trace" "$root.trace"
