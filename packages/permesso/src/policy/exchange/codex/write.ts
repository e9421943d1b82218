import { parsePattern } from '../../parse-pattern.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rule.ts';
import { verdicts, type Verdict } from '../../verdict.ts';
import type { Written } from '../format.ts';
import { rulesOf, writing } from '../writing.ts';

const decisions = { allow: 'allow', ask: 'prompt', deny: 'forbidden' } as const;

/** Layers -> a `.rules` file. */
export function writeCodex(layers: readonly Layer[]): Written {
  const report = writing('Codex');
  const lines: string[] = [];
  for (const verdict of verdicts.toReversed()) {
    for (const rule of rulesOf(layers, verdict)) {
      const said = toStarlark(verdict, rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else lines.push(said.text);
    }
  }
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'it is an approval policy of Codex, not a rule', 'not-carried');
  if (layers.some(({ unlisted }) => unlisted === 'deny'))
    report.note('unlisted: deny', 'what no rule names is left to the sandbox there', 'not-carried');
  if (layers.some(({ tools }) => tools !== undefined))
    report.note('tools', 'Codex rules are about commands', 'not-carried');
  return { text: [...new Set(lines)].join('\n') + (lines.length === 0 ? '' : '\n'), losses: report.losses() };
}

function toStarlark(
  verdict: Verdict,
  spec: RuleObject,
): { readonly text: string } | { readonly why: string } {
  if (spec.when !== undefined) return { why: 'conditions on arguments' };
  if (spec.agents !== undefined) return { why: 'it is for some agents only' };
  if (spec.expires !== undefined) return { why: 'it expires' };
  const parsed = parsePattern(spec.rule);
  if (!parsed.ok) return { why: parsed.error.message };
  const pattern = parsed.value;
  const words =
    verdict === 'allow' ? spec.why : verdict === 'ask' ? spec.message : (spec.guidance ?? spec.message);
  const justification = words === undefined ? '' : `, justification = ${JSON.stringify(words)}`;
  if (pattern.about === 'host' && !pattern.host.subdomains && pattern.host.port === '') {
    const decision = verdict === 'ask' ? 'prompt' : verdict === 'deny' ? 'deny' : 'allow';
    return {
      text: `network_rule(host = ${JSON.stringify(pattern.host.host)}, protocol = "https", decision = "${decision}"${justification})`,
    };
  }
  if (pattern.about !== 'command') return { why: 'Codex rules are about commands' };
  const tokens = pattern.words.flatMap((word) => (word.is === 'literal' ? [word.text] : []));
  if (tokens.length !== pattern.words.length) return { why: 'Codex knows no wildcard inside a command' };
  // A prefix speaks of whatever follows: right for a deny, too much for an allow of exact words.
  if (!pattern.open && verdict === 'allow')
    return { why: 'Codex allows a command with any arguments or not at all' };
  return {
    text: `prefix_rule(pattern = ${JSON.stringify(tokens)}, decision = "${decisions[verdict]}"${justification})`,
  };
}
