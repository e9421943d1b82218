import { changedApprovals, fromNow, nextPoll, ringing } from '../changes.ts';
import { only, queries, type Connection } from '../../database/query.ts';
import { followCaller } from '../../identity/index.ts';
import { holds, projectsWith, type PersonCaller } from '../../route/caller.ts';
import { personRoute, type Route } from '../../route/route.ts';
import type { LiveChange, LiveInbox } from '@permesso/protocol/console';
import { shownRequest, type WaitingRow } from './shown-request.ts';
import type { ApprovalsContext } from '../approvals-context.ts';

const waitingQuestions = queries(import.meta.dirname)<
  WaitingRow,
  { projects: readonly string[] | null; ids: readonly string[] | null }
>('waiting-questions.sql');

/** The most changes in one update. If more happened, everything is sent again. */
const mostChanges = 500;

/** Pending requests, for a page that stays open. */
export function liveRoutes({ database, hints, stopping, authenticate }: ApprovalsContext): readonly Route[] {
  const bell = ringing(hints);
  return [
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/api/live',
        summary: 'For the console: pending approval requests, then each change (server-sent events).',
        replies: { 200: 'stream' },
      },
      async ({ caller, header, signal }) => {
        const over = AbortSignal.any([signal, stopping]);
        const current = followCaller(caller, { authenticate, target: '/api/live', header });
        return { status: 200, stream: live(caller, { current, over }) };
      },
    ),
  ];

  async function* live(
    first: PersonCaller,
    {
      current,
      over,
    }: { readonly current: () => Promise<PersonCaller | undefined>; readonly over: AbortSignal },
  ): AsyncGenerator<string> {
    let caller = first;
    let looked: Looked = { cursor: fromNow, isWhole: false, text: '' };
    while (!over.aborted) {
      looked = await database.asOrganisation(caller.organisation, (on) => look(on, caller, looked));
      yield looked.text;
      await nextPoll(bell, over);
      const now = await current();
      if (now === undefined) return;
      // The person may now see a different list.
      if (JSON.stringify(now.roles) !== JSON.stringify(caller.roles)) looked = { ...looked, isWhole: false };
      caller = now;
    }
  }
}

interface Looked {
  /** A database snapshot. */
  readonly cursor: string | null;
  /** Whether the page has all pending requests, so that changes are enough. */
  readonly isWhole: boolean;
  readonly text: string;
}

async function look(on: Connection, caller: PersonCaller, before: Looked): Promise<Looked> {
  const projects = projectsWith(caller, 'viewer');
  const { cursor, changes } = await only(changedApprovals(on, { since: before.cursor }));
  const seen = changes.filter(({ project }) => holds(caller, 'viewer', project));
  if (before.isWhole && seen.length === 0) return { cursor, isWhole: true, text: ': still here\n\n' };
  if (before.isWhole && changes.length < mostChanges) {
    const asked = seen.filter(({ state }) => state === 'pending').map(({ id }) => id);
    const rows = asked.length === 0 ? [] : await waitingQuestions(on, { projects, ids: asked });
    const gone = seen.map(({ id }) => id).filter((id) => rows.every((row) => row.id !== id));
    const change: LiveChange = { added: rows.map((row) => shownRequest(row, caller)), gone };
    return { cursor, isWhole: rows.length === (rows[0]?.waiting ?? 0), text: event('change', change) };
  }
  const rows = await waitingQuestions(on, { projects, ids: null });
  const waiting = rows[0]?.waiting ?? 0;
  const inbox: LiveInbox = { items: rows.map((row) => shownRequest(row, caller)), waiting };
  return { cursor, isWhole: rows.length === waiting, text: event('inbox', inbox) };
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
