import { matchesName } from '../patterns/name-glob.ts';
import type {
  CommandRule,
  HostRule,
  McpRule,
  Pattern,
  PathRule,
  PatternWord,
  ToolRule,
} from '../rules/pattern.ts';

/** Whether `outer` certainly covers everything that `inner` covers. */
export function contains(outer: Pattern, inner: Pattern): boolean {
  if (isEverything(outer)) return true;
  if (outer.about === 'effect') return inner.about === 'effect' && inner.effect === outer.effect;
  if (outer.about === 'kind') return kindOf(inner) === outer.of && !isEverything(inner);
  if (outer.about === 'command') return inner.about === 'command' && containsCommand(outer, inner);
  if (outer.about === 'path') return inner.about === 'path' && containsPath(outer, inner);
  if (outer.about === 'host') return inner.about === 'host' && containsHost(outer, inner);
  if (outer.about === 'mcp') return inner.about === 'mcp' && containsMcp(outer, inner);
  return inner.about === 'tool' && containsTool(outer, inner);
}

/** Whether certainly no call matches both. */
export function apart(a: Pattern, b: Pattern): boolean {
  if (isEverything(a) || isEverything(b)) return false;
  // Any call may have any effect.
  if (a.about === 'effect' || b.about === 'effect') return false;
  if (a.about === 'tool' || b.about === 'tool')
    return !(a.about === 'tool' && b.about === 'tool') || apartNames(a.name, b.name);
  return kindOf(a) !== kindOf(b) || apartWithin(a, b);
}

/** Two of one kind. */
function apartWithin(a: Pattern, b: Pattern): boolean {
  if (a.about === 'command' && b.about === 'command') return apartCommands(a, b);
  if (a.about === 'path' && b.about === 'path') return apartPaths(a, b);
  if (a.about === 'host' && b.about === 'host') return !containsHost(a, b) && !containsHost(b, a);
  if (a.about !== 'mcp' || b.about !== 'mcp') return false;
  return apartNames(a.server, b.server) || apartNames(a.tool, b.tool);
}

export function isEverything(pattern: Pattern): boolean {
  return pattern.about === 'tool' && pattern.name === '*' && pattern.argument === undefined;
}

function kindOf(pattern: Pattern): string {
  switch (pattern.about) {
    case 'kind':
      return pattern.of;
    case 'effect':
      return `effect ${pattern.effect}`;
    case 'command':
      return 'shell';
    case 'path':
      return pattern.access;
    case 'host':
      return 'url';
    case 'mcp':
      return 'mcp';
    case 'tool':
      return `tool ${pattern.name}`;
  }
}

export function containsCommand(outer: CommandRule, inner: CommandRule): boolean {
  if (outer.words.length > inner.words.length) return false;
  if (!outer.words.every((word, at) => containsWord(word, inner.words[at]))) return false;
  return outer.open || (!inner.open && outer.words.length === inner.words.length);
}

function containsWord(outer: PatternWord, inner: PatternWord | undefined): boolean {
  if (inner === undefined || outer.is === 'any') return false;
  if (outer.is === 'literal') return inner.is === 'literal' && inner.text === outer.text;
  const [start = '', ...rest] = outer.pieces;
  if (rest.length !== 1 || rest[0] !== '') return false;
  return (
    inner.is === 'literal' ? inner.text : inner.is === 'glob' ? (inner.pieces[0] ?? '') : ''
  ).startsWith(start);
}

export function apartCommands(a: CommandRule, b: CommandRule): boolean {
  const shared = Math.min(a.words.length, b.words.length);
  for (let at = 0; at < shared; at += 1) {
    const [one, other] = [a.words[at], b.words[at]];
    if (one === undefined || other === undefined || one.is === 'any' || other.is === 'any') return false;
    if (apartWords(one, other)) return true;
  }
  if (a.words.length < b.words.length) return !a.open;
  return a.words.length > b.words.length && !b.open;
}

function apartWords(a: PatternWord, b: PatternWord): boolean {
  if (a.is === 'literal' && b.is === 'literal') return a.text !== b.text;
  const [one, other] = [wordStart(a), wordStart(b)];
  const literal = a.is === 'literal' ? other : b.is === 'literal' ? one : undefined;
  if (literal !== undefined) return !(a.is === 'literal' ? one : other).startsWith(literal);
  return !one.startsWith(other) && !other.startsWith(one);
}

function wordStart(word: PatternWord): string {
  return word.is === 'literal' ? word.text : word.is === 'glob' ? (word.pieces[0] ?? '') : '';
}

function containsPath(outer: PathRule, inner: PathRule): boolean {
  if (outer.access !== inner.access || (outer.tool !== undefined && outer.tool !== inner.tool)) return false;
  const text = outer.glob.text;
  if (text === inner.glob.text || text === '//**') return true;
  if (!text.endsWith('/**')) return false;
  const folder = text.slice(0, -2);
  return (
    !/[*?[\]{}\\]/u.test(folder) && inner.glob.text.startsWith(folder) && !inner.glob.text.includes('..')
  );
}

/** Compares only the literal prefixes; a bare pattern of a deny floats, so it is never certainly apart. */
function apartPaths(a: PathRule, b: PathRule): boolean {
  if (a.access !== b.access) return true;
  const anchored = (text: string): boolean => /^(?:\.|\/|~)/u.test(text);
  if (!anchored(a.glob.text) || !anchored(b.glob.text)) return false;
  const [one, other] = [literalPrefix(a.glob.text), literalPrefix(b.glob.text)];
  if (one.slice(0, 2) !== other.slice(0, 2)) return false;
  return !one.startsWith(other) && !other.startsWith(one);
}

function literalPrefix(glob: string): string {
  return glob.replace(/[*?[\]{}\\].*$/su, '');
}

function containsHost({ host: outer }: HostRule, { host: inner }: HostRule): boolean {
  if (outer.host === inner.host) return outer.subdomains === inner.subdomains;
  return outer.subdomains && inner.host.endsWith(`.${outer.host}`);
}

function containsMcp(outer: McpRule, inner: McpRule): boolean {
  return (
    outer.argument === undefined &&
    matchesName(outer.server, inner.server) &&
    matchesName(outer.tool, inner.tool)
  );
}

function containsTool(outer: ToolRule, inner: ToolRule): boolean {
  return outer.argument === undefined && matchesName(outer.name, inner.name);
}

function apartNames(a: string, b: string): boolean {
  return !matchesName(a, b) && !matchesName(b, a) && !(a.includes('*') && b.includes('*'));
}
