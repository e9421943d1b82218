import type { Kind } from '../../call/kind.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { hides, seemingKind } from '../hidden-kinds.ts';
import type { Target } from './match-rule.ts';
import { isLiteralName } from '../patterns/name-glob.ts';
import { mentionedIn, type Mentioned } from './mentioned.ts';
import { aspectsOf } from './part-aspects.ts';
import { addKeys, globKeys } from '../patterns/path-glob-key.ts';
import type { Rule } from './rule.ts';

/**
 * Finds the rules that may match a part without checking the others, so that a policy of 10,000 rules costs as much as one of
 * ten. It only narrows the set: `covers` and `touches` decide whether a rule matches.
 */
export interface RuleIndex {
  /** Rules without a lookup key, checked for every part. */
  readonly always: readonly Rule[];
  /** Rules over a session: few, and checked only if the session has a label. */
  readonly after: readonly Rule[];
  readonly kinds: Shelf;
  readonly effects: Shelf;
  /** By the first word. */
  readonly commands: Shelf;
  /** By a name that the path must contain. */
  readonly paths: Shelf;
  readonly hosts: Shelf;
  readonly servers: Shelf;
  readonly tools: Shelf;
}

interface Shelf {
  readonly by: ReadonlyMap<string, readonly Rule[]>;
  /** All of them, for a part that may be anything. */
  readonly all: readonly Rule[];
}

type ShelfName = Exclude<keyof RuleIndex, 'always' | 'after'>;

/** The shelf and keys of a rule; undefined if it must always be checked. */
function placesOf({ pattern }: Rule): readonly (readonly [ShelfName, string])[] {
  switch (pattern.about) {
    case 'kind':
      return [['kinds', pattern.of]];
    case 'effect':
      return [['effects', pattern.effect]];
    case 'command': {
      const name = pattern.words[0];
      return name?.is === 'literal' ? [['commands', name.text]] : [];
    }
    case 'path':
      return globKeys(pattern.glob)?.map((key) => ['paths', key] as const) ?? [];
    case 'host':
      return [['hosts', pattern.host.host]];
    case 'mcp':
      return isLiteralName(pattern.server) ? [['servers', pattern.server]] : [];
    case 'tool':
      // `github(create_issue)` also means the MCP server of that name.
      return isLiteralName(pattern.name)
        ? [
            ['tools', pattern.name],
            ['servers', pattern.name],
          ]
        : [];
  }
}

export function indexRules(rules: readonly Rule[]): RuleIndex {
  const always: Rule[] = [];
  const after: Rule[] = [];
  const index = {
    always,
    after,
    kinds: shelf(),
    effects: shelf(),
    commands: shelf(),
    paths: shelf(),
    hosts: shelf(),
    servers: shelf(),
    tools: shelf(),
  };
  for (const rule of rules) {
    if (rule.after !== undefined) {
      after.push(rule);
      continue;
    }
    const places = placesOf(rule);
    if (places.length === 0) always.push(rule);
    for (const [name, key] of places) {
      const { by, all } = index[name];
      all.push(rule);
      const bucket = by.get(key);
      if (bucket === undefined) by.set(key, [rule]);
      else bucket.push(rule);
    }
  }
  return index;
}

function shelf(): { readonly by: Map<string, Rule[]>; readonly all: Rule[] } {
  return { by: new Map(), all: [] };
}

/** Every rule that could match the target, each once. */
export function candidates(index: RuleIndex, target: Target): ReadonlySet<Rule> {
  const found = new Set(index.always);
  if (target.part.subject.kind === 'unknown-call') {
    const { always: _all, after: _after, ...shelves } = index;
    for (const each of Object.values(shelves)) takeAll(found, each);
    return found;
  }
  addRulesOf(found, index.tools, target.call.tool);
  if (index.kinds.all.length > 0) for (const kind of kindsOf(target)) addRulesOf(found, index.kinds, kind);
  if (index.commands.all.length > 0) takeCommands(found, index.commands, target);
  if (index.paths.all.length > 0) takePaths(found, index.paths, target);
  if (index.hosts.all.length > 0) takeHosts(found, index.hosts, target);
  if (index.servers.all.length > 0) takeServers(found, index.servers, target);
  takeEffects(found, index, target);
  return found;
}

function addRulesOf(found: Set<Rule>, { by }: Shelf, key: string): void {
  const rules = by.get(key);
  if (rules !== undefined) for (const rule of rules) found.add(rule);
}

function takeAll(found: Set<Rule>, { all }: Shelf): void {
  for (const rule of all) found.add(rule);
}

const hideable = ['shell', 'read', 'write', 'url', 'mcp'] as const;

