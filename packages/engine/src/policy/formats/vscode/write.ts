import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import { verdicts } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import { plainPattern, plainWords, writing, type Inexpressible } from '../writing.ts';

/** Writes layers as VS Code settings. VS Code cannot deny: a deny becomes "never approve automatically", which is reported. */
export function writeVscode(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('VS Code', layers);
  const terminal = new Map<string, boolean>();
  for (const { said, verdict, rule } of report.rulesSaid(verdicts, (_verdict, spec) => toKey(spec))) {
    if (verdict === 'deny')
      report.note(`deny: ${rule.rule}`, 'VS Code can only ask; denied by the hook alone', 'not-carried');
    report.loseWords(rule);
    terminal.set(said.key, verdict === 'allow');
  }
  report.loseSettings({
    mode: 'VS Code has no such mode',
    unlisted: 'VS Code asks about what no rule names',
    tools: 'VS Code picks tools elsewhere',
  });
  const settings = { 'chat.tools.terminal.autoApprove': Object.fromEntries(terminal) };
  return { text: `${JSON.stringify(settings, undefined, 2)}\n`, losses: report.losses() };
}

function toKey(spec: RuleObject): { readonly key: string } | Inexpressible {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  if (pattern.about === 'kind' && pattern.of === 'shell') return { key: '/.*/' };
  if (pattern.about !== 'command') return { why: 'these settings are about commands' };
  const words = plainWords(pattern.words);
  if (words === undefined) return { why: 'VS Code compares text, not words; only plain words can be said' };
  const text = words
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
    .join(String.raw`\s+`);
  // A plain key would also approve `git-lfs` for `git`.
  return { key: pattern.open ? `/^${text}(\\s|$)/` : `/^${text}$/` };
}
