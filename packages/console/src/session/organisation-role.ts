import type { Session } from './session.ts';

/** Whether the person has a role in the whole organisation, as its pages require. */
export function isOfOrganisation(who: Session['who']): boolean {
  return who.mode === 'team' && who.roles.some(({ project }) => project === null);
}

/** Whether the person may see pending changes. Who may confirm one depends on its kind. */
export function seesPending(who: Session['who']): boolean {
  return who.mode === 'team' && who.roles.some(({ role, project }) => project === null && role !== 'viewer');
}
