export {
  type Agent,
  type Kind,
  kinds,
  type McpTool,
  type Owner,
  type Principal,
  type ShellName,
  type Span,
  type ToolCall,
} from '@permesso/engine/call';
export { type Entry as WorldEntry, fixedWorld, type World } from '@permesso/engine/world';
export { readWorld } from './world/read-world.ts';
export {
  type Check,
  defineTool,
  describeMcp,
  type Facts,
  type FindTool,
  type InputOf,
  type McpDescription,
  metaTool,
  type MetaToolSpec,
  type Offer,
  type OutputOf,
  type Effect,
  type EffectName,
  effectNames,
  type Part,
  type SchemaResult,
  type StandardSchema,
  type Subject,
  type Tool,
  type ToolSpec,
  type Touch,
} from '@permesso/engine/facts';
export {
  type ApproversInput,
  type BuiltInName,
  compilePolicy,
  definePolicy,
  fromKindRules,
  fromListRules,
  type KindRules,
  type Layer,
  type ListRules,
  type Mode,
  modes,
  parsePattern,
  type Policy,
  PolicyError,
  type PolicyOf,
  printPattern,
  type Problem,
  readMode,
  type RuleApprovers,
  type RuleInput,
  type RuleObject,
  type Tests,
  type TypedLayer,
  type TypedRule,
  type Verdict,
  type When,
} from '@permesso/engine/policy';
export {
  type ApproversReceipt,
  type Ask,
  type CheckReceipt,
  type Contribution,
  type Decision,
  type Grant,
  modeTable,
  type PartReceipt,
  printDecision,
  type Receipt,
  type RuleReference,
  type SessionReceipt,
  type Scope,
  type Step,
  steps,
  type Suggestion,
} from '@permesso/engine/decision';
export {
  type Answer,
  type AnswerScope,
  type Approval,
  type ApprovalEvent,
  type ApprovalRequest,
  type ApprovalState,
  type Approver,
  type AskOptions,
  CannotAsk,
  describeState,
} from '@permesso/protocol/approval';
export { approvalFiles } from './approval/stores/approval-files.ts';
export {
  memoryApprovals,
  type ApprovalStore,
  type Awaitable,
  type StoreLimits,
  type SyncApprovalStore,
  type WantedApprovals,
} from './approval/stores/approval-store.ts';
export type { Clock } from './approval/clock.ts';
export { commandApprover, type CommandApproverOptions } from './approval/channels/command-approver.ts';
export type { Denial } from './approval/denial.ts';
export { durableApprover, type DurableOptions } from './approval/channels/durable-approver.ts';
export { race, tryInOrder } from './approval/channels/combine-approvers.ts';
export { grantFiles, type GrantFilesOptions, type SavedRule } from './approval/stores/grant-files.ts';
export { collectRefusals, type Refusal, type Refusals } from './log/search/refusals.ts';
export {
  exitCodeFor,
  printSummary,
  summarise,
  type Summary,
  type SummaryFormat,
} from './log/search/refusal-summary.ts';
export { terminalApprover, type TerminalOptions } from './approval/channels/terminal/terminal-approver.ts';
export {
  webhookApprover,
  type WebhookApprover,
  type WebhookOptions,
} from './approval/channels/webhook-approver.ts';
export { announcePresence, isAnyonePresent } from './approval/channels/presence.ts';
export { requirePresence, type PresenceOptions } from './approval/channels/require-presence.ts';
export { AnswerRefused } from './approval/offered-answer.ts';
export { pinTool, type ToolDescription } from './approval/request/pin-tool.ts';
export {
  memoryGrants,
  type GrantReader,
  type GrantStore,
  type SyncGrantStore,
} from './approval/stores/grant-store.ts';
export { authzenCheck } from './checks/authzen.ts';
export { cedarCheck, type CedarEntity, type CedarModule, type CedarOptions } from './checks/cedar.ts';
export type { CheckedCall, CheckReply, ExternalCheck } from './checks/external-check.ts';
export { opaCheck } from './checks/opa.ts';
export type { ServiceOptions } from './checks/ask-service.ts';
export type { LimitClaim, LimitStore, Reservation } from './limits/limit-store.ts';
export type { SessionEvent, SessionKey, SessionStore } from './sessions/session-store.ts';
export type { Order, Session, SessionLabel } from '@permesso/engine/session';
export type { KeptEntry } from '@permesso/protocol/entry';
export { replay, type ChangedVerdict, type ReplayReport } from './gate/data/replay.ts';
export {
  followPolicy,
  type FollowedPolicy,
  type FollowOptions,
  type PolicyVersion,
} from './gate/data/follow-policy.ts';
export { layerFromData, type DataLayerOptions } from './gate/data/layer-from-data.ts';
export { StoreFailure } from './stores/reported-stores.ts';
export type { Stores } from './stores/stores.ts';
export { scriptedApprover } from './approval/channels/scripted-approver.ts';
export { fileLog, type FileLog, type FileLogOptions } from './log/file/file-log.ts';
export {
  memoryLog,
  type Entry,
  type GateEvent,
  type Log,
  type LogSink,
  type LogStore,
  type WantedEntries,
} from './log/entry/log.ts';
export {
  approvals,
  type ApprovalInbox,
  type GivenAnswer,
  type InboxOptions,
} from './gate/inbox/approvals.ts';
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
