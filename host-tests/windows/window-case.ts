import type { Stage, StageOptions } from './stage.ts';

/** One situation with a person in front of the program. */
export interface WindowCase {
  readonly name: string;
  readonly about: string;
  /** Where it can happen at all; absent: everywhere. */
  readonly where?: 'bridge' | 'popup' | 'claude-code';
  /** Its last screen is shown on the page. */
  readonly keepsScreen?: true;
  readonly stage: (program: Stage['program']) => Partial<StageOptions> & Pick<StageOptions, 'script'>;
  /** What was seen; throws when it is not what must be. */
  readonly play: (stage: Stage) => Promise<string>;
}
