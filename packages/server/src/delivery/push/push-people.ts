import type { Database } from '../../database/database.ts';
import { first, only, query } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/admin-audit.ts';

const folder = import.meta.dirname;
const waitingForPerson = query<{ readonly waiting: number }, { readonly person: string }>(
  folder,
  'waiting-for-person.sql',
);
const removePush = query<
  { readonly id: string; readonly person: string; readonly host: string },
  { readonly hook: string }
>(folder, 'remove-push.sql');

interface In {
  readonly database: Database;
  readonly organisation: string;
}

/** How many requests a person may answer now. */
export async function waitingFor(person: string, { database, organisation }: In): Promise<number> {
  const { waiting } = await database.asOrganisation(organisation, (on) =>
    only(waitingForPerson(on, { person })),
  );
  return waiting;
}

/** A browser that has ended its subscription is told nothing any more. */
export async function removeGone(hook: string, { database, organisation }: In): Promise<void> {
  await database.asOrganisation(organisation, async (on) => {
    const removed = await first(removePush(on, { hook }));
    if (removed === undefined) return;
    const { person, host } = removed;
    const detail = { kind: 'push', person, host };
    await recordAdminAction(on, { by: 'server', act: 'hook.remove', subject: hook, detail });
  });
}
