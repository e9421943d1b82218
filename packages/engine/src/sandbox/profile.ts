/**
 * What a sandboxed call may reach, as data: derived from the policy and the world, carried out by an engine. Nothing in it is
 * a pattern but hosts. This file holds types only.
 */
export interface SandboxProfile {
  /** Absolute directories. */
  readonly writable: readonly string[];
  /** Absolute places inside them that stay read-only, whether they exist or not yet. */
  readonly readOnly: readonly string[];
  /** Absolute files or directories that must not be readable. */
  readonly hidden: readonly string[];
  /** `registry.npmjs.org`, `*.example.com`. */
  readonly hosts: readonly string[];
  /** Names of the variables that are kept; everything else is removed. */
  readonly environment: readonly string[];
}
