import type { Principal } from '../../call/principal.ts';
import type { Layer } from '../layer.ts';
import type { Mode } from '../mode-name.ts';
import type { RuleInput } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { FileProblem, Position } from './file-problem.ts';

/** A policy file as it was read: its rules, settings and tests. */
export interface PolicyFile {
  readonly file: string;
  /**
   * As far as it could be read, with the line of each rule; its name, root and trust are given by the code that found the
   * file. Nothing may be decided with it while `problems` holds an error.
   */
  readonly layer: Layer;
  readonly tests: readonly PolicyTest[];
  /** Names of groups and presets. */
  readonly use: readonly string[];
  readonly usePlaces: readonly Position[];
  /** Whom each of them is for, in the same order. Absent where all of them are for every agent. */
  readonly useLimits?: readonly UseLimit[];
  readonly groups: ReadonlyMap<string, Group>;
  readonly failure?: 'deny' | 'ask';
  readonly team?: string;
  readonly problems: readonly FileProblem[];
}

/** Which agents use a group or preset. */
export interface UseLimit {
  /** All of its rules are for these only. */
  readonly agents?: readonly string[];
  /** What it allows is not for these. */
  readonly except?: readonly string[];
}

/** Rules under a name. */
export type Group = Pick<Layer, 'lines'> & { readonly [V in Verdict]?: readonly RuleInput[] };

/** A call and the verdict that the policy must give. */
export interface PolicyTest extends Position {
  readonly call: TestCall;
  readonly expect: Verdict;
  readonly mode?: Mode;
  readonly because?: string;
}

/** A call that a policy file tests itself with. */
export interface TestCall {
  /** As written, or as JSON. */
  readonly text: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly principal?: Principal;
}

export function hasErrors({ problems }: Pick<PolicyFile, 'problems'>): boolean {
  return problems.some(({ severity }) => severity === 'error');
}
