import { first, queries, type Connection } from '../../database/query.ts';
import type { Role } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';

const sql = queries(import.meta.dirname);
const countedRows = sql<{ id: string }, { people: readonly string[] }>('counted-people.sql');
const othersOnceHeld = sql<{ person: string }, { person: string; roles: readonly Role[] }>(
  'others-once-held.sql',
);

/** The people among those given who count as independent, as read in this transaction. */
export type CountedPeople = ReadonlySet<string>;

/**
 * Who counts as a second person. A person who can create accounts could otherwise be as many people as they like, so
 * only the operator makes people count: by adding them, by a directory with the operator's own SCIM token, or by
 * trusting the issuer for the domain of the address that they sign in with. See docs/identity.md.
 */
export async function countedPeople(
  on: Connection,
  people: readonly (string | null)[],
): Promise<CountedPeople> {
  const ids = [...new Set(people.filter((person) => person !== null))];
  if (ids.length === 0) return new Set();
  return new Set((await countedRows(on, { people: ids })).map(({ id }) => id));
}

export interface SecondAct {
  /** The person acting now. */
  readonly person: string;
  /** The people who acted before, or benefit: all of them must be others, and count. */
  readonly than: readonly (string | null)[];
}

/** Why this is not the act of a second person; undefined if it is. */
type NotAnother = 'not-counted' | 'same-person' | 'first-not-counted';

/** The one check behind every vote, review and confirmation. */
function notAnother(counted: CountedPeople, { person, than }: SecondAct): NotAnother | undefined {
  if (than.includes(person)) return 'same-person';
  if (!counted.has(person)) return 'not-counted';
  // An unvouched account may belong to the very person who acts now.
  return than.every((each) => each === null || counted.has(each)) ? undefined : 'first-not-counted';
}

/** Whether at least two of those who agreed are independent people. */
export function isByTwo(counted: CountedPeople, agreed: readonly string[]): boolean {
  return new Set(agreed.filter((person) => counted.has(person))).size >= 2;
}

const notCountedText =
  'you do not count as another person here: nobody but an identity provider vouches for you that the operator of the ' +
  'server does not trust about your address. Fix: the operator runs permesso serve trust-issuer';

/** Throws unless this person counts at all. */
export async function requireCounted(on: Connection, person: string): Promise<void> {
  if (!(await countedPeople(on, [person])).has(person))
    throw new Problem(403, notCountedText, { code: 'another-person' });
}

/** The same, with the message for the person. `same` and `first` word it for this kind of act. */
export function anotherPersonProblem(
  counted: CountedPeople,
  act: SecondAct,
  texts: { readonly same: string; readonly first: string },
): Problem | undefined {
  const why = notAnother(counted, act);
  if (why === undefined) return undefined;
  const said = { 'same-person': texts.same, 'first-not-counted': texts.first, 'not-counted': notCountedText };
  return new Problem(403, said[why], { code: 'another-person' });
}

/**
 * Whether there has never been anybody else with one of these roles: then there is nobody to ask. That there is
 * nobody now is not enough, since an admin can remove all others' roles; then the operator confirms.
 */
export async function wasAlwaysAlone(
  on: Connection,
  person: string,
  roles: readonly Role[],
): Promise<boolean> {
  return (await first(othersOnceHeld(on, { person, roles }))) === undefined;
}
