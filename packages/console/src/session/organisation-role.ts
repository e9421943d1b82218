import type { Session } from './session.ts';

/** Whether somebody has a role everywhere: pages about the whole organisation are for them. */
export function isOfOrganisation(who: Session['who']): boolean {
  return who.mode === 'team' && who.roles.some(({ project }) => project === null);
}

/** Whether somebody may see what awaits another person. Who may confirm it depends on what it is. */
export function seesPending(who: Session['who']): boolean {
  return who.mode === 'team' && who.roles.some(({ role, project }) => project === null && role !== 'viewer');
}
