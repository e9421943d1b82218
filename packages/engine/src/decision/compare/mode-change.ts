import type { Mode } from '../../policy/mode-name.ts';
import type { Verdict } from '../../policy/rules/verdict.ts';
import { modeTable, steps, type Cell, type Step } from '../mode-table.ts';

/** How strictly a policy treats calls that no rule decides. */
export interface ModeBehaviour {
  readonly mode: Mode;
  readonly unlisted: 'ask' | 'deny';
}

const strictness: { readonly [V in Verdict]: number } = { allow: 0, ask: 1, deny: 2 };

export function compareVerdicts(before: Verdict, after: Verdict): 'looser' | 'stricter' | 'same' {
  const change = strictness[after] - strictness[before];
  return change === 0 ? 'same' : change < 0 ? 'looser' : 'stricter';
}

/** What a change of behaviour could do to verdicts, tried on every combination of answers to the steps of the mode table. */
export function compareModes(
  before: ModeBehaviour,
  after: ModeBehaviour,
): { readonly looser: boolean; readonly stricter: boolean } {
  const changes = combinations.map((present) =>
    compareVerdicts(verdictOf(before, present), verdictOf(after, present)),
  );
  return { looser: changes.includes('looser'), stricter: changes.includes('stricter') };
}

/** Whether an approval at this step may be milder than the verdict of a later step: an ask rule where the mode would refuse. */
export function mayBeMilder(step: 'mayDeny' | 'ask', manner: ModeBehaviour): boolean {
  const cell = cellOf(step, manner);
  if (cell === '-') return false;
  return steps.slice(steps.indexOf(step) + 1).some((later) => {
    const other = cellOf(later, manner);
    // Built-in tools never deny through their own check.
    return later !== 'checkDeny' && other !== '-' && strictness[other] > strictness[cell];
  });
}

/** Reads the table as `judgePart` does, without rules and grants. */
function cellOf(step: Step, { mode, unlisted }: ModeBehaviour): Cell {
  const row = modeTable[mode];
  if (unlisted === 'ask') return row[step];
  if (step === 'checkAllow' || step === 'sandbox') return '-';
  return step === 'otherwise' && row.otherwise === 'ask' ? 'deny' : row[step];
}

function verdictOf(manner: ModeBehaviour, present: ReadonlySet<Step>): Verdict {
  for (const step of steps) {
    const cell = cellOf(step, manner);
    if (cell !== '-' && (step === 'otherwise' || present.has(step))) return cell;
  }
  return 'deny';
}

const free = ['deny', 'mayDeny', 'ask', 'guard', 'readOnly', 'edit', 'allowRule'] as const;
const checks = [undefined, 'checkAllow', 'checkDeny', 'safety', 'checkAsk'] as const;

const combinations: readonly ReadonlySet<Step>[] = checks.flatMap((check) =>
  Array.from({ length: 2 ** free.length }, (_, bits) => {
    const present = new Set<Step>(free.filter((_step, at) => (bits & (1 << at)) !== 0));
    if (check !== undefined) present.add(check);
    return present;
  }),
);
