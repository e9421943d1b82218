import type { ToolCall } from '../call/tool-call.ts';
import type { Facts } from '../facts/part.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import type { World } from '../world/world.ts';
import type { Derivation } from '../sandbox/derive-profile.ts';
import type { CheckAnswer } from './receipt.ts';
import type { Session } from '../session/session.ts';
import type { Grant } from './grant.ts';

/** Everything a verdict may depend on. Same question, same verdict. */
export interface DecisionInput {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly mode: Mode;
  readonly world: World;
  readonly grants: readonly Grant[];
  /**
   * What was counted before this call for each limit, by the key of its rule in a receipt. Nothing when absent: the caller that acts on an
   * allow counts it first.
   */
  readonly counts?: ReadonlyMap<string, number>;
  /**
   * What checks said of the call, by the key of the rule that names them. Without an answer such a rule does not count: the
   * caller that acts on an allow asks first.
   */
  readonly answers?: ReadonlyMap<string, CheckAnswer>;
  /** The labels of the session and what the person ordered in it. Absent: it has none. */
  readonly session?: Session | undefined;
  /** Names this very call; grants for an exact call compare it. */
  readonly callKey: string;
  /** Whether there is anybody to ask. */
  readonly interactive: boolean;
  /** The caller runs sandboxed what is allowed sandboxed, and not otherwise. Absent: such a call is asked about. */
  readonly runsSandboxed?: boolean;
  /**
   * The profile of this call, derived when it is needed: it looks at many files, which a log need not keep. Derived from the
   * world when absent.
   */
  readonly sandboxProfile?: (mode: Mode) => Derivation;
  /** Why everything is stopped, when it is. */
  readonly frozen?: string;
}
