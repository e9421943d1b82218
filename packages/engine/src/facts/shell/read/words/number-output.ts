/**
 * Commands that print only numbers, whatever they read: arithmetic on their output runs nothing. `wc -l file` is not included:
 * it prints the file name, and a name may be `a[$(x)]`.
 */
const PRINTS_NUMBERS: readonly RegExp[] = [
  /^date \+["']?(?:%[sYmdHMSjN])+["']?$/,
  /^wc -[lcwm](?: ?< ?["']?(?:[\w./-]+|\$\w+|\$\{\w+\})["']?)?$/,
  /^nproc$/,
  /^id -[ug]$/,
  /^stat -c ?["']?%[sYXZ]["']? ["']?[\w./-]+["']?$/,
  /^grep -c ["']?[\w ./-]+["']?$/,
  /^seq [0-9]+(?: [0-9]+)?$/,
  /^echo [0-9]+$/,
];

/** Only words, pipes and a plain redirection: the output is that of the last command. */
const PLAIN_PIPE = /^(?:[\w ./|<+%*"'=:,-]|\$\w+|\$\{\w+\})+$/;

/** One number without surrounding blanks: `wc` may pad, `seq` prints several. */
const PRINTS_ONE =
  /^(?:nproc|id -[ug]|date \+%s|pgrep(?: -[fxu])* -[no](?: -[fx])* ["']?[\w./-]+["']?|grep -c ["']?[\w ./-]+["']?|echo [0-9]+)$/;

/** Numeric fields of gh's JSON; for an empty list it prints nothing, or `null`. */
const GH_NUMBER =
  /^gh (?:run|pr|issue) (?:list|view|status)(?: [\w./:@=,-]+)* (?:-q|--jq)[ =]["']\.(?:\[0\]\.)?(?:databaseId|number)["']$/;

/** A commit id. For a missing commit `rev-parse` prints its argument; the others then print nothing. */
const COMMIT =
  /^git (?:rev-parse(?: --short(?:=\d+)?)?(?: --verify)? (?:HEAD|@)[~^\d]*|(?:merge-base|rev-list (?:-n ?\d+|-\d+|--max-count=\d+)|log -1 --(?:format|pretty)=["']?(?:format:)?%[hH]["']?)(?: [A-Za-z0-9][\w./@^~-]*){0,2})$/;

/** The commit of one line, possibly with a leading caret. */
const BLAMED = /^git blame(?: -s)? -L ?(\d+),\1(?: -s)? [\w./-]+ \| cut -d["']? ["']? ?-f ?1$/;

/** A date in digits and separators: it begins with a digit, and contains neither a blank nor a slash. */
const DATE =
  /^g?date(?: -u| -v[+-]?\d+[A-Za-z]| (?:-d ?|--date[ =])(?:'[\w :+.-]*'|"[\w :+.-]*"|[\w+-]+))* \+(["']?)%[sFYmdHMSjT](?:%[sFYmdHMSjTN]|[\w:.-])*\1$/;

export function printsDate(script: string): boolean {
  return DATE.test(script);
}

export function printsCommit(script: string): boolean {
  return COMMIT.test(script) || BLAMED.test(script);
}

/** A tag, a branch or a commit, in which git allows no blank. It may begin with a dash and contain a slash or a quote. */
const REVISION =
  /^git (?:describe(?: --(?:tags|always|all|long|exact-match|first-parent|dirty|broken|abbrev=\d+|dirty=-?\w+|match[ =]["']?[\w.*-]+["']?))*(?: (?:HEAD|@)[~^\d]*)?|branch --show-current|symbolic-ref --short HEAD|rev-parse --abbrev-ref (?:HEAD|@))(?: 2> ?\/dev\/null)?$/;

export function printsRevision(script: string): boolean {
  return REVISION.test(script) || printsCommit(script) || printsDate(script);
}

/** Process ids, any number of them. */
const PROCESSES =
  /^(?:pgrep(?: -[fxnou]+)* ["']?[\w./-]+["']?|jps(?: -[lmv]+)? \| awk '\/[\w.]+\/ ?\{ ?print \$1 ?\}')$/;

export function printsOneNumber(script: string): boolean {
  if (GH_NUMBER.test(script) || PROCESSES.test(script)) return true;
  if (!PLAIN_PIPE.test(script)) return false;
  return PRINTS_ONE.test(script.slice(script.lastIndexOf('|') + 1).trim());
}

export function printsNumber(script: string): boolean {
  if (!PLAIN_PIPE.test(script)) return false;
  const last = script.slice(script.lastIndexOf('|') + 1).trim();
  return PRINTS_NUMBERS.some((pattern) => pattern.test(last));
}

/**
 * Tools that print the location of themselves, a compiler or a package: one absolute path, in a directory for programs and
 * libraries. The project's code may influence it, so the tool itself is judged as well.
 */
const PLACES = [
  'go env (?:GOPATH|GOROOT|GOMODCACHE|GOBIN|GOTOOLDIR)',
  'go list -m -f [\'"]?\\{\\{ ?\\.Dir ?\\}\\}[\'"]? NAME',
  'bundle (?:show|info --path) NAME|bundle info NAME --path|gem env (?:gemdir|home)',
  'stack path --[a-z-]+|cabal list-bin NAME|ghc --print-libdir|ghcup whereis NAME(?: NAME)?',
  'ocamlfind query NAME|opam var NAME|rustc --print (?:sysroot|target-libdir)',
  'zig env \\| jq -r [\'"]?\\.\\w+[\'"]?|llvm-config --(?:prefix|bindir|libdir|includedir)',
  '(?:npm|pnpm) root -g|brew --(?:prefix|cellar|repository)(?: NAME)?|R RHOME|pyenv (?:prefix|root)|rbenv (?:prefix|root)',
  'xcrun(?: --sdk NAME)? --show-sdk-(?:platform-)?path|xcode-select (?:-p|--print-path)',
  'xcrun simctl get_app_container booted NAME(?: \\w+)?|/usr/libexec/java_home(?: -v ?NAME)?',
  'pkg-config --variable=\\w+ NAME|nix path-info NAME',
]
  .join('|')
  .replaceAll('NAME', '[\\w.][\\w.@:+#/-]*');
const PLACE = new RegExp(`^(?:${PLACES})$`, 'u');

/** Whether a script prints such a location. Assignments in the same text may redirect the tool: `GOPATH=~ go env GOPATH`. */
export function printsInstalledPlace(script: string, text: string): boolean {
  return PLACE.test(script) && !/(?:^|[\s;&|(])[A-Z_][A-Z\d_]*=|\bexport\b/u.test(text);
}
