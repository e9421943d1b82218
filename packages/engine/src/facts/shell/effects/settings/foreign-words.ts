import type { World } from '../../../../world/world.ts';
import type { Access } from '../../../access.ts';
import { provenUnder, withRealNames } from '../../../paths/contains.ts';
import { isLoopback } from '../../../urls/loopback.ts';
import { isScratch } from '../../../paths/scratch.ts';
import { withoutVersion } from '../../versioned-name.ts';
import { literalOf } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';
import { isDataFile } from './data-file.ts';

/**
 * Whether a word of the call makes a project command run code from another place: `pytest /tmp/x`, `ninja -C /tmp/x`, `bundle
 * list --gemfile ~/x`. In a scratch directory, data files and option values named as a result are not code.
 */
export function namesOtherPlace({ words }: Expanded, accesses: readonly Access[], world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  const program = literalOf(words[0]) ?? '';
  return accesses.some((access) => {
    if (access.kind !== 'read' || !access.path.known) return false;
    const { path, span } = access;
    if (provenUnder(path, directories) || directories.includes(path.written)) return false;
    if (isAbsentAtRoot(path.written, world)) return false;
    const at = words.findIndex(
      (word) => span !== undefined && word.span.start <= span.start && span.start < word.span.end,
    );
    const word = literalOf(words[at]) ?? '';
    if (isOwnSlash(word, program)) return false;
    if (!isScratch(path, world) && path.written !== '/tmp') return true;
    const option = [word, literalOf(words[at - 1]) ?? ''].find((text) => text.startsWith('-')) ?? '';
    return settingsOption.test(option) || !isData(path.written, { option, program });
  });
}

function isData(
  path: string,
  { option, program }: { readonly option: string; readonly program: string },
): boolean {
  const isSource = compiled.test(path) && compilers.test(withoutVersion(program));
  return isSource || isDataFile(path) || namesResult(option, program);
}

/** `stack --stack-yaml /tmp/x.yaml`, `go build -overlay=/tmp/x.json`: data that determines which code runs. */
const settingsOption =
  /^--?(?:[\w.-]+[-.])?(?:buildfile|conf(?:ig(?:uration)?)?|configuration-?file|location|policy|config-?file|settings?|toolchains?|overlay|modfile|installpkg|(?:stack|turbo)-(?:yaml|json)|workspace|init|plugins?|require|preload|import(?:-?map)?|manifest-path|project|rc(?:file)?)(?:=|$)/iu;

/** `make TESTOPTS='-r /tmp/x'`, `stack build --ghc-options='-F -pgmF ~/x'`, `sbt '< /tmp/x'`: options for another tool. */
function handsOnPlaces(text: string, directories: readonly string[]): boolean {
  const value = /^(?:-[^\s=]*=|[A-Za-z_]\w*=)?(?=\s*[-<@])(.*\s.*)$/su.exec(text)?.[1];
  return (
    value?.split(/\s+/u).some((piece) => {
      const place = /^(?:-[^/~]*[=:]|-[A-Za-z]|[<@])?((?:~?\/|\.\.\/).*)$/u.exec(piece)?.[1];
      return place !== undefined && !isInside(place, directories) && !isDataFile(place);
    }) === true
  );
}

/** `-dPDFSETTINGS=/ebook`: does not exist, and only root could create it. Parents of the person's directories do exist. */
function isAbsentAtRoot(path: string, world: World): boolean {
  const [top = ''] = /^\/(?!tmp(?:\/|$))[\w.-]+/u.exec(path) ?? [];
  const known = [world.home, world.cwd, ...world.workingDirectories];
  if (top === '' || known.some((each) => each === top || each.startsWith(`${top}/`))) return false;
  return world.entry(top).is === 'missing';
}

/** `//app:test` is a target of the workspace in some programs, and `/t:Build` an option in others. */
function isOwnSlash(word: string, program: string): boolean {
  if (/^(?:bazel|bazelisk|ibazel|buck|buck2|pants|plz|gn)$/u.test(program)) return word.startsWith('//');
  return /^(?:dotnet|msbuild|xbuild|cl|csc|vbc)$/u.test(program) && /^\/\w+:(?!.*[/\\])/u.test(word);
}

function namesResult(option: string, program: string): boolean {
  const compiles = /^(?:javac|kotlinc|scalac|scala3-compiler|groovyc|ecj|aspectj|javadoc|scaladoc)$/u;
  return (
    (resultOption.test(option) && option !== '-O') ||
    (option === '-d' && (compiles.test(program) || builtSites.test(program)))
  );
}

/** Programs whose `-d` names the output directory of the pages. */
const builtSites = /^(?:mkdocs|mdbook|hugo|jekyll|zola|javadoc|typedoc|jsdoc|pdoc3?)$/u;

/**
 * Whether an option has a place or a machine attached while code of the project runs: `dotnet build -logger:/tmp/x.dll`,
 * `protoc --plugin=gen=/tmp/x`, `bazel build --remote_executor=grpcs://evil.example`.
 */
