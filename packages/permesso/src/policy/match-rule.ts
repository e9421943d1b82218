import type { ToolCall } from '../call/tool-call.ts';
import { sameJson } from '../call/same-json.ts';
import type { Effect } from '../facts/effect.ts';
import type { Facts, McpSubject, Part } from '../facts/part.ts';
import type { PathFact } from '../facts/paths/path-fact.ts';
import type { UrlFact } from '../facts/urls/url-fact.ts';
import type { World } from '../world/world.ts';
import { provenBy, suspectedBy } from './condition.ts';
import { coversHost, touchesHost } from './host-pattern.ts';
import { strongest, weakest, type Match } from './match.ts';
import { coversCommand, touchesCommand } from './match-command.ts';
import { matchesName } from './name-glob.ts';
import { coversPath, touchesPath } from './path-glob.ts';
import type { Argument, McpRule, PathRule, ToolRule } from './pattern.ts';
import type { Rule } from './rule.ts';

/** One part of a call, with all that a rule may ask about it. */
export interface Target {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly part: Part;
  readonly world: World;
}

/** Allow: proven to speak about all of this part. */
export function covers(rule: Rule, target: Target): boolean {
  return coversPattern(rule, target) && rule.when.every((condition) => provenBy(condition, asked(target)));
}

/** Deny and ask: suspicion is enough. */
export function touches(rule: Rule, target: Target): Match {
  const match = touchesPattern(rule, target);
  if (match === 'no' || rule.when.length === 0) return match;
  return weakest([match, ...rule.when.map((condition) => suspectedBy(condition, asked(target)))]);
}

function asked({ call, world }: Target): Parameters<typeof provenBy>[1] {
  return { input: call.input, world, directory: call.cwd ?? world.cwd };
}

function coversPattern({ pattern, origin }: Rule, { call, facts, part, world }: Target): boolean {
  const { subject } = part;
  switch (pattern.about) {
    case 'kind':
      return pattern.of === 'shell' ? facts.kind === 'shell' : part.kind === pattern.of;
    case 'command':
      return subject.kind === 'command' && coversCommand(pattern, subject);
    case 'path':
      return (
        subject.kind === 'path' &&
        accessOf(subject.access) === pattern.access &&
        (pattern.tool === undefined || pattern.tool === call.tool) &&
        coversPath({ glob: pattern.glob, path: subject.path, anchor: origin, world })
      );
    case 'host':
      return subject.kind === 'url' && coversHost(pattern.host, subject.url);
    case 'mcp':
      return subject.kind === 'mcp' && coversMcp(pattern, subject, call);
    case 'tool':
      return coversTool(pattern, { call, part });
  }
}

function touchesPattern({ pattern, origin }: Rule, { call, facts, part, world }: Target): Match {
  switch (pattern.about) {
    case 'kind':
      if (touchesKind(pattern.of, facts, part)) return 'yes';
      return isUnreadable(part) && pattern.of !== 'mcp' ? 'may' : 'no';
    case 'command':
      return part.subject.kind === 'command' ? touchesCommand(pattern, part.subject) : 'no';
    case 'path': {
      if (pattern.tool !== undefined && pattern.tool !== call.tool) return 'no';
      if (isUnreadable(part)) return 'may';
      const paths = pathsOf(part, pattern.access);
      return strongest(paths.map((path) => touchesPath({ glob: pattern.glob, path, anchor: origin, world })));
    }
    case 'host':
      return isUnreadable(part)
        ? 'may'
        : strongest(urlsOf(part).map((url) => touchesHost(pattern.host, url)));
    case 'mcp':
      return part.subject.kind === 'mcp' ? touchesMcp(pattern, part.subject, call) : 'no';
    case 'tool':
      return touchesTool(pattern, { call, part });
  }
}

/** Shell text that could not be read may touch any file and any host. */
export function isUnreadable(part: Part): boolean {
  return part.subject.kind === 'command' && part.subject.words.length === 0;
}

