export type { LoadedFile } from './gate/file-layers.ts';
export { loadPolicy, policyLoader, type LoadedPolicy, type LoadOptions } from './gate/load-policy.ts';
export { createPolicyGate, type PolicyGateOptions } from './gate/policy-gate.ts';
export { addRule, EditError, removeRule, type EditOptions, type EditResult } from './gate/edit-policy.ts';
export { diskApprovals, diskGrants, type DiskGrantsOptions } from './gate/disk-grants.ts';
export { listTrust, revokeTrust, trust, type UntrustedFile } from './gate/trust-policy.ts';
export {
  type FileProblem,
  type Group,
  type JsonSchema,
  type Loosening,
  parsePolicyFile,
  type PolicyFile,
  PolicyFileError,
  policySchema,
  type PolicyTest,
  printFileProblem,
  type TestCall,
} from '@permesso/engine/text';
export { findPolicyFiles, type FindOptions, type PolicyText, type Project } from './disk/policy-files.ts';
