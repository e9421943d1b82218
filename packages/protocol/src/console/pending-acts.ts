import { list, object, orNull, text, fields, type TypeOf } from '../shape/index.ts';

/** Actions that one person requested and a second one, or the operator, confirms. */
export const pendingActs = object({
  acts: list(
    object({
      id: text,
      /** `person.erase`, `approval-rule.remove`, ... */
      act: text,
      subject: text,
      /** The person whom it affects, if any. */
      subjectName: orNull(text),
      detail: fields,
      askedBy: text,
      askedByName: text,
      askedAt: text,
      expiresAt: text,
      /** Another person needs one of these organisation-wide roles to confirm it. */
      confirmers: list(text),
    }),
  ),
});

export type PendingAct = TypeOf<typeof pendingActs>['acts'][number];
