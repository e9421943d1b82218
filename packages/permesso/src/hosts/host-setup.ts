import type { CanaryRecipe } from '../canary/recipe.ts';
import type { Examination } from '../examine/examination.ts';
import type { Installer } from '../install/installer.ts';
import type { TranscriptReader } from '../transcripts/past-call.ts';

/** What is known of a host beyond how it talks to its hook: nothing of this is loaded by the hook. */
export interface HostSetup {
  readonly installer: Omit<Installer, 'name' | 'title'>;
  /** Absent where it keeps its settings in a place that cannot be read. */
  readonly examination?: Examination;
  /** Absent where it cannot be started without a person, an account or a screen. */
  readonly canary?: CanaryRecipe;
  /** Absent where nobody has seen how it keeps its sessions. */
  readonly transcripts?: TranscriptReader;
}

export interface Host extends Installer, Omit<HostSetup, 'installer'> {}
