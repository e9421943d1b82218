import type { UnknownWord, Word } from '../../facts/shell/read/words/word.ts';
import { strongest, weakest, type Match } from './match.ts';
import type { CommandRule, PatternWord } from './pattern.ts';
import { fitsText } from './pattern-word.ts';

/**
 * Whether a command may be one that a deny or ask rule names: options in any order, bundled, abbreviated or with a value
 * attached, options between the operands, and words of unknown value.
 */
export function suspectWords(rule: CommandRule, words: readonly Word[]): Match {
  const [name, ...rest] = rule.words;
  if (name === undefined) return 'yes';
  if (beginsAnywhere(name)) return suspectAnywhere(rule, words);
  const named = suspectWord(name, words[0]);
  // `$X` may hold a whole command, or nothing, so that the next word is the command.
  if (words[0] !== undefined && isMany(words[0])) return words[0].starts === '' ? 'may' : named;
  if (named === 'no') return 'no';
  const given = split(words.slice(1));
  const end = rest.findIndex(isEnd);
  const isWantedOption = (word: PatternWord, place: number): boolean =>
    isOption(word) && (end === -1 || place <= end);
  const attached = rest.map((word, place) =>
    isWantedOption(word, place) ? suspectAttached(word, rest[place + 1], given) : 'no',
  );
  const suspectApart = (isPair: (match: Match | undefined) => boolean): Match => {
    const isApart = (place: number): boolean => !isPair(attached[place]) && !isPair(attached[place - 1]);
    const operands = rest.flatMap((pattern, place): readonly WantedOperand[] => {
      if (!isApart(place) || isWantedOption(pattern, place)) return [];
      const before = rest[place - 1];
      return [{ pattern, isValue: before !== undefined && isWantedOption(before, place - 1) }];
    });
    const options = rest
      .filter((word, place) => isApart(place) && isWantedOption(word, place))
      .map((option) => suspectOption(option, given));
    return weakest([named, suspectOperands(operands, given, rule.open), ...options]);
  };
  const sure = suspectApart((match) => match === 'yes');
  if (sure === 'yes' || !attached.includes('may')) return sure;
  const perhaps = suspectApart((match) => match === 'yes' || match === 'may');
  return strongest([sure, weakest([perhaps, 'may'])]);
}

interface WantedOperand {
  readonly pattern: PatternWord;
  /** It follows an option in the rule, so it may be that option's value: `psql -h prod`. */
  readonly isValue: boolean;
}

/** `Bash(*--no-verify*)`: a name that begins with a star matches any preceding text. */
function beginsAnywhere(name: PatternWord): boolean {
  return name.is === 'glob' && name.pieces[0] === '';
}

/** The search starts from each of these first words; after them the words may be anywhere. */
const mostStarts = 500;

function suspectAnywhere({ words: wanted }: CommandRule, words: readonly Word[]): Match {
  const found = words
    .slice(0, mostStarts)
    .map((_, at) => weakest(wanted.map((pattern, place) => suspectWord(pattern, words[at + place]))));
  const match = strongest(found);
  return match === 'no' && words.length > mostStarts ? 'may' : match;
}

/** `psql -hprod`, `--host=prod`: the option with the rule's next word attached to it. */
function suspectAttached(option: PatternWord, value: PatternWord | undefined, given: GivenWords): Match {
  if (option.is !== 'literal' || value?.is !== 'literal' || isOption(value)) return 'no';
  const whole = option.text.startsWith('--') ? `${option.text}=${value.text}` : option.text + value.text;
  if (given.options.includes(whole)) return given.sure.includes(whole) ? 'yes' : 'may';
  return given.named.some((start) => whole.startsWith(start)) ? 'may' : 'no';
}

interface GivenWords {
  readonly options: readonly string[];
  /** Options of which only the name is known: `--message="$X"`. */
  readonly named: readonly string[];
  /** Options that stay options even if an unknown word turns out to be `--`. */
  readonly sure: readonly string[];
  readonly operands: readonly Word[];
  /** How many of the first operands may be values of preceding options: `kubectl -n prod delete`. */
  readonly values: number;
  /** An unknown word could be any option. */
  readonly mayHoldOption: boolean;
  /** Whether `--` was written. */
  readonly ended: boolean;
}

