import type { World } from '../../../world/world.ts';
import type { PathFact } from '../../paths/path-fact.ts';
import type { Expanded } from './carriers.ts';
import type { RenamedPrograms } from './renamed-programs.ts';

export interface CommandSurroundings {
  readonly world: World;
  /** Why a name anywhere in the text may mean another program. */
  readonly changed?: string;
  /** Directories that the text may turn into git repositories. */
  readonly repositories: readonly string[];
  /** What each command may turn into a link. */
  readonly made: ReadonlyMap<Expanded, readonly string[]>;
  /** Files of the text that may be other programs under another name. */
  readonly renamed?: RenamedPrograms;
  /** What the text may have written before a command removes it: `mv work.ts dist/ && rm -rf dist`. */
  readonly writtenBefore?: (command: Expanded) => readonly PathFact[];
  /** The same without commands that only write bytes into a file: removing those loses nothing. */
  readonly broughtBefore?: (command: Expanded) => readonly PathFact[];
}
