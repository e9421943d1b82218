import { losses } from './exchange.ts';
import { count, flag, list, object, oneOf, text, type TypeOf } from '../shape/index.ts';

const shownProfile = object({
  name: text,
  from: oneOf('shipped', 'kept'),
  /** What it is for, where it says so. */
  about: text,
  /** As a policy file. */
  policy: text,
  /** Files that say exactly this. */
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

/** What would change for calls from here if a policy file said something else. */
export const policyPreview = object({
  file: text,
  /** Names what was compared: what is written must be what was shown. */
  digest: text,
  isNew: flag,
  changes: list(shownChange),
  tried: count,
  looser: count,
  stricter: count,
});

export type PolicyPreview = TypeOf<typeof policyPreview>;
