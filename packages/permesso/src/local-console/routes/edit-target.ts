import { EditError } from '@permesso/gate/gate';
import { Refused, type RouteRequest } from '../route.ts';

/** Files that a person may change from the page. */
export const targets = ['local', 'project', 'user'] as const;

export function targetIn({ to }: RouteRequest['body']): (typeof targets)[number] {
  const target = targets.find((each) => each === to);
  if (target === undefined) throw new Refused('Say whom it is for.');
  return target;
}

export async function refusing<T>(edit: () => Promise<T>): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    throw error instanceof EditError ? new Refused(error.message) : error;
  }
}
