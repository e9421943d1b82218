import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { matchesName } from '../policy/patterns/name-glob.ts';
import { passes } from '../policy/visibility.ts';
import type { Kind } from '../call/kind.ts';

/**
 * The tools that the model may be shown. Each layer's lists can only remove tools. A tool that a rule denies unconditionally is
 * left out too: offering a tool that is always refused wastes tokens and invites workarounds.
 */
export function visibleTools(
  tools: readonly string[],
  policy: Policy,
  about: { kindOf: (tool: string) => Kind; now: number },
): readonly string[] {
  const denying = policy.rules.filter(
    (rule) =>
      rule.verdict === 'deny' &&
      rule.when.length === 0 &&
      rule.agents === undefined &&
      !(rule.expires !== undefined && about.now >= rule.expires),
  );
  return tools.filter(
    (tool) =>
      policy.visibility.every((visibility) => passes(visibility, tool)) &&
      !denying.some((rule) => deniesWhole(rule, tool, about.kindOf(tool))),
  );
}

function deniesWhole({ pattern }: Rule, tool: string, kind: Kind): boolean {
  switch (pattern.about) {
    case 'kind':
      return pattern.of === kind;
    case 'mcp':
      return pattern.argument === undefined && matchesName(`mcp__${pattern.server}__${pattern.tool}`, tool);
    case 'tool':
      if (pattern.argument === undefined) return matchesName(pattern.name, tool);
      // `github(create_issue)` names a whole tool of a server.
      return (
        kind === 'mcp' &&
        pattern.argument.is === 'text' &&
        matchesName(`mcp__${pattern.name}__${pattern.argument.text}`, tool)
      );
    case 'effect':
    case 'command':
    case 'path':
    case 'host':
      return false;
  }
}
