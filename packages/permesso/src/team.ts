/** What a team server and its agents share. */
export {
  exportPrivateKey,
  importPrivateKey,
  isSigned,
  newSigningKey,
  readPublicKey,
  signText,
  type SigningKey,
} from './team/ed25519.ts';
export {
  readAgentSignature,
  requestProblem,
  revokedProblem,
  signRequest,
  type AgentSignature,
  type SignedRequest,
} from './team/request-signature.ts';
export {
  freezeFor,
  policyFor,
  readManifest,
  readPolicyText,
  signManifest,
  type Manifest,
  type PolicyReference,
} from './team/bundle.ts';
export {
  decideAnywhere,
  examinePolicy,
  policyChanges,
  readTeamPolicy,
  teamPolicyLayers,
  type Examined,
  type PolicyChange,
  type TestOutcome,
} from './team/examine-policy.ts';
export { loosenedBy } from './team/loosened-by.ts';
export { teamOffers, type TeamOffers } from './team/team-offers.ts';
export type { TeamGrant } from './approval/team-grants.ts';
export { redactRequest } from './approval/redact-request.ts';
export { canonical as canonicalText } from './approval/call-key.ts';
export type { ApprovalRequest } from './approval/approver.ts';
export type { ToolCall } from './call/tool-call.ts';
export { sign as signBody, signatureProblem } from './approval/signature.ts';
export {
  batchLeaf,
  evidenceProblems,
  isCheckpoint,
  signCheckpoint,
  type BatchProof,
  type Checkpoint,
  type Evidence,
} from './team/evidence.ts';
export {
  consistencyRuns,
  inclusionRuns,
  joinPieces,
  nodeHash,
  piecesOf,
  type Place,
  type Run,
} from './team/merkle.ts';
export { emptyTail, parseEntry, readLine, seal as sealEntry, sha256, type Tail } from './record/chain.ts';
export { csvHeader, csvRow } from './record/export-csv.ts';
export { ocsfEvent } from './record/export-ocsf.ts';
export { otlpRequest } from './record/export-otlp.ts';
export type { LogEntry } from './record/log-entry.ts';
export { joinTeam, enrolPurpose, type JoinOptions } from './team/join-team.ts';
export { readMembership, teamDirectory, type Membership } from './team/membership.ts';
export { ServerAway } from './team/server-request.ts';
export { shipLog, type Shipped } from './team/ship-log.ts';
export { syncTeam, type Synced } from './team/sync-team.ts';
export { teamApprover } from './team/team-approver.ts';
export { createTeamGate, type TeamGate, type TeamGateOptions } from './team/team-gate.ts';
export { verifyEvidence, type EvidenceCheck } from './team/verify-evidence.ts';
