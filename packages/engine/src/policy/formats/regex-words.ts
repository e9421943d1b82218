import type { CommandRule, PatternWord } from '../rules/pattern.ts';

/**
 * Converts a regular expression about the start of a command to words: `git (?:status|log)\b`. Undefined if words cannot
 * express it: the result covers at most what the expression matches.
 */
export function regexWords(source: string): RegexWords | undefined {
  const { body, end } = splitEnd(source);
  const options = expand(body);
  if (options === undefined || options.some((text) => text.trim() === '')) return undefined;
  return {
    rules: options.map((text) => toRule(text, end)),
    isExact: end !== 'boundary',
    isWhole: end === 'exact' || end === 'text',
  };
}

export interface RegexWords {
  readonly rules: readonly CommandRule[];
  /** False if the expression also matches a longer word: `git\b` matches `git-lfs`. */
  readonly isExact: boolean;
  /** The words certainly cover everything that the expression matches, as a deny or ask must. */
  readonly isWhole: boolean;
}

type End = 'exact' | 'word' | 'boundary' | 'text';

/** Common endings of such expressions, and what each permits after the preceding text. */
const ends: readonly (readonly [RegExp, End])[] = [
  [/(?:\(\?:|\()?\\s(?:\|\$|\.\*\)\?\$|\+\.\*\)\?\$|\.\*)\)?$/u, 'word'],
  [/(?:\(\?:|\()(?:\\s|\$|[ +*.|])+\)\??\$?$/u, 'word'],
  [/\\b(?:\.\*)?\$?$/u, 'boundary'],
  [/(?: |\\s\+?)\.\*\$?$/u, 'word'],
  [/\.\*\$?$/u, 'text'],
  [/\$$/u, 'exact'],
];

function splitEnd(source: string): { readonly body: string; readonly end: End } {
  for (const [shape, end] of ends) {
    const found = shape.exec(source);
    if (found !== null) return { body: source.slice(0, found.index), end };
  }
  return { body: source, end: 'text' };
}

const mostOptions = 64;

/** Expands literal text with groups of literal alternatives to every text. */
function expand(body: string): readonly string[] | undefined {
  const reader = { body, at: 0, depth: 0 };
  const texts = readChoice(reader);
  return reader.at === body.length ? texts : undefined;
}

interface Reader {
  readonly body: string;
  at: number;
  depth: number;
}

const deepest = 8;

function readChoice(reader: Reader): readonly string[] | undefined {
  const texts: string[] = [];
  for (;;) {
    const sequence = readSequence(reader);
    if (sequence === undefined || texts.length > mostOptions) return undefined;
    texts.push(...sequence);
    if (reader.body[reader.at] !== '|') return texts;
    reader.at += 1;
  }
}

function readSequence(reader: Reader): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  const shape = /\\s\+?| \+|\\(?<escaped>[-./_:@=])|(?<plain>[\w /:@=,~%#-])/uy;
  while (reader.at < reader.body.length && !'|)'.includes(reader.body.charAt(reader.at))) {
    const options = reader.body[reader.at] === '(' ? readGroup(reader) : readLiteral(reader, shape);
    if (options === undefined || '*+?{'.includes(reader.body[reader.at] ?? ' ')) return undefined;
    texts = texts.flatMap((text) => options.map((option) => text + option));
    if (texts.length > mostOptions) return undefined;
  }
  return texts;
}

function readLiteral(reader: Reader, shape: RegExp): readonly string[] | undefined {
  shape.lastIndex = reader.at;
  const found = shape.exec(reader.body);
  if (found === null) return undefined;
  reader.at = shape.lastIndex;
  return [found.groups?.['escaped'] ?? found.groups?.['plain'] ?? ' '];
}

function readGroup(reader: Reader): readonly string[] | undefined {
  reader.depth += 1;
  reader.at += reader.body.startsWith('(?:', reader.at) ? 3 : 1;
  const inner = reader.depth > deepest ? undefined : readChoice(reader);
  reader.depth -= 1;
  if (reader.body[reader.at] !== ')') return undefined;
  reader.at += 1;
  return inner;
}

function toRule(text: string, end: End): CommandRule {
  const texts = text.split(' ').filter((word) => word !== '');
  const words: PatternWord[] = texts.map((word) => ({ is: 'literal', text: word }));
  const last = texts.at(-1);
  if (end === 'text' && last !== undefined && !text.endsWith(' '))
    words.splice(-1, 1, { is: 'glob', pieces: [last, ''] });
  return { about: 'command', words, open: end !== 'exact' };
}

/** The expression without anchors, so that it is found anywhere in a line. */
export function withoutAnchors(source: string): string {
  return source
    .replace(/^\^/u, '')
    .replace(/(?<!\\)\$$/u, '')
    .replaceAll(/(?<!\\)\(\^\|/gu, '(|');
}
