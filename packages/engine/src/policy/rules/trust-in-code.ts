import { commandDoubts } from '../../messages/tool-checks.ts';
import { fill } from '../../messages/fill.ts';
import type { Part } from '../../facts/part.ts';
import { spellsRisks } from './match-command.ts';
import type { Rule } from './rule.ts';

/**
 * Why a rule that comes with trust in the code of a project does not allow a part: the part says that it publishes, deploys or
 * deletes data, or `asking` is what its script runs and a person would be asked about. Trusting code is no answer to that.
 */
export function beyondTrust({ origin, pattern }: Rule, { subject }: Part, asking?: Part): string | undefined {
  if (origin.code !== true) return undefined;
  if (asking !== undefined) return fill(commandDoubts.scriptAsks, { what: asking.label });
  if (subject.kind !== 'command' || subject.risks === undefined) return undefined;
  return pattern.about === 'command' && spellsRisks(pattern, subject) ? undefined : subject.risks[0]?.why;
}

/** Whether a part of a script is the project's own code, and says nothing that a person should know. */
export function isTrustedRun({ ownCode, subject }: Part): boolean {
  return ownCode === true && subject.kind === 'command' && subject.risks === undefined;
}
