import type { Outcome } from './state/outcome.ts';
import { isSetHere } from './words/read-parts.ts';
import type { Unit } from './state/unit.ts';
import { AT_START, TOPLEVEL, either, unknownDirectory, moved } from './state/possible-directories.ts';
import type { PossibleDirectories } from './state/possible-directories.ts';
import type { Word } from './words/word.ts';

/** Follows `cd`, `pushd` and `popd`; undefined for every other command. */
export function changeDirectory(unit: Unit, name: string, args: readonly Word[]): Outcome | undefined {
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return undefined;
  unit.reading.moves = true;
  if (unit.within.includes('function')) unit.reading.movesLater = true;
  const path = name === 'popd' ? undefined : destination(unit, args, name);
  return { ok: path === undefined ? unknownDirectory(`after ${name}`) : after(unit, path), fail: unit.here };
}

/** On Windows `\` is a separator, `//` starts a machine's name, and `C:x` is relative to a drive: it may lead elsewhere. */
function after({ here }: Unit, path: string): PossibleDirectories {
  const there = moved(here, path);
  return /\\|^\/\/|^[a-z]:/iu.test(path) ? either(there, moved(here, '/:elsewhere')) : there;
}

function destination(unit: Unit, args: readonly Word[], name: string): string | undefined {
  const operands = withoutOptions(args);
  const [target] = operands ?? [];
  if (operands === undefined || operands.length > 1) return undefined;
  if (target === undefined) return name === 'cd' && !isSetHere(unit, 'HOME') ? '~' : undefined;
  const path = pathOf(target);
  return path === undefined ? undefined : whereLed(unit, path);
}

function whereLed(unit: Unit, path: string): string | undefined {
  const [, drive, below = ''] = /^([a-z]:)([\\/].*)$/isu.exec(path) ?? [];
  if (drive !== undefined) return TOPLEVEL + drive + below.replaceAll('\\', '/');
  // The repository's root is only known for the directory in which the text starts.
  if (path.startsWith(TOPLEVEL) && unit.here !== AT_START) return undefined;
  // With CDPATH, `cd` may find a relative name elsewhere.
  const isSearched = !/^(?:\/|~$|~\/|~\0|\.\.?(?:\/|$))/.test(path);
  return isSearched && isSetHere(unit, 'CDPATH') ? undefined : path;
}

const anchors = { HOME: '~', PWD: '.', TOPLEVEL } as const;

function withoutOptions(args: readonly Word[]): readonly Word[] | undefined {
  const [first] = args;
  if (first?.kind !== 'literal' || !/^[-+]/.test(first.text)) return args;
  return first.text === '--' || first.text === '-L' ? args.slice(1) : undefined;
}

function pathOf(word: Word): string | undefined {
  if (word.kind === 'literal') {
    if (word.text === '') return undefined;
    return /^~(?:\/|$)/.test(word.text) ? `./${word.text}` : word.text;
  }
  const [first, ...rest] = word.pieces ?? [];
  if (first === undefined || !('variable' in first) || first.variable === 'INSTALLED') return undefined;
  const tail = rest.map((piece) => ('text' in piece ? piece.text : undefined));
  const text = tail.join('');
  if (tail.includes(undefined) || (text !== '' && !text.startsWith('/'))) return undefined;
  return anchors[first.variable] + text;
}
