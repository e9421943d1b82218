export type { Agent, McpTool, ToolCall } from './call/tool-call.ts';
export type { Owner } from './call/owner.ts';
export { kinds, type Kind } from './call/kind.ts';
export type { Entry as WorldEntry, World } from './world/world.ts';
export { fixedWorld } from './world/fixed-world.ts';
export { readWorld } from './world/read-world.ts';
export { defineTool, type ToolSpec } from './facts/define-tool.ts';
export type { Touch } from './facts/touch.ts';
export { describeMcp, type McpDescription } from './facts/tools/describe-mcp.ts';
export { metaTool, type MetaToolSpec } from './facts/tools/meta-tool.ts';
export type { Check, Facts, Part, Span, Subject } from './facts/part.ts';
export type { FindTool, Offer, Tool } from './facts/tool.ts';
export { compilePolicy } from './policy/compile-policy.ts';
export { fromKindRules, type KindRules } from './policy/kind-rules.ts';
export type { Layer } from './policy/layer.ts';
export { fromListRules, type ListRules } from './policy/list-rules.ts';
export { modes, readMode, type Mode } from './policy/mode-name.ts';
export { parsePattern } from './policy/parse-pattern.ts';
export { PolicyError } from './policy/policy-error.ts';
export type { Policy, Problem } from './policy/policy.ts';
export { printPattern } from './policy/print-pattern.ts';
export type { RuleInput, RuleObject } from './policy/rule.ts';
export type { Verdict } from './policy/verdict.ts';
export type { Decision, Suggestion } from './decision/decision.ts';
export type { Ask, Grant, Scope } from './decision/grant.ts';
export { modeTable, steps, type Step } from './decision/mode-table.ts';
export { printDecision } from './decision/print-decision.ts';
export type { Contribution, PartReceipt, Receipt, RuleReference } from './decision/receipt.ts';
export {
  CannotAsk,
  type Answer,
  type AnswerScope,
  type ApprovalRequest,
  type Approver,
  type AskOptions,
} from './approval/approver.ts';
export { describeState, type Approval, type ApprovalEvent, type ApprovalState } from './approval/approval.ts';
export { approvalFiles } from './approval/approval-files.ts';
export { memoryApprovals, type ApprovalStore, type StoreLimits } from './approval/approval-store.ts';
export type { Clock } from './approval/clock.ts';
export { commandApprover, type CommandApproverOptions } from './approval/command-approver.ts';
export type { Denial } from './approval/denial.ts';
export { durableApprover, type DurableOptions } from './approval/durable-approver.ts';
export { eitherOf, firstOf } from './approval/first-of.ts';
export { grantFiles, type GrantFilesOptions, type SavedRule } from './approval/grant-files.ts';
export { collectRefusals, type Refusal, type Refusals } from './record/refusals.ts';
export {
  exitCodeFor,
  printSummary,
  summarise,
  type Summary,
  type SummaryFormat,
} from './record/refusal-summary.ts';
export { terminalApprover, type TerminalOptions } from './approval/terminal/terminal-approver.ts';
export { webhookApprover, type WebhookApprover, type WebhookOptions } from './approval/webhook-approver.ts';
export { bePresent, isSomebodyPresent } from './approval/present.ts';
export { whilePresent, type PresenceOptions } from './approval/while-present.ts';
export { AnswerRefused } from './approval/offered-answer.ts';
export { pinTool, type ToolDescription } from './approval/pin-tool.ts';
export { memoryGrants, type GrantStore } from './approval/grant-store.ts';
export { scriptedApprover } from './approval/scripted-approver.ts';
export { fileLog, type FileLog, type FileLogOptions } from './record/file-log.ts';
export { memoryLog, type Entry, type Log } from './record/log.ts';
export {
  createGate,
  type Authorization,
  type AuthorizeOptions,
  type Consultation,
  type ConsultOptions,
  type Gate,
  type GateOptions,
  type PolicyInput,
} from './gate.ts';
