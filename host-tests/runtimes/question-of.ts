import type { fixedWorld, Layer, Mode, ToolCall, World } from '@permesso/engine';
import type { RuntimeCase } from './cases.ts';

interface Question {
  readonly call: ToolCall;
  readonly mode: Mode;
  readonly rules: Layer;
  readonly world: World;
}

/** A case as the engine is asked, with a world of the entry point that decides. */
export function questionOf(
  { call, rules, mode, workingDirectories, links }: RuntimeCase,
  worldOf: typeof fixedWorld,
): Question {
  const project = workingDirectories[0] ?? call.cwd;
  const world = worldOf({ cwd: call.cwd, project, workingDirectories, links });
  return { call: call as ToolCall, mode: mode as Mode, rules, world };
}
