import type { Database } from '../database/database.ts';
import { queries, type Query } from '../database/query.ts';
import { createBatcher } from '../database/batcher.ts';
import { holds, holdsEverywhere, type PersonCaller } from './caller.ts';
import { rolesOf, type Needs, type Target, type Thing } from './needs.ts';
import { notFound, Problem } from './problem.ts';
import type { RouteInput } from './route-input.ts';

interface Found {
  readonly id: string;
  /** Null if it belongs to the whole organisation. */
  readonly project: string | null;
}

const sql = queries(import.meta.dirname);
const projectsOf: Readonly<Record<Thing, Query<Found, { readonly ids: readonly string[] }>>> = {
  project: sql('find-projects.sql'),
  policy: sql('find-policies.sql'),
  agent: sql('projects-of-agents.sql'),
  approval: sql('projects-of-approvals.sql'),
  enrolment: sql('projects-of-enrolments.sql'),
};

type Given = Pick<RouteInput, 'params' | 'query' | 'body'>;

/** Checked before the request is parsed: whether such a caller may use the route at all. */
export function checkRole(caller: PersonCaller, needs: Needs): void {
  const held = needs.scope === 'organisation' ? holdsEverywhere : holds;
  const where = needs.scope === 'organisation' ? ' for the whole organisation' : '';
  const roles = rolesOf(needs);
  const others = needs.aboutBaseline === undefined ? [] : [needs.aboutBaseline];
  if (![...roles, ...others].some((role) => held(caller, role)))
    throw new Problem(403, `this needs the role ${roles.join(' or ')}${where}`, { code: 'no-role' });
}

export type Authorise = (caller: PersonCaller, needs: Needs, given: Given) => Promise<void>;

/**
 * Whether the caller has the role for the request's subject. A subject that they may not even view looks nonexistent:
 * responses must not reveal other projects' data.
 */
export function authoriser(database: Database): Authorise {
  const projectOf = createBatcher<Target & object, string | null | undefined>({
    work: (organisation, targets) =>
      database.asOrganisation(organisation, async (on) => {
        const known = new Map<string, string | null>();
        for (const [thing, group] of Map.groupBy(targets, (target) => target.thing)) {
          const ids = [...new Set(group.map(({ id }) => id))];
          for (const { id, project } of await projectsOf[thing](on, { ids }))
            known.set(`${thing} ${id}`, project);
        }
        return targets.map(({ thing, id }) => known.get(`${thing} ${id}`));
      }),
  });
  return async (caller, needs, given) => {
    const target = targetOf(needs, given);
    if (target === undefined) return;
    const roles = rolesOf(needs);
    if (target === 'organisation') {
      checkRole(caller, { role: roles, scope: 'organisation' });
      return;
    }
    const project = await projectOf(caller.organisation, target);
    if (project === null) {
      if (!holdsEverywhere(caller, 'viewer')) throw notFound(target.thing);
      checkRole(caller, { role: needs.aboutBaseline ?? roles, scope: 'organisation' });
      return;
    }
    if (project === undefined || !holds(caller, 'viewer', project)) throw notFound(target.thing);
    if (!roles.some((role) => holds(caller, role, project)))
      throw new Problem(403, `this needs the role ${roles.join(' or ')} in the project`);
  };
}

/** Undefined if the route is not about a project. */
function targetOf({ scope }: Needs, given: Given): Target | undefined {
  if (typeof scope !== 'string') return scope.of(given);
  if (scope === 'organisation' || scope === 'listed' || scope === 'self') return undefined;
  for (const part of [given.params, given.query, given.body]) {
    const id = (part as Readonly<Record<string, unknown>> | undefined)?.[scope];
    if (typeof id === 'string') return { thing: scope, id };
  }
  // The row promises that the request names one: without it access is refused.
  throw notFound(scope);
}
