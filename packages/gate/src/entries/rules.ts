export {
  type ApproversInput,
  type BuiltInName,
  compilePolicy,
  fromKindRules,
  fromListRules,
  type KindRules,
  type ListRules,
  modes,
  parsePattern,
  type PolicyOf,
  printPattern,
  type Problem,
  readMode,
  type RuleApprovers,
  type RuleObject,
  type Tests,
  type TypedLayer,
  type TypedRule,
  type When,
} from '@permesso/engine/policy';
export {
  type ApproversReceipt,
  type Ask,
  type CheckReceipt,
  type Contribution,
  type Grant,
  modeTable,
  type PartReceipt,
  printDecision,
  type RuleReference,
  type SessionReceipt,
  type Scope,
  type Step,
  steps,
  type Suggestion,
} from '@permesso/engine/decision';
export type { Order, Session, SessionLabel } from '@permesso/engine/session';
export type { ChangedVerdict, ReplayReport } from '../gate/data/replay.ts';
export type { FollowedPolicy, FollowOptions, PolicyVersion } from '../gate/data/follow-policy.ts';
export type { DataLayerOptions } from '../gate/data/layer-from-data.ts';