export function namesElsewhere({ words }: Expanded, world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  return words.some((word) => {
    const text = literalOf(word) ?? '';
    if (/\s/u.test(text) && /[/]/u.test(text) && handsOnPlaces(text, directories)) return true;
    // Most words have neither, so this test settles them before an expression is compiled.
    if (!/^-|:\/\//u.test(text)) return false;
    const joined = /^-[^/]*[:=]((?:\/|~\/)[^/:;,][^:;,]*)/u.exec(text)?.[1];
    const isGlued = joined !== undefined && /^-[^=/]*:|=.*=/u.test(text);
    if (isGlued && !isInside(joined, directories) && !isResult(joined, text)) return true;
    const hosts = text.includes('://') ? [...text.matchAll(addresses)] : [];
    return hosts.some(([, host = '']) => !isLoopback(host));
  });
}

/** `-targetdir:/tmp/coverage`. */
function isResult(path: string, option: string): boolean {
  return path.startsWith('/tmp/') && (isDataFile(path) || resultOption.test(option));
}

/** A network address: `trailmate://route/42` is only a link into an app. */
const addresses =
  /(?<![\w+.-])(?:https?|wss?|grpcs?|s?ftps?|ssh|git|svn|rsync|tcp|udp|tls|s3|gs|wasbs?|abfss?|hdfs|oci|docker|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|nats|kafka|ldaps?|smb):\/\/(?:[^/@\s'"]*@)?([\w.-]+|\[[^\]]*\])/giu;

function isInside(path: string, directories: readonly string[]): boolean {
  return (
    !path.split('/').includes('..') &&
    directories.some((each) => path === each || path.startsWith(`${each}/`))
  );
}

/** `sips a.png --out ~/x.png`: an editing program whose words are not modelled is given a file of another place. */
export function namesOutside(accesses: readonly Access[], world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  return accesses.some(
    (access) =>
      access.kind === 'read' &&
      access.path.known &&
      !provenUnder(access.path, directories) &&
      !directories.includes(access.path.written) &&
      access.path.written !== '/tmp' &&
      !isScratch(access.path, world),
  );
}

/** Sources that a compiler reads without running them. */
const compilers =
  /^(?:(?:[\w]+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|as|ld|gold|mold|nm|strip|objdump|objcopy|readelf|size|addr2line|ar|ranlib)|ld\.\w+|lld|llc|opt|bison|flex|nasm|yasm|(?:llvm|mlir)-(?:as|dis|opt|translate|link|mc|mca|objdump|nm|readelf|ar|size|strip|extract|bcanalyzer|profdata|cov|symbolizer|dwarfdump))$/u;
const compiled = /\.(?:[chsS]|cc|cpp|cxx|hpp|hh|asm|ll|bc|mlir|mir|o|a)$/u;

/** `--outputFile=`, `-coverprofile=`, `--pack-destination`, `-sOutputFile=`. */
const resultOption =
  /^-o$|^-+[\w.-]*(?:out(?:put|file|dir)?|dest(?:ination)?|report(?!er)|result|log(?!ger|in)|cache|pid|prof(?!iler)|(?<!dis)cov|dump(?!er)|trace(?!r)|bundlepath|target-?dir|export(?!er))/iu;

/**
 * Options that give a read-only program other settings, another server, or a program to start: `apt list -o
 * Dir::Bin::dpkg=./x`, `svn log --config-option config:tunnels:ssh=./x`, `vault status -address=http://h`.
 */
export function steersProgram({ words, args }: Expanded, spelled: ReadonlySet<string>): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  const plain = new Set(args?.options.flatMap(({ name, role }) => (role === 'plain' ? [name] : [])));
  return texts.some((text, at) => {
    const [, name = '', joined] = /^(--?[A-Za-z][\w.-]*)(?:=(.*))?$/su.exec(text) ?? [];
    if (at === 0 || name === '' || spelled.has(name) || plain.has(name)) return false;
    const next = texts[at + 1] ?? '';
    const value = joined ?? (next.startsWith('-') ? '' : next);
    // `jj squash --tool=:builtin`.
    return /^[^:]/u.test(value) && (steering.test(name) || steersBy(name, value));
  });
}

/** Whether the value leads elsewhere. */
function steersBy(name: string, value: string): boolean {
  if (/=\.{0,2}\/|^@/u.test(value)) return true;
  const names = name.length === 2 || /^--?(?:(?:base|api)-?)?ur[il]$|^--?(?:webhook|callback)/iu.test(name);
  return (
    (savingOption.test(name) && isElsewhere.test(value)) || (names && /:\/\/(?!localhost|127\.)/u.test(value))
  );
}

/** `heroku logs --log-file=~/.bashrc`: the output overwrites a file that git cannot restore. */
const savingOption =
  /^-o$|^--?(?:[\w-]+-)?(?:out(?:put|file|dir)?|log|save|dump|export|write|dest(?:ination)?)(?:-?(?:file|dir(?:ectory)?|path|to))?$/u;
const isElsewhere = /^(?:~|\.\.\/|\/(?!tmp\/|dev\/(?:null|stdout|stderr)$))/u;

/** Names of such options in all programs. */
const steering =
  /^--?(?:[\w-]+-)?(?:eval|shell|upload|post-file|filter-cmd|config|conf|cfg|config-(?:file|dir|option|toml)|tool|rcfile|option|plugins?|plugin-dir|exec|command|cmd|program|wrapper|editor|pager|hook|load|require|module|extension|kubeconfig|endpoint(?:-url)?|address|addr|server|host|hostname|proxy|registry|credentials?|kube-apiserver|kube-token)$/iu;

/** `latexmk -pdflatex='sh -c x'`, `perltex --latex "bash x"`: a shell line in an option, for a program that runs code. */
export function startsShell({ words }: Expanded): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  return texts.some(
    (text, at) =>
      // Code in the call: `nix-instantiate --eval -E x`.
      /^--eval(?:uate)?(?:$|=)|^-XX:On\w*Error=|^(?:-[^\s=]*=)?\s*(?:\/\S*\/)?(?:sh|bash|zsh|dash|ksh|env|sudo|eval|exec|python[\d.]*|perl|ruby|node|curl|wget|nc)\s/u.test(
        text,
      ) ||
      // `alr exec -- sh -c x`.
      (texts[at - 1] === '--' && /^(?:ba|z|da|k)?sh$/u.test(text) && /^-\w*c$/u.test(texts[at + 1] ?? '')),
  );
}

/**
 * Code in the call, for a program whose row only says that it runs code of the project: `erl -eval 'os:cmd("x")'`, `janet -e
 * '(os/execute ["x"])'`, `mlr put 'system("x")'`. In a test runner such options take names of tests.
 */
export function isGivenCode(command: Expanded): boolean {
  return startsShell(command) || isTypedTo(command) || writesCode(command);
}

function writesCode({ words }: Expanded): boolean {
  const [name = '', ...rest] = words.map((word) => literalOf(word) ?? '');
  return rest.some((text, at) => {
    const [, joined] = /^--?[a-z-]+=(.*)$/su.exec(text) ?? [];
    const option = joined === undefined ? (rest[at - 1] ?? '') : text.slice(0, -joined.length - 1);
    return (
      startsPrograms.test(text) ||
      givesSettings(text) ||
      (/[({[;`]/u.test(joined ?? text) &&
        takesCode.test(option) &&
        !namesTests.test(name) &&
        !readElsewhere.test(name))
    );
  });
}

/** `jest --config '{"globalSetup": "/tmp/x.js"}'`: inline settings that name the code to load. */
function givesSettings(text: string): boolean {
  return /^(?:-[^{]*=)?\{[^]*(?:["'](?:\/|~|\.\.\/|https?:|data:)|require\()/u.test(text);
}

const takesCode =
  /^--?(?:[eExcg]|(?:[a-z]+-)*(?:eval(?:uate)?|exec(?:ute)?|expr(?:ession)?|code|command|goal|hook|import|require)|batch-string|execute-string)$/u;
const namesTests =
  /^(?:rspec|ctest|cucumber(?:-js)?|behave|mocha|jest|vitest|minitest|robot|phpunit|pest|pytest|playwright|ava|tap|busted|bats|nunit3?-console)$/u;
/** Handled elsewhere: code in such a call is either proven harmless or already counts as unknown code. */
const readElsewhere =
  /^(?:uv|conda|mamba|micromamba|poetry|pdm|hatch|pipenv|rye|pixi|node|nodejs|bun|deno|python[\d.]*|pypy3?|ruby|perl|php|Rscript|R|julia|elixir|mix|bundle|rails|bin\/rails)$/u;
/** Calls and redirections in the small languages of such programs that start other programs. */
const startsPrograms =
  /^:!|\b(?:system|popen|spawn|shell|exec(?:ute)?|os[:.]cmd)\s*\(?\s*["']|\b(?:tee|emit\w*|print\w*|dump)\b[^;]*[>|]\s*["$]/u;

/**
 * `gforth <<E`, `curl https://h/x | coqtop`, `yosys < x`: a program whose row only says that it runs code of the project, and
 * that takes commands from standard input if no word names a file, or if input is redirected.
 */
function isTypedTo({ words, args, redirections }: Expanded): boolean {
  const [name = '', ...rest] = words.map((word) => literalOf(word) ?? 'x');
  if (!typedTo.test(name) || rest.some((text) => task.test(text))) return false;
  return (
    rest.every((text) => text.startsWith('-')) ||
    (args?.operands.every(({ word }) => literalOf(word) === '-') === true &&
      args.options.every(({ role }) => role !== 'program')) ||
    redirections.some(({ operator }) => operator.startsWith('<'))
  );
}

/** `clojure -M:test`: an alias of the project, which does not read commands from standard input. */
const task = /^-(?:[MXT]:\w|S\w)/u;
const typedTo =
  /^(?:gforth|janet|fennel|coqtop|rocq|isabelle|idris2?|lean|agda|gprolog|poly|purs|yosys|vivado|vivado_lab|xsct|xsdb|quartus_sh|openroad|sta|magic|netgen|klayout|ngspice|clojure|clj|bb|lein|sbt|mill|hurl)$/u;
