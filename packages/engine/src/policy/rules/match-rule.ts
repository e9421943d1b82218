import type { Kind } from '../../call/kind.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import { sameJson } from '../../call/same-json.ts';
import type { Facts, McpSubject, Part, Subject, ToolSubject } from '../../facts/part.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import type { World } from '../../world/world.ts';
import { provenBy, suspectedBy } from './test-condition.ts';
import { coversDescribed } from '../cover/covers-described.ts';
import { coversEdits } from '../cover/covers-edits.ts';
import { coversHost, touchesHost } from '../patterns/host-pattern.ts';
import { hides, seemingKind } from '../hidden-kinds.ts';
import { strongest, weakest, type Match } from './match.ts';
import { coversCommand, touchesCommand } from './match-command.ts';
import { matchesName } from '../patterns/name-glob.ts';
import { mentionsCommand, mentionsFile, mentionsHost } from './mentioned.ts';
import { aspectsOf } from './part-aspects.ts';
import { coversPath, touchesPath } from '../patterns/path-glob.ts';
import type { Argument, CommandRule, EffectRule, HostRule, McpRule, PathRule, ToolRule } from './pattern.ts';
import type { Rule } from './rule.ts';

/** One part of a call, with everything that a rule may test about it. */
export interface Target {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly part: Part;
  readonly world: World;
}

/** The target of rules for one part: the call itself, or the call that a meta-tool wraps. */
export function targetOf(part: Part, { call, facts, world }: Omit<Target, 'part'>): Target {
  const { carried } = part;
  if (carried === undefined) return { call, facts, part, world };
  return { call: carried.call, facts: { kind: carried.kind, parts: [part] }, part, world };
}

/** Allow: proven to cover all of this part. */
export function covers(rule: Rule, target: Target): boolean {
  if (target.part.subject.kind === 'unknown-call') return false;
  if (!speaksOf(rule, target.part)) return false;
  return (
    (coversPattern(rule, target) ||
      coversDescribed(rule, target.part, target.world) ||
      coversEdits(rule, target.part, target.world)) &&
    conditionsHold(rule, target)
  );
}

/**
 * Whether an allow rule applies to parts like this: `readOnly`, and `effects: [run, install]`, at most these, certain or
 * possible.
 */
export function speaksOf({ effects, readOnly }: Rule, part: Part): boolean {
  if (readOnly === true && !part.readOnly) return false;
  return effects === undefined || effectsOf(part).every(({ effect }) => effects.includes(effect));
}

/** Deny and ask: suspicion is enough. */
export function touches(rule: Rule, target: Target): Match {
  if (target.part.subject.kind === 'unknown-call') return 'may';
  const match = touchesPattern(rule, target);
  if (match === 'no' || rule.when.length === 0) return match;
  return weakest([match, ...rule.when.map((condition) => suspectedBy(condition, conditionInput(target)))]);
}

export function conditionsHold({ when }: Rule, target: Target): boolean {
  return when.every((condition) => provenBy(condition, conditionInput(target)));
}

function conditionInput({ call, world }: Target): Parameters<typeof provenBy>[1] {
  return { input: call.input, principal: call.principal, world, directory: call.cwd ?? world.cwd };
}

function coversPattern({ pattern, origin }: Rule, { call, facts, part, world }: Target): boolean {
  const { subject } = part;
  switch (pattern.about) {
    case 'kind':
      return pattern.of === 'shell' ? facts.kind === 'shell' : part.kind === pattern.of;
    case 'effect':
      // Effects are covered together, by `coverEffects`.
      return false;
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
      if (touchesKind(pattern.of, { call, facts, part })) return 'yes';
      return hides(pattern.of, { call, part }) ? 'may' : 'no';
    case 'effect':
      return touchesEffect(pattern, part);
    case 'command':
      return touchesWords(pattern, { call, part });
    case 'path':
      return touchesFiles(pattern, origin, { call, facts, part, world });
    case 'host':
      return touchesHosts(pattern, { call, part });
    case 'mcp':
      return touchesMcp(pattern, part.subject, call);
    case 'tool':
      return touchesTool(pattern, { call, part });
  }
}

/** A certain effect matches, a possible one may. */
function touchesEffect({ effect }: EffectRule, part: Part): Match {
  const same = effectsOf(part).filter((one) => one.effect === effect);
  if (same.length === 0) return 'no';
  return same.some(({ possible }) => possible !== true) ? 'yes' : 'may';
}

function touchesWords(rule: CommandRule, { call, part }: NamedCall): Match {
  const match = part.subject.kind === 'command' ? touchesCommand(rule, part.subject) : 'no';
  if (match !== 'no') return match;
  return hides('shell', { call, part }) || mentionsCommand(rule, part) ? 'may' : 'no';
}

function touchesHosts({ host }: HostRule, { call, part }: NamedCall): Match {
  if (hides('url', { call, part })) return 'may';
  const { urls, perhaps } = aspectsOf(part);
  const maybe = perhaps.urls.map((url) => weakest([touchesHost(host, url), 'may']));
  const match = strongest([...urls.map((url) => touchesHost(host, url)), ...maybe]);
  return match === 'no' && mentionsHost(host, part) ? 'may' : match;
}

