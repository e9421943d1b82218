import type { GroupMapping, ListedRole, PendingAct, TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { adminTexts } from '../../texts/admin.ts';
import { pendingTexts } from '../../texts/pending.ts';
import { isSameRole, whereText } from '../people-query.ts';

const texts = pendingTexts.what;

/** What happens when somebody confirms it, in a sentence. A kind that this page does not know is shown as it was sent. */
export function pendingText(act: PendingAct, who: TeamWho): string {
  const { act: name, subject, subjectName, detail } = act;
  const person = visible(subjectName ?? subject);
  const said = (field: string): string => visible(String(detail[field]));
  const where = (): string =>
    whereText(who, typeof detail['project'] === 'string' ? detail['project'] : null);
  switch (name) {
    case 'identity-provider.put':
      return texts.provider(said('issuer'));
    case 'person.roles':
      return rolesText(act, { who, person });
    case 'group-roles.put':
      return mappingsText(act, who);
    case 'person.erase':
      return texts.erase(person);
    case 'legal-hold.end':
      return texts.hold(said('reason'));
    case 'policy-review.off':
      return texts.review;
    case 'approval-rule.add':
      return texts.addRule(
        said('rule'),
        where(),
        pendingTexts.lasts[String(detail['longest'])] ?? said('longest'),
      );
    case 'approval-rule.remove':
      return texts.removeRule(said('rule'), where());
    default:
      return visible(`${name} ${subject} ${JSON.stringify(detail)}`);
  }
}

function rolesText(
  act: PendingAct,
  { who, person }: { readonly who: TeamWho; readonly person: string },
): string {
  const names = (roles: readonly ListedRole[]): string =>
    roles
      .map(({ role, project }) => adminTexts.person.roleAt(visible(role), whereText(who, project)))
      .join(pendingTexts.and);
  const { taken, given } = rolesPending(act);
  return given.length === 0
    ? texts.take(names(taken), person)
    : texts.takeAndGive(names(taken), person, names(given));
}

function mappingsText(act: PendingAct, who: TeamWho): string {
  const { removed, added } = mappingsPending(act);
  const name = ({ role, project }: GroupMapping): string =>
    adminTexts.person.roleAt(visible(role), whereText(who, project));
  return texts.mappings(
    [
      ...removed.map((each) => texts.mapping(visible(each.group), name(each))),
      ...added.map((each) => texts.newMapping(visible(each.group), name(each))),
    ].join(pendingTexts.and),
  );
}

/** Which roles would come and go. */
export function rolesPending({ detail }: PendingAct): {
  readonly taken: readonly ListedRole[];
  readonly given: readonly ListedRole[];
} {
  const { roles, before } = detail as unknown as Record<'roles' | 'before', readonly ListedRole[]>;
  return { taken: missingIn(roles, before), given: missingIn(before, roles) };
}

/** Which roles would no longer be given by groups, and which would. */
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
