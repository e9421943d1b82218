import { posix } from 'node:path';
import type {
  Directory,
  Invocation,
  Redirection,
  ShellReading,
} from '../../src/facts/shell/read/state/invocation.ts';
import type { Word } from '../../src/facts/shell/read/words/word.ts';
import { SECRET } from './oracle.ts';
import type { Run, Started } from './oracle.ts';

export interface Violation {
  readonly kind: 'name' | 'arguments' | 'directory' | 'written' | 'read';
  /** The command, or the file. */
  readonly found: Started | string;
}

type Readings = readonly ShellReading[];

/**
 * Whatever the shell started is among the invocations, word for word where we said so, where we said so; and whatever files it
 * made or read, a redirection of them says so.
 */
export function violationOf(readings: Readings, run: Run, script: string): Violation | undefined {
  if (run === undefined || readings.some(({ doubts }) => doubts.length > 0)) return undefined;
  const candidates = readings.flatMap(({ invocations }) => invocations).flatMap(carried);
  // An unknown name may be eval, and then anything; what a sourced file holds is not in the text.
  if (candidates.some(({ words: [first] }) => mayBeAnything(first))) return undefined;
  const isBare = readings.some(({ redirections }) => redirections.length > 0);
  const isBash = readings.every(({ shells }) => shells.length === 1 && shells[0] === 'bash');
  for (const started of run.started) {
    if (!isBash && ((isBare && isNullCommand(started)) || isSyntaxElsewhere(started))) continue;
    const kind = judge(candidates, started, script);
    if (kind !== undefined) return { kind, found: started };
  }
  const redirections = readings.flatMap(redirectionsIn);
  const written = run.touched.find((path) => !isExplained(path, { redirections, candidates, script }));
  if (written !== undefined) return { kind: 'written', found: written };
  const read = run.started.find(({ argv }) => argv.some((text) => text.includes(SECRET)));
  if (read !== undefined && !readsSomething(redirections)) return { kind: 'read', found: read };
  return undefined;
}

function judge(
  candidates: readonly Candidate[],
  started: Started,
  script: string,
): Violation['kind'] | undefined {
  const [name = ''] = started.argv;
  if (!candidates.some(({ words }) => words[0]?.kind === 'literal' && words[0].text === name)) return 'name';
  if (started.isNameOnly === true) return undefined;
  const matching = candidates.filter(({ words }) => matches(words, started.argv));
  if (matching.length === 0) return 'arguments';
  // A function of the text is not looked up as a command.
  if (matching.every(({ definedHere }) => definedHere === 'surely')) return 'name';
  // A script that sets PWD makes the log lie.
  if (/PWD/.test(script)) return undefined;
  return matching.some(({ directory }) => isIn(directory, started.directory)) ? undefined : 'directory';
}

/** What bash does not take for a command is looked for in vain: no program is called so, or as `time` it runs the same. */
function isSyntaxElsewhere({ argv: [name = ''] }: Started): boolean {
  return /[^\w.-]|^-/.test(name) || ['time', 'coproc', 'function', 'select'].includes(name);
}

/** What zsh runs for a redirection without a command; the redirection is read. */
function isNullCommand({ argv }: Started): boolean {
  return argv.length === 1 && /^(?:cat|more|pager)$/.test(argv[0] ?? '');
}

function mayBeAnything(name: Word | undefined): boolean {
  if (name === undefined) return false;
  return name.kind === 'unknown' || name.text === 'source' || name.text === '.';
}

type Candidate = Pick<Invocation, 'words' | 'directory' | 'definedHere'>;

/** `command -p m1` starts m1 too: looking through carriers is the business of a later reader. */
function carried(invocation: Invocation): readonly Candidate[] {
  const { words } = invocation;
  const [first] = words;
  if (first?.kind !== 'literal' || !CARRIERS.has(first.text)) return [invocation];
  return words.map((_, index) => ({ ...invocation, words: words.slice(index) }));
}

/** Each is followed by a command. */
const CARRIERS: ReadonlySet<string> = new Set([
  'command',
  'builtin',
  'exec',
  'noglob',
  'nocorrect',
  '-',
  'time',
]);

/** Every number of arguments that the words so far can stand for, kept at once: an argv may be long. */
function matches(words: readonly Word[], argv: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const at of reached) {
      const fits = (place: number): boolean => {
        const argument = argv[place];
        if (argument === undefined) return false;
        return word.kind === 'literal' ? word.text === argument : argument.startsWith(word.starts);
      };
      if (word.kind === 'unknown' && word.count === 'any') {
        for (let end = at; !next.has(end); end++) {
          next.add(end);
          if (!fits(end)) break;
        }
      } else if (fits(at)) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(argv.length);
}

function isIn(directory: Directory, actual: string | undefined): boolean {
  if ('unknown' in directory) return true;
  return [directory.known, ...(directory.otherwise ?? [])].some((known) => {
    const home = posix.normalize(known.replace(/^~/, 'h'));
    return home.startsWith('..') || home.startsWith('/') ? actual === undefined : home === actual;
  });
}

function redirectionsIn({ invocations, redirections }: ShellReading): readonly Redirection[] {
  return [...redirections, ...invocations.flatMap((invocation) => invocation.redirections)];
}

interface Explaining {
  readonly redirections: readonly Redirection[];
  readonly candidates: readonly Candidate[];
  readonly script: string;
}

/** A redirection writes it, or a command that may write by its nature: that one is asked about for its name. */
function isExplained(path: string, { redirections, candidates, script }: Explaining): boolean {
  if (candidates.some(({ words: [first] }) => first?.kind === 'literal' && !LEAVES_ALONE.has(first.text)))
    return true;
  return redirections.some(({ operator, target, directory }) => {
    if (!operator.includes('>')) return false;
    if (target.kind === 'unknown') return posix.basename(path).startsWith(posix.basename(target.starts));
    if (posix.basename(target.text) !== posix.basename(path)) return false;
    return /PWD/.test(script) || isIn(directory, posix.dirname(path));
  });
}

/** What commands of the scripts make no file, in the oracle or by what they are. */
const LEAVES_ALONE: ReadonlySet<string> = new Set(
  (
    'm1 m2 m3 m4 m5 m6 m7 m8 m9 true false cat ls git rm npm node grep tail head find sed awk echo print printf : test [ cd pushd ' +
    'popd eval export declare typeset local readonly read let set shift unset trap return break continue exit command builtin alias ' +
    'getopts shopt setopt unsetopt wait hash type'
  ).split(' '),
);

function readsSomething(redirections: readonly Redirection[]): boolean {
  return redirections.some(
    ({ operator, target }) => operator.startsWith('<') && (target.kind === 'unknown' || target.text === 's'),
  );
}
