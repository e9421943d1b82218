import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import type { PathFact } from '../paths/path-fact.ts';

/** The functions that the PowerShell reading needs, passed in so that it can be loaded with the first such call. */
export interface PowerShellKit {
  readonly shellParts: (text: string, world: World, shell: string) => readonly Part[];
  /** The part, with a safety ask if it touches a protected place. */
  readonly guarded: (part: Part, world: World) => Part;
  readonly resolvePath: (text: string, directory: string, world: World) => PathFact;
  /** A path of the world in the spelling of its shell. */
  readonly native: (path: string, world: World) => string;
  readonly isProgram: (name: string) => boolean;
}

/** Reads PowerShell text into parts. */
export type PowerShellReading = (text: string, world: World, kit: PowerShellKit) => readonly Part[];
