import type { Mode } from '../policy/mode-name.ts';
import type { Policy } from '../policy/policy.ts';
import type { Session } from '../session/session.ts';
import type { World } from '../world/world.ts';

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

/** One entry of a profile, and what put it there. */
export interface ProfileLine {
  readonly in: keyof SandboxProfile;
  readonly value: string;
  /** For a person: "a working directory", "Read(~/.ssh/**) denies it". */
  readonly because: string;
  /** The rule or setting, where a policy brought it. */
  readonly file?: string;
  readonly line?: number;
}

export interface Deriving {
  readonly policy: Policy;
  readonly world: World;
  readonly mode: Mode;
  /** What the session has read narrows the profile. Absent: nothing. */
  readonly session?: Session | undefined;
}
