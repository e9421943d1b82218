import { redactSecrets } from './secrets.ts';

/** Quotes related texts with their secrets hidden, and remembers what it hid. */
export interface Redactor {
  /** As JSON. */
  readonly quote: (text: string) => string;
  /** The value of a name: in `{ "password": "x" }` only the name reveals the secret. */
  readonly quoteValue: (name: string, text: string) => string;
  readonly found: () => readonly string[];
  readonly wasCut: () => boolean;
}

/** The maximum length of one text, and of all texts together. */
export interface Room {
  readonly text: number;
  readonly all: number;
}

/** Shorter values would hide parts of ordinary words. */
const shortestValue = 6;
/** Below this length, remembering is as fast as searching. */
const shortestPiece = 12;

const everything: Room = { text: Infinity, all: Infinity };

export function createRedactor(most: Room = everything): Redactor {
  let found: Set<string> | undefined;
  // A path derived from a command may contain a secret in a shape that no pattern knows: once found, a value is hidden
  // everywhere.
  let values: Set<string> | undefined;
  // The longest text so far without a secret: parts of it need no search.
  let clean = '';
  let room = most.all;
  let cut = false;

  function fit(text: string): string {
    const fits = Math.min(most.text, room);
    room -= Math.min(text.length, fits);
    if (text.length <= fits) return text;
    cut = true;
    // No pattern recognises a piece of a secret, so the last word is dropped entirely.
    const short = text.slice(0, Math.max(0, fits));
    return `${short.slice(0, lastBlank(short))} <cut>`;
  }

  function rememberQuoted({ json, kinds, secrets }: Quoted): string {
    for (const kind of kinds) (found ??= new Set()).add(kind);
    for (const secret of secrets) if (secret.length >= shortestValue) (values ??= new Set()).add(secret);
    return json;
  }

  function quote(text: string): string {
    const whole = fit(text);
    if (values !== undefined) return rememberQuoted(quoted(hidden(whole, values)));
    if (whole.length > shortestPiece && clean.includes(whole)) return JSON.stringify(whole);
    const json = rememberQuoted(remembered(whole));
    if (values === undefined && whole.length > clean.length) clean = whole;
    return json;
  }

  return {
    quote,
    quoteValue: (name, text) =>
      isTelling(name) && text !== '' ? rememberQuoted({ ...hiddenValue, secrets: [text] }) : quote(text),
    found: () => (found === undefined ? [] : [...found].toSorted()),
    wasCut: () => cut,
  };
}

function hidden(text: string, values: ReadonlySet<string>): string {
  let hiding = text;
  for (const value of values) hiding = hiding.replaceAll(value, 'REDACTED_as_before');
  return hiding;
}

function lastBlank(text: string): number {
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return at > text.length - 8192 && at >= 0 ? at : Math.max(0, text.length - 8192);
}

const telling =
  /^(?:[\w-]{0,60}[_-])?(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|client[_-]?secret|secret|(?:access|auth|refresh|bearer|session|id)[_-]?token|token|passw(?:or)?d|passphrase|authorization|cookie)$/i;
const tellingInside = /[a-z](?:ApiKey|AccessKey|SecretKey|PrivateKey|Secret|Token|Password|Passphrase)$/;
const hiddenValue: Quoted = { json: '"REDACTED_assigned_secret"', kinds: ['assigned secret'], secrets: [] };

function isTelling(name: string): boolean {
  // Every name of a secret contains one of these, and the expression is cheap to compile.
  if (name.length > 80 || !/key|secret|token|pass|auth|cookie/i.test(name)) return false;
  return telling.test(name) || tellingInside.test(name);
}

interface Quoted {
  readonly json: string;
  readonly kinds: readonly string[];
  readonly secrets: readonly string[];
}

/** Paths, rules and reasons recur with every call; entries unused for two generations are evicted. */
let young = new Map<string, Quoted>();
let old: ReadonlyMap<string, Quoted> = young;
const mostKnown = 4096;
const longestKnown = 256;

function remembered(text: string): Quoted {
  if (text.length > longestKnown) return quoted(text);
  const before = young.get(text);
  if (before !== undefined) return before;
  const now = old.get(text) ?? quoted(text);
  if (young.size >= mostKnown) {
    old = young;
    young = new Map();
  }
  young.set(text, now);
  return now;
}

function quoted(text: string): Quoted {
  const redacted = redactSecrets(text);
  return { json: JSON.stringify(redacted.text), kinds: redacted.found, secrets: redacted.values };
}
