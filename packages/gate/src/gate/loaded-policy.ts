import type { FileProblem } from '@permesso/engine/text';
import type { Layer, Policy } from '@permesso/engine/policy';
import type { LoadedFile } from './file-layers.ts';
import type { UntrustedFile } from './trust-policy.ts';

/** The policy for calls from one directory, with where it came from. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly layers: readonly Layer[];
  readonly files: readonly LoadedFile[];
  /** Warnings: what was left out, and where. Errors leave no policy. */
  readonly problems: readonly FileProblem[];
  /** What awaits trust. */
  readonly untrusted: readonly UntrustedFile[];
  /** The verdict when deciding itself fails. */
  readonly failure: 'deny' | 'ask';
  /** Why everything is denied for now. */
  readonly frozen?: string;
  /** The team server that the machine's or the person's own files name. A project may not choose where requests and entries go. */
  readonly team?: string;
  /** Names the content: equal where every decision is equal. */
  readonly revision: string;
}
