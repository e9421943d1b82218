import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../messages/denials.ts';
import type { Decision, PartReceipt } from '@permesso/engine/decision';
import type { Offline } from '@permesso/engine/policy';
import { type Approver, CannotAsk, type Denying, unanswered } from '@permesso/protocol/approval';

/** How a gate reaches the people of its team. */
export interface TeamAsking {
  /** Throws `CannotAsk` while the team cannot be asked. */
  readonly approver: Approver;
  /** Whether every question goes there first, or only those that the team itself asks. */
  readonly asksAll: boolean;
  /** Rule texts for which the team demands an approval by its own people; `*` for every question. */
  readonly approvalRules: () => readonly string[];
}

export interface TeamAsksOptions {
  /** Absent where this program has no connection to a team. */
  readonly team: TeamAsking | undefined;
  readonly offline: Offline;
}

/**
 * Whether only people of the team may approve it: one of the rules that ask is the team's, or the team demands its own
 * approval for one of them. The owner of the agent is never the one who approves such a call.
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
    // A rule that nobody can name may be the team's.
    return asking === undefined || asking.layer === 'team' || approvalRules.includes(asking.text);
  });
}

/** Whether the prompt of a host must not be what answers: that one is the owner's of the agent. */
export function isForTeam(decision: Decision, { team, offline }: TeamAsksOptions): boolean {
  if (decision.verdict !== 'ask') return false;
  return offline === 'deny' || needsTeam(decision, team?.approvalRules());
}

/**
 * Sends each request to those who may answer it. A machine that cuts itself off from the team server must not gain
 * anything: what the team asks about is denied then, and never put to a person on this machine.
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
