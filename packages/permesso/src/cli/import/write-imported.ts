import { statSync } from 'node:fs';
import { printable } from '@permesso/engine/decision';
import { addRule } from '@permesso/gate/gate';
import { ruleByRule } from '@permesso/engine/text';
import type { RuleInput, Verdict } from '@permesso/engine/policy';
import { policyTarget, replaceFile } from '@permesso/gate/disk';
import { UsageError, type Output } from '../command.ts';
import type { Imported } from './imported.ts';
import { shownPath } from '../policy-options.ts';

/**
 * A new policy file is written whole; an existing one is extended rule by rule, keeping its comments and settings.
 */
export async function writeImported(
  imported: Imported,
  { cwd, out }: { cwd: string; out: Output },
): Promise<void> {
  const to = imported.layer.layer ?? 'project';
  if (to !== 'project' && to !== 'local' && to !== 'user')
    throw new UsageError(`a ${to} policy is not written from here; print it, and put it where it belongs`);
  const { file } = policyTarget(to, { cwd });
  const isNew = statSync(file, { throwIfNoEntry: false }) === undefined;
  const rules = rulesIn(imported);
  // The first rule also creates the directory, and keeps a local file out of the repository.
  for (const [verdict, rule] of isNew ? rules.slice(0, 1) : rules)
    await addRule({ verdict, rule }, { to, cwd });
  if (isNew && rules.length > 0)
    replaceFile(file, { text: imported.policy, mode: to === 'project' ? 0o644 : 0o600 });
  const beside = isNew ? '' : ' beside what was there';
  out.complain(`wrote ${printable(shownPath(file, cwd))}: ${rules.length} rules${beside}`);
  const settings = isNew ? [] : settingsOf(imported);
  if (settings.length > 0) out.complain(`not changed there, put it in by hand: ${settings.join(', ')}`);
  if (isNew && to !== 'user') out.complain('what it allows counts after `permesso trust`');
}

/** Anything but a deny or an ask; a named group or preset may contain anything. */
export function loosens(imported: Imported): boolean {
  return (
    (ruleByRule(imported).allow ?? []).length > 0 ||
    settingsOf(imported).length > 0 ||
    /^\s*(?:use|groups|sandbox|failure|enforce):/mu.test(imported.policy)
  );
}

/** Restrictive rules first: a process killed in between must not leave only the allows. */
function rulesIn(imported: Imported): readonly (readonly [Verdict, RuleInput])[] {
  const layer = ruleByRule(imported);
  return (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
    (layer[verdict] ?? []).map((rule): readonly [Verdict, RuleInput] => [verdict, rule]),
  );
}

function settingsOf({ layer }: Imported): readonly string[] {
  return (['mode', 'unlisted', 'offline', 'restrict', 'tools', 'workingDirectories'] as const).filter(
    (name) => layer[name] !== undefined,
  );
}
