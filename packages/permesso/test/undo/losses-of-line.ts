import { fixedWorld } from '@permesso/engine/world';
import { lossesIn, type Loss, readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';

const files = new Set(['a', 'b', 'c.txt', 'sub/a']);

/** What the model says that a line loses of a small tree. */
export function lossesOfLine(command: string): readonly Loss[] {
  const world = fixedWorld({
    cwd: '/home/dev/tree',
    entry: (path) => ({
      is: files.has(path.slice('/home/dev/tree/'.length))
        ? 'file'
        : /^\/home\/dev(?:\/tree(?:\/sub|\/out)?)?$/u.test(path)
          ? 'directory'
          : 'missing',
    }),
  });
  const call = { tool: 'Bash', input: { command } };
  return lossesIn(readFacts(call, toolFor(toolboxOf(undefined), call), world), world);
}
