import { isRecord } from '../../call/is-record.ts';

/** As written: one label, any of several, or all of them. */
export type AfterInput = string | readonly string[] | { readonly all: readonly string[] };

export interface RuleAfter {
  readonly labels: readonly string[];
  /** All of them are needed; absent: one is enough. */
  readonly all?: true;
}

/**
 * Labels that need no definition: text written by others was read, a secret was read, data of the person or the company was
 * read, something left this machine, the place that a repository is pushed to was changed.
 */
export const builtInLabels = ['untrusted', 'secret', 'private', 'acted', 'repointed'] as const;

export function isLabelName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/u.test(value);
}

export function isAfter(value: unknown): value is AfterInput {
  if (!isRecord(value)) return isLabelName(value) || isLabels(value);
  return Object.keys(value).join() === 'all' && isLabels(value['all']);
}

function isLabels(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLabelName);
}

export function parseAfter(given: AfterInput): RuleAfter {
  if (typeof given === 'string') return { labels: [given] };
  const labels = 'all' in given ? given.all : given;
  const sorted = [...new Set(labels)].toSorted();
  return 'all' in given && sorted.length > 1 ? { labels: sorted, all: true } : { labels: sorted };
}

export function printAfter({ labels, all }: RuleAfter): AfterInput {
  if (all === true) return { all: labels };
  return labels.length === 1 ? (labels[0] ?? '') : labels;
}

/** Whether the rule applies to a session with these labels. More labels never make it apply less. */
export function holdsAfter({ labels, all }: RuleAfter, has: (label: string) => boolean): boolean {
  return all === true ? labels.every(has) : labels.some(has);
}
