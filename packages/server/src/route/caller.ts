/** The caller, as far as proven. */
export type Caller = Nobody | PersonCaller | AgentCaller | ScimCaller;

interface Asking {
  /** The client's address; absent for requests made by a part of the server. */
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
  /** The browser session; null for a token, or a part of the server acting for the person. */
  readonly session: string | null;
  /** The API token used, even through a session; null for a sign-in at an identity provider. */
  readonly token: CallerToken | null;
}

export interface CallerToken {
  /** The chain of tokens that created it, itself last: anything it creates is valid while all of them are. */
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

/** An organisation's directory, which manages people and groups and can do nothing else. */
export interface ScimCaller extends Asking {
  readonly kind: 'scim';
  readonly organisation: string;
  readonly token: string;
  /** Created by the operator, for the directory; an admin's own token acts for that admin. */
  readonly isOperators: boolean;
}

export const roleNames = ['viewer', 'approver', 'author', 'admin'] as const;

export type Role = (typeof roleNames)[number];

export interface HeldRole {
  readonly role: Role;
  /** Null means everywhere. */
  readonly project: string | null;
}

/** Every role may view. No other role includes another: who may answer is stated, never implied. */
export function holds({ roles }: Pick<PersonCaller, 'roles'>, role: Role, project?: string): boolean {
  return roles.some(
    (held) =>
      (held.role === role || role === 'viewer') &&
      (held.project === null || project === undefined || held.project === project),
  );
}

/** Whether the role is held for the whole organisation. */
export function holdsEverywhere({ roles }: PersonCaller, role: Role): boolean {
  return roles.some((held) => (held.role === role || role === 'viewer') && held.project === null);
}

/** The projects in which the role is held; null for all. For list queries. */
export function projectsWith(caller: PersonCaller, role: Role): readonly string[] | null {
  if (holdsEverywhere(caller, role)) return null;
  return caller.roles.flatMap((held) =>
    (held.role === role || role === 'viewer') && held.project !== null ? held.project : [],
  );
}

/** `person:UUID`, as in the records. */
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
