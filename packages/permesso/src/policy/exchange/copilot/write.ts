import type { Layer } from '../../layer.ts';
import type { Written } from '../format.ts';
import { rulesOf, writing } from '../writing.ts';
import { toCopilotPattern } from './write-pattern.ts';

/** Layers -> flags, one on each line, as a shell takes them. */
export function writeCopilot(layers: readonly Layer[]): Written {
  const report = writing('Copilot');
  const flags: string[] = [];
  for (const verdict of ['allow', 'deny'] as const) {
    for (const rule of rulesOf(layers, verdict)) {
      const said = toCopilotPattern(verdict, rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else {
        report.loseWords(rule);
        if (said.wider === true) report.note(`deny: ${rule.rule}`, 'written with any arguments', 'stricter');
        flags.push(`--${verdict}-tool ${quote(said.text)}`);
      }
    }
  }
  for (const rule of rulesOf(layers, 'ask')) report.lose('ask', rule, 'Copilot has no ask rules');
  const tools = layers.flatMap((layer) => (layer.tools === undefined ? [] : [layer.tools]));
  const visible = tools.flatMap((lists) => lists.visible ?? []);
  const hidden = tools.flatMap((lists) => lists.hidden ?? []);
  if (visible.length > 0)
    flags.push(`--available-tools ${quote(visible.filter((name) => !hidden.includes(name)).join(','))}`);
  else if (hidden.length > 0) flags.push(`--excluded-tools ${quote(hidden.join(','))}`);
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'Copilot has no such mode', 'not-carried');
  if (layers.some(({ unlisted }) => unlisted === 'deny'))
    report.note('unlisted: deny', 'Copilot asks about what no rule names', 'not-carried');
  const unique = [...new Set(flags)];
  return { text: unique.length === 0 ? '' : `copilot ${unique.join(' \\\n  ')}\n`, losses: report.losses() };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
