export { whyForgotten } from './answer-request.ts';
export { diskApprovals, diskGrants } from './disk-grants.ts';
export { diskSessions, type KnownSession, trustSource } from './session/disk-sessions.ts';
export {
  EditError,
  type EditOptions,
  type EditResult,
  type ReplacedTexts,
  addRule,
  addSandboxHost,
  changeRule,
  removeRule,
  replacePolicy,
} from './edit-policy.ts';
export { type Layered, type SourceText, layersFrom } from './file-layers.ts';
export {
  type Authorization,
  type AuthorizeOptions,
  type Consultation,
  type Gate,
  type GateOptions,
  type PolicyInput,
  createGate,
} from './gate.ts';
export { withKeeping } from './keeping/keeping-world.ts';
export { type KeptPolicies, keptPolicies, rememberedPolicies } from './kept-policies.ts';
export { type ListedRule, limitsOf, listedRule } from './listed-rule.ts';
export { type LoadOptions, type LoadedPolicy, loadPolicy } from './load-policy.ts';
export { type CallOutcome, endCall } from './outcome.ts';
export { parsedPolicies } from './parsed-policies.ts';
export { createPolicyGate } from './policy-gate.ts';
export {
  type RememberedAnswer,
  answersBesideRules,
  rememberedAnswers,
  revokeRemembered,
} from './remembered-answers.ts';
export { createReplay } from './replay-entry.ts';
export { type UntrustedFile, listTrust, revokeTrust, trust } from './trust-policy.ts';
