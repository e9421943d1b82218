import { UsageError } from '../command.ts';
import { rowsOf, textOf, type NamesById } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

export interface HeldRole {
  readonly role: string;
  /** `null`: in the whole organisation. */
  readonly project: string | null;
}

export function rolesOf(row: ServerAnswer): readonly HeldRole[] {
  return rowsOf(row, 'roles').map((held) => ({
    role: textOf(held, 'role'),
    project: textOf(held, 'project') || null,
  }));
}

/** `admin, author in shop`. */
export function rolesText(row: ServerAnswer, names: NamesById): string {
  return (
    rolesOf(row)
      .map((held) => roleText(held, names))
      .join(', ') || 'none'
  );
}

function roleText({ role, project }: HeldRole, names: NamesById): string {
  return project === null ? role : `${role} in ${names.project(project)}`;
}

/** Roles granted directly, and roles from groups. */
export function everyRoleText(person: ServerAnswer, names: NamesById): string {
  const byGroup = rowsOf(person, 'groupRoles').map(
    (held) => `${rolesText({ roles: [held] }, names)} (group ${textOf(held, 'group')})`,
  );
  const byHand = rolesOf(person).map((held) => roleText(held, names));
  return [...byHand, ...byGroup].join(', ') || 'none';
}

const roleNames = ['viewer', 'approver', 'author', 'admin'];

export function checkRole(text: string): string {
  if (roleNames.includes(text)) return text;
  throw new UsageError(`there is no role \`${text}\`; use ${roleNames.join(', ')}`);
}
