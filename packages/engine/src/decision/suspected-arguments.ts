import { isMcpCall } from '../call/is-mcp-call.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Access } from '../facts/access.ts';
import type { Facts } from '../facts/part.ts';
import { targetOf, touches } from '../policy/rules/match-rule.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { fill } from '../messages/fill.ts';
import { changes } from '../messages/decision.ts';
import type { World } from '../world/world.ts';
import type { Judgement } from './judge-part.ts';

export interface About {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly world: World;
}

/** An argument of an undescribed tool that made a rule or a protected place apply to the call. */
export interface SuspectedArgument {
  /** `path`, `edits[0].file`. */
  readonly argument: string;
  /** The file or host, in words. */
  readonly names: string;
}

/** The arguments without which the step would not have decided; empty where the verdict rests on more than suspicion. */
export function suspectedArguments(judgement: Judgement, about: About): readonly SuspectedArgument[] {
  const {
    part: { mentions: _mentions, ...part },
    step,
  } = judgement;
  const suspected = part.accesses.filter((access) => argumentOf(access) !== undefined);
  if (suspected.length === 0) return [];
  if (step === 'safety') return suspected.filter((access) => isNamedIn(part.check, access)).flatMap(inWords);
  const rules = rulesOf(judgement);
  const isTouched = (accesses: readonly Access[]): boolean =>
    rules.some((rule) => touches(rule, targetOf({ ...part, accesses }, about)) !== 'no');
  if (isTouched(part.accesses.filter((access) => argumentOf(access) === undefined))) return [];
  const found = suspected.filter((access) => isTouched([access])).flatMap(inWords);
  return [...new Map(found.map((one) => [one.argument, one])).values()].slice(0, 3);
}

function rulesOf({ step, matched }: Judgement): readonly Rule[] {
  return step === 'deny' || step === 'mayDeny' || step === 'ask' ? matched[step] : [];
}

function argumentOf(access: Access): string | undefined {
  return 'suspected' in access ? access.suspected : undefined;
}

function isNamedIn(check: Judgement['part']['check'], access: Access): boolean {
  return check.outcome === 'safety' && check.reason.includes(`\`${argumentOf(access) ?? ''}\``);
}

function inWords(access: Access): readonly SuspectedArgument[] {
  const argument = argumentOf(access);
  if (argument === undefined) return [];
  if (access.kind === 'network')
    return [{ argument, names: access.url.known ? `the host ${access.url.host}` : access.url.reason }];
  if (!('path' in access)) return [];
  return [
    { argument, names: access.path.known ? access.path.written : (access.path.ends ?? access.path.reason) },
  ];
}

/** How the policy's owner can describe the argument, so that nothing has to be guessed. */
export function howToDescribe({ argument }: SuspectedArgument, call: ToolCall): string {
  const place = `$.${argument.replaceAll(/\[\d+\]/gu, '[*]')}`;
  if (!isMcpCall(call)) return fill(changes.describeTool, { tool: call.tool });
  const tool = call.mcp === undefined ? call.tool : `mcp__${call.mcp.server}__${call.mcp.tool}`;
  return fill(changes.describeMcp, { tool, place });
}
