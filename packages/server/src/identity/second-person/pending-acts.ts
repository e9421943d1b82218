import { only, queries, type Connection, type Row } from '../../database/query.ts';
import { callerName, holdsEverywhere, type PersonCaller } from '../../route/caller.ts';
import { Problem, existing } from '../../route/problem.ts';
import type { ActDetail, ActResult, SecondPersonAct } from '../../route/second-person-act.ts';
import { seal, unseal, type SealKeys } from '../../secrets/seal.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { anotherPersonProblem, countedPeople, wasAlwaysAlone } from './another-person.ts';

interface PendingRow {
  readonly id: string;
  readonly act: string;
  readonly subject: string;
  readonly detail: ActDetail;
  readonly sealed: Buffer | null;
  readonly askedBy: string;
  readonly state: 'waiting' | 'done' | 'refused';
  readonly isOver: boolean;
  readonly isAdmin: boolean;
}

const sql = queries(import.meta.dirname);
const addPendingAct = sql<
  { id: string; expiresAt: Date },
  { act: string; subject: string; detail: string; sealed: Buffer | null; person: string }
>('add-pending-act.sql');
const replacePendingActs = sql<never, { act: string; subject: string; by: string }>(
  'replace-pending-acts.sql',
);
export const listPendingActs = sql<Row, { act: string | null }>('list-pending-acts.sql');
const lockPendingAct = sql<PendingRow, { id: string }>('lock-pending-act.sql');
const settlePendingAct = sql<never, { id: string; state: 'done' | 'refused'; by: string }>(
  'settle-pending-act.sql',
);

export interface WantedAct {
  readonly caller: PersonCaller;
  readonly subject: string;
  readonly detail: ActDetail;
  /** Sealed until it is used, and never shown. */
  readonly secret?: string;
  readonly keys: SealKeys;
}

export type ActOutcome =
  | { readonly result: ActResult }
  | { readonly pending: { readonly id: string; readonly expiresAt: Date } };

/**
 * Executes the act if there has never been anybody else to ask; otherwise it waits for a second person, or the
 * operator.
 */
export async function askForAct(
  on: Connection,
  kind: SecondPersonAct,
  { caller, subject, detail, secret, keys }: WantedAct,
): Promise<ActOutcome> {
  const { person, organisation } = caller;
  if (await wasAlwaysAlone(on, person, kind.confirmers))
    return {
      result: await kind.perform(on, { by: caller, organisation, subject, detail, secret, asked: {} }),
    };
  const act = kind.name;
  await replacePendingActs(on, { act, subject, by: callerName(caller) });
  const sealed = secret === undefined ? null : seal(secret, pendingPurpose(organisation), keys);
  const pending = await only(
    addPendingAct(on, { act, subject, detail: JSON.stringify(detail), sealed, person }),
  );
  await recordAdminAction(on, {
    by: caller,
    act: `${act}.ask`,
    subject,
    detail: { ...detail, pending: pending.id },
  });
  return { pending };
}

export interface Settling {
  readonly by: PersonCaller | 'operator';
  readonly organisation: string;
  readonly keys: SealKeys;
}

/** Executes a pending act on behalf of a second person, or the operator. */
export async function confirmAct(
  on: Connection,
  id: string,
  { by, organisation, keys, kinds }: Settling & { readonly kinds: readonly SecondPersonAct[] },
): Promise<ActResult> {
  const row = await waitingAct(on, id);
  const kind = kinds.find(({ name }) => name === row.act);
  if (kind === undefined) throw new Error(`no act is called ${row.act}`);
  const { askedBy, subject, detail } = row;
  if (!row.isAdmin) throw new Problem(409, 'the person who asked for this is no longer an admin');
  if (by !== 'operator') {
    if (!kind.confirmers.some((role) => holdsEverywhere(by, role)))
      throw new Problem(
        403,
        `this needs the role ${kind.confirmers.join(' or ')} for the whole organisation`,
        { code: 'no-role' },
      );
    const counted = await countedPeople(on, [by.person, askedBy]);
    const problem = anotherPersonProblem(
      counted,
      { person: by.person, than: [askedBy] },
      {
        same: 'you asked for this, so somebody else must confirm it',
        first: 'nobody vouches for the person who asked for this; the operator of the server can confirm it',
      },
    );
    if (problem !== undefined) throw problem;
  }
  const secret =
    row.sealed === null ? undefined : unseal(row.sealed, pendingPurpose(organisation), keys).toString();
  await settlePending(on, row, { by, state: 'done' });
  return await kind.perform(on, { by, organisation, subject, detail, secret, asked: { askedBy } });
}

/** One person is enough to refuse, including the requester. */
export async function refuseAct(on: Connection, id: string, by: Settling['by']): Promise<void> {
  const row = await waitingAct(on, id);
  await settlePending(on, row, { by, state: 'refused' });
  const detail = { pending: id, askedBy: row.askedBy };
  await recordAdminAction(on, { by, act: `${row.act}.refuse`, subject: row.subject, detail });
}

async function waitingAct(on: Connection, id: string): Promise<PendingRow> {
  const row = await existing(lockPendingAct(on, { id }), 'pending act');
  if (row.state !== 'waiting') throw new Problem(409, `too late: it is ${row.state}`);
  if (row.isOver) throw new Problem(409, 'too late: nobody confirmed it within seven days; ask again');
  return row;
}

async function settlePending(
  on: Connection,
  { id }: PendingRow,
  { by, state }: { readonly by: Settling['by']; readonly state: 'done' | 'refused' },
): Promise<void> {
  await settlePendingAct(on, { id, state, by: by === 'operator' ? by : callerName(by) });
}

export function pendingPurpose(organisation: string): string {
  return `pending act of ${organisation}`;
}
