import { messageOf, type ToolCall } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import { compilePolicy } from '@permesso/engine/policy';
import type { Matching } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { readLogBackwards } from '@permesso/gate/log';
import { post, Refused, type RouteRequest, type Route } from '../route.ts';
import { shownCallWorld } from './shown-call-world.ts';

/** How many past calls a rule is tried on, and the time limit after the first of them. */
const mostCalls = 200;
const fewestCalls = 20;
const longest = 60;

/** "Would have matched N of your last M calls": the effect of a rule, before anybody approves it. */
export function matchingRoutes(log: string): readonly Route[] {
  return [post('/api/matching', (body) => matching(rulesFrom(body), log))];
}

function rulesFrom({ rules }: RouteRequest['body']): readonly string[] {
  if (!Array.isArray(rules) || rules.length === 0 || !rules.every((rule) => typeof rule === 'string'))
    throw new Refused('Which rule?');
  return rules;
}

function matching(rules: readonly string[], log: string): Matching {
  return matchingCalls(rules, readLogBackwards(log));
}

/**
 * How many of the logged calls some rules would match, with examples, the newest first.
 *
 * @example
 * ```ts
 * import { matchingCalls } from 'permesso/team-server';
 * const { of, matched } = matchingCalls(['Bash(npm run:*)'], []);
 * console.log(`${matched} of ${of} calls`);
 * ```
 */
export function matchingCalls(rules: readonly string[], entries: Iterable<LogEntry>): Matching {
  const policy = compileRules(rules);
  const gate = createGate({ policy, world: shownCallWorld });
  const until = performance.now() + longest;
  const matched: ToolCall[] = [];
  let of = 0;
  for (const entry of entries) {
    if (of >= mostCalls || (of >= fewestCalls && performance.now() > until)) break;
    if (entry.type !== 'decision' || entry.redacted !== undefined || entry.cut === true) continue;
    of += 1;
    const { receipt } = gate.explain(entry.call).decision;
    if (receipt.parts.some(({ contributions }) => contributions.length > 0)) matched.push(entry.call);
  }
  return { of, matched: matched.length, examples: matched.slice(0, 5) };
}

function compileRules(rules: readonly string[]): ReturnType<typeof compilePolicy> {
  try {
    const policy = compilePolicy([{ allow: rules }]);
    const [problem] = policy.problems;
    if (problem !== undefined) throw new Refused(problem.message);
    return policy;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(messageOf(error));
  }
}
