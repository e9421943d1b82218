import { asIs, canonicalJson } from '../../call/canonical-json.ts';
import { namesOf } from '../../facts/paths/named-path.ts';
import { isLiteralName } from '../patterns/name-glob.ts';
import type { GlobAlternative } from '../patterns/path-glob-parse.ts';
import type { Argument, Pattern } from '../rules/pattern.ts';
import type { Rule } from '../rules/rule.ts';
import { eachTest } from './each-test.ts';

/** Finds the few rules that could cover another rule completely, so that 10,000 rules stay fast. */
export interface Shadowers {
  readonly of: (rule: Rule) => readonly Rule[];
}

/** Any covering rule has one of these traits. */
type Need = readonly string[];

/**
 * Each rule is filed under the need that the fewest rules meet: `Bash(npm run x:*)` under its third word, not under `npm`. A
 * rule without needs is compared with all others.
 */
export function shadowersIn(rules: readonly Rule[]): Shadowers {
  // Built on first use: most comparisons never need it.
  let shelves: ReadonlyMap<string, readonly Rule[]> | undefined;
  return {
    of: (rule) => {
      shelves ??= shelvesOf(rules);
      const filed = new Set<Rule>();
      for (const trait of [...traitsOf(rule), always])
        for (const other of shelves.get(trait) ?? []) filed.add(other);
      return [...filed];
    },
  };
}

function shelvesOf(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const common = new Map<string, number>();
  for (const rule of rules)
    for (const trait of traitsOf(rule)) common.set(trait, (common.get(trait) ?? 0) + 1);
  const count = (need: Need): number => need.reduce((sum, trait) => sum + (common.get(trait) ?? 0), 0);
  const shelves = new Map<string, Rule[]>();
  for (const rule of rules) {
    const needs = needsOf(rule).map((need) => ({ need, met: count(need) }));
    const rarest = needs.reduce((least, each) => (each.met < least.met ? each : least), {
      need: [always],
      met: Number.POSITIVE_INFINITY,
    });
    for (const trait of new Set(rarest.need)) {
      const shelf = shelves.get(trait);
      if (shelf === undefined) shelves.set(trait, [rule]);
      else shelf.push(rule);
    }
  }
  return shelves;
}

const always = 'always';

/** As `subsumes` requires: each of these must be met, or nothing is proven. */
function needsOf(rule: Rule): readonly Need[] {
  return [
    ...needsOfPattern(rule.pattern, rule.origin.root),
    ...testsOf(rule).map((test) => [test]),
    ...(rule.agents === undefined ? [] : [namedAgents(rule.agents)].filter((need) => need.length > 0)),
  ];
}

function needsOfPattern(pattern: Pattern, root: string): readonly Need[] {
  switch (pattern.about) {
    case 'kind':
      return [];
    case 'effect':
      return [[`effect ${pattern.effect}`]];
    case 'command':
      return [['command'], ...literalWords(pattern.words).map((word) => [word])];
    case 'path':
      return [[`path ${pattern.access}`], ...nameNeeds(pattern.glob.alternatives, root)];
    case 'host':
      return [[`host ${pattern.host.host}`]];
    case 'mcp':
      return [
        ['mcp'],
        ...(isLiteralName(pattern.server) ? [[`mcp ${pattern.server}`]] : []),
        ...(isLiteralName(pattern.tool) ? [[`mcp tool ${pattern.tool}`]] : []),
        ...argumentOf(pattern.argument).map((trait) => [trait]),
      ];
    case 'tool':
      return [
        ...(isLiteralName(pattern.name) ? [[`tool ${pattern.name}`]] : []),
        ...argumentOf(pattern.argument).map((trait) => [trait]),
      ];
  }
}

function traitsOf(rule: Rule): readonly string[] {
  return [
    ...traitsOfPattern(rule.pattern),
    ...testsOf(rule),
    ...(rule.agents ?? []).map((name) => `agent ${name}`),
  ];
}

function traitsOfPattern(pattern: Pattern): readonly string[] {
  switch (pattern.about) {
    case 'kind':
      return [];
    case 'effect':
      return [`effect ${pattern.effect}`];
    case 'command':
      return ['command', ...literalWords(pattern.words)];
    case 'path': {
      const names = pattern.glob.alternatives.flatMap(literalNames).map((name) => `name ${name}`);
      const tool = pattern.tool === undefined ? [] : [`tool ${pattern.tool}`];
      return [`path ${pattern.access}`, ...names, ...tool];
    }
    case 'host': {
      const labels = pattern.host.host.split('.');
      return labels.map((_, at) => `host ${labels.slice(at).join('.')}`);
    }
    case 'mcp':
      return ['mcp', `mcp ${pattern.server}`, `mcp tool ${pattern.tool}`, ...argumentOf(pattern.argument)];
    case 'tool':
      return [`tool ${pattern.name}`, ...argumentOf(pattern.argument)];
  }
}

function literalWords(words: Extract<Pattern, { about: 'command' }>['words']): readonly string[] {
  return words.flatMap((word, at) => (word.is === 'literal' ? [`word ${at} ${word.text}`] : []));
}

function literalNames({ walk }: GlobAlternative): readonly string[] {
  return walk.segments.flatMap((segment) => (segment.is === 'literal' ? [segment.folded] : []));
}

/**
 * An included path runs through every literal name of the alternative that includes it; which alternative is open. A rooted one
 * may spell its root, which another one with that root omits.
 */
function nameNeeds(alternatives: readonly GlobAlternative[], root: string): readonly Need[] {
  const ofRoot = new Set(namesOf(root).map(({ folded }) => folded));
  const named = alternatives.map((alternative) =>
    literalNames(alternative).filter((name) => alternative.base !== 'rooted' || !ofRoot.has(name)),
  );
  const [only] = named;
  if (only === undefined || named.some((names) => names.length === 0)) return [];
  if (named.length === 1) return only.map((name) => [`name ${name}`]);
  return [named.map((names) => `name ${names.at(-1)}`)];
}

function argumentOf(argument: Argument | undefined): readonly string[] {
  return argument === undefined ? [] : [`argument ${canonicalJson(argument, asIs)}`];
}

function testsOf({ when }: Rule): readonly string[] {
  return when.flatMap(eachTest).map((test) => `when ${canonicalJson(test, asIs)}`);
}

/** Undefined if one of them has a star or all are exclusions: then other agents match as well. */
function namedAgents(agents: readonly string[]): readonly string[] {
  const named = agents.filter((name) => !name.startsWith('!'));
  return named.some((name) => name.endsWith('*')) ? [] : named.map((name) => `agent ${name}`);
}
