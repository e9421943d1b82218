/** The entry point of this stage for other packages. */
export type { PolicyDifference } from './compare/change.ts';
export { type CompareOptions, comparePolicies, type Comparison } from './compare/compare-policies.ts';
export { printCall } from './compare/print-call.ts';
export { unmatched } from './compare/unmatched.ts';
export { decideCall } from './decide-call.ts';
export { decideObserved } from './decide-observed.ts';
export type { Decision, Observed, SandboxObligation, Suggestion } from './decision.ts';
export type { DecisionInput } from './decision-input.ts';
export { type Considered, explain, type Explanation } from './explain/explain.ts';
export { deniedText, failureDecision } from './failure.ts';
export { type Ask, type Grant, isImmune, sameAsk, type Scope } from './grant.ts';
export { inertReason } from './inert-reason.ts';
export { judge, type Verdicts } from './judge.ts';
export { type Judgement, matchingSurely } from './judge-part.ts';
export { candidatesFor } from './learn/candidates.ts';
export { type Approved, type Hostile, type Learning, learnRules, newlyAllowed } from './learn/learn-rules.ts';
export { evaluateAgain, type RememberedCall, rememberedCall, withRules } from './learn/remembered-call.ts';
export { withCounted } from './limits.ts';
export { modeTable, type Step, steps } from './mode-table.ts';
export { observedBy } from './observe.ts';
export { printDecision, wrap } from './print-decision.ts';
export { printExplanation } from './explain/print-explanation.ts';
export { printable } from './printable.ts';
export type {
  ApproversReceipt,
  CheckAnswer,
  CheckReceipt,
  Contribution,
  KeptReceipt,
  LimitReceipt,
  PartReceipt,
  Receipt,
  RuleReference,
  SessionReceipt,
} from './receipt.ts';
export { effectClauses, gravityOf, isRunningFetched, toldGravity } from './sentence/effect-sentence.ts';
export { effectTitle } from './sentence/effect-title.ts';
export { shownFile } from './sentence/shown-names.ts';
export { hostsIn, type SentenceContext } from './sentence/effect-clause.ts';
export { sessionText } from './sentence/session-receipt.ts';
export { grantOf, sessionOrigin } from './suggest.ts';
export { visibleTools } from './visible-tools.ts';
