import type { Part } from '../src/facts/part.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { spellsRisks } from './match.ts';

/** Trust in code reaches neither what says that it publishes or deletes, nor a script that does what a person is asked about. */
export function isOnlyCode(part: Part, { pattern }: Rule, runsAlone: (run: Part) => boolean): boolean {
  for (const run of part.runs ?? []) {
    const isQuiet = run.subject.kind === 'command' && run.subject.risks === undefined;
    if (!(run.ownCode === true && isQuiet) && !runsAlone(run)) return false;
  }
  const { subject } = part;
  if (subject.kind !== 'command' || subject.risks === undefined) return true;
  return pattern.about === 'command' && spellsRisks(pattern, subject);
}
