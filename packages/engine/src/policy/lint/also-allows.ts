import { risksBehind } from '../../facts/shell/risks/known-risks.ts';
import { mcpRisks } from '../../facts/tools/mcp-risks.ts';
import type { CommandSubject } from '../../facts/part.ts';
import type { LiteralWord } from '../../facts/shell/read/words/word.ts';
import { matchesName } from '../patterns/name-glob.ts';
import { coversCommand, touchesCommand } from '../rules/match-command.ts';
import type { CommandRule } from '../rules/pattern.ts';
import type { Rule } from '../rules/rule.ts';

/**
 * Well-known calls that publish, destroy or lose data and that an allow rule covers beyond its purpose, unless another rule
 * asks about or denies them. Empty if the rule itself spells out what it allows.
 */
function alsoAllows(rule: Rule, others: readonly Rule[]): readonly string[] {
  const { pattern, verdict, when, readOnly, effects } = rule;
  const isNarrowed = when.length > 0 || readOnly === true || effects !== undefined;
  if (verdict !== 'allow' || isNarrowed) return [];
  if (pattern.about === 'mcp') return mcpCalls(pattern);
  return pattern.about === 'command' ? commandCalls(pattern, others) : [];
}

/** The finding as a sentence; undefined if there is nothing to report. */
export function alsoAllowsText(rule: Rule, others: readonly Rule[] = []): string | undefined {
  const calls = alsoAllows(rule, others);
  if (calls.length === 0) return undefined;
  const named = calls.slice(0, 4).map((call) => `\`${call}\``);
  return `this also allows: ${named.join(', ')}${calls.length > 4 ? ` and ${calls.length - 4} more` : ''}`;
}

function commandCalls(pattern: CommandRule, others: readonly Rule[]): readonly string[] {
  const words = pattern.words.flatMap((word) => (word.is === 'literal' ? [word.text] : []));
  if (!pattern.open || words.length !== pattern.words.length) return [];
  return risksBehind(words).filter((call) => {
    const subject = subjectOf(call);
    // A call in exactly the words of the rule is its purpose.
    if (subject.words.length === words.length || !coversCommand(pattern, subject)) return false;
    return !others.some(
      (other) =>
        other.verdict !== 'allow' &&
        other.pattern.about === 'command' &&
        touchesCommand(other.pattern, subject) === 'yes',
    );
  });
}

function subjectOf(call: string): CommandSubject {
  const words = call
    .split(' ')
    .map((text): LiteralWord => ({ kind: 'literal', text, span: { start: 0, end: 0 } }));
  return { kind: 'command', words, aliases: [], escalations: [] };
}

function mcpCalls({ server, tool }: { readonly server: string; readonly tool: string }): readonly string[] {
  if (!tool.includes('*')) return [];
  return mcpRisks.filter((name) => matchesName(tool, name)).map((name) => `mcp__${server}__${name}`);
}
