import type { ToolCall } from '../../call/tool-call.ts';
import { printJsonPath } from './json-path.ts';
import type { RuleLimit } from './limit.ts';
import type { Pattern } from './pattern.ts';
import { printPattern } from './print-pattern.ts';

/**
 * The names of the counters for a limit. They contain nothing that an edit may change: no amount, window, condition, argument
 * or layer. A wildcard rule counts for itself and for each tool that was called, so that the count of a tool survives a rule
 * that names it differently.
 */
export function metersOf(
  { limit, pattern }: { readonly limit: RuleLimit; readonly pattern: Pattern },
  called: readonly ToolCall[],
): readonly string[] {
  if (limit.meter !== undefined) return [limit.meter];
  const subject = meteredSubject(pattern);
  const tools = isToolPattern(pattern) && subject.includes('*') ? called.map(toolName) : [];
  const measure = limit.sum === undefined ? '' : ` input.${printJsonPath(limit.sum)}`;
  return [...new Set([subject, ...tools])].map((name) => `${name}${measure}`);
}

function isToolPattern({ about }: Pattern): boolean {
  return about === 'tool' || about === 'mcp';
}

/** A tool without its arguments, but commands, files and hosts as the rule spells them: `Bash` alone would count all commands. */
function meteredSubject(pattern: Pattern): string {
  if (pattern.about === 'tool') return pattern.name;
  return pattern.about === 'mcp' ? `mcp__${pattern.server}__${pattern.tool}` : printPattern(pattern);
}

function toolName({ tool, mcp }: ToolCall): string {
  return mcp === undefined ? tool : `mcp__${mcp.server}__${mcp.tool}`;
}
