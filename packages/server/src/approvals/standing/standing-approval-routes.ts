import { Type } from 'typebox';
import { queries, type Row } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { reissue } from '../../policy/index.ts';
import { projectsWith } from '../../route/caller.ts';
import { existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const listStandingApprovals = sql<Row, { projects: readonly string[] | null }>('list-standing-approvals.sql');
const revokeStandingApproval = sql<{ project: string }, { id: string; person: string }>(
  'revoke-standing-approval.sql',
);

/** Answers that outlast the call they were given for. */
export function standingApprovalRoutes({ database, hints, secret }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/standing-approvals',
        summary:
          'Lists approvals that outlast one call, newest first, with their machine, expiry and approver.',
        reply: Type.Object({ approvals: Type.Array(Type.Object({ id: Uuid, state: Type.String() })) }),
      },
      async (on, { caller }) => ({
        approvals: await listStandingApprovals(on, { projects: projectsWith(caller, 'viewer') }),
      }),
    ),
    personRoute(
      { role: ['approver', 'admin'], scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/standing-approvals/{standing}',
        summary: 'Revokes a lasting approval. Its machine asks again after its next sync.',
        params: exact({ standing: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { standing: id } }) => {
        const { organisation, person } = caller;
        await database.asOrganisation(organisation, async (on) => {
          const revoked = await existing(revokeStandingApproval(on, { id, person }), 'standing approval');
          await recordAdminAction(on, { by: caller, act: 'standing-approval.revoke', subject: id });
          await reissue(on, revoked.project, { organisation, secret });
        });
        hints.give('bundles');
        return { status: 204 };
      },
    ),
  ];
}
