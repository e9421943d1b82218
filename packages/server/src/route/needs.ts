import type { Role } from './caller.ts';
import type { RouteInput } from './route-input.ts';

/**
 * What a person needs for a route. Every row says it, and one place checks it before the route runs (`authorise.ts`): a
 * new route cannot forget it.
 */
export interface Needs {
  /** One of these, where there are several. */
  readonly role: Role | readonly Role[];
  readonly scope: Scope;
  /** What it takes about the organisation's baseline, for the whole organisation, in place of `role`. */
  readonly aboutBaseline?: Role;
}

/** Where the role must be held. */
export type Scope =
  /** For the whole organisation. */
  | 'organisation'
  /** In some project. The route shows only what lies in `projectsWith(caller, role)`. */
  | 'listed'
  /** Anywhere: the route is about nobody but the caller. */
  | 'self'
  /** In the project of the thing that the request names under this name, in its path, query or body. */
  | Thing
  | ByRequest;

/** Things that lie in one project each. */
export const things = ['project', 'policy', 'agent', 'approval', 'enrolment'] as const;

export type Thing = (typeof things)[number];

/** Where what the request is about depends on the request. */
export interface ByRequest {
  /** For the OpenAPI document: `in the project of what is frozen`. */
  readonly words: string;
  readonly of: (asked: Pick<RouteInput, 'params' | 'query' | 'body'>) => Target;
}

/** The policy of the project that is named, or the baseline of the organisation, for which the role is held in all of it. */
const namedPolicy: ByRequest = {
  words: 'in the project, or for the whole organisation about its baseline',
  of: ({ params, query }) => {
    const { project } = { ...(query as object), ...(params as object) } as { readonly project: string };
    return { thing: 'policy', id: project };
  },
};

/** To read a policy. */
export const policyReaders: Needs = { role: 'viewer', scope: namedPolicy };
/** What every agent of the organisation obeys is not an author's alone. */
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
