import type { Mentions, Part } from '../../facts/part.ts';
import { lazily } from '../../facts/lazily.ts';
import { foldName } from '../../facts/paths/fold.ts';
import { joinPath, longestPath, normalisePath } from '../../facts/paths/normalise.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import { findCommand } from '../../facts/shell/model/find-command.ts';
import type { Word } from '../../facts/shell/read/words/word.ts';
import { hostText } from '../../facts/urls/read-url.ts';
import type { World } from '../../world/world.ts';
import type { HostPattern } from '../patterns/host-pattern.ts';
import { expandBraces } from '../patterns/path-glob-braces.ts';
import { globKeys } from '../patterns/path-glob-key.ts';
import { touchesPath } from '../patterns/path-glob.ts';
import type { CommandRule, PathRule } from './pattern.ts';
import { fitsText } from './pattern-word.ts';
import type { Rule } from './rule.ts';
import { suspectWords } from './suspect-command.ts';

/**
 * Names that occur as tokens in the words and arguments of a part, at any depth and in any notation: `concat:secrets/a`,
 * `jdbc:postgresql://h.example/x`, `X=$(shell rm b)`. A deny or ask rule that names one of them may match.
 */
export interface Mentioned {
  /** Programs by their last name, each with the positions of its tokens. */
  readonly programs: ReadonlyMap<string, readonly number[]>;
  readonly tokens: readonly string[];
  readonly hosts: ReadonlySet<string>;
  /** Files by each case-folded name in them. */
  readonly files: ReadonlyMap<string, readonly PathToken[]>;
  /** Files that cannot be looked up by a name. */
  readonly patterns: readonly PathToken[];
  /** There is too much to search: every rule may match it. */
  readonly isAny: boolean;
}

interface PathToken {
  readonly text: string;
  readonly isPattern: boolean;
}

const gathered = new WeakMap<Mentions, Mentioned>();

export function mentionedIn({ mentions }: Part): Mentioned | undefined {
  if (mentions === undefined) return undefined;
  const known = gathered.get(mentions);
  if (known !== undefined) return known;
  const made = gather(mentions);
  gathered.set(mentions, made);
  return made;
}

/** Patterns are compared with every rule about files. */
const mostPatterns = 500;

/** Each list is built when a rule first needs it: few policies have rules about hosts, files and commands at once. */
function gather({ texts, programs, directories, more }: Mentions): Mentioned {
  const programsNamed = lazily(() => programsIn(programs));
  const hosts = lazily(() => hostsIn(texts));
  const pathsNamed = lazily(() => pathsIn(directories.length === 0 ? [] : filesIn(texts)));
  return {
    get programs() {
      return programsNamed().programs;
    },
    get tokens() {
      return programsNamed().tokens;
    },
    get hosts() {
      return hosts();
    },
    get files() {
      return pathsNamed().files;
    },
    get patterns() {
      return pathsNamed().patterns;
    },
    get isAny() {
      return more === true || (mayHoldMany(texts) && pathsNamed().patterns.length > mostPatterns);
    },
  };
}

/** Without braces, a pattern takes at least two characters, and each text holds at most one more than its commas. */
function mayHoldMany(texts: readonly string[]): boolean {
  let length = 0;
  for (const text of texts) {
    length += text.length + 1;
    if (length > mostPatterns || text.includes('{')) return true;
  }
  return false;
}

function pathsIn(tokens: readonly PathToken[]): Pick<Mentioned, 'files' | 'patterns'> {
  const files = new Map<string, PathToken[]>();
  for (const token of tokens)
    if (!token.isPattern)
      for (const name of new Set(token.text.split('/'))) addTo(files, foldName(name), token);
  return { files, patterns: tokens.filter(({ isPattern }) => isPattern) };
}

function addTo<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

export function mentionsCommand(rule: CommandRule, part: Part): boolean {
  const [name] = rule.words;
  const mentioned = mentionedIn(part);
  if (mentioned === undefined || name === undefined || name.is === 'any') return false;
  if (mentioned.isAny) return true;
  const { programs } = mentioned;
  if (name.is === 'literal') return runs(rule, name.text, mentioned);
  // `Bash(m*:*)` would match every word with that prefix: `git push origin main`.
  return [...programs.keys()].some(
    (text) => fitsText(name, text) && isProgram(text) && runs(rule, text, mentioned),
  );
}

function isProgram(text: string): boolean {
  return findCommand(literalWord(text)).command !== undefined;
}

function runs(rule: CommandRule, program: string, { programs, tokens }: Mentioned): boolean {
  const places = programs.get(program) ?? [];
  return places.some((at) => {
    const line = [program, ...tokens.slice(at + 1, at + mostWords + 1)];
    return suspectWords(rule, line.map(literalWord)) !== 'no';
  });
}

function literalWord(text: string): Word {
  return { kind: 'literal', text, span: noSpan };
}

export function mentionsHost({ host }: HostPattern, part: Part): boolean {
  const mentioned = mentionedIn(part);
  if (mentioned === undefined) return false;
  const { hosts, isAny } = mentioned;
  return isAny || hosts.has(host) || [...hosts].some((each) => each.endsWith(`.${host}`));
}

