/** The entry point of this stage for other packages. */
export {
  baselineFor,
  freezeFor,
  type Manifest,
  manifestKey,
  policyFor,
  type PolicyReference,
  readManifest,
  readPolicyText,
  type Result,
  signManifest,
} from './bundle.ts';
export {
  exportPrivateKey,
  importPrivateKey,
  isSigned,
  newSigningKey,
  readPublicKey,
  type SigningKey,
  signText,
} from './ed25519.ts';
export { type KeySuccession, signSuccession } from './key-succession.ts';
export {
  type AgentSignature,
  enrolPurpose,
  readAgentSignature,
  type RequestProblem,
  requestProblem,
  revokedProblem,
  type SignatureCode,
  signRequest,
} from './request-signature.ts';
export type { TeamGrant } from './team-grant.ts';
