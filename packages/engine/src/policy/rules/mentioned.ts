import type { Mentions, Part } from '../../facts/part.ts';
import { foldName } from '../../facts/paths/fold.ts';
import { joinPath, normalisePath } from '../../facts/paths/normalise.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
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
 * Names that the words and arguments of a part hold as tokens, at any depth and in any notation: `concat:secrets/a`,
 * `jdbc:postgresql://h.example/x`, `X=$(shell rm b)`. A deny or ask rule that names one of them may match.
 */
export interface Mentioned {
  /** Programs by their last name, each with the words behind it. */
  readonly programs: ReadonlyMap<string, readonly (readonly Word[])[]>;
  readonly hosts: ReadonlySet<string>;
  /** By each folded name in them. */
  readonly files: ReadonlyMap<string, readonly PathToken[]>;
  /** Files that cannot be looked up by a name. */
  readonly patterns: readonly PathToken[];
  /** There is too much of it to be looked at: every rule may mean it. */
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

function gather({ texts, programs, directories, more }: Mentions): Mentioned {
  const tokens = directories.length === 0 ? [] : filesIn(texts);
  const patterns = tokens.filter(({ isPattern }) => isPattern);
  const files = new Map<string, PathToken[]>();
  for (const token of tokens)
    if (!token.isPattern)
      for (const name of new Set(token.text.split('/'))) addTo(files, foldName(name), token);
  const isAny = more === true || patterns.length > mostPatterns;
  return { programs: programsIn(programs), hosts: hostsIn(texts), files, patterns, isAny };
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
  if (name.is === 'literal') return runs(rule, mentioned.programs.get(name.text));
  return [...mentioned.programs].some(([text, lines]) => fitsText(name, text) && runs(rule, lines));
}

function runs(rule: CommandRule, lines: readonly (readonly Word[])[] | undefined): boolean {
  return lines?.some((words) => suspectWords(rule, words) !== 'no') === true;
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

/** Those that hold the name which the pattern needs. */
function tokensFor(glob: PathRule['glob'], { files, patterns }: Mentioned): readonly PathToken[] {
  const keys = globKeys(glob) ?? [...files.keys()];
  return [...keys.flatMap((key) => files.get(key) ?? []), ...patterns];
}

/** As text alone: what a word surely names is looked up on the machine, what it may name is not. */
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

/** More words behind a program are not compared. */
const mostWords = 32;
function programsIn(texts: readonly string[]): Mentioned['programs'] {
  const programs = new Map<string, Word[][]>();
  const open: Word[][] = [];
  for (const text of texts) {
    for (const found of text.matchAll(/[^\s"'`;|&<>(){}[\],=:$!\\@*?^]+/gu)) {
      const [token] = found;
      const word: Word = { kind: 'literal', text: token, span: noSpan };
      for (const line of open) line.push(word);
      if (open[0] !== undefined && open[0].length > mostWords) open.shift();
      if (!/^$|[\s"'`;|&<>)}\],]/u.test(text[found.index + token.length] ?? '')) continue;
      // `build/dd` is a directory of the project sooner than a program.
      const base = /^[\w+-]+\//u.test(token) ? '' : token.slice(token.lastIndexOf('/') + 1);
      if (base === '') continue;
      const line: Word[] = [{ ...word, text: base }];
      open.push(line);
      addTo(programs, base, line);
    }
  }
  return programs;
}

const noSpan = { start: 0, end: 0 };

function hostsIn(texts: readonly string[]): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const text of texts)
    for (const [token] of text.matchAll(/[\p{L}\p{N}_.-]+|\[[\da-f:.]+\]/giu)) {
      const isPlain = /^[\w.-]+$/u.test(token) && !/^[\d.]+$|^0x/iu.test(token);
      const host = isPlain ? token.toLowerCase().replace(/\.$/u, '') : hostText(token);
      if (host !== undefined) hosts.add(host);
    }
  return hosts;
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

/** Nothing for what would be every file: a pattern that begins with any name at all. Of `a/**\/b` the fixed names count. */
function pathToken(token: string): PathToken | undefined {
  if (token === '' || token.length > longestPath) return undefined;
  if (!/[*?[]/u.test(token)) return { text: token, isPattern: false };
  const text = token.replaceAll(/\*{2,}\/?/gu, '');
  if (text === '' || /^[./]*\*(?:\/|$)/u.test(text)) return undefined;
  return { text, isPattern: /[*?[]/u.test(text) };
}

const longestPath = 4096;

/** `{a,b}/c`, `a,b`, `[a]`, `-Ia`: in lists and attached to an option. */
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
