import { redactSecrets } from '../facts/secrets.ts';

/** Hides secrets in all texts of one entry, and remembers that it did. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly found: () => readonly string[];
  readonly wasCut: () => boolean;
}

/** One text may be this long in the log, and all texts of an entry together this long. */
const longestText = 64 * 1024;
const longestEntry = 512 * 1024;

export function createRedactor(): Redactor {
  const found = new Set<string>();
  let room = longestEntry;
  let cut = false;
  return {
    text: (text) => {
      const short = room <= 0 ? '' : text.slice(0, Math.min(longestText, room));
      room -= short.length;
      if (short.length < text.length) cut = true;
      // Cutting may leave a piece of a secret that no shape knows: nothing is kept of the last word.
      const whole = short.length < text.length ? `${short.slice(0, lastBlank(short))} <cut>` : short;
      const redacted = remembered(whole);
      for (const name of redacted.found) found.add(name);
      return redacted.text;
    },
    found: () => [...found].toSorted(),
    wasCut: () => cut,
  };
}

function lastBlank(text: string): number {
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return at > text.length - 8192 && at >= 0 ? at : Math.max(0, text.length - 8192);
}

type Redacted = ReturnType<typeof redactSecrets>;

/** Paths, rules and reasons come again with every call. */
const known = new Map<string, Redacted>();
const mostKnown = 4096;
const longestKnown = 256;

function remembered(text: string): Redacted {
  if (text.length > longestKnown) return redactSecrets(text);
  const before = known.get(text);
  if (before !== undefined) return before;
  const redacted = redactSecrets(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, redacted);
  return redacted;
}
