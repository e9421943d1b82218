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
  /** Whether every request goes to the team, or only those of its own policy. */
  readonly asksAll: boolean;
  /**
   * Whether a policy names the team: then nothing is decided with a bundle that is missing, changed or expired. A
   * machine that joined, but whose policies no longer name the team, is not held to a policy that nobody fetches any
   * more.
   */
  readonly isNamed: boolean;
  /** Defaults to this machine's clock. */
  readonly now?: () => number;
}

/** What a gate on a machine that has joined a team adds: who is asked, when it must stop, what it says. */
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
