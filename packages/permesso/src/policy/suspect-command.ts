import type { Word } from '../facts/shell/word.ts';
import { weakest, type Match } from './match.ts';
import type { CommandRule, PatternWord } from './pattern.ts';
import { fitsText } from './pattern-word.ts';

/**
 * Whether a command may be what a deny or ask rule speaks of: options in any order, bundled, abbreviated or with
 * a value attached, options between the operands, and words whose value is not known.
 */
export function suspectWords(rule: CommandRule, words: readonly Word[]): Match {
  const [name, ...rest] = rule.words;
  if (name === undefined) return 'yes';
  const named = suspectWord(name, words[0]);
  if (named === 'no') return 'no';
  const given = split(words.slice(1));
  const wanted = { options: rest.filter(isOption), operands: rest.filter((word) => !isOption(word)) };
  const options = wanted.options.map((option) => suspectOption(option, given));
  return weakest([named, suspectOperands(wanted.operands, given, rule.open), ...options]);
}

interface Given {
  readonly options: readonly string[];
  readonly operands: readonly Word[];
  /** An unknown word could be any option. */
  readonly mayHoldOption: boolean;
}

function split(words: readonly Word[]): Given {
  const options: string[] = [];
  const operands: Word[] = [];
  let mayHoldOption = false;
  let ended = false;
  for (const word of words) {
    const start = word.kind === 'literal' ? word.text : word.starts;
    if (!ended && word.kind === 'literal' && start === '--') ended = true;
    else if (!ended && word.kind === 'literal' && start.startsWith('-') && start !== '-') options.push(start);
    else {
      operands.push(word);
      mayHoldOption ||= word.kind === 'unknown' && !ended && (start === '' || start.startsWith('-'));
    }
  }
  return { options, operands, mayHoldOption };
}

function isOption(word: PatternWord): boolean {
  return word.is === 'literal' ? word.text.length > 1 && word.text.startsWith('-') : false;
}

function suspectWord(pattern: PatternWord, word: Word | undefined): Match {
  if (word === undefined) return 'no';
  if (word.kind === 'literal') return fitsText(pattern, word.text) ? 'yes' : 'no';
  if (pattern.is === 'any') return 'may';
  const start = pattern.is === 'literal' ? pattern.text : (pattern.pieces[0] ?? '');
  return start.startsWith(word.starts) || (pattern.is === 'glob' && word.starts.startsWith(start))
    ? 'may'
    : 'no';
}

/** The first operand is a sub-command and stands first; later ones may have option values between them. */
function suspectOperands(wanted: readonly PatternWord[], given: Given, open: boolean): Match {
  let match: Match = 'yes';
  let at = 0;
  for (const [place, pattern] of wanted.entries()) {
    const found = findOperand(pattern, given.operands, { from: at, skip: place > 0 });
    if (found === undefined)
      return given.operands.slice(at).some(isMany) || given.mayHoldOption ? 'may' : 'no';
    if (found.match === 'may' || found.at > at) match = 'may';
    at = found.at + 1;
  }
  // A rule without `:*` names the whole command: further operands make it another one.
  return open || at >= given.operands.length ? match : 'no';
}

function findOperand(
  pattern: PatternWord,
  operands: readonly Word[],
  where: { from: number; skip: boolean },
): { at: number; match: Match } | undefined {
  const end = where.skip ? operands.length : Math.min(where.from + 1, operands.length);
  for (let at = where.from; at < end; at++) {
    const match = suspectWord(pattern, operands[at]);
    if (match !== 'no') return { at, match };
  }
  return undefined;
}

function isMany(word: Word): boolean {
  return word.kind === 'unknown' && word.count === 'any';
}

function suspectOption(wanted: PatternWord, given: Given): Match {
  if (wanted.is !== 'literal') return 'may';
  const sure = wanted.text.startsWith('--')
    ? hasLong(wanted.text, given.options)
    : hasShort(wanted.text, given.options);
  return sure === 'no' && given.mayHoldOption ? 'may' : sure;
}

function hasLong(wanted: string, options: readonly string[]): Match {
  const [name = wanted] = wanted.split('=', 1);
  if (options.some((option) => option === wanted || (name === wanted && option.startsWith(`${wanted}=`))))
    return 'yes';
  // GNU accepts any unambiguous beginning: `--compress-prog=sh`.
  const abbreviated = options.some((option) => {
    const [given = option] = option.split('=', 1);
    return given.length > 2 && given.startsWith('--') && name.startsWith(given);
  });
  return abbreviated ? 'may' : 'no';
}

/** `-rf` is in `-fr`, in `-r -f` and in `-vrf`; `-C` with a value attached begins with `-C`. */
function hasShort(wanted: string, options: readonly string[]): Match {
  if (options.includes(wanted)) return 'yes';
  const bundles = options.filter((option) => !option.startsWith('--')).join('');
  return Array.from(wanted.slice(1)).every((letter) => bundles.includes(letter)) ? 'yes' : 'no';
}
