import { definedFields, spaceOf, type ToolCall } from '@permesso/engine/call';
import type { Grant } from '@permesso/engine/decision';
import type { Denial } from '../denial.ts';
import type { Awaitable } from './approval-store.ts';
import type { GrantReader, GrantStore } from './grant-store.ts';

/** What was answered before, as it is at one moment. */
export interface RememberedAnswers {
  readonly grants: readonly Grant[];
  readonly denials: readonly Denial[];
}

/** For one call. Throws or rejects where it cannot be read: a denial that is not known must not be passed over. */
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

/** Stores that were seen to need waiting for: `explain`, which cannot wait, does not ask them again. */
const awaited = new WeakSet<GrantStore>();

/** As far as it can be read without waiting: nothing from a store that must be awaited. */
export function rememberedNow(store: GrantStore): RememberedAnswers {
  const read = awaited.has(store) ? undefined : readRemembered(store, {});
  if (read !== undefined && !isLater(read)) return read;
  awaited.add(store);
  // Who waits for it reads it again, and learns there that it failed.
  read?.catch(() => undefined);
  return { grants: [], denials: [] };
}

export function isLater<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