function split(words: readonly Word[]): GivenWords {
  const options: string[] = [];
  const named: string[] = [];
  const operands: Word[] = [];
  let values = 0;
  let mayHoldOption = false;
  let ended = false;
  for (const [place, word] of words.entries()) {
    const start = word.kind === 'literal' ? word.text : word.starts;
    if (!ended && word.kind === 'literal' && start === '--') ended = true;
    else if (!ended && isSureOption(word)) {
      options.push(start);
      if (word.kind === 'unknown') named.push(start);
    } else {
      if (!ended && values === operands.length && takesNext(words[place - 1])) values++;
      operands.push(word);
      mayHoldOption ||= !ended && mayBeOption(word);
    }
  }
  const sure = options.slice(0, countSureOptions(words));
  return { options, named, sure, operands, values, mayHoldOption, ended };
}

function countSureOptions(words: readonly Word[]): number {
  const doubt = words.findIndex(
    (word) => word.kind === 'unknown' && mayBeOption(word) && '--'.startsWith(word.starts),
  );
  return words.slice(0, doubt === -1 ? words.length : doubt).filter(isSureOption).length;
}

/** `--message="$X"` is that option whatever X holds; so is `-m"$X"`, if the command's row says that `-m` takes a value. */
function isSureOption(word: Word): boolean {
  if (word.kind === 'literal') return word.text.startsWith('-') && word.text !== '-';
  if (word.count !== 'one' || word.as === 'value') return false;
  return word.as === 'option' || /^--[\w-]+=/u.test(word.starts);
}

function takesNext(word: Word | undefined): boolean {
  return (
    word?.kind === 'literal' && word.text.length > 1 && word.text.startsWith('-') && !word.text.includes('=')
  );
}

function mayBeOption(word: Word): boolean {
  if (word.kind !== 'unknown' || word.as === 'value') return false;
  if (word.below?.every(({ plain }) => plain) === true) return false;
  return word.starts === '' || word.starts.startsWith('-');
}

function isEnd(word: PatternWord): boolean {
  return word.is === 'literal' && word.text === '--';
}

function isOption(word: PatternWord): boolean {
  if (word.is === 'any') return false;
  const start = word.is === 'literal' ? word.text : (word.pieces[0] ?? '');
  return start.startsWith('-') && start !== '-';
}

function suspectWord(pattern: PatternWord, word: Word | undefined): Match {
  if (word === undefined) return 'no';
  if (word.kind === 'literal') return fitsText(pattern, word.text) ? 'yes' : 'no';
  if (pattern.is === 'any') return 'may';
  if (word.whole === true) return fitsText(pattern, word.starts) ? 'may' : 'no';
  const start = pattern.is === 'literal' ? pattern.text : (pattern.pieces[0] ?? '');
  return start.startsWith(word.starts) || (pattern.is === 'glob' && word.starts.startsWith(start))
    ? 'may'
    : 'no';
}

/** The first operand is a subcommand and comes first, except for option values; later ones may have others between them. */
function suspectOperands(wanted: readonly WantedOperand[], given: GivenWords, open: boolean): Match {
  const { operands } = given;
  let match: Match = 'yes';
  let at = 0;
  for (const [place, { pattern, isValue }] of wanted.entries()) {
    const isSubcommand = place === 0 && !isValue;
    const end = isSubcommand ? given.values + 1 : operands.length;
    const found = findOperand(pattern, operands, { from: at, end, isSubcommand });
    // No word after the subcommand replaces it: `gh run view $X` is not `gh release`, whatever X holds.
    if (found === undefined)
      return (isSubcommand ? operands.slice(0, end) : operands).some(mayVanish) ? 'may' : 'no';
    if (found.match === 'may' || found.at > at) match = 'may';
    at = found.at + 1;
  }
  // A rule without `:*` names the whole command: further operands make it a different one, unless they may be empty.
  const rest = operands.slice(at);
  if (open || rest.length === 0) return match;
  const isUnsure = match === 'may' && operands.some(({ kind }) => kind === 'unknown');
  return isUnsure || rest.every(mayVanish) ? 'may' : 'no';
}

