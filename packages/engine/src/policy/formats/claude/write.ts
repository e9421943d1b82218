import type { Layer } from '../../layer.ts';
import { verdicts } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import { rulesWithVerdict, writing } from '../writing.ts';
import { toClaudeRule } from './write-rule.ts';

const modes: ReadonlyMap<string, string> = new Map([
  ['default', 'default'],
  ['acceptEdits', 'acceptEdits'],
  ['explore', 'plan'],
  ['bypass', 'bypassPermissions'],
  ['dontAsk', 'dontAsk'],
]);

/** Layers -> `permissions` of a `settings.json`. */
export function writeClaude(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Claude Code');
  const lists: Record<string, string[]> = {};
  for (const verdict of verdicts) {
    const texts = rulesWithVerdict(layers, verdict).flatMap((rule) => {
      const said = toClaudeRule(verdict, rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else report.loseWords(rule);
      return 'text' in said ? [said.text] : [];
    });
    if (texts.length > 0) lists[verdict] = [...new Set(texts)];
  }
  const mode = report.modeOf(layers);
  const hidden = layers.flatMap(({ tools }) => tools?.hidden ?? []);
  if (hidden.length > 0) lists['deny'] = [...new Set([...(lists['deny'] ?? []), ...hidden])];
  if (layers.some(({ tools }) => (tools?.visible?.length ?? 0) > 0))
    report.note(
      'tools.visible',
      'Claude Code takes a list of visible tools on its command line only',
      'not-carried',
    );
  if (layers.some(({ unlisted }) => unlisted === 'deny') && mode !== 'dontAsk')
    report.note('unlisted: deny', 'only the mode dontAsk denies what no rule names', 'not-carried');
  const directories = layers.flatMap(({ workingDirectories }) => workingDirectories ?? []);
  const settings = {
    permissions: {
      ...lists,
      ...(mode === undefined ? {} : { defaultMode: modes.get(mode) ?? 'default' }),
      ...(directories.length === 0 ? {} : { additionalDirectories: [...new Set(directories)] }),
    },
  };
  return { text: `${JSON.stringify(settings, undefined, 2)}\n`, losses: report.losses() };
}
