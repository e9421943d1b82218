import { ownTargets } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { queries, type Row } from '../database/query.ts';
import { organisationRoutes } from '../identity/index.ts';
import { existing } from '../route/problem.ts';
import { type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const sql = queries(import.meta.dirname);
const listOwnHooks = sql<Row, { person: string }>('list-own-hooks.sql');
const confirmHook = sql<Changed, { id: string; person: string }>('confirm-hook.sql');
const removeOwnHook = sql<Changed, { id: string; person: string }>('remove-own-hook.sql');

interface Changed {
  readonly kind: string;
  readonly host: string;
}

const OneHook = exact({ hook: Uuid });

/** A person's own notification targets. No matter who adds one, only that person can confirm it. */
export function ownHookRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/me/hooks',
        summary: 'Lists your notification targets, including those awaiting your confirmation.',
        reply: ownTargets,
      },
      async (on, { caller }) => ({ hooks: await listOwnHooks(on, { person: caller.person }) }),
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/me/hooks/{hook}/confirm',
        summary: 'Confirms that a notification target is yours. Nothing is sent to it until then.',
        params: OneHook,
        act: 'hook.confirm',
      },
      async (on, { caller, params: { hook } }) => {
        const done = await existing(
          confirmHook(on, { id: hook, person: caller.person }),
          'notification target of yours that waits',
        );
        const detail = { person: caller.person, kind: done.kind, host: done.host, via: caller.via };
        return { subject: hook, detail };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/hooks/{hook}',
        summary: 'Removes one of your notification targets.',
        params: OneHook,
        act: 'hook.remove',
      },
      async (on, { caller, params: { hook } }) => {
        const done = await existing(
          removeOwnHook(on, { id: hook, person: caller.person }),
          'notification target of yours',
        );
        const detail = { person: caller.person, kind: done.kind, host: done.host };
        return { subject: hook, detail };
      },
    ),
  ];
}
