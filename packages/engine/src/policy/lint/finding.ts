import type { Rule } from '../rules/rule.ts';

/** The problems of a rule. Those in the first group are proven: without the rule every verdict stays the same. */
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
  /** The rule that causes it. */
  readonly by?: Rule;
  readonly message: string;
  readonly fix?: string;
  /** The rule can be removed without any effect. */
  readonly removable: boolean;
}

export function isDead({ code }: Pick<Finding, 'code'>): boolean {
  return deadCodes.some((dead) => dead === code);
}
