export type { Agent, McpTool, ToolCall } from '@permesso/engine/internal/call/tool-call';
export type { Owner } from '@permesso/engine/internal/call/owner';
export type { Principal } from '@permesso/engine/internal/call/principal';
export type { ShellName } from '@permesso/engine/internal/call/shell-name';
export { kinds, type Kind } from '@permesso/engine/internal/call/kind';
export type { Entry as WorldEntry, World } from '@permesso/engine/internal/world/world';
export { fixedWorld } from '@permesso/engine/internal/world/fixed-world';
export { readWorld } from './world/read-world.ts';
export { defineTool, type ToolSpec } from '@permesso/engine/internal/facts/define-tool';
export type {
  InputOf,
  OutputOf,
  SchemaResult,
  StandardSchema,
} from '@permesso/engine/internal/facts/standard-schema';
export type { Touch } from '@permesso/engine/internal/facts/touch';
export { describeMcp, type McpDescription } from '@permesso/engine/internal/facts/tools/describe-mcp';
export { metaTool, type MetaToolSpec } from '@permesso/engine/internal/facts/tools/meta-tool';
export type { Check, Facts, Part, Subject } from '@permesso/engine/internal/facts/part';
export type { Span } from '@permesso/engine/internal/call/span';
export type { FindTool, Offer, Tool } from '@permesso/engine/internal/facts/tool';
export { compilePolicy } from '@permesso/engine/internal/policy/compile-policy';
export {
  definePolicy,
  type BuiltInName,
  type PolicyOf,
  type TypedLayer,
  type TypedRule,
} from '@permesso/engine/internal/policy/define-policy';
export type { Tests, When } from '@permesso/engine/internal/policy/rules/typed-when';
export { fromKindRules, type KindRules } from '@permesso/engine/internal/policy/kind-rules';
export type { Layer } from '@permesso/engine/internal/policy/layer';
export { fromListRules, type ListRules } from '@permesso/engine/internal/policy/list-rules';
export { modes, readMode, type Mode } from '@permesso/engine/internal/policy/mode-name';
export { parsePattern } from '@permesso/engine/internal/policy/rules/parse-pattern';
export { PolicyError } from '@permesso/engine/internal/policy/policy-error';
export type { Policy, Problem } from '@permesso/engine/internal/policy/policy';
export { printPattern } from '@permesso/engine/internal/policy/rules/print-pattern';
export type { RuleInput, RuleObject } from '@permesso/engine/internal/policy/rules/rule';
export type { Verdict } from '@permesso/engine/internal/policy/rules/verdict';
export type { Decision, Suggestion } from '@permesso/engine/internal/decision/decision';
export type { Ask, Grant, Scope } from '@permesso/engine/internal/decision/grant';
export { modeTable, steps, type Step } from '@permesso/engine/internal/decision/mode-table';
export { printDecision } from '@permesso/engine/internal/decision/print-decision';
export type {
  CheckReceipt,
  Contribution,
  PartReceipt,
  Receipt,
  RuleReference,
} from '@permesso/engine/internal/decision/receipt';
export {
  CannotAsk,
  type Answer,
  type AnswerScope,
  type ApprovalRequest,
  type Approver,
  type AskOptions,
} from '@permesso/protocol/approval/approver';
export { describeState, type Approval, type ApprovalEvent } from '@permesso/protocol/approval/approval';
export type { ApprovalState } from '@permesso/protocol/approval/approval-step';
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
export { layerFromData, type DataLayerOptions } from './gate/data/layer-from-data.ts';
export { StoreFailure } from './stores/reported-stores.ts';
export type { Stores } from './stores/stores.ts';
export { scriptedApprover } from './approval/channels/scripted-approver.ts';
export { fileLog, type FileLog, type FileLogOptions } from './log/file/file-log.ts';
export { memoryLog, type Entry, type Log, type LogSink } from './log/entry/log.ts';
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
