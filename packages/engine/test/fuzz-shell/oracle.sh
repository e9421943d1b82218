# Runs a batch of scripts, each in a subshell of its own, and logs what was started: directory, then argv.
# Arguments: the batch (scripts ended by NUL), the directory for logs, the directory to run in, where to begin.
__logs=$2
__place=$3
__index=0
__l() {
  ((++__steps > 60)) && builtin exit 99
  builtin local __s
  builtin printf -v __s '%s\037' "$PWD" "$@"
  # One write for a record: bash would flush at every new line.
  __s=${__s//$'\n'/$'\035'}
  builtin printf '%s\036' "$__s" >>"$__log"
}
command_not_found_handle() {
  __l "$@"
  builtin return 0
}
for __name in m1 m2 m3 m4 m5 m6 m7 m8 m9 true cat ls git rm npm node grep tail head find sed awk; do
  eval "function $__name { __l $__name \"\$@\"; }"
done
function echo { __l echo "$@"; builtin echo "$@"; }
function printf { __l printf "$@"; builtin printf "$@"; }
function false { __l false "$@"; builtin return 1; }
unset __name
ulimit -t 2 -f 2048 -v 4000000 -c 0 2>/dev/null
__scripts=()
mapfile -d '' __scripts <"$1"
for ((__index = $4; __index < ${#__scripts[@]}; __index++)); do
  builtin printf '%s' "$__index" >"$__logs/at"
  (
    __log=$__logs/$__index __steps=0
    __script=${__scripts[__index]}
    unset __scripts
    cd "$__place" || exit
    set --
    eval "$__script"
  ) </dev/null >/dev/null 2>&1
done
builtin printf done >"$__logs/at"
