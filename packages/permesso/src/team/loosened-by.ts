import { policyChanges, readTeamPolicy, teamFailure } from './examine-policy.ts';

/**
 * What a team's policy may let through that the one before it did not; empty where it is proven to loosen nothing.
 * Without one before, it is compared with no policy at all.
 *
 * @example
 * ```ts
 * import { loosenedBy } from 'permesso/team-server';
 * const loosened = loosenedBy('deny: [WebFetch]', 'allow: ["WebFetch(example.com)"]');
 * console.log(loosened.length === 0 ? 'no looser' : loosened);
 * ```
 */
export function loosenedBy(before: string | undefined, after: string): readonly string[] {
  const was = readTeamPolicy(before ?? '').policy;
  const is = readTeamPolicy(after).policy;
  if (was === undefined || is === undefined)
    return ['what it changes cannot be told: a version cannot be read'];
  const changes = policyChanges(was, is).filter(
    ({ direction }) => direction === 'looser' || direction === 'both',
  );
  const asksOnFailure = teamFailure(after) === 'ask' && teamFailure(before ?? '') !== 'ask';
  // A description is taken at its word: what it leaves out is not suspected any more.
  const describes = JSON.stringify(was.descriptions) !== JSON.stringify(is.descriptions);
  return [
    ...changes.map(({ text }) => text),
    ...(describes ? ['what MCP tools are said to do'] : []),
    ...(asksOnFailure ? ['ask, not deny, when deciding itself fails'] : []),
  ];
}
