/** What a team server and its agents share. */
export {
  exportPrivateKey,
  importPrivateKey,
  isSigned,
  newSigningKey,
  signText,
  type SigningKey,
} from './team/ed25519.ts';
export {
  readAgentSignature,
  requestProblem,
  signRequest,
  type AgentSignature,
  type SignedRequest,
} from './team/request-signature.ts';
