import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import type { PathFact } from '../paths/path-fact.ts';

/** What the reading of other shells and of paths lends, so that PowerShell alone can be loaded when its first call is seen. */
export interface PowerShellKit {
  readonly shellParts: (text: string, world: World, shell: string) => readonly Part[];
  /** The part, or a question where it touches a protected place. */
  readonly guarded: (part: Part, world: World) => Part;
  readonly resolvePath: (text: string, directory: string, world: World) => PathFact;
  /** A path of the world as its shell prints it. */
  readonly native: (path: string, world: World) => string;
  /** Whether a program has a row. */
  readonly isProgram: (name: string) => boolean;
}

/** A text of PowerShell -> what it would do. */
export type PowerShellReading = (text: string, world: World, kit: PowerShellKit) => readonly Part[];
