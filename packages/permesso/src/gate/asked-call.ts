import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import type { Allowing, ApprovalRequest } from '@permesso/protocol/approval/approver';
import type { Basis, Decided } from './decide-now.ts';

/** A call that a person must approve, with the decision that says so. */
export interface AskedCall extends Decided {
  readonly call: ToolCall;
  readonly basis: Basis;
}

/** An approval with what it was given to. */
export interface ApprovedCall extends AskedCall {
  readonly answer: Allowing;
  readonly request: ApprovalRequest;
}
