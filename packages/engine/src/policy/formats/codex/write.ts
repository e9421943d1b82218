import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import { verdicts, type Verdict } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import type { HostRule } from '../../rules/pattern.ts';
import { plainPattern, writing, type Inexpressible } from '../writing.ts';

type WrittenPrefix = { readonly text: string; readonly wider?: true } | Inexpressible;

const decisions = { allow: 'allow', ask: 'prompt', deny: 'forbidden' } as const;

/** Writes layers as a `.rules` file. */
export function writeCodex(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Codex', layers);
  const lines: string[] = [];
  for (const { said, verdict, rule } of report.rulesSaid(verdicts.toReversed(), toStarlark)) {
    if (said.wider === true)
      report.note(`${verdict}: ${rule.rule}`, 'written with any arguments', 'stricter');
    lines.push(said.text);
  }
  report.loseSettings({
    mode: 'it is an approval policy of Codex, not a rule',
    unlisted: 'what no rule names is left to the sandbox there',
    tools: 'Codex rules are about commands',
  });
  return { text: [...new Set(lines)].join('\n') + (lines.length === 0 ? '' : '\n'), losses: report.losses() };
}

function toStarlark(verdict: Verdict, spec: RuleObject): WrittenPrefix {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  const words =
    verdict === 'allow' ? spec.why : verdict === 'ask' ? spec.message : (spec.guidance ?? spec.message);
  const justification = words === undefined ? '' : `, justification = ${JSON.stringify(words)}`;
  if (pattern.about === 'host') return networkRule(verdict, pattern, justification);
  if (pattern.about !== 'command') return { why: 'Codex rules are about commands' };
  const tokens = pattern.words.flatMap((word) => (word.is === 'literal' ? [word.text] : []));
  if (tokens.length !== pattern.words.length) return { why: 'Codex knows no wildcard inside a command' };
  // A prefix matches whatever follows: right for a deny, too broad for an allow of exact words.
  if (!pattern.open && verdict === 'allow')
    return { why: 'Codex allows a command with any arguments or not at all' };
  const text = `prefix_rule(pattern = ${JSON.stringify(tokens)}, decision = "${decisions[verdict]}"${justification})`;
  return pattern.open ? { text } : { text, wider: true };
}

function networkRule(verdict: Verdict, { host }: HostRule, justification: string): WrittenPrefix {
  if (host.subdomains || host.port !== '') return { why: 'Codex names a host alone' };
  const decision = { allow: 'allow', ask: 'prompt', deny: 'deny' }[verdict];
  return {
    text: `network_rule(host = ${JSON.stringify(host.host)}, protocol = "https", decision = "${decision}"${justification})`,
  };
}
