import { query, type Connection } from '../database/query.ts';
import { callerName, type Caller } from '../route/caller.ts';

/** Somebody who is not signed in yet, and does it now: `person:UUID`. */
export type PersonActs = `person:${string}`;

export function personActs(person: string): PersonActs {
  return `person:${person}`;
}

const addAct = query<
  never,
  { readonly actor: string; readonly act: string; readonly subject: string; readonly detail: string }
>(import.meta.dirname, 'add-act.sql');

export interface AdminAction {
  /** Who did it: a caller, or the name of a part of the server that acts on its own. */
  readonly by: Caller | 'operator' | 'server' | PersonActs;
  readonly act: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** In the transaction of the act itself: one without the other does not exist. */
export async function recordAdminAction(
  on: Connection,
  { by, act, subject, detail = {} }: AdminAction,
): Promise<void> {
  await addAct(on, {
    actor: typeof by === 'string' ? by : callerName(by),
    act,
    subject,
    detail: JSON.stringify(detail),
  });
}
