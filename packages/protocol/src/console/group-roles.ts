import { flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

const groupMapping = object({
  group: text,
  role: oneOf('viewer', 'approver', 'author', 'admin'),
  /** `null`: the whole organisation. */
  project: orNull(text),
});

/** A role that everybody in a group has. */
export type GroupMapping = TypeOf<typeof groupMapping>;

export const groupRoleList = object({
  mappings: list(groupMapping),
  /** Where the identity provider names the groups of somebody who signs in; `null` where it does not. */
  signIn: orNull(
    object({
      issuer: text,
      claim: text,
      scope: orNull(text),
      /** Whether the operator of the server lets it give roles. */
      trusted: flag,
    }),
  ),
});

export type GroupRoleList = TypeOf<typeof groupRoleList>;
