/** The entry point of this stage for other packages. */
export { type Derivation, deriveProfile } from './derive-profile.ts';
export { profileDigest } from './digest.ts';
export type { ProfileLine, SandboxProfile } from './sandbox-profile.ts';
