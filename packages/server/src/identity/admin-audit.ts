import { queries, type Connection } from '../database/query.ts';
import { callerName, type Caller } from '../route/caller.ts';

/** A person who is signing in right now: `person:UUID`. */
export type PersonActs = `person:${string}`;

export function personActs(person: string): PersonActs {
  return `person:${person}`;
}

const addAct = queries(import.meta.dirname)<
  never,
  {
    actor: string;
    act: string;
    subject: string;
    detail: string;
    address: string | null;
    session: string | null;
  }
>('add-act.sql');

export interface AdminAction {
  /** The actor: a caller, or a part of the server that acts automatically. */
  readonly by: Caller | 'operator' | 'server' | PersonActs;
  readonly act: string;
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The address, for a person who is not signed in yet. */
  readonly address?: string;
}

/** Runs in the transaction of the act itself: neither exists without the other. */
export async function recordAdminAction(
  on: Connection,
  { by, act, subject, detail = {}, address }: AdminAction,
): Promise<void> {
  const caller = typeof by === 'string' ? undefined : by;
  await addAct(on, {
    actor: typeof by === 'string' ? by : callerName(by),
    act,
    subject,
    detail: JSON.stringify(detail),
    address: address ?? caller?.address ?? null,
    session: caller?.kind === 'person' ? caller.session : null,
  });
}
