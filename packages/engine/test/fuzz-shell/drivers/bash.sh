# Runs scripts, each in a subshell of its own, and logs what was started: directory, then argv.
# Arguments: the directory for logs, the directory of places to run in, the number of the first script, the scripts.
__logs=$1
__places=$2
__index=$3
shift 3
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
for __script; do
  builtin printf '%s' "$__index" >"$__logs/at"
  (
    __log=$__logs/$__index __steps=0
    cd "$__places/$__index/d/d/d/d/w" || exit
    HOME=$PWD/h
    set --
    eval "$__script"
  ) </dev/null >/dev/null 2>&1
  __index=$((__index + 1))
done
builtin printf done >"$__logs/at"
