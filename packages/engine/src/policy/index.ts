/** The entry point of this stage for other packages. */
export { type KeepInput, type KeepObject, type KeepSettings } from './keep.ts';
export { checkFor, type GivenCheck, mayCheck } from './check-input.ts';
export {
  type BuiltInName,
  checkOptions,
  compileCode,
  definePolicy,
  type PolicyOf,
  soundPolicy,
  type TypedLayer,
  type TypedRule,
} from './define-policy.ts';
export { compilePolicy, linkPolicy, modeFix } from './compile-policy.ts';
export { didYouMean, meantBy } from '../messages/did-you-mean.ts';
export { hiddenKey, withDenyRules, withHiddenDenied } from './hidden-tool.ts';
export { modeUnderHost } from './host-mode.ts';
export { printInstant } from './instant.ts';
export { fromKindRules, type KindRules } from './kind-rules.ts';
export type { Layer } from './layer.ts';
export { alsoAllowsText } from './lint/also-allows.ts';
export { type Finding, isDead } from './lint/finding.ts';
export { lintPolicy } from './lint/lint-policy.ts';
export { overBroad, reaching } from './lint/over-broad.ts';
export { subsumes } from './lint/subsumes.ts';
export { fromListRules, type ListRules } from './list-rules.ts';
export { type Mode, modes, readMode } from './mode-name.ts';
export { nameProblems } from './name-problems.ts';
export type { Offline } from './offline.ts';
export { parseHostPattern, printHostPattern } from './patterns/host-pattern.ts';
export { compileRegex, testRegex } from './patterns/linear-regex.ts';
export { matchesName } from './patterns/name-glob.ts';
export { parsePathGlob, touchesPath } from './patterns/path-glob.ts';
export type { Policy, Problem } from './policy.ts';
export { PolicyError } from './policy-error.ts';
export { knownNames } from './rules/known-tools.ts';
export type { ApproversInput, RuleApprovers } from './approvers.ts';
export { type LimitInput, limitPeriods } from './rules/limit.ts';
export { touchesCommand } from './rules/match-command.ts';
export { parsePattern } from './rules/parse-pattern.ts';
export { parseRule, portableKey, printRule } from './rules/parse-rule.ts';
export type { Pattern } from './rules/pattern.ts';
export { printPattern } from './rules/print-pattern.ts';
export {
  type LayerName,
  layerNames,
  type Origin,
  type Rule,
  type RuleInput,
  type RuleObject,
} from './rules/rule.ts';
export { indexRules } from './rules/rule-index.ts';
export type { Tests, When } from './rules/typed-when.ts';
export { stricter, type Verdict, verdicts } from './rules/verdict.ts';
export { type ExpiringHost, hostGroups } from './sandbox-settings.ts';