function touchesFiles(pattern: PathRule, anchor: Rule['origin'], { call, part, world }: Target): Match {
  if (pattern.tool !== undefined && pattern.tool !== call.tool) return 'no';
  const { access, glob } = pattern;
  let match: Match = hides(access, { call, part }) ? 'may' : 'no';
  for (const path of pathsOf(part, access)) {
    const found = touchesPath({ glob, path, anchor, world });
    if (found === 'yes') return found;
    if (found === 'may') match = found;
  }
  for (const path of aspectsOf(part).perhaps[access]) {
    if (match === 'may') return match;
    if (touchesPath({ glob, path, anchor, world }) !== 'no') match = 'may';
  }
  return match === 'no' && mentionsFile(pattern, { part, anchor, world }) ? 'may' : match;
}

function touchesKind(of: Kind, { call, facts, part }: Omit<Target, 'world'>): boolean {
  if (part.kind === of || (of === 'shell' && facts.kind === 'shell')) return true;
  if (seemingKind(call, part) === of) return true;
  if (of === 'read' || of === 'write') return pathsOf(part, of).length > 0;
  return of === 'url' && aspectsOf(part).urls.length > 0;
}

function pathsOf(part: Part, access: PathRule['access']): readonly PathFact[] {
  const { reads, writes } = aspectsOf(part);
  return access === 'read' ? reads : writes;
}

function accessOf(access: 'read' | 'write' | 'delete'): PathRule['access'] {
  return access === 'read' ? 'read' : 'write';
}

/**
 * A joined name that splits in several ways is covered if the rule spells it out or covers every reading. If the host says
 * which reading it is, only that one counts: a server's name may make the joined name look like another's.
 */
function coversMcp(rule: McpRule, subject: McpSubject, call: ToolCall): boolean {
  const whole = call.mcp === undefined && `mcp__${rule.server}__${rule.tool}` === call.tool;
  return (
    (whole || subject.readings.every((reading) => matchesReading(rule, reading))) &&
    (rule.argument === undefined || compareArgument(rule.argument, call, { kind: 'tool' }) === 'yes')
  );
}

/** Matches any reading, and the joined name alone: a custom tool may have a name like an MCP tool's. */
function touchesMcp(rule: McpRule, subject: Subject, call: ToolCall): Match {
  const readings = subject.kind === 'mcp' ? subject.readings : [];
  const named: Match = matchesName(`mcp__${rule.server}__${rule.tool}`, call.tool)
    ? 'yes'
    : strongest(readings.map((reading) => suspectReading(rule, reading)));
  if (named === 'no' || rule.argument === undefined) return named;
  return weakest([named, compareArgument(rule.argument, call, { kind: 'tool' })]);
}

/** A server or tool that the host does not name may be the one that the rule names. */
function suspectReading(rule: Pick<McpRule, 'server' | 'tool'>, { server, tool }: McpReading): Match {
  const compare = (pattern: string, name: string): Match =>
    matchesName(pattern, name) ? 'yes' : name === '' ? 'may' : 'no';
  return weakest([compare(rule.server, server), compare(rule.tool, tool)]);
}

type McpReading = McpSubject['readings'][number];

function matchesReading(rule: McpRule, reading: McpReading): boolean {
  return matchesName(rule.server, reading.server) && matchesName(rule.tool, reading.tool);
}

interface NamedCall {
  readonly call: ToolCall;
  readonly part: Part;
}

function coversTool(rule: ToolRule, named: NamedCall): boolean {
  const { subject } = named.part;
  if (subject.kind === 'mcp' && rule.argument?.is === 'text') {
    const { text } = rule.argument;
    return subject.readings.every(({ server, tool }) => server === rule.name && matchesName(text, tool));
  }
  return matchesName(rule.name, named.call.tool) && argumentMatch(rule.argument, named) === 'yes';
}

function touchesTool(rule: ToolRule, named: NamedCall): Match {
  const { subject } = named.part;
  const { argument } = rule;
  if (subject.kind === 'mcp' && argument?.is === 'text') {
    const spoken = { server: rule.name, tool: argument.text };
    const served = subject.readings.map((reading) => suspectReading(spoken, reading));
    return strongest([...served, byName(rule, named)]);
  }
  return byName(rule, named);
}

function byName(rule: ToolRule, named: NamedCall): Match {
  return matchesName(rule.name, named.call.tool) ? argumentMatch(rule.argument, named) : 'no';
}

function argumentMatch(argument: Argument | undefined, { call, part }: NamedCall): Match {
  if (argument === undefined) return 'yes';
  return compareArgument(argument, call, part.subject.kind === 'tool' ? part.subject : { kind: 'tool' });
}

/** For a tool without a declared subject, text in parentheses is undecided: suspicion, never proof. */
function compareArgument(argument: Argument, call: ToolCall, subject: ToolSubject): Match {
  if (argument.is === 'json') return sameJson(argument.value, call.input) ? 'yes' : 'no';
  const { text: content } = argument;
  // `deploy(*)` is every call, whatever the tool declares: a deny that only suspected it would let the call through.
  if (/^\*+$/u.test(content)) return 'yes';
  const { text, matches, answers } = subject;
  if (answers !== undefined) {
    const answer = matches?.(content) ?? (Object.hasOwn(answers, content) ? answers[content] : undefined);
    return answer === undefined ? 'may' : answer ? 'yes' : 'no';
  }
  if (text === undefined) return 'may';
  return matchesName(content, text) ? 'yes' : 'no';
}
