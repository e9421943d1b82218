import { placeRows } from './secret-places.ts';
import { tokenRows, type TokenRow } from './secret-tokens.ts';

/** Shapes of texts that are keys to something. A rule, a prompt that leaves the machine or a log never holds one. */
export interface SecretShape {
  readonly name: string;
  readonly shape: RegExp;
  /** Made up. */
  readonly example: string;
}

interface Shape extends SecretShape {
  /** Global, for replacing. */
  readonly every: RegExp;
  readonly hints: readonly string[];
}

/** Not `\b`: an underscore before the token does not hide it. */
const before = '(?<![A-Za-z0-9])';

const tokenShapes: readonly Shape[] = tokenRows.map((row) => {
  const source = `${before}${sourceOf(row)}`;
  return {
    name: row.name,
    shape: new RegExp(source),
    every: new RegExp(source, 'g'),
    hints: row.starts,
    example: exampleOf(row),
  };
});

const placeShapes: readonly Shape[] = placeRows.map(({ name, shape, hints, example }) => ({
  name,
  shape: new RegExp(shape.source, shape.flags.replace('g', '')),
  every: shape,
  hints,
  example,
}));

/** Places first: they keep the name in front of the secret readable, and hide all of the value. */
const shapes: readonly Shape[] = [...placeShapes, ...tokenShapes];

export const secretShapes: readonly SecretShape[] = shapes;

// Every word of the log is looked at and nearly none is a secret, so what is cheap to see is looked for first: a run of
// letters long enough for a token, or a name that a secret could stand behind.
const anyToken = new RegExp(`${before}(?:${tokenRows.map(sourceOf).join('|')})`);
const tokenRun = new RegExp(
  `[ \\w.+/=-]{${Math.min(...tokenRows.map(({ starts, least }) => least + Math.min(...starts.map(({ length }) => length))))}}`,
);
const anyCase = placeShapes.filter(({ shape }) => shape.ignoreCase);
const anyPlace = new RegExp(
  anyCase.map(({ shape }) => shape.source.replaceAll(/\(\?<[a-z]+>/g, '(?:')).join('|'),
  'i',
);
const others = placeShapes.filter(({ shape, hints }) => !shape.ignoreCase && hints.length > 0);
const unannounced = placeShapes.filter(({ hints }) => hints.length === 0);
const anyHint = new RegExp(
  [...new Set(placeShapes.flatMap(({ hints }) => hints.map((hint) => hint.toLowerCase())))]
    .map((hint) => hint.replaceAll(/[.$/]/g, String.raw`\$&`))
    .join('|'),
  'i',
);

function mayHold(text: string): boolean {
  return (
    (anyHint.test(text) && (anyPlace.test(text) || others.some((shape) => holds(text, shape)))) ||
    (tokenRun.test(text) && (anyToken.test(text) || unannounced.some(({ shape }) => shape.test(text))))
  );
}

function holds(text: string, { shape, hints }: Shape): boolean {
  return (
    (shape.ignoreCase || hints.length === 0 || hints.some((hint) => text.includes(hint))) && shape.test(text)
  );
}

/** The name of the first secret that the text seems to hold. */
export function secretIn(text: string): string | undefined {
  return mayHold(text) ? shapes.find((shape) => holds(text, shape))?.name : undefined;
}

export function looksSecret(text: string): boolean {
  return secretIn(text) !== undefined;
}

export interface Redacted {
  readonly text: string;
  /** Names of the shapes that were found. */
  readonly found: readonly string[];
}

/**
 * The text with every secret replaced by a plain word, so that a command keeps its shape. Doing it twice changes
 * nothing more.
 */
export function redactSecrets(text: string): Redacted {
  if (!mayHold(text)) return { text, found: [] };
  let redacted = text;
  const found: string[] = [];
  for (const { name, every } of shapes) {
    const next = redacted.replaceAll(every, (match: string, ...rest: readonly unknown[]) =>
      hide(match, rest.at(-1), name),
    );
    if (next === redacted) continue;
    redacted = next;
    found.push(name);
  }
  return { text: redacted, found };
}

function hide(match: string, groups: unknown, name: string): string {
  const mark = `REDACTED_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  const secret = Object.values((typeof groups === 'object' ? groups : null) ?? {}).find(
    (group) => typeof group === 'string',
  );
  if (typeof secret !== 'string') return mark;
  const at = match.lastIndexOf(secret);
  return `${match.slice(0, at)}${mark}${match.slice(at + secret.length)}`;
}

function sourceOf({ starts, letters, least, most }: TokenRow): string {
  const start = starts.map((one) => one.replaceAll('.', String.raw`\.`)).join('|');
  return `(?:${start})[${letters}]{${least},${most}}`;
}

/** The least that the row asks for, in letters that it knows. */
function exampleOf({ starts, letters, least }: TokenRow): string {
  const known = new RegExp(`[${letters}]`);
  const alphabet = Array.from('a1B2c3D4e5F6', (letter) => {
    if (known.test(letter)) return letter;
    return known.test(letter.toUpperCase()) ? letter.toUpperCase() : letter.toLowerCase();
  }).filter((letter) => known.test(letter));
  return `${starts[0] ?? ''}${alphabet.join('').repeat(least).slice(0, least)}`;
}
