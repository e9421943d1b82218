import type { Command, Expression } from './read/syntax.ts';

/** What a nested PowerShell is started with. */
export type HostedText =
  | { readonly text: string }
  /** A file, or only a block that was already read in place. */
  | { readonly file: true }
  | { readonly block: true }
  | { readonly why: string };

const flags = 'noprofile nop nologo nol noninteractive noni mta sta noexit noe login l'.split(' ');
const valued =
  'executionpolicy ep ex exec windowstyle w win inputformat in if outputformat o of version v workingdirectory wd psconsolefile configurationname'.split(
    ' ',
  );

type TextOf = (e: Expression) => string | undefined;

/** Finds the text that `pwsh` or `powershell.exe` runs in its arguments. */
export function hostedText(
  { elements, place }: Command,
  textOf: TextOf,
  shell: 'pwsh' | 'powershell',
): HostedText {
  const rest = elements.slice(1);
  for (let at = 0; at < rest.length; at += 1) {
    const element = rest[at];
    if (element === undefined) break;
    const option = optionOf(element, textOf);
    if (option === undefined) {
      if (element.is === 'block') return { block: true };
      return shell === 'powershell' ? command(rest.slice(at), textOf) : { file: true };
    }
    const meaning = meaningOf(option);
    if (meaning === 'command') return command(rest.slice(at + 1), textOf);
    if (meaning === 'encoded') return encoded(rest[at + 1], textOf);
    if (meaning === 'file') return { file: true };
    if (meaning === 'unknown') return { why: `the option ${option} of PowerShell` };
    if (meaning === 'valued') at += 1;
  }
  return { why: place > 0 ? piped : 'a PowerShell that reads what is typed' };
}

const piped = 'a text that comes through a pipe';

/** Options may be abbreviated; an ambiguous abbreviation is not an option. */
function meaningOf(option: string): 'flag' | 'valued' | 'command' | 'encoded' | 'file' | 'unknown' {
  const begins = (name: string, least: number): boolean => option.length >= least && name.startsWith(option);
  if (flags.includes(option)) return 'flag';
  if (valued.includes(option)) return 'valued';
  if (option === 'c' || begins('command', 3)) return 'command';
  if (option === 'ec' || begins('encodedcommand', 1)) return 'encoded';
  if (begins('file', 1)) return 'file';
  if (flags.some((name) => begins(name, 3))) return 'flag';
  return valued.some((name) => begins(name, 3)) ? 'valued' : 'unknown';
}

function optionOf(element: Expression, textOf: TextOf): string | undefined {
  if (element.is === 'parameter') return element.value === undefined ? element.name.toLowerCase() : 'a value';
  const text = element.is === 'string' ? element.text : textOf(element);
  return text === undefined
    ? undefined
    : /^(?:[-/\u2013-\u2015]{1,2})([a-z]+)$/iu.exec(text)?.[1]?.toLowerCase();
}

function command(rest: readonly Expression[], textOf: TextOf): HostedText {
  const [first] = rest;
  if (first?.is === 'block') return { block: true };
  const words = rest.map((e) => (e.is === 'parameter' ? parameterText(e, textOf) : textOf(e)));
  if (words.length === 0 || words.some((word) => word === undefined))
    return { why: 'a text for PowerShell that is not known' };
  const text = words.join(' ');
  return text.trim() === '-' ? { why: piped } : { text };
}

function parameterText(
  { name, value }: Extract<Expression, { is: 'parameter' }>,
  textOf: TextOf,
): string | undefined {
  if (value === undefined) return `-${name}`;
  const text = textOf(value);
  return text === undefined ? undefined : `-${name}:${text}`;
}

function encoded(element: Expression | undefined, textOf: TextOf): HostedText {
  const text = element === undefined ? undefined : textOf(element);
  const bytes = text === undefined || !/^[\w+/]+={0,2}$/u.test(text) ? undefined : decodeBase64(text);
  if (bytes === undefined || bytes.length % 2 === 1) return { why: 'an encoded command that is not known' };
  let decoded = '';
  for (let at = 0; at < bytes.length; at += 2)
    decoded += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  return { text: decoded };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBase64(text: string): readonly number[] | undefined {
  const bytes: number[] = [];
  let kept = 0;
  let bits = 0;
  for (const c of text.replace(/=+$/u, '')) {
    const value = alphabet.indexOf(c);
    if (value === -1) return undefined;
    kept = ((kept << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((kept >> bits) & 0xff);
    }
  }
  return bytes;
}
