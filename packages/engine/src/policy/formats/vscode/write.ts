import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import { plainPattern, plainWords, rulesWithVerdict, writing, type Inexpressible } from '../writing.ts';

/** Layers -> settings of VS Code. It cannot deny: a deny is written as "never approve on its own", and said to be so. */
export function writeVscode(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('VS Code');
  const terminal = new Map<string, unknown>();
  for (const verdict of verdicts) {
    for (const rule of rulesWithVerdict(layers, verdict)) {
      const said = toKey(rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else {
        if (verdict === 'deny')
          report.note(`deny: ${rule.rule}`, 'VS Code can only ask; denied by the hook alone', 'not-carried');
        report.loseWords(rule);
        terminal.set(said.key, said.value(verdict));
      }
    }
  }
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'VS Code has no such mode', 'not-carried');
  if (layers.some(({ unlisted }) => unlisted === 'deny'))
    report.note('unlisted: deny', 'VS Code asks about what no rule names', 'not-carried');
  if (layers.some(({ tools }) => tools !== undefined))
    report.note('tools', 'VS Code picks tools elsewhere', 'not-carried');
  const settings = { 'chat.tools.terminal.autoApprove': Object.fromEntries(terminal) };
  return { text: `${JSON.stringify(settings, undefined, 2)}\n`, losses: report.losses() };
}

type Key = { readonly key: string; readonly value: (verdict: Verdict) => unknown } | Inexpressible;

function toKey(spec: RuleObject): Key {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  const value = (verdict: Verdict): unknown => verdict === 'allow';
  if (pattern.about === 'kind' && pattern.of === 'shell') return { key: '/.*/', value };
  if (pattern.about !== 'command') return { why: 'these settings are about commands' };
  const words = plainWords(pattern.words);
  if (words === undefined) return { why: 'VS Code compares text, not words; only plain words can be said' };
  const text = words
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
    .join(String.raw`\s+`);
  // A plain key would also approve `git-lfs` for `git`.
  return { key: pattern.open ? `/^${text}(\\s|$)/` : `/^${text}$/`, value };
}
