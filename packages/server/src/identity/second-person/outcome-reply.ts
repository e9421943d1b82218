import { Type } from 'typebox';
import type { Reply } from '../../route/route.ts';
import { Time, Uuid } from '../../route/shapes.ts';
import type { ActOutcome } from './pending-acts.ts';

/** What a route answers where a second person has to confirm first. */
export const Pending = Type.Object({ pending: Uuid, expiresAt: Time });

/** `202` where it waits, else what the route says once it is done. */
export function outcomeReply(outcome: ActOutcome, done: Reply): Reply {
  if ('result' in outcome) return done;
  const { id, expiresAt } = outcome.pending;
  return { status: 202, json: { pending: id, expiresAt } };
}
