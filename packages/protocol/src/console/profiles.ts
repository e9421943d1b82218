import { losses } from './exchange.ts';
import { count, flag, list, object, oneOf, text, type TypeOf } from '../shape/index.ts';

const shownProfile = object({
  name: text,
  from: oneOf('shipped', 'kept'),
  /** Its purpose, if stated. */
  about: text,
  /** As a policy file. */
  policy: text,
  /** Files with exactly this content. */
  usedBy: list(text),
});

export type ShownProfile = TypeOf<typeof shownProfile>;

export const profileList = object({ profiles: list(shownProfile) });

export const savedProfile = object({ losses });

const shownChange = object(
  {
    action: oneOf('added', 'removed', 'changed'),
    direction: oneOf('looser', 'stricter', 'both', 'none'),
    text,
    examples: list(object({ call: text, before: text, after: text })),
  },
  { note: text },
);

export type ShownChange = TypeOf<typeof shownChange>;

/** How verdicts on calls from here would change with another policy file. */
export const policyPreview = object({
  file: text,
  /** Identifies the comparison: only what was shown may be written. */
  digest: text,
  isNew: flag,
  changes: list(shownChange),
  tried: count,
  looser: count,
  stricter: count,
});

export type PolicyPreview = TypeOf<typeof policyPreview>;
