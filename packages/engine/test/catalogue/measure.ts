import { readFacts } from '../../src/facts/read-facts.ts';
import { commandIndex } from '../../src/facts/shell/model/find-command.ts';
import { effectRowsOf, rowEffects } from '../../src/facts/shell/model/row-effects.ts';
import { toolboxOf, toolFor } from '../../src/facts/toolbox.ts';
import { fixedWorld } from '../../src/world/fixed-world.ts';
import type { Completions } from './completions.ts';

export interface ProgramCoverage {
  readonly program: string;
  readonly ecosystem: string;
  /** Sub-commands that completions know. */
  readonly there: number;
  /** Of those, the ones that a row spells, or the group that they stand in. */
  readonly spelled: number;
  /** The ones that a row about everything else states. */
  readonly byRest: number;
  readonly missing: readonly string[];
  /** Whether the program has any row at all. */
  readonly hasRows: boolean;
}

/** `shell: cp mv`, one ecosystem a line. */
export function readPrograms(text: string): readonly (readonly [program: string, ecosystem: string])[] {
  return text
    .split('\n')
    .filter((line) => /^[a-z]+:/u.test(line))
    .flatMap((line) => {
      const [ecosystem = '', ...programs] = line.split(/:? +/u);
      return programs.map((program) => [program, ecosystem] as const);
    });
}

export function measureCoverage(
  programs: readonly (readonly [string, string])[],
  completions: Completions,
): readonly ProgramCoverage[] {
  return programs.map(([program, ecosystem]) => {
    const there = [...(completions.get(program) ?? [])].toSorted();
    const asked = there.map((path) => ({ path, known: knownBy(program, path) }));
    const count = (by: Known): number => asked.filter(({ known }) => known === by).length;
    return {
      program,
      ecosystem,
      there: there.length,
      spelled: count('row'),
      byRest: count('rest'),
      missing: asked.filter(({ known }) => known === 'none').map(({ path }) => path),
      hasRows: effectRowsOf(program).length > 0 || commandIndex().has(program),
    };
  });
}

type Known = 'row' | 'rest' | 'none';

function knownBy(program: string, path: string): Known {
  const given = path.split(' ').map((text) => ({ text, starts: text, mayBeOption: false }));
  const { effects, depth } = rowEffects(program, given);
  if (effects.some(({ possible }) => possible !== true)) return depth > 0 ? 'row' : 'rest';
  return isKnownWithoutRows(`${program} ${path}`) ? 'row' : 'none';
}

const world = fixedWorld({});

/** `git log`: the command model knows it, option by option. */
function isKnownWithoutRows(command: string): boolean {
  const call = { tool: 'Bash', input: { command } };
  const { parts } = readFacts(call, toolFor(toolboxOf([]), call), world);
  return parts.every(({ effects = [] }) => effects.every(({ effect }) => effect !== 'run-other'));
}

/** From 0 to 1; a program without sub-commands has them all. */
export function shareOf({ there, missing }: ProgramCoverage): number {
  return there === 0 ? 1 : 1 - missing.length / there;
}
