# As bash.sh, for zsh. Commands are no functions here, which would hide what `hash`, `=name` and `commands` do: m7 and m8 are
# programs on the PATH, the others are not found.
__logs=$1 __places=$2 __index=$3
shift 3
__l() {
  emulate -L zsh
  (( ++__steps > 60 )) && builtin exit 99
  local __s
  builtin printf -v __s '%s\037' "$PWD" "$@"
  builtin printf '%s\036' "$__s" >>"$__log"
}
command_not_found_handler() {
  __l "$@"
  builtin return 0
}
function echo { __l echo "$@"; builtin echo "$@" }
function print { __l print "$@"; builtin print "$@" }
function printf { __l printf "$@"; builtin printf "$@" }
function true { __l true "$@" }
function false { __l false "$@"; builtin return 1 }
ulimit -t 2 -c 0
ulimit -f 2048
# A subshell does not run what is meant for the end of the shell itself: such a script has a shell of its own.
if [[ -n $__alone ]]; then
  __script=$1
  typeset -gi __steps=0
  set --
  eval "$__script"
  exit
fi
for __script; do
  builtin printf '%s' "$__index" >"$__logs/at"
  (
    export __log=$__logs/$__index
    typeset -gi __steps=0
    builtin cd -q "$__places/$__index/d/d/d/d/w" || exit
    HOME=$PWD/h
    [[ $__script == *zshexit* ]] &&
      __alone=1 exec "$__zsh" -f "$__driver" "$__logs" "$__places" "$__index" "$__script"
    set --
    eval "$__script"
  ) </dev/null >/dev/null 2>&1
  (( ++__index ))
done
builtin printf done >"$__logs/at"
