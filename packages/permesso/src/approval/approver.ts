import type { ToolCall } from '../call/tool-call.ts';
import type { Decision } from '../decision/decision.ts';

/** A question put to a person: exactly this call, with why it asks. Serialisable. */
export interface ApprovalRequest {
  readonly id: string;
  /** Names exactly what will run; an answer is worth nothing for any other call. */
  readonly callKey: string;
  readonly call: ToolCall;
  readonly decision: Decision;
}

export type Answer =
  | {
      readonly verdict: 'allow';
      /** `once` when absent. */
      readonly scope?: 'once' | 'session' | 'project' | 'user' | { readonly until: number };
      /** The rules to remember: one of the decision's suggestions, or that suggestion edited. */
      readonly rules?: readonly string[];
      readonly by?: string;
    }
  | {
      readonly verdict: 'deny';
      /** Told to the model. */
      readonly words?: string;
      readonly by?: string;
    };

/** Whoever can be asked: a terminal, a web page, a chat. May take days; must stop when the signal says so. */
export type Approver = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<Answer>;
