import { list, object, text, fields } from './shape.ts';

/** What one person asked for and a second one, or the operator, confirms. */
export const pendingActs = object({
  acts: list(
    object({
      id: text,
      /** `person.erase`, `approval-rule.remove`, ... */
      act: text,
      subject: text,
      detail: fields,
      askedBy: text,
      askedByName: text,
      askedAt: text,
      expiresAt: text,
    }),
  ),
});
