import { parsePattern } from '../rules/parse-pattern.ts';
import type { RuleObject } from '../rules/rule.ts';

const tools: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['Read*', 'Glob', 'Grep']],
  ['write', ['Write*', 'Edit*', 'MultiEdit', 'NotebookEdit']],
  ['url', ['WebFetch*']],
]);

/**
 * A deny or ask about a whole tool, for programs where it means that tool. Here the bare name would mean the kind, and denying
 * `WebFetch` would deny `npm install` too. The star makes it a name.
 */
export function wholeTool(rule: RuleObject): readonly RuleObject[] {
  const pattern = parsePattern(rule.rule);
  const names = pattern.ok && pattern.value.about === 'kind' ? tools.get(pattern.value.of) : undefined;
  return names === undefined ? [rule] : names.map((name) => ({ ...rule, rule: name }));
}
