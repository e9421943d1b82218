export type { LoadedFile } from './gate/file-layers.ts';
export { loadPolicy, policyLoader, type LoadedPolicy, type LoadOptions } from './gate/load-policy.ts';
export { createPolicyGate, type PolicyGateOptions } from './gate/policy-gate.ts';
export { addRule, EditError, removeRule, type EditOptions, type EditResult } from './gate/edit-policy.ts';
export { diskApprovals, diskGrants, type DiskGrantsOptions } from './gate/disk-grants.ts';
export { listTrust, revokeTrust, trust, type UntrustedFile } from './gate/trust-policy.ts';
export { printFileProblem, type FileProblem } from '@permesso/engine/internal/policy/file/file-problem';
export { policySchema } from '@permesso/engine/internal/policy/file/json-schema';
export type { JsonSchema } from '@permesso/engine/internal/policy/file/shape';
export type { Loosening } from '@permesso/engine/internal/policy/file/loosening';
export { parsePolicyFile } from '@permesso/engine/internal/policy/file/parse-policy-file';
export type {
  Group,
  PolicyFile,
  PolicyTest,
  TestCall,
} from '@permesso/engine/internal/policy/file/policy-file';
export { PolicyFileError } from '@permesso/engine/internal/policy/file/policy-file-error';
export { findPolicyFiles, type FindOptions, type PolicyText, type Project } from './storage/policy-files.ts';
