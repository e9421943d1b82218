import type { Module } from '../module.ts';
import { tendRestored } from './after-restore.ts';
import { agentApprovalRoutes } from './agent-approval-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { approvalStreamRoutes } from './approval-stream-routes.ts';
import type { ApprovalsNeeds } from './approvals-context.ts';
import { forgetApprovals } from './forget-approvals.ts';
import { liveRoutes } from './live/live-routes.ts';
import { approvalRuleActs, approvalRuleRoutes } from './rules/approval-rule-routes.ts';
import { standingApprovalRoutes } from './standing/standing-approval-routes.ts';
import { sweepTeamGrants } from './sweep-team-grants.ts';
import { sweepApprovals } from './sweep.ts';
import { teamGrantRoutes } from './team-grant-routes.ts';
import { waitingAgents } from './waiting.ts';

export { markRestored, tendRestored } from './after-restore.ts';
export { answerObjection } from './answer-objection.ts';
export type { ApprovalRow } from './approval-rows.ts';
export { castVotes, type Voted } from './cast-votes.ts';
export { approvalFigures } from './list-approvals.ts';
export { shownSummary } from './shown-summary.ts';
export { signedInReason, type SignedInReason, signedInTexts } from './signed-in-reason.ts';

const forgetEveryMs = 60 * 60_000;

export const approvalsModule = {
  name: 'approvals',
  secondPersonActs: (secret) => {
    const { add, remove } = approvalRuleActs(secret);
    return [add, remove];
  },
  open: (context, needs) => {
    const { hints, log, settings } = context;
    const waiting = waitingAgents(context.database);
    const own = { ...context, ...needs, waiting };
    return {
      routes: [
        agentApprovalRoutes,
        // Before routes with a parameter in the same position.
        approvalStreamRoutes,
        approvalRoutes,
        approvalRuleRoutes,
        standingApprovalRoutes,
        teamGrantRoutes,
        liveRoutes,
      ].flatMap((routes) => routes(own)),
      jobs: [{ hint: 'approvals', work: waiting.look }],
      jobsIn: ({ database }) => [
        { work: () => sweepApprovals(database, hints) },
        { work: () => sweepTeamGrants({ ...own, database }) },
        {
          work: async () => {
            const restored = await tendRestored({ ...own, database });
            if (restored > 0)
              log.warn({ organisations: restored }, 'the database was restored from a backup');
          },
        },
        { everyMs: forgetEveryMs, work: () => forgetApprovals(database, settings) },
      ],
    };
  },
} satisfies Module<ApprovalsNeeds>;
