import type { Arguments } from '../model/model.ts';
import { optionNames } from '../model/option-spec.ts';
import type { Word } from '../read/words/word.ts';

export interface StrippedWords {
  readonly words: readonly Word[];
  /** How many words were moved to the end. */
  readonly by: number;
}

/**
 * The argv with the name, the sub-commands and the first operand first, as in rules: `make -j4 test` as `make test -j4`. Only
 * options that their row lists as `aside` are moved; undefined if there is any other.
 */
export function stripNeutralOptions(args: Arguments): StrippedWords | undefined {
  const { words, options, strangers, vague, rows } = args;
  if (args.strange !== undefined || rows.every(({ aside }) => aside === undefined)) return undefined;
  const limit = endOf(args);
  if (limit < args.from || [...strangers.map(({ at }) => at), ...vague].some((at) => at < args.from))
    return undefined;
  const aside = new Set<number>();
  for (const { at, name, kind, value } of options) {
    if (at >= limit) continue;
    if (kind !== 'plain' || !isAside(args, name)) return undefined;
    aside.add(at);
    if (value !== undefined && words[at + 1] === value) aside.add(at + 1);
  }
  const front = words.slice(0, limit);
  const names = front.filter((_, at) => !aside.has(at));
  // There is a `--`, or another word that is neither a name nor an option.
  if (aside.size === 0 || names.length !== rows.length) return undefined;
  const moved = front.filter((_, at) => aside.has(at));
  return { words: [...names, ...words.slice(limit), ...moved], by: aside.size };
}

/** The end of the words among which options may be moved: before the first other word. */
function endOf(args: Arguments): number {
  const { command, rows, operands, from, options, strangers, vague } = args;
  const isApart = rows.slice(0, -1).some(({ globals }) => globals === 'before');
  if (isApart || command.style === 'words') return from;
  const others = options.filter(({ kind, name }) => kind !== 'plain' || !isAside(args, name));
  const stops = [...others.map(({ at }) => at), ...strangers.map(({ at }) => at), ...vague];
  return Math.min(operands[0]?.at ?? from, ...stops.filter((at) => at >= from));
}

function isAside({ rows }: Arguments, name: string): boolean {
  return rows.some(({ aside }) => aside !== undefined && optionNames(aside).has(name));
}
