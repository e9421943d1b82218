import { verdict } from './inbox.ts';
import { flag, list, object, text, type TypeOf } from '../shape/index.ts';

export const formatList = object({
  formats: list(object({ name: text, title: text, reads: flag, writes: flag })),
});

export type ListedFormat = TypeOf<typeof formatList>['formats'][number];

/** What could not be carried over. */
export const losses = list(object({ what: text, why: text, effect: text }));

export type ShownLosses = TypeOf<typeof losses>;

export const exportedText = object({ text, losses });

export const importedRules = object({
  /** The rules and all settings, as a policy file. */
  policy: text,
  rules: list(object({ verdict, rule: text })),
  losses,
});

export type ImportedRules = TypeOf<typeof importedRules>;
