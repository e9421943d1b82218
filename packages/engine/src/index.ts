/** The public API. The other entry points, one per stage, serve the packages of this repository and may change in any release. */
export { readCall } from './call/read-call.ts';
export type { ShellName } from './call/shell-name.ts';
export { kinds, type Kind } from './call/kind.ts';
export type { Agent, McpTool, ToolCall } from './call/tool-call.ts';
export type { Principal } from './call/principal.ts';
export type { Decision, SandboxObligation, Suggestion } from './decision/decision.ts';
export { decideCall, explainCall, type DecideOptions } from './decision/decide-call.ts';
export type { Explanation } from './decision/explain/explain.ts';
export type { Ask, Grant, Scope } from './decision/grant.ts';
export { modeTable, steps, type Step } from './decision/mode-table.ts';
export { printDecision } from './decision/print-decision.ts';
export type {
  Contribution,
  PartReceipt,
  Receipt,
  RuleReference,
  SessionReceipt,
} from './decision/receipt.ts';
export { defineTool, type ToolSpec } from './facts/define-tool.ts';
export { effectNames, type Effect, type EffectName } from './facts/effect.ts';
export type { InputOf, OutputOf, SchemaResult, StandardSchema } from './facts/standard-schema.ts';
export type { Check, Facts, Part, Subject } from './facts/part.ts';
export type { Span } from './call/span.ts';
export type { FindTool, Offer, Tool } from './facts/tool.ts';
export { describeMcp, type McpDescription } from './facts/tools/describe-mcp.ts';
export { metaTool, type MetaToolSpec } from './facts/tools/meta-tool.ts';
export type { Touch } from './facts/touch.ts';
export { compilePolicy } from './policy/compile-policy.ts';
export {
  definePolicy,
  type BuiltInName,
  type PolicyOf,
  type TypedLayer,
  type TypedRule,
} from './policy/define-policy.ts';
export type { Tests, When } from './policy/rules/typed-when.ts';
export { fromKindRules, type KindRules } from './policy/kind-rules.ts';
export type { Layer } from './policy/layer.ts';
export { fromListRules, type ListRules } from './policy/list-rules.ts';
export { modes, readMode, type Mode } from './policy/mode-name.ts';
export { PolicyError } from './policy/policy-error.ts';
export type { Policy, Problem } from './policy/policy.ts';
export { parsePattern } from './policy/rules/parse-pattern.ts';
export { printPattern } from './policy/rules/print-pattern.ts';
export type { RuleInput, RuleObject } from './policy/rules/rule.ts';
export type { Verdict } from './policy/rules/verdict.ts';
export { type Order, readOrder } from './session/orders.ts';
export type { Session, SessionLabel } from './session/session.ts';
export { deriveProfile, type Derivation } from './sandbox/derive-profile.ts';
export { profileDigest } from './sandbox/digest.ts';
export type { ProfileLine, SandboxProfile } from './sandbox/sandbox-profile.ts';
export { fixedWorld } from './world/fixed-world.ts';
export type { Entry as WorldEntry, RepositoryFact, SandboxFact, World } from './world/world.ts';
