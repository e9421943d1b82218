import { lazily } from '../lazily.ts';
import { placeRows, type PlaceRow } from './secret-places.ts';
import { tokenRows, type TokenRow } from './secret-tokens.ts';

/** Shapes of texts that are credentials. A rule, a prompt that leaves the machine or a log never contains one. */
export interface SecretShape {
  readonly name: string;
  readonly shape: RegExp;
  /** Invented. */
  readonly example: string;
}

interface CompiledSecretShape extends SecretShape {
  /** Global, for replacing. */
  readonly every: RegExp;
  readonly hints: readonly string[];
}

/** Not `\b`: an underscore before the token does not hide it. */
const before: string = orEscaped('(?<![A-Za-z0-9])');

/** In JSON within a text `\n` ends in a letter, in a URL `%20` in a digit: neither belongs to the word behind it. */
function orEscaped(start: string): string {
  return `(?:${start}|(?<=\\\\[nrtbfv])|(?<=%[0-9A-Fa-f]{2}))`;
}

/** Expressions at the start of a shape that mean "a word starts here". */
const wordStarts: readonly string[] = [
  '\\b',
  '(?:^|[^A-Za-z])',
  '(?:^|\\s)',
  '(?<![A-Za-z0-9])',
  '(?<![\\w-])',
  '(?<![\\w~.-])',
];

function everywhere(shape: RegExp): RegExp {
  const start = wordStarts.find((each) => shape.source.startsWith(each));
  if (start === undefined) return shape;
  return new RegExp(`${orEscaped(start)}${shape.source.slice(start.length)}`, shape.flags);
}

// Compiled on first use: a hook lives for one call, and compiling all these expressions takes half of its time.
const tokens = lazily(() =>
  tokenRows.map((row): CompiledSecretShape => {
    const source = `${before}${sourceOf(row)}`;
    return {
      name: row.name,
      shape: new RegExp(source),
      every: new RegExp(source, 'g'),
      hints: row.starts,
      example: exampleOf(row),
    };
  }),
);

const places = lazily(() => placeRows().map(placeShape));

function placeShape({ name, shape, hints, example }: PlaceRow): CompiledSecretShape {
  const every = everywhere(shape);
  return { name, shape: new RegExp(every.source, every.flags.replace('g', '')), every, hints, example };
}

