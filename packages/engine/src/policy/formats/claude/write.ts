import type { Layer } from '../../layer.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import { writing } from '../writing.ts';
import { toClaudeRule } from './write-rule.ts';

const modes: ReadonlyMap<string, string> = new Map([
  ['default', 'default'],
  ['acceptEdits', 'acceptEdits'],
  ['explore', 'plan'],
  ['bypass', 'bypassPermissions'],
  ['dontAsk', 'dontAsk'],
]);

/** Writes layers as `permissions` of a `settings.json`. */
export function writeClaude(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Claude Code', layers);
  const lists = new Map<string, Set<string>>();
  const list = (verdict: Verdict, text: string): void => {
    lists.set(verdict, (lists.get(verdict) ?? new Set()).add(text));
  };
  for (const { said, verdict, rule } of report.rulesSaid(verdicts, toClaudeRule)) {
    report.loseWords(rule);
    list(verdict, said.text);
  }
  const { mode } = report;
  for (const name of layers.flatMap(({ tools }) => tools?.hidden ?? [])) list('deny', name);
  if (layers.some(({ tools }) => (tools?.visible?.length ?? 0) > 0))
    report.note(
      'tools.visible',
      'Claude Code takes a list of visible tools on its command line only',
      'not-carried',
    );
  if (report.deniesUnlisted && mode !== 'dontAsk')
    report.note('unlisted: deny', 'only the mode dontAsk denies what no rule names', 'not-carried');
  const directories = layers.flatMap(({ workingDirectories }) => workingDirectories ?? []);
  const settings = {
    permissions: {
      ...Object.fromEntries(Array.from(lists, ([verdict, texts]) => [verdict, [...texts]])),
      ...(mode === undefined ? {} : { defaultMode: modes.get(mode) ?? 'default' }),
      ...(directories.length === 0 ? {} : { additionalDirectories: [...new Set(directories)] }),
    },
  };
  return { text: `${JSON.stringify(settings, undefined, 2)}\n`, losses: report.losses() };
}
