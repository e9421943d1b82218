import type { ToolCall } from '../call/tool-call.ts';
import type { Facts } from '../facts/part.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import type { World } from '../world/world.ts';
import type { Derivation } from '../sandbox/derive-profile.ts';
import type { CheckAnswer } from './receipt.ts';
import type { Session } from '../session/session.ts';
import type { Grant } from './grant.ts';

/** Everything that a verdict may depend on. The same input always gives the same verdict. */
export interface DecisionInput {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly mode: Mode;
  readonly world: World;
  readonly grants: readonly Grant[];
  /**
   * The count before this call for each limit, by the key of its rule in a receipt. Absent when nothing was counted yet: the
   * caller that acts on an allow counts first.
   */
  readonly counts?: ReadonlyMap<string, number>;
  /**
   * Results of checks for this call, by the key of the rule that names them. A rule without a result does not count: the caller
   * that acts on an allow runs the check first.
   */
  readonly answers?: ReadonlyMap<string, CheckAnswer>;
  /** The session's labels and the person's orders in it. Absent: none. */
  readonly session?: Session | undefined;
  /** Identifies exactly this call; grants for an exact call compare it. */
  readonly callKey: string;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
  /** The caller runs a call that is allowed sandboxed only in the sandbox. Absent: such a call is asked about. */
  readonly runsSandboxed?: boolean;
  /**
   * Derives the profile of this call on demand: it depends on many files, which a log need not keep. Defaults to deriving it
   * from the world.
   */
  readonly sandboxProfile?: (mode: Mode) => Derivation;
  /** Why all calls are frozen, when they are. */
  readonly frozen?: string;
}