export function mentionsFile(
  { glob, access }: PathRule,
  { part, anchor, world }: { readonly part: Part; readonly anchor: Rule['origin']; readonly world: World },
): boolean {
  const mentioned = mentionedIn(part);
  const { directories, onlyReads } = part.mentions ?? { directories: [] };
  if (mentioned === undefined || (onlyReads === true && access === 'write')) return false;
  return (
    mentioned.isAny ||
    tokensFor(glob, mentioned).some((token) =>
      pathsOf(token, directories, world).some((path) => touchesPath({ glob, path, anchor, world }) !== 'no'),
    )
  );
}

/** The tokens that contain the name which the pattern needs. */
function tokensFor(glob: PathRule['glob'], { files, patterns }: Mentioned): readonly PathToken[] {
  const keys = globKeys(glob) ?? [...files.keys()];
  return [...keys.flatMap((key) => files.get(key) ?? []), ...patterns];
}

/** As text only: files that a word certainly names are looked up on the machine, possible ones are not. */
function pathsOf(
  { text, isPattern }: PathToken,
  directories: readonly string[],
  world: World,
): readonly PathFact[] {
  const from = text.startsWith('/') || text.startsWith('~') ? ['/'] : directories;
  return from.map((directory): PathFact => {
    const written = normalisePath(joinPath(directory, text.replace(/^~(?=\/|$)/u, world.home)));
    if (isPattern) return { known: false, reason: 'a pattern', glob: written, recursive: false };
    return { known: true, written, real: written };
  });
}

/** Further words after a program are not compared. */
const mostWords = 32;
function programsIn(texts: readonly string[]): Pick<Mentioned, 'programs' | 'tokens'> {
  const programs = new Map<string, number[]>();
  const tokens: string[] = [];
  for (const text of texts) {
    for (const found of text.matchAll(/[^\s"'`;|&<>(){}[\],=:$!\\@*?^]+/gu)) {
      const [token] = found;
      tokens.push(token);
      if (!/^$|[\s"'`;|&<>)}\],]/u.test(text[found.index + token.length] ?? '')) continue;
      // `build/dd` is more likely a directory of the project than a program.
      const base = /^[\w+-]+\//u.test(token) ? '' : token.slice(token.lastIndexOf('/') + 1);
      if (base !== '') addTo(programs, base, tokens.length - 1);
    }
  }
  return { programs, tokens };
}

const noSpan = { start: 0, end: 0 };

function hostsIn(texts: readonly string[]): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const text of texts)
    for (const token of hostTokens(text)) {
      const isPlain = /^[\w.-]+$/u.test(token) && !/^[\d.]+$|^0x/iu.test(token);
      const host = isPlain ? token.toLowerCase().replace(/\.$/u, '') : hostText(token);
      if (host !== undefined) hosts.add(host);
    }
  return hosts;
}

/** Also values attached to an option: `-Hevil.example`. */
function hostTokens(text: string): readonly string[] {
  // V8 needs longer to compile `\p{L}` than the rest of a decision takes.
  const tokens = /^[\0-\x7f]*$/u.test(text)
    ? /[\w.-]+|\[[\da-f:.]+\]/giu
    : /[\p{L}\p{N}_.-]+|\[[\da-f:.]+\]/giu;
  return Array.from(text.matchAll(tokens), ([found]) => found).flatMap((token) =>
    token.startsWith('-') ? [token, token.replace(/^-+/u, ''), token.slice(2)] : [token],
  );
}

function filesIn(texts: readonly string[]): readonly PathToken[] {
  const found = new Map<string, PathToken>();
  for (const text of texts)
    for (const [chunk] of homely(text).matchAll(/[^\s"'`;|&<>()=:@$!\\#^]+/gu))
      for (const token of tokensIn(chunk)) {
        const path = pathToken(token);
        if (path !== undefined) found.set(token, path);
      }
  return [...found.values()];
}

function homely(text: string): string {
  return text.includes('HOME') ? text.replaceAll(/\$(?:HOME|\{HOME\})(?=\/)/gu, '~') : text;
}

/** Undefined if it would match every file: a pattern that begins with any name. For `a/**\/b` the fixed names count. */
function pathToken(token: string): PathToken | undefined {
  if (token === '' || token.length > longestPath) return undefined;
  if (!/[*?[]/u.test(token)) return { text: token, isPattern: false };
  const text = token.replaceAll(/\*{2,}\/?/gu, '');
  if (text === '' || /^[./]*\*(?:\/|$)/u.test(text)) return undefined;
  return { text, isPattern: /[*?[]/u.test(text) };
}

/** `{a,b}/c`, `a,b`, `[a]`, `-Ia`: tokens in lists and attached to an option. */
function tokensIn(chunk: string): readonly string[] {
  const spread = chunk.includes('{') ? expandBraces(chunk) : [chunk];
  const choices = 'error' in spread ? [chunk] : spread;
  return choices.flatMap((choice) => {
    const pieces = choice.split(/[,{}]+/u);
    const inner = choice.includes('[') ? choice.split(/[[\],{}]+/u) : [];
    const attached = /^-\w(?=[^-])/u.test(choice) ? [choice.slice(2)] : [];
    return [...pieces.map(withoutBrackets), ...inner, ...attached];
  });
}

function withoutBrackets(text: string): string {
  return /^\[|\]$/u.test(text) ? '' : text;
}
