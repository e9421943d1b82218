import { literalOf, type Word } from '../facts/shell/word.ts';
import type { PathFact } from '../facts/paths/path-fact.ts';
import { isUnreadable, pathsOf, urlsOf, type Target } from './match-rule.ts';
import { isLiteralName } from './name-glob.ts';
import { globKeys, keysOfPath } from './path-glob-key.ts';
import type { Rule } from './rule.ts';

/**
 * Finds the rules that may speak about a part without looking at the others, so that a policy of 10,000 rules costs
 * what one of ten costs. It only narrows: whether a rule matches is decided by `covers` and `touches`.
 */
export interface RuleIndex {
  readonly byKey: ReadonlyMap<string, readonly Rule[]>;
  /** Rules with no key to look up by: looked at for every part. */
  readonly always: readonly Rule[];
  readonly commands: readonly Rule[];
  readonly paths: readonly Rule[];
  readonly hosts: readonly Rule[];
}

export function indexRules(rules: readonly Rule[]): RuleIndex {
  const byKey = new Map<string, Rule[]>();
  const always: Rule[] = [];
  for (const rule of rules) {
    const keys = keysOfRule(rule);
    if (keys === undefined) always.push(rule);
    for (const key of keys ?? []) {
      const bucket = byKey.get(key);
      if (bucket === undefined) byKey.set(key, [rule]);
      else bucket.push(rule);
    }
  }
  return {
    byKey,
    always,
    commands: rules.filter(({ pattern }) => pattern.about === 'command'),
    paths: rules.filter(({ pattern }) => pattern.about === 'path'),
    hosts: rules.filter(({ pattern }) => pattern.about === 'host'),
  };
}

/** Keys begin with a letter for their space, so that a command named like a host does not meet it. */
function keysOfRule({ pattern }: Rule): readonly string[] | undefined {
  switch (pattern.about) {
    case 'kind':
      return [`k${pattern.of}`];
    case 'command': {
      const name = pattern.words[0];
      return name?.is === 'literal' ? [`c${name.text}`] : undefined;
    }
    case 'path':
      return globKeys(pattern.glob)?.map((key) => `p${key}`);
    case 'host':
      return [`h${pattern.host.host}`];
    case 'mcp':
      return isLiteralName(pattern.server) ? [`m${pattern.server}`] : undefined;
    case 'tool':
      return isLiteralName(pattern.name) ? [`t${pattern.name}`, `m${pattern.name}`] : undefined;
  }
}

/** Every rule that could match the target, each once. */
export function candidates(index: RuleIndex, target: Target): ReadonlySet<Rule> {
  const found = new Set(index.always);
  const { part } = target;
  if (mayBeAnyCommand(part.subject)) addAll(found, index.commands);
  if (isUnreadable(part) || pathsIn(part).some((path) => keysOfPath(path) === undefined))
    addAll(found, index.paths);
  if (isUnreadable(part) || urlsOf(part).some((url) => !url.known)) addAll(found, index.hosts);
  for (const key of keysOfTarget(target)) addAll(found, index.byKey.get(key) ?? []);
  return found;
}

function addAll(set: Set<Rule>, rules: readonly Rule[]): void {
  for (const rule of rules) set.add(rule);
}

function mayBeAnyCommand(subject: Target['part']['subject']): boolean {
  if (subject.kind !== 'command') return false;
  return (
    subject.words.length === 0 ||
    [subject.words, ...subject.aliases].some((words) => words[0]?.kind !== 'literal')
  );
}

function pathsIn(part: Target['part']): readonly PathFact[] {
  return [...pathsOf(part, 'read'), ...pathsOf(part, 'write')];
}

function keysOfTarget({ call, facts, part }: Target): readonly string[] {
  const { subject } = part;
  const keys = [`k${part.kind}`, `k${facts.kind}`, `t${call.tool}`];
  if (isUnreadable(part)) keys.push('kshell', 'kread', 'kwrite', 'kurl');
  if (pathsOf(part, 'read').length > 0) keys.push('kread');
  if (pathsOf(part, 'write').length > 0) keys.push('kwrite');
  for (const path of pathsIn(part)) keys.push(...(keysOfPath(path) ?? []).map((key) => `p${key}`));
  for (const url of urlsOf(part)) keys.push('kurl', ...(url.known ? keysOfHost(url.host) : []));
  if (subject.kind === 'command')
    keys.push(...keysOfCommand([subject.words, ...subject.aliases], subject.carriedBy?.words));
  if (subject.kind === 'mcp')
    keys.push(...subject.readings.map(({ server }) => `m${server}`), ...keysOfJoinedName(call.tool));
  return keys;
}

/** A rule also speaks about a joined name that looks like its own, whatever the host says it is. */
function keysOfJoinedName(tool: string): readonly string[] {
  const keys: string[] = [];
  const rest = tool.startsWith('mcp__') ? tool.slice('mcp__'.length) : '';
  for (let at = rest.indexOf('__'); at !== -1; at = rest.indexOf('__', at + 1))
    keys.push(`m${rest.slice(0, at)}`);
  return keys;
}

function keysOfCommand(
  forms: readonly (readonly Word[])[],
  carrier: readonly Word[] | undefined,
): readonly string[] {
  const names = [...forms, carrier ?? []].map((words) => literalOf(words[0]));
  return names.flatMap((name) => (name === undefined ? [] : [`c${name}`]));
}

/** `a.b.c` is spoken of by rules about `a.b.c`, `b.c` and `c`. */
function keysOfHost(host: string): readonly string[] {
  const keys: string[] = [];
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '')
    keys.push(`h${rest}`);
  return keys;
}
