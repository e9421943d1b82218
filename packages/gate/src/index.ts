export type { Agent, Principal, ToolCall } from '@permesso/engine/call';
export { fixedWorld, type World } from '@permesso/engine/world';
export { defineTool, type Tool } from '@permesso/engine/facts';
export {
  definePolicy,
  type Layer,
  type Mode,
  type Policy,
  PolicyError,
  type RuleInput,
  type Verdict,
} from '@permesso/engine/policy';
export type { Decision, Receipt } from '@permesso/engine/decision';
export type { Answer, Approval, ApprovalRequest, Approver } from '@permesso/protocol/approval';
export { AnswerRefused } from './approval/offered-answer.ts';
export { replay } from './gate/data/replay.ts';
export { followPolicy } from './gate/data/follow-policy.ts';
export { layerFromData } from './gate/data/layer-from-data.ts';
export { StoreFailure } from './stores/reported-stores.ts';
export type { Stores } from './stores/stores.ts';
export type { ChildOptions } from './gate/session/child-gate.ts';
export { approvals, type ApprovalInbox } from './gate/inbox/approvals.ts';
export {
  createGate,
  type Authorization,
  type AuthorizeOptions,
  type CallOutcome,
  type Consultation,
  type ConsultOptions,
  type Gate,
  type GateOptions,
  type PolicyInput,
  type StartedCall,
} from './gate/gate.ts';