function kindsOf({ call, facts, part }: Target): ReadonlySet<Kind> {
  const { reads, writes, urls } = aspectsOf(part);
  const kinds = new Set<Kind>([part.kind, facts.kind]);
  if (reads.length > 0) kinds.add('read');
  if (writes.length > 0) kinds.add('write');
  if (urls.length > 0) kinds.add('url');
  const seeming = seemingKind(call, part);
  if (seeming !== undefined) kinds.add(seeming);
  for (const kind of hideable) if (hides(kind, { call, part })) kinds.add(kind);
  return kinds;
}

/** In addition to rules about effects, those about the files and hosts that the effects touch: a script's part has no others. */
function takeEffects(found: Set<Rule>, { effects, kinds, paths, hosts }: RuleIndex, { part }: Target): void {
  for (const { effect, access } of effectsOf(part)) {
    addRulesOf(found, effects, effect);
    if (access === undefined) continue;
    const names = new Set<string>();
    if (access.kind === 'network') {
      addRulesOf(found, kinds, 'url');
      if (access.url.known) takeHost(found, hosts, access.url.host);
    } else {
      addRulesOf(found, kinds, access.kind === 'read' ? 'read' : 'write');
      if (!addKeys(access.path, names)) takeAll(found, paths);
      for (const name of names) addRulesOf(found, paths, name);
    }
  }
}

function takeServers(found: Set<Rule>, servers: Shelf, target: Target): void {
  const names = serversOf(target);
  // The host did not say which server: it may be any.
  if (names.includes('')) takeAll(found, servers);
  else for (const name of names) addRulesOf(found, servers, name);
}

/** Every server that the call may address, by its readings and by its joined name alone. */
function serversOf({ call, part }: Target): readonly string[] {
  const servers = part.subject.kind === 'mcp' ? part.subject.readings.map(({ server }) => server) : [];
  if (!call.tool.startsWith('mcp__')) return servers;
  const rest = call.tool.slice('mcp__'.length);
  for (let at = rest.indexOf('__'); at !== -1; at = rest.indexOf('__', at + 1))
    servers.push(rest.slice(0, at));
  return servers;
}

function takeCommands(found: Set<Rule>, commands: Shelf, { call, part }: Target): void {
  const { subject } = part;
  if (hides('shell', { call, part })) takeAll(found, commands);
  const mentioned = mentionedIn(part);
  if (mentioned !== undefined) takeMentioned(found, commands, mentioned);
  if (subject.kind !== 'command') return;
  const { words, aliases, carriedBy } = subject;
  if (words[0]?.kind !== 'literal' || aliases.some((alias) => alias[0]?.kind !== 'literal')) {
    takeAll(found, commands);
    return;
  }
  // `. x` is `source x`, also for a rule that allows it.
  for (const spelled of [words, subject.straight ?? words, ...aliases])
    addRulesOf(found, commands, literalOf(spelled[0]) ?? '');
  for (const carrier of [carriedBy, ...(carriedBy?.outer ?? [])]) {
    const name = literalOf(carrier?.words[0]);
    if (name !== undefined) addRulesOf(found, commands, name);
  }
}

function takeMentioned(found: Set<Rule>, commands: Shelf, { programs, isAny }: Mentioned): void {
  if (isAny) takeAll(found, commands);
  else for (const name of programs.keys()) addRulesOf(found, commands, name);
}

function takePaths(found: Set<Rule>, paths: Shelf, { call, part }: Target): void {
  const { pathNames } = aspectsOf(part);
  const hidden = hides('read', { call, part }) || hides('write', { call, part });
  const mentioned = mentionedIn(part);
  const isAny = mentioned !== undefined && (mentioned.isAny || mentioned.patterns.length > 0);
  if (pathNames === undefined || hidden || isAny) takeAll(found, paths);
  else for (const name of [...pathNames, ...(mentioned?.files.keys() ?? [])]) addRulesOf(found, paths, name);
}

function takeHosts(found: Set<Rule>, hosts: Shelf, { call, part }: Target): void {
  const { urls: sure, perhaps } = aspectsOf(part);
  const urls = [...sure, ...perhaps.urls];
  const mentioned = mentionedIn(part);
  if (hides('url', { call, part }) || mentioned?.isAny === true || urls.some((url) => !url.known))
    takeAll(found, hosts);
  const named = urls.flatMap((url) => (url.known ? [url.host] : []));
  for (const host of [...named, ...(mentioned?.hosts ?? [])]) takeHost(found, hosts, host);
}

/** Rules about `a.b.c`, `b.c` and `c` all match `a.b.c`. */
function takeHost(found: Set<Rule>, hosts: Shelf, host: string): void {
  for (let rest = host; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '')
    addRulesOf(found, hosts, rest);
}
