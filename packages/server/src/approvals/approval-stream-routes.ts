import { only } from '../database/query.ts';
import { followCaller } from '../identity/index.ts';
import { holds, type PersonCaller } from '../route/caller.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import { changedApprovals, fromNow, nextPoll, ringing } from './changes.ts';
import type { ApprovalsContext } from './approvals-context.ts';

/** A browser reconnects automatically. */
const longestMs = 10 * 60_000;

export function approvalStreamRoutes({
  database,
  hints,
  stopping,
  authenticate,
}: ApprovalsContext): readonly Route[] {
  const bell = ringing(hints);
  return [
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/approvals/events',
        summary: 'Streams changes to approval requests (server-sent events). Resumes from `last-event-id`.',
        query: exact({}),
        replies: { 200: 'stream' },
      },
      async ({ caller, header, signal }) => {
        const over = AbortSignal.any([signal, stopping, AbortSignal.timeout(longestMs)]);
        const since = /^(?=.{3,4000}$)\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?$/.exec(
          header('last-event-id') ?? '',
        )?.[0];
        const current = followCaller(caller, { authenticate, target: '/v1/approvals/events', header });
        return { status: 200, stream: events(current, { since, over }) };
      },
    ),
  ];

  async function* events(
    current: () => Promise<PersonCaller | undefined>,
    { since, over }: { readonly since: string | undefined; readonly over: AbortSignal },
  ): AsyncGenerator<string> {
    let cursor = since;
    while (!over.aborted) {
      const caller = await current();
      if (caller === undefined) return;
      const found = await database.asOrganisation(caller.organisation, (on) =>
        only(changedApprovals(on, { since: cursor ?? fromNow })),
      );
      const seen = found.changes.filter(({ project }) => holds(caller, 'viewer', project));
      yield (
        seen.map((change) => `event: approval\ndata: ${JSON.stringify(change)}\n\n`).join('') +
          `id: ${found.cursor}\nevent: tick\ndata: {}\n\n`
      );
      cursor = found.cursor;
      await nextPoll(bell, over);
    }
  }
}