/** Places first: they keep the name in front of the secret readable, and hide the whole value. */
const shapes = lazily((): readonly CompiledSecretShape[] => [...places(), ...tokens()]);
const anyToken = lazily(() => new RegExp(`${before}(?:${tokenRows.map(sourceOf).join('|')})`));
const anyPlace = lazily(() => {
  const anyCase = places().filter(({ shape }) => shape.ignoreCase);
  return new RegExp(
    anyCase.map(({ shape }) => shape.source.replaceAll(/\(\?<[a-z]+>/g, '(?:')).join('|'),
    'i',
  );
});
const others = lazily(() => places().filter(({ shape, hints }) => !shape.ignoreCase && hints.length > 0));
const unannounced = lazily(() =>
  placeRows()
    .filter(({ hints }) => hints.length === 0)
    .map(placeShape),
);

/** What counts as a secret, published with an invented example of each. */
export function secretShapes(): readonly SecretShape[] {
  return shapes();
}

// Every word of the log is examined and almost none is a secret, so cheap signs are tested first: a run of letters long enough
// for a token, or a name that a secret could follow.
const tokenRun = lazily(
  () =>
    new RegExp(
      `[ \\w.+/=-]{${Math.min(...tokenRows.map(({ starts, least }) => least + Math.min(...starts.map(({ length }) => length))))}}`,
    ),
);
const anyHint = lazily(
  () =>
    new RegExp(
      [...new Set(placeRows().flatMap(({ hints }) => hints.map((hint) => hint.toLowerCase())))]
        .map((hint) => hint.replaceAll(/[.$/]/g, String.raw`\$&`))
        .join('|'),
      'i',
    ),
);

function mayHold(text: string): boolean {
  return (anyHint().test(text) && mayHoldPlace(text)) || (tokenRun().test(text) && mayHoldToken(text));
}

/**
 * One expression for all shapes is faster than many, but takes milliseconds to compile: it is for processes that examine many
 * texts. A hook examines a few hundred, and ends.
 */
const fewTexts = 1000;
let seenTexts = 0;

function isAmongFirst(): boolean {
  seenTexts += 1;
  return seenTexts <= fewTexts;
}

function mayHoldPlace(text: string): boolean {
  // Most texts of a log are paths, and paths contain names such as `token`.
  const isBare = !/[\s:=]/.test(text);
  if (isAmongFirst()) return holdsPlaceByRow(text, isBare ? bareRows() : placeRows());
  return (!isBare && anyPlace().test(text)) || others().some((shape) => containsShape(text, shape));
}

const bareRows = lazily(() => placeRows().filter(({ bare }) => bare === true));

function holdsPlaceByRow(text: string, rows: readonly PlaceRow[]): boolean {
  const lower = text.toLowerCase();
  return rows.some(
    (row) =>
      row.hints.some((hint) => lower.includes(hint.toLowerCase())) && containsShape(text, placeShapeOf(row)),
  );
}

const placeShapes = new Map<PlaceRow, CompiledSecretShape>();

function placeShapeOf(row: PlaceRow): CompiledSecretShape {
  const made = placeShapes.get(row) ?? placeShape(row);
  placeShapes.set(row, made);
  return made;
}

const anyStart = lazily(() => new RegExp(tokenRows.map(startOf).join('|')));

function holdsTokenByRow(text: string): boolean {
  return (
    anyStart().test(text) &&
    tokenRows.some(
      (row) =>
        row.starts.some((start) => text.includes(start)) &&
        new RegExp(`${before}${sourceOf(row)}`).test(text),
    )
  );
}

function mayHoldToken(text: string): boolean {
  const held = isAmongFirst() ? holdsTokenByRow(text) : anyToken().test(text);
  return held || unannounced().some(({ shape }) => shape.test(text));
}

function containsShape(text: string, { shape, hints }: CompiledSecretShape): boolean {
  return (
    (shape.ignoreCase || hints.length === 0 || hints.some((hint) => text.includes(hint))) && shape.test(text)
  );
}

/** The name of the first secret that the text seems to contain. */
export function secretIn(text: string): string | undefined {
  return mayHold(text) ? shapes().find((shape) => containsShape(text, shape))?.name : undefined;
}

export function looksSecret(text: string): boolean {
  return secretIn(text) !== undefined;
}

export interface Redacted {
  readonly text: string;
  readonly found: readonly string[];
  /** The hidden values, so that they can be hidden elsewhere too. */
  readonly values: readonly string[];
}

/** The text with every secret replaced by a plain word, so that a command keeps its shape. Idempotent. */
export function redactSecrets(text: string): Redacted {
  if (!mayHold(text)) return { text, found: [], values: [] };
  let redacted = text;
  const found: string[] = [];
  const values: string[] = [];
  for (const { name, every } of shapes()) {
    const next = redacted.replaceAll(every, (match: string, ...rest: readonly unknown[]) => {
      const secret = secretOf(match, rest.at(-1));
      values.push(secret);
      const at = match.lastIndexOf(secret);
      return `${match.slice(0, at)}${markOf(name)}${match.slice(at + secret.length)}`;
    });
    if (next === redacted) continue;
    redacted = next;
    found.push(name);
  }
  return { text: redacted, found, values };
}

function markOf(name: string): string {
  return `REDACTED_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
}

/** The group that captures the secret, or else the whole match. */
function secretOf(match: string, groups: unknown): string {
  const named = Object.values((typeof groups === 'object' ? groups : null) ?? {});
  return named.find((group) => typeof group === 'string') ?? match;
}

function sourceOf(row: TokenRow): string {
  const { letters, least, most } = row;
  return `(?:${startOf(row)})[${letters}]{${least},${most}}`;
}

function startOf({ starts }: TokenRow): string {
  return starts.map((one) => one.replaceAll('.', String.raw`\.`)).join('|');
}

/** The shortest text that the row accepts. */
function exampleOf({ starts, letters, least }: TokenRow): string {
  const known = new RegExp(`[${letters}]`);
  const alphabet = Array.from('a1B2c3D4e5F6', (letter) => {
    if (known.test(letter)) return letter;
    return known.test(letter.toUpperCase()) ? letter.toUpperCase() : letter.toLowerCase();
  }).filter((letter) => known.test(letter));
  return `${starts[0] ?? ''}${alphabet.join('').repeat(least).slice(0, least)}`;
}
