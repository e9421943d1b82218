import { answersBesideRules, revokeRemembered } from '@permesso/gate/gate';
import type { PlaceOptions } from '@permesso/gate/disk';
import { get, post, Refused, textFrom, type RouteRequest, type Route } from '../route.ts';

export interface RememberedRoutesOptions extends PlaceOptions {
  /** The person at the page. */
  readonly by: string;
}

/** Remembered answers beside the rules: for a session, for a rule's ask, or by the team. */
export function rememberedRoutes(options: RememberedRoutesOptions): readonly Route[] {
  return [
    get('/api/remembered', () => ({
      answers: answersBesideRules(options).map(({ remove: _remove, ...answer }) => answer),
    })),
    post('/api/remembered/take-back', (body) => takeBackFrom(body, options)),
  ];
}

async function takeBackFrom(
  body: RouteRequest['body'],
  { by, ...options }: RememberedRoutesOptions,
): Promise<object> {
  const id = textFrom(body, 'id');
  const found = answersBesideRules(options).find((answer) => answer.id === id);
  if (found === undefined) throw new Refused('It is no longer remembered.');
  if (found.staysBecause !== undefined) throw new Refused(`It stays: ${found.staysBecause}.`);
  return { done: await revokeRemembered(found, { by, from: 'console' }, options) };
}
