import type { PathFact } from '../../facts/paths/path-fact.ts';
import type { Word, WordPiece } from '../../facts/shell/read/words/word.ts';
import type { World } from '../../world/world.ts';
import { clauses } from '../../messages/sentences.ts';
import { fill } from '../../messages/fill.ts';

/** The words of a command as a person would type them, shortened: the receipt has the full text. */
export function spelledWords(words: readonly Word[], home?: string): string {
  const shown = words.filter((word) => word.kind === 'literal' || !filledIn.has(word.reason));
  return shortened(shown.map((word) => spelledWord(word, home)).join(' '), 100);
}

/** The beginning of the first line. */
export function shortened(text: string, most: number): string {
  const [line = ''] = text.split('\n', 1);
  return line === text && text.length <= most ? text : `${line.slice(0, most)}…`;
}

/** Words that `xargs` and `find` add. */
const filledIn: ReadonlySet<string> = new Set(['what it is given', 'a path that is found']);

export function spelledWord(word: Word, home?: string): string {
  if (word.kind === 'unknown') {
    const { pieces, starts, reason } = word;
    const value = spelledValue(reason);
    // For a pattern, the reason holds its literal prefix.
    const whole = reason.startsWith('glob ') && value.startsWith(starts) ? value : `${starts}${value}`;
    const spelled = pieces?.map(spelledPiece).join('') ?? fromHome(whole, home);
    return /\s/u.test(spelled.replace(/\$\(.*\)/su, '')) ? `"${spelled}"` : spelled;
  }
  const short = shortened(fromHome(word.text, home), 50);
  return /^[\w@%+=:,./~^#!?[\]{}*…-]+$/u.test(short) ? short : `'${short.replaceAll("'", `'\\''`)}'`;
}

function fromHome(text: string, home: string | undefined): string {
  return text === home || text.startsWith(`${home}/`) ? `~${text.slice(home?.length)}` : text;
}

function spelledPiece(piece: WordPiece): string {
  if ('text' in piece) return piece.text;
  return 'variable' in piece ? `$${piece.variable}` : spelledValue(piece.other);
}

/** `$x`, `$(date)`, `*.ts`: the source of an unknown value, without its explanation. */
function spelledValue(reason: string): string {
  return /^(?:value of|output of|glob) ([$*?[\]{}.\w~/@%+-].*)$/su.exec(reason)?.[1] ?? '…';
}

/** The variables that a word takes its value from. */
export function variablesIn(word: Word): readonly string[] {
  if (word.kind === 'literal') return [];
  const reasons = word.pieces?.flatMap((piece) => ('other' in piece ? [piece.other] : [])) ?? [word.reason];
  return reasons.flatMap((reason) => /^value of \$(\w+)$/u.exec(reason)?.[1] ?? []);
}

/** Relative to the person: `src/a.ts`, `~/notes.md`, `/etc/hosts`. */
export function shownFile(path: PathFact, { cwd, home }: World): string {
  const text = textOf(path);
  if (text === cwd) return clauses.here;
  if (text === home) return '~';
  const short = [`${cwd}/`, `${home}/`].find((directory) => text.startsWith(directory));
  if (short === undefined) return text;
  return short === `${cwd}/` ? text.slice(short.length) : `~/${text.slice(short.length)}`;
}

export function isInProject(path: PathFact, { workingDirectories }: World): boolean {
  const text = textOf(path);
  return workingDirectories.some((directory) => text === directory || text.startsWith(`${directory}/`));
}

/** The name used in reasons. */
export function textOf(path: PathFact): string {
  return path.known ? path.written : (path.glob ?? path.starts ?? path.near ?? path.reason);
}

export function shownFiles(paths: readonly PathFact[], world: World): string {
  const [only, ...more] = paths;
  if (only === undefined) return '';
  if (more.length === 0 && only.known && (only.found === true || only.recursive === true))
    return fill(only.found === true ? clauses.found : clauses.everything, { file: shownFile(only, world) });
  return listed(paths.map((path) => shownFile(path, world)));
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  if (distinct.length < 2) return distinct[0] ?? '';
  const shown = distinct.length > 3 ? distinct.slice(0, 2) : distinct.slice(0, -1);
  const last = distinct.length > 3 ? `${distinct.length - 2} more` : (distinct.at(-1) ?? '');
  return `${shown.join(', ')} and ${last}`;
}
