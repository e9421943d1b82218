import type { Session } from '../app/session.ts';

/** Whether somebody has a role everywhere: pages about the whole organisation are for them. */
export function isOfOrganisation(who: Session['who']): boolean {
  return who.mode === 'team' && who.roles.some(({ project }) => project === null);
}
