import type { KnownValue } from './known-value.ts';
import { text } from '../words/atom.ts';
import type { TextAtom, UnknownAtom } from '../words/atom.ts';
import { peek } from './cursor.ts';
import type { Unit } from './unit.ts';
import type { UnknownWord, Word } from '../words/word.ts';

/**
 * `X=rm; $X file`: the value of X is proven when the text names X only in this one literal assignment, which runs
 * once and before everything that follows, and otherwise only reads it as `$X` or `${X}`.
 */
export function learnValue(unit: Unit, name: string, value: Word): void {
  const known = value.kind === 'literal' ? value.text : isNumber(value) ? digits : homeValue(value);
  if (known !== undefined && unit.straight && isOnlySetHere(unit, name)) unit.reading.values.set(name, known);
}

const digits: KnownValue = { digits: true };

/** `F=~/.ssh/id_rsa; cat "$F"`: HOME is known to the engine. */
function homeValue({ pieces }: UnknownWord): KnownValue | undefined {
  const isHome = pieces?.every(
    (piece) => 'text' in piece || ('variable' in piece && piece.variable === 'HOME'),
  );
  return isHome === true && pieces !== undefined ? { pieces } : undefined;
}

/** `RC=$?`, `N=$((1+2))`: nothing but digits, whatever they are. */
function isNumber(value: Word): boolean {
  if (value.kind !== 'unknown' || value.pieces?.length !== 1) return false;
  return /^(?:value of \$[?#$!]|result of \$\(\( \)\))$/u.test(value.reason);
}

/** Whether the place that is just read is the only one in the whole text that gives the variable a value. */
export function isOnlySetHere({ base, reading }: Unit, name: string): boolean {
  const { text: whole, believes } = reading;
  if (base !== undefined || !believes.valuesHold || whole.length > LONGEST) return false;
  return !SPECIAL_NAMES.test(name) && !/\bIFS\b/.test(whole) && isSetOnce(whole, name);
}

/** Each assignment looks through the whole text. */
const LONGEST = 8_192;

/** Bash itself gives these a meaning, refuses to change them, or changes them. */
const SPECIAL_NAMES =
  /^(?:BASH.*|COMP_.*|DIRSTACK|EPOCH.*|EUID|FUNCNAME|GROUPS|HIST.*|HOME|HOSTNAME|LANG|LC_.*|LINENO|MAPFILE|OLDPWD|OPT.*|PATH|PIPESTATUS|PPID|PS[0-9]|PWD|RANDOM|READLINE_.*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|_)$/;

function isSetOnce(source: string, name: string): boolean {
  let others = 0;
  for (const match of source.matchAll(new RegExp(`(\\$\\{?)?\\b${name}\\b(\\}?)`, 'g'))) {
    const read = match[1] === '$' || (match[1] === '${' && match[2] === '}');
    if (!read) others += 1;
  }
  return others === 1;
}

/** Values that stay one word when they are not quoted. */
const UNSPLITTABLE = /^[A-Za-z0-9_./:@%+,=-]+$/;

export function knownValue(unit: Unit, name: string, quoted: boolean): TextAtom | UnknownAtom | undefined {
  const value = unit.reading.values.get(name);
  if (value === undefined || (typeof value === 'string' && !quoted && !UNSPLITTABLE.test(value)))
    return undefined;
  // `$x{a,b}` is `$xa $xb`: another name.
  if (typeof value !== 'string' && /[{},]/.test(peek(unit) ?? '')) return undefined;
  unit.reading.usedValues.add(name);
  if (typeof value === 'string') return text(value, true);
  if ('glob' in value) {
    // Without quotes a name with a blank becomes several words.
    if (!quoted) return undefined;
    return { kind: 'unknown', reason: `value of $${name}`, quoted, file: value };
  }
  if ('pieces' in value)
    return { kind: 'unknown', reason: `value of $${name}`, quoted, pieces: value.pieces };
  return { kind: 'unknown', reason: `digits in $${name}`, quoted, number: true };
}
