import { visible } from '../text/index.ts';
import type { ListedRole } from './administration.ts';
import type { GroupMapping } from './group-roles.ts';
import type { PendingAct } from './pending-acts.ts';

const what = {
  provider: (issuer: string): string => `Change the identity provider to ${issuer}`,
  take: (roles: string, person: string): string => `Take ${roles} from ${person}`,
  takeAndGive: (roles: string, person: string, given: string): string =>
    `Take ${roles} from ${person} and give ${given}`,
  mapping: (group: string, role: string): string => `the group ${group} no longer gives ${role}`,
  newMapping: (group: string, role: string): string => `the group ${group} gives ${role}`,
  mappings: (changes: string): string => `Roles by group: ${changes}`,
  erase: (person: string): string => `Erase ${person}`,
  hold: (reason: string): string => `End the legal hold: ${reason}`,
  review: 'Turn off review of looser policies',
  addRule: (rule: string, where: string, lasts: string): string =>
    `Let one answer to ${rule} ${where} last for ${lasts}`,
  removeRule: (rule: string, where: string): string => `Remove the approval rule ${rule} ${where}`,
} as const;

const lasts: Readonly<Record<string, string>> = {
  session: 'a session',
  project: 'a project',
  user: 'a person',
};

/** What confirmation does, by kind of action. */
export const pendingEffects: Readonly<Record<string, string>> = {
  'identity-provider.put':
    'People sign in there from then on. Where it is another issuer, everybody whom the one before let in is signed out, and their API tokens end.',
  'person.roles': 'They lose these roles at once.',
  'group-roles.put': 'Everybody who has such a role by the group alone loses it at once.',
  'person.erase':
    'Their name and address are replaced by a pseudonym, and they can never sign in again. This cannot be undone.',
  'legal-hold.end': 'Entries older than they are kept for are deleted within the hour.',
  'policy-review.off': 'From then on one author alone can make the policy looser.',
  'approval-rule.add': 'From then on agents need not ask again for as long as an answer lasts.',
  'approval-rule.remove': 'After that, one approver is enough for these calls.',
};

type ProjectName = (project: string) => string;

/** Describes in a sentence what confirmation does. An unknown kind is shown as sent. */
export function pendingText(act: PendingAct, projectName: ProjectName): string {
  const { act: name, subject, subjectName, detail } = act;
  const person = visible(subjectName ?? subject);
  const said = (field: string): string => visible(String(detail[field]));
  const where = (): string =>
    whereText(typeof detail['project'] === 'string' ? detail['project'] : null, projectName);
  switch (name) {
    case 'identity-provider.put':
      return what.provider(said('issuer'));
    case 'person.roles':
      return rolesText(act, { person, projectName });
    case 'group-roles.put':
      return mappingsText(act, projectName);
    case 'person.erase':
      return what.erase(person);
    case 'legal-hold.end':
      return what.hold(said('reason'));
    case 'policy-review.off':
      return what.review;
    case 'approval-rule.add':
      return what.addRule(said('rule'), where(), lasts[String(detail['longest'])] ?? said('longest'));
    case 'approval-rule.remove':
      return what.removeRule(said('rule'), where());
    default:
      return visible(`${name} ${subject} ${JSON.stringify(detail)}`);
  }
}

/** `everywhere`, or `in shop`. */
function whereText(project: string | null, projectName: ProjectName): string {
  return project === null ? 'everywhere' : `in ${visible(projectName(project))}`;
}

function rolesText(
  act: PendingAct,
  { person, projectName }: { readonly person: string; readonly projectName: ProjectName },
): string {
  const names = (roles: readonly ListedRole[]): string =>
    roles.map((role) => roleText(role, projectName)).join(' and ');
  const { taken, given } = rolesPending(act);
  return given.length === 0
    ? what.take(names(taken), person)
    : what.takeAndGive(names(taken), person, names(given));
}

function mappingsText(act: PendingAct, projectName: ProjectName): string {
  const { removed, added } = mappingsPending(act);
  return what.mappings(
    [
      ...removed.map((each) => what.mapping(visible(each.group), roleText(each, projectName))),
      ...added.map((each) => what.newMapping(visible(each.group), roleText(each, projectName))),
    ].join(' and '),
  );
}

function roleText({ role, project }: ListedRole, projectName: ProjectName): string {
  return `${visible(role)} ${whereText(project, projectName)}`;
}

/** Which roles would be added and removed. */
export function rolesPending({ detail }: PendingAct): {
  readonly taken: readonly ListedRole[];
  readonly given: readonly ListedRole[];
} {
  const { roles, before } = detail as unknown as Record<'roles' | 'before', readonly ListedRole[]>;
  return { taken: missingIn(roles, before), given: missingIn(before, roles) };
}

/** Which roles groups would no longer grant, and which they would. */
export function mappingsPending({ detail }: PendingAct): {
  readonly removed: readonly GroupMapping[];
  readonly added: readonly GroupMapping[];
} {
  const { mappings, before } = detail as unknown as Record<'mappings' | 'before', readonly GroupMapping[]>;
  return { removed: missingIn(mappings, before), added: missingIn(before, mappings) };
}

function missingIn<T extends ListedRole>(rows: readonly T[], others: readonly T[]): readonly T[] {
  return others.filter((other) => !rows.some((row) => isSameRole(row, other)));
}

/** Compares roles of a person or of a group. */
export function isSameRole(a: ListedRole & { readonly group?: string }, b: typeof a): boolean {
  return a.group === b.group && a.role === b.role && a.project === b.project;
}
