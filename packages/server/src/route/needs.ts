import type { Role } from './caller.ts';
import type { RouteInput } from './route-input.ts';

/**
 * What a person needs for a route. Every row declares it, and one place checks it before the route runs
 * (`authorise.ts`): a new route cannot forget it.
 */
export interface Needs {
  /** Any one of these, if there are several. */
  readonly role: Role | readonly Role[];
  readonly scope: Scope;
  /** For the organisation's baseline: the role needed in the whole organisation, instead of `role`. */
  readonly aboutBaseline?: Role;
}

/** Where the role must be held. */
export type Scope =
  /** For the whole organisation. */
  | 'organisation'
  /** In some project. The route lists only rows in `projectsWith(caller, role)`. */
  | 'listed'
  /** Anywhere: the route concerns only the caller. */
  | 'self'
  /** In the project of the object that the request names under this name, in its path, query or body. */
  | Thing
  | ByRequest;

/** Objects that belong to one project each. */
export const things = ['project', 'policy', 'agent', 'approval', 'enrolment'] as const;

export type Thing = (typeof things)[number];

/** For routes whose subject depends on the request. */
export interface ByRequest {
  /** For the OpenAPI document: `in the project of what is frozen`. */
  readonly words: string;
  readonly of: (asked: Pick<RouteInput, 'params' | 'query' | 'body'>) => Target;
}

/** The named project's policy, or the organisation's baseline, which needs the role for all of it. */
const namedPolicy: ByRequest = {
  words: 'in the project, or for the whole organisation about its baseline',
  of: ({ params, query }) => {
    const { project } = { ...(query as object), ...(params as object) } as { readonly project: string };
    return { thing: 'policy', id: project };
  },
};

/** To read a policy. */
export const policyReaders: Needs = { role: 'viewer', scope: namedPolicy };
/** The baseline, which every agent of the organisation follows, needs more than an author. */
export const policyWriters: Needs = { role: 'author', aboutBaseline: 'admin', scope: namedPolicy };
export const policyReviewers: Needs = { role: ['author', 'admin'], scope: namedPolicy };

export type Target = { readonly thing: Thing; readonly id: string } | 'organisation';

export function rolesOf({ role }: Needs): readonly Role[] {
  return typeof role === 'string' ? [role] : role;
}

/** `the role admin for the whole organisation`. */
export function needsWords(needs: Needs): string {
  const roles = rolesOf(needs).join(' or ');
  const other = needs.aboutBaseline === undefined ? '' : ` (then ${needs.aboutBaseline})`;
  return `the role ${roles} ${scopeWords(needs.scope)}${other}`;
}

function scopeWords(scope: Scope): string {
  if (typeof scope !== 'string') return scope.words;
  switch (scope) {
    case 'organisation':
      return 'for the whole organisation';
    case 'listed':
      return 'in a project; other projects are left out';
    case 'self':
      return 'in any project';
    case 'project':
      return 'in the project';
    default:
      return `in the project of the ${scope}`;
  }
}
