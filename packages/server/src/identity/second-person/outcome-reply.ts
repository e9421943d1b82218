import { Type } from 'typebox';
import type { Reply } from '../../route/route.ts';
import { Time, Uuid } from '../../route/shapes.ts';
import type { ActOutcome } from './pending-acts.ts';

/** The answer of a route that needs a second person's confirmation first. */
export const Pending = Type.Object({ pending: Uuid, expiresAt: Time });

/** `202` if it is pending, otherwise the route's own reply. */
export function outcomeReply(outcome: ActOutcome, done: Reply): Reply {
  if ('result' in outcome) return done;
  const { id, expiresAt } = outcome.pending;
  return { status: 202, json: { pending: id, expiresAt } };
}
