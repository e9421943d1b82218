import { graveEffects, type EffectName } from '../../effect.ts';

/** One line of the table about one program: these words after its name have these effects. */
export interface EffectRow {
  readonly effects: readonly EffectName[];
  readonly words: readonly string[];
  readonly options: readonly string[];
  /** It replaces the effects that the words have without its options: `push --dry-run`. */
  readonly replaces: boolean;
  /** Only options follow the name: `yarn` installs. */
  readonly alone?: true;
  /** According to its manual it only reads, and loads code of the project to do so. */
  readonly looks?: true;
}

/** A word after a program's name. If it is unknown: its start, and whether it may be an option. */
export interface RowWord {
  readonly text: string | undefined;
  readonly starts: string;
  readonly mayBeOption: boolean;
  /** Set if the program's own row determines which it is. */
  readonly uses?: 'option' | 'value' | undefined;
}

export type RowFit = 'yes' | 'may' | 'no';

export function isGraveRow({ effects }: EffectRow): boolean {
  return effects.some((effect) => graveEffects.has(effect));
}

export function fitOf(row: EffectRow, given: readonly RowWord[]): RowFit {
  const { words, options } = row;
  if (!mayBegin(words[0], given)) return 'no';
  if (row.alone === true) return given.every(isOption) ? 'yes' : 'no';
  // After a leading option, the word is its value and also a sub-command.
  const isLed = words[0]?.startsWith('-') === true;
  const front = frontFit(words, isLed ? given.map((word) => ({ ...word, uses: undefined })) : given);
  if (front === 'no' || options.length === 0) return front;
  if (row.replaces && !isGraveRow(row))
    return front === 'yes' && options.every((option) => isPlainly(option, given)) ? 'yes' : 'no';
  const uses = options.map((option) => optionFit(option, optionsFor(row, given)));
  if (uses.includes('no')) return 'no';
  return front === 'may' || uses.includes('may') ? 'may' : 'yes';
}

/** Most rows of a program are about another sub-command, so this test settles them. */
function mayBegin(first: string | undefined, given: readonly RowWord[]): boolean {
  return (
    first === undefined ||
    first.includes('*') ||
    given.some(({ text }) => text === undefined || text === first)
  );
}

/**
 * `php evil -v`: after its operand, an option may not be the program's own. There it removes no effect, and is no interpreter's
 * program text: `bun a.ts -p 3000`. But `sops a -d` still reveals the contents, and `mapshaper a.shp -require x` runs x.
 */
function optionsFor(row: EffectRow, given: readonly RowWord[]): readonly RowWord[] {
  const operand = given.findIndex((word) => !isOption(word));
  if (row.words.length > 0 || operand === -1) return given;
  const isScripts = row.effects.includes('run-other') && row.options.some((option) => takesCode.test(option));
  return isScripts || row.effects.every((effect) => mild.has(effect)) ? given.slice(0, operand) : given;
}

const takesCode = /^(?:-[aefpr]|--eval|--print)$/u;
const mild: ReadonlySet<string> = new Set(['read', 'remote-read', 'run', 'edit', 'commit']);

function isOption({ text, uses }: RowWord): boolean {
  return uses === 'value' || text?.startsWith('-') === true;
}

/**
 * Matches the row's words in order. Options may come between them, and the word after an option may be its value. From the end,
 * so that each position is visited once: each of twenty options may or may not have a value.
 */
function frontFit(words: readonly string[], given: readonly RowWord[]): RowFit {
  let behind = Array.from<RowFit>({ length: given.length + 1 }).fill('yes');
  for (const wanted of words.toReversed()) {
    const here = Array.from<RowFit>({ length: given.length + 1 }).fill('no');
    for (let from = given.length - 1; from >= 0; from -= 1)
      here[from] = fitFrom(wanted, { given, from, here, behind });
    behind = here;
  }
  return behind[0] ?? 'no';
}

interface FrontPlace {
  readonly given: readonly RowWord[];
  readonly from: number;
  /** How this word fits from each later position, and how the row's further words do. */
  readonly here: readonly RowFit[];
  readonly behind: readonly RowFit[];
}

