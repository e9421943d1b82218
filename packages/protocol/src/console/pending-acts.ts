import { list, object, orNull, text, fields, type TypeOf } from '../shape/index.ts';

/** What one person asked for and a second one, or the operator, confirms. */
export const pendingActs = object({
  acts: list(
    object({
      id: text,
      /** `person.erase`, `approval-rule.remove`, ... */
      act: text,
      subject: text,
      /** Whom it is about, where that is a person. */
      subjectName: orNull(text),
      detail: fields,
      askedBy: text,
      askedByName: text,
      askedAt: text,
      expiresAt: text,
      /** With which of these roles for the whole organisation another person confirms it. */
      confirmers: list(text),
    }),
  ),
});

export type PendingAct = TypeOf<typeof pendingActs>['acts'][number];
