import { definedFields } from '../../../../call/defined-fields.ts';
import type { KnownValue } from './known-value.ts';
import { text, type TextAtom, type UnknownAtom } from '../words/atom.ts';
import { peek } from './cursor.ts';
import type { Unit } from './unit.ts';
import type { UnknownWord, Word } from '../words/word.ts';

/**
 * `X=rm; $X file`: the value of X is proven if the text contains a single literal assignment to X, which runs once and before
 * everything that follows, and otherwise only reads X as `$X` or `${X}`.
 */
export function learnValue(unit: Unit, name: string, value: Word): void {
  const known =
    value.kind === 'literal'
      ? value.text
      : (numberIn(value) ?? homeValue(value) ?? printedValue(unit, value));
  if (known !== undefined && unit.straight && isOnlySetHere(unit, name)) unit.reading.values.set(name, known);
}

/** `F=~/.ssh/id_rsa; cat "$F"`: the engine knows HOME and the root of the repository. */
function homeValue({ pieces }: UnknownWord): KnownValue | undefined {
  const isHome = pieces?.every(
    (piece) => 'text' in piece || ('variable' in piece && piece.variable !== 'PWD'),
  );
  return isHome === true && pieces !== undefined ? { pieces } : undefined;
}

/** The names are relative to the script's directory, so the text must not change directory in between. */
export function printedValue(
  { reading, at }: Unit,
  { printed, printedIn }: Pick<UnknownWord, 'printed' | 'printedIn'>,
): KnownValue | undefined {
  if (printed === undefined || printedIn !== undefined) return undefined;
  // The operand of `fd -e ts . src` does not source a file, and the script runs in its own shell.
  const around = reading.text.replaceAll(printed, ' ');
  if (moving.test(reading.text) || sourcing.test(around) || /\bcd\b/u.test(reading.text.slice(at)))
    return undefined;
  return { printed };
}

const moving = /\b(?:pushd|popd|eval|source|trap|function|builtin|command|exec)\b|\(\s*\)/u;

const sourcing = /(?:^|[\s;&|])\.\s/u;

/** `RC=$?`, `N=$((1+2))`, `JOBS=$(nproc)`: always digits. */
function numberIn(value: UnknownWord): KnownValue | undefined {
  if (value.natural !== undefined) return { digits: true, natural: value.natural };
  const isNumber = value.pieces?.length === 1 && value.reason === 'result of $(( ))';
  return isNumber ? { digits: true } : undefined;
}

/** Whether the current place is the only one in the whole text that assigns the variable. */
export function isOnlySetHere({ base, reading }: Unit, name: string): boolean {
  const { text: whole, believes } = reading;
  if (base !== undefined || !believes.valuesHold || whole.length > LONGEST) return false;
  return (
    !SPECIAL_NAMES.test(name) &&
    !/\bIFS\b/.test(whole.replaceAll(/\bIFS= read (?:-r )?\w+/g, ' ')) &&
    isSetOnce(whole, name)
  );
}

/** A limit, because each assignment searches the whole text. */
const LONGEST = 8_192;

/** Bash gives these a meaning, refuses to change them, or changes them itself. */
const SPECIAL_NAMES =
  /^(?:BASH.*|COMP_.*|DIRSTACK|EPOCH.*|EUID|FUNCNAME|GROUPS|HIST.*|HOME|HOSTNAME|LANG|LC_.*|LINENO|MAPFILE|OLDPWD|OPT.*|PATH|PIPESTATUS|PPID|PS[0-9]|PWD|RANDOM|READLINE_.*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|_)$/;

function isSetOnce(source: string, name: string): boolean {
  const computes = /\(\(|\[|\blet\b|\bdeclare\b|\btypeset\b|\blocal\b|\$\{/u.test(source);
  let others = 0;
  for (const match of source.matchAll(new RegExp(`(\\$\\{?)?\\b${name}\\b(\\}?)`, 'g'))) {
    const read = match[1] === '$' || (match[1] === '${' && match[2] === '}');
    // `--seed $seed`: the name of an option assigns nothing, unless the text uses arithmetic.
    const isOption = !computes && /\s--?$/u.test(source.slice(Math.max(0, match.index - 3), match.index));
    if (!read && !isOption) others += 1;
  }
  return others === 1;
}

/** Values that remain one word without quotes. */
const UNSPLITTABLE = /^[A-Za-z0-9_./:@%+,=-]+$/;

export function knownValue(unit: Unit, name: string, quoted: boolean): TextAtom | UnknownAtom | undefined {
  const value = unit.reading.values.get(name);
  if (value === undefined || (typeof value === 'string' && !quoted && !UNSPLITTABLE.test(value)))
    return undefined;
  // `$x{a,b}` expands to `$xa $xb`: other names.
  if (typeof value !== 'string' && /[{},]/.test(peek(unit) ?? '')) return undefined;
  unit.reading.usedValues.add(name);
  if (typeof value === 'string') return text(value, true);
  if ('glob' in value) {
    return { kind: 'unknown', reason: `value of $${name}`, quoted, file: value };
  }
  if ('pieces' in value)
    return { kind: 'unknown', reason: `value of $${name}`, quoted, pieces: value.pieces };
  if ('printed' in value)
    return { kind: 'unknown', reason: `value of $${name}`, quoted, printed: value.printed };
  return naturalAtom(value, name, quoted);
}

function naturalAtom(
  { natural }: Extract<KnownValue, { readonly digits: true }>,
  name: string,
  quoted: boolean,
): UnknownAtom {
  const number = natural !== 'commit' && natural !== 'date';
  const reason = number ? `digits in $${name}` : `value of $${name}`;
  return { kind: 'unknown', reason, quoted, number, ...definedFields({ natural }) };
}
