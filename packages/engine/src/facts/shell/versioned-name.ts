/**
 * `clang-19`, `gcc-13`: the names that systems give to several versions of a program. Interpreters are excluded, because many
 * places identify them by their exact name.
 */
export function withoutVersion(name: string): string {
  const base = /^([a-z][\w.+-]*[a-z+])-\d{1,2}(?:\.\d{1,2})?$/iu.exec(name)?.[1];
  return base === undefined || interpreters.test(base) ? name : base;
}

const interpreters =
  /^(?:node|python|pypy|ruby|perl|php|lua|luajit|tclsh|wish|guile|racket|bash|zsh|ksh|gforth|sbcl|julia|groovy|elixir|erl|scala|octave|gawk|mawk|osascript|deno|bun)$/u;
