import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import { pendingActs } from '@permesso/protocol/console';
import type { Role } from '../../route/caller.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import type { SecondPersonAct } from '../../route/second-person-act.ts';
import { confirmAct, listPendingActs, refuseAct } from './pending-acts.ts';
import type { ServerContext } from '../../module.ts';

export interface PendingActOptions extends ServerContext {
  /** Every act of the server that takes two people. */
  readonly kinds: readonly SecondPersonAct[];
}

/** Everybody who may confirm some of them. */
const lookers: readonly Role[] = ['approver', 'author', 'admin'];
const ById = exact({ pending: Uuid });

/** Acts that one person requested and a second one confirms. */
export function pendingActRoutes({ database, hints, secret, kinds }: PendingActOptions): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: lookers, scope: 'organisation' },
      {
        path: '/v1/pending-acts',
        summary: 'Lists acts awaiting a second person, oldest first.',
        reply: pendingActs,
      },
      async (on) => {
        const rows = await listPendingActs(on, { act: null });
        const confirmers = new Map<unknown, readonly Role[]>(
          kinds.map((kind) => [kind.name, kind.confirmers]),
        );
        return { acts: rows.map((row) => ({ ...row, confirmers: confirmers.get(row['act']) ?? [] })) };
      },
    ),
    personRoute(
      { role: lookers, scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/pending-acts/{pending}/confirm',
        summary:
          'Confirms a pending act as a second person and performs it. docs/identity.md defines who counts as a second person.',
        params: ById,
        replies: { 200: Type.Object({ state: Type.String() }) },
      },
      async ({ caller, params: { pending } }) => {
        const { organisation } = caller;
        const { reply, changesBundles } = await database.asOrganisation(organisation, (on) =>
          confirmAct(on, pending, { by: caller, organisation, keys: secret, kinds }),
        );
        if (changesBundles === true) hints.give('bundles');
        return { status: 200, json: { state: 'done', ...reply } };
      },
    ),
    personRoute(
      { role: lookers, scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/pending-acts/{pending}',
        summary: 'Rejects a pending act, or withdraws your own. One person is enough.',
        params: ById,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { pending } }) => {
        await database.asOrganisation(caller.organisation, (on) => refuseAct(on, pending, caller));
        return { status: 204 };
      },
    ),
  ];
}