function findOperand(
  pattern: PatternWord,
  operands: readonly Word[],
  where: { readonly from: number; readonly end: number; readonly isSubcommand: boolean },
): { at: number; match: Match } | undefined {
  for (let at = where.from; at < where.end; at++) {
    const word = operands[at];
    // The value of an option does not count: `git -C "$X" commit`.
    if (where.isSubcommand && word?.kind === 'unknown' && word.as === 'value') continue;
    const match = suspectWord(pattern, word);
    if (match !== 'no') return { at, match };
  }
  return undefined;
}

function isMany(word: Word): word is UnknownWord {
  return word.kind === 'unknown' && word.count === 'any';
}

/** An operand that may turn out to be nothing at all, or an option. */
function mayVanish(word: Word): boolean {
  return isMany(word) || mayBeOption(word);
}

function suspectOption(wanted: PatternWord, given: GivenWords): Match {
  const sure = hasOption(wanted, given);
  if (sure !== 'no') return sure;
  return given.mayHoldOption || isPerhapsNamed(wanted, given.named) ? 'may' : sure;
}

/** For a rule with a value, `--data=x` or `-dx`: an unknown value may be that one. */
function isPerhapsNamed(wanted: PatternWord, named: readonly string[]): boolean {
  return wanted.is === 'literal' && named.some((start) => wanted.text.startsWith(start));
}

function hasOption(wanted: PatternWord, { options, ended }: GivenWords): Match {
  if (isEnd(wanted)) return ended ? 'yes' : 'no';
  if (wanted.is !== 'literal') {
    if (options.some((option) => fitsText(wanted, option))) return 'yes';
    return options.length > 0 ? 'may' : 'no';
  }
  const sure = wanted.text.startsWith('--') ? hasLong(wanted.text, options) : hasShort(wanted.text, options);
  if (sure !== 'no') return sure;
  return hasOtherDashes(wanted.text, options) || hasOtherLength(wanted.text, options) ? 'may' : 'no';
}

/** Some programs treat `-auto-approve` and `--auto-approve` as the same. */
function hasOtherDashes(wanted: string, options: readonly string[]): boolean {
  const name = wanted.replace(/^-+/, '');
  return name.length > 1 && options.some((option) => option.replace(/^-+/, '').split('=', 1)[0] === name);
}

/** `-f` is the usual short form of `--force`, and `-n` of `--no-verify`: each letter needs an option that may be it. */
function hasOtherLength(wanted: string, options: readonly string[]): boolean {
  const long = options.filter((option) => option.startsWith('--')).map((option) => option.charAt(2));
  const short = options.filter((option) => !option.startsWith('--')).join('');
  if (wanted.startsWith('--')) return short.includes(wanted.charAt(2));
  return Array.from(wanted.slice(1)).every((letter) => short.includes(letter) || long.includes(letter));
}

function hasLong(wanted: string, options: readonly string[]): Match {
  const [name = wanted] = wanted.split('=', 1);
  if (options.some((option) => option === wanted || (name === wanted && option.startsWith(`${wanted}=`))))
    return 'yes';
  // GNU programs accept any unambiguous prefix: `--compress-prog=sh`.
  const abbreviated = options.some((option) => {
    const [given = option] = option.split('=', 1);
    return given.length > 2 && given.startsWith('--') && name.startsWith(given);
  });
  return abbreviated ? 'may' : 'no';
}

/** `-rf` is contained in `-fr`, in `-r -f` and in `-vrf`; `-C` with an attached value begins with `-C`. */
function hasShort(wanted: string, options: readonly string[]): Match {
  if (options.includes(wanted)) return 'yes';
  const bundles = options.filter((option) => !option.startsWith('--')).join('');
  return Array.from(wanted.slice(1)).every((letter) => bundles.includes(letter)) ? 'yes' : 'no';
}