function fitFrom(wanted: string, { given, from, here, behind }: FrontPlace): RowFit {
  const word = given[from];
  if (word === undefined) return 'no';
  const without = here[from + 1] ?? 'no';
  if (word.uses === 'value') return without;
  if (word.text === undefined) return mayMean(word.starts, wanted) ? 'may' : 'no';
  if (word.text === wanted || fitsStar(wanted, word.text)) return behind[from + 1] ?? 'no';
  if (!word.text.startsWith('-') || word.text === '--') return 'no';
  return takesNext(word.text, given[from + 1], without) ? (here[from + 2] ?? 'no') : without;
}

/** `static/img/*.jpg` is not an `ephemeral:x`: a scheme precedes any slash. `-Dtest=A*` is an option. */
function mayMean(starts: string, wanted: string): boolean {
  if (starts.startsWith('-') && !wanted.startsWith('-')) return false;
  if (wanted === '*:*' && /^[^:]*\//u.test(starts)) return false;
  return wanted.includes('*') || wanted.startsWith(starts);
}

/** An unknown word after an option is its value; a known one may be, if nothing fits otherwise. */
function takesNext(option: string, next: RowWord | undefined, without: RowFit): boolean {
  const isUnknown = next !== undefined && next.text === undefined;
  return isUnknown || (without === 'no' && !option.includes('='));
}

/** `*` is any one word, `list-*` any word with that prefix, `*secret*` any that contains it. */
export function fitsStar(wanted: string, text: string): boolean {
  if (!wanted.includes('*') || text.startsWith('-')) return false;
  const [start = '', ...pieces] = wanted.toLowerCase().split('*');
  const end = pieces.pop() ?? '';
  const whole = text.toLowerCase();
  if (!whole.startsWith(start) || !whole.endsWith(end)) return false;
  let at = start.length;
  for (const piece of pieces) {
    const found = whole.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at + end.length <= whole.length;
}

function optionFit(option: string, given: readonly RowWord[]): RowFit {
  const before = beforeEnd(given);
  if (
    before.some(
      ({ text, uses }, at) => text !== undefined && uses !== 'value' && isUsed(option, text, before[at + 1]),
    )
  )
    return 'yes';
  return before.some(({ mayBeOption }) => mayBeOption) ? 'may' : 'no';
}

function beforeEnd(given: readonly RowWord[]): readonly RowWord[] {
  const end = given.findIndex(({ text }) => text === '--');
  return end === -1 ? given : given.slice(0, end);
}

/** A value is attached or the next word: `-X=DELETE` matches `-XDELETE` and `-X DELETE` too. */
function isUsed(option: string, text: string, next: RowWord | undefined): boolean {
  const [name = '', value] = option.split('=');
  if (value === undefined) return isNamed(option, text);
  return text === option || text === `${name}${value}` || (text === name && next?.text === value);
}

/** Long options may be abbreviated (`--forc`) or have a second dash (`--destroy`); short ones may be bundled (`-fdx`). */
function isNamed(option: string, text: string): boolean {
  if (/^-[A-Za-z]$/u.test(option))
    return /^-([A-Za-z]+)/u.exec(text)?.[1]?.includes(option.slice(1)) === true;
  if (text.endsWith('=false')) return false;
  const name = text.startsWith('--') ? text.replace(/=.*/su, '') : text;
  if (name === option || name === `-${option}`) return true;
  return name.length > 3 && name.startsWith('--') && option.startsWith(name);
}

/**
 * Whether an option that removes an effect is certainly in force: it is a word of its own, not the value of another option, and
 * not revoked, unlike in `npm publish --dry-run=false` and `git push -o -n`.
 */
function isPlainly(option: string, given: readonly RowWord[]): boolean {
  const before = beforeEnd(given);
  if (before.some(({ mayBeOption }) => mayBeOption)) return false;
  const at = before.findIndex(({ text, uses }) => text === option && uses !== 'value');
  const isValue = before[at]?.uses !== 'option' && /^-[^=]*$/u.test(before[at - 1]?.text ?? '-');
  if (at === -1 || (at > 0 && isValue)) return false;
  const name = option.replace(/^-+(?:no-)?|=.*$/gu, '');
  const isUnsaid = before.some(
    ({ text = '' }) => text !== option && new RegExp(`^-+(?:no-)?${name}(?:=|$)`, 'u').test(text),
  );
  return !isUnsaid && !/^(?:false|no|off|none|never|null|0)$/iu.test(before[at + 1]?.text ?? '');
}
