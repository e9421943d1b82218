/** Who asks, as far as it was proven. */
export type Caller = Nobody | PersonCaller | AgentCaller | ScimCaller;

interface Asking {
  /** Where the request came from; absent where a part of the server asks for them. */
  readonly address?: string;
}

export interface Nobody extends Asking {
  readonly kind: 'nobody';
}

export interface PersonCaller extends Asking {
  readonly kind: 'person';
  readonly organisation: string;
  readonly person: string;
  readonly email: string | null;
  readonly via: 'token' | 'session';
  readonly roles: readonly HeldRole[];
  /** The session of the browser; null where a token asks, or a part of the server for the person. */
  readonly session: string | null;
  /** The API token that let them in, also by a session; null where an identity provider did. */
  readonly token: CallerToken | null;
}

export interface CallerToken {
  /** The tokens that it was made with, and itself at the end: what it makes counts while all of them do. */
  readonly lineage: readonly string[];
  readonly expiresAt: Date;
}

export interface AgentCaller extends Asking {
  readonly kind: 'agent';
  readonly organisation: string;
  readonly project: string;
  readonly agent: string;
  readonly owner: string;
}

/** The directory of an organisation, which keeps its people and groups and can do nothing else. */
export interface ScimCaller extends Asking {
  readonly kind: 'scim';
  readonly organisation: string;
  readonly token: string;
  /** Made by the operator, for the directory; an admin's own token speaks for that admin. */
  readonly isOperators: boolean;
}

export const roleNames = ['viewer', 'approver', 'author', 'admin'] as const;

export type Role = (typeof roleNames)[number];

export interface HeldRole {
  readonly role: Role;
  /** Everywhere when null. */
  readonly project: string | null;
}

/** Every role may look. No other role contains another: who may answer is said, not implied. */
export function holds({ roles }: Pick<PersonCaller, 'roles'>, role: Role, project?: string): boolean {
  return roles.some(
    (held) =>
      (held.role === role || role === 'viewer') &&
      (held.project === null || project === undefined || held.project === project),
  );
}

/** Whether the role was given for the whole organisation. */
export function holdsEverywhere({ roles }: PersonCaller, role: Role): boolean {
  return roles.some((held) => (held.role === role || role === 'viewer') && held.project === null);
}

/** The projects in which the role is held; all of them when null. What lists things takes these. */
export function projectsWith(caller: PersonCaller, role: Role): readonly string[] | null {
  if (holdsEverywhere(caller, role)) return null;
  return caller.roles.flatMap((held) =>
    (held.role === role || role === 'viewer') && held.project !== null ? held.project : [],
  );
}

/** `person:UUID`, as it stands in the records. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'nobody':
      return 'nobody';
    case 'person':
      return `person:${caller.person}`;
    case 'agent':
      return `agent:${caller.agent}`;
    case 'scim':
      return `scim:${caller.token}`;
  }
}
