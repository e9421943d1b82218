import type { World } from '../../../world/world.ts';
import type { PathFact } from '../../paths/path-fact.ts';
import type { Expanded } from './carriers.ts';
import type { RenamedPrograms } from './renamed-programs.ts';

export interface CommandSurroundings {
  readonly world: World;
  /** Why what runs anywhere in the text may not be what its name says. */
  readonly changed?: string;
  /** Directories that the text may turn into git repositories. */
  readonly repositories: readonly string[];
  /** What each command may turn into a link. */
  readonly made: ReadonlyMap<Expanded, readonly string[]>;
  /** What files of the text may be other programs by another name. */
  readonly renamed?: RenamedPrograms;
  /** What the text may have written before a command removes it: `mv work.ts dist/ && rm -rf dist`. */
  readonly writtenBefore?: (command: Expanded) => readonly PathFact[];
  /** The same without commands that only write bytes into a file: what they put there loses nothing. */
  readonly broughtBefore?: (command: Expanded) => readonly PathFact[];
}
