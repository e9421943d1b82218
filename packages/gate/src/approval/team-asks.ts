import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../messages/denials.ts';
import type { Decision, PartReceipt } from '@permesso/engine/decision';
import type { Offline } from '@permesso/engine/policy';
import { type Approver, CannotAsk, type Denying, unanswered } from '@permesso/protocol/approval';

/** How a gate reaches the people of its team. */
export interface TeamAsking {
  /** Throws `CannotAsk` while the team cannot be asked. */
  readonly approver: Approver;
  /** Whether every request goes to the team first, or only those of the team's own rules. */
  readonly asksAll: boolean;
  /** Rule texts that the team's own people must approve; `*` for every request. */
  readonly approvalRules: () => readonly string[];
}

export interface TeamAsksOptions {
  /** Absent if this program has no connection to a team. */
  readonly team: TeamAsking | undefined;
  readonly offline: Offline;
}

/**
 * Whether only people of the team may approve it: one of the asking rules is the team's, or the team requires its own
 * approval for one of them. The agent's owner never approves such a call.
 */
export function needsTeam(decision: Decision, approvalRules: readonly string[] = []): boolean {
  if (decision.verdict !== 'ask') return false;
  return (
    approvalRules.includes('*') || decision.receipt.parts.some((part) => asksForTeam(part, approvalRules))
  );
}

function asksForTeam({ asks, contributions }: PartReceipt, approvalRules: readonly string[]): boolean {
  return asks.some((ask) => {
    if (!('rule' in ask)) return false;
    const asking = contributions.find(({ rule }) => rule.key === ask.rule)?.rule;
    // A rule that cannot be identified may be the team's.
    return asking === undefined || asking.layer === 'team' || approvalRules.includes(asking.text);
  });
}

/** Whether the host's own prompt must not answer, because the agent's owner answers there. */
export function isForTeam(decision: Decision, { team, offline }: TeamAsksOptions): boolean {
  if (decision.verdict !== 'ask') return false;
  return offline === 'deny' || needsTeam(decision, team?.approvalRules());
}

/**
 * Sends each request to those who may answer it. A machine that cuts itself off from the team server must gain
 * nothing by it: what the team asks about is then denied, and never shown to a person on this machine.
 */
export function askingTeam(
  local: Approver | undefined,
  { team, offline }: TeamAsksOptions,
): Approver | undefined {
  if (local === undefined && team === undefined) return undefined;
  return async (request, options) => {
    const isTheirs = needsTeam(request.decision, team?.approvalRules());
    const mustAsk = isTheirs || offline === 'deny';
    let why = 'this program is not connected to the team server';
    if (team !== undefined && (mustAsk || team.asksAll)) {
      try {
        return await team.approver(request, options);
      } catch (error) {
        if (!(error instanceof CannotAsk)) throw error;
        why = error.message;
      }
    }
    if (mustAsk) return refusedOffline(why, isTheirs);
    if (local === undefined) throw new CannotAsk(why);
    try {
      return await local(request, options);
    } catch (error) {
      if (!(error instanceof CannotAsk) || team?.asksAll !== true) throw error;
      throw new CannotAsk(`${why}; ${error.message}`);
    }
  };
}

function refusedOffline(why: string, isTheirs: boolean): Denying {
  return unanswered(fill(isTheirs ? unansweredTexts.teamOffline : unansweredTexts.teamOfflineDeny, { why }));
}
