import type { CommandSubject } from '../facts/part.ts';
import { literalOf, type Word } from '../facts/shell/read/words/word.ts';
import { outsideNeeds, type OutsideNeed } from './outside-needs.ts';
import { wordSet, type WordSet } from '../facts/word-set.ts';

interface IndexedNeed {
  readonly need: OutsideNeed;
  readonly words: readonly string[];
}

/** Built on first use: most hook runs never need it. */
let made: ReadonlyMap<string, readonly IndexedNeed[]> | undefined;

function needsOf(name: string): readonly IndexedNeed[] | undefined {
  made ??= indexed();
  return made.get(name);
}

function indexed(): ReadonlyMap<string, readonly IndexedNeed[]> {
  const index = new Map<string, IndexedNeed[]>();
  for (const need of outsideNeeds)
    for (const command of need.commands.split(', ')) {
      const words = command.split(' ');
      const name = words[0] ?? '';
      index.set(name, [...(index.get(name) ?? []), { need, words }]);
    }
  return index;
}

/** What a command needs from outside, under any of its names. The longest matching row counts. */
export function needOf({ words, aliases, straight }: CommandSubject): OutsideNeed | undefined {
  const found = [words, ...(straight === undefined ? [] : [straight]), ...aliases].flatMap(rowsFor);
  return found.toSorted((a, b) => b.words.length - a.words.length)[0]?.need;
}

function rowsFor(argv: readonly Word[]): readonly IndexedNeed[] {
  const [name = '', ...rest] = argv.map((word) => literalOf(word) ?? '');
  const base = name.slice(name.lastIndexOf('/') + 1);
  const own = name.includes('/') && !name.startsWith('/') ? needsOf(`./${base}`) : undefined;
  return (own ?? needsOf(base) ?? []).filter(({ words }) => isSaid(words.slice(1), rest));
}

/** Matches subcommands in order, with options anywhere between and after them: `npm --silent install x -g`. */
function isSaid(wanted: readonly string[], given: readonly string[]): boolean {
  const options = wanted.filter((word) => word.startsWith('-'));
  const names = wanted.filter((word) => !word.startsWith('-'));
  if (!options.every((option) => given.some((word) => word === option || word.startsWith(`${option}=`))))
    return false;
  const spoken = given.filter((word) => !word.startsWith('-'));
  return names.every((name, index) => spoken[index] === name);
}

/** Whether a command with these words cannot work in a sandbox that reaches only these hosts. */
export function isImpossible(words: readonly string[], hosts: readonly string[]): boolean {
  const [name = '', ...rest] = words;
  if (name === 'git') return hosts.length === 0 && networkGit.has(rest[0] ?? '');
  const needs = needsOf(name) ?? [];
  // A rule about `terraform` also matches `terraform fmt`, which a sandbox does not stop.
  if (
    needs.some(({ need, words: own }) => need.inside === true && words.every((word, at) => own[at] === word))
  )
    return false;
  const rows = needs.filter((row) => isSaid(row.words.slice(1), rest));
  return rows.some(
    ({ need }) =>
      need.possible === undefined &&
      need.inside === undefined &&
      (hosts.length === 0 || (need.onlyHosts === undefined && need.hosts === undefined)),
  );
}

/** Writes only what it fetches or sends. */
const networkGit: WordSet = wordSet('push fetch pull clone ls-remote send-email');
