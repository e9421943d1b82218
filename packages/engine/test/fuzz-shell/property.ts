import { posix } from 'node:path';
import type { Directory, Invocation, ShellReading } from '../../src/facts/shell/read/state/invocation.ts';
import type { Word } from '../../src/facts/shell/read/words/word.ts';
import type { Run, Started } from './oracle.ts';

export interface Violation {
  readonly kind: 'name' | 'arguments' | 'directory';
  readonly started: Started;
}

/** Whatever bash started is among the invocations, word for word where we said so, where we said so. */
export function violationOf(reading: ShellReading, run: Run, script: string): Violation | undefined {
  if (run === undefined || reading.doubts.length > 0) return undefined;
  const candidates = reading.invocations.flatMap(carried);
  for (const started of run) {
    const kind = judge(candidates, started, script);
    if (kind !== undefined) return { kind, started };
  }
  return undefined;
}

function judge(
  candidates: readonly Candidate[],
  started: Started,
  script: string,
): Violation['kind'] | undefined {
  const [name = ''] = started.argv;
  // An unknown name may be eval, and then anything; what a sourced file holds is not in the text.
  if (candidates.some(({ words: [first] }) => mayBeAnything(first))) return undefined;
  if (!candidates.some(({ words }) => words[0]?.kind === 'literal' && words[0].text === name)) return 'name';
  const matching = candidates.filter(({ words }) => matches(words, started.argv));
  if (matching.length === 0) return 'arguments';
  // A function of the text is not looked up as a command.
  if (matching.every(({ definedHere }) => definedHere === 'surely')) return 'name';
  // A script that sets PWD makes the log lie.
  if (/PWD/.test(script)) return undefined;
  return matching.some(({ directory }) => isIn(directory, started.directory)) ? undefined : 'directory';
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
  const carries = first?.kind === 'literal' && ['command', 'builtin', 'exec'].includes(first.text);
  if (!carries) return [invocation];
  return words.map((_, index) => ({ ...invocation, words: words.slice(index) }));
}

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
