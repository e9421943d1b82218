import { flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

const groupMapping = object({
  group: text,
  role: oneOf('viewer', 'approver', 'author', 'admin'),
  /** `null`: the whole organisation. */
  project: orNull(text),
});

/** A role that everyone in a group has. */
export type GroupMapping = TypeOf<typeof groupMapping>;

export const groupRoleList = object({
  mappings: list(groupMapping),
  /** Where the identity provider lists the groups of a person who signs in; `null` if it does not. */
  signIn: orNull(
    object({
      issuer: text,
      claim: text,
      scope: orNull(text),
      /** Whether the server's operator lets it grant roles. */
      trusted: flag,
    }),
  ),
});

export type GroupRoleList = TypeOf<typeof groupRoleList>;
