import type { TeamAsking } from '../approval/team-asks.ts';
import type { PolicyGateOptions } from '../gate/policy-gate.ts';
import { bundleProblem } from './bundle-state.ts';
import type { Membership } from '../disk/membership.ts';
import { revokedNotice } from './standing.ts';
import { lastManifest } from '../disk/held-bundle.ts';
import { teamApprover, type TeamApproverOptions } from './team-approver.ts';

export interface TeamOptions extends Omit<TeamApproverOptions, 'directory'> {
  readonly directory: string;
  readonly membership: Membership;
  /** Whether every question goes to the team, or only what its own policy asks about. */
  readonly asksAll: boolean;
  /**
   * Whether a policy names the team: then nothing is decided by a bundle that is missing, changed or too old. A machine
   * that joined and whose policies no longer name the team is not held to what nobody fetches any more.
   */
  readonly isNamed: boolean;
  /** This machine's clock when absent. */
  readonly now?: () => number;
}

/** What a gate on a machine that has joined a team has in addition: who is asked, when it must stop, what it says. */
export function teamOptions(
  options: TeamOptions,
): Pick<PolicyGateOptions, 'team' | 'stopped' | 'notice'> & { readonly team: TeamAsking } {
  const { directory, membership, asksAll, isNamed, now = Date.now, ...asking } = options;
  return {
    team: {
      approver: teamApprover(membership, { ...asking, directory }),
      asksAll,
      approvalRules: () => lastManifest(directory, membership)?.approvalRules ?? [],
    },
    notice: () => revokedNotice(directory, membership),
    ...(isNamed ? { stopped: () => bundleProblem({ directory, membership, now: now() }) } : {}),
  };
}
