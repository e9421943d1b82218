import type { Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import type { Session } from '../session/session.ts';
import type { World } from '../world/world.ts';

/**
 * What a sandboxed call may reach, as data: derived from the policy and the world, enforced by an engine. Only hosts are
 * patterns. This file holds types only.
 */
export interface SandboxProfile {
  /** Absolute directories. */
  readonly writable: readonly string[];
  /** Absolute places inside them that stay read-only, whether or not they exist yet. */
  readonly readOnly: readonly string[];
  /** Absolute files or directories that must not be readable. */
  readonly hidden: readonly string[];
  /** `registry.npmjs.org`, `*.example.com`. */
  readonly hosts: readonly string[];
  /** Names of the variables that are kept; everything else is removed. */
  readonly environment: readonly string[];
}

/** One entry of a profile and its reason. */
export interface ProfileLine {
  readonly in: keyof SandboxProfile;
  readonly value: string;
  /** For people: "a working directory", "Read(~/.ssh/**) denies it". */
  readonly because: string;
  /** The rule or setting, if it comes from a policy. */
  readonly file?: string;
  readonly line?: number;
}

export interface Deriving {
  readonly policy: Policy;
  readonly world: World;
  readonly mode: Mode;
  /** The session's labels narrow the profile. Absent: none. */
  readonly session?: Session | undefined;
}
