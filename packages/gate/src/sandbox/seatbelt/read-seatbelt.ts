import { quotedWords } from '../quoted-words.ts';

/** A statement of a macOS sandbox profile, or a part of one: a word, a text in quotes, or a list of them. */
export type Term = string | readonly Term[];

/** The engine's command line on macOS, read back: the variables it sets, what the profile says, and the words of both as written. */
export interface SeatbeltPlan {
  readonly variables: ReadonlyMap<string, string>;
  readonly profile: string;
  readonly statements: readonly Term[];
}

const seatbeltProgram = '/usr/bin/sandbox-exec';

interface Started {
  readonly shell: string;
  readonly command: string;
}

/** Nothing where the line is anything but `env NAME=VALUE... sandbox-exec -p PROFILE SHELL -c COMMAND`. */
export function readSeatbelt(line: string, { shell, command }: Started): SeatbeltPlan | undefined {
  const words = quotedWords(line) ?? [];
  const at = words.indexOf(seatbeltProgram);
  const [option, profile = '', ...start] = words.slice(at + 1);
  if (words[0] !== 'env' || at === -1 || option !== '-p') return undefined;
  if (start.length !== 3 || start[0] !== shell || start[1] !== '-c' || start[2] !== command) return undefined;
  const variables = new Map<string, string>();
  for (const word of words.slice(1, at)) {
    const split = word.indexOf('=');
    if (split < 1 || variables.has(word.slice(0, split))) return undefined;
    variables.set(word.slice(0, split), word.slice(split + 1));
  }
  const statements = readTerms(profile);
  return statements === undefined ? undefined : { variables, profile, statements };
}

/** A text keeps it in front, so that `"deny"` is never taken for the word. */
const quote = '"';

/** Nothing where the term is not a text. */
export function textOf(term: Term | undefined): string | undefined {
  return typeof term === 'string' && term.startsWith(quote) ? term.slice(1) : undefined;
}

const token = /\s+|;[^\n]*|[()]|"(?:[^"\\]|\\.)*"|[A-Za-z][\w*-]*|\d+/y;

function readTerms(profile: string): readonly Term[] | undefined {
  const stack: Term[][] = [[]];
  token.lastIndex = 0;
  while (token.lastIndex < profile.length) {
    const [found] = token.exec(profile) ?? [];
    if (found === undefined || !take(found, stack)) return undefined;
  }
  const [terms] = stack;
  return stack.length === 1 ? terms : undefined;
}

/** False if the token is out of place. */
function take(found: string, stack: Term[][]): boolean {
  if (found === '(') return stack.push([]) > 0;
  if (/^[\s;]/u.test(found)) return true;
  const isList = found === ')';
  const term: Term | undefined = isList ? stack.pop() : found.startsWith(quote) ? readText(found) : found;
  const into = stack.at(-1);
  if (term === undefined || into === undefined) return false;
  // A message is only what the log of the system says of a refusal.
  if (!isList || !isMessage(term)) into.push(term);
  return true;
}

function isMessage([first, second, text, ...more]: Term): boolean {
  return first === 'with' && second === 'message' && textOf(text) !== undefined && more.length === 0;
}

/** The engine writes texts as JSON does; an escape that the system may read as something else is not read at all. */
function readText(text: string): string | undefined {
  return /^(?:[^\\\n]|\\["\\])*$/u.test(text) ? `${quote}${JSON.parse(text) as string}` : undefined;
}
