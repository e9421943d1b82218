import type { FileProblem } from '@permesso/engine/text';
import type { Layer, Policy } from '@permesso/engine/policy';
import type { LoadedFile } from './file-layers.ts';
import type { UntrustedFile } from './trust-policy.ts';

/** The policy for calls from one directory, with its sources. */
export interface LoadedPolicy {
  readonly policy: Policy;
  readonly layers: readonly Layer[];
  readonly files: readonly LoadedFile[];
  /** Warnings: what was left out, and where. An error throws instead. */
  readonly problems: readonly FileProblem[];
  /** Files with content that awaits trust. */
  readonly untrusted: readonly UntrustedFile[];
  /** The verdict if deciding itself fails. */
  readonly failure: 'deny' | 'ask';
  /** Why everything is denied for now. */
  readonly frozen?: string;
  /**
   * The team server named by the machine's or the person's own files. A project may not choose where requests and
   * entries go.
   */
  readonly team?: string;
  /** Identifies the content: equal if every decision is equal. */
  readonly revision: string;
}
