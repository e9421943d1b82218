import type { Mode } from '../policy/mode-name.ts';
import type { Verdict } from '../policy/rules/verdict.ts';

/**
 * The steps evaluated for each part, in this order. The first step that applies and whose cell in the mode's row is a verdict
 * decides.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { steps } from '@permesso/gate/rules';
 * const { receipt } = await createGate({ policy: {} }).check({ tool: 'refund', input: {} });
 * for (const { step } of receipt.parts) console.log(steps.indexOf(step));
 * ```
 */
export const steps = [
  /** All calls are frozen. */
  'frozen',
  'deny',
  /** A deny rule may match: something about the part is unknown. */
  'mayDeny',
  /** An ask rule matches or may match. */
  'ask',
  /** It writes a guarded place: a built-in ask rule that no rule and no mode can remove. */
  'guard',
  /** The part is proven to change nothing. */
  'readOnly',
  'checkAllow',
  'checkDeny',
  /** The tool's check asks, immune to allow rules. */
  'safety',
  'checkAsk',
  /** An edit whose targets are all proven to lie in a working directory. */
  'edit',
  /** An allow rule or a grant covers the part. */
  'allowRule',
  /** The policy runs calls sandboxed and a sandbox holds the part: it is allowed there. */
  'sandbox',
  'otherwise',
  /** Applies to allowed parts only: it may run code that a sandboxed call wrote, and no sandbox can run it. */
  'unsandboxed',
] as const;

/** One step of a decision: a column of the mode table. */
export type Step = (typeof steps)[number];

/** `-`: this mode skips the step. */
export type Cell = Verdict | '-';

export type ModeRow = { readonly [S in Exclude<Step, 'otherwise'>]: Cell } & {
  readonly otherwise: Verdict;
  /** Which earlier approvals count: those given in any mode, or only those given in this mode. */
  readonly answers: 'any mode' | 'this mode';
};

/**
 * The complete meaning of each mode. A new mode is a new row.
 *
 * @example
 * ```ts
 * import { modeTable } from '@permesso/gate/rules';
 * console.log(modeTable.bypass.safety);
 * ```
 */
export const modeTable: { readonly [M in Mode]: ModeRow } = {
  default: {
    frozen: 'deny',
    deny: 'deny',
    mayDeny: 'ask',
    ask: 'ask',
    guard: 'ask',
    readOnly: '-',
    checkAllow: 'allow',
    checkDeny: 'deny',
    safety: 'ask',
    checkAsk: '-',
    edit: '-',
    allowRule: 'allow',
    sandbox: 'allow',
    otherwise: 'ask',
    unsandboxed: 'ask',
    answers: 'any mode',
  },
  acceptEdits: {
    frozen: 'deny',
    deny: 'deny',
    mayDeny: 'ask',
    ask: 'ask',
    guard: 'ask',
    readOnly: 'allow',
    checkAllow: 'allow',
    checkDeny: 'deny',
    safety: 'ask',
    checkAsk: '-',
    edit: 'allow',
    allowRule: 'allow',
    sandbox: 'allow',
    otherwise: 'ask',
    unsandboxed: 'ask',
    answers: 'any mode',
  },
  explore: {
    frozen: 'deny',
    deny: 'deny',
    mayDeny: 'deny',
    ask: 'ask',
    guard: 'deny',
    readOnly: 'allow',
    checkAllow: '-',
    checkDeny: '-',
    safety: '-',
    checkAsk: '-',
    edit: '-',
    allowRule: '-',
    sandbox: 'allow',
    otherwise: 'deny',
    unsandboxed: 'deny',
    answers: 'this mode',
  },
  bypass: {
    frozen: 'deny',
    deny: 'deny',
    mayDeny: 'ask',
    ask: 'ask',
    guard: 'ask',
    readOnly: '-',
    checkAllow: 'allow',
    checkDeny: 'deny',
    safety: '-',
    checkAsk: '-',
    edit: '-',
    allowRule: '-',
    sandbox: '-',
    otherwise: 'allow',
    unsandboxed: '-',
    answers: 'any mode',
  },
  dontAsk: {
    frozen: 'deny',
    deny: 'deny',
    mayDeny: 'deny',
    ask: 'deny',
    guard: 'deny',
    readOnly: '-',
    checkAllow: 'allow',
    checkDeny: 'deny',
    safety: 'deny',
    checkAsk: 'deny',
    edit: '-',
    allowRule: 'allow',
    sandbox: 'allow',
    otherwise: 'deny',
    unsandboxed: 'deny',
    answers: 'any mode',
  },
};
