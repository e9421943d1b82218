import type { ProjectScript, World } from '../../../world/world.ts';
import { expandText, type Expanded } from './carriers.ts';
import { literalOf } from '../read/words/word.ts';
import type { Word } from '../read/words/word.ts';

/** Scripts start scripts; a circle of them ends here. */
const mostScripts = 16;

/**
 * The commands that a script of the project starts: `npm run db:reset` is also `prisma migrate reset`, to a rule that asks
 * about it. For suspicion only: the script may say something else tomorrow, so no allow rule is helped by it.
 */
export function scriptCommands(command: Expanded, world: World): readonly (readonly Word[])[] {
  if (world.script === undefined) return [];
  const found: (readonly Word[])[] = [];
  const open = [...scriptsOf(command)];
  const seen = new Set<string>();
  for (let next = open.shift(); next !== undefined && seen.size < mostScripts; next = open.shift()) {
    const key = JSON.stringify(next);
    if (seen.has(key)) continue;
    seen.add(key);
    const text = world.script(next);
    if (text === undefined) continue;
    for (const each of expandText(text, { ...world, cwd: next.directory }).commands) {
      if (each.words.length > 0) found.push(each.words.map((word) => ({ ...word, span: command.span })));
      open.push(...scriptsOf(each));
    }
  }
  return found;
}

function scriptsOf({ args, place }: Expanded): readonly ProjectScript[] {
  if (args === undefined || 'unknown' in place) return [];
  const names = scriptNames(
    args.path,
    args.operands.map(({ word }) => literalOf(word) ?? ''),
  );
  const runner = runners[args.path[0] ?? ''];
  if (runner === undefined) return [];
  return place.in.flatMap((directory) => names.map((name) => ({ directory, runner, name })));
}

const runners: Readonly<Record<string, ProjectScript['runner']>> = {
  npm: 'npm',
  pnpm: 'npm',
  yarn: 'npm',
  bun: 'npm',
  make: 'make',
  gmake: 'make',
  just: 'just',
};

function scriptNames([program, sub]: readonly string[], operands: readonly string[]): readonly string[] {
  if (program === 'make' || program === 'gmake' || program === 'just') {
    const targets = operands.filter((text) => !text.includes('='));
    return targets.length === 0 ? [''] : targets;
  }
  if (sub === 'run' || sub === 'run-script') return operands.slice(0, 1);
  return sub === undefined ? operands.slice(0, 1) : [sub === 't' ? 'test' : sub];
}
