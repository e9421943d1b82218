import { printable } from '@permesso/engine/decision';
import { planUndo, restoreCall, type KeptCall, type Undone, type UndoPlan } from '@permesso/gate/keep';
import { recordUndo } from '../../hook/record-undo.ts';
import type { CommandInput, Output } from '../command.ts';
import { planLines } from './print-kept.ts';

export interface UndoingOptions {
  readonly given: CommandInput;
  readonly out: Output;
  /** The directory of the log. */
  readonly log: string;
}

/** One call after the other: what one undo restores may be the state that the next call left. */
export async function undoCalls(
  calls: readonly KeptCall[],
  { given, out, log }: UndoingOptions,
): Promise<number> {
  const results: object[] = [];
  let isWhole = true;
  for (const call of calls) {
    const plan = planUndo(call);
    if (plan === undefined) continue;
    const isJson = given.flag('json');
    if (!isJson) planLines(plan, out.width).forEach(out.print);
    if (isDone(plan)) {
      results.push({ id: call.id, call: plan.manifest.label, restored: [], beside: [], failed: [] });
      continue;
    }
    const overwrite = given.flag('yes') ? false : await confirmed(plan, out);
    if (overwrite === undefined) return 1;
    const undone = await restoreCall(plan, { overwrite, now: Date.now() });
    recordUndo(log, plan, undone);
    isWhole &&= undone.failed.length === 0;
    results.push({ id: call.id, call: plan.manifest.label, ...undone });
    if (!isJson) tell(undone, out);
  }
  if (given.flag('json')) out.print(JSON.stringify({ calls: results }));
  return isWhole ? 0 : 1;
}

function isDone({ steps, git }: UndoPlan): boolean {
  return git.length === 0 && steps.every(({ does }) => does === 'none');
}

/** Whether newer files are overwritten too; undefined if the person did not confirm. */
async function confirmed({ steps }: UndoPlan, out: Output): Promise<boolean | undefined> {
  const answer = await out.ask?.('Bring it back? [y/N] ');
  if (answer === undefined || !/^y(?:es)?$/iu.test(answer)) {
    out.complain(
      answer === undefined
        ? 'Nothing was changed: confirm it in a terminal, or say --yes.'
        : 'Nothing was changed.',
    );
    return undefined;
  }
  const newer = steps.filter(({ does }) => does === 'beside').length;
  if (newer === 0) return false;
  const more = await out.ask?.(`${newer} ${newer === 1 ? 'file is' : 'files are'} newer. Overwrite? [y/N] `);
  return /^y(?:es)?$/iu.test(more ?? '');
}

function tell({ restored, beside, failed }: Undone, out: Output): void {
  out.print(`Brought back: ${restored.length}`);
  for (const path of beside) out.print(`Beside newer work: ${printable(path)}`);
  for (const text of failed) out.complain(`Not brought back: ${printable(text)}`);
}
