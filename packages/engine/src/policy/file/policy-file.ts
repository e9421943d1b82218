import type { Principal } from '../../call/principal.ts';
import type { Layer } from '../layer.ts';
import type { Mode } from '../mode-name.ts';
import type { RuleInput } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { FileProblem, Position } from './file-problem.ts';

/** The parsed content of a policy file: its rules, settings and tests. */
export interface PolicyFile {
  readonly file: string;
  /**
   * As far as it could be read, with the line of each rule; the code that found the file sets its name, root and trust. Do not
   * decide with it while `problems` holds an error.
   */
  readonly layer: Layer;
  readonly tests: readonly PolicyTest[];
  /** Names of groups and presets. */
  readonly use: readonly string[];
  readonly usePlaces: readonly Position[];
  /** Which agents each of them is for, in the same order. Absent when all are for every agent. */
  readonly useLimits?: readonly UseLimit[];
  readonly groups: ReadonlyMap<string, Group>;
  readonly failure?: 'deny' | 'ask';
  readonly team?: string;
  readonly problems: readonly FileProblem[];
}

/** Which agents use a group or preset. */
export interface UseLimit {
  /** All of its rules apply to these agents only. */
  readonly agents?: readonly string[];
  /** Its allow rules do not apply to these agents. */
  readonly except?: readonly string[];
}

/** Named rules, which a policy takes with `use`. */
export type Group = Pick<Layer, 'lines'> & { readonly [V in Verdict]?: readonly RuleInput[] };

/** A call and its expected verdict. */
export interface PolicyTest extends Position {
  readonly call: TestCall;
  readonly expect: Verdict;
  readonly mode?: Mode;
  readonly because?: string;
}

/** A call in a test of a policy file. */
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
