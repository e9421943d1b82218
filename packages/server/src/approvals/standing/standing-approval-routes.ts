import { Type } from 'typebox';
import { first, query, type Row } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/index.ts';
import { reissue } from '../../policy/index.ts';
import { projectsWith } from '../../route/caller.ts';
import { notFound } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import type { ServerContext } from '../../module.ts';

const folder = import.meta.dirname;
const listStandingApprovals = query<Row, { readonly projects: readonly string[] | null }>(
  folder,
  'list-standing-approvals.sql',
);
const revokeStandingApproval = query<
  { readonly project: string },
  { readonly id: string; readonly person: string }
>(folder, 'revoke-standing-approval.sql');

/** Answers that last longer than the call they were given to. */
export function standingApprovalRoutes({ database, hints, secret }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/standing-approvals',
        summary:
          'Lists approvals that outlast one call, newest first, with their machine, expiry and approver.',
        replies: {
          200: Type.Object({ approvals: Type.Array(Type.Object({ id: Uuid, state: Type.String() })) }),
        },
      },
      async ({ caller }) => ({
        status: 200,
        json: {
          approvals: await database.asOrganisation(caller.organisation, (on) =>
            listStandingApprovals(on, { projects: projectsWith(caller, 'viewer') }),
          ),
        },
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
          const revoked = await first(revokeStandingApproval(on, { id, person }));
          if (revoked === undefined) throw notFound('standing approval');
          await recordAdminAction(on, { by: caller, act: 'standing-approval.revoke', subject: id });
          await reissue(on, revoked.project, { organisation, secret });
        });
        hints.give('bundles');
        return { status: 204 };
      },
    ),
  ];
}
