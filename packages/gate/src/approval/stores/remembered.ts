import { definedFields, spaceOf, type ToolCall } from '@permesso/engine/call';
import type { Grant } from '@permesso/engine/decision';
import type { Denial } from '../denial.ts';
import type { Awaitable } from './approval-store.ts';
import type { GrantReader, GrantStore } from './grant-store.ts';

/** The remembered answers at one moment. */
export interface RememberedAnswers {
  readonly grants: readonly Grant[];
  readonly denials: readonly Denial[];
}

/** For one call. Throws or rejects if the store cannot be read: an unknown denial must not be skipped. */
export function readRemembered(
  store: GrantStore,
  call: Pick<ToolCall, 'owner' | 'session'>,
): Awaitable<RememberedAnswers> {
  const of: GrantReader = { ...spaceOf(call.owner), ...definedFields({ session: call.session }) };
  const grants = store.list(of);
  const denials = store.denials?.(of) ?? [];
  return isLater(grants) || isLater(denials)
    ? bothOf(Promise.resolve(grants), Promise.resolve(denials))
    : { grants, denials };
}

async function bothOf(
  granted: Promise<RememberedAnswers['grants']>,
  denied: Promise<RememberedAnswers['denials']>,
): Promise<RememberedAnswers> {
  const [grants, denials] = await Promise.all([granted, denied]);
  return { grants, denials };
}

/** Stores that turned out to be asynchronous: `explain`, which cannot wait, does not read them again. */
const awaited = new WeakSet<GrantStore>();

/** What can be read without waiting: nothing from an asynchronous store. */
export function rememberedNow(store: GrantStore): RememberedAnswers {
  const read = awaited.has(store) ? undefined : readRemembered(store, {});
  if (read !== undefined && !isLater(read)) return read;
  awaited.add(store);
  // The awaiting caller reads it again, and sees the failure there.
  read?.catch(() => undefined);
  return { grants: [], denials: [] };
}

export function isLater<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
