import { literalOf } from '../read/words/word.ts';
import { type Arguments, used } from '../model/model.ts';

/** Commands that write files whose names are in an archive or a patch, not in the call. */
interface Unpacker {
  /** Name and sub-command as typed. */
  readonly path: readonly string[];
  readonly when?: (args: Arguments) => boolean;
}

/** `tar xf a`: letters without a dash. */
function letters(args: Arguments): string {
  const text = literalOf(args.operands[0]?.word) ?? '';
  return /^[A-Za-z]+$/u.test(text) ? text : '';
}

const extracts = (args: Arguments): boolean =>
  used(args, '-x', '--extract', '--get') || letters(args).includes('x');
const named =
  (...verbs: readonly string[]) =>
  (args: Arguments): boolean =>
    verbs.includes(literalOf(args.operands[0]?.word) ?? '');
const looks =
  (...options: readonly string[]) =>
  (args: Arguments): boolean =>
    !used(args, ...options);

const unpackers: readonly Unpacker[] = [
  { path: ['tar'], when: extracts },
  { path: ['gtar'], when: extracts },
  { path: ['bsdtar'], when: extracts },
  { path: ['unzip'], when: looks('-l', '-v', '-Z', '-p', '-c', '-t') },
  {
    path: ['cpio'],
    when: (args) => args.words.some((word) => /^-\w*i|^--extract/u.test(literalOf(word) ?? '')),
  },
  { path: ['pax'], when: (args) => args.words.some((word) => /^-\w*r/u.test(literalOf(word) ?? '')) },
  { path: ['7z'], when: named('x', 'e') },
  { path: ['7za'], when: named('x', 'e') },
  { path: ['unrar'], when: named('x', 'e') },
  { path: ['rar'], when: named('x', 'e') },
  { path: ['jar'], when: (args) => letters(args).includes('x') },
  {
    path: ['patch'],
    when: (args) => args.operands.length === 0 && !used(args, '--dry-run', '-o', '--output'),
  },
  { path: ['git', 'apply'], when: looks('--check', '--stat', '--numstat', '--summary', '--cached') },
  { path: ['git', 'am'] },
];

const byPath: ReadonlyMap<string, Unpacker> = new Map(unpackers.map((row) => [row.path.join(' '), row]));

/** Whether it writes files below its directory whose names the call does not show. */
export function unpacksHere(args: Arguments): boolean {
  const row = byPath.get(args.path.join(' '));
  return row !== undefined && (row.when?.(args) ?? true);
}
