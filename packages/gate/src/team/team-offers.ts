import { asksOf } from '../approval/answer-to-grant.ts';
import type { TeamGrant } from '@permesso/protocol/bundle';
import type { ToolCall } from '@permesso/engine/call';
import { type Ask, isImmune, type Suggestion } from '@permesso/engine/decision';
import { portableKey, type Rule } from '@permesso/engine/policy';
import { decideAnywhere, readTeamPolicy, type Beside } from './examine-policy.ts';

/** What a team may grant to all of its agents after one of them asked. */
export interface TeamOffers extends Pick<TeamGrant, 'answers' | 'givenIn' | 'pin'> {
  /** Each is proven: with its rules the team's policy allows the very call that was asked about. */
  readonly offers: readonly Suggestion[];
  /** The texts of the asking rules. */
  readonly asking: readonly string[];
}

/**
 * The rules that could be granted so that the team's policy no longer asks about such a call. Computed from the
 * policy and the call: an agent's own claims about its request prove nothing.
 *
 * @example
 * ```ts
 * import { teamOffers } from 'permesso/team-server';
 * const found = teamOffers('ask: ["Bash(git push:*)"]', { tool: 'Bash', input: { command: 'git push' } });
 * console.log('refused' in found ? found.refused : found.offers);
 * ```
 */
export function teamOffers(
  text: string,
  call: ToolCall,
  beside: Beside = {},
): TeamOffers | { readonly refused: string } {
  const { policy } = readTeamPolicy(text, beside);
  if (policy === undefined) return { refused: 'the active policy cannot be read' };
  const decision = decideAnywhere(policy, call);
  if (decision.verdict === 'deny') return { refused: 'the active policy denies it' };
  if (decision.verdict === 'allow') return { refused: "it is not the team's policy that asks about it" };
  const asks = asksOf(decision);
  if (asks.some(isImmune))
    return { refused: 'it asks for safety, which is answered for the exact call and the session at most' };
  if (decision.suggestions.length === 0) return { refused: 'no rule could say it' };
  const { mcp } = call;
  return {
    offers: decision.suggestions,
    asking: decision.receipt.determining.map(({ text: rule }) => rule),
    answers: asks.map((ask) => withKey(ask, portableKey)),
    givenIn: decision.receipt.mode.used,
    ...(mcp?.pin === undefined ? {} : { pin: { server: mcp.server, tool: mcp.tool, pin: mcp.pin } }),
  };
}

/** The answers of a grant as they are called on a machine whose team policy has these rules. */
export function answersHere(answers: readonly Ask[], rules: readonly Rule[]): readonly Ask[] {
  return answers.flatMap((ask): readonly Ask[] => {
    if (!('rule' in ask)) return [ask];
    const same = rules.filter(({ key }) => portableKey(key) === ask.rule);
    return same.map(({ key }) => withKey(ask, () => key));
  });
}

function withKey(ask: Ask, key: (key: string) => string): Ask {
  return 'rule' in ask ? { ...ask, rule: key(ask.rule) } : ask;
}
