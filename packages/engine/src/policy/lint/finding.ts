import type { Rule } from '../rules/rule.ts';

/** What is wrong with a rule. The first group is proven: without the rule every verdict is the same. */
export const deadCodes = [
  'expired',
  'never-counts',
  'impossible',
  'contradiction',
  'duplicate',
  'shadowed',
] as const;

export const otherCodes = [
  'over-broad',
  'also-allows',
  'public-suffix',
  'secret',
  'odd-agent',
  'delegation',
  'idle-allow',
  'unmatched',
  'misspelt',
  'unsandboxed',
  'sandbox-reach',
  'limit',
  'check',
  'unknown-code',
] as const;

export type DeadCode = (typeof deadCodes)[number];
export type FindingCode = DeadCode | (typeof otherCodes)[number];

export interface Finding {
  readonly code: FindingCode;
  /** `note`: true on this machine, or a matter of taste. */
  readonly severity: 'error' | 'warning' | 'note';
  /** The rule it is about; absent when it is about the policy as a whole. */
  readonly rule?: Rule;
  /** The rule that makes it so. */
  readonly by?: Rule;
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string;
  /** The rule may be removed without anybody noticing. */
  readonly removable: boolean;
}

export function isDead({ code }: Pick<Finding, 'code'>): boolean {
  return deadCodes.some((dead) => dead === code);
}