function touchesKind(of: string, facts: Facts, part: Part): boolean {
  if (part.kind === of || (of === 'shell' && facts.kind === 'shell')) return true;
  if (of === 'read' || of === 'write') return pathsOf(part, of).length > 0;
  return of === 'url' && urlsOf(part).length > 0;
}

function accessOf(access: 'read' | 'write' | 'delete'): PathRule['access'] {
  return access === 'read' ? 'read' : 'write';
}

/** The files that a part touches in this way, by being about them or by what it would do. */
export function pathsOf(part: Part, access: PathRule['access']): readonly PathFact[] {
  const own =
    part.subject.kind === 'path' && accessOf(part.subject.access) === access ? [part.subject.path] : [];
  return [...own, ...part.effects.flatMap((effect) => pathOf(effect, access))];
}

function pathOf(effect: Effect, access: PathRule['access']): readonly PathFact[] {
  if (effect.kind !== 'read' && effect.kind !== 'write' && effect.kind !== 'delete') return [];
  return accessOf(effect.kind) === access ? [effect.path] : [];
}

export function urlsOf(part: Part): readonly UrlFact[] {
  const own = part.subject.kind === 'url' ? [part.subject.url] : [];
  return [...own, ...part.effects.flatMap((effect) => (effect.kind === 'network' ? [effect.url] : []))];
}

/**
 * A joined name that splits in several ways is covered when the rule spells it whole or covers every reading. Where
 * the host says which reading it is, only that one counts: a server may be named so that the join looks like another's.
 */
function coversMcp(rule: McpRule, subject: McpSubject, call: ToolCall): boolean {
  const whole = call.mcp === undefined && `mcp__${rule.server}__${rule.tool}` === call.tool;
  return (
    (whole || subject.readings.every((reading) => matchesReading(rule, reading))) &&
    (rule.argument === undefined || compareArgument(rule.argument, { call, text: undefined }) === 'yes')
  );
}

function touchesMcp(rule: McpRule, subject: McpSubject, call: ToolCall): Match {
  const named =
    subject.readings.some((reading) => matchesReading(rule, reading)) ||
    matchesName(`mcp__${rule.server}__${rule.tool}`, call.tool);
  if (!named) return 'no';
  return rule.argument === undefined ? 'yes' : compareArgument(rule.argument, { call, text: undefined });
}

function matchesReading(rule: McpRule, reading: McpSubject['readings'][number]): boolean {
  return matchesName(rule.server, reading.server) && matchesName(rule.tool, reading.tool);
}

interface Named {
  readonly call: ToolCall;
  readonly part: Part;
}

function coversTool(rule: ToolRule, named: Named): boolean {
  const { subject } = named.part;
  if (subject.kind === 'mcp' && rule.argument?.is === 'text') {
    const { text } = rule.argument;
    return subject.readings.every(({ server, tool }) => server === rule.name && matchesName(text, tool));
  }
  return matchesName(rule.name, named.call.tool) && argumentMatch(rule.argument, named) === 'yes';
}

function touchesTool(rule: ToolRule, named: Named): Match {
  const { subject } = named.part;
  const { argument } = rule;
  if (subject.kind === 'mcp' && argument?.is === 'text') {
    const served = subject.readings.some(
      ({ server, tool }) => matchesName(rule.name, server) && matchesName(argument.text, tool),
    );
    if (served) return 'yes';
  }
  return matchesName(rule.name, named.call.tool) ? argumentMatch(argument, named) : 'no';
}

function argumentMatch(argument: Argument | undefined, { call, part }: Named): Match {
  if (argument === undefined) return 'yes';
  return compareArgument(argument, {
    call,
    text: part.subject.kind === 'tool' ? part.subject.text : undefined,
  });
}

/** A tool that declares no subject leaves a text in parentheses undecided: suspicion, never proof. */
function compareArgument(argument: Argument, to: { call: ToolCall; text: string | undefined }): Match {
  if (argument.is === 'json') return sameJson(argument.value, to.call.input) ? 'yes' : 'no';
  if (to.text === undefined) return 'may';
  return matchesName(argument.text, to.text) ? 'yes' : 'no';
}
