import { ownTargets } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { first, query, type Row } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';
import { notFound } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const folder = import.meta.dirname;
const listOwnHooks = query<Row, { readonly person: string }>(folder, 'list-own-hooks.sql');
const confirmHook = query<Changed, { readonly id: string; readonly person: string }>(
  folder,
  'confirm-hook.sql',
);
const removeOwnHook = query<Changed, { readonly id: string; readonly person: string }>(
  folder,
  'remove-own-hook.sql',
);

interface Changed {
  readonly kind: string;
  readonly host: string;
}

const OneHook = exact({ hook: Uuid });

/** A person's own notification targets. No matter who adds one, only its person makes it count. */
export function ownHookRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/me/hooks',
        summary: 'Lists your notification targets, including those awaiting your confirmation.',
        replies: { 200: ownTargets },
      },
      async ({ caller }) => ({
        status: 200,
        json: {
          hooks: await database.asOrganisation(caller.organisation, (on) =>
            listOwnHooks(on, { person: caller.person }),
          ),
        },
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/me/hooks/{hook}/confirm',
        summary: 'Confirms that a notification target is yours. Nothing is sent to it until then.',
        params: OneHook,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { hook } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          const done = await first(confirmHook(on, { id: hook, person: caller.person }));
          if (done === undefined) throw notFound('notification target of yours that waits');
          const detail = { person: caller.person, kind: done.kind, host: done.host, via: caller.via };
          await recordAdminAction(on, { by: caller, act: 'hook.confirm', subject: hook, detail });
        });
        return { status: 204 };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/hooks/{hook}',
        summary: 'Removes one of your notification targets.',
        params: OneHook,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { hook } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          const done = await first(removeOwnHook(on, { id: hook, person: caller.person }));
          if (done === undefined) throw notFound('notification target of yours');
          const detail = { person: caller.person, kind: done.kind, host: done.host };
          await recordAdminAction(on, { by: caller, act: 'hook.remove', subject: hook, detail });
        });
        return { status: 204 };
      },
    ),
  ];
}
