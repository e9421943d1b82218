import { UsageError } from '../command.ts';
import { rowsOf, textOf, type NamesById } from './find-named.ts';
import { ServerRefused, type ServerAnswer } from './person-server.ts';

export const roleNames = ['viewer', 'approver', 'author', 'admin'] as const;

export interface HeldRole {
  readonly role: string;
  /** `null`: in the whole organisation. */
  readonly project: string | null;
}

export function checkRole(text: string): string {
  if (roleNames.some((role) => role === text)) return text;
  throw new UsageError(`there is no role \`${text}\`; say ${roleNames.join(', ')}`);
}

export function rolesOf(row: ServerAnswer): readonly HeldRole[] {
  return rowsOf(row, 'roles').map((held) => ({
    role: textOf(held, 'role'),
    project: textOf(held, 'project') || null,
  }));
}

/** `admin, author in shop`. */
export function rolesText(row: ServerAnswer, names: NamesById): string {
  const texts = rolesOf(row).map(({ role, project }) =>
    project === null ? role : `${role} in ${names.project(project)}`,
  );
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Tries of a change that other admins keep getting ahead of. */
const mostTries = 5;

/**
 * Changes what the server takes as a whole. `change` says what it saw; where somebody else has changed it meanwhile, it looks
 * again, so that two admins who add something at once both succeed.
 */
export async function unlessChanged<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isChanged = error instanceof ServerRefused && error.code === 'changed';
      if (!isChanged || tries >= mostTries) throw error;
    }
  }
}

export function isSameRole(a: HeldRole, b: HeldRole): boolean {
  return a.role === b.role && a.project === b.project;
}
