import type { CanaryRecipe } from '../canary/recipe.ts';
import type { Examination } from '../examine/examination.ts';
import type { Installer } from '../install/installer.ts';
import type { TranscriptReader } from '../transcripts/past-call.ts';

/** What is known of a host beyond its hook protocol: the hook loads none of this. */
export interface HostSetup {
  readonly installer: Omit<Installer, 'name' | 'title'>;
  /** Absent where its settings cannot be read. */
  readonly examination?: Examination;
  /** Absent where it cannot be started without a person, an account or a screen. */
  readonly canary?: CanaryRecipe;
  /** Absent where the format of its sessions is unknown. */
  readonly transcripts?: TranscriptReader;
}

export interface Host extends Installer, Omit<HostSetup, 'installer'> {}
